"""Read the header of a picture file, without decoding a pixel.

Decoders allocate the size that a header gives, so we check the size here first. We walk the sections of each format
with bounds checks; nothing here recurses, allocates a size from the file, or follows an offset twice.

Sources: JPEG ITU-T T.81 annex B; EXIF 2.32 section 4.6; PNG specification (third edition) section 11; WebP container
specification (RFC 9649); BMP file header as in the Windows `BITMAPFILEHEADER`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from vision.errors import VisionError
from vision.image.jpeg_scan import is_broken
from vision.image.png_chunks import chunks

Kind = Literal["jpeg", "png", "webp", "bmp"]

_SECTIONS: Final = 20_000
"""Most sections of a file that we walk; real pictures have hundreds."""

_SCANS: Final = 64
"""Most scans of a JPEG that we accept: each one is another pass over the whole picture; encoders write about ten."""

SCAN: Final = 0xDA
"""JPEG marker of a scan."""
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG markers of the frame headers."""

_HEIC_BRANDS: Final = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1", b"avif", b"avis"}

_TAKE_JPEG: Final = (
    "Take or send it as JPEG: on an iPhone choose Settings > Camera > Formats > Most Compatible, or open the photo, "
    "tap Share, then Options > Most Compatible."
)


@dataclass(frozen=True, slots=True)
class Header:
    """Facts of a picture file.

    Attributes:
        kind: the file format.
        width, height: size of the stored picture in pixels, before applying the orientation.
        orientation: EXIF orientation 1 to 8; 1 if the file has none.
        streamed: whether a decoder can go through it row by row and need not hold the whole picture.
        alpha: whether some pixels may be transparent, at 8 bits a channel.
        damaged: whether a part of the picture is lost, though it decodes.
    """

    kind: Kind
    width: int
    height: int
    orientation: int = 1
    streamed: bool = False
    alpha: bool = False
    damaged: bool = False


def read_header(data: bytes, where: str = "image") -> Header:
    """Return size, orientation and kind of a picture file.

    Raises:
        VisionError: `empty`; `heic-not-supported`; `format-not-supported` (a picture or video of a kind that we do not
            read); `not-an-image`; `truncated` (the file ends before its picture does); `unreadable` (a broken header).
    """
    if not data:
        raise VisionError("empty", "the file is empty. Take the photo again, or copy the file again.", where)
    for begins, read in _READERS:
        if data.startswith(begins):
            try:
                header = read(data)
            except (struct.error, IndexError, EOFError):
                raise _truncated(where) from None
            except _BrokenError as fault:
                raise VisionError(
                    "unreadable", f"the picture is damaged ({fault}). Take the photo again.", where
                ) from None
            if header.width < 1 or header.height < 1:
                raise VisionError("unreadable", "the picture has no pixels. Take the photo again.", where)
            return header
    raise _unknown(data, where)


class _BrokenError(Exception):
    """A header that contradicts its format."""


def _truncated(where: str) -> VisionError:
    message = "the file ends before the picture does; it was not copied completely. Send it again."
    return VisionError("truncated", message, where)


def _unknown(data: bytes, where: str) -> VisionError:
    """Return the error for a file of a format that we do not read."""
    if data[4:8] == b"ftyp":
        if data[8:12] in _HEIC_BRANDS:
            return VisionError("heic-not-supported", f"this is a HEIC or AVIF picture. {_TAKE_JPEG}", where)
        return VisionError("format-not-supported", "this is a video. Take a photo instead.", where)
    for begins, name in (
        (b"GIF8", "a GIF"),
        (b"II*\0", "a TIFF or camera raw file"),
        (b"MM\0*", "a TIFF or camera raw file"),
        (b"%PDF", "a PDF"),
        (b"\0\0\0\x0cjP  ", "a JPEG 2000 picture"),
        (b"\xff\x0a", "a JPEG XL picture"),
        (b"\0\0\0\x0cJXL ", "a JPEG XL picture"),
    ):
        if data.startswith(begins):
            return VisionError("format-not-supported", f"this is {name}. Send the photo as JPEG or PNG.", where)
    message = "this is not a picture. Send a photo as JPEG, PNG, WebP or BMP."
    return VisionError("not-an-image", message, where)


def _jpeg(data: bytes) -> Header:
    """Read the frame's size, the orientation and the scan; then look for the end marker, which a cut file lacks."""
    orientation, size, planes, sequential, scan = 1, (0, 0), 0, False, 0
    for marker, at, length in jpeg_segments(data):
        scan = at + length
        if marker == 0xE1 and data[at : at + 6] == b"Exif\0\0" and orientation == 1:
            orientation = _exif_orientation(data[at + 6 : at + length])
        elif marker in _FRAMES:
            height, width, planes = struct.unpack_from(">HHB", data, at + 1)
            size, sequential = (width, height), marker in {0xC0, 0xC1}
        elif marker == SCAN:
            sequential = sequential and data[at] == planes
    # Every 8 x 8 block of a Huffman-coded scan takes two codes of a bit or more, so fewer bytes than a 256th of the
    # pixels cannot be the whole picture, whatever marker stands at their end.
    if sequential and (len(data) - scan) * 256 < size[0] * size[1]:
        raise EOFError
    # Within a scan 0xFF is always followed by 0x00 or a restart marker, so FF D9 behind its start is a picture's end:
    # this one's, or that of a second picture some phones append. We search from the end, where it stands.
    if data.rfind(b"\xff\xd9", scan) < 0:
        raise EOFError
    if not sequential and data.count(b"\xff\xda", scan) > _SCANS:
        raise _BrokenError("too many JPEG scans")
    return Header("jpeg", *size, orientation=orientation, streamed=sequential, damaged=is_broken(data, scan))


