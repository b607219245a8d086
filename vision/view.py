"""A part of a photo brought to the size a network takes, and the way back."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.image import Photo

Pixels = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class View:
    """Where a view's pixels lie in the full photo: `view = (photo - origin) * scale`, each axis by itself.

    Attributes:
        left, top: the view's origin in pixels of the full upright photo.
        scale_x, scale_y: view pixels per pixel of the full photo.
    """

    left: float
    top: float
    scale_x: float
    scale_y: float

    def to_photo(self, points: Points) -> Points:
        """Points (..., 2) in pixels of the view to pixels of the full photo."""
        scale, origin = np.array([self.scale_x, self.scale_y]), np.array([self.left, self.top])
        return np.asarray(points / scale + origin, np.float32)

    def to_view(self, points: Points) -> Points:
        """Points (..., 2) in pixels of the full photo to pixels of the view."""
        scale, origin = np.array([self.scale_x, self.scale_y]), np.array([self.left, self.top])
        return np.asarray((points - origin) * scale, np.float32)


Region = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pixels of the full photo."""


def look(photo: Photo, long_side: int, stride: int, region: Region | None = None) -> tuple[Pixels, View]:
    """Cut a region out of a photo and resize it for a network.

    Each side is rounded to the nearest multiple of `stride` by itself, so nothing is padded and the shape changes by
    a few per cent at most.

    Args:
        photo: the photo.
        long_side: length of the view's long side in pixels, a multiple of `stride`.
        stride: both sides of the view are multiples of it.
        region: x0, y0, x1, y1 in pixels of the full photo; the whole photo where it is None.

    Returns:
        The view's pixels (h, w, 3) uint8 BGR, and its place.
    """
    height, width = photo.pixels.shape[:2]
    x0, y0, x1, y1 = 0, 0, width, height
    if region is not None:
        low = np.floor(np.array(region[:2]) * photo.scale).astype(int)
        high = np.ceil(np.array(region[2:]) * photo.scale).astype(int)
        x0, y0 = int(np.clip(low[0], 0, width - 1)), int(np.clip(low[1], 0, height - 1))
        x1, y1 = int(np.clip(high[0], x0 + 1, width)), int(np.clip(high[1], y0 + 1, height))
    part = photo.pixels[y0:y1, x0:x1]
    factor = long_side / max(part.shape[:2])
    # Halving by 2 x 2 blocks is several times faster than averaging by a fraction. An odd last row or column, less
    # than a pixel of the view, is left out.
    block = 1
    while factor * block <= 0.5 and min(part.shape[:2]) >= 2 * block:
        block *= 2
    height, width = part.shape[0] // block * block, part.shape[1] // block * block
    small: Pixels = part[:height, :width]
    size_x = max(1, round(width * factor / stride)) * stride
    size_y = max(1, round(height * factor / stride)) * stride
    for _ in range(block.bit_length() - 1):
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
    pixels = np.asarray(cv2.resize(small, (size_x, size_y), interpolation=cv2.INTER_LINEAR), np.uint8)
    place = View(
        left=x0 / photo.scale,
        top=y0 / photo.scale,
        scale_x=size_x / width * photo.scale,
        scale_y=size_y / height * photo.scale,
    )
    return pixels, place
