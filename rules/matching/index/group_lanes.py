"""Look up for all concrete hands of a card at once whether they hold exposed groups.

A group that may be exposed has one lane: in the byte of each hand the low four bits count its groups of this kind that
take jokers, the high four bits those that take none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final

from rules.card.expansion import ConcreteHand
from rules.card.packed_groups import SIZE_BITS, SIZE_MASK, GroupId
from rules.matching.index.byte_lanes import as_number, blocked, mask_of, positions
from rules.matching.joker_rules import SMALLEST_EXPOSURE
from rules.matching.rack_counts import JOKER_INDEX, Exposed

_NATURAL_SHIFT: Final = 4
_TAKES_JOKERS: Final = (1 << _NATURAL_SHIFT) - 1


class GroupLanes:
    """The groups of n concrete hands in lanes of shape (n,); ``naturals_only`` as in `CardIndex`."""

    def __init__(self, hands: Sequence[ConcreteHand], naturals_only: Sequence[tuple[bool, ...]]) -> None:
        self._hands = hands
        self._naturals_only = naturals_only
        self._holding: dict[tuple[GroupId, int, int], tuple[int, int]] = {}

    @cached_property
    def _lanes(self) -> dict[GroupId, bytearray]:
        # Counted only once a rack has exposures. Complete when it is stored: no other thread sees half of it.
        counts: dict[GroupId, bytearray] = {}
        for place, (hand, flags) in enumerate(zip(self._hands, self._naturals_only, strict=True)):
            for group, flag in zip(hand, flags, strict=True):
                if group & SIZE_MASK < SMALLEST_EXPOSURE or group < 0:
                    continue
                lane = counts.get(group)
                if lane is None:
                    lane = counts[group] = bytearray(len(self._hands))
                lane[place] += 1 << _NATURAL_SHIFT if flag else 1
        return counts

    def holding(self, exposed: Sequence[Exposed]) -> Iterator[tuple[int, int]]:
        """Yield for each exposed group the mask of hands that hold its exposures, and the lane `blocked` for others."""
        for group, (plain, wild) in _tally(exposed).items():
            found = self._holding.get((group, plain, wild))
            if found is None:
                counts = self._lanes.get(group) or bytes(len(self._hands))
                lane = counts.translate(_holding_table(plain, wild))
                found = self._holding[group, plain, wild] = mask_of(lane), blocked(lane)
            yield found

    def holding_all(self, exposed: Sequence[Exposed]) -> list[int]:
        """Return the places of hands, concealed ones too, that hold the exposures as different groups."""
        mask = (1 << len(self._hands)) - 1
        for holding, _ in self.holding(exposed):
            mask &= holding
        return positions(mask)

    def natural_tiles(self, exposed: Sequence[Exposed]) -> dict[int, int]:
        """Return, by kind, a lane as one integer: how many exposed tiles belong to groups that take no joker.

        An exposure without a joker counts as a group that takes none, if the hand has such a group.
        """
        found: dict[int, int] = {}
        for group, table in _natural_tables(exposed):
            kind, lane = group >> SIZE_BITS, self._lanes.get(group, b"")
            found[kind] = found.get(kind, 0) + as_number(lane.translate(table))
        return found

    def natural_tiles_of(self, place: int, exposed: Sequence[Exposed]) -> dict[int, int]:
        """Return the same for one hand."""
        found: dict[int, int] = {}
        for group, table in _natural_tables(exposed):
            kind, lane = group >> SIZE_BITS, self._lanes.get(group)
            found[kind] = found.get(kind, 0) + (table[lane[place]] if lane else 0)
        return found

    def taking_jokers(self, size: int) -> list[GroupId]:
        """Return the groups of so many like tiles that some hand has and that take jokers."""
        return [
            group
            for group, lane in self._lanes.items()
            if group & SIZE_MASK == size
            and group >> SIZE_BITS != JOKER_INDEX
            and any(byte & _TAKES_JOKERS for byte in set(lane))
        ]


def _tally(exposed: Sequence[Exposed]) -> dict[GroupId, list[int]]:
    """Return for each exposed group the number of its exposures without wild tiles, and with wild tiles."""
    found: dict[GroupId, list[int]] = {}
    for group, wild in exposed:
        found.setdefault(group, [0, 0])[wild] += 1
    return found


def _natural_tables(exposed: Sequence[Exposed]) -> Iterator[tuple[GroupId, bytes]]:
    for group, (plain, _) in _tally(exposed).items():
        yield group, _natural_table(plain, group & SIZE_MASK)


@lru_cache(maxsize=256)
def _holding_table(plain: int, wild: int) -> bytes:
    """Return the table that turns a hand's count of a group into 1 where the exposures of this group fit, else 0."""
    return bytes(wild + max(0, plain - (byte >> _NATURAL_SHIFT)) <= byte & _TAKES_JOKERS for byte in range(256))


@lru_cache(maxsize=256)
def _natural_table(plain: int, size: int) -> bytes:
    """Return the table that turns a hand's count of a group into the exposed tiles of groups that take no joker."""
    return bytes(min(plain, byte >> _NATURAL_SHIFT) * size for byte in range(256))
