"""Complete an entry: fill in the seats, judge the hand, settle the payment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.errors import ClaimError, OutcomeError
from rules.hand import parse_rack
from rules.input.strict_fields import StrictFields
from rules.melds.circumstances import read_circumstances
from rules.ruleset import RuleSet
from rules.rulings.catalogue import CATALOGUE
from rules.rulings.decide import refuse_other_limit
from rules.settlement.seat_rotation import Sitting
from rules.settlement.transfers import Transfer, net
from service.cards.card_library import CardLibrary
from service.judging import answers
from service.judging.win_facts import hand_value, jokerless, refuse_other_way
from service.ledger.game.entry_request import LONGEST_NOTE, EntryRequest, short_text
from service.ledger.game.pinned_rules import PinnedLibrary, card_source
from service.ledger.game.player_names import spelled, spelling
from service.ledger.game.records import Entry, EntryBody, Source, StoredSettlement, seats_of
from service.ledger.game.state import GameState, removers, replay
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.shared.version import version

AGREED: Final = "as the table agreed"
"""The source that we cite for payments without a ruling."""

_OF_PEOPLE: Final = ("player", "players", "bettor")
"""Kinds of ruling inputs that name people."""

PLAYED: Final = ("win", "wall", "penalty")
"""Kinds of entries with seats of their own."""

_RACK_SAYS: Final[Mapping[tuple[str, object], str]] = {
    ("jokerless", True): "the rack holds no joker",
    ("jokerless", False): "the rack holds a joker",
    ("singles_and_pairs", True): "the hand is in a section of singles and pairs",
    ("singles_and_pairs", False): "the hand is in no section of singles and pairs",
    ("limit", True): "the rack is a limit hand",
    ("limit", "half"): "the rack is half a limit hand",
}
"""What a rack says of a fact, where the bare value would be no sentence."""


@dataclass(frozen=True, slots=True)
class EntryContext:
    """The inputs that complete an entry, beside its request.

    Attributes:
        start: the sitting at the beginning of the game.
        entries: all entries so far.
        card: the card of the game; None if each win names its own.
        ruleset: the rule set for the settlement.
        library: resolves the names of cards and of `ruleset`.
        now: the state after all entries, or None to compute it.
        imported: whether the entry was made before; older versions entered some contradictions that we refuse today.
        sitting: the seats by which an imported entry was made; None for those of the state.
    """

    start: Sitting
    entries: Sequence[Entry]
    card: str | None
    ruleset: RuleSet
    library: CardLibrary
    now: GameState | None = None
    imported: bool = False
    sitting: Sitting | None = None


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
    state = _state(request, context)
    if context.sitting is not None and seats_of(state.sitting) != context.sitting:
        state = replace(state, sitting=context.sitting)
    body = EntryBody(request.based_on, request.by, request.note, version())
    match request.kind:
        case "undo":
            return Completed(replace(body, undoes=_to_undo(request.undoes or 0, context.entries)))
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


def _state(request: EntryRequest, context: EntryContext) -> GameState:
    """Return the state for the entry: the present one, or the one before the entry that it replaces."""
    if request.instead_of is None:
        return context.now or replay(context.start, context.entries, context.ruleset.rotation)
    target = _in_effect(request.instead_of, context.entries, "instead_of")
    if target.kind not in PLAYED:
        message = f"entry {target.seq} is a {target.kind}: only a win, a wall or a penalty has a place to be taken"
        raise ServiceError("contradiction", message, "instead_of")
    return replay(context.start, context.entries, context.ruleset.rotation, before=target.seq)


def _to_undo(seq: int, entries: Sequence[Entry]) -> int:
    """Find the entry to undo.

    Raises:
        ServiceError: `contradiction` if a restored entry would remove an entry that another has removed since.
    """
    target = _in_effect(seq, entries, "undoes")
    undo = replace(target, seq=len(entries) + 1, kind="undo", body=replace(target.body, undoes=seq, instead_of=None))
    gone = removers(entries)
    for twice, by in removers([*entries, undo]).items():
        if len(by) > 1:
            first = gone[twice][0]
            while first in gone:  # another correction has replaced this one in turn
                first = gone[first][0]
            message = f"entry {twice} was changed again since: undo entry {first} first"
            raise ServiceError("contradiction", message, "undoes")
    return target.seq


def _in_effect(seq: int, entries: Sequence[Entry], where: str) -> Entry:
    if seq > len(entries):
        raise ServiceError("no-such-entry", f"there is no entry {seq}; the newest is {len(entries)}", where)
    gone = removers(entries)
    if seq in gone:
        by = entries[gone[seq][0] - 1]
        what = "undid it" if by.kind == "undo" else "took its place"
        raise ServiceError("not-in-effect", f"entry {seq} no longer counts: entry {by.seq} {what}", where)
    return entries[seq - 1]


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
        message = f"{ruleset.id} is played by {numbers}, not {len(sitting.players)}; who sits out waits"
        raise OutcomeError("wrong-number", message, "players")


def _played(request: EntryRequest, body: EntryBody, state: GameState, context: EntryContext) -> Completed:
    """Judge and settle a win, a wall or a penalty."""
    sitting = state.sitting
    if request.transfers:
        agreed = _agreed(request.transfers, sitting, scored=context.ruleset.tournament is not None)
        return Completed(replace(body, settlement=agreed))
    check, card = None, None
    outcome = dict(request.outcome or {})
    match request.kind:
        case "win":
            _expect_kind(outcome, ("win",))
            outcome["kind"] = "win"
            outcome = _named(outcome, sitting, ("winner", "discarder", "dead"))
            if request.check is not None:
                check, outcome, card = _judged(request.check, outcome, state, context)
            if state.dead and outcome.get("dead") is None:
                outcome["dead"] = [name for name in state.dead if name in sitting.players]
        case "wall":
            outcome = {"kind": "wall"}
        case _:
            _expect_kind(outcome, ("misnamed", "error"))
            people = _people_of(outcome)
            outcome = _named(outcome, sitting, people)
            if state.dead and "dead" in people and outcome.get("dead") is None:
                outcome["dead"] = _dead_before(outcome, people, state)
    question: JsonObject = {
        "ruleset": context.ruleset.id,
        "players": list(sitting.players),
        "east": sitting.acting_east,
        "bettors": _with_silent(_bets(request, state, context), outcome, sitting),
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
        _refuse_wrong_person(outcome, sitting)
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


def _expect_kind(outcome: Mapping[str, Any], kinds: tuple[str, ...]) -> None:
    if outcome.get("kind", kinds[0] if len(kinds) == 1 else None) not in kinds:
        message = f"must be {' or '.join(kinds)} in an entry of this kind"
        raise OutcomeError("unknown-choice", message, "outcome.kind")


def _named(outcome: JsonObject, sitting: Sitting, fields: tuple[str, ...]) -> JsonObject:
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


def _people_of(outcome: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the fields of a penalty that name people; settling reports any fault in the penalty."""
    if outcome["kind"] == "misnamed":
        return "miscaller", "claimant"
    ruling = outcome.get("ruling")
    spec = CATALOGUE.get(ruling) if isinstance(ruling, str) else None
    return () if spec is None else tuple(one.name for one in spec.inputs if one.kind in _OF_PEOPLE)


