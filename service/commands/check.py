"""`rackcheck check`: is this rack a hand of that card?"""

from __future__ import annotations

from typing import Annotated

import typer

from service import flows, jsontext
from service.commands.options import CardOption, JokerWasUsed, Json, Near, RulesetOption
from service.commands.texts import lines_of
from service.errors import ServiceError
from service.output import Document, Output
from service.shelf import Shelf, home_shelf
from service.show import show_check


def check(
    *,
    rack: Annotated[
        str | None,
        typer.Argument(metavar="RACK", help="The rack, such as '[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea'."),
    ] = None,
    card: CardOption = None,
    ruleset: RulesetOption = None,
    claim: Annotated[str | None, typer.Option("--claim", metavar="N", help="The hand the player claims.")] = None,
    joker_was_used: JokerWasUsed = False,
    table: Annotated[
        str | None, typer.Option("--table", metavar="TILES", help="The tiles already out of play.")
    ] = None,
    near: Near = 3,
    batch: Annotated[
        str | None,
        typer.Option("--batch", metavar="FILE", help="Read one JSON object a line from FILE, or - for standard input."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Judge a rack by a card: which hand it is and what it is worth, or why not and how near it came.

    In a rack, brackets hold one exposure each, the rest is concealed, + marks the winning tile and <NAME who discarded
    it; +4C alone is self-drawn. With --batch, each line is {"id", "rack", "card", "ruleset", "options"}; what a line
    leaves out is taken from the options given here.
    """
    if (rack is None) == (batch is None):
        raise typer.BadParameter("give a rack, or --batch FILE", param_hint="RACK")
    output = Output(as_json=as_json or batch is not None)
    given: Document = {
        "card": card,
        "ruleset": ruleset,
        "options": {"claim": claim, "joker_was_used": joker_was_used, "table": table, "near": near},
    }
    with output.answering(where=batch or ""):
        shelf = home_shelf()
        if batch is None:
            output.answer(flows.check({**given, "rack": rack}, shelf), show_check)
        else:
            for number, line in lines_of(batch):
                _line(line, f"line {number}", given, shelf, output)
    output.end()


def _line(line: str, where: str, given: Document, shelf: Shelf, output: Output) -> None:
    """Answer one line of a batch, with its `id` whether it can be judged or not."""
    named: Document = {"id": None}
    with output.answering(named, where):
        question = _question(jsontext.loads(line, where), given)
        if isinstance(question.get("id"), str | int):
            named["id"] = question["id"]
        output.answer({**named, **flows.check(question, shelf)}, show_check)


def _question(read: object, given: Document) -> Document:
    """A line's question, completed by the options of the command line."""
    if not isinstance(read, dict):
        raise ServiceError("wrong-type", "a line is one JSON object")
    options = read.get("options")
    merged = {**given["options"], **options} if isinstance(options, dict) else options or given["options"]
    return {**given, **read, "options": merged}
