"""Endpoints for the ledger."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from service.browser.messages import Answer, Asked, answer_json
from service.browser.routing import Access, Endpoint, query_number, query_text
from service.browser.stores import Stores
from service.ledger.game.export import SPREADSHEET_MARK
from service.ledger.game.limits import LARGEST_EXPORT
from service.ledger.game.shown.season import read_day
from service.shared import json_text
from service.shared.json_body import expect_json, read_object
from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    from service.ledger.ledger import Ledger


NEWEST: Final = 1_000_000
"""Largest entry number that a request may name."""


def _players(stores: Stores, _asked: Asked) -> Answer:
    return answer_json(stores.ledger.players().to_json())


def _add_player(stores: Stores, asked: Asked) -> Answer:
    return answer_json(stores.ledger.add_player(read_object(asked.body, asked.kind)).to_json(), 201)


def _games(stores: Stores, asked: Asked) -> Answer:
    most, skip = query_number(asked, "most", 1, 200), query_number(asked, "skip", 0, 10_000)
    return answer_json(stores.ledger.games(50 if most is None else most, skip or 0).to_json())


def _season(stores: Stores, asked: Asked) -> Answer:
    since = read_day(query_text(asked, "since") or "", "query.since")
    return answer_json(stores.ledger.season(since).to_json())


def _begin(stores: Stores, asked: Asked) -> Answer:
    found = stores.ledger.begin(read_object(asked.body, asked.kind))
    return answer_json(found.shown.to_json(), 201 if found.new else 200)


def _import(stores: Stores, asked: Asked) -> Answer:
    expect_json(asked.kind)
    return answer_json(stores.ledger.import_game(json_text.loads(asked.body, "body", LARGEST_EXPORT)).to_json(), 201)


def _entries(stores: Stores, asked: Asked, game: str) -> Answer:
    return answer_json(stores.ledger.entries(game, query_number(asked, "after", 0, NEWEST) or 0).to_json())


def _add_entry(stores: Stores, asked: Asked, game: str) -> Answer:
    found = stores.ledger.add(game, read_object(asked.body, asked.kind))
    return answer_json(found.shown.to_json(), 201 if found.new else 200)


def _export_csv(stores: Stores, _asked: Asked, game: str) -> Answer:
    text = SPREADSHEET_MARK + stores.ledger.export_csv(game)
    return Answer(200, text.encode(), "text/csv; charset=utf-8", f"rackcheck-{game}.csv")


def _export_json(stores: Stores, _asked: Asked, game: str) -> Answer:
    return answer_json(stores.ledger.export_json(game), file=f"rackcheck-{game}.json")


def _state(stores: Stores, asked: Asked, game: str) -> Answer:
    """Answer the state of a game as a stream of one event; the page itself decides when to ask again."""
    query_number(asked, "after", 0, NEWEST)
    state = stores.ledger.state(game)
    text = f"id: {state.version}\nevent: state\ndata: {json_text.dumps(state.to_json())}\n\n"
    return Answer(200, text.encode("ascii"), "text/event-stream; charset=utf-8")


def _shown(show: Callable[[Ledger, str], JsonObject]) -> Callable[..., Answer]:
    """Make the endpoint that answers what `show` says of a game."""
    return lambda stores, _asked, game: answer_json(show(stores.ledger, game))


_GAME: Final = "/api/v1/games/{game}"

# Even a read may write: the ledger migrates its tables when we open it.
ENDPOINTS: Final = (
    Endpoint("GET", "/api/v1/players", _players, Access.WRITES),
    Endpoint("POST", "/api/v1/players", _add_player, Access.WRITES),
    Endpoint("GET", "/api/v1/games", _games, Access.WRITES),
    Endpoint("GET", "/api/v1/season", _season, Access.WRITES),
    Endpoint("POST", "/api/v1/games", _begin, Access.WRITES),
    Endpoint("POST", "/api/v1/games/import", _import, Access.WRITES),
    Endpoint("GET", _GAME, _shown(lambda ledger, game: ledger.game(game).to_json()), Access.WRITES),
    Endpoint("GET", f"{_GAME}/entries", _entries, Access.WRITES),
    Endpoint("POST", f"{_GAME}/entries", _add_entry, Access.WRITES),
    Endpoint("GET", f"{_GAME}/standings", _shown(lambda ledger, game: ledger.standings(game).to_json()), Access.WRITES),
    Endpoint("GET", f"{_GAME}/settle-up", _shown(lambda ledger, game: ledger.settle_up(game).to_json()), Access.WRITES),
    Endpoint("GET", f"{_GAME}/chart", _shown(lambda ledger, game: ledger.chart(game).to_json()), Access.WRITES),
    Endpoint("GET", f"{_GAME}/recompute", _shown(lambda ledger, game: ledger.recompute(game).to_json()), Access.WRITES),
    Endpoint("GET", f"{_GAME}/export.csv", _export_csv, Access.WRITES),
    Endpoint("GET", f"{_GAME}/export.json", _export_json, Access.WRITES),
    Endpoint("GET", f"{_GAME}/events", _state, Access.WRITES),
)
