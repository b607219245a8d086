"""Whole sets of tiles, drawn face by face from a seed."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

import cv2
import numpy as np

from datasets.render.bams import draw_bam
from datasets.render.birds import draw_bird
from datasets.render.canvas import FACE_HEIGHT, FACE_WIDTH, Canvas, Colour, Pixels
from datasets.render.craks import draw_crak
from datasets.render.dots import draw_dot
from datasets.render.flowers import draw_flower, draw_flowers
from datasets.render.honours import draw_dragon, draw_wind
from datasets.render.jokers import draw_joker, joker_kinds
from datasets.render.soaps import draw_soap
from datasets.render.style import Style, draw_index, draw_style, hsv, pick

BACK = "BACK"
FACE_LABELS: tuple[str, ...] = (
    *(f"{n}{suit}" for suit in "BCD" for n in range(1, 10)),
    *("E", "S", "W", "N", "R", "G", "0", "F", "J"),
)
"""The 36 kinds with a face, in the order of the reader's labels; BACK follows them."""

# Every design of TRAINING_DESIGNS stays drawn (about 3 MB each): drawing one again costs as much as four scenes.
_KEPT = 480


@dataclass(frozen=True)
class Design:
    """One set of tiles.

    `faces` maps each of FACE_LABELS and BACK to one or more pictures (160, 120, 3) uint8 BGR, the face upright; F and
    J may hold several. Colours are BGR. `bands` are the layers of the body from the face backwards: (where each begins,
    0..1 of the thickness, and its colour). `aspect` is width over height of a face, `thickness` is in face widths,
    `radius` the corner radius in face widths, `gloss` 0 (satin) to 1 (polished). The pictures are read-only.
    """

    seed: int
    faces: Mapping[str, tuple[Pixels, ...]]
    body: Colour
    back: Colour
    bands: tuple[tuple[float, Colour], ...]
    aspect: float
    thickness: float
    radius: float
    gloss: float

    @property
    def name(self) -> str:
        """The design in an index: "design-17"."""
        return f"design-{self.seed}"


@lru_cache(maxsize=_KEPT)
def draw_design(seed: int) -> Design:
    """Draw the set number `seed`; the same seed always gives the same pixels. Takes about a fifth of a second."""
    style = draw_style(seed)
    finish = _Finish(style)
    faces: dict[str, tuple[Pixels, ...]] = {}
    for n in range(1, 10):
        faces[f"{n}B"] = (finish(_suited(style, n, "B")),)
        faces[f"{n}C"] = (finish(_suited(style, n, "C")),)
        faces[f"{n}D"] = (finish(_suited(style, n, "D")),)
    for wind in "ESWN":
        faces[wind] = (finish(_drawn(style, partial(draw_wind, style=style, wind=wind))),)
    for dragon in "RG":
        faces[dragon] = (finish(_drawn(style, partial(draw_dragon, style=style, dragon=dragon))),)
    faces["0"] = (finish(_drawn(style, partial(draw_soap, style=style))),)
    faces["F"] = tuple(
        finish(_drawn(style, partial(draw_flower, style=style, group=group, number=number)))
        for group, number in draw_flowers(style)
    )
    faces["J"] = tuple(
        finish(_drawn(style, partial(draw_joker, style=style, variant=variant))) for variant in joker_kinds(style)
    )
    faces[BACK] = (finish.back(),)
    rng = style.rng("shape")
    return Design(
        seed=seed,
        faces=faces,
        body=style.body,
        back=style.back,
        bands=_bands(style, rng),
        aspect=float(rng.uniform(0.68, 0.82)),
        thickness=float(rng.uniform(0.45, 0.95)),
        radius=float(rng.uniform(0.03, 0.16)),
        gloss=float(rng.uniform(0, 1)),
    )


def _bands(style: Style, rng: np.random.Generator) -> tuple[tuple[float, Colour], ...]:
    """The layers of the body: mostly two, in some sets stripes between them."""
    seam = 1 - style.back_share
    bands = [(0.0, style.core)]
    if rng.random() < 0.15:
        inks = (style.red, style.green, style.blue, style.back, hsv(float(rng.uniform(0, 360)), 0.6, 0.8))
        for _ in range(int(rng.integers(1, 4))):
            bands.append((seam, pick(rng, inks)))
            seam += float(rng.uniform(0.05, 0.12))
    if seam < 0.95:
        bands.append((seam, style.back))
    return tuple(bands)


