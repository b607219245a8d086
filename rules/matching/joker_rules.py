"""What a rule set with cards says about building a hand: jokers, exposures, the count of tiles.

The three values are the tables ``[hand]``, ``[jokers]`` and ``[exposures]`` of a rule set file, field by field. Each
``place`` is where the rule set's source has the rule; a verdict that the rule decides quotes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from rules.hand import Hand
from rules.input.strict_fields import StrictFields
from rules.tiles import JOKER

LARGEST_GROUP: Final = 6
"""Like tiles of the largest group with a name, the sextet: no rule asks for more of an exposure."""


SIZE_NAMES: Final = {1: "a single tile", 2: "a pair", 3: "a pung", 4: "a kong", 5: "a quint", 6: "a sextet"}
"""What players call so many like tiles."""

Discarded = Literal["dead", "unsaid", "callable"]
"""Whether a discarded joker may be called: no, the source does not say, yes."""


@dataclass(frozen=True, slots=True)
class HandRules:
    """What any winning hand is: 14 tiles, no more of a kind than the set holds."""

    place: str
    """Where the rules say how many tiles a finished hand has."""
    set_place: str
    """Where they say how many tiles of each kind there are."""
    suits_free: bool = False
    """A house's rule: players may play a hand in other suits than the card names."""
    colour_rule: str = ""
    """Where the rules say that suit and dragon of a hand must match; blank where they do not."""


@dataclass(frozen=True, slots=True)
class JokerRules:
    """Where a joker may stand for another tile.

    In a group of three or more like tiles it always may, unless the card says otherwise of the hand or the group.
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
    """Where the rules say what a joker may replace."""
    discard_place: str
    """Where they speak of a discarded joker."""
    used_place: str
    """Where they say what a joker once used makes of a hand without jokers."""
    discarded: Discarded = "dead"
    """Whether a discarded joker may be called; until somebody says yes it makes no hand."""
    used_spoils: bool = True
    """A joker once used spoils a hand that is played without jokers, even where it was replaced."""

    @property
    def ways(self) -> tuple[bool, bool, bool, bool]:
        """What the rules say, apart from where their source says it; rules of the same ways play alike."""
        return self.in_pairs, self.in_singles, self.in_unlike_groups, self.flowers_wild

    def refuses(self, hand: Hand) -> bool:
        """Say whether the winning tile is a discarded joker that nobody says may be called."""
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
    """Which groups may lie on top of the rack.

    An exposure is one whole group of at least ``smallest`` like tiles.
    """

    smallest: int
    place: str
    """Where the rules say which groups a player may claim a discard for."""
    concealed_place: str
    """Where they say that a concealed hand has no exposures."""
    natural: bool = True
    """One tile of an exposure is natural; otherwise it may be jokers alone."""


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
        # Rule sets that games keep from before these two were fields played so.
        discarded=fields.choice("discarded", get_args(Discarded)) if fields.has("discarded") else "dead",
        used_spoils=fields.flag("used_spoils", default=True),
    )
    fields.done()
    return rules


def load_exposure_rules(fields: StrictFields) -> ExposureRules:
    """Read the table ``[exposures]``; raise as `load_hand_rules` does."""
    rules = ExposureRules(
        smallest=fields.whole("smallest", least=3, most=LARGEST_GROUP),
        place=fields.text("place"),
        concealed_place=fields.text("concealed_place"),
        # A rule set that a game keeps from before this was a field played so.
        natural=fields.flag("natural", default=True),
    )
    fields.done()
    return rules
