"""From the bytes of a file to an upright picture of a size worth working on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from time import perf_counter
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.image.file_header import Header, read_header
from vision.image.png_chunks import still

Pixels = npt.NDArray[np.uint8]

WORKING_SIDE: Final = 800
"""A picture is halved only while its long side stays at least this, in pixels: the first look needs no more, and
fourteen tiles across then are over 50 pixels wide each, about as many as the reader's crop has for a face."""

CLOSER_SIDE: Final = 1600
"""The same for the closer picture, which is decoded only where tiles turn out to be small."""

MAX_BYTES: Final = 80 << 20
"""Largest file read; a 120-megapixel JPEG of good quality stays below it."""

MAX_REDUCED: Final = 120_000_000
"""Most pixels of a JPEG that is decoded at half size or less, row by row."""

MAX_WHOLE: Final = 40_000_000
"""Most pixels of a picture whose decoder holds all of it: 120 MB at 3 bytes a pixel."""

_REDUCED: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright picture, possibly smaller than the file it came from.

    Attributes:
        pixels: (h, w, 3) uint8 BGR, upright, read-only: the working picture.
        width, height: of the full upright picture in pixels.
        scale: working pixels per full pixel, 0 < scale <= 1; points of the full picture times it lie in `pixels`.
        decode_ms: wall time the decoding took, milliseconds; 0 where nothing was decoded.
        file: the file it came from, where that holds more than `pixels`.
    """

    pixels: Pixels
    width: int
    height: int
    scale: float = 1.0
    decode_ms: float = 0.0
    file: PhotoFile | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if self.pixels.ndim != 3 or self.pixels.shape[2] != 3 or self.pixels.dtype != np.uint8 or not self.pixels.size:
            message = f"need pixels (h, w, 3) uint8, got {self.pixels.shape} {self.pixels.dtype}"
            raise VisionError("bad-pixels", message, "photo.pixels")
        if not 0 < self.scale <= 1:
            raise VisionError("bad-scale", f"need a scale above 0 and at most 1, got {self.scale}", "photo.scale")
        height, width = self.pixels.shape[:2]
        if abs(width - self.width * self.scale) > 1 or abs(height - self.height * self.scale) > 1:
            message = f"{width} x {height} is not {self.width} x {self.height} at scale {self.scale}"
            raise VisionError("bad-scale", message, "photo.scale")
        self.pixels.flags.writeable = False

    @classmethod
    def of(cls, pixels: Pixels) -> Photo:
        """A photo of pixels that are upright and whole already, such as a frame of a camera."""
        height, width = pixels.shape[:2]
        return cls(pixels, width, height)

    def closer(self) -> Photo:
        """The same photo with more of its file's pixels, decoded at the first call; itself where there are no more.

        Raises:
            VisionError: `unreadable`, should the file be damaged in a way the first decoding did not meet.
        """
        return self if self.file is None else self.file.closer


class PhotoFile:
    """The bytes of a picture and what its header says, from which it is decoded at several sizes."""

    def __init__(self, data: bytes, header: Header, where: str) -> None:
        self._data = data
        self._header = header
        self._where = where

    @cached_property
    def closer(self) -> Photo:
        """The photo at the size nearest above `CLOSER_SIDE`."""
        return self.photo(_factor(self._header, CLOSER_SIDE), None)

    def photo(self, factor: int, file: PhotoFile | None) -> Photo:
        """The upright photo at one `factor`-th of its size, which goes on from `file` where it is looked at closer.

        Raises:
            VisionError: `too-large`, `unreadable`.
        """
        start = perf_counter()
        header = self._header
        check_size(header, factor, self._where)
        decoded = _decoded(self._data, header, factor, self._where)
        size = (-(-header.width // factor), -(-header.height // factor))
        if (decoded.shape[1], decoded.shape[0]) != size:
            decoded = np.asarray(cv2.resize(decoded, size, interpolation=cv2.INTER_AREA), np.uint8)
        upright = _turned(_on_white(decoded), header.orientation)
        sides = (header.width, header.height) if header.orientation < 5 else (header.height, header.width)
        return Photo(upright, *sides, scale=1 / factor, decode_ms=(perf_counter() - start) * 1e3, file=file)


def decode(data: bytes, where: str = "image") -> Photo:
    """Decode a JPEG, PNG, WebP or BMP into an upright photo.

    The EXIF orientation is applied once, here. Large JPEGs are decoded at a half, a quarter or an eighth of their
    size, as long as the long side stays at least `WORKING_SIDE`; `Photo.closer` gives more of them. Other large
    pictures are shrunk afterwards, as long as it stays at least `CLOSER_SIDE`. Grey, palette, CMYK and 16-bit pictures
    become 8-bit colour, transparent ones are laid on white, of an animation the first frame counts.

    Args:
        data: the bytes of the file.
        where: the file's name, for messages.

    Raises:
        VisionError: `empty`, `not-an-image`, `heic-not-supported`, `format-not-supported`, `truncated`, `unreadable`,
            `too-large`; the message says what to do.
    """
    start = perf_counter()
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data) >> 20} MB, at most {MAX_BYTES >> 20} MB are read. Send a smaller picture."
        raise VisionError("too-large", message, where)
    header = read_header(data, where)
    file = PhotoFile(data, header, where)
    # What is not JPEG is decoded whole in any case: nothing is won by shrinking it further and decoding it again.
    first = _factor(header, WORKING_SIDE if header.kind == "jpeg" else CLOSER_SIDE)
    photo = file.photo(first, file if first > _factor(header, CLOSER_SIDE) else None)
    return replace(photo, decode_ms=(perf_counter() - start) * 1e3)


def _factor(header: Header, side: int) -> int:
    """How many times the picture may be shrunk: the largest of 1, 2, 4, 8 that leaves the long side at least `side`."""
    long_side = max(header.width, header.height)
    return max(factor for factor in _REDUCED if factor == 1 or long_side // factor >= side)


def check_size(header: Header, factor: int, where: str) -> None:
    """Refuse a picture of more pixels than are decoded, shrunk by `factor`; raises VisionError (`too-large`)."""
    limit = MAX_REDUCED if header.streamed and factor > 1 else MAX_WHOLE
    if header.width * header.height > limit:
        message = (
            f"the picture is {header.width} x {header.height} pixels, {limit // 1_000_000} million are the limit for "
            "this kind of file. Send a smaller picture."
        )
        raise VisionError("too-large", message, where)


def _decoded(data: bytes, header: Header, factor: int, where: str) -> Pixels:
    """The stored picture (h, w) or (h, w, channels), not yet turned; a JPEG already shrunk by `factor`."""
    shrunk = factor if header.kind == "jpeg" else 1
    flags = cv2.IMREAD_UNCHANGED if header.alpha else _REDUCED[shrunk] | cv2.IMREAD_IGNORE_ORIENTATION
    held = still(data) if header.kind == "png" else data
    try:
        decoded = cv2.imdecode(np.frombuffer(held, np.uint8), flags)
    except cv2.error:
        decoded = None
    if decoded is None:
        raise VisionError("unreadable", "the picture is damaged. Take the photo again, or send it again.", where)
    if decoded.shape[:2] != (-(-header.height // shrunk), -(-header.width // shrunk)) or decoded.dtype != np.uint8:
        raise VisionError("unreadable", "the picture is not what its header says. Send it again.", where)
    return np.asarray(decoded, np.uint8)


def _on_white(pixels: Pixels) -> Pixels:
    """A picture of 1, 3 or 4 channels as BGR, its transparent parts white."""
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
    if pixels.shape[2] == 3:
        return pixels
    colour, alpha = pixels[:, :, :3].astype(np.uint16), pixels[:, :, 3:].astype(np.uint16)
    return ((colour * alpha + (255 - alpha) * 255 + 127) // 255).astype(np.uint8)


def _turned(pixels: Pixels, orientation: int) -> Pixels:
    """The picture upright, by its EXIF orientation (EXIF 2.32, table 6: where row 0 and column 0 lie)."""
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
