"""Rows and reading order of tiles, from their corners alone.

Two directions matter. Along the rows runs the reading direction: left to right as the faces stand, so that a photo
taken sideways or upside down reads as the player would. Across them the rows count from the top of the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.quads import Quads

Floats = npt.NDArray[np.float64]

UPSIDE_DOWN: Final = 0.75
"""Part of the faces that must stand on their heads before the photo counts as taken upside down: players do not turn
every tile of a rack the same way, and cameras know which way is down."""

SIDEWAYS: Final = 0.38
"""Rows steeper than this (cosine of the angle to the vertical, 68 degrees of tilt) have no top in the picture; theirs
is where the faces' top is."""

LEVEL: Final = 0.42
"""Part of a tile's height by which its neighbour in the row may lie higher or lower."""

STEEPEST: Final = 0.6
"""A row rises at most this much per pixel along the common direction: 31 degrees."""

NEAR: Final = 2.2
"""Tile widths between the centres of neighbours; what is farther apart joins a row by the row's line only."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How N tiles stand.

    Attributes:
        rows: indices of the tiles, rows from the top of the picture, each in reading order; every index once.
        direction: unit vector x, y of the reading direction in the picture.
        faces_down: whether counting rows from the top of the picture goes down the faces too; false for a photo
            taken upside down.
        on_heads: share of the faces, 0 to 1, that stand on their heads as the rows are read.
    """

    rows: tuple[tuple[int, ...], ...]
    direction: tuple[float, float]
    faces_down: bool
    on_heads: float = 0.0

    def __post_init__(self) -> None:
        indices = sorted(index for row in self.rows for index in row)
        if indices != list(range(len(indices))) or not all(self.rows):
            raise VisionError("bad-layout", "rows must hold every tile once and none may be empty", "layout.rows")

    def turned(self) -> Layout:
        """The same rows read from the other side of the table."""
        rows = tuple(row[::-1] for row in self.rows)
        x, y = self.direction
        if abs(x) < SIDEWAYS:
            return Layout(rows[::-1], (-x, -y), self.faces_down, 1 - self.on_heads)
        return Layout(rows, (-x, -y), not self.faces_down, 1 - self.on_heads)


def arrange(quads: Quads, weights: Floats | None = None) -> Layout:
    """Rows and order of the tiles under `quads`.

    Args:
        quads: (N, 4, 2) corners in pixels, clockwise from each face's own top left.
        weights: (N,) how much each tile has to say about which way the rows run and which way is up; None for alike.
    """
    corners = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    if not len(corners):
        return Layout((), (1.0, 0.0), True)
    say = np.ones(len(corners)) if weights is None else weights
    first, second, third, fourth = corners.transpose(1, 0, 2)
    x, y = reading_direction(second + third - first - fourth, say)
    faces_down = x > 0 or abs(x) < SIDEWAYS
    across = (-y, x) if faces_down else (y, -x)
    # From here on everything is measured along the rows and across them.
    places = corners @ np.array([[x, across[0]], [y, across[1]]])
    tops, sides = _axes(places)
    rows = _rows(places, _slopes(tops, sides))
    heads = tops[:, 0] < 0
    return Layout(rows, (x, y), faces_down, float(say[heads].sum() / say.sum()))


def reading_direction(tops: Floats, weights: Floats) -> tuple[float, float]:
    """Unit vector x, y along the rows, left to right as most faces stand.

    The tiles' sides give the two axes of the table; most faces' tops say which of them the rows follow. Whether it is
    read forwards or backwards is for the picture to say unless nearly all faces stand on their heads in it.

    Args:
        tops: (N, 2) from left to right along each face's own top.
        weights: (N,) how much each tile has to say.
    """
    angles = np.arctan2(tops[:, 1], tops[:, 0])
    # Four times the angle is the same for all quarter turns, so sideways and upside-down faces agree on the axes.
    axis = float(np.angle((weights * np.exp(4j * angles)).sum())) / 4
    quarter = np.rint((angles - axis) / (np.pi / 2)).astype(np.intp) % 4
    ahead, right, behind, left = np.bincount(quarter, weights, minlength=4).tolist()
    if ahead + behind < right + left:
        axis += math.pi / 2
        ahead, behind = right, left
    x, y = math.cos(axis), math.sin(axis)
    if abs(x) < SIDEWAYS:
        # On its side the picture has no say; on a tie rows run from its top down.
        flip = behind > ahead or (behind == ahead and y < 0)
    elif x > 0:
        flip = behind > UPSIDE_DOWN * (ahead + behind)
    else:
        flip = ahead <= UPSIDE_DOWN * (ahead + behind)
    return (-x, -y) if flip else (x, y)


def _axes(places: Floats) -> tuple[Floats, Floats]:
    """(N, 2) each: along the top and down the side of faces (N, 4, 2), twice as long as these."""
    first, second, third, fourth = places.transpose(1, 0, 2)
    return second + third - first - fourth, third + fourth - first - second


