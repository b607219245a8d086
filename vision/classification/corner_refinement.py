"""Refine a face's corners with the classifier.

The detector works on a whole picture, on a grid of eight pixels. The classifier sees one face large, with its edges and
the picture around it, and estimates how far each corner is off. A network that looks again where an earlier one pointed
refines better than the first alone can (cascaded pose regression: Dollár, Welinder and Perona, 2010).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from vision.classification.homography import square_to_quad
from vision.geometry import Quad, area, is_convex, is_finite, single, single_quad

FARTHEST: Final = 0.6
"""Farthest that a corner may move, in widths or heights of the face: beyond lies the next tile."""

GROWN: Final = 3.0
"""Largest factor by which a face's area may grow or shrink."""

GRID: Final = 4096
"""Steps in a face's width or height to which we round a move, so that every processor cuts the same crop again
(`vision.detection.decoding.GRID`)."""

_SQUARE: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def corners_off(frame: Sequence[float]) -> float:
    """Return the offset of the worst corner, in widths and heights of the face; `frame` holds the corner offsets."""
    return max(math.hypot(frame[at], frame[at + 1]) for at in range(0, 8, 2))


def refined_corners(quad: Quad, frame: Sequence[float]) -> Quad:
    """Move a quad to where its face lies.

    Args:
        quad: the quad of the crop, from the corner at the crop's top left.
        frame: eight numbers, the offsets of the face's corners from the quad's, x and y of each corner in widths and
            heights of the quad.

    Returns:
        The refined quad in single precision, or the given quad if the offsets make no sense.
    """
    h0, h1, h2, h3, h4, h5, h6, h7, _ = square_to_quad(quad)
    moved = []
    for (x, y), at in zip(_SQUARE, range(0, 8, 2), strict=True):
        # Round each step to single precision, to match float32 arithmetic.
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
    """Return how far a corner moves along one axis; NaN moves nothing."""
    if math.isnan(value):
        return 0.0
    return min(max(round(min(max(value, -1.0), 1.0) * GRID) / GRID, -FARTHEST), FARTHEST)
