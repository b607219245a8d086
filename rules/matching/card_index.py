"""Compile a card for one set of joker rules, and look up which concrete hands a rack completes.

Every concrete hand of the card has a place, 0 to n-1. For each kind of tile one lane (`rules.matching.byte_lanes`)
counts the tiles of this kind in each concrete hand, another the tiles among them that no joker may replace. A mask made
of a lane says "has at least k of this tile" for all hands at once, so one ``&`` for each kind looks a rack up. Jokers
cost no extra look-up: where all natural tiles of a rack of 14 belong to a hand, the hand has as many gaps left as the
rack has jokers.
"""

from __future__ import annotations

import weakref
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final

from rules.card.card import Card, colour_clash, free_suits
from rules.card.expansion import ConcreteHand
from rules.card.packed_groups import SIZE_BITS, SIZE_MASK, GroupId, tile_counts
from rules.card.pattern import HandPattern
from rules.matching.byte_lanes import as_lane, as_number, at_least_table, mask_of, overlap_table, positions
from rules.matching.joker_rules import SMALLEST_EXPOSURE, HandRules, JokerRules
from rules.matching.rack_counts import FLOWER_INDEX, JOKER_INDEX, KINDS, Exposed, RackCounts
from rules.tiles import ALL_TILES, JOKER, copies

_NATURAL_SHIFT: Final = 4
"""In a lane of groups the low four bits count groups that take jokers, the high four bits groups that take none."""


@dataclass(slots=True)
class _Compiled:
    """The cached results of one card: an index for each way of playing jokers, and the card under house rules."""

    indexes: dict[tuple[bool, ...], CardIndex] = field(default_factory=dict)
    freed: Card | None = None
    coloured: Card | None = None


_COMPILED: Final[dict[int, _Compiled]] = {}
"""The cached results of each living card by its ``id()``: comparing cards would take longer than judging."""


def _compiled(card: Card) -> _Compiled:
    found = _COMPILED.get(id(card))
    if found is None:
        found = _COMPILED[id(card)] = _Compiled()
        weakref.finalize(card, _COMPILED.pop, id(card), None).atexit = False
    return found


def index_of(card: Card, jokers: JokerRules) -> CardIndex:
    """Return the card compiled for these joker rules; joker rules with equal `JokerRules.ways` share one index."""
    jokers = jokers_on(card, jokers)
    indexes = _compiled(card).indexes
    found = indexes.get(jokers.ways)
    if found is None:
        found = indexes[jokers.ways] = CardIndex(card, jokers)
    return found


def jokers_on(card: Card, jokers: JokerRules) -> JokerRules:
    """Return the joker rules for a card, with wild flowers where the card says so."""
    return replace(jokers, flowers_wild=True) if card.flowers_wild and not jokers.flowers_wild else jokers


def freed(card: Card) -> Card:
    """Return the card with `free_suits`, computed once; raise as `free_suits` does."""
    compiled = _compiled(card)
    if compiled.freed is None:
        compiled.freed = free_suits(card)
    return compiled.freed


def coloured(card: Card) -> Card:
    """Return the card without the hands whose suits and dragons do not match, computed once."""
    compiled = _compiled(card)
    if compiled.coloured is None:
        kept = tuple(tuple(hand for hand in hands if colour_clash(hand) is None) for hands in card.concrete)
        # Copy even where no hand drops out: the cache must not keep the card itself alive.
        compiled.coloured = replace(card, concrete=kept)
    return compiled.coloured


def as_played(card: Card, rules: HandRules) -> Card:
    """Return the card as the rules play it: in free suits, and by the colour rule."""
    if rules.suits_free:
        card = freed(card)
    return coloured(card) if rules.colour_rule else card


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


