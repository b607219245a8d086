"""Find the hands of a card nearest to a rack, with the tiles to keep, to add and to give up.

The distance of a hand is the number of tiles to add. With n natural tiles and j jokers kept, 14 - n - j tiles are
missing; but each gap where no joker may stand needs its own tile, so the distance is the larger of the two numbers. One
pass counts it for all hands of the card (`rules.matching.index.byte_lanes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Final

from rules.matching.group_assignment import near_groups
from rules.matching.index.byte_lanes import as_lane, as_number
from rules.matching.index.card_index import CardIndex
from rules.matching.played_card import PlayedCard, RackQuery
from rules.matching.rack_counts import FLOWER_INDEX, JOKER_INDEX, RackCounts, with_exposed
from rules.tiles import ALL_TILES, COPIES_OF_ALL, Tile
from rules.verdict import NearHand

_BIAS: Final = 128
_MOST_SPENT: Final = 40
"""Most exposed and wild tiles to count; no hand has as many, and no byte of a lane may fall below 0."""
_EXCESS: Final = bytes(max(0, byte - _BIAS) for byte in range(256))


def nearest_hands(
    played: PlayedCard, query: RackQuery, count: int, patterns: Sequence[int] | None = None
) -> tuple[NearHand, ...]:
    """Return the ``count`` hands of a card nearest to a rack, without those that it makes.

    Each pattern of the card comes once, with its nearest concrete hand: nearest first, of equally near ones the most
    valuable, then in printed order. Exposures stay as they are. A hand is out of reach where it does not hold them, is
    concealed, or needs more of a tile than is left. ``patterns`` limits the search to some places on the card.
    """
    if count < 1:
        return ()
    found = (near for near in within_reach(played, query, patterns) if near.need or near.drop)
    return tuple(islice(found, count))


def within_reach(played: PlayedCard, query: RackQuery, patterns: Sequence[int] | None = None) -> Iterator[NearHand]:
    """Yield the complete hands, then all hands of `nearest_hands`; a discarded joker that is dead completes none."""
    hands = played.card.hands
    wanted = set(range(len(hands)) if patterns is None else patterns)
    dead = int(played.jokers.refuses(query.hand))
    query = without_dead_joker(played, query)
    index, left = played.index, copies_left(played, query)
    ways = [(meant, _away_lane(index, meant), Gaps(index, meant.rack, left)) for meant in query.meanings()]
    for away in range(index.sizes[-1] + 1):
        hits = {pattern for _, lane, _ in ways for pattern in _patterns_at(index, lane, away)} & wanted
        for pattern in sorted(hits, key=lambda place: (-hands[place].value, place)):
            for meant, lane, gaps in ways:
                found = gaps.first(pattern, lane, away)
                if found is not None:
                    wanted.discard(pattern)
                    place, gaps_left, missing, spare = found
                    spare[JOKER_INDEX] += dead
                    groups = near_groups(played, meant, place, gaps_left)
                    yield NearHand(hands[pattern], _spread(missing), _spread(spare), groups)
                    break


def without_dead_joker(played: PlayedCard, query: RackQuery) -> RackQuery:
    """Return the query without its winning tile where that is a discarded joker that nobody may call."""
    if not played.jokers.refuses(query.hand):
        return query
    return query._replace(racks=tuple(rack._replace(jokers=rack.jokers - 1) for rack in query.racks))


def _away_lane(index: CardIndex, query: RackQuery) -> bytes:
    """Return how many tiles a rack lacks for each concrete hand, 255 out of reach; ignore tiles on the table."""
    rack = query.rack
    exposed = with_exposed({}, rack.exposed)
    kept = 0
    wild = rack.jokers
    for kind, number in rack.concealed.items():
        if kind == FLOWER_INDEX and index.jokers.flowers_wild:
            wild += number
        else:
            kept += index.overlaps[kind, exposed.get(kind, 0), number]
    natural_gaps = index.natural_gaps(rack)
    # With c = size - exposed - wild, the lane is max(c - kept, natural gaps): the excess of the first, plus the second.
    size = len(index.hands)
    spent = min(sum(exposed.values()) + wild, _MOST_SPENT)
    biased = index.tiles + index.ones * (_BIAS - spent) - kept - natural_gaps
    total = as_number(as_lane(biased, size).translate(_EXCESS)) + natural_gaps
    # An addition would pass 255 where two lanes block the same hand.
    if query.joker_was_used:
        total |= index.jokerless
    if rack.exposed:
        total |= index.concealed
        for _, blocked in index.groups.holding(rack.exposed):
            total |= blocked
    return as_lane(total, size)


def _patterns_at(index: CardIndex, lane: bytes, away: int) -> Iterator[int]:
    """Yield the patterns that have a concrete hand this far away."""
    place = lane.find(away)
    while place >= 0:
        pattern = index.pattern_of(place)
        yield pattern
        place = lane.find(away, index.starts[pattern + 1])


def copies_left(played: PlayedCard, query: RackQuery) -> list[int]:
    """Return, by kind, how many tiles a player can still get: the tiles unseen, and those that may come back."""
    left = list(COPIES_OF_ALL)
    for tile in chain(query.hand.tiles, query.seen):
        if left[tile.index]:
            left[tile.index] -= 1
    for kind, number in played.returning(query).items():
        left[kind] += number
    return left


class Gaps:
    """Find the tiles that a rack lacks for a concrete hand that holds its exposures; ``left`` as `copies_left`."""

    def __init__(self, index: CardIndex, rack: RackCounts, left: Sequence[int]) -> None:
        self._index = index
        self._rack = rack
        self._exposed = with_exposed({}, rack.exposed)
        self._held = rack.concealed | {JOKER_INDEX: rack.jokers}
        self._left = left

    def first(
        self, pattern: int, lane: bytes, away: int
    ) -> tuple[int, dict[int, int], dict[int, int], dict[int, int]] | None:
        """Return the pattern's first possible hand at this distance: its place, gaps, tiles to add, tiles to drop."""
        end = self._index.starts[pattern + 1]
        place = lane.find(away, self._index.starts[pattern], end)
        while place >= 0:
            gaps, natural, spare = self._missing(place)
            need = self._need(gaps, natural)
            if need is not None:
                return place, gaps, need, spare
            place = lane.find(away, place + 1, end)
        return None

    def shortage(self, place: int) -> dict[int, int]:
        """Return, by kind, how many more tiles a concrete hand needs than are left, after using wild tiles."""
        gaps, natural, _ = self._missing(place)
        jokers = self._left[JOKER_INDEX] - gaps.pop(JOKER_INDEX, 0)
        short = {JOKER_INDEX: -jokers} if jokers < 0 else {}
        wild = max(0, jokers) + self._wild_flowers(gaps)
        for kind, number in sorted(gaps.items()):
            lacking = number - self._left[kind]
            filled = min(wild, lacking, number - natural.get(kind, 0)) if lacking > 0 else 0
            wild -= filled
            if lacking > filled:
                short[kind] = lacking - filled
        return short

    def _missing(self, place: int) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
        """Return, by kind, the gaps of a hand, the gaps that only natural tiles fill, and the tiles to give up."""
        index, rack = self._index, self._rack
        spare = self._held.copy()
        gaps = {}
        for kind, number in index.counts[place].items():
            wanted = number - self._exposed.get(kind, 0)
            left = spare.get(kind, 0) - wanted
            if left < 0:
                gaps[kind] = -left
            if kind in spare:
                spare[kind] = max(0, left)
        natural = index.natural_gaps_of(place, rack)
        self._fill(gaps, natural, spare)
        return gaps, natural, spare

    def _fill(self, gaps: dict[int, int], natural: dict[int, int], spare: dict[int, int]) -> None:
        """Put wild tiles into gaps: first where the wall lacks most, then where least is left."""
        for wild in (JOKER_INDEX, FLOWER_INDEX) if self._index.jokers.flowers_wild else (JOKER_INDEX,):
            while spare.get(wild, 0):
                open_gaps = [kind for kind, number in gaps.items() if number > natural.get(kind, 0)]
                if not open_gaps:
                    return
                kind = min(open_gaps, key=lambda kind: (min(0, self._left[kind] - gaps[kind]), self._left[kind], kind))
                gaps[kind] -= 1
                spare[wild] -= 1

    def _need(self, gaps: dict[int, int], natural: dict[int, int]) -> dict[int, int] | None:
        """Return the tiles that fill the gaps, wild tiles where the wall lacks a kind; None where too few are left."""
        need = gaps.copy()
        wild = 0
        for kind, number in gaps.items():
            lacking = number - self._left[kind]
            if lacking > 0 and kind != JOKER_INDEX:
                if number - lacking < natural.get(kind, 0):
                    return None
                need[kind] -= lacking
                wild += lacking
        jokers = self._left[JOKER_INDEX] - need.get(JOKER_INDEX, 0)
        flowers = max(0, wild - jokers)
        if jokers < 0 or flowers > self._wild_flowers(gaps):
            return None
        need[JOKER_INDEX] = need.get(JOKER_INDEX, 0) + wild - flowers
        need[FLOWER_INDEX] = need.get(FLOWER_INDEX, 0) + flowers
        return need

    def _wild_flowers(self, gaps: dict[int, int]) -> int:
        """Return how many flowers are left to stand for other tiles, beyond the flowers that the hand itself needs."""
        if not self._index.jokers.flowers_wild:
            return 0
        return max(0, self._left[FLOWER_INDEX] - gaps.get(FLOWER_INDEX, 0))


def _spread(counts: dict[int, int]) -> tuple[Tile, ...]:
    return tuple([ALL_TILES[kind] for kind in sorted(counts) for _ in range(counts[kind])])
