"""Make picture files for tests, some of them byte by byte."""

import struct
import zlib

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]


def encoded(pixels: npt.NDArray[np.integer], kind: str, *flags: int) -> bytes:
    """Encode a picture (h, w) or (h, w, channels) as a file of this kind (".jpg", ".png" ...)."""
    return bytes(cv2.imencode(kind, pixels, list(flags))[1].tobytes())


def exif(orientation: int, order: str = "<") -> bytes:
    """Return an EXIF block with an orientation after another tag, in either byte order."""
    mark = {"<": b"II", ">": b"MM"}[order]
    make = struct.pack(f"{order}HHII", 0x010F, 2, 4, 0x00414243)
    turn = struct.pack(f"{order}HHIHH", 0x0112, 3, 1, orientation, 0)
    return mark + struct.pack(f"{order}HIH", 42, 8, 2) + make + turn + struct.pack(f"{order}I", 0)


def with_exif(data: bytes, block: bytes) -> bytes:
    """Return the same JPEG, PNG or WebP file with an EXIF block."""
    if data.startswith(b"\xff\xd8"):
        body = b"Exif\0\0" + block
        return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]
    if data.startswith(b"\x89PNG"):
        return data[:33] + png_chunk(b"eXIf", block) + data[33:]
    (width, height) = webp_size(data)
    picture = data[12:]
    large = b"VP8X" + struct.pack("<I", 10) + b"\x08\0\0\0" + (width - 1).to_bytes(3, "little")
    large += (height - 1).to_bytes(3, "little")
    body = b"WEBP" + large + picture + b"EXIF" + struct.pack("<I", len(block)) + block + b"\0" * (len(block) & 1)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def webp_size(data: bytes) -> tuple[int, int]:
    """Return width and height of a WebP file from the decoder."""
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    return pixels.shape[1], pixels.shape[0]


def png_chunk(name: bytes, body: bytes) -> bytes:
    """Return one PNG chunk with its length and checksum."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_of(width: int, height: int, body: bytes = b"") -> bytes:
    """Return a PNG file that claims a size, whatever its data holds."""
    head = png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + png_chunk(b"IDAT", body) + png_chunk(b"IEND", b"")


def jpeg_claiming(width: int, height: int, data: bytes) -> bytes:
    """Return the JPEG file with another size in its frame header."""
    at = 2
    while not 0xC0 <= data[at + 1] <= 0xC2:
        at += 2 + int(struct.unpack_from(">H", data, at + 2)[0])
    return data[: at + 5] + struct.pack(">HH", height, width) + data[at + 9 :]


def cmyk_jpeg(dc: tuple[int, int, int, int]) -> bytes:
    """Return an 8 x 8 CMYK JPEG, as print shops make them: each component flat, from its first coefficient.

    Coefficients are from -128 to 127 (in units of a grey value, quantised by 8). The Adobe marker in the file means
    CMYK, inverted.
    """
    quantised = b"\xff\xdb\x00\x43\x00" + b"\x08" * 64
    adobe = b"\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00"
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 20, 8, 8, 8, 4)
    frame += b"".join(bytes([index + 1, 0x11, 0]) for index in range(4))
    # Two Huffman tables: every difference has 8 bits (code 0), every block ends at once (code 0).
    tables = b"\xff\xc4\x00\x14\x00" + b"\x01" + b"\0" * 15 + b"\x08"
    tables += b"\xff\xc4\x00\x14\x10" + b"\x01" + b"\0" * 15 + b"\x00"
    scan = b"\xff\xda" + struct.pack(">HB", 14, 4) + b"".join(bytes([index + 1, 0]) for index in range(4)) + b"\0\x3f\0"
    bits = ""
    for value in dc:
        assert 128 <= abs(value) <= 255  # the values with eight bits
        bits += "0" + format(value if value > 0 else value + 255, "08b") + "0"
    bits += "1" * (-len(bits) % 8)
    body = b"".join(
        byte + (b"\0" if byte == b"\xff" else b"")
        for byte in (bytes([int(bits[at : at + 8], 2)]) for at in range(0, len(bits), 8))
    )
    return b"\xff\xd8" + adobe + quantised + frame + tables + scan + body + b"\xff\xd9"
