"""An upright photo, and the choice of its file's pixels to decode."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final

from rules.input.declared_types import checked_fields
from vision.errors import VisionError
from vision.image.file_header import Header, read_header
from vision.requests import Decode, Decoded, Pixels, Steps

WORKING_SIDE: Final = 800
"""Least long side, in pixels, to which we shrink a JPEG for the first look."""

CLOSER_SIDE: Final = 1600
"""The same for the closer picture, which we decode only if tiles turn out to be small."""

FACTORS: Final = (1, 2, 4, 8)
"""Factors by which we may shrink a picture."""

MAX_BYTES: Final = 80 << 20
"""Largest file that we read, in bytes; a 120-megapixel JPEG of good quality stays below it."""

MAX_REDUCED: Final = 120_000_000
"""Most pixels of a JPEG that we decode at half size or less, row by row."""

MAX_WHOLE: Final = 40_000_000
"""Most pixels of a picture that the decoder holds whole: 120 MB at 3 bytes a pixel."""

DAMAGED: Final = "the picture is damaged. Take the photo again, or send it again."
"""Message of a host for a picture that does not decode."""


@dataclass(frozen=True, slots=True, eq=False)
@checked_fields(VisionError)
class Photo:
    """An upright picture, possibly smaller than the file it came from.

    Attributes:
        pixels: the working picture, (h, w, 3) uint8, which nobody may change.
        width, height: size of the full upright picture in pixels.
        scale: working pixels per full pixel, 0 < scale <= 1; points of the full picture times it lie in `pixels`.
        decode_ms: wall time of decoding in milliseconds; 0 if the pixels did not come from a file.
        file: the file it came from, if that holds more than `pixels`.
        damaged: whether a part of the file's picture is lost.

    Raises:
        VisionError: `bad-pixels`; `bad-scale` for sides or a scale that do not fit the pixels.
    """

    pixels: Pixels
    width: int
    height: int
    scale: float = 1.0
    decode_ms: float = 0.0
    file: PhotoFile | None = field(default=None, repr=False)
    damaged: bool = False

    def __post_init__(self) -> None:
        shape, kind = _shape(self.pixels), str(getattr(self.pixels, "dtype", "uint8"))
        if len(shape) != 3 or shape[2] != 3 or 0 in shape or kind != "uint8":
            raise VisionError("bad-pixels", f"need pixels (h, w, 3) uint8, got {shape} {kind}", "photo.pixels")
        if not 0 < self.scale <= 1:
            raise VisionError("bad-scale", f"need a scale above 0 and at most 1, got {self.scale}", "photo.scale")
        if not 0 < min(self.width, self.height) <= max(self.width, self.height) <= MAX_REDUCED:
            raise VisionError("bad-scale", f"need sides of 1 to {MAX_REDUCED} pixels", "photo.width")
        if abs(shape[1] - self.width * self.scale) > 1 or abs(shape[0] - self.height * self.scale) > 1:
            message = f"{shape[1]} x {shape[0]} is not {self.width} x {self.height} at scale {self.scale}"
            raise VisionError("bad-scale", message, "photo.scale")
        if hasattr(self.pixels, "setflags"):
            # Several threads may read one photo, so no thread may write into it. The caller's own array stays writable.
            object.__setattr__(self, "pixels", self.pixels.view())
            self.pixels.setflags(write=False)

    @property
    def area(self) -> int:
        """The area of the full upright picture in square pixels."""
        return self.width * self.height

    @classmethod
    def of(cls, pixels: Pixels) -> Photo:
        """Return a photo of upright pixels (H, W, 3) uint8 BGR at full size, such as a frame of a camera."""
        height, width = (*_shape(pixels), 1, 1)[:2]
        return cls(pixels, width, height)


def _shape(pixels: object) -> tuple[int, ...]:
    """Return the shape of pixels, empty where a caller passes something else, such as a path."""
    return tuple(getattr(pixels, "shape", ()))


@dataclass(slots=True, eq=False, repr=False)
class PhotoFile:
    """The bytes of a picture and its header.

    Attributes:
        data: the bytes.
        header: their header.
        where: the file's name, for messages.
        closer: the photo with more of its pixels, once `closer_photo` has decoded it.
    """

    data: bytes
    header: Header
    where: str
    closer: Photo | None = None


def open_photo(data: bytes, where: str = "image") -> Steps[Photo]:
    """Decode a JPEG, PNG, WebP or BMP into an upright photo.

    We decode large JPEGs at a half, a quarter or an eighth of their size, as long as the long side stays at least
    `WORKING_SIDE`; `closer_photo` gives more pixels. We shrink other large pictures after decoding, as long as the long
    side stays at least `CLOSER_SIDE`.

    Args:
        data: the bytes of the file.
        where: the file's name, for messages.

    Raises:
        VisionError: `empty`, `not-an-image`, `heic-not-supported`, `format-not-supported`, `truncated`, `unreadable`,
            `too-large`; the message says what to do.
    """
    start = perf_counter()
    if len(data) > MAX_BYTES:
        size = -(-len(data) >> 20)  # rounded up
        message = f"the file has {size} MB, at most {MAX_BYTES >> 20} MB are read. Send a smaller picture."
        raise VisionError("too-large", message, where)
    header = read_header(data, where)
    file = PhotoFile(data, header, where)
    # The host decodes other formats whole in any case: shrinking further and decoding again would gain nothing.
    first = _factor(header, WORKING_SIDE if header.kind == "jpeg" else CLOSER_SIDE)
    photo = yield from _decoded(file, first)
    more = file if first > _factor(header, CLOSER_SIDE) else None
    return replace(photo, decode_ms=(perf_counter() - start) * 1e3, file=more)


def closer_photo(photo: Photo) -> Steps[Photo]:
    """Return the same photo with more of its file's pixels, decoded once, or the photo itself if there are no more.

    Raises:
        VisionError: `unreadable`, if the file has damage that the first decoding did not meet.
    """
    file = photo.file
    if file is None:
        return photo
    if file.closer is None:
        file.closer = yield from _decoded(file, _factor(file.header, CLOSER_SIDE))
    return file.closer


def check_size(header: Header, factor: int, where: str) -> None:
    """Refuse a picture with too many pixels to decode, shrunk by `factor`; raises VisionError (`too-large`)."""
    limit = MAX_REDUCED if header.streamed and factor > 1 else MAX_WHOLE
    if header.width * header.height > limit:
        message = (
            f"the picture is {header.width} x {header.height} pixels, {limit // 1_000_000} million are the limit for "
            "this kind of file. Send a smaller picture."
        )
        raise VisionError("too-large", message, where)


def _decoded(file: PhotoFile, factor: int) -> Steps[Photo]:
    """Decode a file at one `factor`-th of its size."""
    start, header = perf_counter(), file.header
    check_size(header, factor, file.where)
    size = header.width, header.height
    decoded: Decoded = yield Decode(file.data, header.kind, size, header.orientation, header.alpha, factor, file.where)
    sides = size if header.orientation < 5 else size[::-1]
    spent, damaged = (perf_counter() - start) * 1e3, header.damaged or decoded.damaged
    return Photo(decoded.pixels, *sides, scale=1 / factor, decode_ms=spent, damaged=damaged)


def _factor(header: Header, side: int) -> int:
    """Return the largest factor by which a picture may shrink while its long side stays at least `side`."""
    long_side = max(header.width, header.height)
    return max(factor for factor in FACTORS if factor == 1 or long_side // factor >= side)
