"""Print settlements for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.commands.support.output import printable
from service.shared.json_text import JsonObject


def show_settlement(console: Console, document: JsonObject) -> None:
    """Print every payment with its reason, the balance of each player, and the source."""
    if document.get("id") is not None:
        console.print(Text(f"game {printable(document['id'])}", "bold"))
    ruling = document.get("ruling")
    if ruling is not None:
        console.print(Text(printable(ruling["text"]), "bold"))
    if document["transfers"]:
        show_transfers(console, document["transfers"])
        console.print(_balance("Together", document["net"]))
    else:
        console.print("Nobody pays.")
    if document.get("money"):
        console.print(
            Text("In money: ", "bold").append(", ".join(f"{printable(n)} {v}" for n, v in document["money"].items()))
        )
    if document["sheet"] is not None:
        console.print(_balance("Score sheet", document["sheet"]))
    console.print(Text(printable(document["source"]), "dim"))


def show_transfers(console: Console, transfers: Iterable[JsonObject]) -> None:
    """Print payments as a table."""
    table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False)
    table.add_column("pays")
    table.add_column("to")
    table.add_column("points", justify="right", style="bold")
    table.add_column("why", style="dim")
    for one in transfers:
        table.add_row(*(Text(printable(one[name])) for name in ("from", "to", "points", "why")))
    console.print(table)


def _balance(title: str, amounts: dict[str, int]) -> Text:
    line = Text(f"{title}: ", "bold")
    for at, (name, value) in enumerate(amounts.items()):
        line.append(", " if at else "").append(f"{printable(name)} ")
        line.append(f"{value:+d}" if value else "0", "green" if value > 0 else "red" if value < 0 else "")
    return line
