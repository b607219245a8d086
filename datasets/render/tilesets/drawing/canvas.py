"""A face to draw on: 160 units high, 120 wide, antialiased shapes and stamped masks."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.drawing.canvas import FACE_HEIGHT, FACE_WIDTH
from datasets.render.tilesets.drawing.palette import Colour

HEIGHT, WIDTH = FACE_HEIGHT, FACE_WIDTH
_SHIFT = 4
"""Fractional bits of a coordinate in OpenCV's drawing calls."""

Pixels = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.uint8]
Points = Sequence[tuple[float, float]] | npt.NDArray[np.float64]


def _fixed(points: Points) -> npt.NDArray[np.int32]:
    return np.round(np.asarray(points, np.float64) * (1 << _SHIFT)).astype(np.int32).reshape(-1, 1, 2)


@dataclass(frozen=True, slots=True)
class Glyph:
    """A single character and its place: centre and height in units of the face, degrees turned clockwise."""

    text: str
    x: float
    y: float
    height: float
    turned: float = 0.0


class Canvas:
    """One upright face: ``pixels`` (HEIGHT, WIDTH, 3) uint8 RGB, the ``texts`` on it, and its single ``glyphs``."""

    def __init__(self, ground: Colour) -> None:
        """Start with a plain ground."""
        self.pixels: Pixels = np.full((HEIGHT, WIDTH, 3), ground, np.uint8)
        self.texts: list[str] = []
        self.glyphs: list[Glyph] = []

    def poly(self, points: Points, colour: Colour) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.pixels, [_fixed(points)], colour, cv2.LINE_AA, _SHIFT)

    def line(self, points: Points, colour: Colour, width: float, *, closed: bool = False) -> None:
        """Draw a stroke through points."""
        thick = max(1, round(width))
        cv2.polylines(self.pixels, [_fixed(points)], closed, colour, thick, cv2.LINE_AA, _SHIFT)

    def disc(self, x: float, y: float, r: float, colour: Colour, width: float = 0.0) -> None:
        """Draw a disc of radius ``r``, or with ``width`` a ring of outer radius ``r``."""
        thick = -1 if width <= 0 else max(1, round(width))
        radius = max(r - max(width, 0) / 2, 0.5)
        middle = round(x * 16), round(y * 16)
        cv2.circle(self.pixels, middle, round(radius * 16), colour, thick, cv2.LINE_AA, _SHIFT)

    def frame(self, box: tuple[float, float, float, float], colour: Colour, width: float, radius: float = 0.0) -> None:
        """Draw the outline of a box (x0, y0, x1, y1) with round corners."""
        self.line(rounded(box, radius), colour, width, closed=True)

    def box(self, box: tuple[float, float, float, float], colour: Colour, radius: float = 0.0) -> None:
        """Fill a box (x0, y0, x1, y1) with round corners."""
        self.poly(rounded(box, radius), colour)

    def stamp(self, mask: Mask, x: float, y: float, colour: Colour) -> None:
        """Paint ``colour`` through ``mask`` (h, w), centred at (x, y)."""
        part, cut = window(self.pixels, mask, x, y)
        alpha = cut.astype(np.float32)[..., None] * (1 / 255.0)
        part[:] = (part + (np.array(colour, np.float32) - part) * alpha).astype(np.uint8)

    def picture(
        self,
        rgba: Pixels,
        x: float,
        y: float,
        height: float | None = None,
        width: float | None = None,
        *,
        ghost: float = 1.0,
    ) -> None:
        """Paint a picture (h, w, 4), centred at (x, y), scaled to a height, and to ``width`` if given."""
        art = rgba if height is None else resized(rgba, height, width)
        part, cut = window(self.pixels, art, x, y)
        alpha = cut[..., 3:].astype(np.float32) * (ghost / 255.0)
        part[:] = (part + (cut[..., :3].astype(np.float32) - part) * alpha).astype(np.uint8)

    def cut_out(self, ground: Colour) -> Pixels:
        """Return the face as a picture (HEIGHT, WIDTH, 4), transparent where it still shows ``ground``."""
        inked = np.abs(self.pixels.astype(np.int16) - np.array(ground, np.int16)).max(2) > 6
        return np.dstack([self.pixels, np.where(inked, 255, 0).astype(np.uint8)])

    def note(self, text: str, x: float, y: float, height: float, turned: float = 0.0) -> None:
        """Record a text on the face, and the place of a single character."""
        self.texts.append(text)
        if len(text) == 1:
            self.glyphs.append(Glyph(text, x, y, height, turned))


def window(pixels: Pixels, art: Pixels, x: float, y: float) -> tuple[Pixels, Pixels]:
    """Return the part of a picture that ``art``, centred at (x, y), covers, and the part of ``art`` that shows there.

    Both are empty if ``art`` lies beside the picture.
    """
    (height, width), (h, w) = pixels.shape[:2], art.shape[:2]
    left, top = round(x - w / 2), round(y - h / 2)
    x0, y0 = min(max(left, 0), width), min(max(top, 0), height)
    x1, y1 = max(min(left + w, width), x0), max(min(top + h, height), y0)
    return pixels[y0:y1, x0:x1], art[y0 - top : y1 - top, x0 - left : x1 - left]


def rounded(box: tuple[float, float, float, float], radius: float) -> list[tuple[float, float]]:
    """Return the corners of a box, each replaced by an arc of ``radius``."""
    x0, y0, x1, y1 = box
    if radius <= 0:
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    points = []
    for cx, cy, start in (
        (x0 + radius, y0 + radius, 180),
        (x1 - radius, y0 + radius, 270),
        (x1 - radius, y1 - radius, 0),
        (x0 + radius, y1 - radius, 90),
    ):
        for step in range(0, 91, 18):
            angle = math.radians(start + step)
            points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return points


def resized(art: Pixels, height: float, width: float | None = None) -> Pixels:
    """Scale a mask or picture to a height in whole pixels, and to ``width`` if given."""
    h, w = art.shape[:2]
    size = (max(round(width if width is not None else w * height / h), 1), max(round(height), 1))
    shrinks = size[1] < h or size[0] < w
    return np.asarray(cv2.resize(art, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR), np.uint8)


def turned(art: Pixels, degrees: float) -> Pixels:
    """Turn a mask or picture clockwise about its centre, on a canvas large enough for all of it."""
    h, w = art.shape[:2]
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), -degrees, 1.0)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    width, height = math.ceil(w * cos + h * sin), math.ceil(w * sin + h * cos)
    matrix[:, 2] += (width - w) / 2, (height - h) / 2
    return np.asarray(cv2.warpAffine(art, matrix, (width, height), flags=cv2.INTER_LINEAR), np.uint8)