def jpeg_segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield marker, start and length of the body of each segment, up to and with the first scan's header."""
    at = 2
    for _ in range(_SECTIONS):
        if data[at] != 0xFF:
            raise _BrokenError("a JPEG marker is missing")
        marker = data[at + 1]
        if marker == 0xFF:  # fill byte
            at += 1
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:  # markers that stand alone
            at += 2
        elif marker == 0xD9:
            raise _BrokenError("it ends before the first scan")
        else:
            (length,) = struct.unpack_from(">H", data, at + 2)
            if length < 2:
                raise _BrokenError("a JPEG segment is shorter than its own length")
            yield marker, at + 4, length - 2
            if marker == SCAN:
                return
            at += 2 + length
    raise _BrokenError("too many JPEG segments")


def _png(data: bytes) -> Header:
    """Walk the chunks to IEND, which a cut file lacks."""
    if data[12:16] != b"IHDR":
        raise _BrokenError("a PNG does not begin with its header")
    width, height, depth, colour = struct.unpack_from(">IIBB", data, 16)
    orientation, transparent = 1, colour in {4, 6}
    for number, (name, at, end) in enumerate(chunks(data)):
        if number == _SECTIONS:
            raise _BrokenError("too many PNG chunks")
        if end > len(data):
            raise EOFError
        if name == b"eXIf":
            orientation = _exif_orientation(data[at + 8 : end - 4])
        elif name == b"tRNS":
            transparent = True
        elif name == b"IEND":
            return Header("png", width, height, orientation=orientation, alpha=transparent and depth <= 8)
    raise EOFError


def _webp(data: bytes) -> Header:
    """Read the chunks: the size stands in VP8X, else in the first picture chunk."""
    if data[8:12] != b"WEBP":
        raise _BrokenError("a RIFF file without a picture")
    size, orientation, alpha = (0, 0), 1, False
    for name, at, length in webp_chunks(data):
        if name == b"VP8X":
            alpha = bool(data[at] & 0x10)
            width, height = (int.from_bytes(data[start : start + 3], "little") for start in (at + 4, at + 7))
            size = (1 + width, 1 + height)
        elif name == b"VP8L" and size == (0, 0):
            (bits,) = struct.unpack_from("<I", data, at + 1)
            size, alpha = (1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)), bool(bits >> 28 & 1)
        elif name == b"VP8 " and size == (0, 0):
            width, height = struct.unpack_from("<HH", data, at + 6)
            size = (width & 0x3FFF, height & 0x3FFF)
        elif name == b"EXIF":
            start = at + 6 if data[at : at + 6] == b"Exif\0\0" else at
            orientation = _exif_orientation(data[start : at + length])
    return Header("webp", *size, orientation=orientation, alpha=alpha)


def webp_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield name, start and length of the body of each RIFF chunk; a byte of padding follows an odd length."""
    (riff,) = struct.unpack_from("<I", data, 4)
    if riff + 8 > len(data):
        raise EOFError
    at = 12
    for _ in range(_SECTIONS):
        if at + 8 > riff + 8:
            return
        name, length = struct.unpack_from("<4sI", data, at)
        if at + 8 + length > len(data):
            raise EOFError
        yield name, at + 8, length
        at += 8 + length + (length & 1)
    raise _BrokenError("too many WebP chunks")


def _bmp(data: bytes) -> Header:
    """Read either form of the header; a negative height means rows from the top."""
    file_size, pixels_at, header_size = struct.unpack_from("<I4xII", data, 2)
    if header_size == 12:
        width, height, _, bits = struct.unpack_from("<HHHH", data, 18)
    elif header_size >= 40:
        width, height, _, bits = struct.unpack_from("<iiHH", data, 18)
    else:
        raise _BrokenError("an unknown BMP header")
    compressed = header_size >= 40 and struct.unpack_from("<I", data, 30)[0] in {1, 2, 4, 5}
    needed = file_size if compressed else pixels_at + (abs(width) * bits + 31) // 32 * 4 * abs(height)
    if needed > len(data):
        raise EOFError
    return Header("bmp", width, abs(height))


def _exif_orientation(tiff: bytes) -> int:
    """Return the orientation tag (0x0112) in an EXIF block's first directory; 1 if it is missing or makes no sense."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 1
    try:
        magic, directory = struct.unpack_from(f"{order}HI", tiff, 2)
        if magic != 42:
            return 1
        (entries,) = struct.unpack_from(f"{order}H", tiff, directory)
        for entry in range(min(entries, 512)):
            tag, kind, count, value = struct.unpack_from(f"{order}HHIH", tiff, directory + 2 + 12 * entry)
            if tag == 0x0112:
                return int(value) if kind == 3 and count == 1 and 1 <= value <= 8 else 1
    except struct.error:
        return 1
    return 1


_READERS: Final = ((b"\xff\xd8\xff", _jpeg), (b"\x89PNG\r\n\x1a\n", _png), (b"RIFF", _webp), (b"BM", _bmp))
