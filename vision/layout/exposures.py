"""Which tiles of a row are exposures: groups of like tiles or runs, told by gaps and by what may be exposed at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from vision.reading import BACK

JOKER: Final = "J"

FLOWER: Final = "F"

COPIES: Final = 4
"""Tiles of one kind in a set, jokers and flowers apart."""

SIZES: Final = range(3, 7)
"""Tiles of an exposure: pung, kong, quint, sextet; pairs and single tiles are never exposed (American rules)."""

TOUCHING: Final = 0.08
"""Free room between two tiles, in tile widths, up to which nothing says that a group ends there."""

APART: Final = 0.3
"""Free room from which two tiles lie clearly in two groups."""

UNLIKELY: Final = 3.0
"""Cost of a group that goes on across a gap that is nearly clear; a cut where tiles touch costs 1."""

LONE: Final = 0.25
"""Cost of a tile at the end of a row that is no exposure: the one the hand was won with."""

LEAD: Final = 0.5
"""By so much must the best way to cut a row cost less than the next one to be told rather than asked about."""


@dataclass(frozen=True, slots=True)
class ExposureSplit:
    """A row cut into groups.

    Attributes:
        groups: start and end place in the row of each exposure, left to right.
        single: the place of a tile that lies apart at either end of the row and is no exposure, or None.
        clear: no other way to cut the row is nearly as likely.
    """

    groups: tuple[tuple[int, int], ...]
    single: int | None
    clear: bool


def is_like(labels: Sequence[str]) -> bool:
    """Whether tiles make a pung, kong, quint or sextet: one kind, jokers among them, not jokers alone.

    A set holds four of a kind, and flowers enough for any: a fifth of another kind was misread, or is not of the group.
    """
    kinds = set(labels) - {JOKER}
    natural = len(labels) - labels.count(JOKER)
    return len(labels) in SIZES and len(kinds) == 1 and BACK not in kinds and (natural <= COPIES or FLOWER in kinds)


def is_run(labels: Sequence[str]) -> bool:
    """Whether tiles make a chow: three that follow each other in one suit, in any order, no jokers."""
    if len(labels) != 3 or any(len(label) != 2 for label in labels):
        return False
    numbers = sorted(int(label[0]) for label in labels)
    return len({label[1] for label in labels}) == 1 and numbers == list(range(numbers[0], numbers[0] + 3))


def cut(labels: Sequence[str], free: Sequence[float]) -> ExposureSplit | None:
    """The likeliest way to cut a row into exposures, or None where there is none.

    Args:
        labels: of N tiles of a row, left to right.
        free: the room between each two that follow each other, N - 1 values in tile widths.
    """
    # Corners a little inside the faces, or tiles laid loosely, show the same room everywhere: what is beyond it tells.
    usual = max(0.0, min(free, default=0.0))
    ways = sorted(_ways(labels, [room - usual for room in free]), key=lambda way: way[0])
    if not ways:
        return None
    cost, groups, single = ways[0]
    return ExposureSplit(groups, single, len(ways) == 1 or ways[1][0] - cost >= LEAD)


Ends = tuple[tuple[int, int], ...]
Way = tuple[float, Ends, int | None]


def _ways(labels: Sequence[str], free: Sequence[float]) -> Iterator[Way]:
    """Cost, groups and lone tile of the two cheapest ways with each place of a lone tile."""
    last, openings = len(labels), [_opening(room) for room in free]
    groups = [list(_groups_from(start, labels, free, openings)) for start in range(last)]
    for cost, ends in _cuts(groups, openings, 0, last):
        yield cost, ends, None
    if last > 3:
        for cost, ends in _cuts(groups, openings, 1, last):
            yield LONE + UNLIKELY * (1.0 - openings[0]) + cost, ends, 0
        for cost, ends in _cuts(groups, openings, 0, last - 1):
            yield LONE + UNLIKELY * (1.0 - openings[-1]) + cost, ends, last - 1


def _groups_from(
    start: int, labels: Sequence[str], free: Sequence[float], openings: Sequence[float]
) -> Iterator[tuple[int, float]]:
    """Where each exposure that may begin at a place ends, and what the gaps within it cost."""
    for end in (start + size for size in SIZES):
        if end > len(labels) or any(room >= APART for room in free[start : end - 1]):
            return
        if is_like(labels[start:end]) or is_run(labels[start:end]):
            yield end, sum(UNLIKELY * opening for opening in openings[start : end - 1])


def _cuts(
    groups: Sequence[Sequence[tuple[int, float]]], openings: Sequence[float], first: int, last: int
) -> list[tuple[float, Ends]]:
    """The two cheapest ways to cut the places from `first` to `last` into such groups, with their costs."""
    best: dict[int, list[tuple[float, Ends]]] = {last: [(0.0, ())]}
    for start in range(last - 1, first - 1, -1):
        found = []
        for end, inside in groups[start]:
            between = 1.0 - openings[end - 1] if end < last else 0.0
            found += [(inside + between + cost, ((start, end), *rest)) for cost, rest in best.get(end, ())]
        best[start] = sorted(found)[:2]
    return best[first]


def _opening(room: float) -> float:
    """0 where tiles touch, 1 where they lie clearly apart."""
    return min(1.0, max(0.0, (room - TOUCHING) / (APART - TOUCHING)))
