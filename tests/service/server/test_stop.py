"""Prove that Ctrl-C and SIGTERM end a server within three seconds, whatever connections are open.

Seconds in which this test or the server waits for a processor that others use do not count.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import ssl
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scripts.load.process_memory import family
from tests.service.helpers import GAME
from tests.service.running_server import PATIENCE, Server, running_server, starved

MOST_SECONDS = 3.0
NEW_GAME = {"ruleset": "nmjl-1976", "card": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"], "east": "Ann"}


def _time_to_end(server: Server, stop: signal.Signals) -> float:
    """Return the seconds from a signal to the end of a server."""
    processes = [os.getpid(), *family(server.process.pid)]
    known: dict[int, float] = {}
    before, begun = starved(processes, known), time.monotonic()
    server.process.send_signal(stop)
    while server.process.poll() is None:
        assert time.monotonic() < begun + PATIENCE
        starved(processes, known)
        time.sleep(0.02)
    return time.monotonic() - begun - (starved(processes, known) - before)


class Held:
    """Connections of each kind, kept open until the test ends."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        split = urlsplit(server.address)
        self._place = (split.hostname or "", split.port or 0)
        self._tls = split.scheme == "https"
        self._stack = stack

    def bare(self, first: bytes = b"") -> socket.socket:
        """Connect, and send bytes without TLS."""
        found = self._stack.enter_context(socket.create_connection(self._place, timeout=PATIENCE))
        found.sendall(first)
        return found

    def ask(self, method: str, path: str, body: bytes = b"", *, length: int | None = None) -> socket.socket:
        """Send a request, over TLS if the server uses it."""
        found = self.bare()
        if self._tls:
            trust = ssl.create_default_context()
            trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
            found = self._stack.enter_context(trust.wrap_socket(found))
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._place[0]}\r\nContent-Type: application/json\r\n"
        found.sendall(f"{head}Content-Length: {len(body) if length is None else length}\r\n\r\n".encode() + body)
        return found


def _until(connection: socket.socket, words: bytes) -> bytes:
    """Read until these words arrive."""
    found = b""
    while words not in found:
        piece = connection.recv(65_536)
        assert piece, found
        found += piece
    return found


def _hold_everything(server: Server, stack: ExitStack) -> None:
    """Open one connection of each kind that could keep a server from ending."""
    held = Held(server, stack)
    told = _until(held.ask("POST", "/api/v1/games", json.dumps(NEW_GAME).encode()), b'"version"')
    game = json.loads(told.partition(b"\r\n\r\n")[2])["id"]
    for _ in range(3):
        _until(held.ask("GET", f"/api/v1/games/{game}/events"), b"event: state")
    _until(held.ask("POST", "/api/v1/settle", json.dumps(GAME).encode()), b'"net"')  # stays open, idle
    held.ask("POST", "/api/v1/settle", b"{", length=100)
    held.bare()
    held.bare(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" if server.address.startswith("https") else b"GET / HT")


@pytest.mark.parametrize("options", [(), ("--https",), ("--https", "--workers", "2")], ids=["http", "https", "workers"])
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "terminate"])
def test_a_server_ends_within_three_seconds(stop: signal.Signals, options: tuple[str, ...], tmp_path: Path) -> None:
    """The server does not wait for event streams, idle phones, half a body, head or handshake, or silence."""
    environment = {"RACKCHECK_DATA_DIR": str(tmp_path), "RACKCHECK_HEAD_SECONDS": "600"}
    with running_server(*options, environment=environment, new=True) as server, ExitStack() as stack:
        _hold_everything(server, stack)
        taken = _time_to_end(server, stop)
        assert server.process.stderr is not None
        said = server.process.stderr.read()
    assert server.process.returncode == (0 if stop is signal.SIGINT else -stop)
    assert taken < MOST_SECONDS
    assert said == ""
