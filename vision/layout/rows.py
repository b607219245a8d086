"""Find rows and reading order of tiles, from their corners alone.

Two directions matter. The reading direction runs along the rows: left to right as the faces stand, so that a photo
taken sideways or upside down reads as the player would. Across the rows we count from the top of the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from vision.errors import VisionError
from vision.geometry import Point, Quad, fitted_line

UPSIDE_DOWN: Final = 0.75
"""Share of the faces that must stand on their heads before a photo counts as taken upside down."""

SIDEWAYS: Final = 0.38
"""Cosine of a row's angle to the horizontal below which the faces' top, not the picture's, decides where the rows begin
(68 degrees of tilt)."""

LEVEL: Final = 0.42
"""Share of a tile's height by which its neighbour in the row may lie higher or lower."""

STEEPEST: Final = 0.6
"""Largest rise of a row per pixel along the common direction: 31 degrees."""

NEAR: Final = 2.2
"""Largest distance between the centres of neighbours, in tile widths; farther tiles join by the row's line only."""

BESIDE: Final = 0.4
"""Distance between the centres, in tile widths, below which two tiles stand one above the other."""


@dataclass(frozen=True, slots=True)
class RowLayout:
    """The rows of N tiles.

    Attributes:
        rows: indices of the tiles, rows from the top of the picture, each in reading order; every index once.
        direction: unit vector x, y of the reading direction in the picture.
        faces_down: whether counting rows from the top of the picture goes down the faces too; false for a photo
            taken upside down.
        on_heads: share of the faces, 0 to 1, that stand on their heads in the reading direction.
    """

    rows: tuple[tuple[int, ...], ...]
    direction: Point
    faces_down: bool
    on_heads: float = 0.0

    def __post_init__(self) -> None:
        indices = sorted(index for row in self.rows for index in row)
        if indices != list(range(len(indices))) or not all(self.rows):
            raise VisionError("bad-layout", "rows must hold every tile once and none may be empty", "layout.rows")

    def turned(self) -> RowLayout:
        """Return the same rows read from the other side of the table."""
        rows = tuple(row[::-1] for row in self.rows)
        x, y = self.direction
        if abs(x) < SIDEWAYS:
            return RowLayout(rows[::-1], (-x, -y), self.faces_down, 1 - self.on_heads)
        return RowLayout(rows, (-x, -y), not self.faces_down, 1 - self.on_heads)


class _Place(NamedTuple):
    """A tile in the frame of the rows: its middle along and across them, its size, and how much its own row rises."""

    along: float
    across: float
    width: float
    height: float
    slope: float


def arrange_rows(quads: Sequence[Quad], weights: Sequence[float] | None = None) -> RowLayout:
    """Find the rows of the tiles under `quads` and their order.

    Args:
        quads: N faces in pixels, clockwise from each face's own top left.
        weights: N weights of the tiles in the vote on the rows' direction and which way is up; None for equal ones.
    """
    if not len(quads):
        return RowLayout((), (1.0, 0.0), faces_down=True)
    say = [1.0] * len(quads) if weights is None else weights
    axes = [_axes(quad) for quad in quads]
    x, y = reading_direction([top for top, _ in axes], say)
    faces_down = x > 0 or abs(x) < SIDEWAYS
    down_x, down_y = (-y, x) if faces_down else (y, -x)
    places, on_heads = [], 0.0
    for quad, ((top_x, top_y), (side_x, side_y)), weight in zip(quads, axes, say, strict=True):
        along = [px * x + py * y for px, py in quad]
        across = [px * down_x + py * down_y for px, py in quad]
        top = top_x * x + top_y * y, top_x * down_x + top_y * down_y
        side = side_x * x + side_y * y, side_x * down_x + side_y * down_y
        places.append(
            _Place(
                sum(along) / 4, sum(across) / 4, max(along) - min(along), max(across) - min(across), _slope(top, side)
            )
        )
        if top[0] < 0:
            on_heads += weight
    return RowLayout(_rows(places), (x, y), faces_down, on_heads / sum(say))


def reading_direction(tops: Sequence[Point], weights: Sequence[float]) -> Point:
    """Return the unit vector x, y along the rows, left to right as most faces stand.

    The tiles' sides give the two axes of the table; the tops of most faces decide which of them the rows follow. The
    picture decides whether a row reads forwards or backwards, unless nearly all faces stand on their heads in it.

    Args:
        tops: N vectors from left to right along each face's own top.
        weights: N weights of the tiles in the vote.
    """
    angles = [math.atan2(y, x) for x, y in tops]
    # Four times the angle is the same for all quarter turns, so sideways and upside-down faces agree on the axes.
    axis = (
        math.atan2(
            sum(weight * math.sin(4 * angle) for angle, weight in zip(angles, weights, strict=True)),
            sum(weight * math.cos(4 * angle) for angle, weight in zip(angles, weights, strict=True)),
        )
        / 4
    )
    quarters = [0.0, 0.0, 0.0, 0.0]
    for angle, weight in zip(angles, weights, strict=True):
        quarters[round((angle - axis) / (math.pi / 2)) % 4] += weight
    ahead, right, behind, left = quarters
    if ahead + behind < right + left:
        axis += math.pi / 2
        ahead, behind = right, left
    x, y = math.cos(axis), math.sin(axis)
    if abs(x) < SIDEWAYS:
        # A picture on its side does not decide; on a tie rows run from its top down.
        flip = behind > ahead or (behind == ahead and y < 0)
    elif x > 0:
        flip = behind > UPSIDE_DOWN * (ahead + behind)
    else:
        flip = ahead <= UPSIDE_DOWN * (ahead + behind)
    return (-x, -y) if flip else (x, y)


