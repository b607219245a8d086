"""Work on photos beside the event loop, no more at a time than the machine can bear."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from math import ceil
from threading import Lock
from time import perf_counter
from types import TracebackType
from typing import Final, ParamSpec, Self, TypeVar

from service.shared.errors import ServiceError

_P = ParamSpec("_P")
_T = TypeVar("_T")

FIRST_GUESS: Final = 1.0
"""Seconds we take a photo to last before one was measured."""

MOST_SECONDS: Final = 30
"""Longest wait we ask of anybody, in seconds."""

_WEIGHT: Final = 0.2
"""Weight of the newest photo in the average."""


class BusyError(ServiceError):
    """All places are taken; in `after` seconds those who hold them now will be served."""

    def __init__(self, after: int) -> None:
        super().__init__("busy", "too many photos at once; try again in a few seconds", "scan")
        self.after = after


class ScanPool:
    """A bounded pool of work on photos.

    At most `workers` photos are worked on at once and `queue` more wait; the next one is refused at once. A phone takes
    a place before it sends its photo, so no more photos lie in memory than there are places. `taken` counts them.
    """

    def __init__(self, workers: int, queue: int) -> None:
        self.threads = ThreadPoolExecutor(workers, thread_name_prefix="scan")
        self.taken = 0
        self._workers, self._most = workers, workers + queue
        self._seconds = FIRST_GUESS
        self._lock = Lock()

    def place(self) -> Place:
        """Take a place, to be used in a `with` statement.

        Raises:
            BusyError: when all places are taken.
        """
        with self._lock:
            if self.taken >= self._most:
                served = ceil(self._seconds * self._most / self._workers)
                raise BusyError(min(MOST_SECONDS, max(1, served)))
            self.taken += 1
        return Place(self)

    def release(self, seconds: float | None) -> None:
        """Take a place back whose work lasted so long; None where there was none."""
        with self._lock:
            self.taken -= 1
            if seconds is not None:
                self._seconds += _WEIGHT * (seconds - self._seconds)

    def close(self) -> None:
        """Let running work end and drop what waits."""
        self.threads.shutdown(wait=True, cancel_futures=True)


class Place:
    """A place of a pool, for one piece of work: given back when the work ends, or when it is left without any."""

    def __init__(self, pool: ScanPool) -> None:
        self._pool = pool
        self._running = False

    def __enter__(self) -> Self:
        """Return the place itself."""
        return self

    def __exit__(self, _: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None) -> None:
        """Give the place back, unless work still runs in it."""
        if not self._running:
            self._pool.release(None)

    async def run(self, work: Callable[_P, _T], *arguments: _P.args, **named: _P.kwargs) -> _T:
        """Do the one piece of work this place is for; raises what it raises."""
        begun: list[float] = []

        def timed() -> _T:
            begun.append(perf_counter())
            return work(*arguments, **named)

        def done(_: Future[_T]) -> None:
            self._pool.release(perf_counter() - begun[0] if begun else None)

        future = self._pool.threads.submit(timed)
        self._running = True
        # The place is free when the work ends, not when the phone hangs up: that frees no processor.
        future.add_done_callback(done)
        return await asyncio.wrap_future(future)
