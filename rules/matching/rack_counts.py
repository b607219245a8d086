"""Count the tiles of a hand by kind, jokers and exposures apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from rules.card.packed_groups import SIZE_BITS, SIZE_MASK, GroupId
from rules.hand import Hand
from rules.matching.joker_rules import ExposureRules, JokerRules
from rules.tiles import ALL_TILES, FLOWER, JOKER, Tile

KINDS: Final = len(ALL_TILES)
FLOWER_INDEX: Final = FLOWER.index
JOKER_INDEX: Final = JOKER.index

ExposureFault = Literal["too-small", "unlike", "all-jokers"]


class Exposed(NamedTuple):
    """An exposure read as a group of like tiles, and whether a wild tile stands in it.

    An exposure of jokers alone is a group of jokers, one of wild flowers and jokers a group of flowers, until
    `rules.matching.index.card_index.CardIndex.meanings` lists its choices.
    """

    group: GroupId
    wild: bool


class RackCounts(NamedTuple):
    """The counts of a hand.

    ``concealed`` counts, by index, the tiles on the slope of the rack other than jokers, the winning tile included;
    ``jokers`` counts the jokers there, ``size`` the whole hand. ``exposed`` holds its exposures, in order. ``faults``
    holds place and fault of each exposure that cannot be a group of any hand.
    """

    size: int
    concealed: dict[int, int]
    jokers: int
    exposed: tuple[Exposed, ...]
    faults: tuple[tuple[int, ExposureFault], ...]


def count_rack(hand: Hand, jokers: JokerRules, exposures: ExposureRules) -> RackCounts:
    """Return the counts of a hand under the joker and exposure rules of a rule set."""
    concealed: dict[int, int] = {}
    for tile in hand.concealed:
        index = tile.index
        concealed[index] = concealed.get(index, 0) + 1
    wild = concealed.pop(JOKER_INDEX, 0)
    size = len(hand.concealed)
    if not hand.exposures:
        return RackCounts(size, concealed, wild, (), ())
    exposed = []
    faults = []
    for place, tiles in enumerate(hand.exposures):
        size += len(tiles)
        found = read_exposure(tiles, jokers, exposures)
        if isinstance(found, Exposed):
            exposed.append(found)
        else:
            faults.append((place, found))
    return RackCounts(size, concealed, wild, tuple(exposed), tuple(faults))


def with_exposed(counts: dict[int, int], exposed: Iterable[Exposed]) -> dict[int, int]:
    """Return counts by kind with exposed tiles added, wild ones as the tiles that they stand for."""
    found = counts.copy()
    for group, _ in exposed:
        kind = group >> SIZE_BITS
        found[kind] = found.get(kind, 0) + (group & SIZE_MASK)
    return found


def read_exposure(tiles: tuple[Tile, ...], jokers: JokerRules, exposures: ExposureRules) -> Exposed | ExposureFault:
    """Read an exposure: like tiles, at least ``exposures.smallest``, one of them natural where the rules ask for it."""
    kinds = exposed_kinds(tiles, flowers_wild=jokers.flowers_wild)
    if not kinds and exposures.natural:
        return "all-jokers"
    if len(kinds) > 1:
        return "unlike"
    if len(tiles) < exposures.smallest:
        return "too-small"
    if not kinds:
        return Exposed(JOKER_INDEX << SIZE_BITS | len(tiles), wild=True)
    kind = kinds.pop()
    return Exposed(kind.index << SIZE_BITS | len(tiles), tiles.count(kind) < len(tiles))


def exposed_kinds(exposure: tuple[Tile, ...], *, flowers_wild: bool) -> set[Tile]:
    """Return the kinds that an exposure is made of: none for jokers alone, several where it is faulty."""
    kinds = {tile for tile in exposure if tile is not JOKER}
    if flowers_wild and len(kinds) > 1:
        kinds.discard(FLOWER)
    return kinds
