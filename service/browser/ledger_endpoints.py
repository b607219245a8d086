"""Endpoints for the ledger."""

from __future__ import annotations

from typing import Any, Final

from service.browser.messages import Answer, Asked, answer_json
from service.browser.routing import Parts, query_number, query_text, writes
from service.browser.stores import Stores
from service.ledger.game.export import SPREADSHEET_MARK
from service.ledger.game.limits import LARGEST_EXPORT
from service.ledger.game.shown.documents import Stored
from service.ledger.game.shown.season import read_day
from service.shared import json_text
from service.shared.json_body import expect_json

NEWEST: Final = 1_000_000
"""Largest entry number that a request may name."""


def _games(stores: Stores, asked: Asked, _of: Parts) -> object:
    most, skip = query_number(asked, "most", 1, 200), query_number(asked, "skip", 0, 10_000)
    return stores.ledger.games(50 if most is None else most, skip or 0)


def _season(stores: Stores, asked: Asked, _of: Parts) -> object:
    return stores.ledger.season(read_day(query_text(asked, "since") or "", "query.since"))


def _stored(found: Stored[Any]) -> Answer:
    return answer_json(found.shown, 201 if found.new else 200)


def _import(stores: Stores, asked: Asked, _of: Parts) -> object:
    expect_json(asked.kind)
    return stores.ledger.import_game(json_text.loads(asked.body, "body", LARGEST_EXPORT))


def _entries(stores: Stores, asked: Asked, of: Parts) -> object:
    return stores.ledger.entries(of["game"], query_number(asked, "after", 0, NEWEST) or 0)


def _export_csv(stores: Stores, _asked: Asked, of: Parts) -> Answer:
    text = SPREADSHEET_MARK + stores.ledger.export_csv(of["game"])
    return Answer(200, text.encode(), "text/csv; charset=utf-8")


def _state(stores: Stores, asked: Asked, of: Parts) -> Answer:
    """Answer the state of a game as a stream of one event; the page itself decides when to ask again."""
    query_number(asked, "after", 0, NEWEST)
    state = stores.ledger.state(of["game"])
    text = f"id: {state.version}\nevent: state\ndata: {json_text.dumps(state)}\n\n"
    return Answer(200, text.encode("ascii"), "text/event-stream; charset=utf-8")


_GAME: Final = "/api/v1/games/{game}"

# Even a read may write: the ledger migrates its tables when we open it.
ENDPOINTS: Final = (
    writes("GET", "/api/v1/players", lambda stores, *_: stores.ledger.players()),
    writes("POST", "/api/v1/players", lambda stores, asked, _: stores.ledger.add_player(asked.document), status=201),
    writes("GET", "/api/v1/games", _games),
    writes("GET", "/api/v1/season", _season),
    writes("POST", "/api/v1/games", lambda stores, asked, _: _stored(stores.ledger.begin(asked.document))),
    writes("POST", "/api/v1/games/import", _import, status=201),
    writes("GET", _GAME, lambda stores, _, of: stores.ledger.game(of["game"])),
    writes("GET", f"{_GAME}/entries", _entries),
    writes(
        "POST", f"{_GAME}/entries", lambda stores, asked, of: _stored(stores.ledger.add(of["game"], asked.document))
    ),
    writes("GET", f"{_GAME}/standings", lambda stores, _, of: stores.ledger.standings(of["game"])),
    writes("GET", f"{_GAME}/settle-up", lambda stores, _, of: stores.ledger.settle_up(of["game"])),
    writes("GET", f"{_GAME}/chart", lambda stores, _, of: stores.ledger.chart(of["game"])),
    writes("GET", f"{_GAME}/recompute", lambda stores, _, of: stores.ledger.recompute(of["game"])),
    writes("GET", f"{_GAME}/export.csv", _export_csv),
    writes("GET", f"{_GAME}/export.json", lambda stores, _, of: stores.ledger.export_json(of["game"])),
    writes("GET", f"{_GAME}/events", _state),
)
