"""Rows and reading order of tiles, from their corners alone.

Two directions matter. Along the rows runs the reading direction: left to right as the faces stand, so that a photo
taken sideways or upside down reads as the player would. Across them the rows count from the top of the picture.
"""

from __future__ import annotations

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
    along = reading_direction(corners, say)
    down = np.array([-along[1], along[0]])
    faces_down = bool(down[1] > 0 or abs(down[1]) < SIDEWAYS)
    across = down if faces_down else -down
    rows = _rows(corners, along, across)
    heads = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]) @ along < 0
    return Layout(rows, (float(along[0]), float(along[1])), faces_down, float(say[heads].sum() / say.sum()))


def reading_direction(corners: Floats, weights: Floats) -> Floats:
    """Unit vector (2,) along the rows, left to right as most faces stand.

    The tiles' sides give the two axes of the table; most faces' tops say which of them the rows follow. Whether it is
    read forwards or backwards is for the picture to say unless nearly all faces stand on their heads in it.
    """
    rights = _unit(corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3])
    angles = np.arctan2(rights[:, 1], rights[:, 0])
    # Four times the angle is the same for all quarter turns, so sideways and upside-down faces agree on the axes.
    axis = np.angle((weights * np.exp(4j * angles)).sum()) / 4
    quarter = np.round((angles - axis) / (np.pi / 2)).astype(int) % 4
    votes = np.bincount(quarter, weights, minlength=4)
    if votes[0] + votes[2] < votes[1] + votes[3]:
        axis += np.pi / 2
        votes = np.roll(votes, -1)
    along = np.array([np.cos(axis), np.sin(axis)])
    forward, backward = float(votes[0]), float(votes[2])
    upright_in_picture = along[0] > 0
    if abs(along[0]) < SIDEWAYS:
        # On its side the picture has no say; on a tie rows run from its top down.
        flip = backward > forward or (backward == forward and along[1] < 0)
    elif upright_in_picture:
        flip = backward > UPSIDE_DOWN * (forward + backward)
    else:
        flip = forward <= UPSIDE_DOWN * (forward + backward)
    return np.asarray(-along if flip else along, np.float64)


def _rows(corners: Floats, along: Floats, across: Floats) -> tuple[tuple[int, ...], ...]:
    """Row membership: neighbours first, then pieces of rows that lie on one line."""
    centres = corners.mean(axis=1)
    t, n = centres @ along, centres @ across
    widths = np.ptp(corners @ along, axis=1)
    heights = np.ptp(corners @ across, axis=1)
    slopes = _slopes(corners, along, across)
    group = _joined_neighbours(t, n, widths, heights, slopes)
    group = _joined_pieces(group, t, n, heights, slopes)
    rows = [np.flatnonzero(group == name) for name in np.unique(group)]
    rows.sort(key=lambda row: float(n[row].mean()))
    return tuple(tuple(int(index) for index in row[np.argsort(t[row], kind="stable")]) for row in rows)


def _slopes(corners: Floats, along: Floats, across: Floats) -> Floats:
    """(N,) how much each tile's own row would rise across per pixel along: in perspective rows are not parallel."""
    top = corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]
    side = corners[:, 2] + corners[:, 3] - corners[:, 0] - corners[:, 1]
    # The axis of the tile that is nearer to the rows' direction, whichever way the face is turned.
    sideways = np.abs(_unit(top) @ along) < np.abs(_unit(side) @ along)
    axis = np.where(sideways[:, None], side, top)
    run = axis @ along
    slopes = (axis @ across) / np.where(np.abs(run) < 1e-6, 1e-6, run)
    return np.asarray(np.clip(slopes, -STEEPEST, STEEPEST), np.float64)


def _joined_neighbours(t: Floats, n: Floats, widths: Floats, heights: Floats, slopes: Floats) -> npt.NDArray[np.intp]:
    """(N,) names of pieces of rows: tiles that stand beside each other, as far as their own slopes say."""
    apart = t[None, :] - t[:, None]
    slope = (slopes[:, None] + slopes[None, :]) / 2
    step = np.abs(n[None, :] - n[:, None] - slope * apart)
    level = step < LEVEL * np.minimum(heights[:, None], heights[None, :])
    near = (apart > 0) & (apart < NEAR * np.maximum(widths[:, None], widths[None, :]))
    # Tiles one above the other overlap along the row: they are never neighbours in it.
    beside = apart > 0.4 * np.minimum(widths[:, None], widths[None, :])
    return _components(level & near & beside)


def _joined_pieces(
    group: npt.NDArray[np.intp], t: Floats, n: Floats, heights: Floats, slopes: Floats
) -> npt.NDArray[np.intp]:
    """(N,) names of rows: pieces joined across gaps where one's line meets the other, the closest pieces first."""
    pieces, names = np.unique(group, return_inverse=True)
    everyone = np.arange(len(pieces))
    if len(pieces) == 1:
        return np.asarray(names, np.intp)
    along, over = t - t.mean(), n - n.mean()
    # Of each piece: sums from which its line follows, and the ends of it along the rows. Sums of two pieces add up.
    members = names == everyone[:, None]
    sums: Floats = np.stack([np.ones_like(t), along, over, along * along, along * over, slopes, heights]) @ members.T
    low = np.where(members, along, np.inf).min(axis=1)
    high = np.where(members, along, -np.inf).max(axis=1)
    gaps, gone = _gaps(sums, low, high, everyone, everyone), np.zeros(len(pieces), bool)
    while True:
        first, second = divmod(int(np.argmin(gaps)), len(pieces))
        if not np.isfinite(gaps[first, second]):
            return np.asarray(names, np.intp)
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
    spread = np.maximum(square - along * along / count, 1e-9)
    # The line through the centres of three tiles or more says where a row runs, of fewer the tiles' own sides.
    slope = np.where(count >= 3, (product - along * over / count) / spread, slopes / count)
    slope = np.clip(slope, -STEEPEST, STEEPEST)
    at_low = over / count + slope * (low - along / count)
    at_high = over / count + slope * (high - along / count)
    tall = heights / count
    gap = low[None, right] - high[left, None]
    # A piece of several tiles knows where its row runs better than a single tile does.
    both = count[left, None] + count[None, right]
    shared = ((count * slope)[left, None] + (count * slope)[None, right]) / both
    step = np.abs(at_low[None, right] - at_high[left, None] - shared * gap)
    fits = (gap > 0) & (step < LEVEL * np.minimum(tall[left, None], tall[None, right]))
    return np.where(fits, gap, np.inf)


def _components(linked: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
    """(N,) the smallest index each of N things is linked with, directly or through others."""
    names = np.arange(len(linked))
    linked = linked | linked.T | np.eye(len(linked), dtype=bool)
    while True:
        least = np.where(linked, names[None, :], len(names)).min(axis=1)
        if (least == names).all():
            return names
        names = least[least]


def _unit(vectors: Floats) -> Floats:
    """Vectors (..., 2) at length 1; those without length point right."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.where(length > 1e-9, vectors / np.maximum(length, 1e-9), np.array([1.0, 0.0]))
