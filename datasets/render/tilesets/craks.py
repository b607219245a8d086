"""Draw Craks: a numeral with a character, a lantern, a word or a picture for the suit, or alone."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.draft import Box, Draft, choose_painter
from datasets.render.tilesets.drawing.canvas import Canvas, Points, rounded
from datasets.render.tilesets.drawing.lettering import draw_glyph
from datasets.render.tilesets.drawing.numerals import draw_caption
from datasets.render.tilesets.drawing.palette import Colour, mix
from datasets.render.tilesets.style import Style
from datasets.render.tilesets.suits import WORDS, countable, name_tile, room, spell, suit_inks

THINGS = ("lantern", "lantern", "dragon", "person", "animal", "other", "star", "wind", "drink")
NUMERALS = "一二三四五六七八九"


@dataclass(frozen=True, slots=True)
class Crak:
    """One Crak: its number, its numeral as a character, the set's character of the suit, and the place of its art."""

    number: int
    glyph: str
    wan: str
    box: Box
    middle: tuple[float, float]
    wide: float
    high: float

    def flat(self, one: float, few: float, more: float = 1.0) -> float:
        """Return the height factor of the numeral's character: one, two and three are flat strokes."""
        return one if self.number == 1 else few if self.number <= 3 else more


def _classic(draft: Draft, crak: Crak) -> bool:
    x, _ = crak.middle
    top = mix(draft.palette.blue, draft.palette.dark, 0.3) if draft.shared.random() < 0.6 else draft.ink
    size = draft.shared.uniform(0.32, 0.44) * crak.high
    draft.character(crak.glyph, x, crak.box[1] + crak.high * 0.24, size * crak.flat(0.16, 0.45), crak.wide, top)
    draft.character(crak.wan, x, crak.box[1] + crak.high * 0.72, crak.high * 0.46, crak.wide)
    return False


