"""`rackcheck settle`: who pays whom."""

from __future__ import annotations

from typing import Annotated

import typer

from service.cards.card_folder import home_library
from service.commands.display import show_settlement
from service.commands.support.input_files import json_inputs, question_of, read_text
from service.commands.support.options import Json
from service.commands.support.output import Output
from service.judging import answers


def settle(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A JSON file as in the example, or - for standard input.")
    ],
    ruleset: Annotated[
        str | None,
        typer.Option(
            "--ruleset",
            metavar="RULES",
            help="The rules, a name of `rackcheck cards list` or a house's file. Left out: the input names them.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Say who pays whom after a game.

    The input is one JSON object, an array of them, or one a line: {"ruleset", "players", "east", "bettors", "outcome"}.
    The outcome is {"kind": "win", "winner", "won_by": "self-pick" or "discard", "discarder", "value"}, or of the kind
    wall, misnamed or error. What names no rule set is settled by --ruleset.
    """
    output = Output(as_json=as_json)
    with output.answering(where=file):
        shelf = home_library()
        for where, read in json_inputs(read_text(file), file):
            identity = answers.identity_of(read)
            with output.answering({} if identity is None else {"id": identity}, where):
                output.answer(answers.settle(question_of(read), shelf, ruleset).to_json(), show_settlement)
    output.end()
