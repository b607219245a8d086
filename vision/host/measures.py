"""Measure crops and pictures, as `vision.requests.Measurement` describes."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.host.arrays import Floats, Pixels

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
"""Long side in pixels at which we compare pictures: finer detail is noise, and a shaken picture has as much of it."""

_ASLANT: Final = np.array([1, 1, 2, 2], np.float32)
"""Divisors that make the second differences of an isotropic picture equal in all four directions (`detail`)."""


def detail(crops: Pixels) -> Floats:
    """Return the mean absolute second difference (N, 4) over the spread of the grey values, in four directions.

    We halve the crops first: finer detail is noise, or more than a face far away can show. The directions are: to the
    right, down, down to the right, and up to the right. Dividing by the spread cancels contrast and light. The diagonal
    directions compare pixels that lie 1.41 times as far apart, so that their second differences are twice as large on a
    face that is alike in all directions.

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
    """Return the detail of a picture, or of the part of it in `box`, in the direction with the least.

    Compare it only with that of the same scene.

    Args:
        pixels: (H, W, 3) uint8 BGR.
        box: x0, y0, x1, y1 in pixels; only its part in the picture counts, and a box without area there counts as none.
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
    """Return the burnt-out share of a crop (H, W, 3), 0 to 1: pixels with three channels of at least 252."""
    return float((crop.min(axis=2) >= 252).mean())


def light(pixels: Pixels) -> float:
    """Return the 95th percentile of grey of a picture (H, W, 3) uint8 BGR."""
    step = max(1, min(pixels.shape[:2]) // 200)
    grey = cv2.cvtColor(np.ascontiguousarray(pixels[::step, ::step]), cv2.COLOR_BGR2GRAY)
    return float(np.percentile(grey, 95))


def _detail(grey: Pixels) -> Floats:
    """Return the detail (N, 4) of grey pictures (N, H, W) uint8, both sides at least 3."""
    # Integers of two bytes take a third of the time of floats.
    inner = grey.astype(np.int16)
    bends = np.empty((len(inner), len(_ALONG)), np.float32)
    for number, (before, at, after) in enumerate(_ALONG):
        bend = inner[:, *before] + inner[:, *after]
        bend -= 2 * inner[:, *at]
        flat = np.abs(bend, out=bend).reshape(len(inner), -1)
        bends[:, number] = flat.sum(axis=1, dtype=np.int64) / flat.shape[1]
    spread = inner.reshape(len(inner), -1).std(axis=1, dtype=np.float32)
    return np.asarray(bends / (spread[:, None] + _NOISE), np.float32)
