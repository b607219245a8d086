"""Test texts that are not valid: half a surrogate pair in JSON, bytes that are no UTF-8, a form in another encoding.

No file, hash or database accepts such a text. Each is refused where it enters, with an error of its own, and nothing
is stored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from service.cards.card_folder import home_library
from service.evidence.bundle_file import Bundle, write_bundle
from service.evidence.collect import collect_bundle
from service.judging.verify import verify_photo
from service.server.access.policy import Access
from service.server.app import create_app
from service.shared.settings import Settings
from tests.fuzz.targets.form import PHOTO
from tests.fuzz.wire import example_game, json_requests
from tests.service.conftest import RunCli
from tests.service.evidence.test_evidence import CLAIM, made_bundle, made_reading
from tests.service.helpers import GAME, jpeg, table_cloth

JSON = {"content-type": "application/json"}
HALF = "\ud800"
BYTE = "caf\udce9"
"""An argument as Python passes it if its last byte is no UTF-8."""

ROUTES = {
    head.partition(b" HTTP/")[0].decode(): json.loads(body)
    for head, _, body in (
        one.partition(b"\r\n\r\n")
        for one in json_requests(create_app(Settings(data_dir=Path("none")), Access(frozenset())))
    )
}
"""Every route that takes JSON, with its example body."""


@pytest.fixture
def client(chosen: Settings) -> Iterator[TestClient]:
    """The application; a bug is answered with 500, as a phone would see it."""
    with TestClient(create_app(chosen), raise_server_exceptions=False) as found:
        yield found


def _error(answer: Any) -> dict[str, str]:  # noqa: ANN401 - the client's answer
    found: dict[str, str] = answer.json()["error"]
    assert found["message"]
    assert found["where"]
    return found


def _kept(client: TestClient) -> list[object]:
    """Return what the installation stores of requests."""
    kept = [client.get(f"/api/v1/{name}").json()[name] for name in ("games", "players", "sets")]
    return [*kept, [card["id"] for card in client.get("/api/v1/cards").json()["cards"]]]


def test_every_route_is_here() -> None:
    """The collected routes include known ones; with an empty table the tests below would prove nothing."""
    assert {"POST /api/v1/games", "POST /api/v1/games/import", "POST /api/v1/check", "POST /api/v1/cards"} <= set(
        ROUTES
    )


@pytest.mark.parametrize("named", [False, True], ids=["in a text", "in a name"])
@pytest.mark.parametrize("route", ROUTES)
def test_half_a_character_in_a_body_is_refused(client: TestClient, route: str, named: bool) -> None:
    """Half a character gives 400 with its column on every route, before anything is done."""
    method, _, path = route.partition(" ")
    body = json.dumps({**ROUTES[route], **({HALF: 1} if named else {"note": [f"a{HALF}"]})}).encode()
    before = _kept(client)
    answer = client.request(method, path, content=body, headers=JSON)
    error = _error(answer)
    assert (answer.status_code, error["code"]) == (400, "bad-json")
    assert error["where"] == f"body, column {body.index(b'ud800')}"
    assert "write the whole pair" in error["message"]
    assert _kept(client) == before


def _halved(value: object) -> Iterator[object]:
    """Yield the value with half a character appended to each of its texts in turn."""
    match value:
        case str():
            yield value + HALF
        case dict():
            for name, one in value.items():
                yield from ({**value, name: other} for other in _halved(one))
        case list():
            for at, one in enumerate(value):
                yield from ([*value[:at], other, *value[at + 1 :]] for other in _halved(one))


def test_no_text_of_an_exported_game_is_half_a_character(client: TestClient) -> None:
    """An exported game with half a character in any text is refused whole."""
    before = _kept(client)
    changed = list(_halved(example_game()))
    assert len(changed) > 50
    for document in changed:
        answer = client.post("/api/v1/games/import", content=json.dumps(document), headers=JSON)
        assert (answer.status_code, _error(answer)["code"]) == (400, "bad-json")
    assert _kept(client) == before
    assert client.post("/api/v1/games/import", json=example_game()).status_code == 201


def test_a_game_of_nobody_is_refused(client: TestClient) -> None:
    """A game without players is refused, since nobody could be East; the error says how many play."""
    answer = client.post("/api/v1/games", json={"ruleset": "nmjl-1976", "players": []})
    assert (answer.status_code, _error(answer)["code"], _error(answer)["where"]) == (422, "wrong-number", "players")


@pytest.mark.parametrize(
    ("path", "field", "where"),
    [
        pytest.param("evidence", "claim", "claim, column 11", id="evidence"),
        pytest.param("sets/Club/lessons", "labels", "labels, column 11", id="lessons"),
        pytest.param("sets/Club/corrections", "labels", "labels, column 11", id="corrections"),
    ],
)
def test_half_a_character_in_the_json_of_a_form_is_refused(
    client: TestClient, path: str, field: str, where: str
) -> None:
    """Half a character in a form's JSON gives an error with the field and the column."""
    answer = client.post(f"/api/v1/{path}", files={"image": ("a.jpg", PHOTO)}, data={field: '{"card": "\\ud800"}'})
    error = _error(answer)
    assert (answer.status_code, error["code"], error["where"]) == (400, "bad-json", where)


