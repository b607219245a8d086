"""Quads of a picture to upright crops: the one crop code of training and of reading.

Coordinates: a pixel is a unit square, pixel (0, 0) covers [0, 1) x [0, 1), so its centre is (0.5, 0.5) and a
picture w wide spans 0..w. A scaled picture has scaled coordinates, without half-pixel corrections.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.quads import side_lengths

Pixels = npt.NDArray[np.uint8]
Quads = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float32]

FACE_SIZE: Final = (80, 64)
"""Height and width of a rectified face, in pixels."""

FACE_MARGIN: Final = 0.08
"""What lies outside the quad on each side of a crop, as a part of the crop's height or width."""

_REMAP_ROWS: Final = 32_000
"""cv2.remap refuses pictures of 32,767 rows and more."""

_NEAREST_DEPTH: Final = 0.05
"""Smallest projective weight in a crop: a quad that folds over itself samples far away rather than at infinity."""


def rectify(pixels: Pixels, quads: Quads, size: tuple[int, int] = FACE_SIZE, margin: float = FACE_MARGIN) -> Pixels:
    """Cut each quad out of a picture and straighten it.

    Corner 0 of a quad lands at the top left of its crop and the corners run clockwise; the quad fills the crop but for
    `margin` on each side. Faces larger than the crop are averaged, not point-sampled, so fine print does not alias.
    What lies outside the picture repeats its edge.

    Args:
        pixels: (H, W, 3) uint8, any channel order, which the crops keep.
        quads: (N, 4, 2) float32, corners x, y in pixels of `pixels`.
        size: height and width of a crop in pixels.
        margin: part of the crop, 0 <= margin < 0.5, that is left around the quad on each side.

    Returns:
        (N, size[0], size[1], 3) uint8; N = 0 gives an empty array of that shape.

    Raises:
        VisionError: `bad-pixels`, `bad-quads` for arrays of another shape or with values that are not finite.
    """
    height, width = size
    quads = _checked(pixels, quads)
    crops = np.empty((len(quads), height, width, 3), np.uint8)
    if not len(quads):
        return crops
    maps = square_to_quad(quads, margin)
    shrink = _shrink(quads, width * (1 - 2 * margin), height * (1 - 2 * margin))
    # A face is sampled at twice the crop's resolution and averaged 2 x 2; what is more than twice too large is read
    # from a picture halved as often as needed. Faces no larger than the crop are sampled once a pixel.
    levels = np.ceil(np.log2(np.maximum(shrink, 2.0) / 2.0)).astype(int)
    fine = shrink > 1.0
    part = _under(pixels, maps, margin, 2 ** int(levels.max()))
    for level in range(int(levels.max()) + 1):
        if level:
            part = part.halved()
        for doubled in (False, True):
            chosen = np.flatnonzero((levels == level) & (fine == doubled))
            if len(chosen):
                scaled = maps[chosen] * np.array([0.5**level, 0.5**level, 1.0], np.float32)[:, None]
                crops[chosen] = _sample(part, scaled, (height, width), margin, 1 + doubled)
    return crops


def _checked(pixels: Pixels, quads: Quads) -> Quads:
    """The quads as float32 (N, 4, 2), or the error."""
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8 or 0 in pixels.shape:
        message = f"need pixels (H, W, 3) uint8, got {pixels.shape} {pixels.dtype}"
        raise VisionError("bad-pixels", message, "pixels")
    quads = np.asarray(quads, np.float32)
    if quads.size == 0:
        return quads.reshape(0, 4, 2)
    if quads.ndim != 3 or quads.shape[1:] != (4, 2):
        raise VisionError("bad-quads", f"need quads (N, 4, 2), got {quads.shape}", "quads")
    if not np.isfinite(quads).all():
        raise VisionError("bad-quads", "a corner is not a finite number", "quads")
    return quads


def _shrink(quads: Quads, width: float, height: float) -> Floats:
    """(N,) how many picture pixels go into one crop pixel, along the side where that is most."""
    sides = side_lengths(quads)
    across = np.maximum(sides[:, 0], sides[:, 2]) / width
    down = np.maximum(sides[:, 1], sides[:, 3]) / height
    shrink: Floats = np.maximum(across, down).astype(np.float32)
    return shrink