def _dead_before(outcome: Mapping[str, Any], people: Sequence[str], state: GameState) -> list[str]:
    """Return the players whose hands were dead before a ruling that does not name them itself."""
    said = [outcome.get(field) for field in people]
    named = [name for one in said for name in (one if isinstance(one, list) else [one])]
    return [name for name in state.dead if name in state.sitting.players and name not in named]


def _refuse_wrong_person(outcome: Mapping[str, Any], sitting: Sitting) -> None:
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


def _bets(request: EntryRequest, state: GameState, context: EntryContext) -> list[JsonObject]:
    """Read the bets of waiting people; a bet that a ruling cancelled stays cancelled."""
    if request.bets and context.ruleset.tournament is not None and not context.imported:
        message = "in a tournament nobody pays, so no bet is paid either: leave this out"
        raise OutcomeError("contradiction", message, "bets")
    sitting = state.sitting
    bets = []
    for at, given in enumerate(request.bets):
        bet = _named(dict(given), sitting, ("name", "bet_on"))
        _require_waiting(bet.get("name"), sitting, f"bets[{at}].name")
        if bet["name"] in state.cancelled:
            bet["cancelled"] = True
        bets.append(bet)
    return bets


def _with_silent(bets: list[JsonObject], outcome: Mapping[str, Any], sitting: Sitting) -> list[JsonObject]:
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


