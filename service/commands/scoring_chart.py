"""`rackcheck chart`: the scoring chart of a rule set that counts points."""

from __future__ import annotations

from typing import Annotated

import typer

from service.cards import card_lists
from service.cards.card_folder import home_library
from service.commands.display import show_chart
from service.commands.support.options import Json
from service.commands.support.output import Output


def chart(
    ruleset: Annotated[
        str, typer.Argument(metavar="RULES", help="The rules, such as japanese-american-2009, or a house's file.")
    ],
    as_json: Json = False,
) -> None:
    """Print the scoring chart of a game that counts points.

    It is computed; what the source of the rules misprints is marked.
    """
    output = Output(as_json=as_json)
    with output.answering({"ruleset": ruleset}):
        output.answer(card_lists.chart(ruleset, home_library()), show_chart)
    output.end()
