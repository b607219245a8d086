"""Cut a part of a picture out and bring it to the size that a network takes."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.requests import Detect

Pixels = npt.NDArray[np.uint8]


def view_pixels(request: Detect) -> Pixels:
    """Return the pixels (h, w, 3) uint8 BGR of a view."""
    x0, y0, x1, y1 = request.box
    small: Pixels = np.asarray(request.pixels)[y0:y1, x0:x1]
    block = 1 << request.halvings
    small = small[: small.shape[0] // block * block, : small.shape[1] // block * block]
    for _ in range(request.halvings):
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
    if small.shape[1::-1] != request.size:
        small = np.asarray(cv2.resize(small, request.size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return small