def _rows(places: Floats, slopes: Floats) -> tuple[tuple[int, ...], ...]:
    """Row membership: neighbours first, then pieces of rows that lie on one line.

    Args:
        places: (N, 4, 2) the corners along the rows and across them.
        slopes: (N,) how much each tile's own row rises.
    """
    t, n = places.sum(axis=1).T / 4
    widths, heights = (places.max(axis=1) - places.min(axis=1)).T
    group = _joined_neighbours(t, n, widths, heights, slopes)
    names = _joined_pieces(group, t, n, heights, slopes).tolist()
    rows: dict[int, list[int]] = {}
    for index in t.argsort(kind="stable").tolist():
        rows.setdefault(names[index], []).append(index)
    return tuple(sorted(map(tuple, rows.values()), key=lambda row: float(n[list(row)].mean())))


def _slopes(tops: Floats, sides: Floats) -> Floats:
    """(N,) how much each tile's own row would rise across per pixel along: in perspective rows are not parallel."""
    # The axis of the tile that is nearer to the rows' direction, whichever way the face is turned.
    sideways = np.abs(tops[:, 0]) * np.hypot(*sides.T) < np.abs(sides[:, 0]) * np.hypot(*tops.T)
    run, rise = np.where(sideways[:, None], sides, tops).T
    slopes = rise / np.where(np.abs(run) < 1e-6, 1e-6, run)
    return np.asarray(np.minimum(np.maximum(slopes, -STEEPEST), STEEPEST), np.float64)


def _joined_neighbours(t: Floats, n: Floats, widths: Floats, heights: Floats, slopes: Floats) -> npt.NDArray[np.intp]:
    """(N,) names of pieces of rows: tiles that stand beside each other, as far as their own slopes say."""
    apart = t - t[:, None]
    step = np.abs(n - n[:, None] - (slopes + slopes[:, None]) / 2 * apart)
    level = step < LEVEL * np.minimum(heights, heights[:, None])
    near = apart < NEAR * np.maximum(widths, widths[:, None])
    # Tiles one above the other overlap along the row: they are never neighbours in it.
    beside = apart > 0.4 * np.minimum(widths, widths[:, None])
    return _components(level & near & beside & (apart > 0))


def _joined_pieces(
    group: npt.NDArray[np.intp], t: Floats, n: Floats, heights: Floats, slopes: Floats
) -> npt.NDArray[np.intp]:
    """(N,) names of rows: pieces joined across gaps where one's line meets the other, the closest pieces first."""
    # A piece is named by its first tile.
    pieces = np.flatnonzero(group == np.arange(len(group)))
    everyone = np.arange(len(pieces))
    members = group == pieces[:, None]
    names: npt.NDArray[np.intp] = members.argmax(axis=0)
    if len(pieces) == 1:
        return names
    along, over = t - t.mean(), n - n.mean()
    # Of each piece: sums from which its line follows, and the ends of it along the rows. Sums of two pieces add up.
    sums: Floats = np.array([np.ones_like(t), along, over, along * along, along * over, slopes, heights]) @ members.T
    low = np.where(members, along, np.inf).min(axis=1)
    high = np.where(members, along, -np.inf).max(axis=1)
    gaps, gone = _gaps(sums, low, high, everyone, everyone), np.zeros(len(pieces), bool)
    while True:
        first, second = divmod(int(gaps.argmin()), len(pieces))
        if gaps[first, second] == np.inf:
            return names
        names[names == second] = first
        sums[:, first] += sums[:, second]
        high[first] = max(high[first], high[second])
        joined = np.array([first])
        gone[second] = True
        gaps[first, :] = _gaps(sums, low, high, joined, everyone)[0]
        gaps[:, first] = _gaps(sums, low, high, everyone, joined)[:, 0]
        gaps[gone, :] = gaps[:, gone] = np.inf


def _gaps(sums: Floats, low: Floats, high: Floats, left: npt.NDArray[np.intp], right: npt.NDArray[np.intp]) -> Floats:
    """(L, R) pixels between each left piece's end and each right piece's start, infinite where they are not one row."""
    count, along, over, square, product, slopes, heights = sums
    middle, level, tall = along / count, over / count, heights / count
    spread = np.maximum(square - along * middle, 1e-9)
    # The line through the centres of three tiles or more says where a row runs, of fewer the tiles' own sides.
    slope = np.where(count >= 3, (product - along * level) / spread, slopes / count)
    slope = np.minimum(np.maximum(slope, -STEEPEST), STEEPEST)
    at_low = level + slope * (low - middle)
    at_high = level + slope * (high - middle)
    gap = low[right] - high[left, None]
    # A piece of several tiles knows where its row runs better than a single tile does.
    weighted = count * slope
    shared = (weighted[left, None] + weighted[right]) / (count[left, None] + count[right])
    step = np.abs(at_low[right] - at_high[left, None] - shared * gap)
    fits = (gap > 0) & (step < LEVEL * np.minimum(tall[left, None], tall[right]))
    return np.where(fits, gap, np.inf)


def _components(linked: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """(N,) the smallest index each of N things is linked with, directly or through others."""
    names = np.arange(len(linked))
    linked = linked | linked.T
    np.fill_diagonal(linked, val=True)
    while True:
        least = np.where(linked, names, len(names)).min(axis=1)
        if (least == names).all():
            return names
        names = least[least]
