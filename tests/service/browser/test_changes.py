"""Prove that the browser edition changes cards and tables as the server does, and says what it uses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from service.browser.application import Application
from service.browser.bridge import asked as asked_of
from service.browser.messages import Answer, Asked
from service.cards.kept_texts import version_of
from service.server.app import create_app
from service.shared.settings import Settings

CARD = """id = "our-club"
title = "Our club"
ruleset = "modern-american"

[[section]]
title = "Kongs"
lines = ["FF 1111a 2222a 3333a (run) x25"]
"""
OTHER = CARD.replace("x25", "x30")
TABLE = {"id": "our-table", "title": "Ours", "parent": "modern-american", "decided": {"payment.east": 2}}
JSON = "application/json"
CARD_AT = "/api/v1/cards/our-club"
TABLE_AT = "/api/v1/tables/our-table"

Change = tuple[str, str, str, Any, dict[str, str], int]

CHANGES: dict[str, Change] = {
    "a card by its id": ("PUT", CARD_AT, "text/plain", CARD, {"If-None-Match": "*"}, 201),
    "a card that is there": ("PUT", CARD_AT, "text/plain", OTHER, {"If-None-Match": "*"}, 412),
    "a card changed": ("PUT", CARD_AT, JSON, {"text": OTHER}, {"If-Match": f'"{version_of(CARD)}"'}, 200),
    "a card changed since": ("PUT", CARD_AT, JSON, {"text": CARD}, {"If-Match": f'"{version_of(CARD)}"'}, 412),
    "a card added": ("POST", "/api/v1/cards", JSON, {"text": CARD.replace("our-club", "tea")}, {}, 201),
    "a card added again": ("POST", "/api/v1/cards", JSON, {"text": CARD.replace("our-club", "tea")}, {}, 409),
    "a card copied": ("POST", f"{CARD_AT}/copy", JSON, {"id": "a-copy", "title": "A copy"}, {}, 201),
    "a card renamed since": ("POST", "/api/v1/cards/tea/name", JSON, {"id": "ten"}, {"If-Match": '"0"'}, 412),
    "a card renamed": ("POST", "/api/v1/cards/tea/name", JSON, {"title": "High tea"}, {}, 200),
    "a card shown": ("GET", "/api/v1/cards/tea", "", None, {}, 200),
    "a card's file": ("GET", "/api/v1/cards/a-copy/file", "", None, {}, 200),
    "a card removed since": ("DELETE", CARD_AT, "", None, {"If-Match": '"0"'}, 412),
    "a card removed": ("DELETE", CARD_AT, "", None, {"If-Match": f'"{version_of(OTHER)}"'}, 200),
    "a table": ("PUT", TABLE_AT, JSON, {"table": TABLE}, {"If-None-Match": "*"}, 201),
    "a table that is there": ("PUT", TABLE_AT, JSON, {"table": TABLE}, {"If-None-Match": "*"}, 412),
    "a table changed": ("PUT", TABLE_AT, JSON, {"table": {**TABLE, "title": "Yours"}}, {"If-Match": "*"}, 200),
    "a table shown": ("GET", TABLE_AT, "", None, {}, 200),
    "a table removed since": ("DELETE", TABLE_AT, "", None, {"If-Match": '"0"'}, 412),
    "a table removed": ("DELETE", TABLE_AT, "", None, {}, 200),
    "the cards": ("GET", "/api/v1/cards", "", None, {}, 200),
    "a player": ("POST", "/api/v1/players", JSON, {"name": "Ann"}, {}, 201),
    "a copy that is no JSON": ("POST", "/api/v1/copy", "text/plain", "{}", {}, 415),
    "the players": ("GET", "/api/v1/players", "", None, {}, 200),
}
"""Method, address, media type, body, headers and status of each request, in the order in which both editions answer."""


class Sent:
    """Bytes that JavaScript holds."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def to_bytes(self) -> bytes:
        """Copy the bytes to Python."""
        return self._data


