"""Find the boxes of print in the probability map of the text detector.

The steps are those of differentiable binarisation (M. Liao and others, Real-time Scene Text Detection with
Differentiable Binarization, AAAI 2020, section 3.4): regions above a threshold, the smallest rectangle around each, and
its expansion, because the map shows only the cores of lines. A short region, such as a lone X, takes the rotation of
the long ones.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median
from typing import Final

from vision.geometry import Point, Quad

_ON: Final = 76
"""Probability of print, in 255ths, above which a pixel belongs to a region."""

_LEAST_SCORE: Final = 0.5
"""Mean probability in the rectangle of a region below which we drop it."""

_LARGER: Final = 1.6
"""How far a rectangle grows on each side, as a multiple of its area divided by its perimeter."""

_SMALLEST: Final = 3.0
"""Minimum length of the shorter side of a region, in pixels of the map."""

_LONG: Final = 3.0
"""Ratio of width to height from which a region shows the rotation of the print."""

_MASK: Final = bytes(value > _ON for value in range(256))
_RUNS: Final = re.compile(b"\x01+")


@dataclass(slots=True)
class _Region:
    """A connected region of pixels: the corners of its runs, and the sum of its probabilities in 255ths."""

    points: list[Point] = field(default_factory=list)
    sum: int = 0


def boxes_of(found: bytes, width: int, height: int) -> list[Quad]:
    """Return the corners of each line of print, clockwise from the upper left, in pixels of the map."""
    regions = list(_regions(found, width, height))
    hulls = [_hull(region.points) for region in regions]
    smallest = [_smallest(hull) for hull in hulls]
    lies = [turn for _, (wide, high), turn in smallest if wide >= _LONG * high > 0]
    usual = median(lies) if lies else 0.0
    boxes = []
    for region, hull, box in zip(regions, hulls, smallest, strict=True):
        long = box[1][0] >= _LONG * box[1][1]
        centre, (wide, high), turn = box if long else _rectangle(hull, usual)
        if min(wide, high) < _SMALLEST or region.sum < _LEAST_SCORE * 255 * wide * high:
            continue
        grown = wide * high * _LARGER / (2 * (wide + high))
        boxes.append(_corners(centre, wide + 2 * grown, high + 2 * grown, turn))
    return boxes


def _regions(found: bytes, width: int, height: int) -> Iterator[_Region]:
    """Yield the connected regions: join the runs of each row with touching runs of the row above."""
    mask = found.translate(_MASK)
    parents: list[int] = []
    runs: list[tuple[int, int, int, int]] = []

    def root(at: int) -> int:
        while parents[at] != at:
            parents[at] = parents[parents[at]]
            at = parents[at]
        return at

    above: list[tuple[int, int, int]] = []
    for y in range(height):
        now = []
        first = 0
        for match in _RUNS.finditer(mask, y * width, (y + 1) * width):
            start, end = match.start() - y * width, match.end() - y * width
            at = len(parents)
            parents.append(at)
            runs.append((at, y, start, end))
            now.append((start, end, at))
            while first < len(above) and above[first][1] < start:
                first += 1
            for other in above[first:]:
                if other[0] > end:
                    break
                parents[root(at)] = root(other[2])
        above = now
    regions: dict[int, _Region] = {}
    for at, y, start, end in runs:
        region = regions.setdefault(root(at), _Region())
        region.points += [(start, y), (end, y), (start, y + 1), (end, y + 1)]
        region.sum += sum(found[y * width + start : y * width + end])
    yield from regions.values()


def _hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex hull, by Andrew's monotone chain."""
    ordered = sorted(set(points))
    halves = []
    for side in (ordered, ordered[::-1]):
        half: list[Point] = []
        for point in side:
            while len(half) > 1 and _turns(half[-2], half[-1], point) <= 0:
                half.pop()
            half.append(point)
        halves += half[:-1]
    return halves


def _turns(one: Point, two: Point, three: Point) -> float:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


_Box = tuple[Point, tuple[float, float], float]
"""Centre, width and height, and rotation in radians, within 45 degrees either way."""


def _smallest(hull: list[Point]) -> _Box:
    """Return the smallest rectangle around a hull, which shares the direction of one side of the hull."""
    turns = {_upright(math.atan2(y2 - y1, x2 - x1)) for (x1, y1), (x2, y2) in pairwise([*hull, hull[0]])}
    return min((_rectangle(hull, turn) for turn in turns), key=lambda box: (box[1][0] * box[1][1], abs(box[2])))


def _upright(turn: float) -> float:
    """Reduce an angle in radians to within 45 degrees by quarter turns."""
    quarter = math.pi / 2
    return turn - quarter * math.floor(turn / quarter + 0.5)


def _rectangle(hull: list[Point], turn: float) -> _Box:
    """Return the rectangle around a hull with this rotation in radians."""
    cos, sin = math.cos(turn), math.sin(turn)
    across = [x * cos + y * sin for x, y in hull]
    down = [y * cos - x * sin for x, y in hull]
    left, right, top, bottom = min(across), max(across), min(down), max(down)
    x, y = (left + right) / 2, (top + bottom) / 2
    return (x * cos - y * sin, x * sin + y * cos), (right - left, bottom - top), turn


def _corners(centre: Point, wide: float, high: float, turn: float) -> Quad:
    cos, sin = math.cos(turn), math.sin(turn)
    ends = [(-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2)]
    one, two, three, four = ((centre[0] + x * cos - y * sin, centre[1] + x * sin + y * cos) for x, y in ends)
    return one, two, three, four
