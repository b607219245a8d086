"""Cards for people."""

from __future__ import annotations

from typing import Any, Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.output import printable
from service.words import plural

_SUIT_STYLES: Final = {"a": "green", "b": "red", "c": "blue", "B": "green", "C": "red", "D": "blue"}


def show_card_list(console: Console, document: dict[str, Any]) -> None:
    """Print the cards, one a line."""
    table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False)
    for column in ("card", "hands", "rule set", "title"):
        table.add_column(column)
    for card in document["cards"]:
        row = (card["id"], card["hands"], card["ruleset"] or "", card["title"])
        table.add_row(*(Text(printable(value)) for value in row))
    console.print(table)


def show_card(console: Console, document: dict[str, Any]) -> None:
    """Print a card hand by hand, under its sections."""
    console.print(Text(printable(document["title"]), "bold"))
    section = None
    for hand in document["lines"]:
        if hand["section"] != section:
            section = hand["section"]
            console.print(Text(printable(section), "bold underline"))
        line = Text(f"{hand['hand']:>4}  ", "bold")
        line.append_text(_printed(hand["text"])).append(f"  {printable(hand['title'])}", "dim")
        console.print(line)


def _printed(text: str) -> Text:
    """A printed hand, each group in the colour of its suit: a, b and c stand for three different suits."""
    words = []
    for word in text.split():
        suit = word.rstrip("!")[-1:]
        words.append(Text(printable(word), _SUIT_STYLES.get(suit, "bold") if word[0] not in "(xc" else "dim"))
    return Text(" ").join(words)


def show_lint(console: Console, document: dict[str, Any]) -> None:
    """List the faults of a card file with their places, or how many concrete hands each of its lines means."""
    if document["faults"]:
        for fault in document["faults"]:
            console.print(Text.assemble((printable(fault["where"]), "bold"), f": {printable(fault['message'])}"))
        console.print(Text(f"{printable(document['file'])}: {plural(len(document['faults']), 'fault')}", "red"))
        return
    for hand in document["lines"]:
        console.print(Text(f"{hand['hand']:>4}  {hand['concrete']:>7}  {printable(hand['text'])}"))
    total = sum(hand["concrete"] for hand in document["lines"])
    summary = f"{plural(document['hands'], 'hand')}, {plural(total, 'concrete hand')}, no fault"
    console.print(Text(f"{printable(document['file'])}: {summary}", "green"))
