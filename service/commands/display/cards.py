"""Print cards, the rules of tables, and scoring charts for people."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from itertools import groupby
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rules.card.card import Card
from rules.card.pattern import HandPattern
from rules.ruleset import RuleSet
from rules.rulings.option_list import HouseOption, Value
from rules.settlement.scoring_chart import ChartCell
from service.cards.card_lists import CardExample, LintedFile, ListedCard, hands_of
from service.cards.ruleset_lists import ScoringChart
from service.cards.table_rules import FaultyTable, KeptTable, OptionList, TableList
from service.commands.display.tiles import rack_text, tile_style
from service.commands.support.output import plain_table, printable
from service.judging.confirmation import known_hand
from service.shared.wording import plural

_WORDS: Final = re.compile(r"\([^)]*\)|\S+")
_WORTH: Final = re.compile(r"([xc])(\d+)")
_UNBOUNDED: Final = 1_000
"""Columns of a terminal in which every chart has room, to measure one."""

_SUIT_STYLES: Final = {"a": "green", "b": "red", "c": "blue", "B": "green", "C": "red", "D": "blue"}


def show_card_list(console: Console, cards: Iterable[ListedCard], rulesets: Iterable[RuleSet]) -> None:
    """Print the cards, one a line, and the rule sets without a card."""
    rows = (
        (one.name, hands_of(one.card), one.card.ruleset or "", one.card.title)
        if isinstance(one.card, Card)
        # A faulty file has no title, so we print the fault in its place.
        else (one.name, 0, "", one.card["message"])
        for one in cards
    )
    console.print(plain_table(("card", "hands", "rule set", "title"), rows))
    for ruleset in rulesets:
        if ruleset.melds is not None:
            console.print(Text(f"without a card: --ruleset {printable(ruleset.id)}   {printable(ruleset.title)}"))


def show_card(console: Console, card: Card) -> None:
    """Print a card hand by hand, under its sections."""
    _hands(console, card, card.hands)


def show_example(console: Console, example: CardExample) -> None:
    """Print one hand of a card, and below it a rack that makes it."""
    hand = example.card.hands[example.place]
    _hands(console, example.card, (hand,))
    rack = rack_text(known_hand(example.rack))
    console.print(Text.assemble(f"hand {printable(hand.number)}, for example: ", rack))


def _hands(console: Console, card: Card, hands: Iterable[HandPattern]) -> None:
    console.print(Text(printable(card.title), "bold"))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column()
    table.add_column(no_wrap=True)
    table.add_column(style="dim")
    section = None
    for hand in hands:
        if hand.section != section:
            section = hand.section
            heading = Text(printable(section), "bold underline")
            table.add_row("", heading, "", Text(printable(hand.place)))
        printed, worth = _printed(hand.text)
        table.add_row(Text(printable(hand.number), "bold"), printed, worth, Text(printable(hand.title)))
    console.print(table)


def _printed(text: str) -> tuple[Text, Text]:
    """Return the groups of a hand with its rules, and its value (`X 25` or `C 25`) with its flags.

    Each group has the colour of its suit; a, b and c stand for three different suits.
    """
    groups: list[Text] = []
    rules: list[Text] = []
    worth: list[Text] = []
    for word in _WORDS.findall(text):
        if word.startswith("("):
            rules.append(Text(printable(word), "dim"))
        elif (found := _WORTH.fullmatch(word)) is not None:
            worth.append(Text(f"{found[1].upper()} {found[2]}", "bold"))
        elif worth:
            worth.append(Text(printable(word), "dim"))
        else:
            groups.append(Text(printable(word), _group_style(word)))
    return Text(" ").join([*groups, *rules]), Text(" ").join(worth)


def _group_style(word: str) -> str:
    faces = word.rstrip("!")
    suit = _SUIT_STYLES.get(faces[-1:])
    return suit or (tile_style(faces[0]) if len(set(faces)) == 1 else "bold")


def template_words(file: str) -> str:
    """Say that the template of a card is in a file."""
    name = shlex.quote(printable(file))
    return f"{name} is written; change it, then look at it with: rackcheck cards lint {name}"


_DONE: Final = {
    "added": "{id} is kept: every command takes {option} {id}",
    "changed": "{id} is changed; games that were begun with it keep it as it was",
    "removed": "{id} is removed; to take it back: rackcheck {group} add {file}",
    "exported": "{id} is written to {file}; to take it in elsewhere: rackcheck {group} add {file}",
    "renamed": "the card is called {id} now",
    "copied": "{id} is kept, a copy to change: rackcheck cards edit {id}",
}


def change_words(group: str, done: str, name: str, file: str = "") -> str:
    """Say what a command of the group `cards` or `tables` has done (a key of `_DONE`) with a card or a table's rules.

    `file` holds its text now, if it was removed or exported.
    """
    # People copy the command, so a name with spaces is quoted.
    said = {"id": shlex.quote(printable(name)), "file": shlex.quote(printable(file))}
    return _DONE[done].format(**said, group=group, option={"cards": "--card", "tables": "--ruleset"}[group])


def show_lint(console: Console, linted: LintedFile) -> None:
    """Print the faults of a card file with their places and mends; else the number of concrete hands of each line."""
    # We wrap no line here: an editor needs file, line and column on one line, and a pipe needs one fault a line.
    for fault in linted.report.faults:
        level = "" if fault.level == "error" else f"{fault.level}: "
        mend = f" [{printable(fault.mend.say)}]" if fault.mend is not None else ""
        where = (printable(linted.where(fault)), "bold")
        console.print(Text.assemble(where, f": {level}{printable(fault.message)}", (mend, "green")), soft_wrap=True)
    card = linted.report.card
    if linted.weighty or card is None:
        faults = plural(len(linted.weighty), "fault")
        console.print(Text(f"{printable(linted.file)}: {faults}", "red"), soft_wrap=True)
        return
    for hand, concrete in zip(card.hands, card.concrete, strict=True):
        console.print(Text(f"{hand.number:>4}  {len(concrete):>7}  {printable(hand.text)}"), soft_wrap=True)
    total = sum(map(len, card.concrete))
    summary = f"{plural(hands_of(card), 'hand')}, {plural(total, 'concrete hand')}, no fault"
    console.print(Text(f"{printable(linted.file)}: {summary}", "green"), soft_wrap=True)


def show_table_list(console: Console, listed: TableList) -> None:
    """Print the tables, one a line, each with its parent rule set."""
    for table in listed.tables:
        if isinstance(table, FaultyTable):
            line = Text(printable(f"{table.name}   {table.error['message']}"), "red")
        else:
            line = Text(printable(f"{table.id}   {table.rules.title}, by {table.rules.parent}"))
        console.print(line, soft_wrap=True)
    if not listed.tables:
        console.print("No table decides anything yet: rackcheck tables decide our-table --rules modern-american")


def show_options(console: Console, listed: OptionList) -> None:
    """Print every option: the text for people, its key, its value and its bounds."""
    console.print(Text(printable(listed.rules.title), "bold"))
    for group, options in groupby(listed.options, key=lambda option: option.group):
        console.print(Text(printable(group), "bold underline"))
        for option in options:
            console.print(Text(printable(_spoken(option))), soft_wrap=True)
            console.print(Text(f"    {option.key}={_stands(option.value)}{_bounds(option)}", "dim"), soft_wrap=True)


def show_table(console: Console, kept: KeptTable) -> None:
    """Print the decisions of a table, each with its usual value."""
    table = kept.decisions
    console.print(Text(printable(f"{table.title}, by {table.parent}"), "bold"))
    changed = [option for option in kept.options if option.key in table.decided]
    for option in changed:
        console.print(Text(printable(_spoken(option))), soft_wrap=True)
        console.print(Text(f"    {option.key}={_stands(option.value)}, usual {_stands(option.default)}", "dim"))
    if kept.says_more:
        console.print("The file says more: rackcheck tables export prints it.")
    elif not changed:
        console.print("It decides nothing otherwise.")


def _spoken(option: HouseOption) -> str:
    return f"No: {option.said}" if option.value is False else option.said


def _stands(value: Value) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _bounds(option: HouseOption) -> str:
    if option.choices:
        return f"   ({', '.join(value for value, _ in option.choices)})"
    return "" if option.least is None else f"   ({option.least} to {option.most})"


def show_chart(console: Console, chart: ScoringChart) -> None:
    """Print a chart in the layout of its source; a star marks each cell that the source misprints."""
    console.print(Text(printable(chart.source), "bold"))
    each = "Each cell: what a KO pays a KO who drew from the wall / a discarder pays a KO / a discarder pays OYA."
    console.print(Text(each, "dim"))
    for table in _pieces(console, chart):
        console.print(table)
    for cell in chart.misprints:
        place = f"{cell.points} points, {plural(cell.bonuses, 'bonus', 'bonuses')}"
        console.print(Text(f"* {place}: the source prints {printable(cell.printed)}, meant is {cell}"))


def _pieces(console: Console, chart: ScoringChart) -> list[Table]:
    """Return a chart as one table; for a narrow terminal as several, each with as many columns as fit whole."""
    count = len(chart.rows[0])
    tables: list[Table] = []
    unbounded = console.options.update(width=_UNBOUNDED)
    for across in range(count, 0, -1):
        tables = [_piece(chart, first, first + across) for first in range(0, count, across)]
        if all(console.measure(table, options=unbounded).maximum <= console.width for table in tables):
            break
    return tables


def _piece(chart: ScoringChart, first: int, end: int) -> Table:
    """Return the columns `first` to `end` - 1 of a chart, beside the points."""
    table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False)
    # Where not even one column fits, its figures break and lose nothing.
    table.add_column("points", justify="right", overflow="fold")
    for cell in chart.rows[0][first:end]:
        table.add_column(plural(cell.bonuses, "bonus", "bonuses"), justify="right", overflow="fold")
    for row in chart.rows:
        table.add_row(Text(str(row[0].points), "bold"), *(_cell(cell) for cell in row[first:end]))
    return table


def _cell(cell: ChartCell) -> Text:
    """Return the three payments of a cell; a blank in place of the star keeps columns aligned."""
    star = " " if cell.printed is None else "*"
    style = "bold yellow" if cell.printed is not None else "green" if cell.limit else ""
    return Text(f"{cell}{star}", style)
