"""Measure shifts between small pictures, by phase correlation."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.host.arrays import Floats, Pixels

Shift = tuple[float, float, float]

SIDE: Final = 160
"""Long side in pixels at which we compare pictures: there the blur of a shaking hand does not show."""

PARTS: Final = 3
"""Rows and columns of parts, each half as high and wide as the picture, that we compare by themselves too."""


def shrunk(pixels: Pixels) -> Pixels:
    """Return the picture (H, W, 3) uint8 BGR in grey, its long side at most `SIDE` pixels."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    factor = min(1.0, SIDE / max(grey.shape))
    size = (max(1, round(grey.shape[1] * factor)), max(1, round(grey.shape[0] * factor)))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def shifts_between(before: Pixels, after: Pixels) -> list[Shift]:
    """Return x, y (pixels) and peak of the shift between two pictures (H, W) uint8 of one size, and of their parts."""
    one, other = before.astype(np.float32), after.astype(np.float32)
    down, across = before.shape
    rows, columns = (np.linspace(0, side - side // 2, PARTS).astype(int) for side in before.shape)
    parts = [np.s_[top : top + down // 2, left : left + across // 2] for top in rows for left in columns]
    return [_correlated(one[part], other[part]) for part in (np.s_[:, :], *parts)]


def _correlated(before: Floats, after: Floats) -> Shift:
    """Return the shift x, y between two pictures of one size, and the height of its peak, at most 1."""
    window = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    # Copies: OpenCV multiplies its inputs by the window in place if their size needs no padding.
    (x, y), peak = cv2.phaseCorrelate(np.array(before), np.array(after), window)
    return x, y, peak
