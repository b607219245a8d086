"""How far a whole picture moved between two looks, from its pixels: where few tiles are found, they cannot say."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

SIDE: Final = 160
"""Long side in pixels at which pictures are compared: what a shaking hand blurs is not seen there."""

TOLD: Final = 0.2
"""Least peak of the correlation, of 1, that says how far the picture moved. In 12 rendered films, between pictures that
lie 0.1 to 0.3 seconds apart, none of 435 such peaks was wrong by half a tile; 20 of 33 lower ones were. Others
are wrong where a hand comes into view (`AGREEING`)."""

PARTS: Final = 3
"""Rows and columns of parts, each half as high and wide as the picture, that are compared by themselves too."""

AGREEING: Final = 4
"""Parts that must have moved as the whole picture did: a hand that passes moves in some of them only. Between 7,992
pairs of pictures of 72 rendered films, 0.07 to 0.3 seconds apart, 7,734 shifts are told without these, 27 of them wrong
by half a tile, and 7,609 with them, 2 of them wrong (5 parts: 7,501 and 1). A hand over the middle shows in all parts,
and may still pass for a plain table."""

NEAR: Final = 0.025
"""How far off, as a part of the picture's width, a part's own shift may be for that."""


def shrunk(pixels: Pixels) -> Pixels:
    """The picture (H, W, 3) uint8 BGR in grey, its long side `SIDE` pixels or what it has."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    factor = min(1.0, SIDE / max(grey.shape))
    size = (max(1, round(grey.shape[1] * factor)), max(1, round(grey.shape[0] * factor)))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def shift_between(before: Pixels, after: Pixels, width: float) -> tuple[float, float] | None:
    """x, y that what lies in one picture moved by to where it lies in another, None where the pictures do not tell.

    Phase correlation (C. Kuglin and D. Hines, The phase correlation image alignment method, 1975): light and blur have
    little to say. Parts of the pictures must agree, so that a hand that comes into view is not followed.

    Args:
        before: a picture as `shrunk` gives it.
        after: a later one.
        width: of the full pictures in pixels, of which x and y are.
    """
    if before.shape != after.shape or min(before.shape) < 16:
        return None
    one, other = before.astype(np.float32), after.astype(np.float32)
    (x, y), peak = _correlated(one, other)
    if not peak >= TOLD or not np.isfinite([x, y]).all():
        return None
    down, across = before.shape
    rows, columns = (np.linspace(0, side - side // 2, PARTS).astype(int) for side in before.shape)
    parts = [np.s_[top : top + down // 2, left : left + across // 2] for top in rows for left in columns]
    apart = [np.hypot(*np.subtract(_correlated(one[part], other[part])[0], (x, y))) for part in parts]
    if sum(off <= NEAR * across for off in apart) < AGREEING:
        return None
    return x * width / across, y * width / across


def _correlated(before: Floats, after: Floats) -> tuple[tuple[float, float], float]:
    """The shift x, y between two pictures of one size, and the height of its peak, of 1."""
    window = cv2.createHanningWindow((before.shape[1], before.shape[0]), cv2.CV_32F)
    (x, y), peak = cv2.phaseCorrelate(np.ascontiguousarray(before), np.ascontiguousarray(after), window)
    return (x, y), peak
