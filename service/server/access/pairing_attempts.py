"""Limit attempts at the pairing code, over all workers and servers of one data folder together."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from service.shared.addresses import one_network
from service.shared.errors import ServiceError
from service.storage.atomic_files import publish
from service.storage.data_folder import lock

WINDOW_SECONDS: Final = 60
TRIES_OF_ONE: Final = 5
"""Limit on wrong codes of one address in a window."""
MOST_TRIES: Final = 30
"""Limit on wrong codes of all addresses together in a window: a guesser may have many addresses."""

_MOST_BYTES: Final = 65_536
"""Bytes we read of the file; `MOST_TRIES` wrong codes never take as many."""

Wrong = tuple[float, str]
"""A wrong code: its time in seconds since the epoch, and the network it came from."""


class PairingAttempts:
    """Count the wrong codes of the last `WINDOW_SECONDS`, in a file that its owner alone may read.

    Args:
        file: the file, with at most `MOST_TRIES` wrong codes; it need not exist, but its folder must.
        clock: returns seconds since the epoch.
    """

    def __init__(self, file: Path, clock: Callable[[], float]) -> None:
        self._file = file
        self._clock = clock

    def count(self, address: str, *, right: bool) -> None:
        """Count an attempt from an address, before the caller answers it.

        Raises:
            ServiceError: `too-many-tries`, for right codes too.
            OSError: if we cannot write the file; the caller must not accept an attempt that we cannot count.
        """
        network = one_network(address)
        with self._locked() as handle:
            now = self._clock()
            # We drop times in the future too: a clock that somebody set back must not lock everyone out.
            wrong = [one for one in _read(handle) if 0 <= now - one[0] < WINDOW_SECONDS]
            mine = sum(one == network for _, one in wrong)
            if mine >= TRIES_OF_ONE or len(wrong) >= MOST_TRIES:
                raise ServiceError("too-many-tries", "too many wrong codes; wait a minute, then type it again", "code")
            _write(handle, wrong if right else [*wrong, (now, network)])

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """Open the file and hold its lock, so that no other thread or process counts at the same time."""
        handle = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            publish(handle, self._file.parent)
            lock(handle, self._file.parent, fcntl.LOCK_EX)
            yield handle
        finally:
            os.close(handle)


def _read(handle: int) -> list[Wrong]:
    """Return the wrong codes in a file; a damaged file counts as empty, and the next write replaces it."""
    try:
        found = json.loads(os.pread(handle, _MOST_BYTES, 0) or b"[]")
        return [(float(when), str(network)) for when, network in found]
    except (ValueError, TypeError, RecursionError):
        return []


def _write(handle: int, wrong: list[Wrong]) -> None:
    data = json.dumps(wrong).encode("ascii")
    os.pwrite(handle, data, 0)
    os.ftruncate(handle, len(data))