def _wan(draft: Draft, crak: Crak) -> bool:
    draft.character(crak.wan, *crak.middle, crak.high * draft.shared.uniform(0.5, 0.85), crak.wide)
    return False


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline around a Crak's character: its box, inks, filling and line width."""

    canvas: Canvas
    box: Box
    ink: Colour
    second: Colour
    fill: Colour | None
    width: float
    rng: Rng

    @property
    def middle(self) -> tuple[float, float]:
        """Return the centre of the box, x and y."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    def shape(self, points: Points) -> None:
        """Draw a closed shape, filled if the outline has a filling."""
        if self.fill is not None:
            self.canvas.poly(points, self.fill)
        self.canvas.line(points, self.ink, self.width, closed=True)


def _ellipse(x: float, y: float, rx: float, ry: float, waves: int = 0, depth: float = 0.0) -> Points:
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    r = 1 + depth * np.cos(waves * angles)
    return np.column_stack([x + rx * r * np.cos(angles), y + ry * r * np.sin(angles)])


def _oval(o: Outline) -> None:
    (x, y), (x0, y0, x1, y1) = o.middle, o.box
    waves, depth = (0, 0.0) if o.rng.random() < 0.5 else (int(o.rng.integers(4, 13)), o.rng.uniform(0.02, 0.12))
    o.shape(_ellipse(x, y, (x1 - x0) / 2, (y1 - y0) / 2, waves, depth))


def _disc(o: Outline) -> None:
    (x, y), r = o.middle, min(o.box[2] - o.box[0], o.box[3] - o.box[1]) / 2
    o.shape(_ellipse(x, y, r, r))


def _frame(o: Outline) -> None:
    radius = o.rng.uniform(0, 24)
    o.shape(rounded(o.box, radius))
    if o.rng.random() < 0.5:
        x0, y0, x1, y1 = o.box
        o.canvas.frame((x0 + 5, y0 + 5, x1 - 5, y1 - 5), o.second, 1.5, max(radius - 4, 0))


def _lantern(o: Outline) -> None:
    (x, y), (x0, y0, x1, y1) = o.middle, o.box
    corner = o.rng.uniform(4, 20)
    shoulder = [(x0 + corner, y0 + 8), (x1 - corner, y0 + 8), (x1, y), (x1 - corner, y1 - 10), (x0 + corner, y1 - 10)]
    o.shape([*shoulder, (x0, y)])
    o.canvas.line([(x, y0), (x, y0 + 8)], o.ink, o.width)
    for aside in (0,) if o.rng.random() < 0.5 else (-8, 0, 8):
        o.canvas.line([(x + aside, y1 - 10), (x + aside, y1)], o.second, o.width)


def _pagoda(o: Outline) -> None:
    """Draw a house with one to three roofs, straight or curved."""
    (x, _), (x0, y0, x1, y1) = o.middle, o.box
    for roof in range(int(o.rng.integers(1, 4))):
        top, wide = y0 - roof * 9, (x1 - x0) / 2 * (1.08 - 0.22 * roof)
        shape = ((-wide, 20), (-wide * 0.3, 9), (0, 0), (wide * 0.3, 9), (wide, 20))
        o.canvas.poly([(x + across, top + down) for across, down in shape], o.second)
    o.shape([(x0 + 6, y0 + 20), (x1 - 6, y0 + 20), (x1 - 6, y1), (x0 + 6, y1)])
    if o.rng.random() < 0.5:
        o.canvas.line([(x0, y1), (x1, y1)], o.second, o.width * 1.6)


def _beads(o: Outline) -> None:
    (x, y), (x0, y0, x1, y1) = o.middle, o.box
    count, r = int(o.rng.integers(10, 24)), o.rng.uniform(2, 5)
    for k, (px, py) in enumerate(_ellipse(x, y, (x1 - x0) / 2, (y1 - y0) / 2)[:: 72 // count]):
        o.canvas.disc(float(px), float(py), r, (o.ink, o.second)[k % 2])


def _diamond(o: Outline) -> None:
    (x, y), (x0, y0, x1, y1) = o.middle, o.box
    o.shape([(x, y0), (x1, y), (x, y1), (x0, y)])


def _ornate(o: Outline) -> None:
    """Draw a frame with bowed sides, scrolls and knobs at corners and middles."""
    (x, y), (x0, y0, x1, y1) = o.middle, o.box
    bow = o.rng.uniform(-8, 8)
    o.shape([(x0, y0), (x, y0 + bow), (x1, y0), (x1 - bow, y), (x1, y1), (x, y1 - bow), (x0, y1), (x0 + bow, y)])
    for px, py in ((x0, y0), (x1, y0), (x0, y1), (x1, y1)) if o.rng.random() < 0.6 else ((x, y0), (x, y1)):
        r = o.rng.uniform(4, 10)
        o.canvas.disc(px, py, r, o.second, 1.8 if o.rng.random() < 0.6 else 0.0)
        o.canvas.disc(px + (r if px < x else -r), py, r * 0.6, o.second, 1.5)


def _corners(o: Outline) -> None:
    x0, y0, x1, y1 = o.box
    long = o.rng.uniform(10, 28)
    for px, way_x in ((x0, 1), (x1, -1)):
        for py, way_y in ((y0, 1), (y1, -1)):
            o.canvas.line([(px + way_x * long, py), (px, py), (px, py + way_y * long)], o.ink, o.width)


def _fan(o: Outline) -> None:
    (x, _), (x0, y0, x1, y1) = o.middle, o.box
    angles = np.linspace(np.pi * 1.08, np.pi * 1.92, 12)
    arc = [(x + (x1 - x0) * 0.56 * float(np.cos(a)), y1 + (y1 - y0) * float(np.sin(a))) for a in angles]
    o.shape([*arc, (x, y1)])


OUTLINES: tuple[Callable[[Outline], None], ...] = (
    *(_oval, _disc, _frame, _lantern, _pagoda, _beads, _diamond, _ornate, _ornate, _corners, _fan, _pagoda, _oval),
)


def _surround(draft: Draft, crak: Crak) -> None:
    inner = draft.shared.uniform(0.7, 0.98) / 2
    (x, y), wide, high = crak.middle, crak.wide, crak.high
    shape = (x - wide * inner, y - high * inner, x + wide * inner, y + high * inner)
    rng = draft.style.rng("cartouche")
    width = rng.uniform(1.2, 4.5)
    fill = mix(draft.second, draft.palette.body, rng.uniform(0.3, 0.85)) if rng.random() < 0.3 else None
    OUTLINES[int(rng.integers(len(OUTLINES)))](Outline(draft.canvas, shape, draft.ink, draft.second, fill, width, rng))


def _cartouche(draft: Draft, crak: Crak) -> bool:
    """Draw characters in a lantern, a pagoda or a frame."""
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
    """Draw a plain numeral in a lantern, a pagoda or a frame."""
    _surround(draft, crak)
    central = draft.shared.random() < 0.5
    size = crak.high * draft.shared.uniform(0.26, 0.5)
    draw_glyph(draft.canvas, draft.style.words, str(crak.number), *crak.middle, size, draft.ink, crak.wide * 0.5)
    return central


def _brush(draft: Draft, crak: Crak) -> bool:
    """Draw the numeral's character alone."""
    draft.character(crak.glyph, *crak.middle, crak.high * crak.flat(0.14, 0.5, 0.75), crak.wide * 0.9)
    return False


