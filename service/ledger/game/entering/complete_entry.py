"""Complete an entry: fill in the seats, judge the hand, settle the payment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.errors import OutcomeError
from rules.input.strict_fields import StrictFields
from rules.ruleset import RuleSet
from rules.rulings.decide import refuse_other_limit
from rules.settlement.seat_rotation import Sitting
from rules.settlement.transfers import Transfer, net
from service.judging import answers
from service.ledger.game.entering.corrections import entry_to_undo, state_for
from service.ledger.game.entering.entry_context import EntryContext
from service.ledger.game.entering.judged_win import judge_win
from service.ledger.game.entering.people import (
    bets_of,
    dead_before,
    people_of,
    refuse_wrong_person,
    spell_names,
    takes_dead,
    with_silent,
)
from service.ledger.game.entry_request import LONGEST_NOTE, EntryRequest, short_text
from service.ledger.game.player_names import spelled
from service.ledger.game.records import EntryBody, Source, StoredSettlement, seats_of
from service.ledger.game.state import GameState
from service.shared.json_text import JsonObject
from service.shared.version import version

AGREED: Final = "as the table agreed"
"""The source that we cite for payments without a ruling."""


@dataclass(frozen=True, slots=True)
class Completed:
    """A completed entry: its body, and the card that judged its rack, if any."""

    body: EntryBody
    card: Source | None = None


def enter(request: EntryRequest, context: EntryContext) -> Completed:
    """Fill in the seats, judge the hand and settle the payment of an entry request.

    Raises:
        ServiceError: `no-such-entry`, `not-in-effect`, `no-hand` ...
        RulesError: any error of settling or judging.
    """
    state = state_for(request, context)
    if context.sitting is not None and seats_of(state.sitting) != context.sitting:
        state = replace(state, sitting=context.sitting)
    body = EntryBody(request.based_on, request.by, request.note, version())
    match request.kind:
        case "undo":
            return Completed(replace(body, undoes=entry_to_undo(request.undoes or 0, context.entries)))
        case "seats":
            sitting = _seats(request, state, context.ruleset)
            return Completed(replace(body, sitting=sitting, east_goes=request.east_goes))
        case "note":
            return Completed(body)
        case _:
            body = replace(
                body,
                instead_of=request.instead_of,
                hand=state.hand,
                sitting=seats_of(state.sitting),
                model=request.model,
            )
            return _played(request, body, state, context)


def _seats(request: EntryRequest, state: GameState, ruleset: RuleSet) -> Sitting:
    """Return the new seats; players of this game keep their spelling."""
    assert request.seats is not None
    asked = request.seats.spelled(spelled(tuple(state.points)))
    sitting = Sitting(asked.players, asked.waiting, asked.east)
    check_sitting(sitting, ruleset)
    return sitting


def check_sitting(sitting: Sitting, ruleset: RuleSet) -> None:
    """Raise OutcomeError if the rule set has no game for this number of players."""
    if len(sitting.players) not in ruleset.players:
        numbers = " or ".join(str(number) for number in ruleset.players)
        message = f"these rules are for {numbers} players, not {len(sitting.players)}; who sits out waits"
        raise OutcomeError("wrong-number", message, "players")


def _played(request: EntryRequest, body: EntryBody, state: GameState, context: EntryContext) -> Completed:
    """Judge and settle a win, a wall or a penalty."""
    sitting = state.sitting
    if request.transfers:
        agreed = _agreed_settlement(request.transfers, sitting, scored=context.ruleset.tournament is not None)
        return Completed(replace(body, settlement=agreed))
    check, card = None, None
    outcome = dict(request.outcome or {})
    match request.kind:
        case "win":
            _expect_kind(outcome, ("win",))
            outcome["kind"] = "win"
            outcome = spell_names(outcome, sitting, ("winner", "discarder", "dead"))
            if request.check is not None:
                check, outcome, card = judge_win(request.check, outcome, state, context)
        case "wall":
            outcome = {"kind": "wall"}
        case _:
            _expect_kind(outcome, ("misnamed", "error"))
            outcome = spell_names(outcome, sitting, people_of(outcome))
    if state.dead and takes_dead(outcome) and outcome.get("dead") is None:
        outcome["dead"] = dead_before(outcome, state)
    question: JsonObject = {
        "ruleset": context.ruleset.id,
        "players": list(sitting.players),
        "east": sitting.acting_east,
        "bettors": with_silent(bets_of(request, state, context), outcome, sitting),
        "outcome": outcome,
    }
    question = with_past(question, state, context.ruleset)
    try:
        settlement = StoredSettlement.of(answers.settle(question, context.library).to_json())
    except OutcomeError as error:
        # An entry has its bets in a field of another name than a settle question.
        where = re.sub(r"^bettors\b", "bets", error.where)
        raise OutcomeError(error.code, error.message, where) from error
    if not context.imported:
        refuse_wrong_person(outcome, sitting)
        if request.kind == "penalty":
            refuse_other_limit(outcome, context.ruleset, OutcomeError, "outcome.limit")
    return Completed(replace(body, question=question, settlement=settlement, check=check), card)


def with_past(question: JsonObject, state: GameState, ruleset: RuleSet) -> JsonObject:
    """Fill in what the hands before mean for a payment: who is East, whether the last one was a wall game, balances."""
    outcome, east = question["outcome"], state.sitting.acting_east
    if east is not None and question["players"] == list(state.sitting.players):
        question = {**question, "east": east}
    if outcome["kind"] == "win" and "after_wall" in ruleset.asks:
        question = {**question, "outcome": {**outcome, "after_wall": state.after_wall}}
    if ruleset.table.pie:
        people = (*question["players"], *(one["name"] for one in question["bettors"]))
        question = {**question, "balances": {name: state.points.get(name, 0) for name in people}}
    return question


def _agreed_settlement(transfers: Sequence[Mapping[str, Any]], sitting: Sitting, *, scored: bool) -> StoredSettlement:
    """Build the settlement from payments that the table agreed on; `scored` in a tournament, where scores move."""
    found = []
    for at, given in enumerate(transfers):
        fields = StrictFields.of(spell_names(dict(given), sitting, ("from", "to")), f"transfers[{at}]", OutcomeError)
        names = [fields.text("from"), fields.text("to")]
        for field, name in zip(("from", "to"), names, strict=True):
            if name not in sitting.everyone:
                message = f"{name} is nobody of this table ({', '.join(sitting.everyone)})"
                fields.fail(field, message, "unknown-name")
        if names[0] == names[1]:
            fields.fail("to", "nobody pays themselves", "contradiction")
        why = short_text(fields, "why", LONGEST_NOTE) or AGREED
        found.append(Transfer(names[0], names[1], fields.points("points"), why))
        fields.done()
    won = net(found, sitting.everyone)
    if scored:
        return StoredSettlement(tuple(found), dict.fromkeys(won, 0), won, AGREED, None)
    return StoredSettlement(tuple(found), won, None, AGREED, None)


def _expect_kind(outcome: Mapping[str, Any], kinds: tuple[str, ...]) -> None:
    if outcome.get("kind", kinds[0] if len(kinds) == 1 else None) not in kinds:
        message = f"must be {' or '.join(kinds)} in an entry of this kind"
        raise OutcomeError("unknown-choice", message, "outcome.kind")
