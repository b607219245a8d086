"""A card compiled for a rule set, and the query of a rack for hands of this card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from rules.card.card import Card
from rules.card.pattern import HandPattern
from rules.errors import ClaimError
from rules.hand import Hand, out_of_play
from rules.matching.index.card_index import CardIndex
from rules.matching.index.compiled_cards import as_played, freed, index_of, jokers_on
from rules.matching.joker_exchanges import EXCHANGE, jokers_to_redeem
from rules.matching.joker_rules import ExposureRules, HandRules, JokerRules
from rules.matching.rack_counts import RackCounts, count_rack
from rules.ruleset import RuleSet
from rules.tiles import JOKER, Tile, overfull


def card_rules(ruleset: RuleSet) -> tuple[HandRules, JokerRules, ExposureRules]:
    """Return a rule set's rules for hands of a card; raise `ClaimError` (``no-card-rules``) where it has none."""
    if ruleset.hand is None or ruleset.jokers is None or ruleset.exposures is None:
        raise ClaimError(
            "no-card-rules", f"{ruleset.id} is played without a card: leave it out, or name another rule set", "ruleset"
        )
    return ruleset.hand, ruleset.jokers, ruleset.exposures


class RackQuery(NamedTuple):
    """The query of a rack for hands: its tiles and counts, the tiles on the table, and whether a joker was ever used.

    ``racks`` are the counts, once for each meaning of all-wild exposures; ``rack`` leaves these exposures open.
    ``table`` and ``others`` are those of `rules.claim.WinClaim`, ``seen`` the tiles of both that are out of play.
    ``overfull`` lists the tiles, with their number, that the rack and the tiles seen hold more often than a tile set.
    An ``impossible`` rack holds too many by itself and is near no hand; too many listed discards rule out no hand.
    """

    hand: Hand
    rack: RackCounts
    racks: tuple[RackCounts, ...]
    table: tuple[Tile, ...]
    others: tuple[tuple[Tile, ...], ...]
    seen: tuple[Tile, ...]
    overfull: tuple[tuple[Tile, int], ...]
    joker_was_used: bool
    impossible: bool

    def meanings(self) -> tuple[RackQuery, ...]:
        """Return the same question for each meaning of the rack."""
        return tuple(self._replace(rack=rack, racks=(rack,)) for rack in self.racks)


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A compiled card and the rule set for judging hands of it."""

    card: Card
    index: CardIndex
    ruleset: RuleSet
    hand: HandRules
    jokers: JokerRules
    exposures: ExposureRules
    printed: Card
    """The card including the hands that the colour rule forbids."""

    @classmethod
    def of(cls, card: Card, ruleset: RuleSet) -> PlayedCard:
        """Compile a card for a rule set, once; raise `ClaimError` (``no-card-rules``)."""
        hand, jokers, exposures = card_rules(ruleset)
        printed = freed(card) if hand.suits_free else card
        card = as_played(card, hand)
        jokers = jokers_on(card, jokers)
        return cls(card, index_of(card, jokers), ruleset, hand, jokers, exposures, printed)

    def find(self, number: str, where: str) -> tuple[int, ...]:
        """Return the places of the hands of this number; raise `ClaimError` (``unknown-hand``) where there is none."""
        places = self.card.find(number)
        if not places:
            first, last = self.card.hands[0].number, self.card.hands[-1].number
            message = f"{self.card.id} has no hand {number!r}; its hands are {first} to {last}"
            raise ClaimError("unknown-hand", message, where)
        return places

    def completed(self, racks: Iterable[RackCounts], *, joker_was_used: bool) -> tuple[HandPattern, ...]:
        """Return the hands that a rack makes by any of its meanings, the most valuable first."""
        places = [place for rack in racks for place in self.index.completed(rack, joker_was_used=joker_was_used)]
        if not places:
            return ()
        patterns = dict.fromkeys(map(self.index.pattern_of, sorted(places)))
        return tuple(sorted((self.card.hands[pattern] for pattern in patterns), key=lambda hand: -hand.value))

    def query(
        self,
        hand: Hand,
        table: tuple[Tile, ...] = (),
        others: tuple[tuple[Tile, ...], ...] = (),
        *,
        joker_was_used: bool = False,
    ) -> RackQuery:
        """Count a hand under the rules of this card.

        The query ignores ``joker_was_used`` where the rules do not say that a used joker spoils a hand.
        """
        rack = count_rack(hand, self.jokers, self.exposures)
        seen = out_of_play(hand, (*table, *chain.from_iterable(others)))
        too_many = overfull((*hand.tiles, *seen))
        impossible = bool(too_many and overfull(hand.tiles))
        racks = () if impossible or rack.faults else self.index.meanings(rack)
        joker_was_used = joker_was_used and self.jokers.used_spoils
        return RackQuery(hand, rack, racks, table, others, seen, too_many, joker_was_used, impossible)

    def returning(self, query: RackQuery) -> dict[int, int]:
        """Count, by kind, the tiles seen that may come back: exposed jokers by exchange, discards for blanks."""
        # A blank tile brings any discard but a joker (`rules.rulings.table_cases`).
        blanks = self.ruleset.table.blanks
        found = {tile.index: min(number, blanks) for tile, number in Counter(query.table).items() if tile is not JOKER}
        if EXCHANGE in self.ruleset.rulings:
            laid = tuple(chain.from_iterable(query.others)) if blanks else query.seen
            wild = self.jokers.flowers_wild
            found[JOKER.index] = jokers_to_redeem(query.hand, query.others, laid, flowers_wild=wild)
        return found
