"""Draw a reading over its photo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from rules.input.declared_types import checked
from vision.errors import VisionError
from vision.geometry import FARTHEST, short_side
from vision.host.arrays import Pixels
from vision.host.native import drive
from vision.image.photo import Photo, closer_photo
from vision.reading import RackReading, TileReading

Colour = tuple[int, int, int]

SURE: Final[Colour] = (60, 170, 40)
UNSURE: Final[Colour] = (0, 110, 255)
ASIDE: Final[Colour] = (150, 150, 150)
INK: Final[Colour] = (255, 255, 255)
"""BGR."""

_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_CAP_HEIGHT: Final = 22.0
"""Height of the font's capitals in pixels at scale 1."""


@checked(VisionError)
def overlay(photo: Photo, reading: RackReading, *, numbered: bool = False) -> Pixels:
    """Return the closest version of the photo, with every tile outlined and labelled.

    A sure tile has a thin green outline and its label. An unsure tile has a thick orange outline, its number among the
    tiles (as in "look at tile 7", counted from 1), the label and a question mark. Tiles beside the rack have a thin
    grey outline. A dot marks each face's own top left corner.

    Args:
        photo: the photo.
        reading: its reading.
        numbered: whether sure tiles show their numbers too, for a player who corrects them by number.

    Returns:
        (h, w, 3) uint8 BGR, a new array of the size of the closer photo.
    """
    photo = drive(closer_photo(photo))
    # OpenCV draws only on arrays in C order, and a frame that a program has turned keeps its other order in a copy.
    drawn = np.array(photo.pixels, order="C")
    # Draw the rack over tiles beside it, and unsure tiles over all others.
    styles = {
        tile.index: _Style.of(tile, aside=tile.index in reading.aside, numbered=numbered) for tile in reading.tiles
    }
    tiles = sorted(reading.tiles, key=lambda tile: styles[tile.index].rank)
    for tile in tiles:
        _outline(drawn, tile, photo.scale, styles[tile.index])
    for tile in tiles:
        _tag(drawn, tile, photo.scale, styles[tile.index])
    return drawn


@dataclass(frozen=True, slots=True)
class _Style:
    """Drawing style of one tile; `line` and `letters` (capital height) are shares of the tile's short side."""

    rank: int
    colour: Colour
    line: float
    letters: float
    text: str

    @classmethod
    def of(cls, tile: TileReading, *, aside: bool, numbered: bool) -> _Style:
        if aside:
            return cls(0, ASIDE, 0.03, 0.2, tile.label if tile.sure else f"{tile.label}?")
        if tile.sure:
            return cls(1, SURE, 0.03, 0.24, f"{tile.index + 1}:{tile.label}" if numbered else tile.label)
        return cls(2, UNSURE, 0.07, 0.22, f"{tile.index + 1}:{tile.label}?")


def _drawn(tile: TileReading, scale: float) -> npt.NDArray[np.float64]:
    """Return a tile's quad (4, 2) in pixels of the drawing, no farther off than OpenCV can draw."""
    return np.clip(np.array(tile.quad, np.float64) * scale, -FARTHEST, FARTHEST)


def _outline(drawn: Pixels, tile: TileReading, scale: float, style: _Style) -> None:
    quad, side = _drawn(tile, scale), min(short_side(tile.quad) * scale, max(drawn.shape))
    thickness = max(1, round(side * style.line))
    corners = np.round(quad).astype(np.int32)
    cv2.polylines(drawn, [corners], isClosed=True, color=style.colour, thickness=thickness, lineType=cv2.LINE_AA)
    dot, radius = tuple(int(v) for v in corners[0]), max(2, round(side * 0.07))
    cv2.circle(drawn, dot, radius, style.colour, cv2.FILLED, cv2.LINE_AA)


def _tag(drawn: Pixels, tile: TileReading, scale: float, style: _Style) -> None:
    """Draw the label on a plate above the tile in the picture, so that it does not hide the face."""
    quad = _drawn(tile, scale)
    letters = float(np.clip(short_side(tile.quad) * scale * style.letters, 9.0, 0.06 * max(drawn.shape[:2])))
    size = letters / _CAP_HEIGHT
    thickness = max(1, round(size * 2.2))
    (width, height), base = cv2.getTextSize(style.text, _FONT, size, thickness)
    pad = max(2, round(height * 0.25))
    left = quad[:, 0].mean() - width / 2
    left = round(float(np.clip(left, pad, max(pad, drawn.shape[1] - width - pad))))
    top = quad[:, 1].min() - height - pad
    top = round(float(np.clip(top, pad, max(pad, drawn.shape[0] - height - base - pad))))
    corner, opposite = (left - pad, top - pad), (left + width + pad, top + height + pad)
    cv2.rectangle(drawn, corner, opposite, style.colour, cv2.FILLED)
    cv2.putText(drawn, style.text, (left, top + height), _FONT, size, INK, thickness, cv2.LINE_AA)
