"""How sharp faces and whole pictures are, whatever their light."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

_INNER: Final = (slice(8, -8), slice(6, -6))
"""Rows and columns of a crop that surely lie on the face."""

_NOISE: Final = 4.0
"""Added to the spread of the grey values, so that the noise of a blank face does not pass for detail."""

_PICTURE_SIDE: Final = 640
"""Long side in pixels at which whole pictures are compared: finer detail is noise."""


def sharpness(crops: Pixels) -> Floats:
    """(N,) mean absolute second difference over the spread of the grey values, the smaller of the two directions.

    Dividing by the spread cancels contrast and light; a hand that shook blurs in one direction only.

    Args:
        crops: (N, H, W, 3) uint8 BGR.
    """
    if not len(crops):
        return np.zeros(0, np.float32)
    grey = cv2.cvtColor(crops.reshape(-1, crops.shape[2], 3), cv2.COLOR_BGR2GRAY).reshape(crops.shape[:3])
    return _detail(np.asarray(grey, np.uint8)[:, _INNER[0], _INNER[1]])


def picture_sharpness(pixels: Pixels, box: tuple[float, float, float, float] | None = None) -> float:
    """The same of a picture, or of the part of it in `box`: only to be compared with that of the same scene.

    Args:
        pixels: (H, W, 3) uint8 BGR.
        box: x0, y0, x1, y1 in pixels; what of it lies outside the picture is left out, and a box without area in it
            counts as none.
    """
    part = pixels
    if box is not None:
        x0, y0 = max(0, int(box[0])), max(0, int(box[1]))
        inside = pixels[y0 : max(y0, int(np.ceil(box[3]))), x0 : max(x0, int(np.ceil(box[2])))]
        part = inside if min(inside.shape[:2]) > 2 else pixels
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    shrink = _PICTURE_SIDE / max(grey.shape)
    if shrink < 1:
        size = (max(3, round(grey.shape[1] * shrink)), max(3, round(grey.shape[0] * shrink)))
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    if min(grey.shape) < 3:
        return 0.0
    return float(_detail(np.asarray(grey, np.uint8)[None])[0])


def _detail(grey: Pixels) -> Floats:
    """(N,) of grey pictures (N, H, W) uint8, both sides at least 3."""
    # Whole numbers of two bytes: a third of the time that floats take.
    inner = grey.astype(np.int16)
    bends = []
    for axis in (2, 1):
        bend = np.diff(inner, 2, axis=axis).reshape(len(inner), -1)
        bends.append(np.abs(bend, out=bend).sum(axis=1, dtype=np.int64) / bend.shape[1])
    spread = inner.reshape(len(inner), -1).std(axis=1, dtype=np.float32)
    return np.asarray(np.minimum(*bends) / (spread + _NOISE), np.float32)
