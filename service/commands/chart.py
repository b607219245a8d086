"""`rackcheck chart`: the scoring chart of a rule set that counts points."""

from __future__ import annotations

from typing import Annotated

import typer

from service import flows
from service.commands.options import Json
from service.output import Output
from service.shelf import home_shelf
from service.show import show_chart


def chart(
    ruleset: Annotated[str, typer.Argument(metavar="RS", help="The rule set: its id, or a house's TOML file.")],
    as_json: Json = False,
) -> None:
    """Print the scoring chart of a rule set that counts points, computed, and mark what its source misprints."""
    output = Output(as_json=as_json)
    with output.answering({"ruleset": ruleset}):
        output.answer(flows.chart(ruleset, home_shelf()), show_chart)
    output.end()
