"""`rackcheck rulings` and `rackcheck rule`: what happens now?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated

import typer

from rules.rulings.catalogue import find_spec, parse_inputs
from service.cards.card_folder import home_library
from service.commands.display import show_ruling, show_ruling_list
from service.commands.support.input_files import facts_of
from service.commands.support.options import Json
from service.commands.support.output import Output
from service.judging import answers

Ruleset = Annotated[
    str,
    typer.Option("--ruleset", metavar="RULES", help="The rules: a name of `rackcheck cards list`, or a house's file."),
]


def rulings(ruleset: Ruleset = answers.DEFAULT_RULESET, as_json: Json = False) -> None:
    """List the rulings a rule set gives, with the facts each asks for."""
    output = Output(as_json=as_json)
    with output.answering():
        output.answer(answers.ruling_list(ruleset, home_library()).to_json(), show_ruling_list)
    output.end()


def rule(
    ruling: Annotated[str, typer.Argument(metavar="RULING", help="What happened: a name of `rackcheck rulings`.")],
    facts: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FACT=VALUE...]", help="What it asks for, such as miscaller=Bea threw_in=Cat,Dee."),
    ] = None,
    ruleset: Ruleset = answers.DEFAULT_RULESET,
    as_json: Json = False,
) -> None:
    """Say what happens now: whose hand is dead, and who pays.

    `rackcheck rulings` lists what can be asked, and the facts that each asks for; one that is left out is taken for
    what is usual, mostly for not so, and the answer says which were. A list of names is written with commas;
    players=Ann,Bea,Cat,Dee and east=Ann may be given too.
    """
    output = Output(as_json=as_json)
    with output.answering({"ruling": ruling}):
        question = parse_inputs(ruling, facts_of(facts or ()))
        answer = answers.rule(ruling, {**question, "ruleset": ruleset}, home_library())
        untold = {} if answer.outcome == "silent" else _untold(ruling, question)
        output.answer(answer.to_json(), partial(show_ruling, untold=untold))
    output.end()


def _untold(ruling: str, question: Mapping[str, object]) -> dict[str, str]:
    """The facts that were left out and yet decide, with what they were taken for."""
    left_out = [entry for entry in find_spec(ruling).inputs if entry.name not in question]
    flags = {entry.name: "yes" if entry.default else "no" for entry in left_out if entry.kind == "flag"}
    return flags | {entry.name: "nobody" for entry in left_out if entry.kind == "players"}
