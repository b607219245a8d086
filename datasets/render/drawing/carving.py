"""Add the traces of carving, paint and age to a drawn face: stray lines, relief, wear and the body's grain."""

import math
import zlib
from functools import lru_cache

import cv2
import numpy as np

from datasets.render.drawing.canvas import FACE_HEIGHT, FACE_WIDTH, Colour, Floats32, Pixels, Rng
from datasets.render.drawing.set_style import Style


class Finish:
    """Finish the faces of one set with a common hand, light and age, and with random flaws per face."""

    def __init__(self, style: Style) -> None:
        self._style = style
        rng = style.rng("finish")
        angle = rng.uniform(0, 2 * math.pi)
        self._light = (math.cos(angle), math.sin(angle))
        self._grain = float(rng.choice([0.0, rng.uniform(0.5, 2.5)]))
        self._soft = float(rng.choice([0.0, rng.uniform(0.3, 0.9)], p=[0.6, 0.4]))
        self._shine = float(rng.choice([0.0, rng.uniform(10, 60)], p=[0.6, 0.4])) if style.engraving else 0.0

    def face(self, drawn: Pixels, body: Colour, topic: str) -> Pixels:
        """Return the finished face (160, 120, 3) uint8, read-only, of a face `drawn` on a ground of `body`.

        The same `topic` ("5C") always gets the same flaws.
        """
        style = self._style
        rng = np.random.default_rng([style.seed, zlib.crc32(topic.encode()), 9])
        drawn = self._strayed(rng, drawn)
        ground = np.array(body, np.float32)
        work: Floats32 = drawn.astype(np.float32)
        if style.wear:
            gaps = field(rng, 20) * 0.6 + field(rng, 60) * 0.6
            worn = np.clip((gaps - 2.6 + style.wear * 0.8) * 1.3, 0, 0.7)[..., None]
            work = (work + (ground - work) * worn).astype(np.float32)
        if style.engraving:
            work = self._relief(work, drawn, body)
        if self._soft:
            work = np.asarray(cv2.GaussianBlur(work, (0, 0), self._soft), np.float32)
        return self._textured(rng, work)

    def back(self) -> Pixels:
        """Return the plain back of the tile, (160, 120, 3) uint8, read-only."""
        work = np.full((FACE_HEIGHT, FACE_WIDTH, 3), self._style.back, np.float32)
        return self._textured(np.random.default_rng([self._style.seed, 9]), work)

    def _relief(self, work: Floats32, drawn: Pixels, body: Colour) -> Floats32:
        """Cut grooves: one flank dark, the other bright, and in glossy paint a light along the bottom."""
        planes = cv2.split(cv2.absdiff(drawn, np.broadcast_to(np.array(body, np.uint8), drawn.shape)))
        ink = cv2.max(cv2.max(planes[0], planes[1]), planes[2])
        relief = cv2.GaussianBlur(ink.astype(np.float32), (0, 0), 1.1)
        dx = cv2.Sobel(relief, cv2.CV_32F, 1, 0, ksize=3)
        dy = cv2.Sobel(relief, cv2.CV_32F, 0, 1, ksize=3)
        shade = (dx * self._light[0] + dy * self._light[1]) * (0.09 * self._style.engraving)
        shade = np.clip(shade, -60, 70)
        if self._shine:
            deep = cv2.GaussianBlur(ink.astype(np.float32), (0, 0), 2.2) - 150
            shade += np.clip(deep / 60, 0, 1) * self._shine
        return np.asarray(work + shade[..., None], np.float32)

    def _strayed(self, rng: Rng, face: Pixels) -> Pixels:
        """Distort the face's lines a little: turned, moved, bent and unsteady."""
        style = self._style
        y, x = _GRID
        turn, grow = math.radians(rng.normal(0, 0.8)), rng.normal(1.0, 0.012)
        c, s = math.cos(turn) * grow, math.sin(turn) * grow
        u, v = x - FACE_WIDTH / 2, y - FACE_HEIGHT / 2
        px: Floats32 = (c * u - s * v + (FACE_WIDTH / 2 + rng.normal(0, 1.0))).astype(np.float32)
        py: Floats32 = (s * u + c * v + (FACE_HEIGHT / 2 + rng.normal(0, 1.0))).astype(np.float32)
        if style.bend:
            px += (field(rng, 3) - 1.0) * style.bend
            py += (field(rng, 3) - 1.0) * style.bend
        if style.wobble:
            px += (field(rng, 7) - 1.0) * style.wobble
            py += (field(rng, 7) - 1.0) * style.wobble
        return np.asarray(cv2.remap(face, px, py, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)

    def _textured(self, rng: Rng, work: Floats32) -> Pixels:
        speckle = _speckle()
        oy, ox = (int(v) for v in rng.integers(0, (speckle.shape[0] - FACE_HEIGHT, speckle.shape[1] - FACE_WIDTH)))
        work = work + speckle[oy : oy + FACE_HEIGHT, ox : ox + FACE_WIDTH, None]
        work += ((field(rng, 4) - 1.0) * 3.0)[..., None]
        if self._grain:
            rows = rng.normal(0, self._grain, (1, FACE_WIDTH // 2, 1)).astype(np.float32)
            work += cv2.resize(rows, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_LINEAR)[..., None]
        out: Pixels = np.clip(work, 0, 255).astype(np.uint8)
        out.setflags(write=False)
        return out


_GRID = np.mgrid[0:FACE_HEIGHT, 0:FACE_WIDTH].astype(np.float32)


@lru_cache(maxsize=1)
def _speckle() -> Floats32:
    """Return fine noise, mean 0, spread 1, larger than a face, so that faces show different parts of it."""
    return np.random.default_rng(31).standard_normal((512, 512), dtype=np.float32)


def field(rng: Rng, cells: int) -> Floats32:
    """Return smooth noise over a face (160, 120), mean 1, spread about 1, `cells` bumps across."""
    coarse = rng.standard_normal((cells * 4 // 3 + 1, cells), dtype=np.float32) + 1.0
    return np.asarray(cv2.resize(coarse, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_CUBIC), np.float32)
