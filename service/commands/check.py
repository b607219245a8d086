"""`rackcheck check`: is this rack a hand of that card?"""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from rules.melds.circumstances import WAYS
from service.cards.card_folder import home_library
from service.cards.card_library import CardSource
from service.commands.display.verdict import show_judged_rack
from service.commands.support import shared_options as shared
from service.commands.support.input_files import lines_of
from service.commands.support.options import Json, argument, flag, given, option
from service.commands.support.output import Output
from service.commands.support.table_card import named, named_by, table_card
from service.commands.support.table_tiles import Table, table_options
from service.judging import answers
from service.judging.judge_setup import NEAR
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject


def check(
    *,
    rack: Annotated[
        str | None, argument("RACK", "The rack in quotes, such as '[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea'.")
    ] = None,
    card: shared.CardOption = None,
    ruleset: shared.RulesetOption = None,
    claim: Annotated[
        str | None, option("--claim", "N", "The number of the hand the player claims: says why it is not that one.")
    ] = None,
    as_hand: shared.AsHand = None,
    joker_was_used: shared.JokerWasUsed = False,
    table: Table = None,
    near: shared.Near = NEAR,
    own_wind: shared.OwnWind = None,
    table_wind: shared.TableWind = None,
    dealer: Annotated[
        bool | None, flag("--dealer/--no-dealer", "Games without a card: whether the winner is East.")
    ] = None,
    streak: shared.Streak = None,
    won_by: Annotated[
        str | None,
        option(
            "--won-by",
            "WAY",
            f"Games without a card: how the hand was won: {', '.join(WAYS)}. Left out: as the rack says.",
        ),
    ] = None,
    batch: Annotated[
        str | None, option("--batch", "FILE", "Read one JSON object a line from FILE, or - for standard input.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Judge a rack written as text: which hand it is, or why none.

    It says what the hand is worth, or how near the rack came. Tiles are 1B to 9B (Bams), 1C to 9C (Craks), 1D to 9D
    (Dots), the winds N E W S, the dragons R G 0, F for flowers and J for jokers; 222C is three of a kind. Brackets hold
    one exposure each, the rest is concealed, + marks the winning tile and <NAME who discarded it; +4C alone is
    self-drawn. With --batch, each line is {"id", "rack", "card", "ruleset", "options"}; what a line leaves out is taken
    from the options given here.
    """
    if (rack is None) == (batch is None):
        raise typer.BadParameter("give a rack, or --batch FILE", param_hint="RACK")
    # A program at the other end of a pipe needs each answer at once; a batch from a file does not.
    output = Output(as_json=as_json or batch is not None, at_once=batch in {None, "-"})
    options = given(claim=claim, as_hand=as_hand, joker_was_used=joker_was_used, own_wind=own_wind)
    seat = {} if dealer is None else {"dealer": dealer}
    options |= {"near": near, **seat, **given(table_wind=table_wind, streak=streak, won_by=won_by)}
    with output.answering(where=batch or ""):
        options |= table_options(table)
        library, by = home_library(), table_card(card, ruleset)
        typed: JsonObject = {"card": card, "ruleset": ruleset, "options": options}
        defaults: JsonObject = {**typed, **by.to_json()}
        if batch is None:
            verdict = answers.check({**defaults, "rack": rack}, library)
            chosen_by = named_by(by, card, ruleset)
            document = {**named(chosen_by), **verdict.to_json()}
            output.report(document, partial(show_judged_rack, by=chosen_by, check=verdict))
        else:
            for number, line in lines_of(batch):
                _line(line, f"line {number}", typed, defaults, library, output)
    output.end()


def _line(  # noqa: PLR0917 - one line needs all of it
    line: str, where: str, typed: JsonObject, defaults: JsonObject, library: CardSource, output: Output
) -> None:
    """Answer one line of a batch, always with its `id`."""
    about: JsonObject = {"id": None}
    with output.answering(about, where):
        question = _question(json_text.loads(line, where), typed, defaults)
        if isinstance(question.get("id"), str | int):
            about["id"] = question["id"]
        found = answers.check(question, library)
        output.report({"id": found.id, **found.to_json()}, partial(show_judged_rack, by=None, check=found))


def _question(read: object, typed: JsonObject, defaults: JsonObject) -> JsonObject:
    """Complete a line with the typed options, and a line without card and rules with the table's own."""
    if not isinstance(read, dict):
        raise ServiceError("wrong-type", "a line is one JSON object")
    # The rules of the table's card do not hold for another card.
    if read.get("card") is not None or read.get("ruleset") is not None:
        defaults = typed
    options = {} if read.get("options") is None else read["options"]
    # The check itself refuses options that are no object.
    merged = {**defaults["options"], **options} if isinstance(options, dict) else options
    return {**defaults, **read, "options": merged}
