"""Picture files: uploads of a phone, and pictures in a taught set."""

from __future__ import annotations

import io
import struct
import zlib
from random import Random

import cv2
import numpy as np
from PIL import Image

from tests.fuzz.mutate import mutated
from tests.fuzz.target import Target, named
from tests.vision import files
from tests.vision.toys import closer as closer_of
from vision import VisionError, decode
from vision.image.photo import CLOSER_SIDE

PATCHES = np.repeat(np.repeat(np.arange(12, dtype=np.uint8).reshape(3, 4) * 20, 8, 0), 8, 1)
COLOUR = np.dstack([PATCHES, 255 - PATCHES, PATCHES // 2])


def _pillow(kind: str, mode: str = "RGB", frames: int = 1, **options: object) -> bytes:
    made = io.BytesIO()
    picture = Image.fromarray(COLOUR).convert(mode)
    more = [picture.rotate(90 * turn) for turn in range(1, frames)]
    extra: dict[str, object] = {"save_all": True, "append_images": more, "duration": 50} if frames > 1 else {}
    picture.save(made, kind, **extra, **options)
    return made.getvalue()


def _seeds() -> tuple[bytes, ...]:
    jpeg = files.encoded(COLOUR, ".jpg")
    png = files.encoded(COLOUR, ".png")
    webp = files.encoded(COLOUR, ".webp", cv2.IMWRITE_WEBP_QUALITY, 60)
    return (
        jpeg,
        files.encoded(COLOUR, ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
        files.encoded(COLOUR, ".jpg", cv2.IMWRITE_JPEG_RST_INTERVAL, 2),
        files.encoded(PATCHES, ".jpg"),
        files.with_exif(jpeg, files.exif(6)),
        files.with_exif(jpeg, files.exif(8, ">")),
        files.cmyk_jpeg((140, -150, 200, 130)),
        _pillow("JPEG", "CMYK"),
        png,
        files.with_exif(png, files.exif(3)),
        files.encoded(COLOUR.astype(np.uint16) * 257, ".png"),
        files.encoded(np.dstack([COLOUR, PATCHES]), ".png"),
        _pillow("PNG", "P"),
        _pillow("PNG", "1"),
        _pillow("PNG", "P", transparency=3),
        _pillow("PNG", frames=3),
        webp,
        files.with_exif(webp, files.exif(5)),
        files.encoded(COLOUR, ".webp", cv2.IMWRITE_WEBP_QUALITY, 101),
        _pillow("WEBP", "RGBA", frames=3),
        files.encoded(COLOUR, ".bmp"),
        _pillow("BMP", "P"),
        _pillow("GIF", "P"),
        _pillow("TIFF"),
        jpeg + png,
        b"GIF89a/*" + jpeg,
        b"\0\0\0\x18ftypheic" + jpeg,
        b"\0\0\0\x18ftypavif" + png,
        b"%PDF-1.4" + jpeg,
        files.png_of(30_000, 30_000),
        files.png_of(5_000, 5_000, zlib.compress(bytes(1000))),
        files.jpeg_claiming(5_000, 5_000, jpeg),
    )


def _run(data: bytes) -> None:
    try:
        photo = decode(data, "a.jpg")
        closer = closer_of(photo)
    except VisionError as error:
        named(error)
        return
    for one in (photo, closer):
        assert one.pixels.dtype == np.uint8
        assert one.pixels.ndim == 3
        assert one.pixels.shape[2] == 3
        assert max(one.pixels.shape[:2]) <= max(2 * CLOSER_SIDE, max(one.width, one.height) // 8 + 1)
    assert (closer.width, closer.height) == (photo.width, photo.height)


def _craft(data: bytes, rng: Random) -> bytes:
    """Change a PNG and mend its checksums, change a RIFF and mend its length, or change a size in any other file."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png(data, rng)
    made = bytearray(mutated(data, rng, WORDS, 4096))
    if made[:4] == b"RIFF" and len(made) > 8:
        struct.pack_into("<I", made, 4, len(made) - 8)
    at = made.find(b"\xff\xc0") + 1 or made.find(b"\xff\xc2") + 1
    if at and len(made) > at + 9 and rng.random() < 0.2:
        struct.pack_into(">HH", made, at + 4, rng.choice(SIZES), rng.choice(SIZES))
    return bytes(made)


SIZES = (0, 1, 7, 33, 1600, 3000, 9000, 65_535)


def _png(data: bytes, rng: Random) -> bytes:
    chunks, at = [], 8
    while at + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        chunks.append((name, data[at + 8 : at + 8 + length]))
        at += 12 + length
    if not chunks:
        return data
    place = rng.randrange(len(chunks))
    name, body = chunks[place]
    match rng.randrange(5):
        case 0:
            chunks.insert(rng.randrange(len(chunks)), chunks[place])
        case 1 if len(chunks) > 1:
            del chunks[place]
        case 2 if name == b"IHDR" and len(body) == 13:
            size = struct.pack(">II", rng.choice(SIZES), rng.choice(SIZES))
            chunks[place] = (name, size + bytes([rng.choice((1, 2, 4, 8, 16)), rng.randrange(7)]) + body[10:])
        case 3:
            kind = rng.choice((b"tRNS", b"eXIf", b"acTL", b"fcTL", b"fdAT", b"iCCP", b"zTXt", b"PLTE", b"IDAT"))
            chunks.insert(place + 1, (kind, mutated(body, rng, WORDS, 1000)))
        case _:
            chunks[place] = (name, mutated(body, rng, WORDS, 1000))
    return data[:8] + b"".join(files.png_chunk(kind, held) for kind, held in chunks)


WORDS = (
    *(bytes([0xFF, marker]) for marker in (0xC0, 0xC1, 0xC2, 0xC4, 0xC9, 0xD8, 0xD9, 0xDA, 0xDB, 0xDD, 0xE1, 0xEE)),
    *(b"Exif\0\0", b"II*\0\x08\0\0\0", b"MM\0*\0\0\0\x08", b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0"),
    *(b"VP8X", b"VP8L", b"VP8 ", b"ALPH", b"ANIM", b"ANMF", b"EXIF", b"ICCP", b"XMP ", b"WEBP", b"RIFF"),
    *(b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\0\0\0\0", b"BM", b"GIF89a", b"ftypheic", b"ftypavif"),
)

TARGET = Target("picture files: a photo of bounded size, or a VisionError", _run, _seeds(), WORDS, craft=_craft)
