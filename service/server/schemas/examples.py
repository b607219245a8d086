"""Examples of every answer for `/openapi.json`; the program makes them itself, so that they never go out of date."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pydantic import BaseModel

from rules.card.card import parse_card
from rules.claim import WinClaim
from rules.hand import parse_rack
from rules.judging import try_rack
from rules.matching.lint.check import lint_card
from rules.ruleset import RuleSet, load_ruleset, parse_ruleset
from rules.rulings.house_options import read_table
from rules.settlement.seat_rotation import Sitting
from service.cards import card_changes, card_lists, ruleset_lists, table_rules
from service.cards.card_folder import CardFolder
from service.cards.card_library import CardLibrary
from service.cards.card_lists import CheckedDraft
from service.judging import answers
from service.ledger.game.entering.complete_entry import enter
from service.ledger.game.entering.entry_context import EntryContext
from service.ledger.game.entry_request import parse_entry_request
from service.ledger.game.export import to_json
from service.ledger.game.pinned_rules import card_source, read_rules, ruleset_source
from service.ledger.game.recompute import recompute
from service.ledger.game.records import Entry, Game, fingerprint
from service.ledger.game.shown import documents
from service.ledger.game.shown.season import SeasonList, add_up
from service.ledger.game.shown.totals import Chart, SettleUp
from service.ledger.game.state import GameState, replay
from service.ledger.game.win_evidence import WinEvidence, shown_evidence
from service.photos.photo_fields import place_json
from service.server.schemas import cards, core
from service.server.schemas.ledger import NewEntry, NewGame
from service.shared.errors import ConflictError, error_object
from service.shared.json_text import JsonObject
from service.shared.version import version
from vision import RackReading, TileReading

GAME: Final = "fzy6r44h49"
"""The id of the game in the examples."""

_BEGUN: Final = "2026-01-02T19:00:00.000Z"
_ENTERED: Final = "2026-01-02T19:21:30.000Z"

_CARD: Final = "nmjl-1976"
_RULING: Final = "misnamed-discard"
_NAMES: Final = {
    "card": _CARD,
    "entry": 1,
    "face": "0123456789ab",
    "game": GAME,
    "name": "Grandma's",
    "ruling": _RULING,
    "ruleset": answers.DEFAULT_RULESET,
    "table": "our-table",
}
"""Example values of parameters, by name."""


def add_examples(schema: JsonObject, library: CardFolder) -> None:
    """Add an example to every answer, and to our parameters without one; changes `schema` in place."""
    answers = {**_answers(library), **ledger_answers(library)}
    exported = answers["get", "/api/v1/games/{game}/export.json"]
    _json(schema["paths"]["/api/v1/games/import"]["post"]["requestBody"])["example"] = exported
    listed = answers["get", "/api/v1/games/{game}/entries"]
    _json(schema["paths"]["/api/v1/games/{game}/entries"]["post"]["responses"]["409"])["example"] = {
        "error": error_object(ConflictError(listed["version"], listed["entries"]))
    }
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            for parameter in route.get("parameters", ()):
                if parameter["name"] in _NAMES:
                    parameter.setdefault("example", _NAMES[parameter["name"]])
            found = answers.get((method, path))
            if found is not None:
                for answer in _successes(route):
                    answer["example"] = found
            _refusals(route)


def _successes(route: JsonObject) -> list[JsonObject]:
    """Return the JSON content of every success answer (200 and 201) of a route."""
    found = [answer for status, answer in route["responses"].items() if status.startswith("2")]
    return [_json(answer) for answer in found if "application/json" in answer.get("content", {})]


def _json(described: JsonObject) -> JsonObject:
    """Return the JSON content of a body or an answer."""
    content: JsonObject = described["content"]["application/json"]
    return content


def _refusals(route: JsonObject) -> None:
    """Add an example to every answer with our error object."""
    for status, answer in route["responses"].items():
        content = answer.get("content", {}).get("application/json")
        if content is not None and str(content.get("schema", {}).get("$ref", "")).endswith("/ErrorAnswer"):
            content.setdefault("example", {"error": _ERRORS.get(status, _ERRORS["422"])})
    if "429" in route["responses"]:  # the route that takes the pairing code
        _json(route["responses"]["403"])["example"] = {"error": _WRONG_CODE}


_WRONG_CODE: Final = {"code": "wrong-code", "message": "this is not the code", "where": "code"}
_ERRORS: Final = {
    "400": {"code": "bad-json", "message": "this is no JSON: Expecting value", "where": "body, line 1, column 1"},
    "403": {"code": "not-paired", "message": "this server asks for its pairing code first", "where": "Cookie"},
    "404": {"code": "unknown-card", "message": "there is no card 'x'", "where": "card"},
    "408": {"code": "too-slow", "message": "the rest did not come within 60 seconds", "where": "body"},
    "409": {"code": "card-exists", "message": "there is a card 'our-club' already", "where": "id"},
    "412": {"code": "version-conflict", "message": "the card 'our-club' was changed since", "where": "version"},
    "413": {"code": "too-large", "message": "this is larger than 25 MB", "where": "body"},
    "415": {"code": "unsupported-type", "message": "send application/json", "where": "Content-Type"},
    "422": {"code": "unknown-tile", "message": "'5' names no tile", "where": "character 4"},
    "429": {"code": "too-many-tries", "message": "too many wrong codes; wait a minute", "where": "code"},
    "503": {"code": "busy", "message": "too many photos at once; try again in a few seconds", "where": "scan"},
}


def _answers(library: CardFolder) -> dict[tuple[str, str], JsonObject]:
    """Return the answer to each route's example request, by method and path."""
    table, options = _kept_table(), table_rules.options_of(answers.DEFAULT_RULESET, library)
    ruled = answers.rule(_RULING, first_example(core.RulingQuestion), library)
    kept, shown = _kept_card(), card_changes.kept_card(_CARD, library).to_json()
    shown["form"]["sections"] = shown["form"]["sections"][:1]
    return {
        ("get", "/healthz"): {"status": "ok", "version": version()},
        ("post", "/api/v1/pair"): {"paired": True},
        ("get", "/api/v1/join"): {"code": "7KQ2-MXRA"},
        ("post", "/api/v1/scan"): _reading().to_json("rack.jpg"),
        ("post", "/api/v1/scan/tile"): place_json(_reading().tiles[0]),
        ("post", "/api/v1/live"): {
            "session": "q1Zz0b2mJp0C6oQmPqv2xA",
            "state": "steady",
            "read": True,
            "looks": 4,
            "names": [0, 1],
            "reading": _reading().to_json("live"),
        },
        ("post", "/api/v1/check"): answers.check(first_example(core.CheckQuestion), library).to_json(),
        ("post", "/api/v1/settle"): answers.settle(first_example(core.SettleQuestion), library).to_json(),
        ("get", "/api/v1/cards"): {"cards": [card_lists.card_list(library)[0].to_json()]},
        ("get", "/api/v1/cards/{card}"): {**shown, "lines": shown["lines"][:1]},
        ("put", "/api/v1/cards/{card}"): kept,
        ("delete", "/api/v1/cards/{card}"): {"removed": kept["id"], "text": kept["text"]},
        ("post", "/api/v1/cards"): kept,
        ("post", "/api/v1/cards/{card}/name"): kept,
        ("post", "/api/v1/cards/{card}/copy"): kept,
        ("post", "/api/v1/cards/check"): CheckedDraft(kept["text"], lint_card(kept["text"])).to_json(),
        ("post", "/api/v1/cards/try"): _tried(),
        ("get", "/api/v1/rulesets/{ruleset}/options"): options.to_json(),
        ("get", "/api/v1/tables"): {"tables": [{name: table[name] for name in ("id", "title", "parent")}]},
        ("get", "/api/v1/tables/{table}"): table,
        ("put", "/api/v1/tables/{table}"): table,
        ("delete", "/api/v1/tables/{table}"): {"removed": table["id"], "text": table["text"]},
        ("get", "/api/v1/rulesets"): {"rulesets": ruleset_lists.ruleset_list(library).to_json()["rulesets"][:1]},
        ("get", "/api/v1/rulings"): _one_ruling(answers.ruling_list(answers.DEFAULT_RULESET, library).to_json()),
        ("post", "/api/v1/rulings/{ruling}"): ruled.to_json(),
    }


