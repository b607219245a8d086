"""Draw the index, a tile's numeral: its place and size, in figures or words, plain or on a badge."""

from dataclasses import dataclass, replace

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Canvas, resized, turned
from datasets.render.tilesets.drawing.lettering import Lettering, draw_glyph, draw_word
from datasets.render.tilesets.drawing.palette import Colour, Palette, mix, readable

PLACES = (
    *("top-left", "top-right", "both-top", "opposite", "four", "bottom-left", "bottom-right", "top", "bottom", "left"),
)
NAMES = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
_BADGES = ("none", "disc", "ring", "square", "flower", "diamond")


@dataclass(frozen=True, slots=True)
class Index:
    """The index of a set. ``size``: height in units of the face; ``words``: which words a small caption spells out."""

    place: str
    size: float
    letters: Lettering
    badge: str
    words: str
    suit_ink: bool
    inset: float


def draw_index_style(rng: Rng, letters: Lettering) -> Index:
    """Choose the index of a set."""
    place = str(rng.choice(PLACES, p=(0.3, 0.12, 0.05, 0.13, 0.02, 0.09, 0.09, 0.08, 0.08, 0.04)))
    size = float(rng.choice((rng.uniform(14, 21), rng.uniform(21, 32), rng.uniform(32, 46)), p=(0.34, 0.48, 0.18)))
    badge = str(rng.choice(_BADGES, p=(0.76, 0.08, 0.05, 0.04, 0.04, 0.03)))
    words = str(rng.choice(("", "number", "suit", "both"), p=(0.74, 0.07, 0.12, 0.07)))
    return Index(place, size, letters, badge, words, (rng.random() < 0.55), rng.uniform(5, 13))


def spots(index: Index, size: float) -> list[tuple[float, float, float]]:
    """Return x, y and turn (degrees) of each copy of the numeral."""
    left, top = index.inset + size * 0.36, index.inset + size * 0.5
    right, low = WIDTH - left, HEIGHT - top
    return {
        "top-left": [(left, top, 0.0)],
        "top-right": [(right, top, 0.0)],
        "both-top": [(left, top, 0.0), (right, top, 0.0)],
        "opposite": [(left, top, 0.0), (right, low, 180.0)],
        "four": [(left, top, 0.0), (right, top, 0.0), (left, low, 180.0), (right, low, 180.0)],
        "bottom-left": [(left, low, 0.0)],
        "bottom-right": [(right, low, 0.0)],
        "top": [(WIDTH / 2, top, 0.0)],
        "bottom": [(WIDTH / 2, low, 0.0)],
        "left": [(left, HEIGHT / 2, 0.0)],
    }[index.place]


def _badge(canvas: Canvas, kind: str, x: float, y: float, r: float, colour: Colour) -> None:
    if kind == "disc":
        canvas.disc(x, y, r, colour)
    elif kind == "ring":
        canvas.disc(x, y, r, colour, 1.8)
    elif kind == "square":
        canvas.box((x - r * 0.85, y - r, x + r * 0.85, y + r), colour, r * 0.3)
    elif kind == "diamond":
        canvas.poly([(x, y - r * 1.2), (x + r * 1.05, y), (x, y + r * 1.2), (x - r * 1.05, y)], colour)
    elif kind == "flower":
        for angle in np.arange(6) * np.pi / 3:
            canvas.disc(x + r * 0.6 * np.cos(angle), y + r * 0.6 * np.sin(angle), r * 0.55, colour)


def draw_index(canvas: Canvas, index: Index, palette: Palette, text: str, suit: Colour, *, size: float = 0) -> None:
    """Write the numeral or letter of a tile at the set's places."""
    height = size or index.size
    ink = suit if index.suit_ink else palette.dark
    for x, y, turn in spots(index, height):
        colour = ink
        if index.badge != "none":
            _badge(canvas, index.badge, x, y, height * 0.72, ink)
            if index.badge != "ring":
                colour = readable(palette.body, ink, 70)
        mask = index.letters.mask(text)
        if mask is None:
            continue
        scale = height * (0.8 if index.badge != "none" else 1.0)
        canvas.note(text, x, y, scale, turn)
        art = resized(mask, scale, min(mask.shape[1] * scale / mask.shape[0], scale * 1.15 * len(text)))
        canvas.stamp(turned(art, turn) if turn else art, x, y, colour)


def draw_caption(
    canvas: Canvas, index: Index, palette: Palette, words: str, suit: Colour, rng: Rng, letters: Lettering
) -> None:
    """Write small words along an edge free of numerals: THREE, BAM, THREE BAM."""
    ink = suit if rng.random() < 0.6 else palette.dark
    high = rng.uniform(9, 17)
    top = index.place in {"bottom", "bottom-left", "bottom-right"}
    box = (24.0, 5.0, WIDTH - 24.0, 5 + high) if top else (20.0, HEIGHT - 5 - high, WIDTH - 20.0, HEIGHT - 5.0)
    draw_word(canvas, letters, words, "straight", box, (ink, ink), rng)


def central_numeral(canvas: Canvas, letters: Lettering, palette: Palette, text: str, colour: Colour, rng: Rng) -> None:
    """Write a large numeral over the middle, with an edge in the ground colour to stand out from a picture."""
    height = rng.uniform(46, 92)
    x, y = WIDTH / 2 + rng.uniform(-6, 6), HEIGHT / 2 + rng.uniform(-14, 14)
    if rng.random() < 0.6:
        edge = replace(letters, weight=5)
        draw_glyph(canvas, edge, text, x, y, height * 1.1, mix(palette.body, colour, 0.05), 100)
    draw_glyph(canvas, letters, text, x, y, height, readable(colour, palette.body, 70), 90)
