"""What a card-based rule set says about building a hand: jokers, exposures, the count of tiles.

The three values are read from the tables ``[hand]``, ``[jokers]`` and ``[exposures]`` of a rule set's file,
field by field under the same names. Every ``*source`` is the place in the rule set's own source that a
verdict quotes when the rule decides it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.errors import RuleSetError


@dataclass(frozen=True, slots=True)
class HandRules:
    """What any winning hand is: 14 tiles, no more of a kind than the set holds."""

    source: str
    """Where the rules say how many tiles a finished hand has."""
    set_source: str
    """Where they say how many tiles of each kind there are."""


@dataclass(frozen=True, slots=True)
class JokerRules:
    """Where a joker may stand for another tile.

    In a group of three or more like tiles it always may, unless the card says otherwise of the hand or the
    group.
    """

    in_pairs: bool
    """Also in a group of two like tiles."""
    in_singles: bool
    """Also for a tile that stands alone."""
    in_unlike_groups: bool
    """Also in a group of different tiles, such as NEWS or a year."""
    flowers_wild: bool
    """Flowers stand for any tile as jokers do."""
    source: str
    """Where the rules say what a joker may replace."""
    discard_source: str
    """Where they say that a discarded joker cannot be claimed."""
    used_source: str
    """Where they say that a joker once used spoils a hand without jokers."""

    def may_stand_in(self, *, size: int, alike: bool) -> bool:
        """Say whether a group of this many tiles, all alike or not, takes jokers."""
        if not alike:
            return self.in_unlike_groups
        if size == 1:
            return self.in_singles
        return size > 2 or self.in_pairs


@dataclass(frozen=True, slots=True)
class ExposureRules:
    """Which groups may lie on top of the rack.

    An exposure is one whole group of at least ``smallest`` like tiles, and one of them is natural: the
    discard that was claimed. Raises `RuleSetError` (``out-of-range``) unless ``smallest`` is 3 to 6.
    """

    smallest: int
    source: str
    """Where the rules say which groups a discard may be claimed for."""
    concealed_source: str
    """Where they say that a concealed hand has no exposures."""

    def __post_init__(self) -> None:
        if not 3 <= self.smallest <= 6:
            raise RuleSetError(
                f"the smallest exposure has 3 to 6 tiles, not {self.smallest}",
                code="out-of-range",
                where="exposures.smallest",
            )
