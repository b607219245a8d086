"""Find the best-paid of the hands that a rack makes, and judge a rack as the hand that the player chooses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.melds.meld_verdict import MeldVerdict
from rules.ruleset import RuleSet
from rules.settlement.payments import CardPayment
from rules.verdict import HandReading, Verdict
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class BetterPaid:
    """A line that pays more than the line of the highest printed value.

    Attributes:
        pays: its worth to the winner, with the bonuses of the rule set, such as double for no joker.
        best_pays: the worth of the line of the highest printed value, counted in the same way.
    """

    match: HandReading
    pays: int
    best_pays: int

    def to_json(self) -> JsonObject:
        """Return the line's number and both amounts."""
        return {"hand": self.match.pattern.number, "pays": self.pays, "best_pays": self.best_pays}


def judged_as(verdict: Verdict, number: str) -> Verdict:
    """Put the hand of this number first, so that the payment follows it; a verdict without that hand stays as it is.

    A line's number puts its alternatives first, as `Card.find` finds them.
    """
    wanted = number.strip().lower()
    readings = sorted(verdict.matches, key=lambda match: wanted not in {match.pattern.number, match.pattern.line})
    return replace(verdict, matches=tuple(readings))


def better_paid(verdict: Verdict | MeldVerdict, ruleset: RuleSet, picked: bool | None) -> BetterPaid | None:
    """Find a line that pays more than the line of the highest printed value; None if there is none.

    Return None too without a card and for a rack that does not win. `picked`: the hand is paid as a self-picked one;
    None leaves it to the rack, and a hand then counts as self-picked unless the rack names who discarded the tile.
    """
    payment = ruleset.payment
    if not isinstance(verdict, Verdict) or not isinstance(payment, CardPayment) or len(verdict.matches) < 2:
        return None
    drawn = verdict.claim.hand.won_by != "discard" if picked is None else picked

    def worth(match: HandReading) -> int:
        jokerless, section = match.pays_jokerless, match.pattern.singles_and_pairs
        if ruleset.tournament is not None:
            return match.value + ruleset.tournament.bonus(jokerless=jokerless, singles_and_pairs=section)
        return match.value * payment.bonus(jokerless=jokerless, singles_and_pairs=section, picked=drawn)

    most = max(verdict.matches, key=worth)
    found = BetterPaid(most, worth(most), worth(verdict.matches[0]))
    return found if found.pays > found.best_pays else None
