"""Prove that the browser edition answers every question byte for byte as the server does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import cv2
import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from service.browser.application import ENDPOINTS, Application
from service.browser.messages import Answer, Asked, PhotoForm
from service.cards.photographed.print_requests import PrintSteps
from service.ledger.game.shown.documents import GameList
from service.ledger.ledger import Ledger
from service.server.app import create_app
from service.server.transport.event_streams import EventStreams
from service.shared.json_text import LONGEST_LINE
from service.shared.networks import drive_with, load_networks
from service.shared.settings import Settings
from tests.service.helpers import jpeg
from vision import decode
from vision.host.teaching import crop_of
from vision.requests import Pixels, Steps

T = TypeVar("T")

SERVER_ALONE = {
    ("GET", "/worker.js"),
    ("GET", "/"),
    ("GET", "/page/js/main.js"),
    ("HEAD", "/page/js/main.js"),
    ("GET", "/ca.pem"),
    ("GET", "/pair"),
    ("GET", "/api/v1/join"),
    ("POST", "/api/v1/pair"),
}
"""Routes of the page's own files, and routes that make no sense without a server."""

SEEN: dict[str, Any] = {
    "tiles": [
        {"tile": at, "label": label, "sure": True, "exposure": exposure}
        for at, (label, exposure) in enumerate(
            [*zip(["2C", "2C", "J", "2C"], [0] * 4), *zip(["3C"] * 4, [1] * 4)]  # noqa: B905
            + [(label, None) for label in ["4C", "4C", "4C", "F", "F", "4C"]],
            1,
        )
    ],
    "winning": 14,
    "won_by": "discard",
    "discarder": "Bea",
}
"""The same rack as read from a photo, all tiles sure."""

DOUBTED: dict[str, Any] = {
    "tiles": [
        {**one, "sure": False, "confidence": 0.6, "alternatives": [["5C", 0.3]]} if one["tile"] == 9 else one
        for one in SEEN["tiles"]
    ],
    "unclear": [10],
}
"""The same reading with one uncertain tile and one that may lie in an exposure."""

RACK = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea"
PLAYERS = ["Ann", "Bea", "Cat", "Dee"]
WIN = {"kind": "win", "winner": "Ann", "won_by": "self-pick", "value": 25}
CLAIM = json.dumps({"card": "nmjl-1976"})
PHOTO = (Path(__file__).parents[3] / "examples" / "rack.jpg").read_bytes()
CARD = (Path(__file__).parents[3] / "rules" / "cards" / "practice.toml").read_text("utf-8")

