"""The people whom an outcome names: spelled as the game does, seated or waiting, dead before, betting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.errors import OutcomeError
from rules.rulings.catalogue import CATALOGUE
from rules.settlement.seat_rotation import Sitting
from service.ledger.game.entering.entry_context import EntryContext
from service.ledger.game.entry_request import EntryRequest
from service.ledger.game.player_names import spelled, spelling
from service.ledger.game.state import GameState
from service.shared.json_text import JsonObject

_OF_PEOPLE: Final = ("player", "players", "bettor")
"""Kinds of ruling inputs that name people."""


def spell_names(outcome: JsonObject, sitting: Sitting, fields: tuple[str, ...]) -> JsonObject:
    """Spell the names in `fields` of an outcome as the game does."""
    known = spelled(sitting.everyone)
    found = dict(outcome)

    def same(name: object) -> object:
        return spelling(name, known) if isinstance(name, str) else name

    for name in fields:
        if isinstance(said := found.get(name), list):
            found[name] = [same(one) for one in said]
        elif name in found:
            found[name] = same(said)
    return found


def people_of(outcome: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the fields of a penalty that name people; settling reports any fault in the penalty."""
    if outcome["kind"] == "misnamed":
        return "miscaller", "claimant"
    ruling = outcome.get("ruling")
    spec = CATALOGUE.get(ruling) if isinstance(ruling, str) else None
    return () if spec is None else tuple(one.name for one in spec.inputs if one.kind in _OF_PEOPLE)


def takes_dead(outcome: Mapping[str, Any]) -> bool:
    """Say whether an outcome names the players whose hands were dead before."""
    return outcome["kind"] == "win" or "dead" in people_of(outcome)


def dead_before(outcome: Mapping[str, Any], state: GameState) -> list[str]:
    """Return the players whose hands were dead before an outcome, of those whom it does not name otherwise."""
    people = () if outcome["kind"] == "win" else people_of(outcome)
    said = [outcome.get(field) for field in people if field != "dead"]
    named = [name for one in said for name in (one if isinstance(one, list) else [one])]
    return [name for name in state.dead if name in state.sitting.players and name not in named]


def refuse_wrong_person(outcome: Mapping[str, Any], sitting: Sitting) -> None:
    """Refuse a settled ruling about a bettor who does not wait, or about a wrong East who is rightly East.

    Raises:
        OutcomeError: `unknown-name`, `contradiction`.
    """
    spec = CATALOGUE.get(outcome.get("ruling", ""))
    for one in spec.inputs if spec else ():
        if one.kind == "bettor" and outcome.get(one.name) is not None:
            _require_waiting(outcome[one.name], sitting, f"outcome.{one.name}")
    if spec and spec.id == "wrong-east" and sitting.east is not None and outcome.get("player") == sitting.east:
        message = f"{sitting.east} is rightly East in this game: name who took the position wrongly"
        raise OutcomeError("contradiction", message, "outcome.player")


def bets_of(request: EntryRequest, state: GameState, context: EntryContext) -> list[JsonObject]:
    """Read the bets of waiting people; a bet that a ruling cancelled stays cancelled."""
    if request.bets and context.ruleset.tournament is not None and not context.imported:
        message = "in a tournament nobody pays, so no bet is paid either: leave this out"
        raise OutcomeError("contradiction", message, "bets")
    sitting = state.sitting
    bets = []
    for at, given in enumerate(request.bets):
        bet = spell_names(dict(given), sitting, ("name", "bet_on"))
        _require_waiting(bet.get("name"), sitting, f"bets[{at}].name")
        if bet["name"] in state.cancelled:
            bet["cancelled"] = True
        bets.append(bet)
    return bets


def with_silent(bets: list[JsonObject], outcome: Mapping[str, Any], sitting: Sitting) -> list[JsonObject]:
    """Add whom a ruling calls a bettor to the bets that are named: a bet is concealed, and perhaps nobody names it."""
    ruling = outcome.get("ruling")
    spec = CATALOGUE.get(ruling) if bets and isinstance(ruling, str) else None
    named = [outcome.get(one.name) for one in spec.inputs if one.kind == "bettor"] if spec else []
    betting = [bet["name"] for bet in bets]
    silent = (name for name in named if name in sitting.waiting and name not in betting)
    return [*bets, *({"name": name, "cancelled": True} for name in silent)]


def _require_waiting(name: object, sitting: Sitting, where: str) -> None:
    """Raise OutcomeError (unknown-name) unless this person waits, as all bettors do."""
    if name not in sitting.waiting:
        waiting = ", ".join(sitting.waiting) or "nobody"
        message = f"{name!r} does not wait in this game ({waiting} does): who plays cannot bet"
        raise OutcomeError("unknown-name", message, where)
