"""Examples of the ledger's answers for `/openapi.json`: a game with one win, settled by its own rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pydantic import BaseModel

from rules.ruleset import RuleSet
from rules.settlement.seat_rotation import Sitting
from service.cards.card_library import CardLibrary
from service.ledger.game.entering.complete_entry import enter
from service.ledger.game.entering.entry_context import EntryContext
from service.ledger.game.entry_request import parse_entry_request
from service.ledger.game.export import to_json
from service.ledger.game.pinned_rules import card_source, read_rules, ruleset_source
from service.ledger.game.recompute import recompute
from service.ledger.game.records import Entry, Game, fingerprint
from service.ledger.game.shown.documents import (
    EntryList,
    GameLine,
    GameList,
    ImportedGame,
    ShownEntry,
    ShownGame,
    ShownState,
    Standings,
)
from service.ledger.game.shown.season import SeasonList, add_up
from service.ledger.game.shown.totals import Chart, SettleUp
from service.ledger.game.state import GameState, replay
from service.ledger.game.win_evidence import WinEvidence, shown_evidence
from service.server.schemas.ledger import NewEntry, NewGame
from service.shared.json_text import JsonObject

GAME: Final = "fzy6r44h49"
"""The id of the game in the examples."""

_BEGUN: Final = "2026-01-02T19:00:00.000Z"
_ENTERED: Final = "2026-01-02T19:21:30.000Z"


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
    entries = (ShownEntry(entry),)
    shown = ShownGame(ShownState(game, state, ruleset), entries)
    sources = {one.sha256: one for one in (source, card)}
    exported = to_json(game, (entry,), sources)
    path = "/api/v1/games/{game}"
    evidence = WinEvidence(1, source.sha256, 412_000, _ENTERED)
    kept = _with_evidence(game, state, ruleset, entry, evidence)
    removed = _with_evidence(game, state, ruleset, entry, replace(evidence, removed_at=_ENTERED))
    return {
        ("get", "/api/v1/players"): {"players": [{"name": name} for name in (*asked["players"], *asked["waiting"])]},
        ("get", "/api/v1/games"): GameList((GameLine(game, 1, _ENTERED),), 1).to_json(),
        ("get", "/api/v1/season"): SeasonList(add_up([(game, state, ruleset)])).to_json(),
        ("post", "/api/v1/games"): ShownGame(ShownState(game, empty, ruleset), ()).to_json(),
        ("post", "/api/v1/games/import"): ImportedGame(shown, ()).to_json(),
        ("get", path): shown.to_json(),
        ("get", f"{path}/entries"): EntryList(1, entries).to_json(),
        ("post", f"{path}/entries"): entries[0].to_json(),
        ("get", f"{path}/standings"): Standings.of(state, ruleset).to_json(),
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
    return ShownState(game, state, ruleset, shown).to_json()


def first_example(model: type[BaseModel]) -> JsonObject:
    """Return the first example of a model."""
    examples: list[JsonObject] = model.model_json_schema()["examples"]
    return examples[0]
