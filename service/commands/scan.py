"""`rackcheck scan`: read the tiles of photographs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from service.commands.display.scan import show_scan
from service.commands.support import shared_options as shared
from service.commands.support.input_files import PHOTO_SUFFIXES
from service.commands.support.options import Json, argument, given, option
from service.commands.support.output import Output
from service.shared.errors import ServiceError
from service.storage.read_whole import read_whole
from service.tilesets.tileset_store import ChosenSet, home_sets
from vision.image.photo import MAX_BYTES


def scan(
    *,
    images: Annotated[
        list[str], argument("PHOTO... | FOLDER...", "Photos (JPEG, PNG, WebP or BMP), or folders of them.")
    ],
    overlay: Annotated[
        str | None, option("--overlay", "DIR", "Save each photo with its tiles outlined in the folder DIR.")
    ] = None,
    tile_set: shared.SetOption = None,
    as_json: Json = False,
) -> None:
    """Read the tiles of photos.

    Prints what each photo shows, row by row, and which tiles you should look at yourself. A photo that cannot be read
    is answered with an error and does not stop the others; the exit status is then 1.
    """
    from service.photos.scanner import choose_set, scan_image, write_overlay  # noqa: PLC0415 - the networks load
    from service.shared.networks import load_networks  # noqa: PLC0415

    output = Output(as_json=as_json)
    taken: set[str] = set()
    # If the requested tile set fails to load, read no photo: the answers would not be the requested ones.
    chosen = ChosenSet() if tile_set is None else None
    if tile_set is not None:
        with output.answering({"set": tile_set}, tile_set):
            chosen = choose_set(tile_set, home_sets(), load_networks())
    for name in images if chosen is not None else ():
        with output.answering({"image": name}, name):
            for photo in _photos(name):
                with output.answering({"image": photo}, photo):
                    picture, reading = scan_image(read_whole(Path(photo), MAX_BYTES), photo, load_networks(), chosen)
                    drawing = None
                    if overlay is not None:
                        drawing = str(write_overlay(picture, reading, Path(overlay), photo, taken))
                    document = {**reading.to_json(photo), **given(overlay=drawing)}
                    shown = partial(show_scan, image=photo, reading=reading, overlay=drawing)
                    output.report(document, shown)
    output.end()


def _photos(name: str) -> list[str]:
    """Return the photo itself, or the photos in a folder, sorted by name."""
    if not Path(name).is_dir():
        return [name]
    found = sorted(str(path) for path in Path(name).iterdir() if path.suffix.lower() in PHOTO_SUFFIXES)
    if not found:
        raise ServiceError(
            "no-photos", "the folder holds no photo: name one with JPEG or PNG files in it, or the photos", name
        )
    return found