class Reading:
    """A host that begins to read, and is never asked for more."""

    async def drive(self, steps: Generator[Any, Any, Any]) -> Any:  # noqa: ANN401 - what the steps return
        """Begin."""
        return next(steps)

    def crop_of(self, picture: bytes, where: str) -> Any:  # noqa: ANN401 - no picture is asked for
        """Fail."""
        raise AssertionError(picture, where)


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_cards_and_tables_are_changed_alike(tmp_path: Path) -> None:
    """Every change is answered alike, with status and version; a request that changes a file says that it writes."""
    here = tmp_path / "browser"
    application = Application(here, Reading())
    with TestClient(create_app(Settings(data_dir=tmp_path / "server")), base_url="http://127.0.0.1") as client:
        for name, (method, address, kind, body, headers, status) in CHANGES.items():
            data = b"" if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
            sent = client.request(method, address, content=data, headers={**headers, "Content-Type": kind})
            told = headers.get("If-Match"), headers.get("If-None-Match")
            asked = asked_of(method, address, kind or None, Sent(data) if data else None, None, None, None, *told)
            before = _files(here)
            found = asyncio.run(application.answer(asked))
            assert found == Answer(status, sent.content, sent.headers["content-type"], sent.headers.get("etag")), name
            assert sent.status_code == status, name
            assert _files(here) == before or application.access(asked) == "writes", name
    own = {path.name for path in (tmp_path / "server" / "cards").iterdir()}
    assert {path.name for path in (here / "cards").iterdir()} == own


USES = {
    "/healthz": "nothing",
    "/api/v1/cards": "reads",
    "/api/v1/games": "writes",  # opening the book may migrate it
    "/api/v1/tea": "nothing",
}


@pytest.mark.parametrize(("address", "access"), USES.items())
def test_a_request_says_how_it_uses_the_stored_files(tmp_path: Path, address: str, access: str) -> None:
    """JavaScript fetches stored files before a request that reads, and stores them after one that writes."""
    assert Application(tmp_path).access(Asked("GET", address)) == access


PHOTOS = (
    "scan",
    "scan/tile",
    "live",
    "evidence",
    "cards/photo",
    "sets/Club/proposal",
    "sets/Club/lessons",
    "sets/Club/corrections",
)


def test_a_photo_comes_in_a_form(tmp_path: Path) -> None:
    """Without its form a request for a photo is refused as by the server."""
    application = Application(tmp_path, Reading())
    with TestClient(create_app(Settings(data_dir=tmp_path)), base_url="http://127.0.0.1") as client:
        for place in PHOTOS:
            address = f"/api/v1/{place}"
            sent = client.post(address, content=b"{}", headers={"Content-Type": JSON})
            found = asyncio.run(application.answer(Asked("POST", address, JSON, b"{}")))
            assert (found.status, found.body) == (sent.status_code, sent.content), place
            assert json.loads(found.body)["error"]["code"] == "unsupported-type", place


def test_without_networks_a_photo_says_so(tmp_path: Path) -> None:
    """Where nothing reads photos, a photo is answered with an error that says it, and nothing is written."""
    form = json.dumps({"shows": "table"})
    asked = asked_of("POST", "/api/v1/scan", None, None, form, None, Sent(b"a photo"))
    assert asked.form is not None
    assert (asked.form.name, asked.form.data, asked.form.fields) == ("image", b"a photo", {"shows": "table"})
    found = asyncio.run(Application(tmp_path).answer(asked))
    assert (found.status, json.loads(found.body)["error"]["code"]) == (422, "no-network")


def test_the_book_lets_its_files_go(tmp_path: Path) -> None:
    """After `reopen` Python holds no file of the book, so that JavaScript can write what another tab has stored."""
    files = Path("/proc/self/fd")
    if not files.is_dir():
        pytest.skip("this system does not list a process's files")

    def held() -> list[Path]:
        return [one for one in files.iterdir() if one.exists() and one.resolve().is_relative_to(tmp_path)]

    application = Application(tmp_path)
    asyncio.run(application.answer(Asked("GET", "/api/v1/players")))
    assert held()
    application.reopen()
    assert not held()
    assert asyncio.run(application.answer(Asked("GET", "/api/v1/players"))).status == 200


def test_a_full_phone_says_that_nothing_was_written(tmp_path: Path) -> None:
    """The answer in place of one whose files did not fit is the error of a full disk."""
    found = Application(tmp_path).not_kept()
    assert (found.status, json.loads(found.body)["error"]["code"]) == (503, "disk-full")
