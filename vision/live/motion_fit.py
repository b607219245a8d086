"""Fit homographies and similarities that most pairs of points agree on."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Final

from vision.geometry import Point
from vision.requests import Homography

SAMPLES: Final = 60
"""Random samples that we try if the fit of all points leaves some out: enough with 0.999 for three outliers in ten."""

AGREEING: Final = 0.9
"""Share of the points that must lie near for us to take the first fit without samples."""

Fit = Callable[[Sequence[Point], Sequence[Point]], Homography | None]


def fit_homography(source: Sequence[Point], target: Sequence[Point], near: float) -> Homography | None:
    """Return the homography that takes most source points to within `near` pixels of their targets, or None."""
    return _robust(source, target, near, _homography, 4)


def fit_similarity(source: Sequence[Point], target: Sequence[Point], near: float) -> Homography | None:
    """Return the similarity (rotation, one scale, shift) that does the same, or None."""
    return _robust(source, target, near, _similarity, 2)


def moved_by(matrix: Homography, point: Point) -> Point:
    """Return the point to which a homography maps a point."""
    h0, h1, h2, h3, h4, h5, h6, h7, h8 = matrix
    x, y = point
    depth = h6 * x + h7 * y + h8
    if abs(depth) < 1e-9:
        depth = 1e-9
    return (h0 * x + h1 * y + h2) / depth, (h3 * x + h4 * y + h5) / depth


def _robust(source: Sequence[Point], target: Sequence[Point], near: float, fit: Fit, least: int) -> Homography | None:
    """Fit the points that agree, deterministically (M. Fischler and R. Bolles, Random sample consensus, 1981)."""
    everyone = list(range(len(source)))
    best = _agreeing(fit(source, target), source, target, near)
    if len(best) < AGREEING * len(source):
        draw = random.Random(1981)  # noqa: S311 - a fixed seed, no secret
        for _ in range(SAMPLES):
            chosen = draw.sample(everyone, least)
            matrix = fit([source[index] for index in chosen], [target[index] for index in chosen])
            found = _agreeing(matrix, source, target, near)
            if len(found) > len(best):
                best = found
    matrix = None
    for _ in range(2):
        if len(best) < least:
            return None
        matrix = fit([source[index] for index in best], [target[index] for index in best])
        best = _agreeing(matrix, source, target, near)
    return matrix


def _agreeing(matrix: Homography | None, source: Sequence[Point], target: Sequence[Point], near: float) -> list[int]:
    """Return the indices of the points that a motion brings near their targets."""
    if matrix is None:
        return []
    return [
        index
        for index, (one, other) in enumerate(zip(source, target, strict=True))
        if math.dist(moved_by(matrix, one), other) <= near
    ]


def _homography(source: Sequence[Point], target: Sequence[Point]) -> Homography | None:
    """Return the homography of least squares, its last number 1; None if the points do not determine one.

    We first move the points' middle to the origin and scale them to unit size (R. Hartley, In defense of the
    eight-point algorithm, 1997).
    """
    (sx, sy, ss), (tx, ty, ts) = _frame(source), _frame(target)
    square = [[0.0] * 9 for _ in range(8)]
    for one, other in zip(source, target, strict=True):
        x, y, u, v = (one[0] - sx) / ss, (one[1] - sy) / ss, (other[0] - tx) / ts, (other[1] - ty) / ts
        for row in ((x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, u), (0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, v)):
            for at in range(8):
                if row[at]:
                    value, line = row[at], square[at]
                    for column in range(at, 9):
                        line[column] += value * row[column]
    for at in range(8):
        for column in range(at):
            square[at][column] = square[column][at]
    solved = solve(square)
    if solved is None:
        return None
    a, b, c, d, e, f, g, h = solved
    # Back from the frame of the target, then into that of the source.
    a, b, c = a * ts + g * tx, b * ts + h * tx, c * ts + tx
    d, e, f = d * ts + g * ty, e * ts + h * ty, f * ts + ty
    c, f, last = c - (a * sx + b * sy) / ss, f - (d * sx + e * sy) / ss, 1.0 - (g * sx + h * sy) / ss
    if abs(last) < 1e-9:
        return None
    size = ss * last
    return a / size, b / size, c / last, d / size, e / size, f / last, g / size, h / size, 1.0


def _similarity(source: Sequence[Point], target: Sequence[Point]) -> Homography | None:
    """Return the similarity of least squares; None if the points do not determine one."""
    (sx, sy, _), (tx, ty, _) = _frame(source), _frame(target)
    along = across = size = 0.0
    for one, other in zip(source, target, strict=True):
        x, y, u, v = one[0] - sx, one[1] - sy, other[0] - tx, other[1] - ty
        along, across, size = along + x * u + y * v, across + x * v - y * u, size + x * x + y * y
    if size < 1e-9:
        return None
    cosine, sine = along / size, across / size
    return cosine, -sine, tx - cosine * sx + sine * sy, sine, cosine, ty - sine * sx - cosine * sy, 0.0, 0.0, 1.0


def _frame(points: Sequence[Point]) -> tuple[float, float, float]:
    """Return the middle of points, and their mean distance from it."""
    x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return x, y, max(sum(math.dist((x, y), point) for point in points) / len(points), 1e-9)


def solve(rows: list[list[float]]) -> list[float] | None:
    """Solve N linear equations, N rows of N + 1 numbers, by elimination; None if they have no unique solution."""
    count = len(rows)
    rows = [list(row) for row in rows]
    for at in range(count):
        pivot = max(range(at, count), key=lambda row: abs(rows[row][at]))
        if abs(rows[pivot][at]) < 1e-12:
            return None
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in range(at + 1, count):
            factor = rows[row][at] / rows[at][at]
            if factor:
                rows[row] = [value - factor * above for value, above in zip(rows[row], rows[at], strict=True)]
    found = [0.0] * count
    for at in reversed(range(count)):
        rest = sum(rows[at][column] * found[column] for column in range(at + 1, count))
        found[at] = (rows[at][count] - rest) / rows[at][at]
    return found
