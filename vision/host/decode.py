"""Decode picture files with OpenCV."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.image.png_chunks import still
from vision.requests import Decode

Pixels = npt.NDArray[np.uint8]

_REDUCED: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def decode_file(request: Decode) -> Pixels:
    """Return the upright picture of a file, (h, w, 3) uint8 BGR.

    Grey, palette, CMYK and 16-bit pictures become 8-bit colour, transparent ones are laid on white, of an animation the
    first frame counts.

    Raises:
        VisionError: `unreadable`.
    """
    decoded = _decoded(request)
    width, height = request.size
    size = (-(-width // request.factor), -(-height // request.factor))
    if (decoded.shape[1], decoded.shape[0]) != size:
        decoded = np.asarray(cv2.resize(decoded, size, interpolation=cv2.INTER_AREA), np.uint8)
    return _turned(_on_white(decoded), request.orientation)


def _decoded(request: Decode) -> Pixels:
    """Return the stored picture (h, w) or (h, w, channels), not yet turned; a JPEG already shrunk."""
    shrunk = request.factor if request.kind == "jpeg" else 1
    flags = cv2.IMREAD_UNCHANGED if request.alpha else _REDUCED[shrunk] | cv2.IMREAD_IGNORE_ORIENTATION
    held = still(request.data) if request.kind == "png" else request.data
    try:
        decoded = cv2.imdecode(np.frombuffer(held, np.uint8), flags)
    except cv2.error:
        decoded = None
    if decoded is None:
        raise VisionError(
            "unreadable", "the picture is damaged. Take the photo again, or send it again.", request.where
        )
    if decoded.shape[:2] != (-(-request.size[1] // shrunk), -(-request.size[0] // shrunk)) or decoded.dtype != np.uint8:
        raise VisionError("unreadable", "the picture is not what its header says. Send it again.", request.where)
    return np.asarray(decoded, np.uint8)


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
