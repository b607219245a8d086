"""JSON bodies to both editions: the server and the phone edition give the same bytes, whatever is asked."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from pathlib import Path
from random import Random

from rules.card.card import FOLDER
from service.browser.application import Application
from service.browser.messages import Asked
from service.server.access.policy import Access
from tests.fuzz.mutate import json_crafted
from tests.fuzz.target import Target
from tests.fuzz.wire import Wire, request
from tests.service.helpers import GAME

WIRE = Wire(Access(frozenset()))
_FOLDER = tempfile.TemporaryDirectory(prefix="fuzz-editions-")
_PHONE = Application(Path(_FOLDER.name))
_JSON = "application/json"
_ADDRESS = re.compile(r"/api/v1/(?:check|settle|rulings/[\w-]{1,40}|cards/(?:check|try|draft))", re.ASCII)
"""Questions whose answers hang on nothing that was kept before."""


def _run(data: bytes) -> None:
    """Ask both editions what follows the address, which is the first line."""
    line, _, body = data.partition(b"\n")
    address = line.decode("latin-1")
    if not _ADDRESS.fullmatch(address):
        return
    phone = asyncio.run(_PHONE.answer(Asked("POST", address, _JSON, body)))
    server = WIRE.ask(request("POST", address, body, _JSON))
    assert server is not None
    assert (phone.status, phone.body) == (server.status, server.body), address


def _craft(data: bytes, rng: Random) -> bytes:
    line, end, body = data.partition(b"\n")
    return line + end + json_crafted(body, rng)


_CARD = (FOLDER / "practice.toml").read_text("utf-8")[:1500]
_SEEN = [{"tile": at, "label": one, "sure": at != 9, "exposure": None} for at, one in enumerate("NNNNSSSSFFFFFF", 1)]
_QUESTIONS: tuple[tuple[str, object], ...] = (
    ("check", {"id": 1, "rack": "NNNN SSSS FFF FF 1B", "card": "nmjl-1976", "options": {"near": 1, "table": "F"}}),
    ("check", {"rack": "SSS GGG 123B 456C 9D +9D", "ruleset": "japanese-american-2009", "options": {"streak": 1}}),
    ("check", {"seen": {"tiles": _SEEN, "winning": 14, "won_by": "self-pick"}, "card": "nmjl-1976"}),
    ("settle", GAME),
    ("settle", [GAME, {**GAME, "id": "b", "outcome": {"kind": "wall"}}]),
    ("rulings/mah-jongg-in-error", {"ruleset": "hoyle-league", "declarer": "Ann", "exposed": True}),
    ("cards/check", {"text": _CARD, "another": 2}),
    ("cards/try", {"text": _CARD, "rack": "1111B 2222B 3333B FF", "line": 0}),
    ("cards/draft", {"text": "2468\nFF 2222 4444 6666 X25"}),
)
_SEEDS = tuple(f"/api/v1/{path}\n".encode() + json.dumps(body).encode() for path, body in _QUESTIONS)

TARGET = Target(
    "JSON bodies to both editions: the same answer, byte for byte", _run, _SEEDS, longest=40_000, craft=_craft
)
