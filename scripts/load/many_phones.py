"""Many phones at once: how long they wait, how many are refused, how much memory the server holds meanwhile."""

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
from typing import Any, Final

from scripts.load.process_memory import held
from scripts.load.simulated_phone import Answer, Kind, Phone, one_scan
from scripts.load.started_server import Started

REFUSED: Final = frozenset({429, 503})
"""Statuses by which a server says that it bears no more now."""

_SAMPLES: Final = 60
"""How often the memory is looked at in one run."""


@dataclass(frozen=True, slots=True)
class Waits:
    """How long answers took, in seconds: of `count`, the wait that 50, 95 and 99 of 100 stay within."""

    count: int
    p50: float
    p95: float
    p99: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Waits:
        """The waits of answers; those of none are 0."""
        found = sorted(seconds)

        def within(part: float) -> float:
            return found[max(0, ceil(part * len(found)) - 1)] if found else 0.0

        return cls(len(found), within(0.50), within(0.95), within(0.99))

    def to_json(self) -> dict[str, Any]:
        """Seconds, to a tenth of a millisecond."""
        return {"count": self.count, **{name: round(getattr(self, name), 4) for name in ("p50", "p95", "p99")}}


@dataclass(frozen=True, slots=True)
class Pressure:
    """What so many `phones` found in so many `seconds`.

    Attributes:
        scans: photos that were read.
        book: pages of the book that were read.
        refusals: requests that were refused at once: how long that took.
        failed: answers that are neither, broken connections among them.
        memory: bytes the server held, sampled evenly over the run.
    """

    phones: int
    seconds: float
    scans: Waits
    book: Waits
    refusals: Waits
    failed: int
    memory: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Waits in seconds, memory in bytes."""
        return {
            "phones": self.phones,
            "seconds": round(self.seconds, 1),
            "scans": self.scans.to_json(),
            "book": self.book.to_json(),
            "refused": self.refusals.to_json(),
            "failed": self.failed,
            "memory": list(self.memory),
        }


def press(server: Started, phones: int, seconds: float, form: tuple[bytes, str], game: str) -> Pressure:
    """Let phones scan and read the book, each as fast as it is answered; one that is refused waits as it is told.

    Args:
        server: where.
        phones: how many at once.
        seconds: for how long; what was begun by then is waited for.
        form: the photo, as `photo_form` makes it.
        game: the id of a game to read.

    Raises:
        RuntimeError: where the server does not read the photo.
    """
    with closing(Phone(server.host, server.port)) as first:
        # The first photo waits for the networks to be loaded, which happens once in the life of a server.
        one_scan(first, form)()
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

    refusals = waits(lambda answer: answer.status in REFUSED)
    scans, book = read("scan"), read("book")
    failed = len(answers) - scans.count - book.count - refusals.count
    return Pressure(phones, taken, scans, book, refusals, failed, tuple(memory))


def _live(server: Started, until: float, form: tuple[bytes, str], game: str) -> list[Answer]:
    """One phone's evening: a scan, then a look at the book, as the page asks for it."""
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
    """Samples of the server's memory, `every` so many seconds, as long as the work inside lasts."""
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
    """The id of a new game with so many wins by hand, for phones to read.

    Raises:
        RuntimeError: where the server refuses it.
    """
    players = ["Ann", "Bea", "Cat", "Dee"]
    with closing(Phone(server.host, server.port)) as phone:
        new = phone.write("games", {"ruleset": "nmjl-1976", "card": "nmjl-1976", "players": players, "east": "Ann"})
        _insist(new)
        game = str(json.loads(new.body)["id"])
        for number in range(entries):
            outcome = {"winner": players[number % 4], "won_by": "self-pick", "value": 25}
            _insist(phone.write(f"games/{game}/entries", {"kind": "win", "based_on": number, "outcome": outcome}))
    return game


def _insist(answer: Answer) -> None:
    if answer.status != 201:
        raise RuntimeError(f"the book answered {answer.status}: {answer.body[:300]!r}")
