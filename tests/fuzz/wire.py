"""Give requests as bytes on the wire to the whole application, and check every answer."""

from __future__ import annotations

import asyncio
import atexit
import json
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch
from urllib.parse import quote, unquote

import h11
from fastapi import FastAPI
from starlette.types import Message

import service.shared.networks
from service.cards.card_folder import CardFolder
from service.server.access.policy import Access
from service.server.app import create_app
from service.server.schemas.examples import ledger_answers
from service.server.transport.request_guard import SECURITY_HEADERS
from service.shared.settings import Settings
from tests.fuzz.mutate import json_crafted, mutated
from tests.vision import toys

HOST: Final = "127.0.0.1"

STATUSES: Final = frozenset({200, 201, 206, 303, 304, 400, 403, 404, 405, 408, 409, 413, 415, 416, 422, 429, 503})
"""Statuses that an answer to hostile bytes may have: never 500."""

_FRESH: Final = 400
"""Requests after which an application gets an empty data folder, so that old requests do not affect a run."""

_EVENT_SECONDS: Final = 0.05
"""Seconds to listen to a stream of events."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the application."""

    status: int
    headers: dict[str, str]
    body: bytes


class Wire:
    """The application behind the server's HTTP parser, without a socket between them.

    Args:
        access: who may come in.
    """

    def __init__(self, access: Access) -> None:
        self._access = access
        self._asked = 0
        self._app: FastAPI | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @property
    def app(self) -> FastAPI:
        """Return the application, with an empty data folder every now and then."""
        if self._app is None or self._asked >= _FRESH:
            self.close()
            self._folder = tempfile.TemporaryDirectory(prefix="fuzz-wire-")
            self._app = create_app(Settings(data_dir=Path(self._folder.name)), self._access)
            self._app.state.ledger.import_game(example_game())
            self._asked = 0
        self._asked += 1
        return self._app

    def close(self) -> None:
        """End the application and remove its folder."""
        if self._app is not None:
            self._app.state.scans.close()
            self._app.state.ledger.close()
        if self._folder is not None:
            self._folder.cleanup()
        self._app = self._folder = None

    def ask(self, data: bytes) -> Answer | None:
        """Return the answer to a request, or None if the HTTP parser refuses it first.

        The length header always gives the body's true length; a socket test covers lengths that lie.
        """
        head, _, body = data.partition(b"\r\n\r\n")
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(_LENGTHS)]
        classifier = h11.Connection(h11.SERVER)
        try:
            classifier.receive_data(b"\r\n".join([*lines, b"content-length: %d" % len(body), b"", b""]) + body)
            event = classifier.next_event()
        except h11.RemoteProtocolError:
            return None
        if not isinstance(event, h11.Request):
            return None
        # The networks are not parsers: we replace the trained ones by the tests' own, which see drawn tiles.
        with patch.object(service.shared.networks, "_networks", toys.networks):
            answer = _loop().run_until_complete(_answer(self.app, event, body, _EVENT_SECONDS))
        self._hold(answer, event.method)
        return answer

    def _hold(self, answer: Answer, method: bytes) -> None:
        """Check that an answer has a promised status, the one form of errors, and the headers."""
        assert answer.status in STATUSES, answer
        for name, value in SECURITY_HEADERS.items():
            assert answer.headers.get(name.lower()) == value, (name, answer)
        assert self._folder is not None
        assert self._folder.name.encode() not in answer.body, "the answer tells where the data lies"
        # HTTP allows an answer to HEAD no body.
        if answer.status >= 400 and (method != b"HEAD" or answer.body):
            error = json.loads(answer.body)["error"]
            assert {"code", "message", "where"} <= set(error), error
            assert error["code"] != "internal", error


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Return the one loop of all requests: an application stays in the loop where it began."""
    found = asyncio.new_event_loop()
    atexit.register(found.close)
    return found


_LENGTHS: Final = (b"content-length", b"transfer-encoding", b"expect", b"upgrade")


async def _answer(app: FastAPI, event: h11.Request, body: bytes, seconds: float) -> Answer:
    path, _, query = event.target.partition(b"?")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": event.http_version.decode("ascii"),
        "server": (HOST, 8152),
        "client": (HOST, 50_000),
        "scheme": "http",
        "method": event.method.decode("ascii"),
        "root_path": "",
        "path": unquote(path.decode("ascii")),
        "raw_path": path,
        "query_string": query,
        "headers": [(name.lower(), value) for name, value in event.headers],
        "state": {},
    }
    sent: list[Message] = []
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
    gone = asyncio.Event()

    async def receive() -> Message:
        if waiting:
            return waiting.pop()
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    # A stream of events ends only when the client goes away.
    leaving = asyncio.get_running_loop().call_later(seconds, gone.set)
    await app(scope, receive, send)
    leaving.cancel()
    start = sent[0]
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in start["headers"]}
    return Answer(start["status"], headers, b"".join(message.get("body", b"") for message in sent[1:]))


@cache
def example_game() -> dict[str, Any]:
    """Return the exported game of the OpenAPI document, which is in every application's ledger here."""
    found: dict[str, Any] = ledger_answers(CardFolder(Path("none"), files=False))[
        "get", "/api/v1/games/{game}/export.json"
    ]
    return found


def request(
    method: str, target: str, body: bytes = b"", kind: str = "", more: Mapping[str, str] | None = None
) -> bytes:
    """Build a request as bytes."""
    headers = {"Host": f"{HOST}:8152", **({"Content-Type": kind} if kind else {})}
    headers |= more or {}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"{method} {target} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body


def json_requests(app: FastAPI) -> Iterable[bytes]:
    """Return a request for each route that takes JSON, with the example of the OpenAPI document."""
    document = app.openapi()
    parts = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            described = route.get("requestBody", {}).get("content", {}).get("application/json")
            if described is None:
                continue
            named = parts.get(described["schema"].get("$ref", "").rpartition("/")[2], {})
            example = described.get("example", named.get("examples", [named.get("example", {})])[0])
            yield request(method.upper(), _filled(path, route), json.dumps(example).encode(), "application/json")


def plain_requests(app: FastAPI) -> Iterable[bytes]:
    """Return a request for each route that takes no body."""
    for path, methods in app.openapi()["paths"].items():
        for method, route in methods.items():
            if "requestBody" not in route:
                yield request(method.upper(), _filled(path, route))


def _filled(path: str, route: dict[str, Any]) -> str:
    """Fill the path with its parameters' examples."""
    for parameter in route.get("parameters", ()):
        path = path.replace("{" + parameter["name"] + "}", quote(str(parameter.get("example", "x"))))
    return path


def crafted_body(words: tuple[bytes, ...]) -> Callable[[bytes, Random], bytes]:
    """Return a mutator that changes the JSON of a request, or sometimes its head."""

    def craft(data: bytes, rng: Random) -> bytes:
        head, gap, body = data.partition(b"\r\n\r\n")
        if rng.random() < 0.1:
            return mutated(head, rng, words, 2000) + gap + body
        for _ in range(rng.randint(1, 3)):
            body = json_crafted(body, rng)
        return head + gap + body

    return craft
