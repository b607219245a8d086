"""Walk the chunks of a PNG, and remove those that its still picture does not need.

Decoders of animated PNGs have crashed on damaged animation chunks, and we need the still picture alone. So the decoder
gets no other chunk than the still picture needs.

Source: PNG specification (third edition) sections 5 and 11.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

_HEAD: Final = 8  # bytes of the signature
_SHADE: Final = 14  # bytes of the tRNS chunk of a grey picture
_NEEDED: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})


def still(data: bytes) -> bytes:
    """Return the file with the chunks of its still picture alone, up to and with the first IEND.

    A valid file has one `IHDR`, `PLTE` and `tRNS` each; of several the first counts. Checksums stay as they are: the
    decoder checks them. `data` must be a file that `vision.image.file_header.read_header` has walked.
    """
    view, kept, seen = memoryview(data), [memoryview(data)[:_HEAD]], set()
    for name, at, end in chunks(data):
        if name in _NEEDED and (name == b"IDAT" or name not in seen):
            kept.append(view[at:end])
        seen.add(name)
    return b"".join(kept)


def clear_shade(data: bytes) -> int | None:
    """Return the shade, 0 to 255, that is transparent in a grey picture of at most 8 bits; None without one."""
    most = (1 << data[24]) - 1  # of the bit depth in IHDR
    for name, at, end in chunks(data):
        if name == b"tRNS":
            # The decoder ignores one of another length.
            return (data[at + 9] & most) * 255 // most if end - at == _SHADE else None
    return None


def chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield name, beginning and end of each chunk, up to and with the first IEND, even of a cut file."""
    at, name = _HEAD, b""
    while at < len(data) and name != b"IEND":
        length, name = struct.unpack_from(">I4s", data, at)
        yield name, at, at + 12 + length
        at += 12 + length
