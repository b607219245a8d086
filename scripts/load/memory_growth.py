"""Measure whether memory grows from scan to scan, in the library and in the server."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import cycle
from multiprocessing import get_context
from typing import Any, Final

from scripts.load.process_memory import Slope, held, slope
from scripts.load.simulated_phone import Phone, photo_form
from scripts.load.started_server import Started
from service.photos.scanner import scan_image
from service.shared.networks import load_networks

SAMPLES: Final = 100
"""Number of memory samples after the warm-up."""

LEAST_SCANS: Final = 120
"""Fewest scans that tell a growth: one for each sample, and those of the warm-up."""

WARM: Final = 0.2
"""Warm-up, as a share of a run: pools, caches and the heap fill up in the first scans."""

LONG_RUN: Final = 100_000
"""Scans between two starts of a server: a thousand racks a week for two years."""

MOST_ADDED: Final = 0.1
"""Share of its memory that a process may add in `LONG_RUN` scans; less is the allocator's own bookkeeping."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The growth of a process's memory over `scans` scans.

    Attributes:
        memory: bytes held, sampled evenly over all scans.
        slope: bytes per scan, over the scans after the warm-up.
    """

    scans: int
    memory: tuple[int, ...]
    slope: Slope

    @property
    def added(self) -> float:
        """Return the bytes that `LONG_RUN` scans would add at this rate."""
        return self.slope.value * LONG_RUN

    @property
    def grows(self) -> bool:
        """Return whether the growth is significant and exceeds `MOST_ADDED` in a long run."""
        return self.slope.grows and self.added > MOST_ADDED * self.memory[0]

    def to_json(self) -> dict[str, Any]:
        """Return the result in bytes, and bytes per scan."""
        return {
            "scans": self.scans,
            "bytes_a_scan": round(self.slope.value, 1),
            "error": round(self.slope.error, 1),
            "grows": self.grows,
            "memory": list(self.memory),
        }


def growth(scan: Callable[[], object], memory: Callable[[], int], scans: int) -> Growth:
    """Scan `scans` times, and sample the memory in between.

    Args:
        scan: does one scan.
        memory: returns the bytes held.
        scans: number of scans, at least `LEAST_SCANS`.

    Raises:
        ValueError: for fewer scans.
    """
    if scans < LEAST_SCANS:
        raise ValueError(f"{scans} scans say nothing of growth; at least {LEAST_SCANS} do")
    every = scans * (1 - WARM) / SAMPLES
    found = []
    for number in range(1, scans + 1):
        scan()
        if number % every < 1:
            found.append(memory())
    return Growth(scans, tuple(found), slope(found[-SAMPLES:], every))


def library_growth(photos: Sequence[bytes], scans: int) -> Growth:
    """Scan photos in turns without a server, in a new process, because memory freed in this one would hide a growth.

    Raises:
        ValueError: for too few scans.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
        return alone.submit(_in_the_library, photos, scans).result()


def _in_the_library(photos: Sequence[bytes], scans: int) -> Growth:
    networks, turns = load_networks(), cycle(photos)
    return growth(
        lambda: scan_image(next(turns), "photo.jpg", networks)[1].to_json("photo.jpg"),
        lambda: held([os.getpid()]),
        scans,
    )


def server_growth(server: Started, photos: Sequence[bytes], scans: int) -> Growth:
    """Scan photos in turns over http.

    Raises:
        ValueError: for too few scans.
        RuntimeError: if the server refuses a scan.
    """
    with closing(Phone(server.host, server.port)) as phone:
        forms = cycle([photo_form(photo) for photo in photos])
        return growth(lambda: phone.scan(next(forms)).insist(200), lambda: held(server.processes()), scans)
