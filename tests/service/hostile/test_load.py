"""Test a real server under load: many photos at once, and bodies that are too many, too large or too slow."""

from __future__ import annotations

import http.client
import json
import socket
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import anyio
import pytest
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from service.photos import scan_queue
from service.photos.scan_queue import BusyError, ScanPool
from service.server.access.policy import Access
from service.server.app import create_app
from service.server.transport.connection_limits import ConnectionLimits
from service.server.transport.request_body import Body, BodyLimit
from service.server.transport.request_guard import MOST_WRITES, Guard
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from tests.service.helpers import GAME
from tests.service.running_server import Server, running_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one worker and a queue of two."""
    folder = str(tmp_path_factory.mktemp("load"))
    with running_server(
        environment={"RACKCHECK_DATA_DIR": folder, "RACKCHECK_SCAN_WORKERS": "1", "RACKCHECK_SCAN_QUEUE": "2"}
    ) as found:
        yield found


def _form(photo: bytes) -> tuple[bytes, dict[str, str]]:
    edge = b"----edge"
    head = b'Content-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    return b"--" + edge + b"\r\n" + head + photo + b"\r\n--" + edge + b"--\r\n", {
        "Content-Type": f"multipart/form-data; boundary={edge.decode()}"
    }


def _post(address: str, data: bytes, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(address, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read()


@pytest.mark.usefixtures("networks_wanted")
def test_many_photos_at_once_block_nobody(server: Server, example: Path) -> None:
    """Of twelve photos sent together some are read and the others refused; other requests do not wait for them.

    Their waiting time is compared with the server's first scan, so that a slow machine is slow in both.
    """
    data, headers = _form(example.read_bytes())
    scan, settle = f"{server.address}api/v1/scan", f"{server.address}api/v1/settle"
    alone = _timed(lambda: _post(scan, data, headers))
    done = threading.Event()
    waits: list[float] = []

    def watch() -> None:
        while not done.is_set():
            waits.append(_timed(lambda: urllib.request.urlopen(f"{server.address}healthz", timeout=120).close()))
            waits.append(_timed(lambda: _post(settle, json.dumps(GAME).encode(), {"Content-Type": "application/json"})))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        with ThreadPoolExecutor(12) as phones:
            answers = list(phones.map(lambda _: _post(scan, data, headers), range(12)))
    finally:
        done.set()
        watcher.join(120)
    statuses = Counter(status for status, _, _ in answers)
    assert set(statuses) == {200, 503}
    assert statuses[200] >= 3
    for status, told, text in answers:
        if status == 503:
            assert int(told["retry-after"]) > 0
            assert json.loads(text)["error"]["code"] == "busy"
    assert len(waits) >= 4
    assert median(waits) < alone, f"a scan alone {alone:.2f} s, others waited {median(waits):.2f} s"
    status, _, text = _post(scan, data, headers)
    assert (status, len(json.loads(text)["tiles"])) == (200, 14)


def _timed(work: object) -> float:
    assert callable(work)
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def test_a_photo_is_kept_off_the_disk(chosen: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A large upload is answered without a writable disk: its bytes stay in memory."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    data, headers = _form(b"x" * 3_000_000)
    with TestClient(create_app(chosen)) as client:
        answer = client.post("/api/v1/scan", content=data, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (415, "not-an-image")
        broken = client.post("/api/v1/scan", content=data[:-9], headers=headers)
        assert (broken.status_code, broken.json()["error"]["code"]) == (422, "missing-field")
        nothing = client.post("/api/v1/scan", content=b"no parts", headers=headers)
        assert (nothing.status_code, nothing.json()["error"]["code"]) == (400, "bad-request")


class Clock:
    """A clock that advances by `work`."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now

    def work(self, seconds: float) -> None:
        """Advance the clock by so many seconds."""
        self.now += seconds


def test_who_is_refused_is_told_how_long_the_others_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """The advised wait follows the last photos' durations and the queue, between a second and half a minute."""
    clock, pool = Clock(), ScanPool(workers=2, queue=4)
    monkeypatch.setattr(scan_queue, "perf_counter", clock)

    async def after(seconds: float, photos: int) -> int:
        for _ in range(photos):
            with pool.place() as place:
                await place.run(clock.work, seconds)
        with ExitStack() as held:
            for _ in range(6):
                held.enter_context(pool.place())
            with pytest.raises(BusyError) as error:
                held.enter_context(pool.place())
        assert pool.taken == 0
        assert error.value.code == "busy"
        return error.value.after

    async def run() -> list[int]:
        return [await after(*asked) for asked in ((0.0, 0), (0.0, 30), (2.0, 40), (60.0, 40), (0.1, 60))]

    found = anyio.run(run)
    pool.close()
    assert found == [3, 1, 6, 30, 1]


