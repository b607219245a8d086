"""Quads of a picture to upright crops: the one crop code of training and of reading.

Coordinates: a pixel is a unit square, pixel (0, 0) covers [0, 1) x [0, 1), so its centre is (0.5, 0.5) and a
picture w wide spans 0..w. A scaled picture has scaled coordinates, without half-pixel corrections.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError

Pixels = npt.NDArray[np.uint8]
Quads = npt.NDArray[np.float32]

FACE_SIZE: Final = (80, 64)
"""Height and width of a rectified face, in pixels."""

FACE_MARGIN: Final = 0.08
"""What lies outside the quad on each side of a crop, as a part of the crop's height or width."""

_REMAP_ROWS: Final = 32_000
"""cv2.remap refuses pictures of 32,767 rows and more."""

_NEAREST_DEPTH: Final = 0.05
"""Smallest projective weight: a quad that folds over itself samples far away rather than at infinity."""


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
    shrink = _shrink(quads, width * (1 - 2 * margin), height * (1 - 2 * margin))
    # A face is sampled at twice the crop's resolution and averaged 2 x 2; what is more than twice too large is read
    # from a picture halved as often as needed. Faces no larger than the crop are sampled once a pixel.
    levels = np.ceil(np.log2(np.maximum(shrink, 2.0) / 2.0)).astype(int)
    fine = shrink > 1.0
    source = pixels
    for level in range(int(levels.max()) + 1):
        if level:
            source = _halved(source)
        factor = np.array([source.shape[1] / pixels.shape[1], source.shape[0] / pixels.shape[0]], np.float32)
        for doubled in (False, True):
            chosen = np.flatnonzero((levels == level) & (fine == doubled))
            if len(chosen):
                crops[chosen] = _sample(source, quads[chosen] * factor, (height, width), margin, 1 + doubled)
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


def _shrink(quads: Quads, width: float, height: float) -> npt.NDArray[np.float32]:
    """(N,) how many picture pixels go into one crop pixel, along the side where that is most."""
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    across = np.maximum(sides[:, 0], sides[:, 2]) / width
    down = np.maximum(sides[:, 1], sides[:, 3]) / height
    shrink: npt.NDArray[np.float32] = np.maximum(across, down).astype(np.float32)
    return shrink


def _halved(pixels: Pixels) -> Pixels:
    """The picture at half its size, averaged."""
    height, width = pixels.shape[:2]
    half = cv2.resize(pixels, (max(1, width // 2), max(1, height // 2)), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


def _sample(source: Pixels, quads: Quads, size: tuple[int, int], margin: float, times: int) -> Pixels:
    """Crops of all quads from one picture: bilinear at `times` the resolution, then averaged down."""
    height, width = size
    batch = max(1, _REMAP_ROWS // (height * times))
    parts = []
    for start in range(0, len(quads), batch):
        crops = _remap(source, quads[start : start + batch], (height * times, width * times), margin)
        if times > 1:
            # The crops lie one under another: one call halves them all, and no 2 x 2 block straddles two of them.
            crops = np.asarray(
                cv2.resize(crops, (width, len(crops) // times), interpolation=cv2.INTER_AREA), dtype=np.uint8
            )
        parts.append(crops.reshape(-1, height, width, 3))
    return np.concatenate(parts)


def _remap(source: Pixels, quads: Quads, size: tuple[int, int], margin: float) -> Pixels:
    """(N * size[0], size[1], 3) bilinear samples of the quads with their margin, one under another."""
    height, width = size
    u = ((np.arange(width, dtype=np.float32) + 0.5) / width - margin) / (1 - 2 * margin)
    v = ((np.arange(height, dtype=np.float32) + 0.5) / height - margin) / (1 - 2 * margin)
    matrix = _square_to_quad(quads)

    def plane(row: int) -> npt.NDArray[np.float32]:
        a, b, c = (matrix[:, row, column, None, None] for column in range(3))
        return np.asarray(a * u[None, None, :] + (b * v[None, :, None] + c), np.float32)

    depth = np.maximum(plane(2), np.float32(_NEAREST_DEPTH))
    x = (plane(0) / depth - np.float32(0.5)).reshape(-1, width)
    y = (plane(1) / depth - np.float32(0.5)).reshape(-1, width)
    # Far outside, fixed-point interpolation would overflow; the edge is repeated there anyway.
    np.clip(x, -2, source.shape[1] + 1, out=x)
    np.clip(y, -2, source.shape[0] + 1, out=y)
    crops = cv2.remap(source, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crops, np.uint8)


def _square_to_quad(quads: Quads) -> npt.NDArray[np.float32]:
    """(N, 3, 3) projective maps that take the unit square's corners to the quad's.

    Closed form after P. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3. Quads
    without area get the affine map of three of their corners.
    """
    p0, p1, p2, p3 = (quads[:, corner].astype(np.float64) for corner in range(4))
    side1, side2, skew = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    area = side1[:, 0] * side2[:, 1] - side2[:, 0] * side1[:, 1]
    flat = np.abs(area) < 1e-9
    area = np.where(flat, 1.0, area)
    g = np.where(flat, 0.0, (skew[:, 0] * side2[:, 1] - side2[:, 0] * skew[:, 1]) / area)
    h = np.where(flat, 0.0, (side1[:, 0] * skew[:, 1] - skew[:, 0] * side1[:, 1]) / area)
    matrix = np.empty((len(quads), 3, 3), np.float32)
    matrix[:, :2, 0] = p1 - p0 + g[:, None] * p1
    matrix[:, :2, 1] = p3 - p0 + h[:, None] * p3
    matrix[:, :2, 2] = p0
    matrix[:, 2, 0], matrix[:, 2, 1], matrix[:, 2, 2] = g, h, 1.0
    return matrix
