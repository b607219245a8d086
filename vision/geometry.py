"""Arithmetic of quads: four corners x, y in pixels, clockwise in the picture (y grows downwards)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any, Final

FARTHEST: Final = 1e6
"""Largest coordinate, in pixels, of a quad that a person gives; no picture reaches that far."""

SMALLEST: Final = 4.0
"""Smallest short side, in pixels, of a tile that a person can point at."""

LOOK_BESIDE: Final = 0.25
"""Step from the place that a person points at to the looks beside it, in widths or heights of the face."""

LOOK_SIZES: Final = (1.0, 0.8, 1.25)
"""Sizes of the looks there, relative to the quad that the person gives."""

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Box = tuple[float, float, float, float]
"""x0, y0, x1, y1."""


def as_quads(rows: Iterable[Iterable[Iterable[float]]]) -> list[Quad]:
    """Return plain quads of rows of four corners x, y, such as an array (N, 4, 2).

    Raises:
        TypeError, ValueError: for any other shape, and for numbers too large for a float.
    """
    quads = []
    for row in rows:
        try:
            one, two, three, four = ((float(x), float(y)) for x, y in row)
        except OverflowError as error:
            raise ValueError(str(error)) from error
        quads.append((one, two, three, four))
    return quads


def single(values: Iterable[float]) -> list[float]:
    """Round numbers to single precision, the precision of the networks."""
    return array("f", values).tolist()


def single_quad(corners: Iterable[float]) -> Quad:
    """Return the quad of eight numbers x, y, x, y, ... rounded to single precision."""
    x0, y0, x1, y1, x2, y2, x3, y3 = array("f", corners)
    return (x0, y0), (x1, y1), (x2, y2), (x3, y3)


def scaled(quad: Quad, factor: float) -> Quad:
    """Return the quad with all coordinates times `factor`, in single precision."""
    (factor,) = single((factor,))
    return single_quad([value * factor for corner in quad for value in corner])


def area(quad: Quad) -> float:
    """Return the signed area in square pixels, positive for a quad that runs clockwise in the picture."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    return ((x2 - x0) * (y3 - y1) - (x3 - x1) * (y2 - y0)) / 2


def is_convex(quad: Quad) -> bool:
    """Say whether a quad is convex, runs clockwise and has an area, as the picture of a flat face must."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    ax, ay, bx, by = x1 - x0, y1 - y0, x2 - x1, y2 - y1
    cx, cy, dx, dy = x3 - x2, y3 - y2, x0 - x3, y0 - y3
    return (
        ax * by - ay * bx > 1e-6 and bx * cy - by * cx > 1e-6 and cx * dy - cy * dx > 1e-6 and dx * ay - dy * ax > 1e-6
    )


def is_finite(quad: Quad) -> bool:
    """Say whether all coordinates are finite."""
    # A sum with an infinite or NaN term is not finite either.
    return math.isfinite(sum(value for corner in quad for value in corner))


def given_face(corners: Any) -> Quad | None:  # noqa: ANN401 - a person may give anything
    """Return four corners that a person gives; None if no tile's face lies so: near, clockwise, not too small."""
    try:
        (quad,) = as_quads([corners])
    except (TypeError, ValueError):
        return None
    near = is_finite(quad) and all(abs(value) <= FARTHEST for corner in quad for value in corner)
    return quad if near and is_convex(quad) and short_side(quad) >= SMALLEST else None


def side_lengths(quad: Quad) -> tuple[float, float, float, float]:
    """Return the lengths of the sides in pixels, from corner 0 to corner 1 on."""
    one, two, three, four = quad
    return math.dist(one, two), math.dist(two, three), math.dist(three, four), math.dist(four, one)


def width_and_height(quad: Quad) -> tuple[float, float]:
    """Return the mean width and the mean height in pixels."""
    top, right, bottom, left = side_lengths(quad)
    return (top + bottom) / 2, (right + left) / 2


def short_side(quad: Quad) -> float:
    """Return the shorter of the mean width and the mean height in pixels."""
    return min(width_and_height(quad))


