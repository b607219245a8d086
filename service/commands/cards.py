"""`rackcheck cards`: the cards that hands are checked against."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rules.card.template import TEMPLATE
from service.cards import card_lists
from service.cards.card_folder import home_library
from service.commands.display import show_card, show_card_list, show_lint, show_template
from service.commands.support.help import Helped
from service.commands.support.input_files import read_text
from service.commands.support.options import Json
from service.commands.support.output import Output
from service.storage.atomic_files import write_atomic

cards = typer.Typer(no_args_is_help=True, help="List, show, check and start cards.")


@cards.command("list", cls=Helped)
def list_(as_json: Json = False) -> None:
    """List the cards that --card can name, and rules without a card."""
    output = Output(as_json=as_json)
    with output.answering():
        shelf = home_library()
        output.answer(
            {"cards": card_lists.card_list(shelf), "rulesets": card_lists.ruleset_list(shelf)}, show_card_list
        )
    output.end()


@cards.command(cls=Helped)
def show(
    card: Annotated[str, typer.Argument(metavar="CARD", help="A name of `rackcheck cards list`, or a card file.")],
    example: Annotated[
        str | None,
        typer.Option(
            "--example", metavar="N", help="Show hand N alone, with a rack that makes it. Left out: the whole card."
        ),
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", metavar="RULES", help="The rules the example is made by. Left out: the card's own."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a card as players read it, hand by hand.

    X is a hand that may be exposed, C one that must be concealed; the number behind it is its value.
    """
    if ruleset is not None and example is None:
        raise typer.BadParameter("only an example asks for rules: give --example N", param_hint="--ruleset")
    output = Output(as_json=as_json)
    with output.answering({"card": card}):
        shelf = home_library()
        document = (
            card_lists.show_card(card, shelf)
            if example is None
            else card_lists.card_example(card, example, ruleset, shelf)
        )
        output.answer(document, show_card)
    output.end()


@cards.command(cls=Helped)
def new(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="The file to write. Left out: it is printed.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write a card with remarks to start from.

    A file that is there already is left alone.
    """
    output = Output(as_json=as_json)
    with output.answering({"file": file}, file or ""):
        if file is not None:
            write_atomic(Path(file), TEMPLATE.encode("utf-8"), replace=False)
        output.answer({"file": file, "text": TEMPLATE}, show_template)
    output.end()


@cards.command(cls=Helped)
def lint(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Card files, or - for standard input.")],
    as_json: Json = False,
) -> None:
    """Check card files: every fault with its line and column."""
    output = Output(as_json=as_json)
    for file in files:
        with output.answering({"file": file}, file):
            document = card_lists.lint_card(read_text(file), file)
            if document["faults"]:
                output.fail()
            output.answer(document, show_lint)
    output.end()
