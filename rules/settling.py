"""Settle a game: turn an outcome and a rule set into transfers that sum to zero."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from rules.errors import OutcomeError
from rules.input.declared_types import checked, checked_fields
from rules.ruleset import RuleSet
from rules.rulings.decide import RulingAnswer, rule_at
from rules.settlement.outcome import Misnamed, Outcome, Wall, Win
from rules.settlement.payments import CardPayment
from rules.settlement.seats import Seats
from rules.settlement.transfers import Transfer, net


@dataclass(frozen=True, slots=True)
@checked_fields(OutcomeError)
class Settlement:
    """Every payment of one game, between people of its ``seats``, each with its reason, and the source of the rule.

    ``sheet`` is the score sheet of rule sets that keep one (it need not sum to zero), else None. ``ruling`` is the
    answer behind the payments of an error, else None. ``money`` is ``net`` in dollars where a table plays for money.

    Raises `OutcomeError` (``unknown-name``) for a transfer of somebody without a seat or a bet.
    """

    seats: Seats
    transfers: tuple[Transfer, ...]
    source: str
    sheet: tuple[tuple[str, int], ...] | None = None
    ruling: RulingAnswer | None = None
    id: str | int | None = None
    money: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for at, transfer in enumerate(self.transfers):
            for name in (transfer.payer, transfer.payee):
                if name not in self.seats.everyone:
                    raise OutcomeError("unknown-name", f"{name} neither plays nor bets", f"transfers[{at}]")

    @property
    def net(self) -> dict[str, int]:
        """Gain or loss of each player and bettor; they sum to zero."""
        return net(self.transfers, self.seats.everyone)

    def to_json(self) -> dict[str, object]:
        """Return the contract's answer of the settle command, with ``money`` where the table plays for money."""
        answer: dict[str, object] = {
            "id": self.id,
            "transfers": [transfer.to_json() for transfer in self.transfers],
            "net": self.net,
            "sheet": None if self.sheet is None else dict(self.sheet),
            "source": self.source,
            "ruling": None if self.ruling is None else self.ruling.to_json(),
        }
        return answer | ({"money": dict(self.money)} if self.money else {})


@checked(OutcomeError, outcome="")
def settle(outcome: Outcome, ruleset: RuleSet) -> Settlement:
    """Return the settlement of a game: who pays whom, with reasons and source.

    The rule set's rulings settle a misnamed discard and an error; where its source is silent nobody pays and the ruling
    says so. Raises `OutcomeError` naming the field that this rule set cannot settle: a wrong number of players or
    bettors, a value where the game counts points, a missing East, an unknown ruling or input.
    """
    if outcome.ruleset not in {None, ruleset.id}:
        message = f"asks for {outcome.ruleset}, but {ruleset.id} is in use: leave one out"
        raise OutcomeError("contradiction", message, "ruleset")
    seats, event = outcome.seats, outcome.event
    ruleset.check_seats(seats)
    match event:
        case Win():
            return _settle_win(event, outcome, ruleset)
        case Wall() if ruleset.tournament is not None:
            scored = tuple((player, ruleset.tournament.wall) for player in seats.players)
            return Settlement(seats, (), ruleset.cite_table("tournament, wall game"), scored, id=outcome.id)
        case Wall():
            sheet = tuple((player, 0) for player in seats.players) if ruleset.score_sheet else None
            return _in_money(Settlement(seats, (), ruleset.cite(ruleset.places["wall"]), sheet, id=outcome.id), ruleset)
        case Misnamed():
            facts = {name: fact for name, fact in asdict(event).items() if fact is not None}
            answer = rule_at("misnamed-discard", ruleset, facts | {"wanted_for": "mah-jongg"}, seats)
        case _:
            answer = rule_at(event.ruling, ruleset, event.inputs, seats)
    transfers = ruleset.table.within_pie(answer.transfers, outcome.balances)
    sheet = None if answer.sheet is None else _as_paid(dict(answer.sheet), answer.transfers, transfers)
    return _in_money(Settlement(seats, transfers, answer.source, sheet, answer, outcome.id), ruleset)


def _as_paid(
    sheet: dict[str, int], due: tuple[Transfer, ...], paid: tuple[Transfer, ...]
) -> tuple[tuple[str, int], ...]:
    """Give back on the sheet what the pie spares the players, as `CardPayment.sheet` does for a win."""
    for transfers, sign in ((due, 1), (paid, -1)):
        for one in transfers:
            if one.payer in sheet and one.payee in sheet:  # the sheet leaves bettors out
                sheet[one.payer] += sign * one.points
    return tuple(sheet.items())


def _settle_win(win: Win, outcome: Outcome, ruleset: RuleSet) -> Settlement:
    seats, payment, table = outcome.seats, ruleset.payment, ruleset.table
    picked = payment.picked(win) if isinstance(payment, CardPayment) else win.won_by == "self-pick"
    if ruleset.tournament is not None:
        table.dues((), win, picked=picked)  # raises for a win on a discard in a cold wall
        scored = tuple(ruleset.tournament.sheet(win, seats.players, picked=picked).items())
        decided = "tournament, where no bet is paid" if seats.bettors else "tournament"
        return Settlement(seats, (), ruleset.cite_table(decided), scored, id=outcome.id)
    dues = table.dues(payment.dues(win, seats), win, picked=picked)
    bets = ruleset.bettors.transfers(seats, dues, win)
    paid = table.within_pie(dues + bets, outcome.balances)
    places = [ruleset.places["self_pick" if picked else "discard"]]
    if bets and "bettors" in ruleset.places:
        places.append(ruleset.places["bettors"])
    sheet = None
    if isinstance(payment, CardPayment) and payment.score_sheet:
        sheet = tuple(payment.sheet(win, paid, seats, table.factor(win)[0]).items())
    return _in_money(Settlement(seats, paid, ruleset.cite("; ".join(places)), sheet, id=outcome.id), ruleset)


def _in_money(settled: Settlement, ruleset: RuleSet) -> Settlement:
    """Add each person's gain or loss in dollars, where points are paid and a point is worth money."""
    if not ruleset.table.cents or ruleset.tournament is not None:
        return settled
    money = tuple((name, ruleset.table.money(points) or "") for name, points in settled.net.items())
    return replace(settled, money=money)
