"""Print rulings for people."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text

from rules.rulings.decide import RulingAnswer
from service.cards.table_card import JudgedBy
from service.commands.display.payments import show_transfers
from service.commands.display.verdict import show_judged_by
from service.commands.support.output import printable
from service.judging.answers import RulingList


def show_ruling_list(console: Console, by: JudgedBy, listed: RulingList) -> None:
    """Print every ruling with its inputs."""
    show_judged_by(console, by)
    for entry in listed.rulings:
        head = Text(entry.spec.id, "dim" if entry.silent else "bold")
        head.append(f"  {printable(entry.spec.title)}", "")
        if entry.silent:
            head.append("  (these rules do not say)", "dim")
        console.print(head)
        for fact in entry.spec.inputs:
            choices = f" ({', '.join(fact.choices)})" if fact.choices else ""
            console.print(Text(f"    {fact.name}: {printable(fact.help)}{choices}", "dim"))
        if entry.needs_east:
            console.print(Text("    east: who is East", "dim"))


def show_ruling(console: Console, by: JudgedBy, answer: RulingAnswer, assumed: Mapping[str, str]) -> None:
    """Print one ruling: what happens, whose hand is dead, who pays, the source.

    `assumed` holds the facts that nobody gave, with what we took for so of each.
    """
    show_judged_by(console, by)
    console.print(Text(printable(answer.text), "bold"))
    console.print(Text(f"outcome: {answer.outcome}"))
    if answer.dead:
        console.print(Text(f"dead: {printable(', '.join(answer.dead))}"))
    if answer.awarded is not None:
        console.print(Text(f"the tile goes to: {printable(answer.awarded)}"))
    if answer.transfers:
        show_transfers(console, answer.transfers)
    console.print(Text(printable(answer.source), "dim"))
    if assumed:
        taken = ", ".join(f"{name} {value}" for name, value in assumed.items())
        console.print(Text(f"Taken for so, as nothing was said of it: {taken}", "yellow"))
