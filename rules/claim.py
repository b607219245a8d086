"""Judge a claim: is this rack a hand of the card, which one, what is it worth, and if not, why not?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

from rules.card.card import Card, free_suits
from rules.card.pattern_parser import HAND_SIZE
from rules.errors import ClaimError
from rules.hand import Hand
from rules.matching.card_index import index_of
from rules.matching.group_assignment import HandReading, read_hand
from rules.matching.nearest import NearHand, RackQuery, nearest
from rules.matching.rack_counts import count_rack
from rules.matching.reasons import Reason, Rules, broken_hands, missing_tiles, no_card_rules, rules_of, tile_faults
from rules.melds.meld_verdict import MeldClaim, MeldVerdict, judge_sets
from rules.ruleset import RuleSet
from rules.tiles import JOKER, Tile, overfull

MOST_NEAR = 1_000
"""Near hands that may be asked for; no card has more lines."""


@dataclass(frozen=True, slots=True)
class WinClaim:
    """What is claimed: a hand of tiles and the facts that they do not show.

    ``joker_was_used``: a joker once stood in the hand, even if it was replaced. ``claimed_hand`` is the number
    the player calls; the reasons then speak of that hand. ``table`` are tiles known to be out of play.
    """

    hand: Hand
    joker_was_used: bool = False
    claimed_hand: str | None = None
    table: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to a claim.

    ``matches`` are all readings of the rack, the most valuable first; empty unless it wins. ``reasons`` say why
    it does not win, or why it is not the hand that was claimed, most telling first. ``near`` are the nearest hands
    that it is not.
    """

    claim: WinClaim
    card: str
    ruleset: str
    matches: tuple[HandReading, ...]
    reasons: tuple[Reason, ...]
    near: tuple[NearHand, ...]

    @property
    def win(self) -> bool:
        """Whether the rack is a hand of the card."""
        return bool(self.matches)

    @property
    def best(self) -> HandReading | None:
        """The most valuable reading, which the payment goes by."""
        return self.matches[0] if self.matches else None

    def to_json(self) -> dict[str, Any]:
        """Return the contract's check document; ``best`` and ``value`` are null where nothing is won."""
        return {
            "rack": self.claim.hand.to_json(),
            "card": self.card,
            "ruleset": self.ruleset,
            "win": self.win,
            "matches": [match.to_json() for match in self.matches],
            "best": None if self.best is None else self.best.pattern.number,
            "value": None if self.best is None else self.best.pattern.value,
            "reasons": [str(reason) for reason in self.reasons],
            "near": [near.to_json() for near in self.near],
        }


@overload
def judge(claim: WinClaim, card: Card, ruleset: RuleSet, near: int = 3) -> Verdict: ...


@overload
def judge(claim: MeldClaim, card: None, ruleset: RuleSet, near: int = 3) -> MeldVerdict: ...


def judge(claim: WinClaim | MeldClaim, card: Card | None, ruleset: RuleSet, near: int = 3) -> Verdict | MeldVerdict:
    """Judge a claim under a rule set, on a card or, in a game without one, as melds and a pair.

    ``near`` is how many of the nearest other hands to name. A rack that fits several hands wins, whichever of them is
    claimed; all its readings are given. Raises `ClaimError`: ``no-card-rules`` for a rule set that is played without
    a card, ``no-sets-rules`` for one that is played with one, ``unknown-hand`` for a claimed hand that is not on the
    card, ``out-of-range`` for ``near``, and for a claim of sets what `rules.melds.meld_verdict.judge_sets` raises.
    """
    if not 0 <= near <= MOST_NEAR:
        raise ClaimError("out-of-range", f"must be 0 to {MOST_NEAR}, not {near}", "near")
    if isinstance(claim, MeldClaim):
        return judge_sets(claim, ruleset, near)
    assert card is not None, "a claim on a card comes with the card"
    return _judge_on_card(claim, card, ruleset, near)


def _judge_on_card(claim: WinClaim, card: Card, ruleset: RuleSet, near: int) -> Verdict:
    rules = rules_of(card, ruleset)
    card = rules.card
    claimed = None if claim.claimed_hand is None else _find(card, claim.claimed_hand)
    rack = count_rack(claim.hand, rules.jokers, rules.exposures)
    too_many = overfull((*claim.hand.tiles, *claim.table))
    question = RackQuery(claim.hand, rack, too_many, claim.table, claim.joker_was_used)
    reasons = tile_faults(rules, question)
    matches = () if reasons else _readings(rules, question)
    nearby = nearest(card, rules.index, question, near)
    if not reasons:
        if claimed is not None and not any(match.pattern == card.hands[at] for match in matches for at in claimed):
            nearest_claimed = nearest(card, rules.index, question, 1, claimed)
            reasons = _why_not(rules, question, nearest_claimed, claimed, claim.claimed_hand)
        elif not matches:
            found = nearby or nearest(card, rules.index, question, 1)
            reasons = _why_not(rules, question, found, None, None)
    return Verdict(claim, card.id, ruleset.id, matches, reasons, nearby)


def is_winner(hand: Hand, card: Card, ruleset: RuleSet, *, joker_was_used: bool = False) -> bool:
    """Say whether a hand wins, as `judge` does, without saying how; raises `ClaimError` (``no-card-rules``)."""
    jokers, exposures = ruleset.jokers, ruleset.exposures
    if ruleset.hand is None or jokers is None or exposures is None:
        raise no_card_rules(ruleset)
    if ruleset.hand.suits_free:
        card = free_suits(card)
    rack = count_rack(hand, jokers, exposures)
    if rack.size != HAND_SIZE or rack.faults or (hand.winning_tile is JOKER and hand.won_by == "discard"):
        return False
    # Only a rack with five of a kind can hold more than a set does; most have none.
    if (rack.exposed or rack.jokers > 4 or max(rack.concealed.values()) > 4) and overfull(hand.tiles):
        return False
    return bool(index_of(card, jokers).completed(rack, joker_was_used=joker_was_used))


def _find(card: Card, number: str) -> tuple[int, ...]:
    places = card.find(number)
    if not places:
        message = f"{card.id} has no hand {number!r}; its hands are {card.hands[0].number} to {card.hands[-1].number}"
        raise ClaimError("unknown-hand", message, "claim")
    return places


def _readings(rules: Rules, question: RackQuery) -> tuple[HandReading, ...]:
    places = rules.index.completed(question.rack, joker_was_used=question.joker_was_used)
    readings = [
        reading
        for place in places
        for reading in read_hand(rules.card, rules.index, place, question.hand, question.rack)
    ]
    # Of hands of one value the winner takes the one that may be doubled for being jokerless.
    return tuple(sorted(readings, key=lambda reading: (-reading.pattern.value, reading.pattern.singles_and_pairs)))


def _why_not(
    rules: Rules,
    question: RackQuery,
    nearby: Sequence[NearHand],
    patterns: Sequence[int] | None,
    claimed: str | None,
) -> tuple[Reason, ...]:
    broken = broken_hands(rules, question, patterns)
    return broken or (missing_tiles(rules, question, nearby, claimed),)
