"""The place of a tile that a person points at, in the form of `POST /api/v1/scan/tile`."""

from __future__ import annotations

from service.photos.photo_fields import read_place
from service.shared.errors import ServiceError
from tests.fuzz.target import Target, named
from vision.geometry import FARTHEST, SMALLEST, short_side


def _run(data: bytes) -> None:
    try:
        quad = read_place({"quad": data.decode("utf-8", "replace")})
    except ServiceError as error:
        named(error)
        return
    assert all(abs(value) <= FARTHEST for corner in quad for value in corner)
    assert short_side(quad) >= SMALLEST


_SEEDS = (
    b"[[10, 20], [50, 20], [50, 80], [10, 80]]",
    b"[[-5.5, 1e3], [5e1, 20], [50, 80.25], [10, 80]]",
    b"[[0, 0], [1" + b"0" * 400 + b", 0], [9, 9], [0, 9]]",
    b"[[0, 0], [1e309, 0], [9, 9], [0, 9]]",
    b"null",
    b"",
)
_WORDS = (b"[[", b"]]", b", ", b"1e308", b"-1e-308", b"NaN", b"Infinity", b"true", b'"7"', b"0" * 400)

TARGET = Target(
    "a place in a photo: four corners within a picture, or a ServiceError that says what to send",
    _run,
    _SEEDS,
    _WORDS,
    longest=2048,
)
