"""Find which tiles in view are the rack, and write the rack as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from vision.errors import VisionError
from vision.geometry import Quad
from vision.layout.exposures import APART, ExposureSplit, OneMeld, split_exposures
from vision.layout.rack_selection import WHOLE_HAND, select_rack
from vision.layout.row_segments import RowSegment, TilePose, measure_segment, slant_between, split_row, tile_pose
from vision.layout.rows import RowLayout, arrange_rows
from vision.reading import BACK

JOKER: Final = "J"
"""Label of a joker; it also stands in for a misread tile, since it fits every meld."""

FULL_RACK: Final = 13
"""Tiles of a whole hand without the winning tile."""

ONE_PLANE: Final = 0.2
"""Difference of slant in face widths below which two rows may lie on one plane."""

TWO_PLANES: Final = 0.3
"""Difference of slant in face widths above which two rows lie on different planes."""

WIDE: Final = 0.5
"""Gap in tile widths above which we ask about tiles in one row that may be exposures."""

MIXED: Final = 0.25
"""Share of faces on their heads above which the rack may be read from the other side."""

FEWEST: Final = 12
"""Tiles from which rows tell us about exposures: a hand with one tile not found."""

FEW_TOGETHER: Final = 2
"""Most tiles of a segment that may be discards if other tiles lie around the rack."""

AT_HAND: Final = 3.0
"""Distance, in tile sides, to the nearest of 13 tiles within which the only other tile belongs to them."""


@dataclass(frozen=True, slots=True)
class RackLayout:
    """Where each of N tiles belongs, by index; every tile is in one place.

    Attributes:
        exposures: groups on top of the rack, left to right.
        concealed: on the slope of the rack, in reading order; a tile set apart from them comes last.
        aside: in view, but not of the rack.
        unclear: tiles whose exposure the photo does not show, or that may not be exposed at all.
        stray: tiles that we count to the rack, most likely as the tile set apart, though they may be discards.
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
        """Write the contract's text form: each exposure in brackets, face-down tiles left out."""

        def seen(indices: Sequence[int]) -> list[str]:
            return [labels[index] for index in indices if labels[index] != BACK]

        return " ".join([*(f"[{' '.join(seen(group))}]" for group in self.exposures), *seen(self.concealed)])


class _Selected(NamedTuple):
    """The rack's tiles.

    Attributes:
        levels: its rows, the farthest from the owner first.
        segments: the selected segments.
        lone: the only other tile in view, near 13 tiles of the rack: most likely the winning tile.
    """

    levels: list[RowSegment]
    segments: list[RowSegment]
    lone: int | None


def _rack_layout(
    labels: Sequence[str], layout: RowLayout, found: _Selected | None, one_meld: OneMeld, *, strict: bool = False
) -> RackLayout:
    """Build the rack from the selected tiles of this layout; `found` is None if no segments stand out as a rack.

    `strict` is as in `_Exposures`.
    """
    if found is None:
        return RackLayout((), tuple(index for row in _from_afar(layout) for index in row))
    levels = found.levels
    mine = {index for level in levels for index in level.tiles}
    aside = tuple(index for row in _from_afar(layout) for index in row if index not in mine)
    groups: tuple[tuple[int, ...], ...] = ()
    unclear: tuple[int, ...] = ()
    stray: tuple[int, ...] = ()
    if len(mine) >= FEWEST:
        groups, unclear = _Exposures(labels, one_meld, strict).of(levels)
        if aside or (len(mine) > WHOLE_HAND and not (groups and _only_with_kongs(found.segments))):
            stray = tuple(index for part in found.segments if len(part.tiles) <= FEW_TOGETHER for index in part.tiles)
    shown = {index for group in groups for index in group}
    rest = [[index for index in level.tiles if index not in shown] for level in levels]
    # A tile set apart comes last, wherever it lies.
    concealed = [index for row in sorted(rest, key=lambda row: len(row) == 1) for index in row]
    if found.lone is not None:
        concealed, stray, aside = [*concealed, found.lone], (*stray, found.lone), ()
    return RackLayout(groups, tuple(concealed), aside, unclear, stray)


