"""Decode picture files with OpenCV."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import cv2
import numpy as np

from vision.errors import VisionError
from vision.host.arrays import Pixels
from vision.image.photo import DAMAGED
from vision.image.png_chunks import clear_shade, still
from vision.requests import Decode, Decoded

_STDERR: Final = 2
_MOST: Final = 1 << 16
"""Bytes that a pipe holds."""

_WARNINGS: Final = ("Corrupt JPEG data", "Premature end of JPEG")
"""How the decoder's warnings of lost data begin."""

_EXTRA: Final = re.compile(r"(\d+) extraneous bytes before marker 0x([0-9a-f]+)")

_REDUCED: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def decode_file(request: Decode) -> Decoded:
    """Return the upright picture of a file, (h, w, 3) uint8 BGR.

    Grey, palette, CMYK and 16-bit pictures become 8-bit colour. Transparent parts of 8-bit pictures become white. Of an
    animation we decode the first frame.

    Raises:
        VisionError: `unreadable`.
    """
    decoded, damaged = _decoded(request)
    width, height = request.size
    size = (-(-width // request.factor), -(-height // request.factor))
    if (decoded.shape[1], decoded.shape[0]) != size:
        decoded = np.asarray(cv2.resize(decoded, size, interpolation=cv2.INTER_AREA), np.uint8)
    return Decoded(_turned(_on_white(decoded), request.orientation), damaged)


def _decoded(request: Decode) -> tuple[Pixels, bool]:
    """Return the stored picture (h, w) or (h, w, channels), shrunk if a JPEG, and whether it is damaged."""
    jpeg = request.kind == "jpeg"
    shrunk = request.factor if jpeg else 1
    flags = cv2.IMREAD_UNCHANGED if request.alpha else _REDUCED[shrunk] | cv2.IMREAD_IGNORE_ORIENTATION
    held = np.frombuffer(still(request.data) if request.kind == "png" else request.data, np.uint8)
    warnings: list[str] = []
    try:
        if jpeg:
            with _caught(warnings):
                decoded = cv2.imdecode(held, flags)
        else:
            decoded = cv2.imdecode(held, flags)
    except cv2.error:
        decoded = None
    if decoded is None:
        raise VisionError("unreadable", DAMAGED, request.where)
    if decoded.shape[:2] != (-(-request.size[1] // shrunk), -(-request.size[0] // shrunk)) or decoded.dtype != np.uint8:
        raise VisionError("unreadable", "the picture is not what its header says. Send it again.", request.where)
    # OpenCV leaves the transparent shade of a grey picture as it is.
    shade = clear_shade(request.data) if request.kind == "png" and request.alpha and decoded.ndim == 2 else None
    if shade is not None:
        decoded[decoded == shade] = 255
    return np.asarray(decoded, np.uint8), any(_tells_damage(line, request.data) for line in warnings)


_alone: Final = threading.Lock()


@contextmanager
def _caught(lines: list[str]) -> Iterator[None]:
    """Catch the warnings of the JPEG decoder, which it writes to standard error alone.

    Lines that other code writes in the meantime go on to standard error.
    """
    with _alone:
        try:
            before = os.dup(_STDERR)
        except OSError:  # there is no standard error
            yield
            return
        held, end = os.pipe()
        if hasattr(os, "set_blocking"):  # a child process started in the meantime may hold the other end
            os.set_blocking(held, False)
        try:
            os.dup2(end, _STDERR)
            yield
        finally:
            os.dup2(before, _STDERR)
            os.close(before)
            os.close(end)
            written = b""
            with suppress(BlockingIOError):
                written = os.read(held, _MOST)
            os.close(held)
            for line in written.decode("utf-8", "replace").splitlines():
                if line.startswith(_WARNINGS):
                    lines.append(line)
                else:
                    os.write(_STDERR, f"{line}\n".encode())


def _tells_damage(warning: str, data: bytes) -> bool:
    """Say whether a warning means lost data: extra bytes before a marker may be an encoder's padding of zeros."""
    found = _EXTRA.search(warning)
    if found is None:
        return True
    count, marker = int(found[1]), bytes((0xFF, int(found[2], 16)))
    end = data.rfind(marker)
    return any(data[max(0, end - count) : end])


def _on_white(pixels: Pixels) -> Pixels:
    """Return a picture of 1, 3 or 4 channels as BGR, its transparent parts white."""
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    if pixels.shape[2] == 3:
        return pixels
    colour, alpha = pixels[:, :, :3].astype(np.uint16), pixels[:, :, 3:].astype(np.uint16)
    return ((colour * alpha + (255 - alpha) * 255 + 127) // 255).astype(np.uint8)


def _turned(pixels: Pixels, orientation: int) -> Pixels:
    """Return the picture upright, by its EXIF orientation (EXIF 2.32, table 6: where row 0 and column 0 lie)."""
    match orientation:
        case 2:
            turned = cv2.flip(pixels, 1)
        case 3:
            turned = cv2.rotate(pixels, cv2.ROTATE_180)
        case 4:
            turned = cv2.flip(pixels, 0)
        case 5:
            turned = cv2.transpose(pixels)
        case 6:
            turned = cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE)
        case 7:
            turned = cv2.flip(cv2.transpose(pixels), -1)
        case 8:
            turned = cv2.rotate(pixels, cv2.ROTATE_90_COUNTERCLOCKWISE)
        case _:
            turned = pixels
    return np.ascontiguousarray(turned, np.uint8)