def _axes(quad: Quad) -> tuple[Point, Point]:
    """Return twice the mean vectors along a face's top and down its side."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    return (x1 + x2 - x0 - x3, y1 + y2 - y0 - y3), (x2 + x3 - x0 - x1, y2 + y3 - y0 - y1)


def _slope(top: Point, side: Point) -> float:
    """Return how much a tile's own row rises across per pixel along: in perspective rows are not parallel."""
    # Take the axis of the tile that is nearer to the rows' direction, whichever way the face lies.
    sideways = abs(top[0]) * math.hypot(*side) < abs(side[0]) * math.hypot(*top)
    run, rise = side if sideways else top
    return min(max(rise / (1e-6 if abs(run) < 1e-6 else run), -STEEPEST), STEEPEST)


def _rows(places: Sequence[_Place]) -> tuple[tuple[int, ...], ...]:
    """Join tiles into rows: neighbours first, then segments of rows that lie on one line."""
    order = sorted(range(len(places)), key=lambda index: places[index].along)
    names = _joined_segments(_joined_neighbours(places, order), places)
    rows: dict[int, list[int]] = {}
    for index in order:
        rows.setdefault(names[index], []).append(index)
    return tuple(
        sorted(map(tuple, rows.values()), key=lambda row: sum(places[index].across for index in row) / len(row))
    )


def _joined_neighbours(places: Sequence[_Place], order: Sequence[int]) -> list[int]:
    """Name each tile by the first tile of the segment of a row that it stands in.

    Args:
        places: places of N tiles.
        order: their indices, sorted by their place along the rows.
    """
    names = list(range(len(places)))

    def first(index: int) -> int:
        while names[index] != index:
            index = names[index]
        return index

    farthest = NEAR * max(place.width for place in places)
    for number, one in enumerate(order):
        left = places[one]
        for other in order[number + 1 :]:
            right = places[other]
            apart = right.along - left.along
            if apart >= farthest:
                break
            narrow, wide = (left.width, right.width) if left.width < right.width else (right.width, left.width)
            if BESIDE * narrow < apart < NEAR * wide:
                step = abs(right.across - left.across - (left.slope + right.slope) / 2 * apart)
                if step < LEVEL * min(left.height, right.height):
                    low, high = sorted((first(one), first(other)))
                    names[high] = low
    return [first(index) for index in range(len(places))]


class _Line(NamedTuple):
    """The ends of a segment, where its line lies across the rows there, its tiles, its slope and its tiles' height."""

    low: float
    high: float
    at_low: float
    at_high: float
    tiles: int
    slope: float
    height: float

    @classmethod
    def of(cls, places: Sequence[_Place]) -> _Line:
        """Fit the line on which the tiles of a segment stand."""
        count = len(places)
        (middle, level), slope = fitted_line([(place.along, place.across) for place in places])
        # The centres of three tiles or more give the row's slope; with fewer tiles, their sides do.
        if count < 3:
            slope = sum(place.slope for place in places) / count
        slope = min(max(slope, -STEEPEST), STEEPEST)
        low, high = min(place.along for place in places), max(place.along for place in places)
        height = sum(place.height for place in places) / count
        return cls(low, high, level + slope * (low - middle), level + slope * (high - middle), count, slope, height)


def _joined_segments(firsts: Sequence[int], places: Sequence[_Place]) -> list[int]:
    """Name each tile by its row: join segments across gaps if their lines meet, the closest first."""
    members: dict[int, list[_Place]] = {}
    for place, first in zip(places, firsts, strict=True):
        members.setdefault(first, []).append(place)
    names = [list(members).index(first) for first in firsts]
    segments = list(members.values())
    if len(segments) == 1:
        return names
    lines = [_Line.of(segment) for segment in segments]
    gaps = [[_gap(left, right) for right in lines] for left in lines]
    alive = set(range(len(segments)))
    while True:
        closest = [min(row) for row in gaps]
        least = min(closest)
        if least == math.inf:
            return names
        first = closest.index(least)
        second = gaps[first].index(least)
        names = [first if name == second else name for name in names]
        segments[first] += segments[second]
        lines[first] = _Line.of(segments[first])
        alive.remove(second)
        gaps[second] = [math.inf] * len(segments)
        for other in range(len(segments)):
            gaps[other][second] = math.inf
            if other in alive:
                gaps[first][other] = _gap(lines[first], lines[other])
                gaps[other][first] = _gap(lines[other], lines[first])


def _gap(left: _Line, right: _Line) -> float:
    """Return the pixels between the left segment's end and the right one's start, infinite if they are not one row.

    The slope of a segment counts by its number of tiles: several tiles fix it better than a single one does.
    """
    gap = right.low - left.high
    if gap <= 0:
        return math.inf
    shared = (left.tiles * left.slope + right.tiles * right.slope) / (left.tiles + right.tiles)
    step = abs(right.at_low - left.at_high - shared * gap)
    return gap if step < LEVEL * min(left.height, right.height) else math.inf
