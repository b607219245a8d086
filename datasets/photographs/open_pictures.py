"""Open labelled pictures."""

from pathlib import Path

import cv2
import numpy as np

from datasets.errors import DatasetError
from datasets.photographs.index import LabelledPhoto
from vision import Photo, VisionError, decode
from vision.host.arrays import Pixels


def open_picture(path: Path) -> Photo:
    """Decode a picture as a scan does.

    Raises ``DatasetError`` (``bad-picture``) if it is missing or cannot be decoded.
    """
    try:
        return decode(path.read_bytes(), path.name)
    except (OSError, VisionError) as error:
        raise DatasetError(
            "bad-picture", f"cannot be read ({error}); put it right or leave it out", str(path)
        ) from error


def full_pixels(photo: LabelledPhoto) -> Pixels:
    """Return all pixels of a labelled picture, (h, w, 3) uint8 BGR, upright.

    Raises ``FileNotFoundError`` if it is missing or cannot be decoded.
    """
    pixels = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
    if pixels is None:
        raise FileNotFoundError(f"{photo.name}: no readable picture at {photo.path}")
    return np.asarray(pixels, np.uint8)


def upright_size(path: Path, labelled: tuple[int, int] | None) -> tuple[int, int]:
    """Return width and height of a picture with its EXIF orientation applied.

    Raises ``DatasetError``: ``bad-picture``; ``wrong-size`` if ``labelled``, the size in its labels, differs.
    """
    picture = open_picture(path)
    size = (picture.width, picture.height)
    if labelled is not None and labelled != size:
        raise DatasetError(
            "wrong-size",
            f"the labels are for {labelled[0]} x {labelled[1]} pixels, the picture has {size[0]} x {size[1]} upright: "
            "label it as it is shown, and do not resize it afterwards",
            str(path),
        )
    return size
