"""The transfer of points from one person to another: the form of every payment, bet and penalty."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.errors import OutcomeError
from rules.input.declared_types import checked_fields
from rules.input.strict_fields import describe


@dataclass(frozen=True, slots=True)
@checked_fields(OutcomeError)
class Transfer:
    """``payer`` gives ``payee`` a positive number of ``points``; ``why`` is a sentence a player accepts or disputes.

    Raises `OutcomeError` for ``points`` not above zero (``out-of-range``), and for one who pays themselves
    (``contradiction``).
    """

    payer: str
    payee: str
    points: int
    why: str

    def __post_init__(self) -> None:
        if self.points <= 0:
            raise OutcomeError(
                "out-of-range", f"a transfer moves points above zero, not {describe(self.points)}", "points"
            )
        if self.payer == self.payee:
            raise OutcomeError("contradiction", f"{self.payer} cannot pay {self.payee}", "payee")

    def to_json(self) -> dict[str, str | int]:
        """Return the contract's form: from, to, points, why."""
        return {"from": self.payer, "to": self.payee, "points": self.points, "why": self.why}


def net(transfers: Iterable[Transfer], names: Iterable[str]) -> dict[str, int]:
    """Return the gain or loss of each of ``names``, which must include every payer and payee."""
    balance = dict.fromkeys(names, 0)
    for transfer in transfers:
        balance[transfer.payer] -= transfer.points
        balance[transfer.payee] += transfer.points
    return balance
