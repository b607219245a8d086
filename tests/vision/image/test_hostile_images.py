"""Hostile pictures are refused or read, and do no other harm."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import numpy as np

from tests.vision import files
from vision import decode
from vision.image.png_chunks import still

ROOT = Path(__file__).resolve().parents[3]

PIXELS = np.arange(24 * 32 * 3, dtype=np.uint32).reshape(24, 32, 3).astype(np.uint8)
PNG = files.encoded(PIXELS, ".png")


def animated(*, damaged: bool) -> bytes:
    """Return a PNG with an animation of three frames; the second frame's chunk has an illegal name."""
    picture = PNG[PNG.index(b"IDAT") - 4 :]
    (length,) = struct.unpack_from(">I", picture)
    data = picture[8 : 8 + length]

    def control(number: int) -> bytes:
        return files.png_chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, 32, 24, 0, 0, 1, 20, 0, 0))

    first = b"fcTA" if damaged else b"fcTL"
    second = b"f{AT" if damaged else b"fdAT"
    return b"".join(
        [
            PNG[:33],
            files.png_chunk(b"acTL", struct.pack(">II", 3, 0)),
            control(0).replace(b"fcTL", first),
            files.png_chunk(b"IDAT", data),
            control(0x5B000001 if damaged else 1),
            files.png_chunk(second, struct.pack(">I", 2) + data),
            control(3),
            files.png_chunk(b"fdAT", struct.pack(">I", 4) + data),
            files.png_chunk(b"IEND", b""),
        ]
    )


def test_a_damaged_animation_does_not_end_the_process() -> None:
    """OpenCV 5.0 crashes on such a file, so it gets the still picture alone, which it reads."""
    code = "import sys; from vision import decode; print(decode(sys.stdin.buffer.read()).pixels.shape)"
    done = subprocess.run(
        [sys.executable, "-c", code], input=animated(damaged=True), capture_output=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, b"(24, 32, 3)"), done.stderr


def test_of_an_animated_png_the_still_picture_is_read() -> None:
    """The decoder gets only the frame in IDAT of an animated PNG."""
    data = animated(damaged=False)
    assert (decode(data).pixels == PIXELS).all()
    assert not any(name in still(data) for name in (b"acTL", b"fcTL", b"fdAT"))


def test_a_plain_png_is_given_as_it_is() -> None:
    """A plain PNG passes unchanged, without any bytes behind its end."""
    assert still(PNG) == PNG
    assert still(PNG + b"more") == PNG
    assert still(files.with_exif(PNG, files.exif(6))) == PNG
