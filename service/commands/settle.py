"""`rackcheck settle`, `rulings` and `rule`: the settlement of a game, and rulings on errors and disputes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated

from rules.rulings.catalogue import find_spec, parse_inputs
from service.cards.card_folder import home_library
from service.commands.display.payments import show_settlement
from service.commands.display.rulings import show_ruling, show_ruling_list
from service.commands.support import shared_options as shared
from service.commands.support.input_files import facts_of, json_inputs, question_of, read_text
from service.commands.support.options import Json, argument, option
from service.commands.support.output import Output, one_answer
from service.commands.support.table_card import named, table_rules
from service.judging import answers


def settle(
    file: Annotated[str, argument("FILE", "A JSON file as in the example, or - for standard input.")],
    ruleset: Annotated[
        str | None,
        option("--ruleset", "RULES", "The rules of games that name none. Left out: those of `rackcheck use`."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Say who pays whom after a game.

    The input is one JSON object, an array of them, or one a line: {"ruleset", "players", "east", "bettors", "outcome"}.
    The outcome is {"kind": "win", "winner", "won_by": "self-pick" or "discard", "discarder", "value"}, or of the kind
    wall, misnamed or error. A game that names no rule set is settled by --ruleset, or by what `rackcheck use` keeps.
    """
    output = Output(as_json=as_json, of_files=True)
    with output.answering(where=file):
        library = home_library()
        kept, by = table_rules(ruleset)
        ruleset = kept if by.used else ruleset
        for where, read in json_inputs(read_text(file), file):
            identity = answers.identity_of(read)
            with output.answering({} if identity is None else {"id": identity}, where):
                output.answer(answers.settle(question_of(read), library, ruleset), show_settlement)
    output.end()


def rulings(
    words: Annotated[
        list[str] | None, argument("[WORDS...]", "What happened, such as too many tiles. Left out: all are listed.")
    ] = None,
    ruleset: shared.TableRules = None,
    as_json: Json = False,
) -> None:
    """List the rulings a rule set gives, with the facts each asks for.

    With words, as players say it, those that may be meant are listed, the likeliest first.
    """
    with one_answer(as_json) as output:
        rules, by = table_rules(ruleset)
        found = answers.ruling_list(rules, home_library(), " ".join(words or ()))
        output.report({**named(by), **found.to_json()}, partial(show_ruling_list, by=by, listed=found))


def rule(
    ruling: Annotated[str, argument("RULING", "What happened: a name of `rackcheck rulings`.")],
    facts: Annotated[
        list[str] | None, argument("[FACT=VALUE...]", "What it asks for, such as miscaller=Bea threw_in=Cat,Dee.")
    ] = None,
    ruleset: shared.TableRules = None,
    as_json: Json = False,
) -> None:
    """Say what happens now: whose hand is dead, and who pays.

    `rackcheck rulings` lists what can be asked, and the facts that each asks for; one that is left out is taken for
    what is usual, mostly for not so, and the answer says which were. A list of names is written with commas;
    players=Ann,Bea,Cat,Dee and east=Ann may be given too.
    """
    with one_answer(as_json, {"ruling": ruling}) as output:
        question = parse_inputs(ruling, facts_of(facts or ()))
        rules, by = table_rules(ruleset)
        answer = answers.rule(ruling, {**question, "ruleset": rules}, home_library())
        assumed = {} if answer.outcome == "silent" else _assumed(ruling, question)
        document = {**named(by), **answer.to_json()}
        output.report(document, partial(show_ruling, by=by, answer=answer, assumed=assumed))


def _assumed(ruling: str, question: Mapping[str, object]) -> dict[str, str]:
    """Return the flags and player lists missing from the question, with the default of each."""
    left_out = [entry for entry in find_spec(ruling).inputs if entry.name not in question]
    flags = {entry.name: "yes" if entry.default else "no" for entry in left_out if entry.kind == "flag"}
    return flags | {entry.name: "nobody" for entry in left_out if entry.kind == "players"}
