"""Test connections that never become a request, over real sockets: closed in time, and counted by address."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from service.server.transport.connection_limits import STRANGERS, STRANGERS_OF_ONE, ConnectionLimits
from service.shared.addresses import one_network
from tests.service.helpers import GAME
from tests.service.running_server import PATIENCE, Server, running_server

SECONDS = 1.0
LONG = 600.0
"""Seconds for a head that no test waits for."""

MOST = 6

GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/v1/settle HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


def _strict(folder: Path, seconds: float = SECONDS) -> dict[str, str]:
    """Return settings of a server that waits so long for a request head and accepts six connections of an address."""
    return {
        "RACKCHECK_DATA_DIR": str(folder),
        "RACKCHECK_HEAD_SECONDS": str(seconds),
        "RACKCHECK_ADDRESS_CONNECTIONS": str(MOST),
    }


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that waits a second for a request head and accepts six connections of an address."""
    with running_server(environment=_strict(tmp_path_factory.mktemp("data"))) as found:
        yield found


def _connected(server: Server, source: str = "127.0.0.1") -> socket.socket:
    split = urlsplit(server.address)
    found = socket.create_connection(
        (split.hostname or "", split.port or 0), timeout=PATIENCE, source_address=(source, 0)
    )
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def _opened(
    server: Server, send: Callable[[socket.socket], None], shake: Callable[[socket.socket], socket.socket] | None = None
) -> tuple[socket.socket, float]:
    """Return a connection on which `send` came in time, and the moment before it was opened.

    A busy machine may hold this process back until the server's time is over: then we begin again.
    """
    for _ in range(50):
        begun = time.monotonic()
        found = _connected(server)
        try:
            found = shake(found) if shake else found
            send(found)
        except (AssertionError, OSError, http.client.HTTPException):
            found.close()
            if time.monotonic() < begun + 0.8 * SECONDS:
                raise
            continue
        if time.monotonic() < begun + 0.8 * SECONDS:
            return found, begun
        found.close()
    pytest.fail("this machine is too busy to send anything within a second")


def _rest(connection: socket.socket) -> bytes:
    """Return all bytes until the other side closes."""
    found = b""
    try:
        while piece := connection.recv(65_536):
            found += piece
    except ConnectionError:
        pass
    return found