def _only_with_kongs(segments: Sequence[RowSegment]) -> bool:
    """Say whether no segment of a rack of more than 14 tiles is a whole hand without the others."""
    return all(len(part.tiles) != WHOLE_HAND for part in segments)


def _selected(labels: Sequence[str], quads: Sequence[Quad], layout: RowLayout, one_meld: OneMeld) -> _Selected | None:
    """Select the tiles of the rack; None if no segments stand out as one."""
    poses = [tile_pose(quad, layout.direction) for quad in quads]
    rows = _from_afar(layout)
    chosen = select_rack([part for row in rows for part in split_row(row, poses)], labels, one_meld)
    if chosen is None:
        return None
    mine = {index for part in chosen for index in part.tiles}
    kept = (tuple(index for index in row if index in mine) for row in rows)
    measured = {part.tiles: part for part in chosen}
    levels = [measured.get(row) or measure_segment(row, poses) for row in kept if row]
    others = [index for index in range(len(labels)) if index not in mine]
    lone = others[0] if len(mine) == FULL_RACK and len(others) == 1 and labels[others[0]] != BACK else None
    if lone is not None and min(_steps(levels, poses[lone])) > AT_HAND:
        lone = None
    return _Selected(levels, chosen, lone)


def _steps(levels: Sequence[RowSegment], to: TilePose) -> list[float]:
    """Return how far a tile lies from each tile of the rack, in that tile's longer sides."""
    return [
        math.hypot(to.along - pose.along, to.across - pose.across) / max(pose.width, pose.height)
        for level in levels
        for pose in level.poses
    ]


def _from_afar(layout: RowLayout) -> Sequence[tuple[int, ...]]:
    """Return the rows, the farthest from the owner first."""
    return layout.rows if layout.faces_down else layout.rows[::-1]


Groups = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class _Exposures:
    """Finds the exposures of a rack.

    Attributes:
        labels: labels of all tiles.
        one_meld: which tiles may lie in one exposure.
        strict: whether only the far row may be exposed, and have a misread tile only if nothing else is odd.
    """

    labels: Sequence[str]
    one_meld: OneMeld
    strict: bool

    def of(self, levels: Sequence[RowSegment]) -> tuple[Groups, tuple[int, ...]]:
        """Return the exposures, and the unclear tiles."""
        # Exposures have three tiles or more: we look past fewer tiles that lie beyond them.
        while len(levels) > 1 and len(levels[0].tiles) <= FEW_TOGETHER:
            levels = levels[1:]
        if len(levels) == 1:
            return self._beside(levels[0])
        upper, lower = levels[0], levels[1]
        way = self._split(upper)
        alike = slant_between(upper, lower) < ONE_PLANE
        if way is not None:
            # A hand laid out in two rows on the table may look the same.
            return _groups(upper, way), () if way.clear and not alike else _members(upper, way)
        # Before a single row, too, a tile may lie apart.
        apart = len(levels) == 2 and len(lower.tiles) <= FEW_TOGETHER
        beside = self._beside(upper) if apart else ((), ())
        if alike or beside[0]:
            return beside
        # A row at another slant than the slope of the rack should be exposures: one tile may be misread.
        mended = self._mended(upper)
        if mended is not None:
            way, index = mended
            return _groups(upper, way), (index,) if way.clear or self.strict else _members(upper, way)
        if self.strict or beside[1]:
            return beside
        way = self._split(lower)
        return ((), upper.tiles) if way is None else (_groups(lower, way), _members(lower, way))

    def _beside(self, row: RowSegment) -> tuple[Groups, tuple[int, ...]]:
        """Do the same for a single row: exposures may lie at the right of the concealed tiles."""
        gaps = row.gaps()
        for place in range(1, len(row.tiles) - 2):
            if gaps[place - 1] < APART:
                continue
            left, right = row.part(0, place), row.part(place, len(row.tiles))
            way = self._split(right)
            if way is None:
                mended = self._mended(right) if gaps[place - 1] > WIDE else None
                if mended is not None and len(mended[0].groups) > 1:
                    return (), _members(right, mended[0])
                continue
            if slant_between(left, right) > TWO_PLANES:
                return _groups(right, way), () if way.clear else _members(right, way)
            if gaps[place - 1] > WIDE:
                return (), _members(right, way)
        return (), ()

    def _split(self, row: RowSegment) -> ExposureSplit | None:
        return split_exposures([self.labels[index] for index in row.tiles], row.gaps(), self.one_meld)

    def _mended(self, row: RowSegment) -> tuple[ExposureSplit, int] | None:
        """Split a row as if one tile were misread, and return that tile's index too; None if no such split exists."""
        gaps, labels = row.gaps(), [self.labels[index] for index in row.tiles]
        for place, index in enumerate(row.tiles):
            way = split_exposures([*labels[:place], JOKER, *labels[place + 1 :]], gaps, self.one_meld)
            if way is None or place == way.single:
                continue
            # The classifier seldom misreads a tile as the kind that lies beside it.
            if not self.strict or (way.single is None and labels.count(labels[place]) == 1):
                return way, index
        return None