def long_side(quad: Quad) -> float:
    """Return the longer of the mean width and the mean height in pixels: the one that a tilt shortens less."""
    return max(width_and_height(quad))


def usual_side(quads: Iterable[Quad]) -> float:
    """Return the median short side of one or more quads, in pixels."""
    return median(map(short_side, quads))


def centre(quad: Quad) -> Point:
    """Return the mean of the corners."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    return (x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4


def hull(quad: Quad) -> Box:
    """Return the upright hull x0, y0, x1, y1."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    return min(x0, x1, x2, x3), min(y0, y1, y2, y3), max(x0, x1, x2, x3), max(y0, y1, y2, y3)


def box_corners(box: Box) -> Quad:
    """Return the corners of an upright box, clockwise from its top left."""
    x0, y0, x1, y1 = box
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def fitted_line(points: Sequence[Point]) -> tuple[Point, float]:
    """Return the mean of points, and the slope y per x of their line of least squares."""
    middle, level = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    product = sum((x - middle) * (y - level) for x, y in points)
    return (middle, level), product / max(sum((x - middle) ** 2 for x, _ in points), 1e-9)


def beyond(quad: Quad, width: int, height: int) -> float:
    """Return how far the outermost corner lies outside a picture of this size, in short sides of the quad.

    Negative for a quad inside: its distance from the edge.
    """
    x0, y0, x1, y1 = hull(quad)
    return max(-x0, x1 - width, -y0, y1 - height) / max(short_side(quad), 1e-6)


def turned(quad: Quad, turns: int) -> Quad:
    """Renumber a quad from the top left of its face, which needs `turns` quarter turns clockwise.

    A face that needs one quarter turn clockwise has its own top left at corner 3.
    """
    return quad[-turns % 4], quad[(1 - turns) % 4], quad[(2 - turns) % 4], quad[(3 - turns) % 4]


def looks_at(quad: Quad) -> list[Quad]:
    """Return quads around a roughly known place: at it, beside, above and below it, each in three sizes."""
    (x, y), (width, height) = centre(quad), width_and_height(quad)
    across, down = LOOK_BESIDE * width, LOOK_BESIDE * height
    steps = ((0.0, 0.0), (across, 0.0), (-across, 0.0), (0.0, down), (0.0, -down))
    return [
        single_quad([value for u, v in quad for value in (x + dx + size * (u - x), y + dy + size * (v - y))])
        for size in LOOK_SIZES
        for dx, dy in steps
    ]


def contains(quad: Quad, point: Point) -> bool:
    """Say whether a point lies in a convex, clockwise quad or on its edge."""
    x, y = point
    x0, y0 = quad[3]
    for x1, y1 in quad:
        if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) < 0:
            return False
        x0, y0 = x1, y1
    return True


def shared_area(one: Quad, two: Quad) -> float:
    """Return the area in square pixels that two convex, clockwise quads share.

    I. Sutherland and G. Hodgman, Reentrant polygon clipping (1974): clip one quad along each side of the other.
    """
    outline: Sequence[Point] = one
    x0, y0 = two[3]
    for x1, y1 in two:
        along, down = x1 - x0, y1 - y0
        sides = [along * (y - y0) - down * (x - x0) for x, y in outline]
        if min(sides) < 0:
            outline = _clipped(outline, sides)
            if len(outline) < 3:
                return 0.0
        x0, y0 = x1, y1
    total, (x0, y0) = 0.0, outline[-1]
    for x1, y1 in outline:
        total += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return max(0.0, total / 2)


def _clipped(outline: Sequence[Point], sides: Sequence[float]) -> list[Point]:
    """Return the part of an outline with `sides`, one number a corner, not negative."""
    kept = []
    (x0, y0), before = outline[-1], sides[-1]
    for (x1, y1), after in zip(outline, sides, strict=True):
        if (before < 0) != (after < 0):
            share = before / (before - after)
            kept.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0)))
        if after >= 0:
            kept.append((x1, y1))
        x0, y0, before = x1, y1, after
    return kept
