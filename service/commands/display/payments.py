"""Print settlements for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from rules.settlement.transfers import Transfer
from rules.settling import Settlement
from service.commands.support.output import plain_table, printable


def show_settlement(console: Console, settlement: Settlement) -> None:
    """Print every payment with its reason, the balance of each player, and the source."""
    if settlement.id is not None:
        console.print(Text(f"game {printable(settlement.id)}", "bold"))
    if settlement.ruling is not None:
        console.print(Text(printable(settlement.ruling.text), "bold"))
    if settlement.transfers:
        show_transfers(console, settlement.transfers)
        console.print(_balance("Together", settlement.net))
    else:
        console.print("Nobody pays.")
    if settlement.transfers and settlement.money:
        console.print(Text("In money: ", "bold").append(", ".join(f"{printable(n)} {v}" for n, v in settlement.money)))
    if settlement.sheet is not None:
        console.print(_balance("Score sheet", dict(settlement.sheet)))
    console.print(Text(printable(settlement.source), "dim"))


def show_transfers(console: Console, transfers: Iterable[Transfer]) -> None:
    """Print payments as a table."""
    rows = ((one.payer, one.payee, Text(str(one.points), "bold"), Text(printable(one.why), "dim")) for one in transfers)
    console.print(plain_table(("pays", "to", "points", "why"), rows, {"points"}))


def _balance(title: str, amounts: dict[str, int]) -> Text:
    line = Text(f"{title}: ", "bold")
    for at, (name, value) in enumerate(amounts.items()):
        line.append(", " if at else "").append(f"{printable(name)} ")
        line.append(f"{value:+d}" if value else "0", "green" if value > 0 else "red" if value < 0 else "")
    return line