class _Part(NamedTuple):
    """A part of a picture that crops are sampled from.

    Attributes:
        pixels: (h, w, 4) uint8. It has a fourth channel because OpenCV samples four channels in half the time of three.
        origin: (2,) its left and top in the picture, at the part's scale.
        whole: nothing that is sampled lies outside of it.
    """

    pixels: Pixels
    origin: npt.NDArray[np.float64]
    whole: bool

    def halved(self) -> _Part:
        """The part at half its size, averaged by blocks of 2 x 2; an odd last row or column is left out."""
        height, width = (max(1, side // 2) for side in self.pixels.shape[:2])
        half = cv2.resize(self.pixels[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
        return _Part(np.asarray(half, np.uint8), self.origin / 2, self.whole)


def _under(pixels: Pixels, maps: Floats, margin: float, block: int) -> _Part:
    """The part of a picture that crops are sampled from.

    It begins at multiples of `block`, so that blocks of so many pixels are the same wherever the part begins.
    """
    low, high = _ends(margin)
    corners = maps @ np.array([[low, high, high, low], [low, low, high, high], [1, 1, 1, 1]], np.float32)
    reach = corners[:, :2] / corners[:, 2:]
    size = np.array([pixels.shape[1], pixels.shape[0]])
    # Interpolation takes the pixels around a point, at the smallest scale too.
    begin = np.floor(reach.min(axis=(0, 2)) / block - 2) * block
    end = np.ceil(reach.max(axis=(0, 2)) / block + 2) * block
    first = np.clip(begin, 0, (size - 1) // block * block).astype(int)
    last = np.clip(end, first + 1, size).astype(int)
    part = cv2.cvtColor(pixels[first[1] : last[1], first[0] : last[0]], cv2.COLOR_BGR2BGRA)
    whole = bool((begin >= 0).all() and (end <= size).all())
    return _Part(np.asarray(part, np.uint8), first.astype(np.float64), whole)


def _sample(part: _Part, maps: Floats, size: tuple[int, int], margin: float, times: int) -> Pixels:
    """Crops of all maps to the picture at the part's scale: bilinear at `times` the resolution, then averaged down."""
    height, width = size
    batch = max(1, _REMAP_ROWS // (height * times))
    samples = []
    for start in range(0, len(maps), batch):
        crops = _remap(part, maps[start : start + batch], (height * times, width * times), margin)
        if times > 1:
            # The crops lie one under another: one call halves them all, and no 2 x 2 block straddles two of them.
            crops = np.asarray(
                cv2.resize(crops, (width, len(crops) // times), interpolation=cv2.INTER_AREA), dtype=np.uint8
            )
        crops = np.asarray(cv2.cvtColor(crops, cv2.COLOR_BGRA2BGR), np.uint8)
        samples.append(crops.reshape(-1, height, width, 3))
    return np.concatenate(samples)


def _remap(part: _Part, maps: Floats, size: tuple[int, int], margin: float) -> Pixels:
    """(N * size[0], size[1], 4) bilinear samples of the quads with their margin, one crop under another."""
    height, width = size
    u = ((np.arange(width, dtype=np.float32) + 0.5) / width - margin) / (1 - 2 * margin)
    v = ((np.arange(height, dtype=np.float32) + 0.5) / height - margin) / (1 - 2 * margin)
    # Numerators of x and y and their common denominator, each (N, height, width).
    rows = np.ascontiguousarray(maps.transpose(1, 0, 2))[..., None, None, :]
    points = rows[..., 0] * u + (rows[..., 1] * v[:, None] + rows[..., 2])
    points[:2] /= points[2]
    points[:2] -= (part.origin + 0.5).astype(np.float32)[:, None, None, None]
    if not part.whole:
        # Far outside, fixed-point interpolation would overflow; the edge is repeated there anyway.
        for axis in range(2):
            np.clip(points[axis], -2, part.pixels.shape[1 - axis] + 1, out=points[axis])
    x, y = points[:2].reshape(2, -1, width)
    crops = cv2.remap(part.pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crops, np.uint8)


def _ends(margin: float) -> tuple[float, float]:
    """Where a crop begins and ends along each side, if its quad goes from 0 to 1."""
    return -margin / (1 - 2 * margin), (1 - margin) / (1 - 2 * margin)


def square_to_quad(quads: Quads, margin: float) -> Floats:
    """(N, 3, 3) projective maps that take the unit square's corners to the quad's.

    Closed form after P. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3. Quads
    without area get the affine map of three of their corners; one that folds over itself is bent less than it would be,
    so that with its margin it stays in front of the camera.

    Args:
        quads: (N, 4, 2) float32.
        margin: part of the picture of a square, 0 <= margin < 0.5, that lies around it on each side.
    """
    p0, p1, p2, p3 = (quads[:, corner].astype(np.float64) for corner in range(4))
    side1, side2, skew = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    area = side1[:, 0] * side2[:, 1] - side2[:, 0] * side1[:, 1]
    flat = np.abs(area) < 1e-9
    area = np.where(flat, 1.0, area)
    g = np.where(flat, 0.0, (skew[:, 0] * side2[:, 1] - side2[:, 0] * skew[:, 1]) / area)
    h = np.where(flat, 0.0, (side1[:, 0] * skew[:, 1] - skew[:, 0] * side1[:, 1]) / area)
    low, high = _ends(margin)
    least = 1 + np.minimum(low * g, high * g) + np.minimum(low * h, high * h)
    tamed = np.where(least < _NEAREST_DEPTH, (1 - _NEAREST_DEPTH) / np.maximum(1 - least, 1e-9), 1.0)
    g, h = g * tamed, h * tamed
    matrix = np.empty((len(quads), 3, 3), np.float32)
    matrix[:, :2, 0] = p1 - p0 + g[:, None] * p1
    matrix[:, :2, 1] = p3 - p0 + h[:, None] * p3
    matrix[:, :2, 2] = p0
    matrix[:, 2, 0], matrix[:, 2, 1], matrix[:, 2, 2] = g, h, 1.0
    return matrix
