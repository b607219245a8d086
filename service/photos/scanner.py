"""Read the tiles of photos and draw overlays."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import cv2

from service.shared.errors import ServiceError
from service.shared.networks import drive_with
from service.storage.atomic_files import write_atomic
from service.tilesets.tileset_store import ChosenSet, TileSetStore
from vision import Networks, Photo, RackReading, decode, overlay, read_rack


def scan_image(
    data: bytes, where: str, networks: Networks, chosen: ChosenSet | None = None, *, loose: bool = False
) -> tuple[Photo, RackReading]:
    """Decode one photo and read its tiles, with a taught tile set if the user chose one; `loose` tiles form no rack.

    Raises:
        VisionError: for bytes that are no readable image; the message calls the photo `where`.
    """
    photo, chosen = decode(data, where), chosen or ChosenSet()
    return photo, read_rack(photo, networks, chosen.tile_set, chosen.others, loose=loose)


def choose_set(name: str | None, sets: TileSetStore, networks: Networks) -> ChosenSet:
    """Return the taught tile set of this name, embedded by these networks; raises as `TileSetStore.load`."""
    return drive_with(networks, sets.choose(name, networks.classifier.card))


def write_overlay(
    photo: Photo, reading: RackReading, folder: Path, image: str, taken: set[str], *, numbered: bool = False
) -> Path:
    """Save the photo with its tiles outlined as `NAME.overlay.jpg` in a folder; make the folder if needed.

    `taken` holds the names used so far, so that photos of the same name from two folders get two overlays, even on a
    disk to which `A` and `a` are one name. `numbered` is as in `vision.host.overlay.overlay`.

    Raises:
        OSError: if we cannot write it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem, number = Path(image).stem, 1
    name = f"{stem}.overlay.jpg"
    while _one_name(name) in taken:
        number += 1
        name = f"{stem}-{number}.overlay.jpg"
    taken.add(_one_name(name))
    path = folder / name
    write_atomic(path, encode_overlay(photo, reading, numbered=numbered), replace=True)
    return path


def _one_name(name: str) -> str:
    """Return the same text for names that some disk takes for one: by their letters, not their case or encoding."""
    return normalize("NFC", normalize("NFC", name).casefold())


def encode_overlay(photo: Photo, reading: RackReading, *, numbered: bool = False) -> bytes:
    """Return the photo with its tiles outlined, as a JPEG file; raises ServiceError (`overlay-failed`)."""
    drawn = overlay(photo, reading, numbered=numbered)
    done, encoded = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 90])
    if not done:
        raise ServiceError("overlay-failed", "the overlay could not be encoded", "overlay")
    return encoded.tobytes()
