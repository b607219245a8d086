"""Find the exposures of a row by the gaps between its tiles and by the rule for one meld."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

OneMeld = Callable[[Sequence[str]], bool]
"""Says whether tiles with these labels may be one meld; the caller passes in the game's rule."""

SIZES: Final = range(3, 7)
"""Numbers of tiles of the groups that we try: pung to sextet."""

TOUCHING: Final = 0.08
"""Gap in tile widths up to which we take two tiles as touching, with no sign that a group ends there."""

APART: Final = 0.3
"""Gap in tile widths from which two tiles lie clearly in two groups."""

UNLIKELY: Final = 3.0
"""Cost of a group that goes on across a nearly clear gap; a cut where tiles touch costs 1."""

LONE: Final = 0.25
"""Cost of a tile at the end of a row that is no exposure: the winning tile."""

LEAD: Final = 0.5
"""Least difference in cost from the best way to cut a row to the next one for the best to be certain."""


@dataclass(frozen=True, slots=True)
class ExposureSplit:
    """A row cut into groups.

    Attributes:
        groups: start and end place in the row of each exposure, left to right.
        single: the place of a tile at either end of the row that is no exposure, or None.
        clear: whether no other way to cut the row is nearly as likely.
    """

    groups: tuple[tuple[int, int], ...]
    single: int | None
    clear: bool


def split_exposures(labels: Sequence[str], gaps: Sequence[float], one_meld: OneMeld) -> ExposureSplit | None:
    """Find the likeliest way to cut a row into exposures, or None if there is none.

    Args:
        labels: labels of a row's N tiles, left to right.
        gaps: gaps between neighbours, N - 1 values in tile widths.
        one_meld: which tiles may lie in one exposure.
    """
    # Loosely laid tiles, or corners inside the faces, show the same gap everywhere: only the rest of a gap counts.
    usual = max(0.0, min(gaps, default=0.0))
    ways = sorted(_ways(labels, [gap - usual for gap in gaps], one_meld), key=lambda way: way[0])
    if not ways:
        return None
    cost, groups, single = ways[0]
    return ExposureSplit(groups, single, len(ways) == 1 or ways[1][0] - cost >= LEAD)


Ends = tuple[tuple[int, int], ...]
Way = tuple[float, Ends, int | None]


def _ways(labels: Sequence[str], gaps: Sequence[float], one_meld: OneMeld) -> Iterator[Way]:
    """Yield cost, groups and lone tile of the two cheapest ways for each place of a lone tile, none included."""
    last, openings = len(labels), [_opening(gap) for gap in gaps]
    groups = [list(_groups_from(start, labels, gaps, openings, one_meld)) for start in range(last)]
    for cost, ends in _cuts(groups, openings, 0, last):
        yield cost, ends, None
    if last > 3:
        for cost, ends in _cuts(groups, openings, 1, last):
            yield LONE + UNLIKELY * (1.0 - openings[0]) + cost, ends, 0
        for cost, ends in _cuts(groups, openings, 0, last - 1):
            yield LONE + UNLIKELY * (1.0 - openings[-1]) + cost, ends, last - 1


def _groups_from(
    start: int, labels: Sequence[str], gaps: Sequence[float], openings: Sequence[float], one_meld: OneMeld
) -> Iterator[tuple[int, float]]:
    """Yield the end of each possible exposure that begins at a place, and the cost of the gaps within it."""
    for end in (start + size for size in SIZES):
        if end > len(labels) or any(gap >= APART for gap in gaps[start : end - 1]):
            return
        if one_meld(labels[start:end]):
            yield end, sum(UNLIKELY * opening for opening in openings[start : end - 1])


def _cuts(
    groups: Sequence[Sequence[tuple[int, float]]], openings: Sequence[float], first: int, last: int
) -> list[tuple[float, Ends]]:
    """Return the two cheapest ways to cut the places from `first` to `last` into these groups, with their costs."""
    best: dict[int, list[tuple[float, Ends]]] = {last: [(0.0, ())]}
    for start in range(last - 1, first - 1, -1):
        found = []
        for end, inside in groups[start]:
            between = 1.0 - openings[end - 1] if end < last else 0.0
            found += [(inside + between + cost, ((start, end), *rest)) for cost, rest in best.get(end, ())]
        best[start] = sorted(found)[:2]
    return best[first]


def _opening(gap: float) -> float:
    """Return 0 where tiles touch, 1 where they lie clearly apart."""
    return min(1.0, max(0.0, (gap - TOUCHING) / (APART - TOUCHING)))
