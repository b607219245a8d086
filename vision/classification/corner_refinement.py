"""Put a face's corners where the classifier sees them.

The detector answers for a whole picture on a grid of eight pixels; the classifier sees one face large, its own edges
among the picture, and says how far each corner is off. A network that looks again where an earlier one pointed refines
better than the first alone can (cascaded pose regression: Dollár, Welinder and Perona, 2010).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from vision.classification.homography import square_to_quad
from vision.geometry import Quad, area, is_convex, is_finite, single, single_quad

FARTHEST: Final = 0.6
"""Widths or heights of a face by which a corner may be moved: beyond lies the next tile."""

GROWN: Final = 3.0
"""Times larger or smaller a face may become."""

GRID: Final = 4096
"""Parts of a face's width or height that a move is rounded to, so that every processor cuts the same crop again
(`vision.detection.decoding.GRID`)."""

_SQUARE: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def corners_off(frame: Sequence[float]) -> float:
    """Return how far the worst corner is off, in widths and heights of the face; `frame` is the classifier's."""
    return max(math.hypot(frame[at], frame[at + 1]) for at in range(0, 8, 2))


def refined_corners(quad: Quad, frame: Sequence[float]) -> Quad:
    """Move a quad to where its face lies.

    Args:
        quad: that the face was cut by, from the corner at the crop's top left.
        frame: eight numbers, how far the face's corners lie from those, x and y of each corner in widths and heights of
            the quad.

    Returns:
        The quad, in single precision; it stays as it was where the answer makes no sense.
    """
    h0, h1, h2, h3, h4, h5, h6, h7, _ = square_to_quad(quad)
    moved = []
    for (x, y), at in zip(_SQUARE, range(0, 8, 2), strict=True):
        # Each step is rounded to single precision, as the arrays are that readings were first made with.
        px, py = single((x + _move(frame[at]), y + _move(frame[at + 1])))
        across, down, depth = single((px * h0, px * h3, px * h6))
        across, down, depth = single((py * h1 + across, py * h4 + down, py * h7 + depth))
        across, down, depth = single((h2 + across, h5 + down, 1.0 + depth))
        moved += [across / depth, down / depth] if depth else [math.inf, math.inf]
    found = single_quad(moved)
    if not is_finite(found) or not is_convex(found):
        return quad
    ratio = area(found) / max(area(quad), 1e-6)
    return found if 1 / GROWN < ratio < GROWN else quad


def _move(value: float) -> float:
    """Return how far a corner moves along one axis; what is no number moves nothing."""
    if math.isnan(value):
        return 0.0
    return min(max(round(min(max(value, -1.0), 1.0) * GRID) / GRID, -FARTHEST), FARTHEST)
