"""Run phones that enter things at the same time, never give up, and remember every answer."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from tests.faults.nursery import PATIENCE

PLAYERS: Final = ("Ann", "Bea", "Cat", "Dee")
EVENING: Final = {"ruleset": "nmjl-1976", "players": list(PLAYERS)}
RACK: Final = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<{}"
"""Rack of hand 24 of the 1976 card, with a discarded tile."""

PASSING: Final = frozenset({"busy", "book-busy", "book-unreachable", "disk-full", "read-only"})
"""Error codes of machine faults, after which a phone sends the same entry again."""


@dataclass(frozen=True)
class Answer:
    """An answer of the server: its status and document."""

    status: int
    document: dict[str, Any]

    @property
    def code(self) -> str:
        """Return the code of an error, or an empty text."""
        return str(self.document.get("error", {}).get("code", ""))

    @property
    def message(self) -> str:
        """Return the message of an error."""
        return str(self.document["error"]["message"])


class Line:
    """Connection to a server that may go away and come back at the same address."""

    def __init__(self, address: str) -> None:
        self._host = urlsplit(address).netloc

    def ask(self, method: str, path: str, body: object = None) -> Answer | None:
        """Send a request for JSON; None if no answer came, and then nobody knows whether the server acted on it."""
        text = None if body is None else json.dumps(body)
        # Each request opens a connection: the server may close an idle one just when we use it.
        with closing(http.client.HTTPConnection(self._host, timeout=PATIENCE)) as connection:
            try:
                connection.request(method, f"/api/v1/{path}", text, {"Content-Type": "application/json"})
                answer = connection.getresponse()
                return Answer(answer.status, json.loads(answer.read()))
            except (OSError, http.client.HTTPException):
                return None

    def get(self, path: str) -> Answer:
        """Read something from a running server."""
        found = self.ask("GET", path)
        assert found is not None, path
        return found

    def post(self, path: str, body: object) -> Answer:
        """Post something to a running server."""
        found = self.ask("POST", path, body)
        assert found is not None, path
        return found


@dataclass(frozen=True)
class Acknowledged:
    """An entry or a game that the server acknowledged: the request and the answer."""

    path: str
    request: dict[str, Any]
    document: dict[str, Any]


@dataclass
class Diary:
    """The answers that all phones got. Safe for many threads."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    newest: dict[str, int] = field(default_factory=dict)
    happened: Counter[str] = field(default_factory=Counter)
    errors: dict[str, dict[str, Any]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, answer: Answer | None) -> None:
        """Count an answer by its status and code, and keep one error of each code."""
        with self.lock:
            if answer is None:
                self.happened["no answer"] += 1
                return
            self.happened[f"{answer.status} {answer.code}".strip()] += 1
            if answer.code:
                self.errors[answer.code] = answer.document["error"]

    def keep(self, found: Acknowledged) -> None:
        """Remember an acknowledged request."""
        with self.lock:
            self.acknowledged.append(found)
            game = found.path.split("/")[1] if "/" in found.path else None
            if game is not None:
                self.newest[game] = max(self.newest.get(game, 0), found.document["seq"])

    @property
    def count(self) -> int:
        """Count the acknowledged requests so far."""
        return len(self.acknowledged)


class Phone:
    """One phone: it sends an entry until the ledger has it or refuses it for good, and then the next one.

    Args:
        name: also the seed of its entries.
        address: of its server.
        games: the games it enters into, one after another.
        diary: where it writes down every answer.
    """

    def __init__(self, name: str, address: str, games: Sequence[str], diary: Diary) -> None:
        self._name = name
        self._line = Line(address)
        self._games = games
        self._diary = diary
        self._random = random.Random(name)
        self._known = dict.fromkeys(games, 0)
        self._mine: list[tuple[str, int]] = []
        self.stopped = threading.Event()

    def run(self, count: int) -> None:
        """Enter `count` things."""
        for number in range(count):
            if self.stopped.is_set():
                break
            game = self._games[number % len(self._games)]
            if number % 10 == 9:
                self.begin(f"{self._name}-game-{number}")
            self._enter(game, {**self._entry(game), "key": f"{self._name}-{number}", "by": self._name})

    def begin(self, key: str) -> str | None:
        """Begin a game once, however many requests that takes."""
        request = {**EVENING, "title": key, "key": key}
        answer = self._until_answered("games", lambda: request)
        if answer is None:
            return None
        self._diary.keep(Acknowledged("games", request, answer.document))
        return str(answer.document["id"])

    def _entry(self, game: str) -> dict[str, Any]:
        """Make up an event at a table: mostly a win, sometimes something rarer."""
        winner, other = self._random.sample(PLAYERS, 2)
        kind = self._random.choices(
            ("picked", "judged", "wall", "agreed", "note", "seats", "undo"), (6, 3, 3, 2, 1, 1, 2)
        )
        mine = [seq for at, seq in self._mine if at == game]
        match kind[0]:
            case "judged":
                check = {"rack": RACK.format(other)}
                return {"kind": "win", "outcome": {"winner": winner, "discarder": other}, "check": check}
            case "wall":
                return {"kind": "wall"}
            case "agreed":
                return {"kind": "penalty", "transfers": [{"from": winner, "to": other, "points": 25}]}
            case "note":
                return {"kind": "note", "note": f"{self._name} ☕ {self._random.random()}"}
            case "seats":
                return {"kind": "seats", "players": self._random.sample(PLAYERS, 4), "east": winner}
            case "undo" if mine:
                return {"kind": "undo", "undoes": self._random.choice(mine)}
        value = self._random.choice((20, 25, 30))
        return {"kind": "win", "outcome": {"winner": winner, "won_by": "self-pick", "value": value}}

    def _enter(self, game: str, entry: dict[str, Any]) -> None:
        path = f"games/{game}/entries"
        request: dict[str, Any] = {}

        def made() -> dict[str, Any]:
            nonlocal request
            request = {**entry, "based_on": self._known[game]}
            return request

        def newer(answer: Answer) -> bool:
            if answer.code == "conflict":
                self._known[game] = answer.document["error"]["version"]
            return answer.code == "conflict"

        with self._diary.lock:
            self._diary.sent.add(entry["key"])
        answer = self._until_answered(path, made, newer)
        if answer is None:
            return
        if answer.status == 422 and entry["kind"] == "undo":
            # Somebody else has changed the entry that this one would undo: the server refuses it for good.
            with self._diary.lock:
                self._diary.refused.add(entry["key"])
            return
        self._known[game] = answer.document["seq"]
        self._mine.append((game, answer.document["seq"]))
        self._diary.keep(Acknowledged(path, request, answer.document))

    def _until_answered(
        self,
        path: str,
        made: Callable[[], dict[str, Any]],
        again: Callable[[Answer], bool] = lambda _: False,
    ) -> Answer | None:
        """Send until the server acknowledges or refuses for good; return None if the phone was stopped first."""
        until = time.monotonic() + PATIENCE
        while not self.stopped.is_set():
            answer = self._line.ask("POST", path, made())
            self._diary.note(answer)
            if answer is not None and (answer.status in {200, 201} or answer.status == 422):
                return answer
            if answer is not None and not again(answer) and answer.code not in PASSING:
                with self._diary.lock:
                    self._diary.wrong.append(f"{path}: {answer}")
                return None
            if time.monotonic() > until:
                with self._diary.lock:
                    self._diary.wrong.append(f"{path}: gave up after {answer}")
                return None
            if answer is None or answer.code in PASSING:
                self.stopped.wait(self._random.uniform(0.02, 0.3))
        return None


