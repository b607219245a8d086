"""Memory that pictures within one call are laid out in, kept for the next call.

A scan lays out some five megabytes for a moment. In a process that gives freed memory back to the system at once, as
the C library does where larger pictures come and go, they would be fetched page by page every time: a tenth of a scan.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

LARGEST: Final = 8 << 20
"""Bytes of a buffer that is kept: what photos of 4 by 3 are worked on in needs less. Closer pictures, decoded where
tiles are small, need more and are laid out anew."""

SETS: Final = 4
"""Sets of buffers that are kept: as many as there are calls at once on the machines that this is for."""


class BufferPool:
    """Arrays by name. For one call at a time: what a name held before is written over."""

    def __init__(self) -> None:
        self._held: dict[str, Pixels] = {}

    def take(self, name: str, shape: tuple[int, ...]) -> Pixels:
        """An array of this shape, of which nothing is known; the last one of this name is no longer the caller's."""
        size = math.prod(shape)
        if size > LARGEST:
            return np.empty(shape, np.uint8)
        held = self._held.get(name)
        if held is None or len(held) < size:
            held = self._held[name] = np.empty(size, np.uint8)
        return held[:size].reshape(shape)


_spare: deque[BufferPool] = deque(maxlen=SETS)


@contextmanager
def buffers() -> Iterator[BufferPool]:
    """A set of buffers, nobody else's until the end of the block; no array of it may be used after that."""
    try:
        mine = _spare.pop()
    except IndexError:
        mine = BufferPool()
    try:
        yield mine
    finally:
        _spare.append(mine)
