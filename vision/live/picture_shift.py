"""How far a whole picture moved between two looks, from its pixels: a few tiles cannot say."""

from __future__ import annotations

import math
from typing import Final

from vision.geometry import Point
from vision.requests import Measure, Measurement, Pixels, Steps

LEAST_PEAK: Final = 0.2
"""Least peak of the correlation, of 1, that says how far the picture moved."""

AGREEING: Final = 4
"""Parts of nine that must have moved as the whole picture did: a hand that passes moves in some of them only."""

NEAR: Final = 0.025
"""Part of the picture's width by which a part's own shift may be off for that."""

SMALLEST: Final = 16
"""Shortest side in pixels of a picture that shows a shift."""


def picture_shift(before: Pixels, after: Pixels, width: float) -> Steps[Point | None]:
    """Return how far the content of one picture moved to where it lies in another, None where they do not tell.

    Phase correlation (C. Kuglin and D. Hines, The phase correlation image alignment method, 1975): light and blur have
    little to say. Parts of the pictures must agree, so that a hand that comes into view is not followed.

    Args:
        before: a picture, shrunk.
        after: a later one, shrunk.
        width: of the full pictures in pixels, of which x and y are.
    """
    down, across = after.shape[:2]
    if before.shape[:2] != (down, across) or min(down, across) < SMALLEST:
        return None
    ((x, y, peak), *parts) = yield Measure(Measurement.SHIFT, (before, after))
    if not peak >= LEAST_PEAK or not math.isfinite(x + y):
        return None
    if sum(math.hypot(px - x, py - y) <= NEAR * across for px, py, _ in parts) < AGREEING:
        return None
    return x * width / across, y * width / across
