"""Craks: a numeral over or beside what stands for the suit, a character, a lantern, the word, or nothing but itself."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from datasets.render.tilesets.draft import Box, Draft, choose_family
from datasets.render.tilesets.drawing.canvas import Canvas
from datasets.render.tilesets.drawing.lettering import draw_glyph
from datasets.render.tilesets.drawing.numerals import draw_caption
from datasets.render.tilesets.drawing.palette import Colour, mix
from datasets.render.tilesets.style import Style
from datasets.render.tilesets.suits import WORDS, countable, name_tile, room, spell, suit_inks

THINGS = ("lantern", "lantern", "dragon", "person", "animal", "other", "star", "wind", "drink")
NUMERALS = "一二三四五六七八九"
SHARES = {
    "classic": 0.22,
    "wan": 0.09,
    "cartouche": 0.2,
    "figure": 0.09,
    "brush": 0.08,
    "word": 0.07,
    "picture": 0.12,
    "crackle": 0.04,
    "spelled": 0.05,
    "things": 0.04,
}


@dataclass(frozen=True, slots=True)
class Crak:
    """One Crak: its number, its numeral as a character, the set's character of the suit, and where its art stands."""

    number: int
    glyph: str
    wan: str
    box: Box

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the art."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def wide(self) -> float:
        """Width of the art."""
        return self.box[2] - self.box[0]

    @property
    def high(self) -> float:
        """Height of the art."""
        return self.box[3] - self.box[1]

    def flat(self, one: float, few: float, more: float = 1.0) -> float:
        """Return how high the numeral's character is for its width: one, two and three are flat strokes."""
        return one if self.number == 1 else few if self.number <= 3 else more


def _classic(draft: Draft, crak: Crak) -> bool:
    x, _ = crak.middle
    top = mix(draft.palette.blue, draft.palette.dark, 0.3) if draft.shared.random() < 0.6 else draft.ink
    size = float(draft.shared.uniform(0.32, 0.44)) * crak.high
    draft.character(crak.glyph, x, crak.box[1] + crak.high * 0.24, size * crak.flat(0.16, 0.45), crak.wide, top)
    draft.character(crak.wan, x, crak.box[1] + crak.high * 0.72, crak.high * 0.46, crak.wide)
    return False


def _wan(draft: Draft, crak: Crak) -> bool:
    draft.character(crak.wan, *crak.middle, crak.high * float(draft.shared.uniform(0.5, 0.85)), crak.wide)
    return False


def _outline(canvas: Canvas, rng: np.random.Generator, box: Box, ink: Colour, second: Colour, ground: Colour) -> None:
    """Draw what a Crak's character stands in: a disc, a frame, a lantern, a pagoda, a ring of beads, a diamond."""
    x0, y0, x1, y1 = box
    kind = int(rng.integers(7))
    width = float(rng.uniform(1.5, 4.5))
    filled = bool(rng.random() < 0.3)
    fill = mix(second, ground, 0.35)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    lantern = [(x0 + 12, y0 + 8), (x1 - 12, y0 + 8), (x1, cy), (x1 - 12, y1 - 10), (x0 + 12, y1 - 10), (x0, cy)]
    points = lantern if kind == 3 else [(cx, y0), (x1, cy), (cx, y1), (x0, cy)]
    if kind == 0:
        r = min(x1 - x0, y1 - y0) / 2
        if filled:
            canvas.disc(cx, cy, r, fill)
        canvas.disc(cx, cy, r, ink, width)
    elif kind in {1, 2}:
        radius = float(rng.uniform(0, 24))
        if filled:
            canvas.box(box, fill, radius)
        canvas.frame(box, ink, width, radius)
        if kind == 2:
            canvas.frame((x0 + 5, y0 + 5, x1 - 5, y1 - 5), second, 1.5, max(radius - 4, 0))
    elif kind == 4:
        canvas.poly([(x0 - 4, y0 + 20), (cx, y0), (x1 + 4, y0 + 20)], second)
        canvas.frame((x0 + 6, y0 + 20, x1 - 6, y1), ink, width)
    elif kind == 5:
        for k, angle in enumerate(np.arange(12) * np.pi / 6):
            x, y = cx + (x1 - x0) / 2 * float(np.cos(angle)), cy + (y1 - y0) / 2 * float(np.sin(angle))
            canvas.disc(x, y, 4, (ink, second)[k % 2])
    else:
        if filled:
            canvas.poly(points, fill)
        canvas.line(points, ink, width, closed=True)
    if kind == 3:
        canvas.line([(cx, y0), (cx, y0 + 8)], ink, width)
        canvas.line([(cx, y1 - 10), (cx, y1)], second, width)


def _surround(draft: Draft, crak: Crak) -> None:
    inner = float(draft.shared.uniform(0.7, 0.98)) / 2
    (x, y), wide, high = crak.middle, crak.wide, crak.high
    shape = (x - wide * inner, y - high * inner, x + wide * inner, y + high * inner)
    _outline(draft.canvas, draft.style.rng("cartouche"), shape, draft.ink, draft.second, draft.palette.body)