def _groups(row: RowSegment, way: ExposureSplit) -> Groups:
    return tuple(row.tiles[start:end] for start, end in way.groups)


def _members(row: RowSegment, way: ExposureSplit) -> tuple[int, ...]:
    return tuple(index for group in _groups(row, way) for index in group)


def read_layout(labels: Sequence[str], quads: Sequence[Quad], one_meld: OneMeld) -> tuple[RowLayout, RackLayout]:
    """Return the rows of N tiles and the rack among them; the rack's own tiles decide which way is up.

    Exposures are groups of three to six like tiles with jokers, or runs of three, in a row of their own beyond the
    concealed tiles, or at the right of them if they lie flat before a row that stands. A tile set apart from either is
    concealed. Pairs and single tiles are never exposed. Tiles that the photo leaves open are `unclear`.

    Args:
        labels: labels of N tiles.
        quads: N faces in pixels.
        one_meld: which tiles may lie in one exposure.
    """
    layout = arrange_rows(quads)
    found = _selected(labels, quads, layout, one_meld)
    mine = None if found is None else {index for level in found.levels for index in level.tiles}
    weights = [0.0] * len(labels)
    # Rows have equal votes, however many tiles they have: exposures may face the other side of the table.
    for row in layout.rows:
        voters = [index for index in row if labels[index] != BACK and (mine is None or index in mine)]
        for index in voters:
            weights[index] = min(len(voters), 3) / len(voters)
    if len(set(weights)) > 1:  # equal weights would give the same layout and rack again
        before, layout = layout, arrange_rows(quads, weights)
        # Equal rows select the same rack, even if the direction has turned slightly.
        if (layout.rows, layout.faces_down) != (before.rows, before.faces_down):
            found = _selected(labels, quads, layout, one_meld)
    rack = _rack_layout(labels, layout, found, one_meld)
    if layout.on_heads <= MIXED:
        return layout, rack
    # If rows stand both ways, the way up that makes exposures of the far row is right; if both do, nobody can tell.
    # Exposures with one misread tile are less likely than exposures without, but then we ask.
    turned = layout.turned()
    across = _selected(labels, quads, turned, one_meld)
    other = _rack_layout(labels, turned, across, one_meld)
    if not other.exposures or other.unclear:
        clear = rack.exposures and not rack.unclear
        rivals = clear and _rack_layout(labels, turned, across, one_meld, strict=True).exposures
        return layout, _asked(rack) if rivals else rack
    likely = _rack_layout(labels, layout, found, one_meld, strict=True)
    if not likely.exposures:
        return turned, other
    return (turned, _asked(other)) if len(likely.unclear) == 1 else (layout, _asked(rack))


def _asked(rack: RackLayout) -> RackLayout:
    """Return the rack with all its exposures unclear, so that we ask about them."""
    return replace(rack, unclear=tuple(index for group in rack.exposures for index in group))
