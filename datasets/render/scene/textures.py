"""Make tables, mats and wood: repeatable textures, cached by number."""

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from datasets.render.drawing.canvas import Canvas, Colour, Floats32, Pixels, Rng
from datasets.render.drawing.set_style import CJK_FONTS, WORD_FONTS, hsv, mix, pick

SIDE = 512
TABLES = 192
"""Number of table tops."""
WOODS = 24
"""Number of woods."""


def noise(rng: Rng, cells: int, height: int = SIDE, width: int = SIDE) -> Floats32:
    """Return smooth noise, mean 0, spread about 1, `cells` bumps across."""
    rows = max(2, round(cells * height / width))
    coarse = rng.normal(0, 1, (rows, max(2, cells))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(rng: Rng, low: float = 0.15, high: float = 0.95) -> Colour:
    """Pick a table's colour: mostly green, blue or brown, seldom garish."""
    hue = pick(
        rng,
        (rng.uniform(90, 170), rng.uniform(200, 240), rng.uniform(10, 45), rng.uniform(0, 360)),
        (0.28, 0.14, 0.2, 0.38),
    )
    return hsv(hue, float(rng.beta(1.3, 1.8)) * 0.9, rng.uniform(low, high))


def _grain(picture: Floats32) -> Pixels:
    return np.clip(picture, 0, 255).astype(np.uint8)


@lru_cache(maxsize=WOODS)
def wood(number: int) -> Pixels:
    """Return wood texture `number`, shape (SIDE, SIDE, 3) uint8 BGR, the grain along x."""
    rng = np.random.default_rng([number, 77])
    base = np.array(hsv(rng.uniform(14, 40), rng.uniform(0.2, 0.75), rng.uniform(0.2, 0.85)), np.float32)
    stretch = cv2.resize(noise(rng, 6, 128, 16), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.normal(0, 1, (SIDE, 24)).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    rings = np.sin(
        (np.arange(SIDE, dtype=np.float32)[:, None] / rng.uniform(4, 20) + stretch * rng.uniform(0.5, 3)) * 2
    )
    tone = rings * rng.uniform(2, 12) + fine * rng.uniform(2, 9) + stretch * 6
    picture = base + tone[..., None] * np.array([0.7, 0.9, 1.0], np.float32)
    if rng.random() < 0.4:
        picture[:: int(rng.integers(60, 160))] *= 0.6
    return _grain(picture)


def _felt(rng: Rng) -> Pixels:
    base = np.array(_colour(rng), np.float32)
    picture = base + (rng.normal(0, rng.uniform(2, 9), (SIDE, SIDE, 1)) + noise(rng, 12)[..., None] * 4).astype(
        np.float32
    )
    return _grain(picture)


def _cloth(rng: Rng) -> Pixels:
    base = np.array(_colour(rng), np.float32)
    step = int(rng.integers(3, 11))
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    weave = ((x // step + y // step) % 2 * 2 - 1).astype(np.float32)
    if rng.random() < 0.5:
        weave = (np.sin(x * 6.28 / step) * np.cos(y * 6.28 / step)).astype(np.float32)
    picture = base + weave[..., None] * rng.uniform(3, 16) + noise(rng, 20)[..., None] * 4
    return _grain(picture + rng.normal(0, 3, (SIDE, SIDE, 1)).astype(np.float32))


def _plain(rng: Rng) -> Pixels:
    base = np.array(_colour(rng), np.float32)
    return _grain(base + noise(rng, 5)[..., None] * 5 + rng.normal(0, 1.5, (SIDE, SIDE, 1)).astype(np.float32))


def _stone(rng: Rng) -> Pixels:
    base, vein = np.array(_colour(rng, 0.4), np.float32), np.array(_colour(rng), np.float32)
    field = noise(rng, 4) + 0.5 * noise(rng, 11) + 0.25 * noise(rng, 40)
    share = np.exp(-np.abs(field) * rng.uniform(3, 12))[..., None] * rng.uniform(0.2, 0.9)
    return _grain(base + (vein - base) * share + noise(rng, 90)[..., None] * 5)


def _stripes(rng: Rng) -> Pixels:
    colours = [_colour(rng) for _ in range(int(rng.integers(2, 5)))]
    step = int(rng.integers(8, 70))
    bands: Floats32 = np.array(colours, np.float32)[(np.arange(SIDE) // step) % len(colours)]
    checked = float(rng.choice([0.0, 0.5], p=[0.4, 0.6]))
    picture = bands[None] * (1 - checked) + bands[:, None] * checked
    return _grain(picture + rng.normal(0, 3, (SIDE, SIDE, 1)).astype(np.float32))


def _printed(rng: Rng) -> Pixels:
    """Print a busy mat: motifs on a grid, some of them tile-like frames, letters and characters."""
    ground = _colour(rng)
    canvas = Canvas(ground, SIDE // 2, SIDE // 2)
    inks = [mix(ground, _colour(rng), rng.uniform(0.3, 1.0)) for _ in range(4)]
    step = rng.uniform(18, 64)
    font = pick(rng, (*CJK_FONTS, *WORD_FONTS))
    letters = "萬中東南西北發" if font in CJK_FONTS else "ABCJKEN2468"
    kind = int(rng.integers(7))
    pictures = "🌸🌺🌷🦋🐉🦢💐🪷🍒🌿🎋🦜"
    motif = pick(rng, tuple(pictures))
    for i in np.arange(0, SIDE / 2 + step, step):
        for j in np.arange(0, SIDE / 2 + step, step):
            ink = inks[int(rng.integers(4))]
            x, y = float(i + (step / 2 if round(j / step) % 2 else 0)), float(j)
            if kind == 0:
                canvas.disc(x, y, step * 0.3, ink)
            elif kind == 1:
                canvas.text(motif, "pictures-bold", x, y, ink, fit=(step * 0.8, step * 0.8), turn=rng.uniform(0, 360))
            elif kind == 2:
                canvas.text(pick(rng, tuple(letters)), font, x, y, ink, fit=(step * 0.7, step * 0.7))
            elif kind == 3:
                canvas.box(x - step * 0.3, y - step * 0.38, x + step * 0.3, y + step * 0.38, ink, width=2)
            elif kind == 4:
                canvas.line(
                    [(x - step / 2, y), (x, y - step / 2), (x + step / 2, y), (x, y + step / 2)], ink, 2.5, closed=True
                )
            elif kind == 5:
                for r in (0.5, 0.34, 0.2):
                    canvas.disc(x, y, step * r, ink, width=1.6)
            else:
                for k in range(6):
                    across, down = step * 0.2 * np.cos(k * 1.05), step * 0.2 * np.sin(k * 1.05)
                    canvas.ellipse(x + across, y + down, step * 0.16, step * 0.1, ink, turn=60.0 * k)
    picture = cv2.resize(canvas.finish(), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    return _grain(picture + rng.normal(0, 3, (SIDE, SIDE, 1)).astype(np.float32))


def card_print(rng: Rng) -> Pixels:
    """Print a card: columns of coloured groups of characters under headings, (256, 180, 3) uint8 BGR."""
    width, height = 180, 256
    canvas = Canvas((245, 248, 250), width, height)
    inks = ((160, 60, 20), (40, 30, 190), (60, 120, 20), (20, 20, 20))
    font = pick(rng, ("lat-narrow", "lat-book", "lat-typewriter", "lat-geometric"))
    title = pick(rng, ("HANDS 2024", "RULES", "STANDARD HANDS", "WINNING HANDS"))
    canvas.text(title, font, width / 2, 12, (30, 30, 120), fit=(width * 0.7, 10))
    y = 28.0
    step = rng.uniform(8, 14)
    while y < height - 6:
        if rng.random() < 0.14:
            heading = pick(rng, ("2468", "WINDS", "QUINTS", "369", "13579", "PAIRS", "RUN"))
            canvas.text(heading, font, 36, y, (20, 20, 20), fit=(44, step * 0.75))
        else:
            x = 14.0
            for _ in range(int(rng.integers(3, 6))):
                text = pick(rng, ("FF", "1111", "222", "DDD", "NEWS", "66", "8888", "55", "3333", "FFFF", "00"))
                canvas.text(text, font, x + len(text) * 3, y, pick(rng, inks), fit=(len(text) * 6.2, step * 0.62))
                x += len(text) * 7 + 7
                if x > width - 45:
                    break
            value = pick(rng, ("X 25", "C 30", "X 30", "C 35"))
            canvas.text(value, font, width - 16, y, (20, 20, 20), fit=(20, step * 0.6))
        y += step
    return canvas.finish()


_TABLES: tuple[tuple[Callable[[Rng], Pixels], float], ...] = (
    (_felt, 0.2),
    (_cloth, 0.16),
    (_plain, 0.16),
    (lambda rng: wood(int(rng.integers(WOODS))), 0.2),
    (_stone, 0.08),
    (_stripes, 0.06),
    (_printed, 0.14),
)


@lru_cache(maxsize=TABLES)
def table(number: int) -> Pixels:
    """Return table top `number` (0..TABLES - 1), a repeatable texture (SIDE, SIDE, 3) uint8 BGR."""
    rng = np.random.default_rng([number, 55])
    make = pick(rng, [t[0] for t in _TABLES], [t[1] for t in _TABLES])
    out = make(rng)
    out.setflags(write=False)
    return out