def _cartouche(draft: Draft, crak: Crak) -> bool:
    """Characters in a lantern, a pagoda or a frame."""
    _surround(draft, crak)
    (x, y), high = crak.middle, crak.high
    if draft.shared.random() < 0.6:
        size = high * 0.26 * crak.flat(0.2, 0.6)
        draft.character(crak.glyph, x, y - high * 0.17, size, crak.wide * 0.5, draft.second)
        draft.character(crak.wan, x, y + high * 0.14, high * 0.32, crak.wide * 0.6)
    else:
        draft.character(crak.wan, x, y, high * 0.42, crak.wide * 0.6)
    return False


def _figure(draft: Draft, crak: Crak) -> bool:
    """A plain numeral in a lantern, a pagoda or a frame."""
    _surround(draft, crak)
    central = bool(draft.shared.random() < 0.5)
    size = crak.high * float(draft.shared.uniform(0.3, 0.5))
    draw_glyph(draft.canvas, draft.style.words, str(crak.number), *crak.middle, size, draft.ink, crak.wide * 0.5)
    return central


def _brush(draft: Draft, crak: Crak) -> bool:
    """The numeral's character alone."""
    draft.character(crak.glyph, *crak.middle, crak.high * crak.flat(0.14, 0.5, 0.75), crak.wide * 0.9)
    return False


def _word(draft: Draft, crak: Crak) -> bool:
    shared = draft.shared
    word = WORDS["C"][int(shared.integers(4))]
    how = str(shared.choice(("straight", "arched", "stacked", "slanted"), p=(0.55, 0.2, 0.15, 0.1)))
    half = crak.high * float(shared.uniform(0.14, 0.3)) if how != "stacked" else crak.high * 0.45
    y = crak.middle[1]
    replace(draft, how=how).word(word, (crak.box[0], y - half, crak.box[2], y + half), draft.ink, draft.second)
    return how in {"straight", "slanted"} and bool(shared.random() < 0.25)


def _picture(draft: Draft, crak: Crak) -> bool:
    shared, style = draft.shared, draft.style
    category = str(THINGS[int(shared.integers(len(THINGS)))])
    same = shared.random() < 0.7
    art = style.picture(style.rng("crak-thing" if same else f"crak-thing-{crak.number}"), category, draft.ink)
    draft.picture(art, *crak.middle, min(crak.wide, crak.high) * float(shared.uniform(0.75, 1.05)))
    central = bool(shared.random() < 0.4)
    if shared.random() < 0.3:
        draft.character(crak.wan, *crak.middle, crak.high * 0.3, 60, draft.palette.dark)
    return central


def _crackle(draft: Draft, crak: Crak) -> bool:
    """Cracks over the face."""
    rng, (x0, y0, x1, y1) = draft.rng, crak.box
    for _ in range(int(rng.integers(4, 9))):
        points = [(rng.uniform(x0, x1), rng.uniform(y0, y1))]
        for _ in range(4):
            points.append((points[-1][0] + rng.normal(0, 22), points[-1][1] + rng.normal(0, 22)))
        draft.canvas.line(np.clip(points, (x0, y0), (x1, y1)), draft.ink, float(draft.shared.uniform(1, 3)))
    return bool(draft.shared.random() < 0.6)


def _things(draft: Draft, crak: Crak) -> bool:
    """As many lanterns as the number says."""
    art = draft.style.picture(draft.style.rng("crak-thing"), "lantern", draft.ink)
    countable(draft.canvas, [art], crak.number, crak.box, draft.rng, long=False)
    return False


FAMILIES: dict[str, Callable[[Draft, Crak], bool]] = {
    "classic": _classic,
    "wan": _wan,
    "cartouche": _cartouche,
    "figure": _figure,
    "brush": _brush,
    "word": _word,
    "picture": _picture,
    "crackle": _crackle,
    "things": _things,
}
"""What draws the art; each says whether the numeral stands over the middle of it."""


def draw_crak(style: Style, number: int) -> Canvas:
    """Draw a Crak in the set's family."""
    ink, second = suit_inks(style, "C", style.rng("suit-C"))
    shared, rng, canvas = style.rng("craks"), style.rng(f"crak-{number}"), style.canvas()
    family = choose_family(shared, SHARES)
    if family == "spelled":
        spell(canvas, style, "C", number, ink, rng)
        return canvas
    box = room(style, rng, numeral=True)
    five = "伍" if shared.random() < 0.4 else "五"
    glyph = five if number == 5 else NUMERALS[number - 1]
    wan = "萬" if shared.random() < 0.85 else "万"
    draft = Draft(canvas, style, shared, rng, ink, second, style.words)
    central = FAMILIES[family](draft, Crak(number, glyph, wan, box))
    name_tile(canvas, style, "C", number, ink, rng, central=central)
    if style.index.words == "" and shared.random() < 0.06:
        draw_caption(canvas, style.index, style.palette, "CRAK", ink, rng, style.words)
    return canvas
