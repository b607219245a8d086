"""Which tiles in view are the rack, and the rack as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.layout.exposures import APART, JOKER, ExposureSplit, cut
from vision.layout.rack_selection import gather
from vision.layout.row_segments import RowSegment, measure, pieces, slant_between, stances
from vision.layout.rows import Layout, arrange
from vision.quads import Quads
from vision.reading import BACK

Floats = npt.NDArray[np.float64]

FULL_RACK: Final = 13
"""Tiles of a whole hand without the winning tile."""

ONE_PLANE: Final = 0.2
"""Faces of two rows that differ by less, in face widths, may lie on one plane: of 100 laid-out pairs of rows on a table
95 differ by less than 0.161, of 100 exposures on top of a rack 10 do by less than 0.129, which are then asked about."""

TWO_PLANES: Final = 0.3
"""Faces that differ by more lie at different slants."""

WIDE: Final = 0.5
"""Room in tile widths from which tiles in one row that may be exposures are asked about: so wide are few of the gaps
that people leave between tiles they hold."""

MIXED: Final = 0.25
"""Share of faces on their heads from which the rack may be read from the other side."""

FEWEST: Final = 12
"""Tiles of a hand one of which was not found: with fewer, rows say nothing about exposures."""

FEW_TOGETHER: Final = 2
"""Tiles that lie together, apart from the rest of the rack, which may be discards where others lie about."""

AT_HAND: Final = 3.0
"""Sides of a tile from the middle of the nearest one of 13 within which the only other tile belongs to them."""


@dataclass(frozen=True, slots=True)
class Rack:
    """Where each of N tiles belongs, by index; every tile is in one place.

    Attributes:
        exposures: groups on top of the rack, left to right.
        concealed: on the slope of the rack, in reading order; a tile set apart from them comes last.
        aside: in view, but not of the rack.
        unclear: tiles of which the photo does not say which exposure they belong to, or whether they are exposed.
        stray: tiles taken for the rack's, most likely the one that was set apart, though they may be discards.
    """

    exposures: tuple[tuple[int, ...], ...]
    concealed: tuple[int, ...]
    aside: tuple[int, ...] = ()
    unclear: tuple[int, ...] = ()
    stray: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        indices = sorted((*(index for group in self.exposures for index in group), *self.concealed, *self.aside))
        if indices != list(range(len(indices))) or not all(self.exposures):
            raise VisionError("bad-rack", "every tile must be in one place, and no exposure may be empty", "rack")
        if not {*self.unclear, *self.stray} <= set(indices) - set(self.aside):
            raise VisionError("bad-rack", "only tiles of the rack can be unclear or stray", "rack.unclear")

    def text(self, labels: Sequence[str]) -> str:
        """The contract's text form: each exposure in brackets. Face-down tiles have no text and are left out."""

        def seen(indices: Sequence[int]) -> list[str]:
            return [labels[index] for index in indices if labels[index] != BACK]

        return " ".join([*(f"[{' '.join(seen(group))}]" for group in self.exposures), *seen(self.concealed)])


def find_rack(labels: Sequence[str], quads: Quads, layout: Layout) -> Rack:
    """Tell exposures, concealed tiles and tiles that lie beside the rack apart.

    Exposures are groups of three to six like tiles with jokers, or runs of three, in a row of their own beyond the
    concealed tiles, or at the right of them where they lie flat before a row that stands. A tile set apart from either
    is concealed. Pairs and single tiles are never exposed. What the photo leaves open is `unclear`.

    Args:
        labels: of N tiles.
        quads: (N, 4, 2) their corners in pixels.
        layout: how they stand.
    """
    return _told(labels, layout, _gathered(labels, quads, layout))


class _Gathered(NamedTuple):
    """The rack's tiles.

    Attributes:
        levels: row by row, the farthest from the owner first.
        pieces: how they lie together.
        lone: the only other tile in view, near 13 of them: most likely the one that the hand was won with.
    """

    levels: list[RowSegment]
    pieces: list[RowSegment]
    lone: int | None


def _told(labels: Sequence[str], layout: Layout, found: _Gathered | None) -> Rack:
    """The rack that was gathered in this layout; None where nothing stood out as one."""
    if found is None:
        return Rack((), tuple(index for row in _from_afar(layout) for index in row))
    levels = found.levels
    mine = {index for level in levels for index in level.tiles}
    aside = tuple(index for row in _from_afar(layout) for index in row if index not in mine)
    groups: tuple[tuple[int, ...], ...] = ()
    unclear: tuple[int, ...] = ()
    stray: tuple[int, ...] = ()
    if len(mine) >= FEWEST:
        groups, unclear = _exposed(levels, labels)
        if aside:
            stray = tuple(index for part in found.pieces if len(part.tiles) <= FEW_TOGETHER for index in part.tiles)
    shown = {index for group in groups for index in group}
    # The largest row first: a tile set apart comes last, wherever it lies.
    rest = [tuple(index for index in level.tiles if index not in shown) for level in levels]
    apart = [row for row in rest if len(row) == 1 and len(mine) - len(shown) > 1]
    concealed = (*(row for row in rest if row not in apart), *apart)
    if found.lone is not None:
        concealed, stray, aside = (*concealed, (found.lone,)), (*stray, found.lone), ()
    return Rack(groups, tuple(index for row in concealed for index in row), aside, unclear, stray)


