"""Views: bring parts of a photo to the size that a network takes, and coordinates back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from vision.geometry import Box, Quad, single_quad, usual_side
from vision.image.photo import Photo, closer_photo
from vision.requests import Detect, Pixels, Steps

CLEAR: Final = 32.0
"""Median short side of faces in working pixels from which a closer picture adds nothing."""


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

    def to_photo(self, quad: Quad) -> Quad:
        """Bring a quad in pixels of the view to pixels of the full photo, in single precision."""
        return single_quad(
            [value for x, y in quad for value in (x / self.scale_x + self.left, y / self.scale_y + self.top)]
        )


def close_enough(photo: Photo, quads: Sequence[Quad]) -> Steps[Photo]:
    """Return the photo, or its closer picture if faces are too small in it or there are none.

    `quads` are faces in pixels of the full photo.
    """
    if quads and usual_side(quads) * photo.scale >= CLEAR:
        return photo
    return (yield from closer_photo(photo))


def view_of(photo: Photo, long_side: int, stride: int, region: Box | None = None) -> tuple[Detect, View]:
    """Return the request for a view of a photo, and the view's place.

    We round each side by itself to the nearest multiple of `stride`, so that the view needs no padding and its shape
    changes by a few per cent at most.

    Args:
        photo: the photo.
        long_side: length of the view's long side in pixels, a multiple of `stride`.
        stride: both sides of the view are multiples of it.
        region: in pixels of the full photo; None for the whole photo.
    """
    height, width = photo.pixels.shape[:2]
    box = (0, 0, width, height)
    if region is not None:
        x0, y0 = (math.floor(value * photo.scale) for value in region[:2])
        x1, y1 = (math.ceil(value * photo.scale) for value in region[2:])
        x0, y0 = _within(x0, 0, width - 1), _within(y0, 0, height - 1)
        box = (x0, y0, _within(x1, x0 + 1, width), _within(y1, y0 + 1, height))
    request, (scale_x, scale_y) = _sized(photo.pixels, box, long_side, stride)
    return request, View(box[0] / photo.scale, box[1] / photo.scale, scale_x * photo.scale, scale_y * photo.scale)


def view_from_afar(pixels: Pixels, view: View, long_side: int, stride: int) -> tuple[Detect, View]:
    """Return the request for a smaller view from the pixels of a view: cheaper than another view of the photo."""
    height, width = pixels.shape[:2]
    request, (scale_x, scale_y) = _sized(pixels, (0, 0, width, height), long_side, stride)
    return request, View(view.left, view.top, view.scale_x * scale_x, view.scale_y * scale_y)


def around(quads: Iterable[Box], reach: float, width: int, height: int) -> Box:
    """Return the part of a photo of this size that holds upright hulls and `reach` pixels around them."""
    left, top, right, bottom = zip(*quads, strict=True)
    return (
        max(min(left) - reach, 0.0),
        max(min(top) - reach, 0.0),
        min(max(right) + reach, float(width)),
        min(max(bottom) + reach, float(height)),
    )


def _within(value: int, least: int, most: int) -> int:
    return min(max(value, least), most)


def _sized(
    pixels: Pixels, box: tuple[int, int, int, int], long_side: int, stride: int
) -> tuple[Detect, tuple[float, float]]:
    """Return the request for a part of a picture with sides that are multiples of `stride`, and its scales."""
    width, height = box[2] - box[0], box[3] - box[1]
    factor = long_side / max(width, height)
    # Halving by 2 x 2 blocks is several times faster than averaging by a fraction. We leave out an odd last row or
    # column, which is less than a pixel of the view.
    halvings, block = 0, 1
    while factor * block <= 0.5 and min(width, height) >= 2 * block:
        halvings, block = halvings + 1, 2 * block
    width, height = width // block * block, height // block * block
    size_x = max(1, round(width * factor / stride)) * stride
    size_y = max(1, round(height * factor / stride)) * stride
    return Detect(pixels, box, halvings, (size_x, size_y)), (size_x / width, size_y / height)
