"""Assign the tiles of a rack to the groups of a hand, complete or near, and a tile to each joker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, product, repeat
from typing import Final

from rules.card.card import Card
from rules.card.packed_groups import SIZE_BITS, GroupId, tile_counts, unpack
from rules.card.pattern import LETTERS, NUMBERS, HandPattern
from rules.hand import Hand
from rules.matching.index.card_index import CardIndex
from rules.matching.played_card import PlayedCard, RackQuery
from rules.matching.rack_counts import JOKER_INDEX, RackCounts
from rules.tiles import FLOWER, JOKER, Tile
from rules.verdict import GroupReading, HandReading, NearGroup

_FILLED_IN: Final = NUMBERS + LETTERS + "ZA"


def read_hand(card: Card, index: CardIndex, place: int, hand: Hand, rack: RackCounts) -> Iterator[HandReading]:
    """Yield every way in which a rack makes the concrete hand at ``place``; the rack must complete that hand.

    There are several ways where several groups share a kind of tile and jokers replace some of it. The first way gives
    natural tiles to their groups in printed order, to groups that take no joker before the others; jokers fill the
    remaining places in printed order.
    """
    number = index.pattern_of(place)
    groups = index.hands[place]
    naturals_only = index.naturals_only[place]
    placed = place_exposures(groups, naturals_only, rack)
    free = [at for at in range(len(groups)) if at not in placed]
    held = rack.concealed | {JOKER_INDEX: rack.jokers}
    for dealt in _deals(groups, naturals_only, free, held):
        yield _reading(card, card.hands[number], groups, dealt, placed, hand)


_Deal = dict[int, dict[int, int]]
"""Number of natural tiles by the place of a group, then by kind."""


def _deals(
    groups: Sequence[GroupId], naturals_only: Sequence[bool], free: Sequence[int], held: Mapping[int, int]
) -> list[_Deal]:
    """Return each way to give the concealed tiles to the groups that are not exposed."""
    asking: dict[int, list[tuple[int, int]]] = {}
    for at in free:
        for kind, number in tile_counts(groups[at]):
            asking.setdefault(kind, []).append((at, number))
    deal: _Deal = {at: {} for at in free}
    ways = []
    for kind, wanted in asking.items():
        has = held.get(kind, 0)
        if has >= sum(number for _, number in wanted):
            for at, number in wanted:
                deal[at][kind] = number
            continue
        wanted.sort(key=lambda asked: not naturals_only[asked[0]])
        parts = [range(number, number - 1 if naturals_only[at] else -1, -1) for at, number in wanted]
        ways.append([(kind, wanted, shares) for shares in _shares(parts, has)])
    deals = []
    for chosen in product(*ways):
        one = {at: shares.copy() for at, shares in deal.items()}
        for kind, wanted, shares in chosen:
            for (at, _), share in zip(wanted, shares, strict=True):
                one[at][kind] = share
        deals.append(one)
    return deals


def _shares(parts: Sequence[range], total: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways of taking one number from each part that add up to ``total``, large numbers first."""
    if not parts:
        if total == 0:
            yield ()
        return
    rest = parts[1:]
    most, least = sum(part[0] for part in rest), sum(part[-1] for part in rest)
    for share in parts[0]:
        if least <= total - share <= most:
            yield from ((share, *others) for others in _shares(rest, total - share))


def _reading(  # noqa: PLR0917 - each is one fact of the reading
    card: Card, pattern: HandPattern, groups: Sequence[GroupId], deal: _Deal, placed: dict[int, int], hand: Hand
) -> HandReading:
    jokers = hand.concealed.count(JOKER) - sum([shares.get(JOKER_INDEX, 0) for shares in deal.values()])
    wild = chain([JOKER] * jokers, repeat(FLOWER))
    readings = []
    for at, (printed, packed) in enumerate(zip(pattern.groups, groups, strict=True)):
        kinds = unpack(packed).tiles
        if at in placed:
            tiles = hand.exposures[placed[at]]
        elif packed > 0:
            natural = deal[at][packed >> SIZE_BITS]
            tiles = kinds if natural == len(kinds) else (*kinds[:natural], *islice(wild, len(kinds) - natural))
        else:
            tiles = tuple(_unlike(kinds, deal[at], wild))
        readings.append(GroupReading(shape_of(printed.symbols, packed), tiles, kinds, exposed=at in placed))
    return HandReading(pattern, tuple(readings), jokerless=JOKER not in hand.tiles, source=card.cite(pattern))


