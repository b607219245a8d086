"""Run work on photos in a bounded thread pool beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from math import ceil
from threading import Lock
from time import perf_counter
from typing import Final, ParamSpec, TypeVar

from service.shared.errors import ServiceError

_P = ParamSpec("_P")
_T = TypeVar("_T")

FIRST_GUESS: Final = 1.0
"""Estimated seconds per photo until we have measured one."""

MOST_SECONDS: Final = 30
"""Longest wait that we ask of a caller, in seconds."""

_WEIGHT: Final = 0.2
"""Weight of the newest photo in the moving average of seconds per photo."""


class BusyError(ServiceError):
    """All places are taken; `after` is the estimated time in seconds until the photos of the pool are done."""

    def __init__(self, after: int) -> None:
        super().__init__("busy", "too many photos at once; try again in a few seconds", "scan")
        self.after = after


class ScanPool:
    """A bounded thread pool for work on photos.

    The pool works on at most `workers` photos at once, lets `queue` more wait and refuses the next one at once. A phone
    takes a place before it sends its photo, so memory never holds more photos than places. `taken` counts the places in
    use.
    """

    def __init__(self, workers: int, queue: int) -> None:
        self.threads = ThreadPoolExecutor(workers, thread_name_prefix="scan")
        self.taken = 0
        self._workers, self._most = workers, workers + queue
        self._seconds = FIRST_GUESS
        self._lock = Lock()

    @contextmanager
    def place(self) -> Iterator[Place]:
        """Hold a place for the length of the `with` block, and until the work in it ends.

        Raises:
            BusyError: if all places are taken.
        """
        with self._lock:
            if self.taken >= self._most:
                served = ceil(self._seconds * self._most / self._workers)
                raise BusyError(min(MOST_SECONDS, max(1, served)))
            self.taken += 1
        place = Place(self)
        try:
            yield place
        finally:
            if not place.running:
                self.release(None)

    def release(self, seconds: float | None) -> None:
        """Free a place; `seconds` is how long its work ran, or None if it never ran."""
        with self._lock:
            self.taken -= 1
            if seconds is not None:
                self._seconds += _WEIGHT * (seconds - self._seconds)

    def close(self) -> None:
        """Wait for running work and cancel waiting work."""
        self.threads.shutdown(wait=True, cancel_futures=True)


class Place:
    """A place of a pool for one piece of work; `running` says that the pool has taken it on."""

    def __init__(self, pool: ScanPool) -> None:
        self._pool = pool
        self.running = False

    async def run(self, work: Callable[_P, _T], *arguments: _P.args, **named: _P.kwargs) -> _T:
        """Run the one piece of work of this place and return its result; its exceptions pass through."""
        begun: list[float] = []

        def timed() -> _T:
            begun.append(perf_counter())
            return work(*arguments, **named)

        def done(_: Future[_T]) -> None:
            self._pool.release(perf_counter() - begun[0] if begun else None)

        future = self._pool.threads.submit(timed)
        self.running = True
        # We free the place when the work ends, not when the phone hangs up: hanging up frees no processor.
        future.add_done_callback(done)
        return await asyncio.wrap_future(future)
