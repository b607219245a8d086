"""Read the tiles of photos and draw overlays."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2

from service.shared.errors import ServiceError
from service.shared.networks import drive_with
from service.storage.atomic_files import write_atomic
from service.tilesets.tileset_store import ChosenSet, TileSetStore
from vision import Networks, Photo, RackReading, decode, overlay, read_rack


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A photo and what was read in it."""

    photo: Photo
    reading: RackReading


def scan_image(
    data: bytes, where: str, networks: Networks, chosen: ChosenSet | None = None, *, loose: bool = False
) -> Scan:
    """Read the tiles of one picture, by a taught tile set too where one is chosen; `loose` tiles are no rack.

    Raises:
        VisionError: for bytes that are no picture which can be read; `where` names it in the message.
    """
    photo, chosen = decode(data, where), chosen or ChosenSet()
    return Scan(photo, read_rack(photo, networks, chosen.tile_set, chosen.others, loose=loose))


def choose_set(name: str | None, sets: TileSetStore, networks: Networks) -> ChosenSet:
    """Return the taught set of that name with embeddings of these networks; raises as `TileSetStore.load`."""
    return drive_with(networks, sets.choose(name, networks.classifier.card))


def write_overlay(scan: Scan, folder: Path, image: str, taken: set[str]) -> Path:
    """Save the photo with its tiles outlined as `NAME.overlay.jpg` in a folder, and make the folder.

    `taken` holds the names used so far, so that two photos of one name from two folders get two overlays.

    Raises:
        OSError: where it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    stem, number = Path(image).stem, 1
    name = f"{stem}.overlay.jpg"
    while name in taken:
        number += 1
        name = f"{stem}-{number}.overlay.jpg"
    taken.add(name)
    path = folder / name
    write_atomic(path, encode_overlay(scan), replace=True)
    return path


def encode_overlay(scan: Scan) -> bytes:
    """Return the photo with its tiles outlined, as a JPEG file."""
    done, encoded = cv2.imencode(".jpg", overlay(scan.photo, scan.reading), [cv2.IMWRITE_JPEG_QUALITY, 90])
    if not done:
        raise ServiceError("overlay-failed", "the overlay could not be encoded", "overlay")
    return encoded.tobytes()