QUESTIONS: dict[str, tuple[str, str, Any]] = {
    "health": ("GET", "/healthz", None),
    "cards": ("GET", "/api/v1/cards", None),
    "a card": ("GET", "/api/v1/cards/nmjl-1976", None),
    "no such card": ("GET", "/api/v1/cards/nmjl-1867", None),
    "a card's file": ("GET", "/api/v1/cards/practice/file", None),
    "a draft": ("POST", "/api/v1/cards/check", {"text": CARD}),
    "a draft with a fault": ("POST", "/api/v1/cards/check", {"text": "title = 3"}),
    "a draft tried": ("POST", "/api/v1/cards/try", {"text": CARD, "rack": RACK}),
    "a card that ships changed": ("PUT", "/api/v1/cards/practice", {"text": CARD}),
    "a card that ships removed": ("DELETE", "/api/v1/cards/practice", None),
    "no such card removed": ("DELETE", "/api/v1/cards/tea", None),
    "a copy without a name": ("POST", "/api/v1/cards/practice/copy", {}),
    "rule sets": ("GET", "/api/v1/rulesets", None),
    "rulings": ("GET", "/api/v1/rulings", None),
    "rulings of a rule set": ("GET", "/api/v1/rulings?ruleset=set-manual", None),
    "rulings of no rule set": ("GET", "/api/v1/rulings?ruleset=", None),
    "rulings by words": ("GET", "/api/v1/rulings?find=joker", None),
    "rulings by as many words as fit": ("GET", f"/api/v1/rulings?find={'x' * 200}", None),
    "rulings by too many words": ("GET", f"/api/v1/rulings?find={'x' * 201}", None),
    "what a table may decide": ("GET", "/api/v1/rulesets/modern-american/options", None),
    "tables": ("GET", "/api/v1/tables", None),
    "no such table": ("GET", "/api/v1/tables/tea", None),
    "no rules of a table": ("PUT", "/api/v1/tables/tea", {}),
    "a pasted card": ("POST", "/api/v1/cards/draft", {"text": CARD}),
    "a ruling": ("POST", "/api/v1/rulings/mah-jongg-in-error", {"declarer": "Cat", "exposed": True}),
    "a ruling without facts": ("POST", "/api/v1/rulings/mah-jongg-in-error", {}),
    "no such ruling": ("POST", "/api/v1/rulings/tea-at-nine", {}),
    "a win": ("POST", "/api/v1/check", {"rack": RACK, "card": "nmjl-1976"}),
    "no win": ("POST", "/api/v1/check", {"rack": "NNNN SSSS FFF FFF", "card": "nmjl-1976", "options": {"near": 3}}),
    "a rack as it was seen": ("POST", "/api/v1/check", {"seen": SEEN, "card": "nmjl-1976"}),
    "a rack that was seen badly": ("POST", "/api/v1/check", {"seen": DOUBTED, "card": "nmjl-1976"}),
    "no rack that can be seen": ("POST", "/api/v1/check", {"seen": {"tiles": "two"}, "card": "nmjl-1976"}),
    "without a card": (
        "POST",
        "/api/v1/check",
        {"rack": "EEE RRR 999D 234C 5D +5D", "ruleset": "japanese-american-2009"},
    ),
    "no rack": ("POST", "/api/v1/check", {"card": "nmjl-1976"}),
    "no rack that is one": ("POST", "/api/v1/check", {"rack": "two tiles", "card": "nmjl-1976"}),
    "an array to check": ("POST", "/api/v1/check", []),
    "a settlement": ("POST", "/api/v1/settle", {"ruleset": "nmjl-1976", "players": PLAYERS, "outcome": WIN}),
    "settlements": ("POST", "/api/v1/settle", [{"ruleset": "nmjl-1976", "players": PLAYERS, "outcome": WIN}, {}]),
    "no players": ("POST", "/api/v1/settle", {"ruleset": "nmjl-1976", "outcome": WIN}),
    "nothing there": ("GET", "/api/v1/tea", None),
    "a rack of no game": ("POST", "/api/v1/check?game=none", {"rack": RACK, "card": "nmjl-1976"}),
    "a settlement of no game": ("POST", "/api/v1/settle?game=none", {"ruleset": "nmjl-1976", "outcome": WIN}),
    "rulings of no game": ("GET", "/api/v1/rulings?game=none", None),
    "a ruling of no game": ("POST", "/api/v1/rulings/mah-jongg-in-error?game=none", {}),
    "another method": ("DELETE", "/api/v1/check", None),
    "a card again": ("POST", "/api/v1/cards", {"text": CARD}),
    "a card without a text": ("POST", "/api/v1/cards", {}),
    "players": ("GET", "/api/v1/players", None),
    "games": ("GET", "/api/v1/games", None),
    "two games": ("GET", "/api/v1/games?most=2&skip=1", None),
    "too many games": ("GET", "/api/v1/games?most=201", None),
    "no games": ("GET", "/api/v1/games?most=0", None),
    "games in words": ("GET", "/api/v1/games?most=many", None),
    "games in other digits": ("GET", "/api/v1/games?most=%D9%A5", None),
    "games with a fraction": ("GET", "/api/v1/games?most=5.0", None),
    "games in a programmer's digits": ("GET", "/api/v1/games?most=1_0", None),
    "games with a sign": ("GET", "/api/v1/games?most=%2B1", None),
    "more games than Python reads": ("GET", f"/api/v1/games?most={'9' * 5000}", None),
    "as many games as fit": ("GET", "/api/v1/games?most=200&skip=10000", None),
    "games after more than there may be": ("GET", "/api/v1/games?skip=10001", None),
    "games before the newest": ("GET", "/api/v1/games?skip=-1", None),
    "a slash behind an address": ("GET", "/api/v1/cards/", None),
    "a slash behind a question": ("POST", "/api/v1/check/", {"rack": RACK, "card": "nmjl-1976"}),
    "far too many games": ("GET", f"/api/v1/games?most={'9' * 20}", None),
    "a season since no day": ("GET", "/api/v1/season?since=x", None),
    "a season since a day of no calendar": ("GET", "/api/v1/season?since=2026-13-45", None),
    "a season of all games": ("GET", "/api/v1/season", None),
    "a season": ("GET", "/api/v1/season?since=2026-01-31", None),
    "no such game": ("GET", "/api/v1/games/aaaaaaaaaa", None),
    "a game without players": ("POST", "/api/v1/games", {"ruleset": "modern-american"}),
}
"""Method, address and body of each question, by name."""

