"""Run many phones at once, and measure their waits, the refusals and the server's memory."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import cycle
from math import ceil
from time import perf_counter
from typing import Final

from scripts.load.process_memory import held
from scripts.load.simulated_phone import Answer, Kind, Phone
from scripts.load.started_server import Started

REFUSED: Final = frozenset({429, 503})
"""HTTP statuses by which an overloaded server refuses a request."""

_SAMPLES: Final = 60
"""Number of memory samples in one run."""


@dataclass(frozen=True, slots=True)
class Waits:
    """Waits for `count` answers, in seconds: the 50th, 95th and 99th percentile."""

    count: int
    p50: float
    p95: float
    p99: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Waits:
        """Return the percentiles of `seconds`; all are 0 if there are none."""
        found = sorted(seconds)

        def within(part: float) -> float:
            return found[max(0, ceil(part * len(found)) - 1)] if found else 0.0

        return cls(len(found), within(0.50), within(0.95), within(0.99))


@dataclass(frozen=True, slots=True)
class Pressure:
    """The result of a run of `phones` phones over `seconds` seconds.

    Attributes:
        scans: waits for scans.
        book: waits for pages of the ledger.
        refused: waits for refusals.
        failed: number of all other answers, broken connections included.
        memory: bytes the server held, sampled evenly over the run.
    """

    phones: int
    seconds: float
    scans: Waits
    book: Waits
    refused: Waits
    failed: int
    memory: tuple[int, ...]


def press(server: Started, phones: int, seconds: float, form: tuple[bytes, str], game: str) -> Pressure:
    """Let phones scan and read the ledger as fast as the server answers; a refused phone waits for `Retry-After`.

    Args:
        server: the server to load.
        phones: number of phones at once.
        seconds: length of the run; requests begun in this time still finish.
        form: the photo, as `photo_form` makes it.
        game: the id of a game to read.

    Raises:
        RuntimeError: if the server does not read the photo.
    """
    with closing(Phone(server.host, server.port)) as first:
        # The server loads its networks on the first photo, once, so scan one before the measurement.
        first.scan(form).insist(200)
    begun = perf_counter()
    until = begun + seconds
    with _watched(server, seconds / _SAMPLES) as memory, ThreadPoolExecutor(phones) as table:
        lived = [table.submit(_live, server, until, form, game) for _ in range(phones)]
        answers = [answer for phone in lived for answer in phone.result()]
    taken = perf_counter() - begun

    def waits(fits: Callable[[Answer], bool]) -> Waits:
        return Waits.of([answer.seconds for answer in answers if fits(answer)])

    def read(kind: Kind) -> Waits:
        return waits(lambda answer: answer.kind == kind and answer.status == 200)

    refused = waits(lambda answer: answer.status in REFUSED)
    scans, book = read("scan"), read("book")
    failed = len(answers) - scans.count - book.count - refused.count
    return Pressure(phones, taken, scans, book, refused, failed, tuple(memory))


def _live(server: Started, until: float, form: tuple[bytes, str], game: str) -> list[Answer]:
    """Run one phone until `until`: a scan, then the ledger requests of the page, over and over."""
    pages = (f"games/{game}", f"games/{game}/entries?after=18", f"games/{game}/standings", "games")
    answers: list[Answer] = []
    rest = threading.Event()
    with closing(Phone(server.host, server.port)) as phone:
        for page in cycle(("", *pages)):
            if perf_counter() >= until:
                return answers
            answer = phone.read(page) if page else phone.scan(form)
            answers.append(answer)
            if answer.retry is not None:
                rest.wait(max(0.0, min(answer.retry, until - perf_counter())))
    return answers


@contextmanager
def _watched(server: Started, every: float) -> Iterator[list[int]]:
    """Sample the server's memory in bytes `every` so many seconds, until the end of the block."""
    found: list[int] = []
    done = threading.Event()

    def watch() -> None:
        while not done.wait(every):
            found.append(held(server.processes()))

    watcher = threading.Thread(target=watch, name="memory")
    watcher.start()
    try:
        yield found
    finally:
        done.set()
        watcher.join()


def begin_game(server: Started, entries: int = 20) -> str:
    """Begin a game with `entries` wins entered by hand, for phones to read; return its id.

    Raises:
        RuntimeError: if the server refuses it.
    """
    players = ["Ann", "Bea", "Cat", "Dee"]
    with closing(Phone(server.host, server.port)) as phone:
        new = phone.write("games", {"ruleset": "nmjl-1976", "card": "nmjl-1976", "players": players, "east": "Ann"})
        new.insist(201)
        game = str(json.loads(new.body)["id"])
        for number in range(entries):
            outcome = {"winner": players[number % 4], "won_by": "self-pick", "value": 25}
            win = {"kind": "win", "based_on": number, "outcome": outcome}
            phone.write(f"games/{game}/entries", win).insist(201)
    return game
