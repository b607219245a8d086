"""Print rulings for people."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from service.commands.display.payments import show_transfers
from service.commands.display.verdict import show_judged_by
from service.commands.support.output import printable
from service.shared.json_text import JsonObject


def show_ruling_list(console: Console, document: JsonObject) -> None:
    """Print every ruling with its inputs."""
    show_judged_by(console, document)
    for entry in document["rulings"]:
        head = Text(entry["id"], "dim" if entry["silent"] else "bold")
        head.append(f"  {printable(entry['title'])}", "")
        if entry["silent"]:
            head.append("  (these rules do not say)", "dim")
        console.print(head)
        for fact in entry["inputs"]:
            choices = f" ({', '.join(fact['choices'])})" if "choices" in fact else ""
            console.print(Text(f"    {fact['name']}: {printable(fact['help'])}{choices}", "dim"))
        if entry["needs_east"]:
            console.print(Text("    east: who is East", "dim"))


def show_ruling(console: Console, document: JsonObject, assumed: Mapping[str, str] | None = None) -> None:
    """Print one ruling: what happens, whose hand is dead, who pays, and the source.

    `assumed` holds the facts missing from the question, with the default of each.
    """
    show_judged_by(console, document)
    console.print(Text(printable(document["text"]), "bold"))
    console.print(Text(f"outcome: {document['outcome']}"))
    if document["dead"]:
        console.print(Text(f"dead: {printable(', '.join(document['dead']))}"))
    if document.get("awarded") is not None:
        console.print(Text(f"the tile goes to: {printable(document['awarded'])}"))
    if document["transfers"]:
        show_transfers(console, document["transfers"])
    console.print(Text(printable(document["source"]), "dim"))
    if assumed:
        taken = ", ".join(f"{name} {value}" for name, value in assumed.items())
        console.print(Text(f"Taken for so, as nothing was said of it: {taken}", "yellow"))