def _answer(connection: socket.socket) -> tuple[int, bytes]:
    """Return one whole response on a connection that stays open."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return answer.status, answer.read()


def _nothing(_: socket.socket) -> None:
    """Send nothing."""


def _half(connection: socket.socket) -> None:
    connection.sendall(GET)


def _one_more_half(connection: socket.socket) -> None:
    connection.sendall(GET + b"\r\n")
    assert _answer(connection)[0] == 200
    connection.sendall(GET)


def _after_a_refused_body(connection: socket.socket) -> None:
    """Announce a body that the server refuses unread, and send a byte after the response."""
    connection.sendall(GET + b"Content-Length: 1000\r\n\r\n")
    assert _answer(connection)[0] == 200
    connection.sendall(b"x")


SLOW: dict[str, tuple[Callable[[socket.socket], None], bytes]] = {
    "nothing": (_nothing, b""),
    "half a head": (_half, b"408"),
    "half a second head": (_one_more_half, b"408"),
    "a body that nobody asked for": (_after_a_refused_body, b""),
}


@pytest.mark.parametrize("kind", SLOW)
def test_a_head_that_does_not_come_is_given_up(server: Server, kind: str) -> None:
    """A client that falls silent at any point is disconnected when the time for a head is over, and not before."""
    send, status = SLOW[kind]
    connection, begun = _opened(server, send)
    with closing(connection):
        told = _rest(connection)
        taken = time.monotonic() - begun
    assert told.split(b"\r\n")[0].split(b" ")[1:2] == ([status] if status else [])
    assert 0.8 * SECONDS < taken < 12 * SECONDS


def test_a_head_that_comes_in_drops_is_given_up(server: Server) -> None:
    """Single bytes do not extend the time limit, which is for the whole head."""
    begun = time.monotonic()
    sent = 0
    with closing(_connected(server)) as connection:
        try:
            for byte in (GET + b"X: " + b"a" * 10_000)[:600]:
                connection.sendall(bytes([byte]))
                sent += 1
                time.sleep(SECONDS / 20)
        except ConnectionError:
            pass
    assert sent < 600
    assert 0.8 * SECONDS < time.monotonic() - begun < 25 * SECONDS


def test_what_comes_in_time_is_answered(server: Server) -> None:
    """A head in two halves and a body slower than a head may be are accepted, and the connection stays open."""
    body = json.dumps(GAME).encode()

    def halves(connection: socket.socket) -> None:
        connection.sendall(GET)
        time.sleep(0.4 * SECONDS)
        connection.sendall(b"\r\n")

    with closing(_opened(server, halves)[0]) as connection:
        assert _answer(connection)[0] == 200
        connection.sendall(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body[:5])
        time.sleep(2 * SECONDS)
        connection.sendall(body[5:])
        status, told = _answer(connection)
        assert (status, json.loads(told)["net"]["Ann"]) == (200, 80)
        connection.sendall(GET + b"\r\n")
        assert _answer(connection)[0] == 200


@pytest.mark.parametrize(
    "sent",
    [
        b"tiles\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
    ],
    ids=["no-http", "no-colon", "no-host", "no-chunk"],
)
def test_what_is_no_request_gets_an_error_in_our_form(server: Server, sent: bytes) -> None:
    """Bytes that are no request get 400 with the same kind of error as everything else, and the connection ends."""
    with closing(_connected(server)) as connection:
        connection.sendall(sent)
        head, _, body = _rest(connection).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"\r\nContent-Type: application/json\r\n" in head
    assert json.loads(body)["error"]["code"] == "bad-request"


def test_who_asks_before_a_body_too_large_is_refused_unasked(server: Server) -> None:
    """A client that waits to be asked for its body (`Expect`) gets 413 without being asked."""
    with closing(_connected(server)) as connection:
        connection.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 90000000\r\n\r\n")
        assert _rest(connection).startswith(b"HTTP/1.1 413 ")
    body = json.dumps(GAME).encode()
    with closing(_connected(server)) as connection:
        connection.sendall(POST + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(body))
        assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(body)
        assert _answer(connection)[0] == 200


@pytest.mark.parametrize(
    ("target", "host", "status"),
    [
        ("http://127.0.0.1/healthz", "evil", 200),
        ("http://evil/healthz", "127.0.0.1", 400),
        ("HTTP://127.0.0.1", "", 200),
    ],
)
def test_a_whole_address_is_answered_like_its_path(server: Server, target: str, host: str, status: int) -> None:
    """A request may name the whole address, as to a proxy; its host goes before the Host header."""
    with closing(_connected(server)) as connection:
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert _answer(connection)[0] == status


def test_a_stream_goes_on(server: Server) -> None:
    """A client that follows a game's event stream is not disconnected for sending nothing."""
    split = urlsplit(server.address)
    asking = http.client.HTTPConnection(split.netloc, timeout=PATIENCE)
    new = {"ruleset": "nmjl-1976", "card": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"], "east": "Ann"}
    asking.request("POST", "/api/v1/games", json.dumps(new), {"Content-Type": "application/json"})
    game = json.loads(asking.getresponse().read())["id"]
    asking.close()  # a connection without a request has its own time limit
    head = b"GET /api/v1/games/%s/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % game.encode()
    with closing(_opened(server, lambda one: one.sendall(head))[0]) as following:
        time.sleep(2.5 * SECONDS)
        outcome = {"winner": "Ann", "won_by": "self-pick", "value": 25}
        entry = json.dumps({"kind": "win", "based_on": 0, "outcome": outcome})
        asking.request("POST", f"/api/v1/games/{game}/entries", entry, {"Content-Type": "application/json"})
        assert asking.getresponse().status == 201
        asking.close()
        told = b""
        while b"event: entry" not in told:
            piece = following.recv(65_536)
            assert piece, told
            told += piece


def test_one_address_holds_so_many_connections_and_no_more(server: Server) -> None:
    """A connection too many is refused with advice to retry; other addresses are served, and closing frees a place."""
    with ExitStack() as held:
        mine = []
        for _ in range(MOST):
            mine.append(held.enter_context(closing(_connected(server, "127.0.0.2"))))
            mine[-1].sendall(POST + b"Content-Length: 100\r\n\r\n{")
        with closing(_connected(server, "127.0.0.2")) as refused:
            told = _rest(refused)
        assert b" 503 " in told.split(b"\r\n")[0]
        assert b"retry-after" in told.lower()
        with closing(_connected(server, "127.0.0.3")) as other:
            other.sendall(GET + b"\r\n")
            assert _answer(other)[0] == 200
        mine[0].close()
        until = time.monotonic() + PATIENCE
        while True:
            with closing(_connected(server, "127.0.0.2")) as again:
                again.sendall(GET + b"\r\n")
                try:
                    if _answer(again)[0] == 200:
                        return
                except (ConnectionError, http.client.HTTPException):
                    pass
            assert time.monotonic() < until, "the place of a connection that was closed was not given back"


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same server over https."""
    with running_server("--https", environment=_strict(tmp_path_factory.mktemp("data"))) as found:
        yield found


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same server over https with a time limit that a busy machine does not reach."""
    with running_server("--https", environment=_strict(tmp_path_factory.mktemp("data"), LONG)) as found:
        yield found


def _shaken(connection: socket.socket) -> ssl.SSLSocket:
    """Return a connection over https after the handshake."""
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    return trust.wrap_socket(connection)


def test_it_holds_over_https_too(secure: Server) -> None:
    """Over https half a head is closed in time too, and complete requests are answered."""
    with _opened(secure, _half, _shaken)[0] as connection:
        told = _rest(connection)
    assert told.startswith(b"HTTP/1.1 408 ")
    with _opened(secure, lambda one: one.sendall(GET + b"\r\n"), _shaken)[0] as connection:
        assert _answer(connection)[0] == 200
        connection.sendall(GET + b"\r\n")
        assert _answer(connection)[0] == 200


HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
"""The start of a TLS handshake: a record header for 512 bytes that never come."""


@pytest.mark.parametrize("begun", [b"", HELLO], ids=["nothing", "half a handshake"])
def test_a_handshake_that_does_not_come_is_given_up(secure: Server, begun: bytes) -> None:
    """A client that never completes the TLS handshake is disconnected when the time is over, and not before."""
    started = time.monotonic()
    with closing(_connected(secure)) as connection:
        connection.sendall(begun)
        assert _rest(connection) == b""
        assert 0.8 * SECONDS < time.monotonic() - started < 12 * SECONDS


def test_a_handshake_that_comes_in_drops_is_given_up(secure: Server) -> None:
    """Single bytes do not extend the time limit of a handshake."""
    started, sent = time.monotonic(), 0
    with closing(_connected(secure)) as connection:
        try:
            for byte in HELLO + bytes(600):
                connection.sendall(bytes([byte]))
                sent += 1
                time.sleep(SECONDS / 20)
        except ConnectionError:
            pass
    assert sent < 600
    assert 0.8 * SECONDS < time.monotonic() - started < 25 * SECONDS


@pytest.mark.parametrize(
    "said", [GET + b"\r\n", b"\x16\x03\x01\x00\x05hello", bytes(70_000)], ids=["http", "odd", "zeros"]
)
def test_what_is_no_handshake_is_ended(patient: Server, said: bytes) -> None:
    """Bytes that are no TLS close the connection, and the next client is served."""
    with closing(_connected(patient)) as connection:
        connection.sendall(said)
        assert b"HTTP" not in _rest(connection)
    with _shaken(_connected(patient)) as connection:
        connection.sendall(GET + b"\r\n")
        assert _answer(connection)[0] == 200


def test_what_comes_with_the_end_of_a_handshake_is_not_lost(patient: Server) -> None:
    """A request in the same packet as the end of the handshake, as phones send it, is answered.

    The test sends it often, since the fault depends on timing.
    """
    body = json.dumps(GAME).encode()
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    for _ in range(20):
        came, going = ssl.MemoryBIO(), ssl.MemoryBIO()
        ours = trust.wrap_bio(came, going)
        with closing(_connected(patient)) as connection:
            with pytest.raises(ssl.SSLWantReadError):
                ours.do_handshake()
            connection.sendall(going.read())
            while True:
                came.write(connection.recv(65_536))
                try:
                    ours.do_handshake()
                    break
                except ssl.SSLWantReadError:
                    pass
            ours.write(POST + b"Content-Length: %d\r\n\r\n" % len(body) + body)
            connection.sendall(going.read())
            told = b""
            while not told.endswith(b"}"):
                came.write(connection.recv(65_536))
                try:
                    while piece := ours.read(65_536):
                        told += piece
                except ssl.SSLWantReadError:
                    pass
        assert told.startswith(b"HTTP/1.1 200 ")
        assert b'"Ann": 80' in told


def test_who_never_shakes_hands_counts_and_is_not_waited_for(tmp_path: Path) -> None:
    """Silent connections use only their own address's places, and Ctrl-C ends the server despite them."""
    with running_server("--https", environment=_strict(tmp_path, LONG)) as server, ExitStack() as held:
        silent = [held.enter_context(closing(_connected(server, "127.0.0.2"))) for _ in range(MOST)]
        with closing(_connected(server, "127.0.0.2")) as refused:
            assert _rest(refused) == b""
        with _shaken(_connected(server, "127.0.0.3")) as phone:
            phone.sendall(GET + b"\r\n")
            assert _answer(phone)[0] == 200
            silent.pop().close()
            until = time.monotonic() + PATIENCE
            while True:
                try:
                    with _shaken(_connected(server, "127.0.0.2")) as again:
                        again.sendall(GET + b"\r\n")
                        assert _answer(again)[0] == 200
                        break
                except OSError:
                    assert time.monotonic() < until, "the place of a connection that was closed was not given back"
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(PATIENCE) == 0
        for one in silent:
            assert _rest(one) == b""
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


def test_a_house_is_one_address() -> None:
    """Connections count by IPv4 address and by IPv6 /64; the count is dropped with the last connection."""
    found = ConnectionLimits(2)
    assert [found.enter(f"2001:db8:1:2::{at}") for at in range(3)] == [True, True, False]
    assert found.enter("2001:db8:1:3::1")
    assert found.enter("10.0.0.1")
    found.leave("2001:db8:1:2::1")
    assert found.enter("2001:db8:1:2::9")
    for one in ("2001:db8:1:2::0", "2001:db8:1:2::9", "2001:db8:1:3::1", "10.0.0.1"):
        found.leave(one)
    assert not found._held
    assert one_network("a name") == "a name"


@pytest.mark.parametrize("pairing", [True, False])
def test_a_proxy_holds_any_number_of_connections(*, pairing: bool) -> None:
    """A trusted proxy is neither refused nor hung up on, with and without pairing, and leaves no count behind."""
    ended: list[int] = []
    limits = ConnectionLimits(2, frozenset({"10.0.0.7"}), pairing=pairing)
    counted = [limits.connect(("::ffff:10.0.0.7", port), partial(ended.append, port)) for port in range(STRANGERS + 1)]
    for one in counted:
        assert one is not None
        limits.disconnect(one)
    assert ended == []
    assert not limits._held


def test_without_pairing_nobody_makes_room() -> None:
    """Without pairing nobody is a stranger: the connection over the limit is refused, and the others stay."""
    ended: list[int] = []
    limits = ConnectionLimits(2)
    taken = [limits.connect(("10.0.0.1", port), partial(ended.append, port)) is not None for port in range(3)]
    assert (taken, ended) == ([True, True, False], [])


def test_the_oldest_stranger_makes_room() -> None:
    """The oldest unpaired connection makes room: of an address over its limit, else of the address with most."""
    limits = ConnectionLimits(100, pairing=True)
    ended: list[tuple[str, int]] = []

    def connect(client: tuple[str, int]) -> None:
        assert limits.connect(client, lambda: ended.append(client)) is not None

    connect(("10.0.0.1", 1))
    limits.admit(("10.0.0.1", 1))
    for port in range(2, STRANGERS_OF_ONE + 4):
        connect(("10.0.0.1", port))
    assert ended == [("10.0.0.1", 2), ("10.0.0.1", 3)]
    ended.clear()
    for number in range(STRANGERS - STRANGERS_OF_ONE):
        connect((f"10.0.1.{number}", 1))
    assert ended == []
    connect(("10.0.2.1", 1))
    assert ended == [("10.0.0.1", 4)]
    assert limits._held.total() == STRANGERS + 1
    ended.clear()
    connect(("10.0.0.1", STRANGERS))
    connect(("10.0.0.1", STRANGERS + 1))
    assert ended == [("10.0.0.1", 5), ("10.0.0.1", 6)]


def test_an_address_that_is_full_makes_room_itself() -> None:
    """Where one address and the total are full, the address gives way, and not an older one that holds more."""
    limits = ConnectionLimits(STRANGERS_OF_ONE, frozenset({"10.0.0.7"}), pairing=True)
    ended: list[tuple[str, int]] = []
    for at, number in ((1, STRANGERS_OF_ONE), (2, STRANGERS_OF_ONE), (3, STRANGERS - 2 * STRANGERS_OF_ONE), (2, 1)):
        for port in range(number):
            client = f"10.0.0.{at}", 100 * number + port
            assert limits.connect(client, partial(ended.append, client)) is not None
    assert ended == [("10.0.0.2", 100 * STRANGERS_OF_ONE)]


def test_a_connection_that_was_hung_up_on_is_counted_once() -> None:
    """A stranger that made room reports its own end later, which frees no second place of its address."""
    limits = ConnectionLimits(2, pairing=True)
    first = limits.connect(("10.0.0.1", 1), lambda: None)
    for port in (2, 3):
        assert limits.connect(("10.0.0.1", port), lambda: None) is not None
    assert first is not None
    limits.disconnect(first)
    for port in (2, 3):
        limits.admit(("10.0.0.1", port))
    assert limits.connect(("10.0.0.1", 4), lambda: None) is None


def test_a_stranger_makes_room_where_an_address_holds_all_it_may() -> None:
    """At its address's limit a new phone replaces an unpaired connection, and never a paired phone's."""
    limits = ConnectionLimits(2, pairing=True)
    ended: list[int] = []
    for port in (1, 2):
        assert limits.connect(("10.0.0.1", port), partial(ended.append, port)) is not None
    limits.admit(("10.0.0.1", 1))
    assert limits.connect(("10.0.0.1", 3), partial(ended.append, 3)) is not None
    assert ended == [2]
    limits.admit(("10.0.0.1", 3))
    assert limits.connect(("10.0.0.1", 4), partial(ended.append, 4)) is None
    assert ended == [2]
