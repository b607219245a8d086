"""Choose the style that all faces of a set share."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.drawing.canvas import Canvas, Pixels
from datasets.render.tilesets.drawing.illustration import illustrated
from datasets.render.tilesets.drawing.lettering import ART, Lettering, draw_lettering
from datasets.render.tilesets.drawing.numerals import Index, draw_index_style
from datasets.render.tilesets.drawing.palette import Colour, Palette, draw_palette, mix
from datasets.render.tilesets.drawing.pictures import choose, inked, recoloured

ILLUSTRATED, ACCENTS = 0.4, 0.25
"""Share of sets with pictures filled by patterns, and share of sets with small ornaments in the corners."""


@dataclass(frozen=True, slots=True)
class Style:
    """The style of one set. ``one_ink``: pictures get the set's inks; ``held_out``: its art never trains.

    ``print_size``: share of the face's width and height that the print fills, centred. ``illustrated``: patterns fill
    its pictures; ``accents``: small ornaments in the corners around them.
    """

    seed: int
    palette: Palette
    index: Index
    words: Lettering
    script: Lettering
    characters: Lettering
    one_ink: bool
    held_out: bool
    art: Path = ART
    print_size: float = 1.0
    illustrated: bool = False
    accents: bool = False

    def rng(self, name: str) -> Rng:
        """Return the random generator of one purpose, always the same for the same set."""
        return np.random.default_rng([self.seed, *name.encode()])

    def canvas(self) -> Canvas:
        """Return an empty face."""
        return Canvas(self.palette.body)

    def picture(self, rng: Rng, category: str, ink: Colour, *, one_ink: bool | None = None) -> Pixels:
        """Return a picture (96, 96, 4) of a category in this set's style."""
        raw = choose(rng, category, held_out=self.held_out, art=self.art)
        plain = raw.ndim == 2 or (self.one_ink if one_ink is None else one_ink)
        if plain:
            art = inked(raw, ink, self.palette.body)
        else:
            art = recoloured(raw, rng.uniform(0, 360)) if rng.random() < 0.25 else raw
        if not self.illustrated:
            return art
        ground, dark = self.palette.body, self.palette.dark
        tones = (mix(ink, dark, 0.6), mix(ink, ground, 0.5), dark)
        return illustrated(art, rng, tones if plain else (*tones, *self.palette.more), dark)

    def lettering(self, rng: Rng) -> Lettering:
        """Return the lettering of one word: mostly the set's own."""
        return self.words if rng.random() < 0.7 else self.script


def draw_style(seed: int, *, held_out: bool, art: Path = ART) -> Style:
    """Choose the style of set number ``seed``."""
    rng = np.random.default_rng([seed, 101])
    lettering = partial(draw_lettering, rng, held_out=held_out, art=art)
    letters = lettering("latin")
    numerals = replace(letters, case="upper") if rng.random() < 0.4 else lettering("latin")
    return Style(
        seed=seed,
        palette=draw_palette(rng),
        index=draw_index_style(rng, replace(numerals, weight=max(numerals.weight, 0))),
        words=letters,
        script=lettering("latin"),
        characters=replace(lettering("cjk"), weight=int(rng.choice((0, 0, 0, 1, 2)))),
        one_ink=(rng.random() < 0.4),
        held_out=held_out,
        art=art,
        print_size=float(rng.choice((1.0, rng.uniform(0.87, 0.99), rng.uniform(0.66, 0.87)), p=(0.2, 0.4, 0.4))),
        illustrated=(rng.random() < ILLUSTRATED),
        accents=(rng.random() < ACCENTS),
    )
