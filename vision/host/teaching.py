"""Taught faces: their crops as pictures, and the embeddings of these."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.host.crop_variants import views
from vision.host.networks import Classifier
from vision.host.read import decode
from vision.image.file_header import read_header
from vision.image.photo import check_size
from vision.requests import FACE_SIZE, VIEWS
from vision.tilesets.tile_set import MadeBy, TaughtFace, TileSet
from vision.tilesets.tile_set_file import read_tile_set as read_with

Pixels = npt.NDArray[np.uint8]

QUALITY: Final = 92
"""Quality of the WebP pictures of the crops: some 2 KB each."""


def teach_faces(
    classifier: Classifier, crops: Pixels, labels: Sequence[str], origins: Sequence[str]
) -> tuple[TaughtFace, ...]:
    """Return faces to teach, from crops and what a person says of them.

    Args:
        classifier: the classifier in use.
        crops: (N, 80, 64, 3) uint8 BGR, the faces upright.
        labels: N tile codes or `BACK`.
        origins: N texts, where each comes from.

    Raises:
        VisionError: `bad-label`.
    """
    return _embedded(classifier, [_encoded(crop) for crop in crops], labels, origins)


def renewed(tile_set: TileSet, classifier: Classifier) -> TileSet:
    """Return the set with embeddings of this classifier, made anew from the crops it keeps; every face stays."""
    held = tile_set.faces
    faces = _embedded(
        classifier, [face.picture for face in held], [face.label for face in held], [face.origin for face in held]
    )
    made_by = MadeBy.of(classifier.card)
    before = tile_set.renewed_from if tile_set.made_by == made_by else tile_set.made_by.name
    return TileSet(tile_set.name, made_by, faces, before)


def read_tile_set(data: bytes, where: str = "set") -> TileSet:
    """Read a tile set's file (`vision.tilesets.tile_set_file.read_tile_set`)."""
    return read_with(data, where, crop_of)


def crop_of(picture: bytes, where: str = "face.picture") -> Pixels:
    """Return the crop (80, 64, 3) uint8 BGR that a picture holds.

    Raises:
        VisionError: `bad-crop` for one of another size, or as `decode`.
    """
    header = read_header(picture, where)
    check_size(header, 1, where)
    # A file from elsewhere may hold hundreds of pictures, each of which says that it is as large as any photo: what is
    # no crop is never decoded.
    if (header.height, header.width) != FACE_SIZE or header.orientation != 1:
        turned = "" if header.orientation == 1 else ", turned by its EXIF orientation"
        message = f"must be {FACE_SIZE[1]} x {FACE_SIZE[0]} pixels, is {header.width} x {header.height}{turned}"
        raise VisionError("bad-crop", message, where)
    return np.asarray(decode(picture, where).pixels)


def _embedded(
    classifier: Classifier, pictures: Sequence[bytes], labels: Sequence[str], origins: Sequence[str]
) -> tuple[TaughtFace, ...]:
    """Return faces with the embeddings of this classifier: of the pictures that are kept, not of what they show."""
    crops = [crop_of(picture) for picture in pictures]
    shown = views(np.stack(crops) if crops else np.zeros((0, *FACE_SIZE, 3), np.uint8))
    embeddings = classifier.embed(shown.reshape(-1, *FACE_SIZE, 3))
    each = embeddings.reshape(len(crops), VIEWS, embeddings.shape[1])
    return tuple(
        TaughtFace(label, picture, crop, array("f", np.ascontiguousarray(one, np.float32).tobytes()), origin)
        for label, picture, crop, one, origin in zip(labels, pictures, crops, each, origins, strict=True)
    )


def _encoded(crop: Pixels) -> bytes:
    done, data = cv2.imencode(".webp", crop, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    if not done:
        raise VisionError("bad-crop", "the crop cannot be encoded", "face.crop")
    return data.tobytes()