OF_A_GAME = (
    "",
    "/entries",
    "/entries?after=1",
    "/entries?after=-1",
    "/entries?after=1000000",
    "/entries?after=1000001",
    "/events?after=1000001",
    "/standings",
    "/settle-up",
    "/chart",
    "/recompute",
    "/export.csv",
    "/export.json",
    "/entries/1/evidence",
    "/entries/-1/evidence",
    "/entries/%D9%A5/evidence",
    "/entries/1_0/evidence",
    "/entries/1.0/evidence",
    "/entries/1/",
    f"/entries/{'9' * 20}/evidence",
    "/entries/one/evidence",
)


class Both:
    """A server and the browser edition over one data folder."""

    def __init__(self, folder: Path, client: TestClient, streams: EventStreams) -> None:
        self.streams = streams
        self._application = Application(folder)
        self._client = client

    def browser(self, method: str, address: str, body: object = None, kind: str = "application/json") -> Answer:
        """Ask the browser edition; `kind` is the media type of a body."""
        data = b"" if body is None else json.dumps(body).encode()
        asked = Asked(method, address, "" if body is None else kind, data)
        return asyncio.run(self._application.answer(asked))

    def server(self, method: str, address: str, body: object = None, kind: str = "application/json") -> Answer:
        """Ask the server; `kind` is the media type of a body."""
        if body is None:
            found = self._client.request(method, address)
        else:
            found = self._client.request(method, address, content=json.dumps(body), headers={"Content-Type": kind})
        return Answer(found.status_code, found.content, found.headers["content-type"], found.headers.get("etag"))


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    """Both editions."""
    folder = tmp_path_factory.mktemp("kept")
    app = create_app(Settings(data_dir=folder))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield Both(folder, client, app.state.streams)


@pytest.mark.parametrize("asked", QUESTIONS.values(), ids=QUESTIONS)
def test_questions_are_answered_alike(both: Both, asked: tuple[str, str, Any]) -> None:
    """Status, media type and every byte of an answer are the same."""
    assert both.browser(*asked) == both.server(*asked)


def _begun(both: Both, key: str) -> str:
    """Begin a game in the browser edition; return its address."""
    begin = {"players": PLAYERS, "ruleset": "nmjl-1976", "key": key}
    found = both.browser("POST", "/api/v1/games", begin)
    assert found.status == 201, found.body
    assert both.browser("POST", "/api/v1/games", begin) == both.server("POST", "/api/v1/games", begin)
    return f"/api/v1/games/{json.loads(found.body)['id']}"


def test_a_game_reads_alike(both: Both) -> None:
    """The server reads what the browser edition entered; both give the same game, as JSON and as files."""
    place = _begun(both, "0123456789ab1")
    win = {"kind": "win", "outcome": WIN, "based_on": 0, "key": "0123456789ab2"}
    for entry in (win, {"kind": "wall", "based_on": 1, "key": "0123456789ab3"}):
        found = both.browser("POST", f"{place}/entries", entry)
        assert found.status == 201, found.body
        again = both.browser("POST", f"{place}/entries", entry)
        assert (again.status, again) == (200, both.server("POST", f"{place}/entries", entry))
    late = {"kind": "wall", "based_on": 0, "key": "0123456789ab9"}
    for more in OF_A_GAME:
        assert both.browser("GET", f"{place}{more}") == both.server("GET", f"{place}{more}"), more
    assert both.browser("POST", f"{place}/entries", late) == both.server("POST", f"{place}/entries", late)


LISTS = {"": (50, 0), "?most=7": (7, 0), "?skip=3": (50, 3), "?most=200&skip=10000": (200, 10_000)}


