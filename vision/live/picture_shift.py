"""Measure how far a whole picture moved between two looks, from its pixels: a few tiles cannot tell."""

from __future__ import annotations

import math
from typing import Final

from vision.geometry import Point
from vision.requests import Measure, Measurement, Pixels, Steps

LEAST_PEAK: Final = 0.2
"""Least peak of the correlation, at most 1, at which we trust the shift."""

AGREEING: Final = 4
"""Parts of nine that must move like the whole picture: a hand that passes moves in some of them only."""

NEAR: Final = 0.025
"""Share of the picture's width by which the shift of a part may differ from the whole picture's."""

SMALLEST: Final = 16
"""Shortest side in pixels of a picture from which we measure a shift."""


def picture_shift(before: Pixels, after: Pixels, width: float) -> Steps[Point | None]:
    """Return the shift of the content from one picture to another, in pixels of `width`; None if it is unclear.

    Phase correlation (C. Kuglin and D. Hines, The phase correlation image alignment method, 1975) hardly depends on
    light and blur. Parts of the pictures must agree, so that we do not follow a hand that comes into view.

    Args:
        before: a picture, shrunk.
        after: a later one, shrunk.
        width: width of the full pictures in pixels; x and y of the shift are in these pixels.
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