def _unlike(kinds: Sequence[Tile], natural: Mapping[int, int], wild: Iterator[Tile]) -> Iterator[Tile]:
    """Yield the rack's tile for each place of a group of different tiles."""
    left = dict(natural)
    for tile in kinds:
        if left.get(tile.index):
            left[tile.index] -= 1
            yield tile
        else:
            yield next(wild)


def near_groups(played: PlayedCard, query: RackQuery, place: int, gaps: Mapping[int, int]) -> tuple[NearGroup, ...]:
    """Return the groups of the concrete hand at ``place``, which holds the exposures of the rack.

    ``gaps`` counts, by kind, the tiles that are missing after the wild tiles are laid. Natural tiles go first to groups
    that take no joker.
    """
    index, hand, rack = played.index, query.hand, query.rack
    number = index.pattern_of(place)
    groups, naturals_only = index.hands[place], index.naturals_only[place]
    placed = place_exposures(groups, naturals_only, rack)
    kinds = [unpack(group).tiles for group in groups]
    laid: list[list[Tile | None]] = [[None] * len(tiles) for tiles in kinds]
    free = [at for at in range(len(groups)) if at not in placed]
    slots: dict[int, list[tuple[int, int]]] = {}
    for at in sorted(free, key=lambda at: not naturals_only[at]):
        for nth, tile in enumerate(kinds[at]):
            slots.setdefault(tile.index, []).append((at, nth))
    held = rack.concealed | {JOKER_INDEX: rack.jokers}
    wild = []
    for tile in (JOKER, FLOWER) if index.jokers.flowers_wild else (JOKER,):
        # A wild tile stands for itself where the card prints it, before it stands for others.
        wild += [tile] * (held.get(tile.index, 0) - len(slots.get(tile.index, ())))
    for kind, wanted in slots.items():
        natural = held.get(kind, 0)
        for at, nth in wanted[:natural]:
            laid[at][nth] = kinds[at][nth]
        # Groups that take no joker come first in ``wanted``, so the gaps fall on places that only a natural tile fills.
        for at, nth in wanted[natural + gaps.get(kind, 0) :]:
            if wild and not naturals_only[at]:
                laid[at][nth] = wild.pop(0)
    found = []
    for at, printed in enumerate(played.card.hands[number].groups):
        tiles = hand.exposures[placed[at]] if at in placed else tuple(laid[at])
        found.append(NearGroup(shape_of(printed.symbols, groups[at]), tiles, kinds[at], exposed=at in placed))
    return tuple(found)


def place_exposures(groups: Sequence[GroupId], naturals_only: Sequence[bool], rack: RackCounts) -> dict[int, int]:
    """Map the place of each exposed group in the hand to the place of its exposure."""
    placed: dict[int, int] = {}
    # Exposures with a joker choose first, as they fit fewer groups; the others prefer a group that takes no joker.
    for nth in sorted(range(len(rack.exposed)), key=lambda nth: not rack.exposed[nth].wild):
        exposed = rack.exposed[nth]
        fitting = [at for at, group in enumerate(groups) if group == exposed.group and at not in placed]
        if exposed.wild:
            fitting = [at for at in fitting if not naturals_only[at]]
        placed[min(fitting, key=lambda at: (not naturals_only[at], at))] = nth
    return placed


@lru_cache(maxsize=8192)
def shape_of(symbols: str, group: GroupId) -> str:
    """Return a group as its card prints it, with the numbers, winds and tiles filled in that the card leaves open.

    ``symbols`` are those of its `GroupPattern`.
    """
    each = zip(symbols, unpack(group).tiles, strict=True)
    return "".join([tile.code[0] if symbol in _FILLED_IN else symbol for symbol, tile in each])