@pytest.mark.parametrize(("query", "asked"), LISTS.items())
def test_of_many_games_as_many_are_listed(
    both: Both, monkeypatch: pytest.MonkeyPatch, query: str, asked: tuple[int, int]
) -> None:
    """Both editions list fifty games and leave none out, unless the page says otherwise."""
    listed: list[tuple[int, int]] = []

    def games(_: Ledger, *limits: int) -> GameList:
        listed.append(limits)  # type: ignore[arg-type]
        return GameList((), 0)

    monkeypatch.setattr(Ledger, "games", games)
    assert both.browser("GET", f"/api/v1/games{query}") == both.server("GET", f"/api/v1/games{query}")
    assert listed == [asked, asked]


def test_a_game_is_imported_alike(both: Both) -> None:
    """An exported game comes in with the same status, once, as JSON alone, and larger than any other question."""
    export = json.loads(both.browser("GET", f"{_begun(both, '0123456789ab4')}/export.json").body)
    path = "/api/v1/games/import"
    large = {"game": "x" * LONGEST_LINE}
    for body, kind in ((large, "application/json"), (export, "application/json"), (export, "text/plain")):
        assert both.browser("POST", path, body, kind) == both.server("POST", path, body, kind), kind
    anew = {key: {**export, "game": {**export["game"], "id": key * 10, "key": key}} for key in "bs"}
    here, there = both.browser("POST", path, anew["b"]), both.server("POST", path, anew["s"])
    assert (here.status, here.kind) == (there.status, there.kind) == (201, "application/json")
    assert here.body.replace(b"b" * 10, b"s" * 10) == there.body


def test_the_first_event_of_a_game_is_the_same(both: Both) -> None:
    """The one event that the phone edition sends is the first that the server sends, to the byte."""
    place = _begun(both, "0123456789ab5")

    async def first_event() -> bytes:
        stream = both.streams.stream(place.rpartition("/")[2], None)
        _retry, event = await anext(stream), await anext(stream)
        await stream.aclose()
        return event

    found = both.browser("GET", f"{place}/events")
    assert (found.status, found.kind, found.body) == (
        200,
        "text/event-stream; charset=utf-8",
        asyncio.run(first_event()),
    )


class NativeHost:
    """A host that reads photos as a browser's host does, with this machine's networks."""

    async def drive(self, steps: Steps[T] | PrintSteps[T]) -> T:
        """Answer the requests of a part of the core; no test here needs text recognition."""
        return drive_with(load_networks(), cast("Steps[T]", steps))

    def crop_of(self, picture: bytes, where: str) -> Pixels:
        """Return the crop in a picture file."""
        return crop_of(picture, where)


class BothRead:
    """A server and the browser edition that both read photos, each over a data folder of its own."""

    def __init__(self, folder: Path, client: TestClient) -> None:
        self.photo = PHOTO
        self._application = Application(folder, NativeHost())
        self._client = client

    def __call__(self, method: str, address: str, body: object = None, **fields: str) -> Any:  # noqa: ANN401 - a document
        """Ask both editions the same question, check that they agree, and return the answer of the browser edition."""
        if fields or address.endswith(("/scan", "/proposal")):
            asked = Asked(method, address, form=PhotoForm(self.photo, "rack.jpg", fields))
            sent = self._client.request(method, address, files={"image": ("rack.jpg", self.photo)}, data=fields)
        else:
            kind = "" if body is None else "application/json"
            data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
            asked = Asked(method, address, kind, data)
            sent = self._client.request(method, address, content=data, headers={"Content-Type": kind} if kind else {})
        found = asyncio.run(self._application.answer(asked))
        assert (found.status, found.kind) == (sent.status_code, sent.headers["content-type"]), address
        if found.kind == "application/zip":
            return found.body, sent.content  # each with its own time; the phone's has no overlay
        if found.kind != "application/json" or address.endswith("/file"):
            assert found.body == sent.content, address
            return found.body
        mine, theirs = json.loads(found.body), json.loads(sent.content)
        for document in (mine, theirs):
            for own in ("timing_ms", "created", "session"):
                document.pop(own, None)
            if "reading" in document:
                document["reading"].pop("timing_ms")
            if isinstance(document.get("evidence"), list):  # without its time, on which its hash depends
                document["evidence"] = [(one["entry"], one["state"]) for one in document["evidence"]]
        assert mine == theirs, address
        return mine

    def bring_game(self, game: dict[str, Any], *entries: dict[str, Any]) -> str:
        """Enter a game in the browser edition, and import it into the server; return its address."""
        begun = self._browser("/api/v1/games", game)
        place = f"/api/v1/games/{begun['id']}"
        for entry in entries:
            self._browser(f"{place}/entries", entry)
        export = asyncio.run(self._application.answer(Asked("GET", f"{place}/export.json"))).body
        kind = {"Content-Type": "application/json"}
        assert self._client.post("/api/v1/games/import", content=export, headers=kind).status_code == 201
        return place

    def _browser(self, address: str, body: object) -> Any:  # noqa: ANN401 - a document
        asked = Asked("POST", address, "application/json", json.dumps(body).encode())
        found = asyncio.run(self._application.answer(asked))
        assert found.status == 201, found.body
        return json.loads(found.body)


