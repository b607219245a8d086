"""JSON bodies: every route that takes one, and the routes for the text of a card or a set."""

from __future__ import annotations

from pathlib import Path

from rules.card.card import FOLDER
from service.server.access.policy import Access
from service.server.app import create_app
from service.shared.settings import Settings
from tests.fuzz.target import Target
from tests.fuzz.wire import Wire, crafted_body, json_requests, request
from tests.service.helpers import GAME

WIRE = Wire(Access(frozenset()))

_WORDS = (
    *(b'"id": ', b'"rack": ', b'"card": ', b'"ruleset": ', b'"options": {', b'"outcome": {', b'"kind": ', b'"win"'),
    *(
        b'"wall"',
        b'"error"',
        b'"misnamed"',
        b'"undo"',
        b'"seats"',
        b'"note"',
        b'"penalty"',
        b'"transfers": [',
        b'"bets": [',
    ),
    *(
        b'"japanese-american-2009"',
        b'"set-manual"',
        b'"hoyle-league"',
        b'"modern-american"',
        b'"bonuses": ',
        b'"limit": ',
    ),
    *(b"POST ", b"DELETE ", b"/api/v1/", b"application/json", b"%2e%2e%2f", b"\\ud800", b"1e999", b"NaN", b"[[[[[[[["),
)


def _run(data: bytes) -> None:
    WIRE.ask(data)


_CARD = (FOLDER / "practice.toml").read_bytes().replace(b'"practice"', b'"mine"', 1)[:1500]
_SEEDS = (
    *json_requests(create_app(Settings(data_dir=Path("none")), Access(frozenset()))),
    request("POST", "/api/v1/cards", _CARD, "text/plain"),
    request("POST", "/api/v1/sets?name=Club", b'{"format": "rackcheck-set", "version": 1}', "application/json"),
    request("POST", "/api/v1/settle", str(GAME).replace("'", '"').encode(), "application/json"),
    request("POST", "/api/v1/rulings/mah-jongg-in-error", b'{"declarer": "Ann", "exposed": true}', "application/json"),
    request("POST", "/api/v1/check", b'{"rack": "111B 222B", "ruleset": "japanese-american-2009"}', "application/json"),
)

TARGET = Target(
    "JSON bodies over HTTP: an answer that is promised, never 500",
    _run,
    _SEEDS,
    _WORDS,
    longest=40_000,
    craft=crafted_body(_WORDS),
)
