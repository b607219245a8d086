"""Measure crops and pictures, as `vision.requests.Measurement` describes it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

_INNER: Final = (slice(8, -8), slice(6, -6))
"""Rows and columns of a halved crop that surely lie on the face."""

_NOISE: Final = 4.0
"""Added to the spread of the grey values, so that the noise of a blank face does not pass for detail."""

_ALONG: Final = (
    ((slice(None), slice(0, -2)), (slice(None), slice(1, -1)), (slice(None), slice(2, None))),
    ((slice(0, -2), slice(None)), (slice(1, -1), slice(None)), (slice(2, None), slice(None))),
    ((slice(0, -2), slice(0, -2)), (slice(1, -1), slice(1, -1)), (slice(2, None), slice(2, None))),
    ((slice(2, None), slice(0, -2)), (slice(1, -1), slice(1, -1)), (slice(0, -2), slice(2, None))),
)
"""Rows and columns of three pixels in a line: to the right, down, down to the right, up to the right."""

_PICTURE_SIDE: Final = 320
"""Long side in pixels at which pictures are compared: finer detail is noise, which a shaken picture has as much of."""

_ASLANT: Final = np.array([1, 1, 2, 2], np.float32)
"""What second differences of what is alike in all directions are divided by, to be so in all four (`detail`)."""


def detail(crops: Pixels) -> Floats:
    """Return (N, 4) the mean absolute second difference over the spread of the grey values, in four directions.

    Crops are halved first: what is finer is noise, and what a face far away cannot show. The directions are: to the
    right, down, down to the right, and up to the right. Dividing by the spread cancels contrast and light. Those aslant
    compare pixels that lie 1.41 times as far apart, so that their second differences are twice as large where a face is
    alike in all directions.

    Args:
        crops: (N, H, W, 3) uint8 BGR, H and W even.
    """
    if not len(crops):
        return np.zeros((0, 4), np.float32)
    count, height, width = crops.shape[:3]
    grey = cv2.cvtColor(crops.reshape(-1, width, 3), cv2.COLOR_BGR2GRAY)
    halved = cv2.resize(grey, (width // 2, count * height // 2), interpolation=cv2.INTER_AREA)
    grey = halved.reshape(count, height // 2, width // 2)
    return _detail(np.asarray(grey, np.uint8)[:, _INNER[0], _INNER[1]])


def picture_sharpness(pixels: Pixels, box: tuple[float, float, float, float] | None = None) -> float:
    """Return the same of a picture, or of the part of it in `box`, the smallest of four directions.

    Only to be compared with that of the same scene.

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
    return float((_detail(np.asarray(grey, np.uint8)[None])[0] / _ASLANT).min())


def burnt_out(crop: Pixels) -> float:
    """Return the part of a crop (H, W, 3), 0 to 1, whose three channels are all as bright as can be."""
    return float((crop.min(axis=2) >= 252).mean())


def light(pixels: Pixels) -> float:
    """Return the 95th percentile of grey of a picture (H, W, 3) uint8 BGR."""
    step = max(1, min(pixels.shape[:2]) // 200)
    grey = cv2.cvtColor(np.ascontiguousarray(pixels[::step, ::step]), cv2.COLOR_BGR2GRAY)
    return float(np.percentile(grey, 95))


def _detail(grey: Pixels) -> Floats:
    """Return (N, 4) of grey pictures (N, H, W) uint8, both sides at least 3."""
    # Whole numbers of two bytes: a third of the time that floats take.
    inner = grey.astype(np.int16)
    bends = np.empty((len(inner), len(_ALONG)), np.float32)
    for number, (before, at, after) in enumerate(_ALONG):
        bend = inner[:, *before] + inner[:, *after]
        bend -= 2 * inner[:, *at]
        flat = np.abs(bend, out=bend).reshape(len(inner), -1)
        bends[:, number] = flat.sum(axis=1, dtype=np.int64) / flat.shape[1]
    spread = inner.reshape(len(inner), -1).std(axis=1, dtype=np.float32)
    return np.asarray(bends / (spread[:, None] + _NOISE), np.float32)
