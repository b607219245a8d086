"""Draw antialiased shapes and glyphs in tile units: enlarged, then shrunk once at the end."""

import math
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

Pixels: TypeAlias = npt.NDArray[np.uint8]
Floats: TypeAlias = npt.NDArray[np.float64]
Floats32: TypeAlias = npt.NDArray[np.float32]
Colour: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]
Rng: TypeAlias = np.random.Generator

FACE_WIDTH = 120
FACE_HEIGHT = 160
FONTS = Path(__file__).resolve().parent.parent / "fonts"
# Drawing three times larger and averaging is enough for smooth edges at 120x160; more only costs time.
_SCALE = 3
_WHOLE = np.array([[_SCALE, 0.0, 0.0], [0.0, _SCALE, 0.0]])
_SHIFT = 4
_EM = (224, 72)


@lru_cache(maxsize=64)
def _font(name: str, em: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / f"{name}.ttf"), em, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def glyph_mask(font: str, text: str, em: int, weight: float = 0.0) -> Pixels:
    """Return the ink of `text` set in `font` at `em` pixels, cropped, shape (h, w) uint8, 255 is full ink.

    `weight` thickens every stroke by that share of the em on each side; a negative one thins it.
    """
    pen = round(abs(weight) * em)
    if pen:
        round_pen = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * pen + 1, 2 * pen + 1))
        plain = cv2.copyMakeBorder(glyph_mask(font, text, em), pen, pen, pen, pen, cv2.BORDER_CONSTANT, value=0)
        changed: Pixels = np.asarray((cv2.dilate if weight > 0 else cv2.erode)(plain, round_pen), np.uint8)
        changed.setflags(write=False)
        return changed
    face = _font(font, em)
    left, top, right, bottom = face.getbbox(text)
    picture = Image.new("L", (max(1, math.ceil(right - left)) + 4, max(1, math.ceil(bottom - top)) + 4))
    ImageDraw.Draw(picture).text((2 - left, 2 - top), text, fill=255, font=face)
    mask = np.asarray(picture, dtype=np.uint8)
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        raise ValueError(f"{font}.ttf has no ink for {text!r}: choose another font or add the glyph to its subset")
    cropped: Pixels = np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    cropped.setflags(write=False)
    return cropped


@lru_cache(maxsize=16)
def _blank(ground: Colour, height: int, width: int) -> Pixels:
    """Return a sheet of one colour; copying it is many times faster than filling a new one."""
    sheet: Pixels = np.full((height, width, 3), ground, np.uint8)
    sheet.setflags(write=False)
    return sheet


@lru_cache(maxsize=32)
def _circle(steps: int) -> tuple[Floats, Floats]:
    """Return cosine and sine of `steps` equal angles."""
    t = np.linspace(0, 2 * math.pi, steps, endpoint=False)
    return np.cos(t), np.sin(t)


