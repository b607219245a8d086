"""The memory that a scan frees: kept for the next one.

glibc gives the free end of its heap back to the system after every scan, some ten megabytes, and fetches it again
page by page for the next: more than a thousand page faults a scan. It stops of itself once a much larger block was
freed; here it is told to from the start.
"""

from __future__ import annotations

import ctypes
from typing import Final

KEPT: Final = 32 << 20
"""Bytes at the end of the heap that are kept: more than a scan of a photo from the page frees."""
LARGEST: Final = 16 << 20
"""Blocks of this many bytes and more, such as whole large pictures, are given back as soon as they are freed."""

_TRIM_THRESHOLD: Final = -1
_MMAP_THRESHOLD: Final = -3
"""Names of mallopt(3) in `malloc.h`."""


def keep_freed_memory() -> bool:
    """Have the C library keep up to `KEPT` bytes that were freed; says whether it can be told so (glibc can)."""
    try:
        tell = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return False
    return all(tell(name, value) == 1 for name, value in ((_TRIM_THRESHOLD, KEPT), (_MMAP_THRESHOLD, LARGEST)))
