"""Prove that unpaired clients that attack a real server do not delay a paired phone's wins."""

from __future__ import annotations

import http.client
import json
import os
import random
import selectors
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.service.running_server import PATIENCE, Server, running_server, starved, wait_until

CODE = "7KQ2MXRA"
ATTACKERS = 40
WINS = 5
MOST_SECONDS = 2.0
"""Longest wait of the paired phone for one answer, without the time that it or the server waits for a processor."""

NEW_GAME = {"ruleset": "nmjl-1976", "card": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"], "east": "Ann"}
WIN = {"winner": "Ann", "won_by": "self-pick", "value": 25}
JSON = {"Content-Type": "application/json"}


@dataclass
class Phone:
    """A paired phone that opens a new connection for each request, like a phone that was asleep."""

    server: Server
    cookie: str = ""
    waits: list[float] = field(default_factory=list)

    def post(self, path: str, body: object) -> tuple[int, dict[str, Any]]:
        """Send JSON; return status and answer, and append the seconds to `waits`."""
        both, known = (os.getpid(), self.server.process.pid), dict[int, float]()
        begun, before = time.monotonic(), starved(both, known)
        split = urlsplit(self.server.address)
        if split.scheme == "https":
            trust = ssl.create_default_context()
            trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
            asking: http.client.HTTPConnection = http.client.HTTPSConnection(
                split.netloc, timeout=PATIENCE, context=trust
            )
        else:
            asking = http.client.HTTPConnection(split.netloc, timeout=PATIENCE)
        with closing(asking):
            asking.request("POST", f"/api/v1/{path}", json.dumps(body), {**JSON, "Cookie": self.cookie})
            answer = asking.getresponse()
            document = json.loads(answer.read())
            self.cookie = answer.headers.get("Set-Cookie", self.cookie).partition(";")[0]
        self.waits.append(time.monotonic() - begun - (starved(both, known) - before))
        return answer.status, document


def _paired(folders: pytest.TempPathFactory, *options: str) -> Iterator[Phone]:
    """Pair a phone with a server of its own."""
    environment = {"RACKCHECK_DATA_DIR": str(folders.mktemp("data")), "RACKCHECK_PAIRING_CODE": CODE}
    with running_server(*options, environment=environment) as server:
        phone = Phone(server)
        assert phone.post("pair", {"code": CODE})[0] == 200
        # The first entry creates the database, which takes longer than any later one.
        assert phone.post("games", NEW_GAME)[0] == 201
        yield phone


@pytest.fixture(scope="module")
def paired(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """A phone paired over http."""
    yield from _paired(tmp_path_factory)


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """A phone paired over https."""
    yield from _paired(tmp_path_factory, "--https")


def _head(line: str) -> bytes:
    return f"{line} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n".encode()


def _slow_body(path: str) -> bytes:
    return _head(f"POST {path}") + b"Content-Length: 100\r\n\r\n{"


FORM = _head("POST /api/v1/pair").replace(b"application/json", b"multipart/form-data; boundary=edge")
ATTACKS: dict[str, bytes] = {
    "pairing that comes in drops": _slow_body("/api/v1/pair"),
    "pairing in pieces": _head("POST /api/v1/pair") + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    "a large form to pair with": FORM + b"Content-Length: 24000000\r\n\r\n--edge",
    "an entry that comes in drops": _slow_body("/api/v1/games/x/entries"),
    "a photo that comes in drops": _slow_body("/api/v1/scan"),
    "a write to the pairing page": _slow_body("/pair").replace(b"POST", b"PUT"),
    "a body to the certificate": _slow_body("/ca.pem").replace(b"POST", b"GET"),
    "half a head": _head("POST /api/v1/pair"),
    "silence": b"",
}
HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
"""The start of a TLS handshake: a record header for 512 bytes that never come."""


@contextmanager
def _attack(server: Server, first: bytes, source: str, *, shake: bool) -> Iterator[Callable[[], int]]:
    """Hold `ATTACKERS` connections that send `first`, then a byte now and then; reopen each that is closed.

    Yields the number of connections opened so far.
    """
    split = urlsplit(server.address)
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    end, opened = threading.Event(), 0
    dice = random.Random(28)

    def connect() -> socket.socket:
        nonlocal opened
        opened += 1
        place = (split.hostname or "", split.port or 0)
        found = socket.create_connection(place, timeout=PATIENCE, source_address=(source, 0))
        if shake:
            found = trust.wrap_socket(found)
        found.sendall(first)
        found.setblocking(False)
        return found

    def hold() -> None:
        with selectors.DefaultSelector() as held:
            while not end.is_set():
                while len(held.get_map()) < ATTACKERS and not end.is_set():
                    try:
                        held.register(connect(), selectors.EVENT_READ)
                    except OSError:
                        end.wait(0.01)
                for key, _ in held.select(0.05):
                    one = key.fileobj
                    assert isinstance(one, socket.socket)
                    try:
                        gone = not one.recv(65_536)
                    except BlockingIOError:
                        continue
                    except OSError:
                        gone = True
                    if gone:
                        held.unregister(one)
                        one.close()
                some = [key.fileobj for key in held.get_map().values()]
                for one in dice.sample(some, min(4, len(some))):
                    assert isinstance(one, socket.socket)
                    try:
                        one.send(b" ")
                    except OSError:
                        continue
            for key in list(held.get_map().values()):
                assert isinstance(key.fileobj, socket.socket)
                key.fileobj.close()

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield lambda: opened
    finally:
        end.set()
        thread.join(60)


def _enter_wins(phone: Phone) -> None:
    """Enter wins in a new game: each is accepted within `MOST_SECONDS`."""
    phone.waits.clear()
    status, game = phone.post("games", NEW_GAME)
    assert status == 201, game
    for number in range(WINS):
        status, entry = phone.post(
            f"games/{game['id']}/entries", {"kind": "win", "based_on": number, "outcome": WIN, "key": f"w{number}"}
        )
        assert status == 201, entry
    assert max(phone.waits) < MOST_SECONDS, phone.waits


def _withstand(phone: Phone, first: bytes, source: str = "127.0.0.1", *, shake: bool = False) -> None:
    """Enter wins with a phone whose server is under attack."""
    with _attack(phone.server, first, source, shake=shake) as opened:
        wait_until(lambda: opened() >= ATTACKERS)
        _enter_wins(phone)


@pytest.mark.parametrize("kind", ATTACKS)
def test_strangers_keep_no_paired_phone_waiting(paired: Phone, kind: str) -> None:
    """Unpaired connections use places of their own, which are few, whatever they send."""
    _withstand(paired, ATTACKS[kind])


def test_strangers_of_another_address_keep_no_paired_phone_waiting(paired: Phone) -> None:
    """Strangers at another address do not delay the phone either: places do not depend on the address alone."""
    _withstand(paired, ATTACKS["pairing that comes in drops"], "127.0.0.2")


@pytest.mark.parametrize("kind", ["pairing that comes in drops", "half a head"])
def test_strangers_over_tls_keep_no_paired_phone_waiting(secure: Phone, kind: str) -> None:
    """Strangers that completed a TLS handshake do not delay the phone either."""
    _withstand(secure, ATTACKS[kind], shake=True)


@pytest.mark.parametrize("first", [b"", HELLO], ids=["no handshake", "half a handshake"])
def test_half_open_handshakes_keep_no_paired_phone_waiting(secure: Phone, first: bytes) -> None:
    """Half-open TLS handshakes have few places and make room for complete ones."""
    _withstand(secure, first)


def test_a_phone_pairs_while_strangers_of_another_address_attack(paired: Phone) -> None:
    """One attacker's address cannot take all of the strangers' places, so another phone can pair."""
    with _attack(paired.server, ATTACKS["pairing that comes in drops"], "127.0.0.2", shake=False) as opened:
        wait_until(lambda: opened() >= ATTACKERS)
        newcomer = Phone(paired.server)
        assert newcomer.post("pair", {"code": CODE})[0] == 200
        assert max(newcomer.waits) < MOST_SECONDS


def test_strangers_write_nothing_to_the_terminal(tmp_path: Path) -> None:
    """Bytes that are no HTTP, and web socket requests, get 400 and print nothing, so no log or pipe fills up."""
    environment = {"RACKCHECK_DATA_DIR": str(tmp_path), "RACKCHECK_PAIRING_CODE": CODE}
    socket_head = _head("GET /api/v1/games/x/events") + b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
    socket_head += b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    with running_server(environment=environment) as server:
        split = urlsplit(server.address)
        for said in (HELLO, b"\x00" * 99 + b"\r\n\r\n", socket_head, b"GET\r\n\r\n"):
            with closing(
                socket.create_connection((split.hostname or "", split.port or 0), timeout=PATIENCE)
            ) as stranger:
                stranger.sendall(said)
                assert stranger.recv(65_536).startswith(b"HTTP/1.1 400 ")
        server.process.terminate()
        out, err = server.process.communicate(timeout=PATIENCE)
    assert out + err == ""
