"""The program's entry points for taught faces: their crops as pictures, their embeddings, their files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np

from rules.input.declared_types import checked
from vision.errors import VisionError
from vision.host.arrays import Pixels
from vision.host.decode import decode_file
from vision.host.native import drive
from vision.host.networks import Classifier
from vision.requests import FACE_SIZE
from vision.tilesets import taught_faces
from vision.tilesets.crop_file import crop_request
from vision.tilesets.tile_set import TaughtFace, TileSet
from vision.tilesets.tile_set_file import read_tile_set as read_with


@checked(VisionError)
def teach_faces(
    classifier: Classifier, crops: Pixels, labels: Sequence[str], origins: Sequence[str]
) -> tuple[TaughtFace, ...]:
    """Return taught faces of crops (N, 160, 128, 3) uint8 BGR (`vision.tilesets.taught_faces.teach_faces`).

    Raises:
        VisionError: `bad-crop` for an array of another shape or type; `bad-label`.
    """
    if crops.shape[1:] != (*FACE_SIZE, 3) or crops.dtype != np.uint8:
        message = f"need crops (N, {FACE_SIZE[0]}, {FACE_SIZE[1]}, 3) uint8, got {crops.shape} {crops.dtype}"
        raise VisionError("bad-crop", message, "crops")
    return drive(taught_faces.teach_faces(tuple(crops), labels, origins), classifier=classifier)


@checked(VisionError)
def renewed(tile_set: TileSet, classifier: Classifier) -> TileSet:
    """Return the set with embeddings of this classifier (`vision.tilesets.taught_faces.renewed`)."""
    return drive(taught_faces.renewed(tile_set, classifier.card), classifier=classifier)


@checked(VisionError)
def read_tile_set(data: bytes, where: str = "set") -> TileSet:
    """Read a tile set's file (`vision.tilesets.tile_set_file.read_tile_set`)."""
    return read_with(data, where, crop_of)


def crop_of(picture: bytes, where: str = "face.picture") -> Pixels:
    """Return the crop (160, 128, 3) uint8 BGR in a picture file.

    Raises:
        VisionError: as `vision.tilesets.crop_file.crop_request`; `unreadable`.
    """
    pixels = cast("Pixels", decode_file(crop_request(picture, where)).pixels)
    if pixels.shape[:2] == FACE_SIZE:
        return pixels
    return np.asarray(cv2.resize(pixels, FACE_SIZE[::-1], interpolation=cv2.INTER_LINEAR), np.uint8)
