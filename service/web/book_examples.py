"""Examples of the book's answers for `/openapi.json`: a game with one win, entered and settled by its own rules."""

from __future__ import annotations

from typing import Any, Final

from rules.rotation import Sitting
from service.ledger import views
from service.ledger.drafts import parse_draft
from service.ledger.entering import Desk, enter, sitting_document
from service.ledger.export import to_json
from service.ledger.pins import card_source, read_rules, ruleset_source
from service.ledger.recompute import recompute
from service.ledger.replay import State, replay
from service.ledger.values import Entry, Game, fingerprint
from service.shelf import Shelf
from service.web.book_documents import NewEntry, NewGame

Document = dict[str, Any]

GAME: Final = "fzy6r44h49"
"""The game of the examples."""

_BEGUN: Final = "2026-01-02T19:00:00.000Z"
_ENTERED: Final = "2026-01-02T19:21:30.000Z"


def book_answers(shelf: Shelf) -> dict[tuple[str, str], Document]:
    """The answer to each route of the book, by method and path; no database is asked."""
    asked, request = _first_example(NewGame), _first_example(NewEntry)
    source, card = ruleset_source(shelf, asked["ruleset"]), card_source(shelf, asked["ruleset"])
    ruleset = read_rules(source)
    start = sitting_document(Sitting(tuple(asked["players"]), tuple(asked["waiting"]), asked["east"]))
    body = {"title": asked["title"], "ruleset": ruleset.id, "card": ruleset.card, "sitting": start}
    game = Game(GAME, asked["key"], _BEGUN, source.sha256, body)
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
        body=enter(parse_draft(request), Desk(start, (), ruleset.card, ruleset, shelf)),
    )
    state: State = replay(start, (entry,), ruleset.rotation)
    shown = views.game_document(game, state, (entry,), ruleset)
    listed = views.entry_document(entry, {})
    sources = {one.sha256: one for one in (source, card)}
    exported = to_json(game, (entry,), sources)
    path = "/api/v1/games/{game}"
    return {
        ("get", "/api/v1/players"): {"players": [{"name": name} for name in (*asked["players"], *asked["waiting"])]},
        ("get", "/api/v1/games"): {"games": [views.game_line(game, 1, _ENTERED)], "total": 1},
        ("post", "/api/v1/games"): views.game_document(game, empty, (), ruleset),
        ("post", "/api/v1/games/import"): {**shown, "differs": []},
        ("get", path): shown,
        ("get", f"{path}/entries"): {"version": 1, "entries": [listed]},
        ("post", f"{path}/entries"): listed,
        ("get", f"{path}/standings"): {"version": 1, "standings": views.standings(state, ruleset)},
        ("get", f"{path}/settle-up"): views.payments_document(state),
        ("get", f"{path}/chart"): views.chart_document(state),
        ("get", f"{path}/recompute"): {"version": 1, **recompute((entry,), sources, shelf)},
        ("get", f"{path}/export.json"): exported,
    }


def _first_example(model: type[NewGame | NewEntry]) -> Document:
    examples: list[Document] = model.model_json_schema()["examples"]
    return examples[0]
