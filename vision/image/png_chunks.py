"""Remove the chunks that a PNG's still picture does not need.

Decoders of animated PNGs have crashed on damaged animation chunks, and we need the still picture alone. So the decoder
gets no other chunk than the still picture needs.

Source: PNG specification (third edition) sections 5 and 11.
"""

from __future__ import annotations

import struct
from typing import Final

_HEAD: Final = 8  # bytes of the signature
_NEEDED: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})


def still(data: bytes) -> bytes:
    """Return the file with the chunks of its still picture alone, up to and with the first IEND.

    A valid file has one `IHDR`, `PLTE` and `tRNS` each; of several the first counts. Checksums stay as they are: the
    decoder checks them. `data` must be a file that `vision.image.file_header.read_header` has walked.
    """
    view, chunks, seen = memoryview(data), [memoryview(data)[:_HEAD]], set()
    at = _HEAD
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if name in _NEEDED and (name == b"IDAT" or name not in seen):
            chunks.append(view[at:end])
        seen.add(name)
        if name == b"IEND":
            break
        at = end
    return b"".join(chunks)
