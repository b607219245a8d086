"""`rackcheck cards` and `rackcheck chart`: the cards that hands are checked against, and the scoring charts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rules.card.template import TEMPLATE
from service.cards import card_lists
from service.cards.card_folder import home_library
from service.commands.display import show_card, show_card_list, show_chart, show_lint, show_template
from service.commands.support.help import Helped
from service.commands.support.input_files import read_text
from service.commands.support.options import Json
from service.commands.support.output import Output, one_answer
from service.storage.atomic_files import write_atomic

cards = typer.Typer(no_args_is_help=True, help="List, show, check and start cards.")


@cards.command("list", cls=Helped)
def list_(as_json: Json = False) -> None:
    """List the cards that --card can name, and rules without a card."""
    with one_answer(as_json) as output:
        library = home_library()
        listed = {"cards": card_lists.card_list(library), "rulesets": card_lists.ruleset_list(library)}
        output.answer(listed, show_card_list)


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
    with one_answer(as_json, {"card": card}) as output:
        library = home_library()
        if example is None:
            output.answer(card_lists.show_card(card, library), show_card)
        else:
            output.answer(card_lists.card_example(card, example, ruleset, library), show_card)


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
    with one_answer(as_json, {"file": file}, file or "") as output:
        if file is not None:
            write_atomic(Path(file), TEMPLATE.encode("utf-8"), replace=False)
        output.answer({"file": file, "text": TEMPLATE}, show_template)


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


def chart(
    ruleset: Annotated[
        str, typer.Argument(metavar="RULES", help="The rules, such as japanese-american-2009, or a house's file.")
    ],
    as_json: Json = False,
) -> None:
    """Print the scoring chart of a game that counts points.

    It is computed; what the source of the rules misprints is marked.
    """
    with one_answer(as_json, {"ruleset": ruleset}) as output:
        output.answer(card_lists.chart(ruleset, home_library()), show_chart)
