"""Draw patches without a tile: printed cloth, lettering, columns of a card, sides of tiles, gaps between tiles."""

from collections.abc import Callable

import cv2
import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.patch_size import HEIGHT, WIDTH
from datasets.render.tilesets.drawing.canvas import Pixels, resized, turned, window
from datasets.render.tilesets.drawing.noise import cloud
from datasets.render.tilesets.drawing.palette import Colour, hsv, readable
from datasets.render.tilesets.style import Style

_UNIT = WIDTH / 108
"""Unit of sizes in this module, pixels: a 108th of a patch's width."""
CATEGORIES = ("flower", "plant", "animal", "bird", "fruit", "star", "round", "other", "person", "lantern", "drink")
WORDS = (
    *("CHARLESTON", "MAHJONG", "RIGHT", "OVER", "LEFT", "WALLS", "DRAGONS", "JOKERS", "STOP", "2026", "VALUES"),
    *("EAST",),
)


def _sheet(ground: Colour) -> Pixels:
    return np.full((HEIGHT, WIDTH, 3), ground, np.uint8)


def _lay(sheet: Pixels, art: Pixels, x: float, y: float) -> None:
    """Paint a picture (h, w, 4), centred at (x, y), clipped to the patch."""
    part, cut = window(sheet, art, x, y)
    part[:] = (part + (cut[..., :3].astype(np.float32) - part) * cut[..., 3:] / 255.0).astype(np.uint8)


def _colour(rng: Rng, *, pale: bool = False) -> Colour:
    saturation, value = (0.3, 0.75) if pale else (1.0, 0.05)
    return hsv(rng.uniform(0, 360), rng.uniform(0, saturation), rng.uniform(value, 1))


def _cloth(style: Style, rng: Rng) -> Pixels:
    """Draw cloth or a mat with a printed pattern, large or small."""
    ground = _colour(rng, pale=(rng.random() < 0.6))
    sheet = _sheet(ground)
    ink = readable(_colour(rng), ground, 30)
    shown = [
        style.picture(rng, CATEGORIES[int(rng.integers(len(CATEGORIES)))], ink) for _ in range(int(rng.integers(1, 4)))
    ]
    size = float(np.exp(rng.uniform(np.log(14), np.log(190)))) * _UNIT
    step = max(size * rng.uniform(0.7, 1.4), 12.0 * _UNIT)
    start = rng.uniform(-step, 0, 2)
    for row, y in enumerate(np.arange(start[1], HEIGHT + step, step)):
        for x in np.arange(start[0] + (row % 2) * step / 2, WIDTH + step, step):
            art = resized(shown[int(rng.integers(len(shown)))], size)
            _lay(sheet, turned(art, rng.uniform(0, 360)), float(x), float(y))
    return sheet


def _lettering(style: Style, rng: Rng) -> Pixels:
    """Draw words of a mat, or the columns of a printed card, at any size and angle."""
    ground = _colour(rng, pale=(rng.random() < 0.7))
    sheet = _sheet(ground)
    card = rng.random() < 0.5
    size = float(rng.uniform(5, 16) if card else rng.uniform(10, 80)) * _UNIT
    angle = float(rng.normal(0, 12) if rng.random() < 0.6 else rng.uniform(0, 360))
    y = rng.uniform(-size, size)
    letters = style.words if rng.random() < 0.6 else style.script
    inks = [readable(_colour(rng), ground, 50) for _ in range(3)]
    while y < HEIGHT + size:
        text = WORDS[int(rng.integers(len(WORDS)))]
        if card:
            text = " ".join(str(int(rng.integers(1, 10))) * int(rng.integers(2, 5)) for _ in range(3))
        mask = letters.mask(text)
        if mask is not None:
            ink = inks[int(rng.integers(3))]
            art = np.dstack([np.broadcast_to(np.array(ink, np.uint8), (*mask.shape, 3)), mask])
            _lay(sheet, turned(resized(art, size), angle), rng.uniform(0, WIDTH), y)
        y += size * rng.uniform(1.1, 2.4)
    return sheet


