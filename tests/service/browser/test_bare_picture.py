"""Test that we remove the metadata a browser would act on from picture files."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import Image

from service.browser.host.bare_picture import bare_picture
from vision.image.file_header import read_header

PICTURE = np.random.default_rng(31).integers(0, 256, (24, 40, 3), np.uint8)
PROFILE = b"a colour profile" * 9


def encoded(kind: str, **options: object) -> bytes:
    """Return PICTURE as a file with an EXIF orientation and a colour profile."""
    exif = Image.Exif()
    exif[0x0112] = 6
    file = BytesIO()
    Image.fromarray(PICTURE).save(file, kind, exif=exif, icc_profile=PROFILE, **options)
    return file.getvalue()


FILES = {
    "jpeg": encoded("jpeg", comment=b"said of it"),
    "jpeg-progressive": encoded("jpeg", progressive=True, quality=95),
    "png": encoded("png"),
    "webp": encoded("webp", quality=80),
    "webp-lossless": encoded("webp", lossless=True),
}


@pytest.mark.parametrize("name", FILES)
def test_pixels_stay_and_everything_else_goes(name: str) -> None:
    """The pixels stay the same; orientation and colour profile go."""
    data, kind = FILES[name], name.partition("-")[0]
    bare = bare_picture(data, kind)
    assert read_header(data).orientation == 6
    assert read_header(bare).orientation == 1
    assert (read_header(bare).width, read_header(bare).height) == (40, 24)
    assert Image.open(BytesIO(bare)).info.get("icc_profile") is None
    stored = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    before, after = (cv2.imdecode(np.frombuffer(file, np.uint8), stored) for file in (data, bare))
    assert np.array_equal(np.asarray(before), np.asarray(after))


def test_marks_of_colour_stay() -> None:
    """A JPEG keeps the segments that say how its colours are coded, since a decoder needs them."""
    file = BytesIO()
    Image.fromarray(PICTURE).convert("CMYK").save(file, "jpeg")
    bare = bare_picture(file.getvalue(), "jpeg")
    assert b"Adobe" in bare
    assert Image.open(BytesIO(bare)).mode == "CMYK"


def test_a_picture_without_anything_stays_as_it_is() -> None:
    """A picture without metadata keeps its bytes."""
    plain = cv2.imencode(".jpg", PICTURE)[1].tobytes()
    assert bare_picture(plain, "jpeg") == plain
    bitmap = cv2.imencode(".bmp", PICTURE)[1].tobytes()
    assert bare_picture(bitmap, "bmp") == bitmap
    webp = cv2.imencode(".webp", PICTURE)[1].tobytes()
    assert bare_picture(webp, "webp") == webp


def test_fill_bytes_before_a_marker_are_walked_over() -> None:
    """A JPEG may hold any number of 0xFF before a marker."""
    plain = cv2.imencode(".jpg", PICTURE)[1].tobytes()
    padded = plain[:2] + b"\xff\xff\xff\xe1" + struct.pack(">H", 6) + b"Exif" + plain[2:]
    assert bare_picture(padded, "jpeg") == plain


def test_a_png_loses_its_animation() -> None:
    """A PNG keeps only the chunks of its still picture."""
    chunk = b"acTL" + struct.pack(">II", 1, 0)
    plain = cv2.imencode(".png", PICTURE)[1].tobytes()
    moving = plain[:33] + struct.pack(">I", 8) + chunk + struct.pack(">I", zlib.crc32(chunk)) + plain[33:]
    assert b"acTL" not in bare_picture(moving, "png")


def test_bytes_behind_a_webp_stay_out_of_it() -> None:
    """What a phone or a cloud has appended to a WebP file, behind its own end, becomes no part of the picture."""
    plain = cv2.imencode(".webp", PICTURE)[1].tobytes()
    assert bare_picture(plain + b"tail" + struct.pack("<I", 4) + b"more", "webp") == plain