def _kept_card() -> JsonObject:
    """Return the card of the example requests, as stored."""
    text = first_example(cards.CardText)["text"]
    return card_changes.KeptCard("our-club", text, parse_card(text)).to_json()


def _kept_table() -> JsonObject:
    """Return the rules of the example table, as stored."""
    text = read_table(first_example(cards.TableText)["table"]).to_toml()
    return table_rules.KeptTable(parse_ruleset(text, "table"), text).to_json()


def _tried() -> JsonObject:
    """Return the verdict for the example of a rack on an unfinished card."""
    asked = first_example(cards.RackTrial)
    verdict = try_rack(WinClaim(parse_rack(asked["rack"])), asked["text"], load_ruleset("nmjl-1976"))
    return verdict.to_json()


def _one_ruling(listed: JsonObject) -> JsonObject:
    return {**listed, "rulings": [one for one in listed["rulings"] if one["id"] == _RULING]}


def _reading() -> RackReading:
    """Make a small reading with one uncertain tile."""
    sides = ((10.0, 60.0), (70.0, 120.0))
    first, second = (((left, 20.0), (right, 20.0), (right, 90.0), (left, 90.0)) for left, right in sides)
    sure = TileReading("5B", 0.999, (), first, 0, 0, sure=True)
    unsure = TileReading("8B", 0.399, (("6B", 0.38),), second, 0, 1, sure=False)
    return RackReading(640, 480, (sure, unsure), "5B 8B", (), "finder@1+reader@1")