def _judged(
    check: Mapping[str, Any], outcome: JsonObject, state: GameState, context: EntryContext
) -> tuple[JsonObject, JsonObject, Source | None]:
    """Judge a rack; return the check to store, the outcome with the hand's value, and the card.

    Raises:
        ServiceError: `no-hand` for a rack that is no hand; `contradiction` if outcome and rack disagree.
    """
    asked = StrictFields.of(check, "check", OutcomeError)
    rack = asked.text("rack", "give the rack as text")
    named = asked.optional_text("card") or context.card
    options = asked.child("options").table if asked.has("options") else {}
    options = {name: value for name, value in options.items() if value is not None}  # null hides nothing that we know
    asked.done()
    known = {} if context.ruleset.melds is None else _circumstances(outcome, state, context.ruleset)
    if context.ruleset.melds is not None:
        named = None
        if not context.imported:
            _refuse_other_circumstances(options, outcome | _ways(rack), known)
    card, library = None, context.library
    if named is not None:
        # The request may name a file of house rules by its path; from here on we use the id in the file.
        card = card_source(context.library, named)
        named, library = card.id, PinnedLibrary(context.library, card)
    question = {"rack": rack, "card": named, "ruleset": context.ruleset.id, "options": known | options}
    verdict = answers.check(question, library)
    best = verdict.match
    if best is None:
        why = "; ".join(str(reason) for reason in verdict.verdict.reasons[:1])
        message = f"this rack is no hand: {why}. If the table pays it all the same, enter its value by hand"
        raise ServiceError("no-hand", message, "check.rack")
    facts = (
        _named(_ways(rack), state.sitting, ("discarder",)) | {"jokerless": jokerless(best)} | hand_value(best).to_json()
    )
    for name, value in facts.items():
        said = outcome.get(name)
        if said is not None and said != value:
            raise _contradiction(name, value, outcome, best.to_json())
        outcome[name] = value
    for name in ("value", "points", "bonuses", "limit"):
        if name not in facts and outcome.get(name) not in (None, False):
            message = "the rack says itself what it is worth: leave this out, or correct the rack"
            raise ServiceError("contradiction", message, f"outcome.{name}")
    return {"question": question, "match": best.to_json()}, outcome, card


def _contradiction(name: str, value: object, outcome: Mapping[str, Any], match: Mapping[str, Any]) -> ServiceError:
    """Return the error for an outcome that says otherwise than its rack."""
    if name == "won_by" and value == "self-pick" and outcome.get("discarder") is not None:
        # A sender who names the discarder need not have said how the hand was won.
        message = "the rack's + without a name says that the winner picked the tile: leave this out, or take out the +"
        return ServiceError("contradiction", message, "outcome.discarder")
    if name == "jokerless" and match.get("pays_jokerless") is False:
        message = "a joker was used in this hand, though the rack holds none: say one of the two"
        return ServiceError("contradiction", message, "outcome.jokerless")
    said = _RACK_SAYS.get((name, value), f"the rack says {value!r}, not {outcome[name]!r}")
    return ServiceError("contradiction", f"{said}: leave this out, or correct the rack", f"outcome.{name}")


def _ways(rack: str) -> JsonObject:
    """Read `won_by` and `discarder` from the rack."""
    hand = parse_rack(rack)
    if hand.won_by is None:
        return {}
    return {"won_by": hand.won_by} | ({"discarder": hand.discarder} if hand.discarder is not None else {})


def _circumstances(outcome: Mapping[str, Any], state: GameState, ruleset: RuleSet) -> JsonObject:
    """Return the circumstances that follow from the seats, for rule sets that score by them."""
    sitting, winner = state.sitting, outcome.get("winner")
    wind, round_wind = sitting.winds.get(str(winner)), sitting.table_wind(ruleset.rotation)
    found: JsonObject = {"streak": sitting.streak}
    if outcome.get("won_by") is not None:
        # Without `won_by` here, the winning tile of the rack names a discarder or none.
        found["won_by"] = "discard" if outcome["won_by"] == "discard" else "wall"
    if wind is not None:
        found |= {"own_wind": wind, "dealer": winner == sitting.acting_east}
    return found | ({"table_wind": round_wind} if round_wind is not None else {})


def _refuse_other_circumstances(
    options: Mapping[str, Any], outcome: Mapping[str, Any], known: Mapping[str, Any]
) -> None:
    """Refuse options of a check that contradict what we pay by: how the hand was won, and who is East.

    Args:
        options: the options of the check, as asked.
        outcome: the outcome of the win, with what the rack says.
        known: the options that follow from the seats.

    Raises:
        ClaimError: `contradiction`.
    """
    asked = read_circumstances(StrictFields.of(dict(options), "check.options", ClaimError))
    refuse_other_way(asked, outcome.get("won_by"), "the outcome", "check.options.won_by")
    if asked.dealer is not None and "dealer" in known and asked.dealer != known["dealer"]:
        seat = f"{outcome.get('winner')} is {'' if known['dealer'] else 'not '}East"
        message = f"in the book {seat}: leave this out, or enter first who is East"
        raise ClaimError("contradiction", message, f"check.options.{'dealer' if 'dealer' in options else 'own_wind'}")
    if asked.own_wind is not None and "own_wind" in known and asked.own_wind.code != known["own_wind"]:
        message = f"in the book the wind of {outcome.get('winner')} is {known['own_wind']}: leave this out"
        raise ClaimError("contradiction", message, "check.options.own_wind")


def _agreed(transfers: Sequence[Mapping[str, Any]], sitting: Sitting, *, scored: bool) -> StoredSettlement:
    """Build the settlement from payments that the table agreed on; `scored` in a tournament, where scores move."""
    found = []
    for at, given in enumerate(transfers):
        fields = StrictFields.of(_named(dict(given), sitting, ("from", "to")), f"transfers[{at}]", OutcomeError)
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
