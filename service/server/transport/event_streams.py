"""Streams of news of a game to phones: one poll of the ledger for all phones, and one stream for each phone.

News are new entries, and evidence that was kept with a win or removed. Other programs write to the ledger too and tell
us nothing. So we ask it for the marks of all watched games twice a second, and at once after a change by this worker or
another worker of this server.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from time import monotonic
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from service.ledger.game.records import GameMark
from service.ledger.game.shown.documents import ShownGame
from service.ledger.ledger import Ledger
from service.server.transport.worker_messages import WorkerMessages
from service.shared import json_text
from service.shared.errors import ServiceError

MOST_STREAMS: Final = 64
POLL_SECONDS: Final = 0.5
HEARTBEAT_SECONDS: Final = 15.0
"""Seconds between two signs of life on a quiet stream: proxies and phones give up on a silent one."""
RETRY_MILLISECONDS: Final = 2000

_log = logging.getLogger(__name__)


class EventStreams:
    """Follow the games that phones watch. An object belongs to one event loop."""

    def __init__(self, ledger: Ledger, messages: WorkerMessages) -> None:
        self._ledger = ledger
        self._messages = messages
        self._watched: Counter[str] = Counter()
        self._marks: dict[str, GameMark] = {}
        self._news = asyncio.Event()
        self._hurry = asyncio.Event()
        self._telling: set[asyncio.Task[None]] = set()
        self._poller: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def streams(self) -> int:
        """The number of open streams."""
        return self._watched.total()

    def nudge(self) -> None:
        """Look for news at once."""
        self._hurry.set()

    def announce(self) -> None:
        """Look for news at once, and let the other workers look."""
        self.nudge()
        if self._messages.size > 1:
            telling = asyncio.create_task(self._messages.tell({"ask": "news"}))
            # The event loop holds only weak references to its tasks.
            self._telling.add(telling)
            telling.add_done_callback(self._telling.discard)

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        self._news.set()
        self._hurry.set()

    @contextmanager
    def place(self, game: str) -> Iterator[None]:
        """Hold a place for the stream of a game.

        Raises:
            ServiceError: `busy` if no place is free.
        """
        if self.streams >= MOST_STREAMS or self._closed:
            raise ServiceError("busy", "too many phones follow the games; ask again in a few seconds", "events")
        self._watched[game] += 1
        if self._poller is None or self._poller.done():
            self._poller = asyncio.create_task(self._poll())
        try:
            yield
        finally:
            self._watched[game] -= 1
            if self._watched[game] <= 0:
                del self._watched[game]
                self._marks.pop(game, None)

    async def stream(self, game: str, after: int | None) -> AsyncGenerator[bytes, None]:
        """Send the events of a game, in a `place` for it.

        They are `entry` for each entry after number `after` (None: the newest), then `state`, which comes alone where
        only the evidence changed.
        """
        try:
            yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
            sent, events = await run_in_threadpool(self._beyond, game, after)
            for event in events:
                yield event
            last = monotonic()
            polled = sent
            while not self._closed:
                before, polled = polled, self._marks.get(game, polled)
                # A poll that began before we read the game differs from `sent` too, but only once.
                if polled not in {before, sent}:
                    sent, events = await run_in_threadpool(self._beyond, game, sent.version)
                    for event in events:
                        yield event
                    last = monotonic()
                elif monotonic() - last >= HEARTBEAT_SECONDS:
                    yield b": still here\n\n"
                    last = monotonic()
                else:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(HEARTBEAT_SECONDS):
                            await self._news.wait()
        except ServiceError as error:
            # The phone connects again after a while, and gets the error as a plain answer.
            _log.warning("a stream of game %s ended: %s", game, error)

    def _beyond(self, game: str, after: int | None) -> tuple[GameMark, list[bytes]]:
        """Return the mark of a game and the events after entry `after`, ready to send; for None, no entry's."""
        # We read the mark first: what changes meanwhile is sent once more, and not missed.
        mark = self._ledger.marks([game])[game]
        # A long game takes a while to read and to write as JSON: this runs in a thread of its own.
        news = self._ledger.since(game, 0 if after is None else after)
        events = _events(news if after is not None else replace(news, entries=()))
        return replace(mark, version=news.now.version), events

    async def _poll(self) -> None:
        """Ask for the marks as long as somebody watches a game."""
        while self._watched and not self._closed:
            try:
                # A game that a restored copy of the book lacks has an empty mark, so that its streams look and end.
                found = await run_in_threadpool(self._ledger.marks, list(self._watched))
            except Exception as error:  # noqa: BLE001 - phones keep their streams through any failure and catch up
                _log.warning("the book cannot be read: %s", error)
            else:
                if any(self._marks.get(game) != mark for game, mark in found.items()):
                    self._marks.update(found)
                    self._news.set()
                    self._news = asyncio.Event()
            self._hurry.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._hurry.wait()


class EventAnswer(StreamingResponse):
    """The answer with the events of a game; it holds a place from its head to its end, and is `busy` without one."""

    def __init__(self, streams: EventStreams, game: str, after: int | None) -> None:
        events = streams.stream(game, after)
        super().__init__(events, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})
        self._place = streams.place(game)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        with self._place:
            await super().__call__(scope, receive, send)


def _events(found: ShownGame) -> list[bytes]:
    """Format entries and the state after them as events; the event id is the entry's number, so a phone can resume."""
    entries = [_event("entry", shown.entry.seq, shown) for shown in found.entries]
    return [*entries, _event("state", found.now.version, found.now)]


def _event(kind: str, number: int, document: object) -> bytes:
    return f"id: {number}\nevent: {kind}\ndata: {json_text.dumps(document)}\n\n".encode("ascii")