def _gathered(labels: Sequence[str], quads: Quads, layout: Layout) -> _Gathered | None:
    """The tiles of the rack; None where nothing stands out as one."""
    corners = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    along = np.array(layout.direction)
    seen = stances(corners, along, np.array([-along[1], along[0]]))
    rows = _from_afar(layout)
    chosen = gather([part for row in rows for part in pieces(row, seen)], labels)
    if chosen is None:
        return None
    mine = {index for part in chosen for index in part.tiles}
    kept = (tuple(index for index in row if index in mine) for row in rows)
    measured = {part.tiles: part for part in chosen}
    levels = [measured.get(row) or measure(row, seen) for row in kept if row]
    others = [index for index in range(len(labels)) if index not in mine]
    lone = others[0] if len(mine) == FULL_RACK and len(others) == 1 and labels[others[0]] != BACK else None
    if lone is not None and min(_steps(levels, seen.centres[lone])) > AT_HAND:
        lone = None
    return _Gathered(levels, chosen, lone)


def _steps(levels: Sequence[RowSegment], point: Floats) -> list[float]:
    """From the middle of each tile to a point along the rows and across them, in the tile's longer sides."""
    return [
        float(np.hypot(*(point - centre)) / max(width, height))
        for level in levels
        for centre, width, height in zip(level.centres, level.widths, level.heights, strict=True)
    ]


def _from_afar(layout: Layout) -> Sequence[tuple[int, ...]]:
    """The rows, the farthest from the owner first."""
    return layout.rows if layout.faces_down else layout.rows[::-1]


Groups = tuple[tuple[int, ...], ...]


def _exposed(levels: Sequence[RowSegment], labels: Sequence[str]) -> tuple[Groups, tuple[int, ...]]:
    """The exposures, and the tiles of which it is unclear."""
    if len(levels) == 1:
        return _beside(levels[0], labels)
    upper, lower = levels[0], levels[1]
    if len(upper.tiles) == 1 and len(levels) > 2:
        upper, lower = levels[1], levels[2]
    if len(upper.tiles) < 3:
        return (), ()
    way = _cut(upper, labels)
    alike = slant_between(upper, lower) < ONE_PLANE
    if way is not None:
        # A hand laid out in two rows on the table may look the same.
        return _groups(upper, way), () if way.clear and not alike else _members(upper, way)
    if alike:
        return (), ()
    # What lies at another slant than the slope of the rack should be exposures: one tile may have been misread.
    mended = _mended(upper, labels)
    if mended is not None:
        way, index = mended
        return _groups(upper, way), (index,) if way.clear else _members(upper, way)
    way = _cut(lower, labels)
    return ((), upper.tiles) if way is None else (_groups(lower, way), _members(lower, way))


def _beside(row: RowSegment, labels: Sequence[str]) -> tuple[Groups, tuple[int, ...]]:
    """The same for a single row: exposures may lie at the right of the concealed tiles."""
    free = row.free()
    for place in range(1, len(row.tiles) - 2):
        if free[place - 1] < APART:
            continue
        left, right = row.part(0, place), row.part(place, len(row.tiles))
        way = _cut(right, labels)
        if way is None:
            mended = _mended(right, labels) if free[place - 1] > WIDE else None
            if mended is not None and len(mended[0].groups) > 1:
                return (), _members(right, mended[0])
            continue
        if slant_between(left, right) > TWO_PLANES:
            return _groups(right, way), () if way.clear else _members(right, way)
        if free[place - 1] > WIDE:
            return (), _members(right, way)
    return (), ()


def _cut(row: RowSegment, labels: Sequence[str]) -> ExposureSplit | None:
    return cut([labels[index] for index in row.tiles], row.free().tolist())


def _mended(row: RowSegment, labels: Sequence[str]) -> tuple[ExposureSplit, int] | None:
    """How a row is cut if one of its tiles was misread, and that tile; None where that makes no exposures of it."""
    for place, index in enumerate(row.tiles):
        read = [labels[other] for other in row.tiles]
        read[place] = JOKER
        way = cut(read, row.free().tolist())
        if way is not None and place != way.single:
            return way, index
    return None


def _groups(row: RowSegment, way: ExposureSplit) -> Groups:
    return tuple(row.tiles[start:end] for start, end in way.groups)


def _members(row: RowSegment, way: ExposureSplit) -> tuple[int, ...]:
    return tuple(index for group in _groups(row, way) for index in group)


def read_layout(labels: Sequence[str], quads: Quads) -> tuple[Layout, Rack]:
    """How N tiles (quads (N, 4, 2)) stand and which are the rack; the rack's own tiles say which way is up."""
    layout = arrange(quads)
    found = _gathered(labels, quads, layout)
    mine = None if found is None else {index for level in found.levels for index in level.tiles}
    weights = np.zeros(len(labels))
    # Rows have equal say, however many tiles they have: exposures may lie to be read from across the table.
    for row in layout.rows:
        voters = [index for index in row if labels[index] != BACK and (mine is None or index in mine)]
        weights[voters] = min(len(voters), 3) / max(len(voters), 1)
    if len(set(weights.tolist())) > 1:  # alike, they would give the same layout and rack again
        before, layout = layout, arrange(quads, weights)
        # The same rows lie together as before, however slightly the direction has turned.
        if (layout.rows, layout.faces_down) != (before.rows, before.faces_down):
            found = _gathered(labels, quads, layout)
    rack = _told(labels, layout, found)
    if layout.on_heads <= MIXED:
        return layout, rack
    # Where rows stand both ways, the way up that makes exposures of the far one is right; if both do, nobody can tell.
    turned = layout.turned()
    other = find_rack(labels, quads, turned)
    if not other.exposures or other.unclear:
        return layout, rack
    if not rack.exposures:
        return turned, other
    told = tuple(index for group in rack.exposures for index in group)
    return layout, replace(rack, unclear=told)