class Watcher:
    """Looks at the games all the time, and checks that it never sees half an entry or fewer entries than before."""

    def __init__(self, address: str, games: Sequence[str], diary: Diary) -> None:
        self._line = Line(address)
        self._games = games
        self._diary = diary
        self._seen: dict[str, list[dict[str, Any]]] = {game: [] for game in games}
        self.looks = 0

    def look(self) -> None:
        """Look at every game once."""
        for game in self._games:
            with self._diary.lock:
                least = self._diary.newest.get(game, 0)
            answer = self._line.ask("GET", f"games/{game}")
            if answer is None or answer.code in PASSING:
                continue
            faults = [f"game {game}: {fault}" for fault in self._faults(game, answer, least)]
            self.looks += 1
            with self._diary.lock:
                self._diary.wrong.extend(faults)

    def _faults(self, game: str, answer: Answer, least: int) -> Iterator[str]:
        if answer.status != 200:
            yield f"answered {answer}"
            return
        found = answer.document
        entries = [without_effect(entry) for entry in found["entries"]]
        if [entry["seq"] for entry in entries] != list(range(1, found["version"] + 1)):
            yield f"version {found['version']} with entries {[entry['seq'] for entry in entries]}"
        if found["version"] < least:
            yield f"shows {found['version']} entries, {least} were acknowledged before"
        if sum(line["points"] for line in found["standings"]) != 0:
            yield f"points do not add up: {found['standings']}"
        before = self._seen[game]
        if entries[: len(before)] != before:
            yield "an entry is not what it was"
        self._seen[game] = entries


def without_effect(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry without its effect, which may change later."""
    return {name: value for name, value in entry.items() if name not in {"in_effect", "removed_by"}}


@contextmanager
def at_once(phones: Sequence[Phone], count: int, watchers: Sequence[Watcher] = ()) -> Iterator[Callable[[], bool]]:
    """Let all phones enter `count` things each while the body runs; yield a function that says if some still do.

    The end of the body waits for the phones; if the body fails, they stop.
    """
    over = threading.Event()

    def looking(watcher: Watcher) -> None:
        while not over.is_set():
            watcher.look()
            over.wait(0.1)

    writing = [threading.Thread(target=phone.run, args=(count,)) for phone in phones]
    reading = [threading.Thread(target=looking, args=(watcher,)) for watcher in watchers]
    for thread in (*writing, *reading):
        thread.start()
    try:
        yield lambda: any(thread.is_alive() for thread in writing)
        for thread in writing:
            thread.join()
    finally:
        over.set()
        for phone in phones:
            phone.stopped.set()
        for thread in (*writing, *reading):
            thread.join()


def begin_games(address: str, diary: Diary, count: int) -> list[str]:
    """Begin some games and return their ids."""
    host = Phone("host", address, (), diary)
    games = [host.begin(f"table-{number}") for number in range(count)]
    assert diary.wrong == []
    return [game for game in games if game is not None]


def wait_for_count(diary: Diary, count: int, going: Callable[[], bool]) -> None:
    """Wait until `count` requests are acknowledged, or nobody enters any more."""
    _wait_for(lambda: diary.count >= count or not going())


def wait_for_more(diary: Diary, answer: str, going: Callable[[], bool]) -> None:
    """Wait until an answer (status and code) occurs once more, or nobody enters any more."""
    before = diary.happened[answer]
    _wait_for(lambda: diary.happened[answer] > before or not going())


def _wait_for(happened: Callable[[], bool]) -> None:
    until = time.monotonic() + 5 * PATIENCE
    while not happened():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.005)
