"""How often a pairing code may be tried, counted for all workers and servers of one data folder together."""

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

WINDOW_SECONDS: Final = 60
TRIES_OF_ONE: Final = 5
"""Wrong codes that one address may send in a window."""
MOST_TRIES: Final = 30
"""Wrong codes taken from all addresses together in a window: a guesser may have many addresses."""

_MOST_BYTES: Final = 65_536
"""More than `MOST_TRIES` wrong codes ever take."""

Wrong = tuple[float, str]
"""When a wrong code came, seconds since the epoch, and from which network."""


class PairingAttempts:
    """The wrong codes of the last `WINDOW_SECONDS`, in a file that its user alone may read.

    Args:
        file: where they are kept; it need not exist, its folder must. It never holds more than `MOST_TRIES`.
        clock: seconds since the epoch.
    """

    def __init__(self, file: Path, clock: Callable[[], float]) -> None:
        self._file = file
        self._clock = clock

    def count(self, address: str, *, right: bool) -> None:
        """Count a try of an address; it is written down before it is known to have been let through.

        Raises:
            ServiceError: `too-many-tries`, for right codes too.
            OSError: where it cannot be written down: what cannot be counted must not be tried.
        """
        network = one_network(address)
        with self._locked() as handle:
            now = self._clock()
            # A clock that was set back must not lock everyone out: what lies ahead of now is forgotten too.
            wrong = [one for one in _read(handle) if 0 <= now - one[0] < WINDOW_SECONDS]
            mine = sum(one == network for _, one in wrong)
            if mine >= TRIES_OF_ONE or len(wrong) >= MOST_TRIES:
                raise ServiceError("too-many-tries", "too many wrong codes; wait a minute, then type it again", "code")
            _write(handle, wrong if right else [*wrong, (now, network)])

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """The open file, which no other thread or process counts in meanwhile."""
        handle = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            publish(handle, self._file.parent)
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield handle
        finally:
            os.close(handle)


def _read(handle: int) -> list[Wrong]:
    """The wrong codes in a file; one that was spoilt counts as empty, and is written anew."""
    try:
        found = json.loads(os.pread(handle, _MOST_BYTES, 0) or b"[]")
        return [(float(when), str(network)) for when, network in found]
    except (ValueError, TypeError, RecursionError):
        return []


def _write(handle: int, wrong: list[Wrong]) -> None:
    data = json.dumps(wrong).encode("ascii")
    os.pwrite(handle, data, 0)
    os.ftruncate(handle, len(data))
