"""Which of several hands a rack is paid as: one that pays more than the most valuable is named, and may be chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.melds.meld_verdict import MeldVerdict
from rules.ruleset import RuleSet
from rules.settlement.payments import CardPayment
from rules.verdict import HandReading, Verdict
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class BetterPaid:
    """A line that pays more than the best one.

    Attributes:
        match: the line.
        pays: what it is worth to the winner, doubled where it has no joker.
        best_pays: what the line of the highest printed value is worth, counted in the same way.
    """

    match: HandReading
    pays: int
    best_pays: int

    def to_json(self) -> JsonObject:
        """Return the line's number and both amounts."""
        return {"hand": self.match.pattern.number, "pays": self.pays, "best_pays": self.best_pays}


def judged_as(verdict: Verdict, number: str) -> Verdict:
    """Put the hand of this number first, by which the payment goes; a rack that is no such hand is judged as ever."""
    readings = sorted(verdict.matches, key=lambda match: match.pattern.number != number)
    return replace(verdict, matches=tuple(readings))


def better_paid(verdict: Verdict | MeldVerdict, ruleset: RuleSet) -> BetterPaid | None:
    """Find the line that pays most where that is not the best one; None without a card, and for a rack that is lost.

    Without a word on how the hand was won it counts as picked.
    """
    payment = ruleset.payment
    if not isinstance(verdict, Verdict) or not isinstance(payment, CardPayment) or verdict.best is None:
        return None
    picked = verdict.claim.hand.won_by != "discard"

    def worth(match: HandReading) -> int:
        section = match.pattern.singles_and_pairs
        return match.value * payment.bonus(jokerless=match.jokerless, singles_and_pairs=section, picked=picked)

    most = max(verdict.matches, key=worth)
    found = BetterPaid(most, worth(most), worth(verdict.best))
    return found if found.pays > found.best_pays else None
