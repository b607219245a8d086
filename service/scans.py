"""Photos read beside the event loop, no more at a time than the machine can bear."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from typing import Any

from service.errors import ServiceError
from service.flows import Document
from service.sight import load_eyes, scan_image


class ScanPool:
    """A bounded pool of scans.

    At most `workers` photos are read at once and `queue` more wait; the next one is refused at once rather than
    kept waiting behind a line that grows faster than it is served. `taken` is how many are read or wait now.
    """

    def __init__(self, workers: int, queue: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="scan")
        self._most = workers + queue
        self.taken = 0
        self._lock = Lock()

    async def scan(self, data: bytes, name: str) -> Document:
        """Read one photo; the contract's scan document.

        Raises:
            ServiceError: `busy` when the pool and its queue are full.
            VisionError, ModelError: as `service.sight.scan_image`.
        """
        with self._lock:
            if self.taken >= self._most:
                raise ServiceError("busy", "too many photos at once; try again in a few seconds", "scan")
            self.taken += 1
        try:
            future = self._pool.submit(_scan, data, name)
        except BaseException:
            self._release()
            raise
        # Freed when the work ends, not when the caller goes away: a phone that hangs up frees no processor.
        future.add_done_callback(self._release)
        return await asyncio.wrap_future(future)

    def _release(self, _: Future[Any] | None = None) -> None:
        with self._lock:
            self.taken -= 1

    def close(self) -> None:
        """Let running scans end and drop those that wait."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def _scan(data: bytes, name: str) -> Document:
    return scan_image(data, name, load_eyes()).reading.to_json(name)
