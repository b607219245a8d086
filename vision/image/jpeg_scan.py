"""Check the coded data of a JPEG without decoding it: a part may be lost though the picture decodes.

Within coded data, 0x00 or a restart marker follows 0xFF; the markers' numbers count on from 0 to 7. An encoder writes
nothing else after 0xFF, unless the next segment begins there.

Source: JPEG ITU-T T.81, B.1.1.5 and B.2.
"""

from __future__ import annotations

import re
from typing import Final

MOST_SEGMENTS: Final = 1000
"""Most segments behind the first scan that we walk; progressive pictures have some ten scans and as many tables."""

_MARKER: Final = re.compile(rb"\xff([^\x00\xff])", re.DOTALL)
"""A marker behind its last fill byte. `re` searches a pattern that begins with one fixed byte at memory speed."""
_SEGMENTS: Final = frozenset({0xC4, 0xCC, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xFE, *range(0xE0, 0xF0)})
"""Markers of segments that may stand between two scans: tables, comments, application data, the next scan."""

_END: Final = 0xD9
_SCAN: Final = 0xDA


def is_broken(data: bytes, start: int) -> bool:
    """Say whether coded data holds bytes that no encoder writes.

    Args:
        data: the file.
        start: where the coded data of the first scan begins.
    """
    at, restarts = start, 0
    for _ in range(MOST_SEGMENTS):
        found = _MARKER.search(data, at)
        while found is not None and 0xD0 <= found[1][0] <= 0xD7:
            if found[1][0] != 0xD0 + restarts % 8:
                return True
            restarts += 1
            found = _MARKER.search(data, found.end())
        if found is None:
            return True
        marker, at = found[1][0], found.end()
        if marker == _END:
            return False
        if marker not in _SEGMENTS or at + 2 > len(data):
            return True
        at += int.from_bytes(data[at : at + 2], "big")
        if marker == _SCAN:
            restarts = 0
    return True