def ledger_answers(library: CardLibrary) -> dict[tuple[str, str], JsonObject]:
    """Return the answer of each route of the ledger, by method and path, without a database."""
    asked, request = first_example(NewGame), first_example(NewEntry)
    source, card = ruleset_source(library, asked["ruleset"]), card_source(library, asked["ruleset"])
    ruleset = read_rules(source)
    start = Sitting(tuple(asked["players"]), tuple(asked["waiting"]), asked["east"])
    begun = (GAME, asked["key"], _BEGUN, source.sha256)
    game = Game(*begun, asked["title"], ruleset.id, ruleset.card, start, card.sha256)
    empty = replay(start, (), ruleset.rotation)
    entry = Entry(
        game_id=GAME,
        seq=1,
        kind="win",
        key=request["key"],
        request_sha256=fingerprint(request),
        entered_at=_ENTERED,
        ruleset_sha256=source.sha256,
        card_sha256=card.sha256,
        body=enter(parse_entry_request(request), EntryContext(start, (), ruleset.card, ruleset, library)).body,
    )
    state: GameState = replay(start, (entry,), ruleset.rotation)
    entries = (documents.ShownEntry(entry),)
    shown = documents.ShownGame(documents.ShownState(game, state, ruleset), entries)
    sources = {one.sha256: one for one in (source, card)}
    exported = to_json(game, (entry,), sources)
    path = "/api/v1/games/{game}"
    evidence = WinEvidence(1, source.sha256, 412_000, _ENTERED)
    kept = _with_evidence(game, state, ruleset, entry, evidence)
    removed = _with_evidence(game, state, ruleset, entry, replace(evidence, removed_at=_ENTERED))
    return {
        ("get", "/api/v1/players"): {"players": [{"name": name} for name in (*asked["players"], *asked["waiting"])]},
        ("get", "/api/v1/games"): documents.GameList((documents.GameLine(game, 1, _ENTERED),), 1).to_json(),
        ("get", "/api/v1/season"): SeasonList(add_up([(game, state, ruleset)])).to_json(),
        ("post", "/api/v1/games"): documents.ShownGame(documents.ShownState(game, empty, ruleset), ()).to_json(),
        ("post", "/api/v1/games/import"): documents.ImportedGame(shown, ()).to_json(),
        ("get", path): shown.to_json(),
        ("get", f"{path}/entries"): documents.EntryList(1, entries).to_json(),
        ("post", f"{path}/entries"): entries[0].to_json(),
        ("get", f"{path}/standings"): documents.Standings.of(state, ruleset).to_json(),
        ("get", f"{path}/settle-up"): SettleUp.of(state, ruleset).to_json(),
        ("get", f"{path}/chart"): Chart(state, ruleset).to_json(),
        ("get", f"{path}/recompute"): recompute(start, (entry,), ruleset, sources, library).to_json(),
        ("get", f"{path}/export.json"): exported,
        ("post", f"{path}/entries/{{entry}}/evidence"): kept,
        ("delete", f"{path}/entries/{{entry}}/evidence"): removed,
        ("delete", f"{path}/evidence"): removed,
    }


def _with_evidence(game: Game, state: GameState, ruleset: RuleSet, entry: Entry, evidence: WinEvidence) -> JsonObject:
    kept = {evidence.entry: evidence}
    shown = shown_evidence((entry,), kept, lambda one: "removed" if one.removed_at else "kept")
    return documents.ShownState(game, state, ruleset, shown).to_json()


def first_example(model: type[BaseModel]) -> JsonObject:
    """Return the first example of a model."""
    examples: list[JsonObject] = model.model_json_schema()["examples"]
    return examples[0]
