"""Test several worker processes behind one address: shared ledger, count of wrong codes, camera sessions and end."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import socket
import urllib.request
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from scripts.load.many_phones import begin_game
from scripts.load.process_memory import family
from scripts.load.simulated_phone import Phone, photo_form
from scripts.load.started_server import Started
from service.server.access.pairing_attempts import TRIES_OF_ONE
from service.server.access.policy import make_access
from service.server.listener import Job
from service.server.transport.worker_messages import WorkerMessages
from service.server.workers import run_workers
from service.shared.errors import ServiceError
from service.shared.settings import Settings
from service.tilesets.tileset_store import TileSetStore, sets_folder
from tests.service.helpers import jpeg, table_cloth
from tests.service.postgres import Postgres, running_postgres
from tests.service.running_server import PATIENCE, running_server, wait_until
from vision import empty_tile_set
from vision.host.networks import Classifier


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests."""
    with running_postgres() as server:
        yield server


@contextmanager
def _started(size: int, *options: str, **environment: str) -> Iterator[Started]:
    """Start a server with `size` workers."""
    with running_server("--workers", str(size), *options, environment=environment) as server:
        yield Started(server.told["host"], server.told["port"], server.process.pid)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """A server with two workers."""
    with _started(2, RACKCHECK_DATA_DIR=str(tmp_path_factory.mktemp("pair"))) as server:
        yield server


def _workers(pid: int) -> list[int]:
    """Return the process ids of a server's workers."""
    found = []
    for process in family(pid)[1:]:
        try:
            if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes():
                found.append(process)
        except OSError:
            continue
    return found


def _worked(process: int) -> int:
    """Return a process's processor time in ticks."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _enter(server: Started, game: str, name: str, entries: int) -> list[str]:
    """Enter notes, each over its own connection and based on the newest entry; return the acknowledged keys."""
    known, kept = 0, []
    for number in range(entries):
        key = f"{name}-{number}"
        while True:
            with closing(Phone(server.host, server.port)) as phone:
                note = {"kind": "note", "based_on": known, "key": key, "note": key, "by": name}
                answer = phone.write(f"games/{game}/entries", note)
            document = json.loads(answer.body)
            if answer.status in {200, 201}:
                known = document["seq"]
                kept.append(key)
                break
            assert answer.status in {409, 503}, document
            known = document["error"].get("version", known)
    return kept


@pytest.mark.parametrize("size", [2, 4])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_workers_write_and_read_one_book(kind: str, size: int, request: pytest.FixtureRequest) -> None:
    """Six phones enter at once: each acknowledged entry is there once, in one order, and every worker took part."""
    environment = {}
    if kind == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        environment["RACKCHECK_DATABASE_URL"] = server.new_database()
    shared = nullcontext(request.getfixturevalue("pair")) if (kind, size) == ("sqlite", 2) else None
    with shared or _started(size, **environment) as running:
        wait_until(lambda: len(_workers(running.pid)) == size)
        game = begin_game(running, 0)
        before = {worker: _worked(worker) for worker in _workers(running.pid)}
        with ThreadPoolExecutor(6) as phones:
            kept = [
                key for keys in phones.map(lambda at: _enter(running, game, f"phone{at}", 10), range(6)) for key in keys
            ]
        with closing(Phone(running.host, running.port)) as phone:
            entries = json.loads(phone.read(f"games/{game}/entries").body)["entries"]
        assert [entry["seq"] for entry in entries] == list(range(1, 61))
        assert Counter(entry["note"] for entry in entries) == Counter(kept)
        assert all(_worked(worker) > before[worker] for worker in before)


def test_an_entry_reaches_the_streams_of_all_workers(pair: Started) -> None:
    """An entry through any worker reaches the event streams of all workers."""
    game = begin_game(pair, 1)
    address = f"http://{pair.host}:{pair.port}/api/v1/games/{game}/events?after=1"
    streams = [urllib.request.urlopen(address, timeout=PATIENCE) for _ in range(8)]
    try:
        for stream in streams:
            assert _event(stream) == ("state", 1)
        _enter(pair, game, "one", 1)
        for stream in streams:
            assert [_event(stream), _event(stream)] == [("entry", 2), ("state", 2)]
    finally:
        for stream in streams:
            stream.close()


def _event(stream: Any) -> tuple[str, int]:  # noqa: ANN401 - an open answer
    """Return kind and number of a stream's next event."""
    found: dict[str, str] = {}
    for line in stream:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if not name and "event" in found:
            return found["event"], int(found["id"])
        found[name] = value
    pytest.fail("the stream ended")