@pytest.fixture
def both_read(tmp_path: Path) -> Iterator[BothRead]:
    """Both editions, with networks."""
    with TestClient(create_app(Settings(data_dir=tmp_path / "server")), base_url="http://127.0.0.1") as client:
        yield BothRead(tmp_path / "browser", client)


@pytest.mark.system
def test_photos_are_answered_alike(both_read: BothRead) -> None:
    """Scan, point, look live, make evidence and keep it with a win: both editions give the same answers."""
    assert both_read("POST", "/api/v1/live", time="0")["error"]["code"] == "too-large"
    both_read.photo = jpeg(cv2.resize(decode(PHOTO, "rack.jpg").pixels, (1200, 900)))
    tiles = both_read("POST", "/api/v1/scan", set="")["tiles"]
    assert both_read("POST", "/api/v1/scan", shows="table")["tiles"] != []
    assert both_read("POST", "/api/v1/scan", shows="tea")["error"]["code"] == "unknown-choice"
    quad = json.dumps(tiles[0]["quad"])
    assert both_read("POST", "/api/v1/scan/tile", quad=quad, set="")["tile"]["label"] == tiles[0]["label"]
    assert both_read("POST", "/api/v1/live", time="0", set="", session="")["read"] is True
    assert both_read("POST", "/api/v1/live", time="0", session="0.none")["error"]["code"] == "unknown-session"
    claim = {"claim": CLAIM}
    needed: dict[str, dict[str, str]] = {"scan/tile": {"quad": quad}, "live": {"time": "0"}, "evidence": claim}
    for place, fields in needed.items():
        assert both_read("POST", f"/api/v1/{place}", **fields, set="Oak")["error"]["code"] == "unknown-set", place
    wins = ({"kind": "win", "outcome": WIN, "based_on": version} for version in range(2))
    game = both_read.bring_game({"players": PLAYERS, "ruleset": "nmjl-1976"}, *wins)
    for query in ("", f"?game={game.rpartition('/')[2]}"):
        for bundle in both_read("POST", f"/api/v1/evidence{query}", **claim, set=""):
            assert both_read("POST", "/api/v1/evidence/recheck", bundle)["agrees"] is True
    assert both_read("POST", "/api/v1/evidence?game=none", **claim)["error"]["code"] == "unknown-game"
    kept = f"{game}/entries/1/evidence"
    assert both_read("POST", f"{game}/entries/3/evidence", **claim)["error"]["code"] == "no-such-entry"
    assert both_read("POST", f"{game}/entries/2/evidence", **claim)["evidence"] == [(2, "kept")]
    assert both_read("POST", kept, **claim)["evidence"] == [(1, "kept"), (2, "kept")]
    for bundle in both_read("GET", kept):
        assert both_read("POST", "/api/v1/evidence/recheck", bundle)["agrees"] is True
    assert both_read("DELETE", kept)["evidence"] == [(1, "removed"), (2, "kept")]
    assert both_read("POST", kept, **claim)["id"] in game
    assert both_read("DELETE", f"{game}/evidence")["evidence"] == [(1, "removed"), (2, "removed")]


