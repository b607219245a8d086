"""Test requests from other sites' pages, under other host names and from guessers; also the security headers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from service.server.access.pairing import Pairing
from service.server.access.pairing_attempts import MOST_TRIES, TRIES_OF_ONE
from service.server.access.policy import Access
from service.server.app import create_app
from service.server.transport.request_guard import SECURITY_HEADERS
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from tests.fuzz.wire import example_game
from tests.service.helpers import GAME
from tests.vision import toys

CODE = "7KQ2MXRA"
JSON = {"content-type": "application/json"}


@pytest.fixture
def client(chosen: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The application with one game in its ledger and fake networks."""
    monkeypatch.setattr("service.shared.networks._networks", toys.networks)
    with TestClient(create_app(chosen), raise_server_exceptions=False, follow_redirects=False) as found:
        assert found.post("/api/v1/games/import", json=example_game()).status_code == 201
        yield found


GAME_ID = str(example_game()["game"]["id"])

ANSWERS: dict[str, tuple[int, Callable[[TestClient], Any]]] = {
    "page": (200, lambda client: client.get("/")),
    "head of the page": (200, lambda client: client.head("/page/index.html")),
    "script": (200, lambda client: client.get("/page/js/main.js")),
    "worker": (200, lambda client: client.get("/worker.js")),
    "part of a file": (206, lambda client: client.get("/page/css/style.css", headers={"range": "bytes=0-9"})),
    "no such part": (416, lambda client: client.get("/page/css/style.css", headers={"range": "bytes=9999999-"})),
    "unchanged file": (304, lambda client: _again(client, "/page/css/style.css")),
    "pairing page": (200, lambda client: client.get("/pair")),
    "data": (200, lambda client: client.get("/api/v1/cards")),
    "description": (200, lambda client: client.get("/openapi.json")),
    "spreadsheet": (200, lambda client: client.get(f"/api/v1/games/{GAME_ID}/export.csv")),
    "exported game": (200, lambda client: client.get(f"/api/v1/games/{GAME_ID}/export.json")),
    "made": (201, lambda client: client.post("/api/v1/players", json={"name": "Zoe"})),
    "slash behind an address": (404, lambda client: client.get("/healthz/")),
    "bad JSON": (400, lambda client: client.post("/api/v1/settle", content=b"{", headers=JSON)),
    "foreign host": (400, lambda client: client.get("/", headers={"host": "evil.example"})),
    "foreign origin": (400, lambda client: client.post("/api/v1/settle", json=GAME, headers={"origin": "http://e"})),
    "bad parameter": (422, lambda client: client.get("/api/v1/games?most=x")),
    "nowhere": (404, lambda client: client.get("/nowhere")),
    "no such file": (404, lambda client: client.get("/page/nowhere.js")),
    "wrong method": (405, lambda client: client.put("/api/v1/cards")),
    "wrong kind": (415, lambda client: client.post("/api/v1/scan", content=b"x")),
    "no photo": (415, lambda client: client.post("/api/v1/scan", files={"image": b"hello"})),
    "too large": (413, lambda client: client.post("/api/v1/settle", content=b" " * 9_000_000, headers=JSON)),
    "taken": (409, lambda client: client.post("/api/v1/games/import", json=example_game())),
    "preflight": (405, lambda client: client.options("/api/v1/settle", headers={"origin": "http://e"})),
    "unknown method": (405, lambda client: client.request("TRACE", "/")),
}
"""One request for each kind of answer, with its status."""


def _again(client: TestClient, path: str) -> Any:  # noqa: ANN401 - the answer of the test client
    return client.get(path, headers={"if-none-match": client.get(path).headers["etag"]})