class Canvas:
    """One face being drawn.

    Coordinates are tile units: x 0..120 to the right, y 0..160 downwards, whatever the supersampling. `placed` moves
    the origin, turns and scales for the shapes drawn inside it.
    """

    def __init__(self, ground: Colour, width: int = FACE_WIDTH, height: int = FACE_HEIGHT) -> None:
        self.ground = ground
        self.width = width
        self.height = height
        self._pixels: Pixels = _blank(ground, height * _SCALE, width * _SCALE).copy()
        self._frame: Floats = _WHOLE

    def finish(self) -> Pixels:
        """Return the picture so far, shape (height, width, 3) uint8 BGR."""
        return np.asarray(
            cv2.resize(self._pixels, (self.width, self.height), interpolation=cv2.INTER_AREA), dtype=np.uint8
        )

    @contextmanager
    def _framed(self, frame: Floats) -> Iterator[None]:
        saved, self._frame = self._frame, frame
        try:
            yield
        finally:
            self._frame = saved

    def placed(
        self, x: float, y: float, scale: float = 1.0, turn: float = 0.0, stretch: float = 1.0
    ) -> AbstractContextManager[None]:
        """Move (0, 0) to (x, y) inside; `turn` is degrees clockwise, `stretch` widens x alone."""
        c, s = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
        move = np.array([[c * stretch, -s, x], [s * stretch, c, y], [0.0, 0.0, 1.0]])
        return self._framed(self._frame @ move)

    def turns(self, count: int, first: float = 0.0) -> Iterator[int]:
        """Yield 0 to `count` - 1, each with the canvas turned farther clockwise; equal steps from `first` degrees."""
        for k in range(count):
            with self.placed(0, 0, turn=360 * k / count + first):
                yield k

    def unplaced(self) -> AbstractContextManager[None]:
        """Return to the coordinates of the whole face inside."""
        return self._framed(_WHOLE)

    def _zoom(self) -> float:
        return math.sqrt(abs(float(np.linalg.det(self._frame[:, :2]))))

    def _device(self, points: npt.ArrayLike) -> npt.NDArray[np.int32]:
        pts = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        moved = pts @ self._frame[:, :2].T + self._frame[:, 2]
        return np.asarray(np.rint(moved * (1 << _SHIFT)), dtype=np.int32)

    def poly(self, points: npt.ArrayLike, colour: Colour, *, edge: tuple[Colour, float] | None = None) -> None:
        """Fill the polygon through `points` (n, 2), and stroke its edge in a colour and width."""
        cv2.fillPoly(self._pixels, [self._device(points)], colour, cv2.LINE_AA, _SHIFT)
        if edge is not None:
            self.line(points, *edge, closed=True)

    def line(self, points: npt.ArrayLike, colour: Colour, width: float, *, closed: bool = False) -> None:
        """Stroke the polyline through `points` (n, 2), `width` units thick with round joins."""
        thick = max(1, round(width * self._zoom()))
        cv2.polylines(self._pixels, [self._device(points)], closed, colour, thick, cv2.LINE_AA, _SHIFT)

    def curve(self, points: Sequence[Point], colour: Colour, width: float, taper: float = 1.0) -> None:
        """Stroke a smooth curve through `points`; with `taper` below 1 the end is that much thinner."""
        path = smooth(points)
        if taper == 1.0:
            self.line(path, colour, width)
            return
        self.poly(ribbon(path, width, width * taper), colour)

    def ellipse(
        self, x: float, y: float, a: float, b: float, colour: Colour, *, turn: float = 0.0, width: float = 0.0
    ) -> None:
        """Draw an ellipse with half axes a, b: filled, or stroked if `width` is above 0."""
        points = oval(x, y, a, b, turn)
        if width:
            self.line(points, colour, width, closed=True)
        else:
            self.poly(points, colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour, *, width: float = 0.0) -> None:
        """Draw a disc, or a ring if `width` is above 0."""
        self.ellipse(x, y, radius, radius, colour, width=width)

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour, *, width: float = 0.0) -> None:
        """Draw an upright rectangle, filled or stroked."""
        points = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
        if width:
            self.line(points, colour, width, closed=True)
        else:
            self.poly(points, colour)

    def text(
        self,
        text: str,
        font: str,
        x: float,
        y: float,
        colour: Colour,
        *,
        size: float = 0.0,
        fit: tuple[float, float] | None = None,
        keep: bool = True,
        turn: float = 0.0,
        slant: float = 0.0,
        weight: float = 0.0,
        edge: Colour | None = None,
    ) -> None:
        """Set `text` with the centre of its ink at (x, y).

        Args:
            text: what to set.
            font: file stem in datasets/fonts.
            x: centre, units.
            y: centre, units.
            colour: the ink.
            size: the em in units; give this or `fit`.
            fit: (width, height) in units that the ink may fill.
            keep: with `fit`, keep the glyphs' proportions.
            turn: degrees clockwise.
            slant: horizontal shear, 0.2 is italic.
            weight: see `glyph_mask`.
            edge: colour of an outline around the ink.
        """
        zoom = self._zoom()
        large = fit is not None or size * zoom > _EM[1]
        em = _EM[0] if large else _EM[1]
        mask = glyph_mask(font, text, em, weight)
        h, w = mask.shape
        if fit is None:
            sx = sy = size / em
        else:
            sx, sy = fit[0] / w, fit[1] / h
            if keep:
                sx = sy = min(sx, sy)
        if edge is not None:
            thick = max(1, round(0.035 * em))
            fat = cv2.copyMakeBorder(mask, thick, thick, thick, thick, cv2.BORDER_CONSTANT, value=0)
            round_pen = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * thick + 1, 2 * thick + 1))
            self._stamp(np.asarray(cv2.dilate(fat, round_pen), np.uint8), x, y, sx, sy, turn, slant, edge)
        self._stamp(mask, x, y, sx, sy, turn, slant, colour)

    def _stamp(
        self, mask: Pixels, x: float, y: float, sx: float, sy: float, turn: float, slant: float, colour: Colour
    ) -> None:
        """Warp an ink mask onto the canvas: mask pixel -> (sx, sy) units, sheared, turned, centred at (x, y)."""
        h, w = mask.shape
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        shape = np.array([[c, -s], [s, c]]) @ np.array([[1.0, -slant], [0.0, 1.0]]) @ np.diag([sx, sy])
        linear = self._frame[:, :2] @ shape
        offset = self._frame[:, :2] @ np.array([x, y]) + self._frame[:, 2] - linear @ np.array([w / 2, h / 2])
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]]) @ linear.T + offset
        x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
        x1 = min(int(np.ceil(corners[:, 0].max())) + 2, self._pixels.shape[1])
        y1 = min(int(np.ceil(corners[:, 1].max())) + 2, self._pixels.shape[0])
        if x1 <= x0 or y1 <= y0:
            return
        matrix = np.column_stack([linear, offset - (x0, y0)])
        small = math.sqrt(abs(float(np.linalg.det(linear))))
        if small < 0.5:
            # warpAffine samples single pixels, so shrink first, or thin strokes break up.
            k = max(small, 1 / max(h, w))
            mask = np.asarray(
                cv2.resize(mask, (max(1, round(w * k)), max(1, round(h * k))), interpolation=cv2.INTER_AREA), np.uint8
            )
            matrix[:, :2] = matrix[:, :2] @ np.diag([w / mask.shape[1], h / mask.shape[0]])
        alpha = cv2.warpAffine(mask, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        region = self._pixels[y0:y1, x0:x1]
        clear = cv2.bitwise_not(alpha)
        ink = cv2.merge([cv2.convertScaleAbs(alpha, alpha=c / 255) for c in colour])
        region[:] = cv2.add(cv2.multiply(region, cv2.merge([clear, clear, clear]), scale=1 / 255), ink)


def oval(x: float, y: float, a: float, b: float, turn: float = 0.0, steps: int = 40) -> Floats:
    """Return points of an ellipse with half axes a, b, turned clockwise by `turn` degrees, shape (steps, 2)."""
    cosine, sine = _circle(steps)
    u, v = a * cosine, b * sine
    out = np.empty((steps, 2))
    if turn:
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        out[:, 0], out[:, 1] = x + c * u - s * v, y + s * u + c * v
    else:
        out[:, 0], out[:, 1] = x + u, y + v
    return out


def star(points: int, outer: float, inner: float) -> Floats:
    """Return the outline of a star around (0, 0), a tip on top; radii of its tips and notches, shape (2 points, 2)."""
    turns = [math.pi * k / points for k in range(2 * points)]
    return np.array([(r * math.sin(t), -r * math.cos(t)) for t, r in zip(turns, (outer, inner) * points, strict=True)])


def mirrored(points: Sequence[Point]) -> list[Point]:
    """Return points on the other side of x = 0, the last one first, so that both together make an outline."""
    return [(-x, y) for x, y in reversed(points)]


def smooth(points: Sequence[Point], steps: int = 12) -> Floats:
    """Return a Catmull-Rom curve through `points` (uniform knots), shape ((n - 1) * steps + 1, 2)."""
    pts = np.asarray(points, dtype=np.float64)
    padded = np.vstack([2 * pts[0] - pts[1], pts, 2 * pts[-1] - pts[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = []
    for i in range(len(pts) - 1):
        p0, p1, p2, p3 = padded[i : i + 4]
        pieces.append(
            0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3)
        )
    return np.vstack([*pieces, pts[-1:]])


def normals(path: Floats) -> Floats:
    """Return the unit normals along `path`, shape (n, 2)."""
    along = np.gradient(path, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    return np.column_stack([-along[:, 1], along[:, 0]])


def ribbon(path: Floats, start: float, end: float) -> Floats:
    """Return the outline of a stroke along `path` whose width runs from `start` to `end`, shape (2n, 2)."""
    across = normals(path) * np.linspace(start / 2, end / 2, len(path))[:, None]
    return np.vstack([path + across, (path - across)[::-1]])