def test_a_refused_phone_hangs_up_and_comes_back(chosen: Settings) -> None:
    """A full server names the wait and closes the connection, since another worker may have room."""
    app = create_app(chosen)
    data, headers = _form(b"x")
    with TestClient(app) as client:
        app.state.scans._seconds = 0.9
        with ExitStack() as held:
            for _ in range(5):
                held.enter_context(app.state.scans.place())
            refused = client.post("/api/v1/scan", content=data, headers=headers)
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
            assert (refused.headers["retry-after"], refused.headers["connection"]) == ("5", "close")
        assert client.post("/api/v1/scan", content=data, headers=headers).status_code == 415


def test_a_sender_that_is_refused_early_still_sees_why(server: Server) -> None:
    """A large body of the wrong type is read to its end before the refusal, so that the answer arrives."""
    status, _, text = _post(f"{server.address}api/v1/scan", b"x" * 5_000_000, {"Content-Type": "text/plain"})
    assert (status, json.loads(text)["error"]["code"]) == (415, "unsupported-type")


@pytest.mark.parametrize("announced", [True, False], ids=["announced", "in pieces"])
def test_a_text_that_is_too_large_is_refused(server: Server, announced: bool) -> None:
    """JSON has its own limit, far below that of photos, with or without an announced length."""
    host = urlsplit(server.address).netloc
    connection = http.client.HTTPConnection(host, timeout=120)
    piece = b" " * 100_000
    body: object = piece * 90 if announced else iter([piece] * 90)
    connection.request("POST", "/api/v1/settle", body, {"Content-Type": "application/json"})  # type: ignore[arg-type]
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["error"]["code"]) == (413, "too-large")
    connection.close()


def test_senders_that_hang_keep_nobody_out(server: Server) -> None:
    """With more hanging senders than places, each with half a request, other requests still get answers."""
    split = urlsplit(server.address)
    held = []
    try:
        for _ in range(MOST_WRITES + 8):
            hanging = socket.create_connection((split.hostname or "", split.port or 0), timeout=120)
            hanging.sendall(
                f"POST /api/v1/settle HTTP/1.1\r\nHost: {split.netloc}\r\nContent-Type: application/json\r\n"
                "Content-Length: 100\r\n\r\n{".encode()
            )
            held.append(hanging)
        refused = 0
        for hanging in held[MOST_WRITES:]:
            told = hanging.recv(2000)
            refused += b" 503 " in told.split(b"\r\n")[0] and b"retry-after" in told.lower()
        assert refused == 8
        with urllib.request.urlopen(f"{server.address}healthz", timeout=120) as answer:
            assert answer.status == 200
    finally:
        for hanging in held:
            hanging.close()
    for _ in range(100):
        status, _, _ = _post(
            f"{server.address}api/v1/settle", json.dumps(GAME).encode(), {"Content-Type": "application/json"}
        )
        if status == 200:
            return
        time.sleep(0.05)
    pytest.fail("the places of senders that went away were not given back")


def _message(data: bytes, *, more: bool) -> Message:
    return {"type": "http.request", "body": data, "more_body": more}


def test_a_body_that_does_not_come_is_given_up() -> None:
    """A body that takes too long is refused as too slow; once it is complete no timer runs."""
    limit = BodyLimit(10, 0.05, "send less")

    async def never() -> Message:
        await anyio.sleep_forever()
        raise AssertionError

    async def slow() -> None:
        with pytest.raises(ServiceError) as error:
            await Body(never, limit).receive()
        assert error.value.code == "too-slow"

    async def whole() -> None:
        messages = [_message(b"abc", more=False)]

        async def receive() -> Message:
            if messages:
                return messages.pop()
            await anyio.sleep(0.2)
            return {"type": "http.disconnect"}

        body = Body(receive, limit)
        assert (await body.receive())["body"] == b"abc"
        assert (await body.receive())["type"] == "http.disconnect"

    anyio.run(slow)
    anyio.run(whole)


def test_draining_ends() -> None:
    """A refused sender without an end is read for a limited time."""
    sent = 0

    async def endless() -> Message:
        nonlocal sent
        sent += 1
        return _message(b"x" * 10, more=True)

    async def run() -> None:
        await Body(endless, BodyLimit(100, 60.0, "send less")).drain()

    anyio.run(run)
    assert 20 <= sent <= 22


def test_places_are_given_back_whatever_happens() -> None:
    """An application that fails or is cancelled gives its place among the writes back."""

    async def failing(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise ZeroDivisionError

    guard = Guard(failing, 1000, Access(frozenset({"here"})), ConnectionLimits(9), {})
    scope = {"type": "http", "method": "POST", "path": "/x", "headers": [(b"host", b"here")], "query_string": b""}
    answers: list[int] = []

    async def receive() -> Message:
        return _message(b"", more=False)

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            answers.append(message["status"])

    async def run() -> None:
        for _ in range(MOST_WRITES + 1):
            await guard(dict(scope), receive, send)

    anyio.run(run)
    assert answers == [500] * (MOST_WRITES + 1)
