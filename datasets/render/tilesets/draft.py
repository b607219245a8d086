"""The state of a face during drawing: the canvas, the set's style, and the choices that painters share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Canvas, resized, turned
from datasets.render.tilesets.drawing.lettering import SETTINGS, Lettering, draw_glyph, draw_word
from datasets.render.tilesets.drawing.numerals import draw_index
from datasets.render.tilesets.drawing.palette import Colour, Palette
from datasets.render.tilesets.style import Style

T = TypeVar("T")
Box = tuple[float, float, float, float]
_SETTING_SHARES = (0.5, 0.14, 0.1, 0.08, 0.06, 0.12)


@dataclass(frozen=True, slots=True)
class Draft:
    """The inputs of all painters of one kind.

    ``shared``: random generator with the same state for all tiles of the kind in this set; ``rng``: this tile's own.
    ``letters``: the lettering of its words. ``how``: their setting (one of ``SETTINGS``).
    """

    canvas: Canvas
    style: Style
    shared: Rng
    rng: Rng
    ink: Colour
    second: Colour
    letters: Lettering
    how: str = "straight"

    @property
    def palette(self) -> Palette:
        """Return the set's colours."""
        return self.style.palette

    def word(self, text: str, box: Box, *colours: Colour) -> None:
        """Set a word into a box, in ``colours`` or else in the tile's ink."""
        draw_word(self.canvas, self.letters, text, self.how, box, colours or (self.ink,), self.rng)

    def letter(self, text: str, height: float, most: float, *, colour: Colour | None = None) -> None:
        """Write a letter in the middle."""
        draw_glyph(self.canvas, self.letters, text, WIDTH / 2, HEIGHT / 2, height, colour or self.ink, most)

    def character(
        self, text: str, x: float, y: float, height: float, most: float, colour: Colour | None = None
    ) -> None:
        """Write a CJK character."""
        draw_glyph(self.canvas, self.style.characters, text, x, y, height, colour or self.ink, most)

    def index(self, text: str, *, colour: Colour | None = None, least: float = 0.0) -> None:
        """Write a letter or numeral at the set's index places, at least ``least`` high."""
        size = max(self.style.index.size, least) if least else 0.0
        draw_index(self.canvas, self.style.index, self.palette, text, colour or self.ink, size=size)


def choose_family(rng: Rng, shares: Mapping[str, float]) -> str:
    """Choose a family with the probabilities ``shares``."""
    return str(rng.choice(list(shares), p=list(shares.values())))


def choose_painter(rng: Rng, painters: Mapping[str, tuple[float, T]]) -> tuple[str, T]:
    """Choose one of ``painters``, each with its probability; return its name and the painter."""
    family = choose_family(rng, {name: share for name, (share, _) in painters.items()})
    return family, painters[family][1]


def setting(rng: Rng) -> str:
    """Choose the setting of a word."""
    return str(rng.choice(SETTINGS, p=_SETTING_SHARES))


def word_box(how: str, rng: Rng, *, alone: bool) -> Box:
    """Return the box of a word: a strip through the middle of the face if it is ``alone``, else along an edge."""
    if alone:
        if how in {"stacked", "upright"}:
            half = rng.uniform(14, 30)
            return WIDTH / 2 - half, 10, WIDTH / 2 + half, HEIGHT - 10
        half = rng.uniform(14, 36)
        return 8, HEIGHT / 2 - half, WIDTH - 8, HEIGHT / 2 + half
    if how in {"stacked", "upright"}:
        wide = rng.uniform(14, 24)
        left = rng.random() < 0.6
        return (6, 14, 6 + wide, HEIGHT - 14) if left else (WIDTH - 6 - wide, 14, WIDTH - 6, HEIGHT - 14)
    high = rng.uniform(14, 32)
    top = rng.random() < 0.55
    side = rng.uniform(6, 22)
    return (side, 7, WIDTH - side, 7 + high) if top else (side, HEIGHT - 7 - high, WIDTH - side, HEIGHT - 7)


def beside(box: Box) -> tuple[float, float, float]:
    """Return centre (x, y) and size of a picture beside a word's box."""
    x0, y0, x1, y1 = box
    if y1 - y0 > 90:
        left, right = x0 - 4, WIDTH - x1 - 4
        return (left / 2, HEIGHT / 2, left * 0.95) if left > right else (x1 + right / 2, HEIGHT / 2, right * 0.95)
    above, below = y0 - 6, HEIGHT - y1 - 6
    size = min(max(above, below) * 0.92, 104.0)
    return (WIDTH / 2, above / 2 + 3, size) if above > below else (WIDTH / 2, y1 + below / 2 + 2, size)


def accented(style: Style, rng: Rng) -> Canvas:
    """Return an empty face; sets with accents get leaves, blossoms or stars in some of its corners."""
    canvas = style.canvas()
    if not style.accents:
        return canvas
    art = style.picture(rng, str(rng.choice(("plant", "flower", "star", "bird"))), style.palette.more[0])
    size, corners = rng.uniform(14, 30), int(rng.integers(1, 5))
    for corner in rng.permutation(4)[:corners]:
        left, top = corner % 2 == 0, corner < 2
        x, y = size / 2 + rng.uniform(1, 8), size / 2 + rng.uniform(1, 12)
        shown = turned(resized(art, size), float(rng.choice((0, 0, rng.uniform(0, 360)))))
        canvas.picture(shown if left else shown[:, ::-1], x if left else WIDTH - x, y if top else HEIGHT - y)
    return canvas