@pytest.mark.system
def test_taught_sets_are_answered_alike(both_read: BothRead) -> None:
    """Propose, teach, correct, list, merge, rename, forget, export, read: both editions give the same answers."""
    both = both_read
    assert both("GET", "/api/v1/sets") == {"sets": [], "default": None}
    tiles = both("POST", "/api/v1/sets/Club/proposal")["tiles"]
    assert len(tiles) == 14
    said = json.dumps({"tiles": tiles})
    assert len(both("POST", "/api/v1/sets/Club/proposal", labels=said)["tiles"]) == 14
    assert both("POST", "/api/v1/sets/Club/lessons", labels=said, known="yes")["error"]["code"] == "unknown-set"
    assert both("POST", "/api/v1/sets/Club/lessons", labels=said)["taught"] == 14
    one = json.dumps({"tiles": [{**tiles[0], "label": "9B"}]})
    assert both("POST", "/api/v1/sets/Club/corrections", labels=one)["kept"] is False
    assert both("POST", "/api/v1/sets/Club/corrections", labels=one, keep="yes")["kept"] is True
    strange = both("POST", "/api/v1/sets/Oak/corrections", labels=one, keep="yes", known="yes")
    assert strange["error"]["code"] == "unknown-set"
    face = both("GET", "/api/v1/sets/Club")["taught"][0]["id"]
    assert both("GET", f"/api/v1/sets/Club/faces/{face}")[:4] == b"RIFF"
    assert both("GET", "/api/v1/sets/Club/faces/none")["error"]["code"] == "unknown-taught-face"
    assert both("POST", "/api/v1/scan", set="Club")["set"]["used"] is True
    assert both("POST", "/api/v1/scan", set="Oak")["error"]["code"] == "unknown-set"
    file = both("GET", "/api/v1/sets/Club/file")
    assert both("POST", "/api/v1/sets?name=Oak", file)["set"] == "Oak"
    assert both("POST", "/api/v1/sets", file)["error"]["code"] == "set-exists"
    assert both("POST", "/api/v1/sets", b"{}")["error"]["code"] == "bad-set"
    assert both("POST", "/api/v1/sets/Oak/merge", {"others": ["Club"], "keep": False})["added"] == 0
    assert both("POST", "/api/v1/sets/Oak/name", {"name": "Elm"})["was"] == "Oak"
    assert both("POST", "/api/v1/sets/Elm/forget", {"faces": [face]})["forgotten"] == [face]
    assert both("POST", "/api/v1/sets/Elm/forget", {"faces": [face], "undo": True})["forgotten"] == []
    assert both("DELETE", f"/api/v1/sets/Club/faces/{face}")["forgotten"] == [face]
    assert both("GET", "/api/v1/sets/Elm")["version"]
    assert both("DELETE", "/api/v1/sets/Elm")["deleted"] is True
    assert [kept["set"] for kept in both("GET", "/api/v1/sets")["sets"]] == ["Club"]
    copy = both("GET", "/api/v1/copy")
    copy["sets"][0]["name"] = "Ash"
    assert both("POST", "/api/v1/copy", copy)["added"] == [{"what": "set", "name": "Ash"}]
    for bundle in both("POST", "/api/v1/evidence", claim=CLAIM, set="Club"):
        assert both("POST", "/api/v1/evidence/recheck", bundle)["agrees"] is True
    assert both("POST", "/api/v1/evidence/recheck", b"tea")["error"]["code"] == "bad-evidence"


def test_a_set_that_was_made_over_is_stored(tmp_path: Path) -> None:
    """The browser stores changed files when it lists the sets, as the page does after a photo made one over."""
    assert Application(tmp_path).access(Asked("GET", "/api/v1/sets")) == "writes"


def test_every_route_has_its_endpoint(tmp_path: Path) -> None:
    """The browser edition has an endpoint for every route of the server, except those in `SERVER_ALONE`."""
    app = create_app(Settings(data_dir=tmp_path))
    routes = {
        (method, route.path)
        for router in (app, *(getattr(one, "original_router", one) for one in app.routes))
        for route in getattr(router, "routes", [])
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    assert len(routes) > 30
    ours = {(one.method, one.pattern) for one in ENDPOINTS}
    left = routes - ours - SERVER_ALONE
    assert {one for one in left if not one[1].startswith("/pair/")} == set()
    assert ours - routes == set()
