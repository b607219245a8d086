"""`rackcheck cards`: the cards that hands are checked against."""

from __future__ import annotations

from typing import Annotated

import typer

from service import flows
from service.commands.options import Json
from service.commands.texts import read_text
from service.output import Output
from service.shelf import home_shelf
from service.show import show_card, show_card_list, show_lint

cards = typer.Typer(no_args_is_help=True, help="List, show and check cards.")


@cards.command("list")
def list_(as_json: Json = False) -> None:
    """List the cards that --card can name."""
    output = Output(as_json=as_json)
    with output.answering():
        output.answer({"cards": flows.card_list(home_shelf())}, show_card_list)
    output.end()


@cards.command()
def show(
    card: Annotated[str, typer.Argument(metavar="CARD", help="An id of `rackcheck cards list`, or a card file.")],
    as_json: Json = False,
) -> None:
    """Show a card as players read it, hand by hand."""
    output = Output(as_json=as_json)
    with output.answering({"card": card}):
        output.answer(flows.show_card(card, home_shelf()), show_card)
    output.end()


@cards.command()
def lint(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Card files, or - for standard input.")],
    as_json: Json = False,
) -> None:
    """Check card files: every fault with its line and column."""
    output = Output(as_json=as_json)
    for file in files:
        with output.answering({"file": file}, file):
            document = flows.lint_card(read_text(file), file)
            if document["faults"]:
                output.fail()
            output.answer(document, show_lint)
    output.end()
