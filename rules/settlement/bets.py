"""Bets of the fifth and sixth person, on top of the players' payments.

Bettors settle separately and never with each other: each kind below looks at one bettor and the players' payments only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, get_args

from rules.input.strict_fields import StrictFields
from rules.settlement.outcome import Win
from rules.settlement.seats import Bettor, Seats
from rules.settlement.transfers import Transfer

Kind = Literal["none", "mirror", "share"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class BettorRules:
    """The most bettors, the number of players they need, and the payment of a bet.

    ``mirror``: the bettor copies the backed player: each player who pays the backed player pays the bettor the same
    amount, and the bettor pays everything that the backed player pays, penalties too. ``share``: a wrong bet pays the
    winner the single value once; a right one collects it once, in equal shares from the losers, rounded up, from those
    too who pay the winner nothing; bettors have no part in penalties. ``none``: nobody bets.
    """

    kind: Kind
    most: int
    players: int

    def transfers(self, seats: Seats, dues: tuple[Transfer, ...], win: Win | None) -> tuple[Transfer, ...]:
        """Return the transfers of the bets, without the players' own payments ``dues``; a penalty has no ``win``."""
        found: list[Transfer] = []
        for bettor in seats.bettors:
            if bettor.cancelled or bettor.bet_on is None:
                continue
            if self.kind == "mirror":
                found.extend(_mirror(bettor.name, bettor.bet_on, dues))
            elif self.kind == "share" and win is not None and win.value is not None:
                found.extend(_share(bettor, win.winner, win.value, seats.others(win.winner), dues))
        return tuple(found)


def load_bettors(fields: StrictFields) -> BettorRules:
    """Read the table ``bettors`` of a rule set file; raise the reader's error naming the field."""
    kind = fields.choice("kind", KINDS)
    if kind == "none":
        rules = BettorRules(kind, 0, 0)
    else:
        rules = BettorRules(kind, most=fields.whole("most", least=1), players=fields.whole("players", least=2))
    fields.done()
    return rules


def _mirror(name: str, backed: str, dues: tuple[Transfer, ...]) -> Iterable[Transfer]:
    for due in dues:
        if due.payee == backed:
            why = f"{name} bet on {backed} and collects from {due.payer} what {due.payer} pays {backed}"
            yield Transfer(due.payer, name, due.points, why)
        elif due.payer == backed:
            why = f"{name} bet on {backed} and pays {due.payee} what {backed} pays"
            yield Transfer(name, due.payee, due.points, why)


def _share(
    bettor: Bettor, winner: str, value: int, losers: tuple[str, ...], dues: tuple[Transfer, ...]
) -> Iterable[Transfer]:
    name = bettor.name
    if bettor.bet_on != winner:
        yield Transfer(
            name, winner, value, f"{name} bet on {bettor.bet_on} and pays the winner the single value in full"
        )
        return
    share = -(-value // len(losers))  # rounded up: chips are whole
    payers = {due.payer for due in dues}
    for loser in losers:
        why = f"{name} bet on {winner}, who won: an equal share of {value} from each loser, rounded up"
        if loser not in payers:
            # The source binds the bet to the losers, and the table decided only on what they pay the winner.
            why += f"; {loser} too, who pays {winner} nothing, unless the table agrees otherwise"
        yield Transfer(loser, name, share, why)
