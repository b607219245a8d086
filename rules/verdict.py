"""The answer to a claim on a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.claim import WinClaim
from rules.matching.group_assignment import HandReading
from rules.matching.nearest import NearHand
from rules.reason import Reason


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claim wins, and how or why not.

    ``matches`` are all readings of the rack, the most valuable first; empty unless it wins. ``reasons`` say why it
    does not win, or why it is not the hand that was claimed, most telling first. ``near`` are the nearest hands that
    it is not.
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
        """The most valuable reading; the payment goes by it."""
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
