"""Photographs: read their tiles, draw the overlay. The networks are loaded once a process."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

import cv2

from service.photos.memory_tuning import keep_freed_memory
from service.shared.errors import ServiceError
from service.storage.atomic_files import write_atomic
from vision import Networks, Photo, RackReading, TileSet, decode, overlay, read_rack

_loading = Lock()


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A photo and what was seen in it."""

    photo: Photo
    reading: RackReading


def load_networks() -> Networks:
    """The networks in use, loaded at the first call.

    Raises:
        ModelError: where a model is missing, altered or of another kind than the program needs.
    """
    with _loading:
        return _networks()


@cache
def _networks() -> Networks:
    keep_freed_memory()
    return Networks.load()


def scan_image(
    data: bytes,
    where: str,
    networks: Networks,
    profile: TileSet | None = None,
    others: Callable[[], Iterable[TileSet]] = tuple,
) -> Scan:
    """Read the tiles of one picture, by a taught set too where one is given; `others` as of `read_rack`.

    Raises:
        VisionError: for bytes that are no picture which can be read; `where` names it in the message.
    """
    photo = decode(data, where)
    return Scan(photo, read_rack(photo, networks, profile, others))


def write_overlay(scan: Scan, folder: Path, image: str, taken: set[str]) -> Path:
    """Save the photo with its tiles outlined as `NAME.overlay.jpg` in a folder, which is made if need be.

    `taken` holds the names used in this run: two photos of one name from two folders get two overlays.

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
    """The photo with its tiles outlined, as a JPEG file."""
    done, encoded = cv2.imencode(".jpg", overlay(scan.photo, scan.reading), [cv2.IMWRITE_JPEG_QUALITY, 90])
    if not done:
        raise ServiceError("overlay-failed", "the overlay could not be encoded", "overlay")
    return encoded.tobytes()