@pytest.mark.usefixtures("networks_wanted")
def test_a_camera_is_followed_whichever_worker_receives_its_pictures(pair: Started) -> None:
    """Each frame comes over a new connection, yet all belong to one session, and each counts once."""
    begun: set[str] = set()
    # The system picks the worker for a connection; with several at a time both workers get some.
    with ThreadPoolExecutor(4) as phones:
        for _ in range(10):
            taken = phones.map(lambda _: _look(pair, None, 0), range(4))
            begun |= {look["session"].partition(".")[0] for look in taken if "session" in look}
            if len(begun) > 1:
                break
    assert begun == {"0", "1"}
    session = _look(pair, None, 0)["session"]
    looks = [_look(pair, session, at) for at in range(1, 9)]
    assert {look["session"] for look in looks} == {session}
    assert [look["looks"] for look in looks] == sorted({look["looks"] for look in looks})
    assert _look(pair, "1.nobody", 1)["error"]["code"] == "unknown-session"
    assert _look(pair, "7.nobody", 1)["error"]["code"] == "unknown-session"
    assert _look(pair, session, 1)["error"]["code"] == "bad-time"


def _look(server: Started, session: str | None, at: float) -> dict[str, Any]:
    """Send one frame of a camera over its own connection."""
    body, kind = photo_form(jpeg(table_cloth(120, 160)))
    fields = {"time": str(at), **({} if session is None else {"session": session})}
    edge = kind.partition("boundary=")[2]
    for name, value in fields.items():
        field = f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        body = field.encode() + body
    return _post(server, "live", body, {"Content-Type": kind})[1]


def _post(server: Started, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, dict[str, Any]]:
    asked = urllib.request.Request(f"http://{server.host}:{server.port}/api/v1/{path}", body, headers)
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return answer.status, {
                **json.load(answer),
                "cookie": answer.headers.get("Set-Cookie", "").partition(";")[0],
            }
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_workers_let_in_and_keep_out_alike() -> None:
    """A phone paired with one worker is paired with all; wrong codes count together, so workers add no tries."""
    with _started(2, RACKCHECK_PAIRING_CODE="7KQ2-MXRA") as server:

        def pair(code: str) -> tuple[int, dict[str, Any]]:
            return _post(server, "pair", json.dumps({"code": code}).encode(), {"Content-Type": "application/json"})

        cookie = pair("7kq2mxra")[1]["cookie"]
        for _ in range(12):
            asked = urllib.request.Request(f"http://{server.host}:{server.port}/healthz", headers={"Cookie": cookie})
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                assert answer.status == 200
        assert [pair("WRONG")[0] for _ in range(TRIES_OF_ONE + 7)] == [403] * TRIES_OF_ONE + [429] * 7
        assert pair("7kq2mxra")[0] == 429


def test_a_worker_that_dies_is_replaced(pair: Started) -> None:
    """While a dead worker is replaced the other one answers; soon there are two again."""
    wait_until(lambda: len(_workers(pair.pid)) == 2)
    victim, other = _workers(pair.pid)
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: victim not in _workers(pair.pid))
    wait_until(lambda: len(_workers(pair.pid)) == 2)
    assert other in _workers(pair.pid)
    for _ in range(6):
        with urllib.request.urlopen(f"http://{pair.host}:{pair.port}/healthz", timeout=PATIENCE) as answer:
            assert answer.status == 200


