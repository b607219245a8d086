"""A reading drawn over its photo."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.image import Photo
from vision.reading import RackReading, TileReading

Pixels = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

SURE: Final[Colour] = (60, 170, 40)
UNSURE: Final[Colour] = (0, 110, 255)
INK: Final[Colour] = (255, 255, 255)
"""BGR."""

_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_CAP_HEIGHT: Final = 22.0
"""Height of the font's capitals in pixels at scale 1."""


def overlay(photo: Photo, reading: RackReading) -> Pixels:
    """The working picture with every tile outlined and labelled.

    A sure tile has a thin green outline and its label. One to look at has a thick orange outline, its number among
    the tiles (as in "look at tile 7", counted from 1), the label and a question mark. A dot marks each face's own top
    left corner.

    Returns:
        (h, w, 3) uint8 BGR, a new array of the size of `photo.pixels`.
    """
    drawn = np.array(photo.pixels)
    for tile in sorted(reading.tiles, key=lambda tile: not tile.sure, reverse=True):
        _outline(drawn, tile, photo.scale)
    for tile in reading.tiles:
        _tag(drawn, tile, photo.scale)
    return drawn


def _outline(drawn: Pixels, tile: TileReading, scale: float) -> None:
    quad = np.array(tile.quad, np.float64) * scale
    side = _short_side(quad)
    colour = SURE if tile.sure else UNSURE
    thickness = max(1, round(side * (0.03 if tile.sure else 0.07)))
    corners = np.round(quad).astype(np.int32)
    cv2.polylines(drawn, [corners], isClosed=True, color=colour, thickness=thickness, lineType=cv2.LINE_AA)
    cv2.circle(drawn, tuple(int(v) for v in corners[0]), max(2, round(side * 0.07)), colour, cv2.FILLED, cv2.LINE_AA)


def _tag(drawn: Pixels, tile: TileReading, scale: float) -> None:
    """The label on a plate above the tile in the picture, where it leaves the face free to be looked at."""
    quad = np.array(tile.quad, np.float64) * scale
    side = _short_side(quad)
    text = tile.label if tile.sure else f"{tile.index + 1}:{tile.label}?"
    size = float(np.clip(side * (0.24 if tile.sure else 0.22), 9.0, 0.06 * max(drawn.shape[:2]))) / _CAP_HEIGHT
    thickness = max(1, round(size * 2.2))
    (width, height), base = cv2.getTextSize(text, _FONT, size, thickness)
    middle = quad.mean(axis=0)
    pad = max(2, round(height * 0.25))
    left = round(float(np.clip(middle[0] - width / 2, pad, max(pad, drawn.shape[1] - width - pad))))
    edge = quad[:, 1].min() - height - pad
    top = round(float(np.clip(edge, pad, max(pad, drawn.shape[0] - height - base - pad))))
    colour = SURE if tile.sure else UNSURE
    corner = (left - pad, top - pad)
    cv2.rectangle(drawn, corner, (left + width + pad, top + height + pad), colour, cv2.FILLED)
    cv2.putText(drawn, text, (left, top + height), _FONT, size, INK, thickness, cv2.LINE_AA)


def _short_side(quad: npt.NDArray[np.float64]) -> float:
    lengths = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float(min(lengths[0] + lengths[2], lengths[1] + lengths[3]) / 2)
