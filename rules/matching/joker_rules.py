"""The rules of a rule set for building a hand of a card: jokers, exposures, the count of tiles.

The three values are the tables ``[hand]``, ``[jokers]`` and ``[exposures]`` of a rule set file, field by field. Each
``place`` is the place of a rule in the rule set's source; a verdict that rests on the rule quotes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from rules.hand import Hand
from rules.input.strict_fields import StrictFields, read_table
from rules.tiles import JOKER

SMALLEST_EXPOSURE: Final = 3
"""Fewest tiles of an exposure: no rule lets anybody call a discard for a pair."""

LARGEST_GROUP: Final = 6
"""Tiles of the largest group with a name, the sextet: no rule asks an exposure for more."""


SIZE_NAMES: Final = {1: "a single tile", 2: "a pair", 3: "a pung", 4: "a kong", 5: "a quint", 6: "a sextet"}
"""Names of groups of like tiles, by their number of tiles."""

Discarded = Literal["dead", "unsaid", "callable"]
"""Whether players may call a discarded joker: "dead" no, "unsaid" the source does not say, "callable" yes."""


@dataclass(frozen=True, slots=True)
class HandRules:
    """The rules for every winning hand: 14 tiles, no more of a kind than the set holds."""

    place: str
    """Place of the rule on the number of tiles in a finished hand."""
    set_place: str
    """Place of the rule on the number of tiles of each kind in a set."""
    suits_free: bool = False
    """House rule: players may play a hand in other suits than the card names."""
    colour_rule: str = ""
    """Place of the rule that suit and dragon of a hand must match; blank without such a rule."""


@dataclass(frozen=True, slots=True)
class JokerRules:
    """The groups in which a joker may stand for another tile.

    It always may in a group of three or more like tiles, unless the card forbids it for the hand or the group.
    """

    in_pairs: bool
    """Also in a group of two like tiles."""
    in_singles: bool
    """Also for a tile that stands alone."""
    in_unlike_groups: bool
    """Also in a group of different tiles, such as NEWS or a year."""
    flowers_wild: bool
    """Flowers stand for any tile as jokers do."""
    place: str
    """Place of the rule on the tiles that a joker may replace."""
    discard_place: str
    """Place of the rule on a discarded joker."""
    used_place: str
    """Place of the rule on a joker once used in a hand without jokers."""
    # A game may have stored a rule set without the fields that have a default here or in `ExposureRules`.
    discarded: Discarded = "dead"
    """Whether players may call a discarded joker; it completes a hand only where "callable"."""
    used_spoils: bool = True
    """A joker once used spoils a hand that is played without jokers, even after an exchange."""

    @property
    def ways(self) -> tuple[bool, bool, bool, bool]:
        """The rules without their places; rules with equal ways play alike."""
        return self.in_pairs, self.in_singles, self.in_unlike_groups, self.flowers_wild

    def refuses(self, hand: Hand) -> bool:
        """Say whether the winning tile is a discarded joker that these rules do not make callable."""
        return hand.winning_tile is JOKER and hand.won_by == "discard" and self.discarded != "callable"

    def may_stand_in(self, *, size: int, alike: bool) -> bool:
        """Say whether a group of this many tiles, all alike or not, takes jokers."""
        if not alike:
            return self.in_unlike_groups
        if size == 1:
            return self.in_singles
        return size > 2 or self.in_pairs


@dataclass(frozen=True, slots=True)
class ExposureRules:
    """The groups that may lie on top of the rack.

    An exposure is one whole group of at least ``smallest`` like tiles.
    """

    smallest: int
    place: str
    """Place of the rule on the groups for which a player may claim a discard."""
    concealed_place: str
    """Place of the rule that a concealed hand has no exposures."""
    natural: bool = True
    """An exposure needs a natural tile; without this rule it may be jokers alone."""


def load_hand_rules(fields: StrictFields) -> HandRules:
    """Read the table ``[hand]``; raise the error of ``fields`` for a field that is missing, wrong or unknown."""
    # A house writes false to play without the colour rule.
    held = {name: value for name, value in fields.table.items() if name != "colour_rule" or value is not False}
    return read_table(HandRules, StrictFields(held, fields.where, fields.error))


def load_exposure_rules(fields: StrictFields) -> ExposureRules:
    """Read the table ``[exposures]``; raise as `load_hand_rules` does."""
    return read_table(ExposureRules, fields, smallest=(SMALLEST_EXPOSURE, LARGEST_GROUP))
