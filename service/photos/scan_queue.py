"""Photos read beside the event loop, no more at a time than the machine can bear."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from math import ceil
from threading import Lock
from time import perf_counter
from types import TracebackType
from typing import Any, Final, ParamSpec, Self, TypeVar

from service.photos.scanner import load_networks, scan_image
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.tilesets.tileset_store import TileSetStore

_P = ParamSpec("_P")
_T = TypeVar("_T")


FIRST_GUESS: Final = 1.0
"""Seconds that work on a photo is taken to last before one was measured."""

MOST_SECONDS: Final = 30
"""The longest that anybody is asked to wait: a measure that is off must send nobody away for good."""

_WEIGHT: Final = 0.2
"""What the newest photo counts in the average."""


class BusyError(ServiceError):
    """All places are taken; `after` so many seconds those who have one now will be served."""

    def __init__(self, after: int) -> None:
        super().__init__("busy", "too many photos at once; try again in a few seconds", "scan")
        self.after = after


class ScanPool:
    """A bounded pool of work on photos.

    At most `workers` photos are worked on at once and `queue` more wait; the next one is refused at once rather than
    kept waiting behind a line that grows faster than it is served. A place is taken before a photo is sent, so that no
    more photos lie in memory than there are places. `taken` is how many places are taken now.
    """

    def __init__(self, workers: int, queue: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="scan")
        self._workers = workers
        self._most = workers + queue
        self._seconds = FIRST_GUESS
        self.taken = 0
        self._lock = Lock()

    def place(self) -> Place:
        """Take a place, to be used in a `with` statement.

        Raises:
            BusyError: when all places are taken.
        """
        with self._lock:
            if self.taken >= self._most:
                raise BusyError(self._after())
            self.taken += 1
        return Place(self._pool, self._release)

    def _after(self) -> int:
        """Whole seconds until all that have a place now will be served, by what photos took lately."""
        return min(MOST_SECONDS, max(1, ceil(self._seconds * self._most / self._workers)))

    def _release(self, seconds: float | None) -> None:
        """Take a place back whose work took so long; None where there was none."""
        with self._lock:
            self.taken -= 1
            if seconds is not None:
                self._seconds += _WEIGHT * (seconds - self._seconds)

    def close(self) -> None:
        """Let running work end and drop what waits."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class Place:
    """One place of a pool, for one photo: given back when its work ends, or when it is left without any."""

    def __init__(self, pool: ThreadPoolExecutor, release: Callable[[float | None], None]) -> None:
        self._pool = pool
        self._release = release
        self._running = False

    def __enter__(self) -> Self:
        """The place itself."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        """Give it back, unless work still runs in it."""
        if not self._running:
            self._release(None)

    async def run(self, work: Callable[_P, _T], *arguments: _P.args, **named: _P.kwargs) -> _T:
        """Do the one piece of work this place is for; raises what it raises."""
        begun: list[float] = []

        def timed() -> _T:
            begun.append(perf_counter())
            return work(*arguments, **named)

        def done(_: Future[Any]) -> None:
            self._release(perf_counter() - begun[0] if begun else None)

        future = self._pool.submit(timed)
        self._running = True
        # Freed when the work ends, not when the caller goes away: a phone that hangs up frees no processor.
        future.add_done_callback(done)
        return await asyncio.wrap_future(future)


def scan_document(data: bytes, name: str, sets: TileSetStore, tile_set: str | None) -> JsonObject:
    """The contract's scan document of one photo, read by a taught set too where one is named.

    Raises:
        ServiceError: `unknown-set`.
        VisionError, ModelError: as `service.photos.scanner.scan_image`.
    """
    networks = load_networks()
    if tile_set is None:
        return scan_image(data, name, networks).reading.to_json(name)
    profile = sets.load(tile_set, networks.classifier)
    others = partial(sets.others, profile.name, networks.classifier)
    return scan_image(data, name, networks, profile, others).reading.to_json(name)
