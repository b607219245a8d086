"""Compile a card for one set of joker rules, and look up which concrete hands a rack completes.

Every concrete hand of the card has a place, 0 to n-1. For each kind of tile one lane (`byte_lanes` beside this file)
counts the tiles of this kind in each concrete hand, another the tiles among them that no joker may replace. A mask made
of a lane says "has at least k of this tile" for all hands at once, so one ``&`` for each kind looks a rack up. Jokers
cost no extra look-up: where all natural tiles of a rack of 14 belong to a hand, the hand has as many gaps left as the
rack has jokers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate, pairwise

from rules.card.card import Card
from rules.card.expansion import ConcreteHand
from rules.card.packed_groups import SIZE_BITS, SIZE_MASK, tile_counts
from rules.card.pattern import HandPattern
from rules.matching.index.byte_lanes import (
    Computed,
    as_lane,
    as_number,
    at_least_table,
    blocked,
    exactly_table,
    mask_of,
    overlap_table,
    positions,
)
from rules.matching.index.group_lanes import GroupLanes
from rules.matching.joker_rules import JokerRules
from rules.matching.rack_counts import FLOWER_INDEX, JOKER_INDEX, KINDS, Exposed, RackCounts, with_exposed
from rules.tiles import ALL_TILES, COPIES_OF_ALL, JOKER, copies


def naturals_only(pattern: HandPattern, hand: ConcreteHand, jokers: JokerRules) -> tuple[bool, ...]:
    """Say of each group of a concrete hand of a pattern whether it takes no joker."""
    return tuple(
        [
            pattern.no_jokers
            or printed.natural_only
            or not jokers.may_stand_in(size=group & SIZE_MASK, alike=group > 0)
            for printed, group in zip(pattern.groups, hand, strict=True)
        ]
    )


def _all_naturals_only(card: Card, jokers: JokerRules) -> Iterator[tuple[bool, ...]]:
    for pattern, concrete in zip(card.hands, card.concrete, strict=True):
        # Different faces may be one tile, as in XY where X is Y; like faces always are, and one answer is for all.
        tried = concrete[:1] if all(group.alike for group in pattern.groups) else concrete
        found = [naturals_only(pattern, hand, jokers) for hand in tried]
        yield from found if len(found) == len(concrete) else found * len(concrete)


_Lanes = Sequence[bytes | bytearray] | Mapping[int, bytes | bytearray]
"""Lanes by the index of a kind."""


def _at_least(lanes: _Lanes, item: tuple[int, int]) -> int:
    """Return the mask of hands with at least so many tiles of a kind; ``item`` is its index and the number."""
    kind, number = item
    return mask_of(lanes[kind].translate(at_least_table(number)))


def _overlap(lanes: _Lanes, held: tuple[int, int, int]) -> int:
    """Return a lane of `CardIndex.overlaps`."""
    kind, exposed, number = held
    return as_number(lanes[kind].translate(overlap_table(exposed, number)))


def _counts(hands: Sequence[ConcreteHand], place: int) -> dict[int, int]:
    """Return, by kind, how many tiles a concrete hand has."""
    counts: dict[int, int] = {}
    for group in hands[place]:
        for kind, number in tile_counts(group):
            counts[kind] = counts.get(kind, 0) + number
    return counts


def _naturals(counts: Mapping[int, Mapping[int, int]], lanes: Mapping[int, bytearray], place: int) -> dict[int, int]:
    """Return, by kind, how many tiles of a concrete hand no joker may replace."""
    return {kind: lanes[kind][place] for kind in counts[place] if kind in lanes and lanes[kind][place]}


class CardIndex:
    """The concrete hands of a card in lanes of shape (n,).

    ``hands[i]`` is concrete hand i. The hands of pattern p of the card have the places ``starts[p]`` up to, not
    including, ``starts[p + 1]``. ``sizes`` are the different numbers of tiles in a hand. ``lanes[t]`` counts the tiles
    of index t, ``natural_lanes[t]`` the tiles among them that no joker may replace (only for kinds with such tiles).
    ``counts[i]`` are the tiles of concrete hand i by kind. ``naturals_only[i]`` says of each of its groups whether it
    takes no joker; ``groups`` looks exposures up.

    Lanes as one integer: ``tiles`` counts the tiles of each hand, ``overlaps[t, e, k]`` how many of k tiles of index t
    it can use beside e exposed ones. ``concealed`` is 255 for hands that may not be exposed, ``jokerless`` for hands
    that the card prints as played without jokers.
    """

    def __init__(self, card: Card, jokers: JokerRules) -> None:
        self.jokers = jokers
        self.hands = [hand for concrete in card.concrete for hand in concrete]
        self.starts = [0, *accumulate(map(len, card.concrete))]
        self.naturals_only = list(_all_naturals_only(card, jokers))
        self.groups = GroupLanes(self.hands, self.naturals_only)
        size = len(self.hands)
        self.lanes = [bytearray(size) for _ in range(KINDS)]
        self._fill(self.lanes)
        self.natural_lanes = self._natural_lanes()
        self._natural_total = sum(map(as_number, self.natural_lanes.values()))
        open_lane = self._spread([not pattern.concealed_only for pattern in card.hands])
        joker_lane = self._spread([not pattern.no_jokers for pattern in card.hands])
        self._open, self.concealed = mask_of(open_lane), blocked(open_lane)
        self._joker, self.jokerless = mask_of(joker_lane), blocked(joker_lane)
        size_lane = self._spread([pattern.size for pattern in card.hands])
        self.tiles = as_number(size_lane)
        self.sizes = tuple(sorted({pattern.size for pattern in card.hands}))
        # Hands that have room for j jokers, whatever the natural tiles are; a printed joker is one of them.
        printed = as_number(self.lanes[JOKER_INDEX])
        slack = as_lane(self.tiles - self._natural_total + printed, size)
        room = [mask_of(slack.translate(at_least_table(number))) for number in range(copies(JOKER) + 1)]
        of_size = {tiles: mask_of(size_lane.translate(exactly_table(tiles))) for tiles in self.sizes}
        self._with_room = {(tiles, j): of_size[tiles] & mask for tiles in self.sizes for j, mask in enumerate(room)}
        self.ones = as_number(b"\1" * size)
        lanes: list[bytes | bytearray] = [*self.lanes]
        if jokers.flowers_wild:
            # Flowers may be any tile, so every hand has room for all of them.
            lanes[FLOWER_INDEX] = b"\xff" * size
        self._at_least = Computed(partial(_at_least, lanes))
        # No rack holds more of a kind than a set.
        held = [lane.translate(overlap_table(0, most)) for lane, most in zip(lanes, COPIES_OF_ALL, strict=True)]
        self._held = Computed(partial(_at_least, held))
        self.overlaps = Computed(partial(_overlap, self.lanes))
        self._natural_overlaps = Computed(partial(_overlap, self.natural_lanes))
        self.counts = Computed(partial(_counts, self.hands))
        self._naturals = Computed(partial(_naturals, self.counts, self.natural_lanes))

    def _fill(self, lanes: Sequence[bytearray]) -> None:
        for place, hand in enumerate(self.hands):
            for group in hand:
                if group > 0:
                    lanes[group >> SIZE_BITS][place] += group & SIZE_MASK
                else:
                    for kind, number in tile_counts(group):
                        lanes[kind][place] += number

    def _natural_lanes(self) -> dict[int, bytearray]:
        lanes = [bytearray(len(self.hands)) for _ in range(KINDS)]
        for start, end in pairwise(self.starts):
            ways = set(self.naturals_only[start:end])
            if all(map(all, ways)):
                for lane, whole in zip(lanes, self.lanes, strict=True):
                    lane[start:end] = whole[start:end]
            elif any(map(any, ways)):
                for place in range(start, end):
                    for group, flag in zip(self.hands[place], self.naturals_only[place], strict=True):
                        for kind, number in tile_counts(group) if flag else ():
                            lanes[kind][place] += number
        # No other tile stands for a joker that the card prints.
        lanes[JOKER_INDEX][:] = self.lanes[JOKER_INDEX]
        return {kind: lane for kind, lane in enumerate(lanes) if any(lane)}

    def _spread(self, values: Sequence[int]) -> bytes:
        """Return the lane that repeats each pattern's value at all its hands."""
        sizes = map(int.__sub__, self.starts[1:], self.starts)
        return b"".join(bytes((value,)) * size for value, size in zip(values, sizes, strict=True))

    def buildable(self, pattern: int) -> list[int]:
        """Return the places of a pattern's hands for which a set holds all tiles that no joker may replace."""
        lanes = [(lane, copies(ALL_TILES[kind])) for kind, lane in self.natural_lanes.items()]
        return [
            place
            for place in range(self.starts[pattern], self.starts[pattern + 1])
            if all(lane[place] <= most for lane, most in lanes)
        ]

    def pattern_of(self, place: int) -> int:
        """Return the place on the card of the pattern that a concrete hand belongs to."""
        return bisect_right(self.starts, place) - 1

    def completed(self, rack: RackCounts, *, joker_was_used: bool = False) -> list[int]:
        """Return the places of the concrete hands that the tiles of a rack complete, in printed order.

        The caller has to check that a rack with exposures holds no more tiles than a set, and that none is faulty. A
        concealed hand has no exposures, and each exposure is one whole group of the hand. ``joker_was_used`` rules out
        the hands that the card prints as played without jokers.
        """
        mask = self._with_room.get((rack.size, rack.jokers), 0)
        if joker_was_used:
            mask &= self._joker
        needed, masks = rack.concealed, self._held
        if rack.exposed:
            mask &= self._open
            for holding, _ in self.groups.holding(rack.exposed):
                mask &= holding
            needed, masks = with_exposed(rack.concealed, rack.exposed), self._at_least
        for item in needed.items():
            mask &= masks[item]
            if not mask:
                return []
        return [place for place in positions(mask) if not self.natural_gaps_of(place, rack)]

    def fitting(self, tiles: Mapping[int, int]) -> list[int]:
        """Return the places of hands that hold these natural tiles; ignore the rules for jokers and exposures."""
        mask = (1 << len(self.hands)) - 1
        for item in tiles.items():
            mask &= self._held[item]
        return positions(mask)

    def natural_gaps_of(self, place: int, rack: RackCounts) -> dict[int, int]:
        """Return, by kind, how many tiles a hand lacks that no joker may replace."""
        naturals = self._naturals[place]
        if not naturals:
            return {}
        gaps = {}
        exposed = self.groups.natural_tiles_of(place, rack.exposed) if rack.exposed else {}
        for kind, number in naturals.items():
            held = rack.jokers if kind == JOKER_INDEX else rack.concealed.get(kind, 0)
            gap = number - exposed.get(kind, 0) - held
            if gap > 0:
                gaps[kind] = gap
        return gaps

    def natural_gaps(self, rack: RackCounts) -> int:
        """Return a lane as one integer: how many tiles each hand lacks that no joker may replace.

        The numbers are right only for hands that hold the exposures of the rack.
        """
        gaps = self._natural_total
        exposed = self.groups.natural_tiles(rack.exposed)
        for kind, number in (*rack.concealed.items(), (JOKER_INDEX, rack.jokers)):
            if kind in self.natural_lanes and not exposed.get(kind):
                gaps -= self._natural_overlaps[kind, 0, number]
        for kind, brought in exposed.items():
            if brought:
                wanted = as_lane(as_number(self.natural_lanes[kind]) - brought, len(self.hands))
                held = rack.concealed.get(kind, 0)
                gaps -= brought + as_number(wanted.translate(overlap_table(0, held)))
        return gaps

    def meanings(self, rack: RackCounts) -> tuple[RackCounts, ...]:
        """Return the rack once for each choice of groups that its all-wild exposures may be on this card.

        A rack whose exposures each name their kind comes back unchanged.
        """
        if not any(map(self.is_open, rack.exposed)):
            return (rack,)
        # Exposures that name their kind come first, as they leave the fewest hands.
        order = sorted(range(len(rack.exposed)), key=lambda at: self.is_open(rack.exposed[at]))
        chosen: list[tuple[Exposed, ...]] = [()]
        for exposed in (rack.exposed[at] for at in order):
            meant = self._groups_meant(exposed) if self.is_open(exposed) else [exposed]
            # The order of two all-wild exposures makes no difference.
            choices = {tuple(sorted((*before, one))): (*before, one) for before in chosen for one in meant}
            chosen = [choice for choice in choices.values() if self.groups.holding_all(choice)]
        return tuple(
            rack._replace(exposed=tuple(one for _, one in sorted(zip(order, choice, strict=True)))) for choice in chosen
        )

    def is_open(self, exposed: Exposed) -> bool:
        """Say whether an exposure is wild tiles alone, jokers or wild flowers, so that its kind is open."""
        kind = exposed.group >> SIZE_BITS
        return kind == JOKER_INDEX or (kind == FLOWER_INDEX and self.jokers.flowers_wild)

    def _groups_meant(self, exposed: Exposed) -> list[Exposed]:
        """Return the groups of like tiles of this size on the card that take jokers; flowers are themselves too."""
        groups = self.groups.taking_jokers(exposed.group & SIZE_MASK)
        found = [Exposed(group, wild=True) for group in groups if group != exposed.group]
        return found if exposed.group >> SIZE_BITS == JOKER_INDEX else [exposed, *found]
