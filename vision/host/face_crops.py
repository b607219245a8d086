"""Cut quads out of a picture and straighten them: the one crop code of training and of reading.

Coordinates: a pixel is a unit square, pixel (0, 0) covers [0, 1) x [0, 1), so its centre is (0.5, 0.5) and a
picture w wide spans 0..w. A scaled picture has scaled coordinates, without half-pixel corrections.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import le
from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.classification.homography import FARTHEST, crop_ends, square_to_quad
from vision.errors import VisionError
from vision.geometry import Quad, as_quads
from vision.host.arrays import Floats, Pixels
from vision.host.buffer_pool import BufferPool, buffers
from vision.requests import FACE_MARGIN, FACE_SIZE, Homography

LEAST_LEVEL: Final = 2
"""Number of halvings for which we lay out a part at least: later crops of the same picture may need them."""


def rectify(pixels: Pixels, quads: Floats, size: tuple[int, int] = FACE_SIZE, margin: float = FACE_MARGIN) -> Pixels:
    """Cut each quad out of a picture and straighten it.

    Corner 0 of a quad lands at the top left of its crop and the corners run clockwise; the quad fills the crop but for
    `margin` on each side. For faces larger than the crop we halve the picture first, so that fine print does not alias.
    Outside the picture a crop repeats the picture's edge.

    Args:
        pixels: (H, W, 3) uint8, any channel order, which the crops keep.
        quads: (N, 4, 2) float32, corners x, y in pixels of `pixels`.
        size: height and width of a crop in pixels.
        margin: share of the crop, 0 <= margin < 0.5, that lies around the quad on each side.

    Returns:
        (N, size[0], size[1], 3) uint8; N = 0 gives an empty array of that shape.

    Raises:
        VisionError: `bad-pixels`, `bad-quads` for arrays of another shape, or with values that are not finite or are
            beyond 10^8.
    """
    with cutter(pixels) as picture:
        return picture.cut(quads, size, margin)


@contextmanager
def cutter(pixels: Pixels) -> Iterator[FaceCropper]:
    """Yield a `FaceCropper` for a picture (H, W, 3) uint8, valid until the end of the block.

    Raises:
        VisionError: `bad-pixels`, as `rectify`.
    """
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8 or 0 in pixels.shape:
        message = f"need pixels (H, W, 3) uint8, got {pixels.shape} {pixels.dtype}"
        raise VisionError("bad-pixels", message, "pixels")
    with buffers() as memory:
        yield FaceCropper(pixels, memory)


class FaceCropper:
    """Cuts crops out of one picture; each call reuses the parts that an earlier one laid out."""

    def __init__(self, pixels: Pixels, memory: BufferPool) -> None:
        self._pixels = pixels
        self._memory = memory
        self._levels: list[_Part] = []

    def cut(
        self,
        quads: Floats,
        size: tuple[int, int] = FACE_SIZE,
        margin: float = FACE_MARGIN,
        homographies: Sequence[Homography] | None = None,
    ) -> Pixels:
        """Return the crops of quads, as `rectify` describes both; raises VisionError (`bad-quads`).

        `homographies` take the unit square to each quad; None computes them.
        """
        height, width = size
        quads = _checked(quads)
        crops = np.empty((len(quads), height, width, 3), np.uint8)
        if not len(quads):
            return crops
        if homographies is None:
            homographies = [square_to_quad(quad, margin) for quad in as_quads(quads)]
        maps = np.array(homographies, np.float32).reshape(-1, 3, 3)
        shrink = _shrink(quads, width * (1 - 2 * margin), height * (1 - 2 * margin))
        # Sample a face once a crop pixel, from the picture halved as often as brings face and crop nearest to one size.
        levels = np.rint(np.log2(np.maximum(shrink, 1.0))).astype(int)
        parts = self._parts(maps, margin, int(levels.max()))
        for level, part in enumerate(parts):
            chosen = np.flatnonzero(levels == level)
            if len(chosen):
                scaled = maps[chosen] * np.array([0.5**level, 0.5**level, 1.0], np.float32)[:, None]
                samples = self._memory.take("samples", (len(chosen) * height, width, 4))
                crops[chosen] = _sample(part, scaled, size, margin, samples)
        return crops

    def _parts(self, maps: Floats, margin: float, level: int) -> list[_Part]:
        """Return the part of the picture under all maps: at its own size, then halved once, and so on to `level`."""
        first, last = _under(self._pixels, maps, margin, 2 ** max(level, LEAST_LEVEL))
        held = self._levels[:1]
        if level > LEAST_LEVEL or not held or not held[0].holds(first, last):
            self._levels = [_laid_out(self._pixels, first, last, self._memory)]
        while len(self._levels) <= level:
            part = self._levels[-1]
            half = self._memory.take(f"part {len(self._levels)}", part.half_shape)
            self._levels.append(part.halved(half))
        return self._levels[: level + 1]


def _checked(quads: Floats) -> Floats:
    """Return the quads as float32 (N, 4, 2), or raise VisionError (`bad-quads`)."""
    quads = np.asarray(quads, np.float32)
    if quads.size == 0:
        return quads.reshape(0, 4, 2)
    if quads.ndim != 3 or quads.shape[1:] != (4, 2):
        raise VisionError("bad-quads", f"need quads (N, 4, 2), got {quads.shape}", "quads")
    if not np.isfinite(quads).all():
        raise VisionError("bad-quads", "a corner is not a finite number", "quads")
    if (np.abs(quads) > FARTHEST).any():
        raise VisionError("bad-quads", "a corner lies farther off than any picture reaches", "quads")
    return quads


def _shrink(quads: Floats, width: float, height: float) -> Floats:
    """Return (N,) picture pixels per crop pixel, along the side where that is most."""
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    across = np.maximum(sides[:, 0], sides[:, 2]) / width
    down = np.maximum(sides[:, 1], sides[:, 3]) / height
    shrink: Floats = np.maximum(across, down).astype(np.float32)
    return shrink


class _Part(NamedTuple):
    """A part of a picture from which we sample crops.

    Attributes:
        pixels: (h, w, 4) uint8, as large as the whole picture, but filled in the part alone. So a crop is the same
            whichever other crops we cut with it. The fourth channel is there because OpenCV samples four channels in
            half the time of three.
        first, last: x, y of the part's top left pixel, and of the one beyond its bottom right.
    """

    pixels: Pixels
    first: tuple[int, int]
    last: tuple[int, int]

    def holds(self, first: tuple[int, int], last: tuple[int, int]) -> bool:
        """Say whether the part covers everything from `first` to `last`."""
        return all(map(le, self.first, first)) and all(map(le, last, self.last))

    @property
    def half_shape(self) -> tuple[int, int, int]:
        """Shape of the pixels at half their size."""
        height, width = (max(1, side // 2) for side in self.pixels.shape[:2])
        return height, width, 4

    def halved(self, half: Pixels) -> _Part:
        """Write the part at half its size to `half`, averaged by blocks of 2 x 2, without an odd last row or column."""
        left, top = (side // 2 for side in self.first)
        right, bottom = (max(1, side // 2) for side in self.last)
        cv2.resize(
            self.pixels[2 * top : 2 * bottom, 2 * left : 2 * right],
            (right - left, bottom - top),
            half[top:bottom, left:right],
            interpolation=cv2.INTER_AREA,
        )
        return _Part(half, (left, top), (right, bottom))


def _under(pixels: Pixels, maps: Floats, margin: float, block: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return `first` and `last` of the part (`_Part`) that crops need, in whole blocks of `block` x `block` pixels.

    It holds at least one block: outside the picture a crop repeats the picture's edge.
    """
    low, high = crop_ends(margin)
    corners = maps @ np.array([[low, high, high, low], [low, low, high, high], [1, 1, 1, 1]], np.float32)
    reach = corners[:, :2] / corners[:, 2:]
    size = np.array([pixels.shape[1], pixels.shape[0]])
    # Interpolation reads the pixels around a point, at the smallest scale too.
    begin = np.floor(reach.min(axis=(0, 2)) / block - 2) * block
    end = np.ceil(reach.max(axis=(0, 2)) / block + 2) * block
    first = np.clip(begin, 0, np.maximum(size // block - 1, 0) * block).astype(int)
    last = np.clip(end, first + block, np.maximum(size, first + block)).astype(int)
    (left, top), (right, bottom) = first.tolist(), np.minimum(last, size).tolist()
    return (left, top), (right, bottom)


def _laid_out(pixels: Pixels, first: tuple[int, int], last: tuple[int, int], memory: BufferPool) -> _Part:
    """Return the part of a picture from `first` to `last`, with a fourth channel."""
    (left, top), (right, bottom) = first, last
    part = memory.take("part", (*pixels.shape[:2], 4))
    cv2.cvtColor(pixels[top:bottom, left:right], cv2.COLOR_BGR2BGRA, part[top:bottom, left:right])
    return _Part(part, first, last)


def _sample(part: _Part, maps: Floats, size: tuple[int, int], margin: float, samples: Pixels) -> Pixels:
    """Return the bilinear crops of all maps to the picture at the part's scale; `samples` holds them in one column."""
    height, width = size
    for number, between in enumerate(_between_pixels(maps, size, margin)):
        cv2.warpPerspective(
            part.pixels,
            between,
            (width, height),
            samples[number * height : (number + 1) * height],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return np.asarray(cv2.cvtColor(samples, cv2.COLOR_BGRA2BGR), np.uint8).reshape(-1, *size, 3)


def _between_pixels(maps: Floats, size: tuple[int, int], margin: float) -> npt.NDArray[np.float64]:
    """Return (N, 3, 3) projective maps from a crop's pixels to the picture's, in OpenCV's coordinates.

    In OpenCV a pixel's centre has whole numbers; here (0, 0) is the corner of the first pixel, half a pixel away.
    """
    height, width = size
    low, high = crop_ends(margin)
    across, down = (high - low) / width, (high - low) / height
    to_square = np.array([[across, 0.0, low + across / 2], [0.0, down, low + down / 2], [0.0, 0.0, 1.0]])
    to_pixels = np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]])
    return np.asarray(to_pixels @ maps.astype(np.float64) @ to_square, np.float64)


def hulls(quads: Floats | Sequence[Quad]) -> Floats:
    """Return the upright hulls (N, 4), x0, y0, x1, y1, of N quads."""
    corners = np.asarray(quads, np.float32).reshape(-1, 4, 2)
    return np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