@pytest.mark.parametrize("kind", ANSWERS)
def test_answers_of_every_kind_carry_the_headers(client: TestClient, kind: str) -> None:
    """No answer of any kind can be framed, has a guessed type or leaks its address to other sites."""
    status, ask = ANSWERS[kind]
    answer = ask(client)
    assert answer.status_code == status, answer.text
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers.get_list(name) == [value], name
    assert answer.headers["cache-control"]
    assert "access-control-allow-origin" not in answer.headers
    assert "server" not in answer.headers


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    """The policy allows scripts, frames, forms and plug-ins only from here, and no inline script."""
    policy = dict(part.strip().split(" ", 1) for part in SECURITY_HEADERS["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert "unsafe" not in SECURITY_HEADERS["Content-Security-Policy"]
    assert SECURITY_HEADERS["X-Content-Type-Options"] == "nosniff"
    assert SECURITY_HEADERS["X-Frame-Options"] == "DENY"
    assert SECURITY_HEADERS["Cross-Origin-Opener-Policy"] == "same-origin"
    assert SECURITY_HEADERS["Referrer-Policy"] == "no-referrer"


def test_a_fault_of_the_program_carries_them_too(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer to a bug has the same headers."""
    monkeypatch.setattr("service.cards.card_lists.card_list", lambda _: 1 // 0)
    answer = client.get("/api/v1/cards")
    assert answer.status_code == 500
    assert {name: answer.headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS


WRITES = [
    ("POST", "/api/v1/settle"),
    ("POST", "/api/v1/scan"),
    ("POST", "/api/v1/live"),
    ("POST", "/api/v1/evidence"),
    ("POST", "/api/v1/cards"),
    ("POST", "/api/v1/players"),
    ("POST", "/api/v1/games"),
    ("POST", "/api/v1/games/import"),
    ("POST", f"/api/v1/games/{GAME_ID}/entries"),
    ("POST", "/api/v1/sets"),
    ("POST", "/api/v1/sets/x/lessons"),
    ("POST", "/api/v1/pair"),
    ("DELETE", "/api/v1/sets/x/faces/y"),
    ("PUT", "/api/v1/cards"),
    ("PATCH", "/"),
]

FOREIGN: dict[str, dict[str, Any]] = {
    "another site": {"origin": "http://evil.example"},
    "another port": {"origin": "http://testserver:81"},
    "a name that begins alike": {"origin": "http://testserver.evil.example"},
    "a name before an at": {"origin": "http://testserver@evil.example"},
    "a sandboxed page": {"origin": "null"},
    "nothing": {"origin": ""},
    "no address": {"origin": "http://["},
    "a letter that folds": {"origin": "http://testserver\N{ACCOUNT OF}.example".encode()},
    "a page of another site that hides it": {"sec-fetch-site": "cross-site"},
    "a page of a sister site": {"sec-fetch-site": "same-site", "origin": "http://testserver"},
    "a word nobody knows": {"sec-fetch-site": "whatever"},
}


@pytest.mark.parametrize("who", FOREIGN)
def test_no_page_of_another_site_writes(client: TestClient, who: str) -> None:
    """Each address that could change something refuses requests from another site's page, with an error."""
    for method, path in WRITES:
        for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = client.request(method, path, content=b"a=b", headers={"content-type": kind} | FOREIGN[who])
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "foreign-origin"), (method, path)


def test_every_write_of_the_interface_is_among_those(client: TestClient) -> None:
    """Every write in the OpenAPI document is refused by its method."""
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        for method in set(methods) - {"get"}:
            answer = client.request(method.upper(), path, headers={"origin": "http://evil.example"})
            assert answer.json()["error"]["code"] == "foreign-origin", (method, path)


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "http://testserver"}, {"origin": "http://testserver", "sec-fetch-site": "same-origin"}],
    ids=["a program", "our page", "our page in a new browser"],
)
def test_our_page_and_programs_write(client: TestClient, headers: dict[str, str]) -> None:
    """A program sends no Origin header, our own page sends its own: both may write."""
    assert client.post("/api/v1/settle", json=GAME, headers=headers).status_code == 200


def test_a_name_pointed_here_reads_nothing(client: TestClient) -> None:
    """DNS rebinding fails: a page whose host name points here has the same origin, but the name is refused."""
    for method, path in (("GET", "/api/v1/games"), ("GET", "/"), ("POST", "/api/v1/settle"), ("GET", "/openapi.json")):
        for host in ("evil.example", "evil.example:8152", "127.0.0.1.evil.example", "testserver.evil.example"):
            answer = client.request(method, path, headers={"host": host, "origin": f"http://{host}"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "foreign-host"), (path, host)


# The pairing code


def _pairing(tmp_path: Path, clock: Callable[[], float] = lambda: 1000.0) -> Pairing:
    return Pairing(CODE, lambda: b"s" * 32, tmp_path / "tries", clock)


def test_a_code_is_compared_in_constant_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only `secrets.compare_digest` compares code and token with the real ones."""
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return False

    pairing = _pairing(tmp_path)
    token = pairing.pair(CODE, "10.0.0.1")
    monkeypatch.setattr("service.server.access.pairing.secrets.compare_digest", compare)
    with pytest.raises(ServiceError):
        pairing.pair(CODE, "10.0.0.2")
    assert compared == [(CODE.encode(), CODE.encode())]
    assert not pairing.is_paired(token)
    assert len(compared) == 2


def test_guesses_at_the_same_moment_are_counted_one_by_one(tmp_path: Path) -> None:
    """Threads and workers that guess at once together get no more guesses than allowed."""
    doors = [_pairing(tmp_path) for _ in range(4)]
    gate = threading.Barrier(16)

    def guess(number: int) -> list[str]:
        gate.wait(20)
        codes = []
        for nth in range(10):
            with pytest.raises(ServiceError) as error:
                doors[number % 4].pair("WRONGONE", f"10.0.{number}.{nth % 3}")
            codes.append(error.value.code)
        return codes

    with ThreadPoolExecutor(16) as guessers:
        said = [code for codes in guessers.map(guess, range(16)) for code in codes]
    assert said.count("wrong-code") == MOST_TRIES
    assert said.count("too-many-tries") == 160 - MOST_TRIES
    with pytest.raises(ServiceError):
        doors[0].pair(CODE, "10.9.9.9")


def test_guesses_over_http_at_the_same_moment_are_counted(chosen: Settings, tmp_path: Path) -> None:
    """Forty phones behind one address that guess at once get five answers together, and the right code gets none."""
    access = Access(frozenset({"testserver"}), _pairing(tmp_path))
    with TestClient(create_app(chosen, access), raise_server_exceptions=False) as client:
        with ThreadPoolExecutor(10) as phones:
            statuses = list(
                phones.map(
                    lambda number: client.post("/api/v1/pair", json={"code": f"WRONG{number:03}"}).status_code,
                    range(40),
                )
            )
        assert sorted(statuses) == [403] * TRIES_OF_ONE + [429] * (40 - TRIES_OF_ONE)
        right = client.post("/api/v1/pair", json={"code": CODE})
        assert right.status_code == 429
        assert not right.cookies
        assert int(right.headers["retry-after"]) > 0
