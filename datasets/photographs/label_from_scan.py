"""Add your own photographs to an index: ``rackcheck scan --json`` proposes, you correct, this command adds.

Run ``python -m datasets.photographs.label_from_scan READING.json --out index.jsonl``. Correct the file by hand first:
put labels right (``null`` where nobody can say), take out what is no tile, add what was missed as ``{"label": "5B",
"box": [x0, y0, x1, y1]}`` or with a ``quad``, the face's corners clockwise from its own top left.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from datasets.errors import DatasetError, one_line_on_error
from datasets.photographs.index import LabelledPhoto, LabelledTile, read_index, write_index
from datasets.photographs.open_pictures import upright_size
from datasets.text_files import json_value
from vision.geometry import Quad, hull
from vision.reading import TILE_LABELS


def _numbers(values: object, count: int, what: str, where: str) -> list[float]:
    numbers = [float(one) for one in values if isinstance(one, int | float)] if isinstance(values, list) else []
    if len(numbers) != count or values != numbers or not all(map(math.isfinite, numbers)):
        raise DatasetError("bad-reading", f"{what} must be {count} finite numbers, not {values!r}", where)
    return numbers


def _quad(values: object, where: str) -> Quad:
    if not isinstance(values, list) or len(values) != 4:
        raise DatasetError("bad-reading", f"'quad' must be four corners [x, y], not {values!r}", where)
    one, two, three, four = ((x, y) for x, y in (_numbers(corner, 2, "a corner of 'quad'", where) for corner in values))
    return one, two, three, four


def _tile(entry: object, where: str) -> LabelledTile:
    if not isinstance(entry, dict) or "label" not in entry:
        raise DatasetError("bad-reading", "a tile needs a 'label' and a 'quad' or a 'box'", where)
    label = entry["label"]
    if label is not None and label not in TILE_LABELS:
        known = ", ".join(sorted(TILE_LABELS))
        raise DatasetError("bad-reading", f"{label!r} is no tile label; use {known}, or null", where)
    quad = _quad(entry["quad"], where) if "quad" in entry else None
    if quad is not None:
        x0, y0, x1, y1 = hull(quad)
    else:
        x0, y0, x1, y1 = _numbers(entry.get("box"), 4, "'box'", where)
    if not (x0 < x1 and y0 < y1):
        raise DatasetError("bad-reading", f"the tile covers nothing: {x0}, {y0}, {x1}, {y1}", where)
    return LabelledTile((x0, y0, x1, y1), label, quad)


def photo_of(document: dict[str, Any], path: Path, source: str, *, complete: bool = False) -> LabelledPhoto:
    """Convert a reading document of the picture at ``path`` into a picture of an index.

    ``complete``: the document names every tile in view. Does not open the picture itself. Raises ``DatasetError``
    (``bad-reading``) naming picture and tile.
    """
    where = str(document.get("image", path.name))
    if "error" in document:
        raise DatasetError("bad-reading", f"the photo was not read: {document['error']}", where)
    entries = document.get("tiles")
    if not isinstance(entries, list):
        raise DatasetError("bad-reading", "'tiles' must be a list, as rackcheck scan --json prints it", where)
    width, height = _numbers([document.get("width"), document.get("height")], 2, "width and height", where)
    tiles = tuple(_tile(entry, f"{where}: tile {number}") for number, entry in enumerate(entries))
    return LabelledPhoto(
        path, path.name, int(width), int(height), f"{source}/{path.stem}", source, tiles, complete=complete
    )


def documents(path: Path) -> list[dict[str, Any]]:
    """Return the reading documents of a file: one JSON object, a list of them, or one per line.

    Raises ``DatasetError`` (``bad-reading``) for anything else, ``OSError`` if the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise DatasetError("bad-reading", f"no UTF-8 text: {error}", path.name) from error
    try:
        found = json_value(text, "bad-reading", path.name)
    except DatasetError:
        lines = [(f"{path.name}:{number}", line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        try:
            found = [json_value(line, "bad-reading", where) for where, line in lines]
        except DatasetError as error:
            raise DatasetError("bad-reading", f"neither JSON nor JSON lines: {error.message}", error.where) from error
    several = found if isinstance(found, list) else [found]
    if not several or not all(isinstance(one, dict) for one in several):
        raise DatasetError("bad-reading", "need an object a photo, as rackcheck scan --json prints it", path.name)
    return several


def add(photos: Sequence[LabelledPhoto], index: Path) -> None:
    """Add pictures to an index, and create the index if there is none.

    Raises ``DatasetError``: ``there-already`` for a picture already in the index, ``bad-picture``, ``wrong-size``.
    """
    there = {one.path.resolve() for one in read_index(index)} if index.exists() else set()
    for photo in photos:
        if photo.path.resolve() in there:
            raise DatasetError("there-already", "the index holds this picture: take its line out first", photo.name)
        there.add(photo.path.resolve())
        upright_size(photo.path, (photo.width, photo.height))
    write_index(photos, index, append=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and add to the index; on an error leave the index alone and exit with status 2."""
    parser = argparse.ArgumentParser(prog="python -m datasets.photographs.label_from_scan", description=__doc__)
    parser.add_argument("reading", type=Path, nargs="+", help="corrected output of rackcheck scan --json")
    parser.add_argument("--out", type=Path, required=True, metavar="INDEX", help="index.jsonl to make or add to")
    parser.add_argument("--photos", type=Path, metavar="FOLDER", help="where the pictures lie (default: as scanned)")
    parser.add_argument("--source", default="own", help="name of the pictures in figures and splits")
    parser.add_argument("--group", help="the scene, where several pictures show the same tiles (default: one each)")
    parser.add_argument("--complete", action="store_true", help="every tile in view is in the reading")
    options = parser.parse_args(arguments)
    photos = []
    with one_line_on_error(parser):
        for file in options.reading:
            for document in documents(file):
                name = Path(str(document.get("image", "")))
                path = options.photos / name.name if options.photos else name
                photo = photo_of(document, path, options.source, complete=options.complete)
                photos.append(replace(photo, group=f"{options.source}/{options.group}") if options.group else photo)
        add(photos, options.out)
    print(f"{options.out}: {len(photos)} pictures added, {sum(len(photo.tiles) for photo in photos)} tiles")


if __name__ == "__main__":
    main()
