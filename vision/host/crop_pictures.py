"""Keep crops as pictures."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.host.decode import decode_file
from vision.requests import Encoded
from vision.tilesets.crop_file import crop_request

Pixels = npt.NDArray[np.uint8]

QUALITY: Final = 92
"""Quality of the WebP pictures of the crops: some 2 KB each."""


def encode_crops(crops: Pixels) -> Encoded:
    """Write crops (N, 80, 64, 3) uint8 BGR as WebP files (`vision.requests.Encode`)."""
    pictures = tuple(map(_encoded, crops))
    return Encoded(pictures, tuple(decode_file(crop_request(one)).pixels for one in pictures))


def _encoded(crop: Pixels) -> bytes:
    done, data = cv2.imencode(".webp", crop, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    if not done:
        raise VisionError("bad-crop", "the crop cannot be encoded", "face.crop")
    return data.tobytes()
