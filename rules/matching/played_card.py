"""A card as it is played under a rule set, compiled, and the rack that asks it for hands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.card.card import Card
from rules.errors import ClaimError
from rules.hand import Hand, out_of_play
from rules.matching.card_index import CardIndex, as_played, freed, index_of, jokers_on
from rules.matching.joker_rules import ExposureRules, HandRules, JokerRules
from rules.matching.rack_counts import RackCounts, count_rack
from rules.ruleset import RuleSet
from rules.tiles import Tile, overfull


def card_rules(ruleset: RuleSet) -> tuple[HandRules, JokerRules, ExposureRules]:
    """Return what a rule set says of a card's hands; raise `ClaimError` (``no-card-rules``) where it has no cards."""
    if ruleset.hand is None or ruleset.jokers is None or ruleset.exposures is None:
        raise ClaimError("no-card-rules", f"{ruleset.id} is played without a card", "ruleset")
    return ruleset.hand, ruleset.jokers, ruleset.exposures


class RackQuery(NamedTuple):
    """A rack asking for hands: its tiles and counts, what lies on the table, and whether a joker was ever used.

    ``racks`` are the counts once for each meaning of exposures that are jokers alone; ``rack`` leaves them open.
    ``overfull`` names the tiles of which rack and table together hold more than a tile set has. An ``impossible`` rack
    does so alone, and is near nothing; discards that are listed too often kill no hand.
    """

    hand: Hand
    rack: RackCounts
    racks: tuple[RackCounts, ...]
    overfull: tuple[tuple[Tile, int], ...] = ()
    table: tuple[Tile, ...] = ()
    joker_was_used: bool = False
    impossible: bool = False

    def meanings(self) -> tuple[RackQuery, ...]:
        """Return the same question for each meaning of the rack."""
        return tuple(self._replace(rack=rack, racks=(rack,)) for rack in self.racks)


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card, compiled, and the rule set it is judged under."""

    card: Card
    index: CardIndex
    ruleset: RuleSet
    hand: HandRules
    jokers: JokerRules
    exposures: ExposureRules
    printed: Card
    """The card with the hands that the rules rule out."""

    @classmethod
    def of(cls, card: Card, ruleset: RuleSet) -> PlayedCard:
        """Compile a card for a rule set, once; raises `ClaimError` (``no-card-rules``)."""
        hand, jokers, exposures = card_rules(ruleset)
        printed = freed(card) if hand.suits_free else card
        card = as_played(card, hand)
        jokers = jokers_on(card, jokers)
        return cls(card, index_of(card, jokers), ruleset, hand, jokers, exposures, printed)

    def find(self, number: str, where: str) -> tuple[int, ...]:
        """Return the places of the hands of this number; raises `ClaimError` (``unknown-hand``) where there is none."""
        places = self.card.find(number)
        if not places:
            first, last = self.card.hands[0].number, self.card.hands[-1].number
            message = f"{self.card.id} has no hand {number!r}; its hands are {first} to {last}"
            raise ClaimError("unknown-hand", message, where)
        return places

    def query(self, hand: Hand, table: tuple[Tile, ...] = (), *, joker_was_used: bool = False) -> RackQuery:
        """Count a hand under the rules of this card; ``table`` are tiles known to be out of play.

        A joker once used is forgotten where the rules do not say that it spoils a hand.
        """
        rack = count_rack(hand, self.jokers, self.exposures)
        table = out_of_play(hand, table)
        too_many = overfull((*hand.tiles, *table))
        impossible = bool(too_many and overfull(hand.tiles))
        racks = () if impossible or rack.faults else self.index.meanings(rack)
        joker_was_used = joker_was_used and self.jokers.used_spoils
        return RackQuery(hand, rack, racks, too_many, table, joker_was_used, impossible)
