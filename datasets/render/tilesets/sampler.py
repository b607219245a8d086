"""Draw whole tile sets from a seed."""

from dataclasses import dataclass

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.backs import draw_back
from datasets.render.tilesets.craks import draw_crak
from datasets.render.tilesets.dragons import draw_dragon
from datasets.render.tilesets.drawing.canvas import Canvas, Glyph, Pixels
from datasets.render.tilesets.drawing.surface import finished, moved, smaller
from datasets.render.tilesets.flowers import draw_flower
from datasets.render.tilesets.jokers import draw_joker
from datasets.render.tilesets.soap import draw_soap
from datasets.render.tilesets.style import Style
from datasets.render.tilesets.suits import draw_bird, draw_suited
from datasets.render.tilesets.winds import WINDS, draw_wind

VARIANTS = {"F": 8, "J": 2, "BACK": 1}
"""Number of faces of some kinds in a set; every other kind has one."""
LABELS = (*(f"{n}{suit}" for suit in "BCD" for n in range(1, 10)), "N", "E", "W", "S", "R", "G", "0", "F", "J", "BACK")
SHARES = {"F": 0.4, "J": 0.95, "BACK": 0.7}
"""Probability of drawing a face of some kinds when drawing only part of a set."""
SUITED_SHARE, HONOUR_SHARE = 0.5, 0.85
BIRDS = 0.92
"""Share of sets with a bird as 1 Bam."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face: its label, its pixels (160, 120, 3) uint8 RGB, every text on it, and its single glyphs."""

    label: str
    pixels: Pixels
    texts: tuple[str, ...]
    glyphs: tuple[Glyph, ...]


def _printed(style: Style, label: str, variant: int) -> Canvas:
    """Draw the print of a face."""
    if len(label) == 2:
        if label == "1B" and style.rng("bird").random() < BIRDS:
            return draw_bird(style)
        number = int(label[0])
        return draw_crak(style, number) if label[1] == "C" else draw_suited(style, label[1], number)
    if label in WINDS:
        return draw_wind(style, label)
    if label in "RG":
        return draw_dragon(style, label)
    if label == "F":
        return draw_flower(style, variant)
    if label == "J":
        return draw_joker(style, variant)
    return draw_soap(style) if label == "0" else draw_back(style)


def draw_face(style: Style, label: str, variant: int = 0) -> Face:
    """Draw a face of a set."""
    canvas = _printed(style, label, variant)
    printed = canvas.pixels if label == "BACK" else smaller(canvas.pixels, style)
    pixels = finished(printed, style, style.rng(f"material-{label}-{variant}"))
    glyphs = canvas.glyphs if label == "BACK" else [moved(glyph, style) for glyph in canvas.glyphs]
    return Face(label, pixels, tuple(canvas.texts), tuple(glyphs))


def draw_faces(style: Style, rng: Rng | None = None) -> list[Face]:
    """Draw all faces of a set, or with ``rng`` a random part of them by ``SHARES``."""
    found = []
    for label in LABELS:
        share = SHARES.get(label, SUITED_SHARE if len(label) == 2 else HONOUR_SHARE)
        for variant in range(VARIANTS.get(label, 1)):
            if rng is not None and rng.random() >= share:
                continue
            found.append(draw_face(style, label, variant))
    return found