class CardIndex:
    """The concrete hands of a card in lanes of shape (n,).

    ``hands[i]`` is concrete hand i. The hands of pattern p of the card have the places ``starts[p]`` up to, not
    including, ``starts[p + 1]``. ``size_lane`` counts the tiles of each hand, and ``sizes`` are the different numbers
    in it. ``lanes[t]`` counts the tiles of index t, ``natural_lanes[t]`` the tiles among them that no joker may replace
    (only for kinds with such tiles), and ``natural_total`` sums the latter over all kinds. ``naturals_only[i]`` says of
    each group of concrete hand i whether it takes no joker. ``open_lane`` is 1 for hands that may be exposed,
    ``joker_lane`` for hands that the card does not print as played without jokers.
    """

    def __init__(self, card: Card, jokers: JokerRules) -> None:
        self.jokers = jokers
        self.hands = [hand for concrete in card.concrete for hand in concrete]
        self.starts = [0, *accumulate(map(len, card.concrete))]
        self.naturals_only = list(_all_naturals_only(card, jokers))
        size = len(self.hands)
        self.lanes = [bytearray(size) for _ in range(KINDS)]
        self._fill(self.lanes)
        self.natural_lanes = self._natural_lanes()
        self.natural_total = as_lane(sum(map(as_number, self.natural_lanes.values())), size)
        self.open_lane = self._spread([not pattern.concealed_only for pattern in card.hands])
        self.joker_lane = self._spread([not pattern.no_jokers for pattern in card.hands])
        self._open = mask_of(self.open_lane)
        self._joker = mask_of(self.joker_lane)
        self.size_lane = self._spread([pattern.size for pattern in card.hands])
        self.sizes = tuple(sorted({pattern.size for pattern in card.hands}))
        self._of_size = {of: mask_of(self.size_lane.translate(_exactly_table(of))) for of in self.sizes}
        # Hands that have room for j jokers, whatever the natural tiles are; a printed joker is one of them.
        printed = as_number(self.lanes[JOKER_INDEX])
        slack = as_lane(as_number(self.size_lane) - as_number(self.natural_total) + printed, size)
        self._room = [mask_of(slack.translate(at_least_table(number))) for number in range(copies(JOKER) + 1)]
        self.ones = as_number(b"\1" * size)
        self._natural_number = as_number(self.natural_total)
        self._overlaps: dict[tuple[int, int, int], int] = {}
        self._natural_overlaps: dict[tuple[int, int], int] = {}
        self._masks: dict[tuple[int, int], int] = {}
        self._groups: dict[GroupId, bytearray] = {}
        self._counts: dict[int, dict[int, int]] = {}
        self._holding: dict[tuple[GroupId, int, int], tuple[bytes, int]] = {}

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

    def _at_least(self, kind: int, number: int) -> int:
        """Return the mask of hands with at least ``number`` tiles of index ``kind``."""
        mask = self._masks[kind, number] = mask_of(self.lanes[kind].translate(at_least_table(number)))
        return mask

    def _group_lane(self, group: GroupId) -> bytearray | None:
        """Return the lane of the counts of a group large enough to be exposed.

        The low four bits count groups that take jokers, the high four bits groups that take none.
        """
        if not self._groups:
            self._groups = self._count_groups()
        return self._groups.get(group)

    def _count_groups(self) -> dict[GroupId, bytearray]:
        # Return a complete dictionary for the caller to store: another thread must never see half of it.
        counts: dict[GroupId, bytearray] = {}
        for place, (hand, flags) in enumerate(zip(self.hands, self.naturals_only, strict=True)):
            for found, flag in zip(hand, flags, strict=True):
                if found & SIZE_MASK < SMALLEST_EXPOSURE or found < 0:
                    continue
                lane = counts.get(found)
                if lane is None:
                    lane = counts[found] = bytearray(len(self.hands))
                lane[place] += 1 << _NATURAL_SHIFT if flag else 1
        return counts

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

        The caller has to check that the rack holds no more tiles than a set and has no faulty exposure. A concealed
        hand has no exposures, and each exposure is one whole group of the hand. ``joker_was_used`` rules out the hands
        that the card prints as played without jokers.
        """
        mask = self._room[rack.jokers] & self._of_size.get(rack.size, 0)
        if joker_was_used:
            mask &= self._joker
        needed = rack.concealed
        if rack.exposed:
            mask &= self._open
            for _, holding in self.holding(rack.exposed):
                mask &= holding
            needed = self._with_exposed(rack)
        wild_flowers = self.jokers.flowers_wild
        masks = self._masks
        for item in needed.items():
            if wild_flowers and item[0] == FLOWER_INDEX:
                continue
            found = masks.get(item)
            mask &= self._at_least(*item) if found is None else found
            if not mask:
                return []
        if rack.jokers or (wild_flowers and FLOWER_INDEX in needed):
            return [place for place in positions(mask) if not self.natural_gaps_of(place, rack)]
        return list(positions(mask))

    def fitting(self, tiles: Mapping[int, int]) -> list[int]:
        """Return the places of hands that hold these natural tiles; ignore the rules for jokers and exposures."""
        mask = (1 << len(self.hands)) - 1
        for item in tiles.items():
            found = self._masks.get(item)
            mask &= self._at_least(*item) if found is None else found
            if not mask:
                break
        return list(positions(mask))

    def _with_exposed(self, rack: RackCounts) -> dict[int, int]:
        needed = rack.concealed.copy()
        for group, _ in rack.exposed:
            kind = group >> SIZE_BITS
            needed[kind] = needed.get(kind, 0) + (group & SIZE_MASK)
        return needed

    def natural_gaps_of(self, place: int, rack: RackCounts) -> dict[int, int]:
        """Return, by kind, how many tiles a hand lacks that no joker may replace."""
        if not self.natural_total[place]:
            return {}
        gaps = {}
        exposed = self._naturals_exposed(place, rack.exposed) if rack.exposed else {}
        for kind in self.counts_of(place):
            held = rack.jokers if kind == JOKER_INDEX else rack.concealed.get(kind, 0)
            gap = self.natural_lanes[kind][place] - exposed.get(kind, 0) - held if kind in self.natural_lanes else 0
            if gap > 0:
                gaps[kind] = gap
        return gaps

    def overlap(self, kind: int, exposed: int, number: int) -> int:
        """Return a lane as one integer: how many of ``number`` tiles each hand can use beside ``exposed`` ones."""
        key = (kind, exposed, number)
        found = self._overlaps.get(key)
        if found is None:
            found = self._overlaps[key] = as_number(self.lanes[kind].translate(overlap_table(exposed, number)))
        return found

    def natural_gaps(self, rack: RackCounts) -> int:
        """Return a lane as one integer: how many tiles each hand lacks that no joker may replace.

        The numbers are right only for hands that hold the exposures of the rack.
        """
        gaps = self._natural_number
        exposed: dict[int, int] = {}
        for group, (plain, _) in _tally(rack.exposed).items():
            lane = (self._group_lane(group) or b"").translate(_brought_table(plain, group & SIZE_MASK))
            kind = group >> SIZE_BITS
            exposed[kind] = exposed.get(kind, 0) + as_number(lane)
        for kind, number in (*rack.concealed.items(), (JOKER_INDEX, rack.jokers)):
            if kind in self.natural_lanes and not exposed.get(kind):
                gaps -= self._natural_overlap(kind, number)
        for kind, brought in exposed.items():
            if brought:
                wanted = as_lane(as_number(self.natural_lanes[kind]) - brought, len(self.hands))
                held = rack.concealed.get(kind, 0)
                gaps -= brought + as_number(wanted.translate(overlap_table(0, held)))
        return gaps

    def _natural_overlap(self, kind: int, number: int) -> int:
        key = (kind, number)
        found = self._natural_overlaps.get(key)
        if found is None:
            lane = self.natural_lanes[kind].translate(overlap_table(0, number))
            found = self._natural_overlaps[key] = as_number(lane)
        return found

    def holding(self, exposed: Sequence[Exposed]) -> Iterator[tuple[bytes, int]]:
        """Yield a lane and its mask for each exposed group; a hand holds the exposures where all of them are 1."""
        for group, (plain, wild) in _tally(exposed).items():
            found = self._holding.get((group, plain, wild))
            if found is None:
                counts = self._group_lane(group) or bytes(len(self.hands))
                lane = bytes(counts.translate(_holding_table(plain, wild)))
                found = self._holding[group, plain, wild] = (lane, mask_of(lane))
            yield found

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
            chosen = [choice for choice in choices.values() if self.holding_all(choice)]
        return tuple(
            rack._replace(exposed=tuple(one for _, one in sorted(zip(order, choice, strict=True)))) for choice in chosen
        )

    def is_open(self, exposed: Exposed) -> bool:
        """Say whether an exposure is wild tiles alone, jokers or wild flowers, so that its kind is open."""
        kind = exposed.group >> SIZE_BITS
        return kind == JOKER_INDEX or (kind == FLOWER_INDEX and self.jokers.flowers_wild)

    def _groups_meant(self, exposed: Exposed) -> list[Exposed]:
        """Return the groups of like tiles of this size on the card that take jokers; flowers are themselves too."""
        if not self._groups:
            self._groups = self._count_groups()
        found = [
            Exposed(group, wild=True)
            for group, lane in self._groups.items()
            if group > 0
            and group & SIZE_MASK == exposed.group & SIZE_MASK
            and group >> SIZE_BITS != JOKER_INDEX
            and group != exposed.group
            and any(byte & (1 << _NATURAL_SHIFT) - 1 for byte in set(lane))
        ]
        return found if exposed.group >> SIZE_BITS == JOKER_INDEX else [exposed, *found]

    def counts_of(self, place: int) -> Mapping[int, int]:
        """Return, by kind, how many tiles a concrete hand has, computed once."""
        counts = self._counts.get(place)
        if counts is None:
            counts = {}
            for group in self.hands[place]:
                for kind, number in tile_counts(group):
                    counts[kind] = counts.get(kind, 0) + number
            self._counts[place] = counts
        return counts

    def holding_all(self, exposed: Sequence[Exposed]) -> list[int]:
        """Return the places of hands, concealed ones too, that hold the exposures as different groups."""
        mask = (1 << len(self.hands)) - 1
        for _, holding in self.holding(exposed):
            mask &= holding
        return list(positions(mask))

    def _naturals_exposed(self, place: int, exposed: Sequence[Exposed]) -> dict[int, int]:
        """Return, by kind, how many exposed tiles belong to groups of a hand that take no joker.

        An exposure without a joker counts as a group that takes none, if the hand has such a group.
        """
        found: dict[int, int] = {}
        for group, (plain, _) in _tally(exposed).items():
            lane = self._group_lane(group)
            kind = group >> SIZE_BITS
            brought = _brought_table(plain, group & SIZE_MASK)[lane[place]] if lane else 0
            found[kind] = found.get(kind, 0) + brought
        return found


def _tally(exposed: Sequence[Exposed]) -> dict[GroupId, tuple[int, int]]:
    """Return for each exposed group the number of its exposures without wild tiles, and with wild tiles."""
    counts = Counter(exposed)
    return {group: (counts[Exposed(group, wild=False)], counts[Exposed(group, wild=True)]) for group, _ in exposed}


@lru_cache(maxsize=64)
def _exactly_table(number: int) -> bytes:
    """Return the table that turns a byte into 1 where it equals ``number``, else 0."""
    return bytes(byte == number for byte in range(256))


@lru_cache(maxsize=256)
def _holding_table(plain: int, wild: int) -> bytes:
    """Return the table that turns a hand's count of a group into 1 where the exposures of this group fit, else 0."""
    return bytes(
        wild + max(0, plain - (byte >> _NATURAL_SHIFT)) <= (byte & (1 << _NATURAL_SHIFT) - 1) for byte in range(256)
    )


@lru_cache(maxsize=256)
def _brought_table(plain: int, size: int) -> bytes:
    """Return the table that turns a hand's count of a group into the exposed tiles of groups that take no joker."""
    return bytes(min(plain, byte >> _NATURAL_SHIFT) * size for byte in range(256))
