"""Decompose tiles into melds and a leg, in every way.

Chows and jump chows never mix (Important rules), so `split` tries each kind alone; a way without chows comes out of
both tries and counts once. A suit's tiles never depend on another suit's, so `suit_ways` splits each suit alone and
caches the ways.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from rules.melds.melds import CHOWS, KINDS, LEG, STEPS, Chow, Decomposition, Meld, Shape, meld_of
from rules.tiles import ALL_TILES, Tile

Counts = tuple[int, ...]
"""Tiles of each of the 34 kinds, in the order of `ALL_TILES`."""

MELDS: Final = 4
MELD_TILES: Final = 3
LEG_TILES: Final = 2
"""Sets in a complete hand."""

_SUIT_STARTS: Final = (0, 9, 18)
_HONORS_START: Final = 27


class Split(NamedTuple):
    """Some tiles as melds in order, the leg if it is among them, and the number of kongs."""

    melds: tuple[Meld, ...] = ()
    leg: Tile | None = None
    kongs: int = 0


def count_kinds(tiles: Sequence[Tile]) -> Counts:
    """Count the tiles of each kind; this game has no flowers and jokers."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile.index] += 1
    return tuple(counts)


def chows_beside(exposed: Sequence[Meld]) -> tuple[Chow, ...]:
    """Return the kinds of chow that may stand beside exposed melds: none where the exposed melds mix both kinds."""
    shown = {one.shape for one in exposed}
    return tuple(chow for chow in CHOWS if not shown & {*CHOWS} - {chow})


def split(counts: Counts, melds: int, kongs: int, chows: Sequence[Chow] = CHOWS) -> tuple[Split, ...]:
    """Return every way to split tiles into ``melds`` melds, exactly ``kongs`` of them kongs, and a leg.

    ``chows`` are the allowed kinds of chow, never two in one way. The order depends on the tiles alone.
    """
    ways: dict[Split, None] = {}
    for chow in chows:
        ways.update(dict.fromkeys(_split(counts, melds, kongs, chow)))
    return tuple(ways)


def splits_mixed(counts: Counts, melds: int, kongs: int) -> bool:
    """Say whether chows and jump chows together would make the hand, which the rules forbid."""
    return any(True for _ in _split(counts, melds, kongs, None))


def _split(counts: Counts, melds: int, kongs: int, chow: Chow | None) -> Iterator[Split]:
    if sum(counts) != 3 * melds + kongs + 2:
        return
    honors = _honors(counts[_HONORS_START:])
    if honors is None:
        return
    lanes: list[tuple[Split, ...]] = [(honors,)]
    for start in _SUIT_STARTS:
        ways = suit_ways(counts[start : start + 9], start, chow)
        if not ways:
            return
        lanes.insert(-1, ways)
    for parts in product(*lanes):
        legs = [part.leg for part in parts if part.leg is not None]
        if len(legs) == 1 and sum(part.kongs for part in parts) == kongs:
            yield Split(tuple(meld for part in parts for meld in part.melds), legs[0], kongs)


@lru_cache(maxsize=64)
def _shapes(chow: Chow | None) -> tuple[tuple[Shape, tuple[int, ...]], ...]:
    """Return each shape of meld with the places of its tiles, counted from its first."""
    chows = CHOWS if chow is None else (chow,)
    like: tuple[tuple[Shape, tuple[int, ...]], ...] = (("pung", (0, 0, 0)), ("kong", (0, 0, 0, 0)))
    return (*like, *((shape, (0, STEPS[shape], 2 * STEPS[shape])) for shape in chows))


@lru_cache(maxsize=65_536)
def suit_ways(counts: Counts, start: int, chow: Chow | None) -> tuple[Split, ...]:
    """Return every way to split the nine kinds of a suit into melds and at most one leg, with nothing left over.

    ``start`` is the index of the suit's one, ``chow`` the only kind of chow allowed, None for both.
    """
    low = next((number for number, held in enumerate(counts) if held), None)
    if low is None:
        return (Split(),)
    found: dict[Split, None] = {}
    if counts[low] >= 2:
        for rest in suit_ways(_without(counts, (low, low)), start, chow):
            if rest.leg is None:
                found[Split(rest.melds, ALL_TILES[start + low], rest.kongs)] = None
    for shape, places in _shapes(chow):
        numbers = tuple(low + place for place in places)
        if numbers[-1] > 8 or any(counts[number] < numbers.count(number) for number in numbers):
            continue
        first = meld_of(shape, start + low)
        for rest in suit_ways(_without(counts, numbers), start, chow):
            # Melds of one first tile come in either order; sorted, two equal ways are one.
            melds = tuple(sorted((first, *rest.melds), key=_in_order))
            found[Split(melds, rest.leg, rest.kongs + (shape == "kong"))] = None
    return tuple(sorted(found, key=_split_in_order))


def _honors(counts: Counts) -> Split | None:
    """Split winds and dragons, where there is never a choice; return None if they are no melds and leg."""
    melds: list[Meld] = []
    leg: Tile | None = None
    for place, held in enumerate(counts, _HONORS_START):
        if held == 2 and leg is None:
            leg = ALL_TILES[place]
        elif held in {3, 4}:
            melds.append(meld_of("kong" if held == 4 else "pung", place))
        elif held:
            return None
    return Split(tuple(melds), leg, sum(one.shape == "kong" for one in melds))


def _without(counts: Counts, numbers: Sequence[int]) -> Counts:
    left = list(counts)
    for number in numbers:
        left[number] -= 1
    return tuple(left)


def _in_order(one: Meld) -> tuple[int, str]:
    return one.first.index, one.shape


def _split_in_order(way: Split) -> tuple[object, ...]:
    return -1 if way.leg is None else way.leg.index, tuple(_in_order(one) for one in way.melds)


def decompositions(
    way: Split, exposed: tuple[Meld, ...], winning_tile: Tile | None, *, discarded: bool
) -> Iterator[Decomposition]:
    """Yield a decomposition of exposures and a split for each part that the winning tile may complete.

    The tile may complete any concealed chow or pung that holds it, or the leg; never a kong, as a tile from the dead
    wall has to follow it (Playing). Without a winning tile there is one decomposition.
    """
    assert way.leg is not None, "a whole hand has a leg"
    melds = (*exposed, *way.melds)
    if winning_tile is None:
        yield Decomposition(melds, way.leg)
        return
    seen = set()
    for at, one in enumerate(way.melds, len(exposed)):
        if winning_tile in one.tiles and one.shape != "kong" and one not in seen:
            seen.add(one)
            yield Decomposition(melds, way.leg, winning_tile, at, discarded)
    if way.leg is winning_tile:
        yield Decomposition(melds, way.leg, winning_tile, LEG, discarded)
