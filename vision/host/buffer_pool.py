"""Keep the memory of a call's temporary pictures for the next call.

A scan needs some five megabytes for a moment. If larger pictures come and go, the C library gives freed memory back to
the system at once. Without the pool every scan would then fetch its memory page by page again: a tenth of its time.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import numpy as np

from vision.host.arrays import Pixels

LARGEST: Final = 8 << 20
"""Largest buffer that we keep, in bytes: the working picture of a photo of 4 by 3 needs less. Closer pictures, which we
decode if tiles are small, need more and get new memory."""

SETS: Final = 4
"""Most sets of buffers that we keep: as many as calls run at once on the machines that we support."""


class BufferPool:
    """Arrays by name, for one call at a time: a new array of a name overwrites the last one."""

    def __init__(self) -> None:
        self._held: dict[str, Pixels] = {}

    def take(self, name: str, shape: tuple[int, ...]) -> Pixels:
        """Return an uninitialised array of this shape; the caller must not use the last one of this name again."""
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
    """Yield a set of buffers that this block alone uses; no array of it may be used after the block."""
    try:
        mine = _spare.pop()
    except IndexError:
        mine = BufferPool()
    try:
        yield mine
    finally:
        _spare.append(mine)
