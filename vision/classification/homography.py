"""Homographies between the unit square and the quads of faces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from vision.errors import VisionError
from vision.geometry import Quad, single
from vision.requests import FACE_MARGIN, FACE_SIZE, Homography, Pixels, Rectify

FARTHEST: Final = 1e8
"""Largest coordinate of a corner in pixels; beyond it a corner is a mistake."""

NEAREST_DEPTH: Final = 0.05
"""Smallest projective weight in a crop, so that a quad that folds over itself samples far away, not at infinity."""

_LEFT, _TOP = FACE_SIZE[1] * FACE_MARGIN, FACE_SIZE[0] * FACE_MARGIN

FACE_IN_CROP: Final[Quad] = (
    (_LEFT, _TOP),
    (FACE_SIZE[1] - _LEFT, _TOP),
    (FACE_SIZE[1] - _LEFT, FACE_SIZE[0] - _TOP),
    (_LEFT, FACE_SIZE[0] - _TOP),
)
"""Where the face lies in each crop, pixels."""


def crop_ends(margin: float) -> tuple[float, float]:
    """Return where a crop begins and ends along each side, if its quad goes from 0 to 1."""
    return -margin / (1 - 2 * margin), (1 - margin) / (1 - 2 * margin)


def square_to_quad(quad: Quad, margin: float = FACE_MARGIN) -> Homography:
    """Return the homography that takes the unit square's corners to the quad's, in single precision.

    Closed form after P. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3. A quad
    without area gets the affine map of three of its corners. For a quad that folds over itself we weaken the
    perspective, so that the quad with its margin stays in front of the camera.

    Args:
        quad: the corners.
        margin: part of a crop, 0 <= margin < 0.5, that lies around the square on each side.
    """
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    side1x, side1y, side2x, side2y = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    skew_x, skew_y = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    area = side1x * side2y - side2x * side1y
    g = h = 0.0
    if abs(area) >= 1e-9:
        g = (skew_x * side2y - side2x * skew_y) / area
        h = (side1x * skew_y - skew_x * side1y) / area
    low, high = crop_ends(margin)
    least = 1 + min(low * g, high * g) + min(low * h, high * h)
    if least < NEAREST_DEPTH:
        tamed = (1 - NEAREST_DEPTH) / max(1 - least, 1e-9)
        g, h = g * tamed, h * tamed
    h0, h1, h2, h3, h4, h5, h6, h7 = single(
        (x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h)
    )
    return h0, h1, h2, h3, h4, h5, h6, h7, 1.0


def rectify_request(pixels: Pixels, quads: Sequence[Quad]) -> Rectify:
    """Return the request for the crops of faces.

    Raises:
        VisionError: `bad-quads` for a corner that is not finite, or farther off than any picture reaches.
    """
    for quad in quads:
        for x, y in quad:
            if not math.isfinite(x + y):
                raise VisionError("bad-quads", "a corner is not a finite number", "quads")
            if abs(x) > FARTHEST or abs(y) > FARTHEST:
                raise VisionError("bad-quads", "a corner lies farther off than any picture reaches", "quads")
    return Rectify(pixels, tuple(quads), tuple(map(square_to_quad, quads)))