def test_a_worker_is_replaced_though_the_set_of_the_server_is_gone(data_dir: Path) -> None:
    """If the server's tile set was deleted, a new worker starts without it."""
    TileSetStore(sets_folder(data_dir), files=False).add(empty_tile_set("Oak", Classifier.load().card))
    with _started(2, "--set", "Oak") as server:
        wait_until(lambda: len(_workers(server.pid)) == 2)
        TileSetStore(sets_folder(data_dir), files=False).delete("Oak")
        for victim in _workers(server.pid):
            os.kill(victim, signal.SIGKILL)
            wait_until(lambda: victim not in _workers(server.pid))  # noqa: B023 - asked before the next one
        wait_until(lambda: len(_workers(server.pid)) == 2)
        body, kind = photo_form(jpeg(table_cloth()))
        status, told = _post(server, "scan", body, {"Content-Type": kind})
        assert (status, told.get("set")) == (200, None)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda sign: sign.name)
def test_workers_end_with_their_server(stop: signal.Signals) -> None:
    """However the server ends, no worker remains and nothing is printed; the status is that of one process."""
    with running_server("--workers", "2", new=True) as server:
        assert server.told["workers"] == 2
        with urllib.request.urlopen(f"{server.address}healthz", timeout=PATIENCE) as answer:
            assert answer.status == 200
        wait_until(lambda: len(_workers(server.process.pid)) == 2)
        workers = _workers(server.process.pid)
        server.process.send_signal(stop)
        _, err = server.process.communicate(timeout=PATIENCE)
    assert server.process.returncode == (0 if stop is signal.SIGINT else -stop)
    assert "Traceback" not in err
    wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))


def test_workers_that_cannot_start_end_the_server(data_dir: Path) -> None:
    """If no worker can start, the server ends with an error instead of starting workers for ever."""
    chosen = Settings(data_dir=data_dir)
    job = Job(chosen, make_access(chosen, pairing=False), None, "a set that nobody has taught")
    before = signal.getsignal(signal.SIGTERM)
    with socket.create_server(("127.0.0.1", 0)) as listener, pytest.raises(ServiceError) as error:
        run_workers(job, listener, 2)
    assert error.value.code == "worker-failed"
    assert signal.getsignal(signal.SIGTERM) is before


def test_workers_ask_each_other(tmp_path: Path) -> None:
    """A question with bytes arrives whole, its error is raised at the caller, and a dead worker is reported."""
    told = []

    async def answering(question: dict[str, Any], data: bytes) -> dict[str, Any]:
        told.append(question)
        if question.get("ask") == "trouble":
            raise ServiceError("too-tired", "ask tomorrow", "worker")
        return {"length": len(data)}

    async def talk() -> None:
        first, second = WorkerMessages(0, 3, tmp_path), WorkerMessages(1, 3, tmp_path)
        listening = await second.listen(answering)
        assert listening is not None
        assert await first.ask(1, {"ask": "size"}, b"x" * 300_000) == {"length": 300_000}
        with pytest.raises(ServiceError) as error:
            await first.ask(1, {"ask": "trouble"})
        assert (error.value.code, error.value.message, error.value.where) == ("too-tired", "ask tomorrow", "worker")
        await first.tell({"ask": "news"})
        for number in (2, 3, -1):
            with pytest.raises(ServiceError) as error:
                await first.ask(number, {})
            assert error.value.code == "worker-gone"
        listening.close()
        await listening.wait_closed()
        assert await WorkerMessages().listen(answering) is None

    with warnings.catch_warnings(record=True) as left:
        warnings.simplefilter("always")
        asyncio.run(talk())
        gc.collect()
    assert [str(one.message) for one in left] == [], "no connection stays open behind a loop that has ended"
    assert told[-1] == {"ask": "news"}