@pytest.mark.parametrize("charset", ["unicode_escape", "utf-7", "undefined", "utf-16", "nonsense"])
def test_a_form_in_another_encoding_is_refused(client: TestClient, charset: str) -> None:
    """Codecs that make half characters, or raise an unexpected error, are refused."""
    kind = f"multipart/form-data; boundary=edge; charset={charset}"
    body = b'--edge\r\nContent-Disposition: form-data; name="set"\r\n\r\n\\ud800\r\n--edge--\r\n'
    for path in ("scan", "evidence", "live", "sets/Club/lessons"):
        answer = client.post(f"/api/v1/{path}", content=body, headers={"content-type": kind})
        error = _error(answer)
        assert (answer.status_code, error["code"], error["where"]) == (415, "unsupported-type", "Content-Type")
    named = client.post("/api/v1/scan", content=body, headers={"content-type": kind.replace(charset, "UTF-8")})
    assert _error(named)["code"] == "missing-field"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        pytest.param("GET", "/api/v1/sets/%ED%A0%80", 422, id="a set"),
        pytest.param("GET", "/api/v1/cards/%ED%A0%80", 404, id="a card"),
        pytest.param("GET", "/api/v1/games/%ED%A0%80", 404, id="a game"),
        pytest.param("GET", "/api/v1/games?most=%ED%A0%80", 422, id="a number asked for"),
        pytest.param("GET", "/api/v1/chart/%ED%A0%80", 404, id="a rule set"),
    ],
)
def test_half_a_character_in_an_address_names_nothing(client: TestClient, method: str, path: str, status: int) -> None:
    """Half a character in an address becomes a replacement character, and no name matches it."""
    answer = client.request(method, path)
    assert (answer.status_code, _error(answer)["code"] == "internal") == (status, False)