def _word(draft: Draft, crak: Crak) -> bool:
    shared = draft.shared
    word = WORDS["C"][int(shared.integers(4))]
    how = str(shared.choice(("straight", "arched", "stacked", "slanted"), p=(0.55, 0.2, 0.15, 0.1)))
    half = crak.high * shared.uniform(0.14, 0.3) if how != "stacked" else crak.high * 0.45
    y = crak.middle[1]
    replace(draft, how=how).word(word, (crak.box[0], y - half, crak.box[2], y + half), draft.ink, draft.second)
    return how in {"straight", "slanted"} and (shared.random() < 0.25)


def _picture(draft: Draft, crak: Crak) -> bool:
    shared, style = draft.shared, draft.style
    category = str(THINGS[int(shared.integers(len(THINGS)))])
    same = shared.random() < 0.7
    art = style.picture(style.rng("crak-thing" if same else f"crak-thing-{crak.number}"), category, draft.ink)
    draft.canvas.picture(art, *crak.middle, min(crak.wide, crak.high) * shared.uniform(0.75, 1.05))
    central = shared.random() < 0.4
    if shared.random() < 0.3:
        draft.character(crak.wan, *crak.middle, crak.high * 0.3, 60, draft.palette.dark)
    return central


def _crackle(draft: Draft, crak: Crak) -> bool:
    """Draw cracks over the face."""
    rng, (x0, y0, x1, y1) = draft.rng, crak.box
    for _ in range(int(rng.integers(4, 9))):
        points = [(rng.uniform(x0, x1), rng.uniform(y0, y1))]
        for _ in range(4):
            points.append((points[-1][0] + rng.normal(0, 22), points[-1][1] + rng.normal(0, 22)))
        draft.canvas.line(np.clip(points, (x0, y0), (x1, y1)), draft.ink, draft.shared.uniform(1, 3))
    return draft.shared.random() < 0.6


def _things(draft: Draft, crak: Crak) -> bool:
    """Draw as many lanterns as the tile's number."""
    art = draft.style.picture(draft.style.rng("crak-thing"), "lantern", draft.ink)
    countable(draft.canvas, [art], crak.number, crak.box, draft.rng, long=False)
    return False


FAMILIES: dict[str, tuple[float, Callable[[Draft, Crak], bool] | None]] = {
    "classic": (0.19, _classic),
    "wan": (0.08, _wan),
    "cartouche": (0.22, _cartouche),
    "figure": (0.11, _figure),
    "brush": (0.08, _brush),
    "word": (0.06, _word),
    "picture": (0.15, _picture),
    "crackle": (0.04, _crackle),
    "spelled": (0.04, None),
    "things": (0.03, _things),
}
"""Families with their probabilities and painters, which return whether the numeral belongs over the middle of the art;
None spells the tile's name out."""


def draw_crak(style: Style, number: int) -> Canvas:
    """Draw a Crak in the set's family."""
    ink, second = suit_inks(style, "C", style.rng("suit-C"))
    shared, rng, canvas = style.rng("craks"), style.rng(f"crak-{number}"), style.canvas()
    _, paint = choose_painter(shared, FAMILIES)
    if paint is None:
        spell(canvas, style, "C", number, ink, rng)
        return canvas
    x0, y0, x1, y1 = box = room(style, rng, numeral=True)
    five = "伍" if shared.random() < 0.4 else "五"
    glyph = five if number == 5 else NUMERALS[number - 1]
    wan = "萬" if shared.random() < 0.85 else "万"
    draft = Draft(canvas, style, shared, rng, ink, second, style.words)
    central = paint(draft, Crak(number, glyph, wan, box, ((x0 + x1) / 2, (y0 + y1) / 2), x1 - x0, y1 - y0))
    name_tile(canvas, style, "C", number, ink, rng, central=central)
    if style.index.words == "" and shared.random() < 0.06:
        draw_caption(canvas, style.index, style.palette, "CRAK", ink, rng, style.words)
    return canvas
