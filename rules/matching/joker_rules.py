"""The rules of a rule set for building a hand of a card: jokers, exposures, the count of tiles.

The three values are the tables ``[hand]``, ``[jokers]`` and ``[exposures]`` of a rule set file, field by field. Each
``place`` is the place of a rule in the rule set's source; a verdict that rests on the rule quotes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from rules.hand import Hand
from rules.input.strict_fields import StrictFields
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
    rules = HandRules(
        place=fields.text("place"),
        set_place=fields.text("set_place"),
        suits_free=fields.flag("suits_free", default=False),
        colour_rule=_colour_rule(fields),
    )
    fields.done()
    return rules


def _colour_rule(fields: StrictFields) -> str:
    """Read the place of the colour rule; a house writes false to play without it."""
    if fields.has("colour_rule") and fields.table["colour_rule"] is False:
        fields.flag("colour_rule")
        return ""
    return fields.optional_text("colour_rule") or ""


def load_joker_rules(fields: StrictFields) -> JokerRules:
    """Read the table ``[jokers]``; raise as `load_hand_rules` does."""
    rules = JokerRules(
        in_pairs=fields.flag("in_pairs"),
        in_singles=fields.flag("in_singles"),
        in_unlike_groups=fields.flag("in_unlike_groups"),
        flowers_wild=fields.flag("flowers_wild"),
        place=fields.text("place"),
        discard_place=fields.text("discard_place"),
        used_place=fields.text("used_place"),
        # A game may have stored a rule set without these two fields; it plays by the defaults.
        discarded=fields.choice("discarded", get_args(Discarded)) if fields.has("discarded") else "dead",
        used_spoils=fields.flag("used_spoils", default=True),
    )
    fields.done()
    return rules


def load_exposure_rules(fields: StrictFields) -> ExposureRules:
    """Read the table ``[exposures]``; raise as `load_hand_rules` does."""
    rules = ExposureRules(
        smallest=fields.whole("smallest", least=SMALLEST_EXPOSURE, most=LARGEST_GROUP),
        place=fields.text("place"),
        concealed_place=fields.text("concealed_place"),
        # A game may have stored a rule set without this field; it plays by the default.
        natural=fields.flag("natural", default=True),
    )
    fields.done()
    return rules