def _layers(style: Style, rng: Rng) -> Pixels:
    """Draw the side of a tile, or of adjacent tiles: layers of colour and the surroundings."""
    palette = style.palette
    sheet = _sheet(_colour(rng))
    colours = [palette.body, *palette.more[: int(rng.integers(1, 3))]]
    start, end = rng.uniform(0, 0.3) * HEIGHT, rng.uniform(0.6, 1) * HEIGHT
    # The boundary of two layers goes through the middle: one colour alone would be a tile's back.
    inner = [rng.uniform(0.36, 0.64) * HEIGHT, *rng.uniform(start, end, len(colours) - 2)]
    edges = np.sort([start, end, *inner])
    left = rng.uniform(-0.2, 0.3) * WIDTH
    wide = rng.uniform(0.4, 1.1) * WIDTH
    gap = rng.uniform(0, 6) * _UNIT
    for x in (left - wide - gap, left, left + wide + gap):
        for colour, top, low in zip(colours, edges[:-1], edges[1:], strict=True):
            cv2.rectangle(sheet, (round(x), round(top)), (round(x + wide), round(low)), colour, -1)
    return _tilted(sheet, float(rng.choice((0, 90, 180, 270))) + rng.normal(0, 10))


def _beside(faces: list[Pixels], style: Style, rng: Rng) -> Pixels:
    """Draw the gap between two or four tiles, in the middle of the patch."""
    high, wide = round(HEIGHT * 0.52), round(WIDTH * 0.52)
    sheet = _sheet(style.palette.body if rng.random() < 0.3 else _colour(rng))
    gap_x, gap_y = round(int(rng.integers(0, 8)) * _UNIT), round(int(rng.integers(0, 14)) * _UNIT)
    x0, y0 = WIDTH // 2 + int(rng.normal(0, 4) * _UNIT), HEIGHT // 2 + int(rng.normal(0, 5) * _UNIT)
    if rng.random() < 0.6:
        y0 -= high // 2  # two tiles of a row: the gap goes through the middle, their edges are above and below
    for left in (x0 - wide - gap_x, x0 + gap_x):
        for top in (y0 - high - gap_y, y0 + gap_y):
            face = cv2.resize(faces[int(rng.integers(len(faces)))], (wide, high), interpolation=cv2.INTER_AREA)
            alpha = np.full((high, wide, 1), 255, np.uint8)
            _lay(sheet, np.concatenate([face, alpha], axis=2), left + wide / 2, top + high / 2)
    return sheet


def _tilted(picture: Pixels, degrees: float) -> Pixels:
    matrix = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), degrees, 1.3)
    return np.asarray(cv2.warpAffine(picture, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT), np.uint8)


def _table(_style: Style, rng: Rng) -> Pixels:
    """Draw a bare surface: smooth, grained, or with an edge across."""
    made = np.full((HEIGHT, WIDTH, 3), _colour(rng), np.float32)
    if rng.random() < 0.6:
        made += cloud(rng, int(rng.integers(2, 14)), HEIGHT, WIDTH)[..., None] * rng.uniform(5, 60)
    if rng.random() < 0.5:
        other = np.array(_colour(rng), np.float32)
        angle = rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
        made[((x - WIDTH / 2) * np.cos(angle) + (y - HEIGHT / 2) * np.sin(angle)) > rng.normal(0, 20) * _UNIT] = other
    return np.asarray(np.clip(made, 0, 255), np.uint8)


_ALONE: tuple[Callable[[Style, Rng], Pixels], ...] = (_cloth, _lettering, _layers, _table)


def draw_nothing(style: Style, faces: list[Pixels], rng: Rng) -> Pixels:
    """Draw a patch (HEIGHT, WIDTH, 3) uint8 RGB without a tile in its middle; ``faces``: some faces of the set."""
    kind = int(rng.choice(len(_ALONE) + 1, p=(0.34, 0.2, 0.18, 0.08, 0.2)))
    return _beside(faces, style, rng) if kind == len(_ALONE) else _ALONE[kind](style, rng)