def test_half_a_character_in_the_text_of_a_set_is_refused(client: TestClient) -> None:
    """Half a character in a tile set's own description of its author is refused."""
    document = {"format": f"rackcheck-set{HALF}", "version": 1}
    answer = client.post("/api/v1/sets", content=json.dumps(document).encode())
    assert (answer.status_code, _error(answer)["code"]) == (422, "bad-set")


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("settle", "{file}"), id="settle"),
        pytest.param(("check", "--batch", "{file}"), id="check"),
        pytest.param(("game", "import", "{file}"), id="game import"),
    ],
)
def test_half_a_character_in_a_file_is_refused(run: RunCli, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """The command fails with the place of the line or file, and the ledger stays empty."""
    path = tmp_path / "given.json"
    path.write_text(json.dumps({**GAME, "title": HALF}))
    found = run(*(argument.format(file=path) for argument in arguments), "--json")
    error = found.document["error"]
    assert (found.status, error["code"]) == (1, "bad-json")
    assert "column" in error["where"]
    assert run("game", "list", "--json").document["games"] == []


def test_half_a_character_in_a_bundle_is_refused(run: RunCli, tmp_path: Path) -> None:
    """A bundle with half a character is refused, since anyone may have written it."""
    bundle = made_bundle()
    changed: Bundle = replace(bundle, parts={**bundle.parts, "claim.json": b'{"card": "\\ud800"}'})
    path = tmp_path / "a.zip"
    path.write_bytes(write_bundle(changed))
    error = run("evidence", "show", path, "--json").document["error"]
    assert (error["code"], error["where"]) == ("bad-json", f"{path}: claim.json, column 11")


def test_a_bundle_of_a_photo_with_an_odd_name_can_be_opened() -> None:
    """A bundle of a photo whose file name is no UTF-8 can be opened: the bundle stores only valid text."""
    library = home_library()
    verdict = verify_photo(made_reading(), f"evening/{BYTE}.jpg", CLAIM.setup(library), CLAIM)
    made = collect_bundle(jpeg(table_cloth()), b"", verdict, library)
    assert json.loads(made.parts["reading.json"])["image"] == "caf?.jpg"


@pytest.mark.parametrize("as_json", [("--json",), ()], ids=["json", "for people"])
@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("check", BYTE, "--card", "nmjl-1976"), id="a rack"),
        pytest.param(("check", "1B 2B", "--card", BYTE), id="a card"),
        pytest.param(("check", f"1B +2B<{BYTE}", "--card", "nmjl-1976"), id="who discarded"),
        pytest.param(("cards", "show", BYTE), id="a card to show"),
        pytest.param(("chart", BYTE), id="a rule set"),
        pytest.param(("rule", BYTE), id="a ruling"),
        pytest.param(("rule", "mah-jongg-in-error", f"exposed={BYTE}"), id="a fact"),
        pytest.param(("sets", "show", BYTE), id="a set"),
        pytest.param(("game", "new", f"Ann,Bea,Cat,{BYTE}"), id="a player"),
        pytest.param(("game", "new", "Ann,Bea,Cat,Dee", "--title", BYTE), id="a title"),
        pytest.param(("game", "new", "Ann,Bea,Cat,Dee", "--card", BYTE), id="the card of a game"),
        pytest.param(("game", "note", "--game", BYTE, "tea"), id="a game"),
        pytest.param(("settle", f"{BYTE}.json"), id="a file"),
        pytest.param(("scan", f"{BYTE}.jpg"), id="a photo"),
    ],
)
def test_an_argument_that_is_no_utf8_is_refused(
    run: RunCli, arguments: tuple[str, ...], as_json: tuple[str, ...]
) -> None:
    """An argument that is no UTF-8 gives an error of ours that can be printed, and nothing is entered."""
    found = run(*arguments, *as_json)
    assert found.status in {1, 2}
    if as_json:
        assert found.documents[-1]["error"]["code"] != "internal"
    else:
        assert "a fault of the program" not in found.err
    assert run("game", "list", "--json").document["games"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(("note", BYTE), id="a note"),
        pytest.param(("win", BYTE, "--value", "25"), id="a winner"),
        pytest.param(("win", "Ann", "--value", "25", "--bet", f"{BYTE}:Ann"), id="a bettor"),
        pytest.param(("wall", "--note", BYTE), id="the note of a wall"),
        pytest.param(("penalty", "pay", "from=Ann", "to=Bea", "points=25", f"why={BYTE}"), id="a reason"),
        pytest.param(("seats", f"Ann,Bea,Cat,{BYTE}"), id="a seat"),
    ],
)
def test_an_entry_that_is_no_utf8_is_refused(run: RunCli, arguments: tuple[str, ...]) -> None:
    """An entry with such a text gives an error with its field, and the game is unchanged."""
    run("game", "new", "Ann,Bea,Cat,Dee")
    found = run("game", *arguments, "--json")
    assert found.status == 1
    assert found.document["error"]["where"]
    assert found.document["error"]["code"] != "internal"
    assert run("game", "show", "--json").document["version"] == 0
