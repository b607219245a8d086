"""Say whether a hand wins, without reasons, as fast as possible."""

from __future__ import annotations

from rules.card.card import Card
from rules.errors import ClaimError
from rules.hand import Hand
from rules.input.declared_types import checked
from rules.matching.index.compiled_cards import as_played, index_of
from rules.matching.played_card import card_rules
from rules.matching.rack_counts import count_rack
from rules.ruleset import RuleSet
from rules.tiles import overfull


@checked(ClaimError)
def is_winner(hand: Hand, card: Card, ruleset: RuleSet, *, joker_was_used: bool = False) -> bool:
    """Say whether a hand wins, as `rules.judging.judge` does; raise `ClaimError` (``no-card-rules``)."""
    rules, jokers, exposures = card_rules(ruleset)
    index = index_of(as_played(card, rules), jokers)
    rack = count_rack(hand, index.jokers, exposures)
    if rack.faults or jokers.refuses(hand) or (rack.exposed and overfull(hand.tiles)):
        return False
    used = joker_was_used and jokers.used_spoils
    for meant in index.meanings(rack) if rack.exposed else (rack,):
        if index.completed(meant, joker_was_used=used):
            return True
    return False
