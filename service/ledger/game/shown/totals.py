"""Add up a game: payments that make everybody even, and everybody's running total."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from rules.ruleset import RuleSet
from rules.settlement.chips import in_chips
from rules.settlement.fewest_payments import settle_up
from service.ledger.game.state import GameState
from service.shared.json_text import JsonObject


def ranked(scores: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return the rank and the name of everybody, best first; equal scores share a rank."""
    order = sorted(scores, key=lambda name: (-scores[name], name))
    return [(1 + sum(other > scores[name] for other in scores.values()), name) for name in order]


@dataclass(frozen=True, slots=True)
class EveningPayment:
    """One payment at the end of the evening, with the number of chips of each value; `money` if the table has it so."""

    payer: str
    payee: str
    points: int
    chips: Mapping[int, int]
    money: str | None

    def to_json(self) -> JsonObject:
        """Return the contract's payment."""
        return {
            "from": self.payer,
            "to": self.payee,
            "points": self.points,
            "chips": {str(value): number for value, number in self.chips.items()},
            **money_json(self.money),
        }


@dataclass(frozen=True, slots=True)
class SettleUp:
    """Payments that make everybody even; `fewest` is false if there may be a shorter list."""

    version: int
    payments: tuple[EveningPayment, ...]
    fewest: bool

    @classmethod
    def of(cls, state: GameState, ruleset: RuleSet) -> SettleUp:
        """Find the payments of a game."""
        found = settle_up(state.points)
        payments = (
            EveningPayment(one.payer, one.payee, one.points, in_chips(one.points), ruleset.table.money(one.points))
            for one in found.payments
        )
        return cls(state.version, tuple(payments), found.fewest)

    def to_json(self) -> JsonObject:
        """Return the contract's document."""
        return {"version": self.version, "payments": [one.to_json() for one in self.payments], "fewest": self.fewest}


@dataclass(frozen=True, slots=True)
class Chart:
    """Everybody's running total after each entry with a settlement, starting from 0."""

    state: GameState
    ruleset: RuleSet

    @property
    def totals(self) -> dict[str, list[int]]:
        """The running totals by name."""
        won = [entry.body.settlement.scores(self.ruleset) for entry, _ in self.state.settled if entry.body.settlement]
        return {name: list(accumulate((one.get(name, 0) for one in won), initial=0)) for name in self.state.points}

    def to_json(self) -> JsonObject:
        """Return the contract's document."""
        return {
            "version": self.state.version,
            "hands": [{"seq": entry.seq, "kind": entry.kind, "hand": hand} for entry, hand in self.state.settled],
            "totals": self.totals,
        }


def money_json(money: str | None) -> JsonObject:
    """Return the field `money`, if the table plays for money."""
    return {} if money is None else {"money": money}
