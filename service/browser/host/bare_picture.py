"""Strip orientation, colour profiles and animation from picture files.

Browsers differ in which of these they apply, and in how a program switches them off. Without them every browser decodes
a file alike. The coded pixels stay as they are.

Sources: JPEG ITU-T T.81 annex B; EXIF 2.32 section 4.7; WebP container specification (RFC 9649).
"""

from __future__ import annotations

import struct
from typing import Final

from vision.image.file_header import SCAN, jpeg_segments, webp_chunks
from vision.image.png_chunks import still

_KEPT: Final = frozenset({0xE0, 0xEE})
"""Markers of the JPEG segments that define the colour coding: JFIF and Adobe."""

_COMMENT: Final = 0xFE

_LEFT_OUT: Final = frozenset({b"ICCP", b"EXIF", b"XMP "})
"""Chunks of a WebP file that decoding does not need."""

_FLAGS: Final = 0b0010_1100
"""Bits of a WebP header for these chunks: profile, EXIF, XMP."""


def bare_picture(data: bytes, kind: str) -> bytes:
    """Return a picture file without orientation and colour profile.

    Args:
        data: the bytes of a file that `vision.image.file_header.read_header` accepts.
        kind: `jpeg`, `png`, `webp` or `bmp`.
    """
    match kind:
        case "jpeg":
            return _jpeg(data)
        case "png":
            return still(data)
        case "webp":
            return _webp(data)
        case _:
            return data


def _jpeg(data: bytes) -> bytes:
    """Drop the application segments and comments before the first scan."""
    view, kept = memoryview(data), [memoryview(data)[:2]]
    for marker, at, length in jpeg_segments(data):
        if marker == SCAN:
            kept.append(view[at - 4 :])
        elif marker in _KEPT or not (0xE0 <= marker <= 0xEF or marker == _COMMENT):
            kept.append(view[at - 4 : at + length])
    return b"".join(kept)


def _webp(data: bytes) -> bytes:
    """Drop the chunks of profile, EXIF and XMP, and their header bits."""
    view = memoryview(data)
    chunks: list[bytes | memoryview] = []
    for name, at, length in webp_chunks(data):
        end = at + length + (length & 1)
        if name == b"VP8X":
            chunks.append(b"".join([view[at - 8 : at], bytes([data[at] & ~_FLAGS]), view[at + 1 : end]]))
        elif name not in _LEFT_OUT:
            chunks.append(view[at - 8 : end])
    body = b"".join(chunks)
    return b"".join([b"RIFF", struct.pack("<I", 4 + len(body)), b"WEBP", body])
