"""A PNG file without what its picture does not need.

Decoders of the animated form have been seen to crash on damaged animation chunks, and nothing but the still picture is
wanted of any PNG: so they are given no other chunk than it takes.

Source: PNG specification (third edition) sections 5 and 11.
"""

from __future__ import annotations

import struct
from typing import Final

_HEAD: Final = 8  # bytes of the signature
_NEEDED: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})


def still(data: bytes) -> bytes:
    """The file with the chunks of its still picture alone, up to and with the first IEND.

    Of the chunks that stand once, `IHDR`, `PLTE` and `tRNS`, the first counts. Checksums stay as they are: the decoder
    checks them. `data` must be a file that `vision.image.file_header.read_header` has walked.
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
