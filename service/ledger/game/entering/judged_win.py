"""Judge the rack of a win, and refuse an outcome or options that say otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.errors import ClaimError, OutcomeError
from rules.hand import parse_rack
from rules.input.strict_fields import StrictFields
from rules.melds.circumstances import read_circumstances
from rules.ruleset import RuleSet
from service.judging import answers
from service.judging.win_facts import hand_value, jokerless, refuse_other_way
from service.ledger.game.entering.entry_context import EntryContext
from service.ledger.game.entering.people import spell_names
from service.ledger.game.pinned_rules import PinnedLibrary, card_source
from service.ledger.game.records import Source
from service.ledger.game.state import GameState
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject

_RACK_SAYS: Final[Mapping[tuple[str, object], str]] = {
    ("jokerless", True): "the rack holds no joker",
    ("jokerless", False): "the rack holds a joker",
    ("singles_and_pairs", True): "the hand is in a section of singles and pairs",
    ("singles_and_pairs", False): "the hand is in no section of singles and pairs",
    ("limit", True): "the rack is a limit hand",
    ("limit", "half"): "the rack is half a limit hand",
}
"""What a rack says of a fact, where the bare value would be no sentence."""


def judge_win(
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
    known = {} if context.ruleset.melds is None else circumstances(outcome, state, context.ruleset)
    if context.imported and "won_by" not in options and _ways(rack):
        known.pop("won_by", None)  # the rack alone said it
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
    said_of_win = spell_names(_ways(rack), state.sitting, ("discarder",))
    facts = said_of_win | {"jokerless": jokerless(best)} | hand_value(best).to_json()
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


def circumstances(outcome: Mapping[str, Any], state: GameState, ruleset: RuleSet) -> JsonObject:
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
    """Refuse options of a check that contradict the outcome and the rack, or the options `known` from the seats."""
    asked = read_circumstances(StrictFields.of(dict(options), "check.options", ClaimError))
    refuse_other_way(asked, outcome.get("won_by"), "the outcome", "check.options.won_by")
    if asked.dealer is not None and "dealer" in known and asked.dealer != known["dealer"]:
        seat = f"{outcome.get('winner')} is {'' if known['dealer'] else 'not '}East"
        message = f"in the book {seat}: leave this out, or enter first who is East"
        raise ClaimError("contradiction", message, f"check.options.{'dealer' if 'dealer' in options else 'own_wind'}")
    if asked.own_wind is not None and "own_wind" in known and asked.own_wind.code != known["own_wind"]:
        message = f"in the book the wind of {outcome.get('winner')} is {known['own_wind']}: leave this out"
        raise ClaimError("contradiction", message, "check.options.own_wind")