def _drawn(style: Style, draw: Callable[[Canvas], None]) -> Pixels:
    canvas = Canvas(style.body)
    draw(canvas)
    return canvas.finish()


def _suited(style: Style, number: int, suit: str) -> Pixels:
    canvas = Canvas(style.body)
    if suit == "B":
        if number == 1:
            draw_bird(canvas, style)
        else:
            draw_bam(canvas, style, number)
            draw_index(canvas, style, str(number), style.green)
    elif suit == "C":
        draw_crak(canvas, style, number)
        draw_index(canvas, style, str(number), style.red)
    else:
        draw_dot(canvas, style, number)
        draw_index(canvas, style, str(number), style.blue)
    return canvas.finish()


class _Finish:
    """What carving, paint and years do to every face of a set: wobble, relief, wear and the body's own grain."""

    def __init__(self, style: Style) -> None:
        self._style = style
        rng = style.rng("finish")
        self._rng = rng
        angle = float(rng.uniform(0, 2 * math.pi))
        self._light = (math.cos(angle), math.sin(angle))
        self._grain = float(rng.choice([0.0, rng.uniform(0.5, 2.5)]))
        self._soft = float(rng.choice([0.0, rng.uniform(0.3, 0.9)], p=[0.6, 0.4]))

    def __call__(self, face: Pixels) -> Pixels:
        """The finished face, same shape, read-only."""
        style, rng = self._style, self._rng
        ground = np.asarray(style.body, np.uint8)
        ink = np.max(cv2.absdiff(face, np.broadcast_to(ground, face.shape)), axis=2)
        if style.wobble:
            face = self._wobbled(face)
        work = face.astype(np.float32)
        if style.wear:
            gaps = _field(rng, 20) * 0.6 + _field(rng, 60) * 0.6
            worn = np.clip((gaps - 2.5 + style.wear * 0.9) * 1.3, 0, 0.75)[..., None]
            work += (ground.astype(np.float32) - work) * worn
        if style.engraving:
            relief = cv2.GaussianBlur(ink.astype(np.float32), (0, 0), 1.1)
            dx = cv2.Sobel(relief, cv2.CV_32F, 1, 0, ksize=3)
            dy = cv2.Sobel(relief, cv2.CV_32F, 0, 1, ksize=3)
            shade = (dx * self._light[0] + dy * self._light[1]) * (0.09 * style.engraving)
            work += np.clip(shade, -60, 70)[..., None]
        if self._soft:
            work = np.asarray(cv2.GaussianBlur(work, (0, 0), self._soft), np.float32)
        return self._textured(work)

    def back(self) -> Pixels:
        """The plain back of the tile."""
        work = np.empty((FACE_HEIGHT, FACE_WIDTH, 3), np.float32)
        work[:] = self._style.back
        return self._textured(work)

    def _textured(self, work: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Pixels:
        work = work + (self._rng.normal(0, 1.0, (FACE_HEIGHT, FACE_WIDTH, 1)).astype(np.float32))
        work += ((_field(self._rng, 4) - 1.0) * 3.0)[..., None]
        if self._grain:
            rows = self._rng.normal(0, self._grain, (1, FACE_WIDTH // 2, 1)).astype(np.float32)
            work += cv2.resize(rows, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_LINEAR)[..., None]
        out = np.clip(work, 0, 255).astype(np.uint8)
        out.setflags(write=False)
        return out

    def _wobbled(self, face: Pixels) -> Pixels:
        y, x = np.mgrid[0:FACE_HEIGHT, 0:FACE_WIDTH].astype(np.float32)
        push = self._style.wobble
        dx, dy = (_field(self._rng, 7) - 1.0) * push, (_field(self._rng, 7) - 1.0) * push
        return np.asarray(
            cv2.remap(face, x + dx, y + dy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
        )


def _field(rng: np.random.Generator, cells: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Smooth noise over a face, mean 1, spread about 1, `cells` bumps across."""
    coarse = rng.normal(1.0, 1.0, (cells * 4 // 3 + 1, cells)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_CUBIC), np.float32)
