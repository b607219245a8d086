"""Draw the Red and the Green dragon: character, letter, word, or a picture in the dragon's own colour."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.draft import Draft, accented, beside, choose_painter, setting, word_box
from datasets.render.tilesets.drawing.canvas import Canvas, Pixels
from datasets.render.tilesets.drawing.palette import Colour, Palette, hsv, readable
from datasets.render.tilesets.drawing.serpents import serpent
from datasets.render.tilesets.style import Style

NAMES = {
    "R": (("中",), ("C", "R", "R", "C", "RD"), ("RED", "RED DRAGON", "CRAK", "CRAK", "DRAGON")),
    "G": (("發", "发", "発"), ("F", "G", "G", "F", "GD"), ("GREEN", "GREEN DRAGON", "BAM", "BAM", "DRAGON")),
}
"""Characters, letters and words of each dragon; letter and word at the same index belong together."""
SERPENTS = 0.35
"""Share of pictures that are line-drawn serpents in one ink, as sets without a letter often have."""
PALE = 0.2
"""Share of sets with dragons in pink and mint."""


@dataclass(frozen=True, slots=True)
class Dragon:
    """One dragon and its names in this set; ``art``: its picture in its ink, None in families without a picture."""

    label: str
    character: str
    letter: str
    words: tuple[str, ...]
    number: int
    art: Pixels | None
    size: float


def dragon_ink(palette: Palette, label: str, rng: Rng) -> Colour:
    """Return a red or a green as sets print them: from pink to brick, from lime to teal."""
    low, high = (-30, 14) if label == "R" else (85, 170)
    if rng.random() < PALE:
        light = hsv(rng.uniform(low, high), rng.uniform(0.3, 0.6), rng.uniform(0.75, 1))
        return readable(light, palette.body, 24)
    ink = hsv(rng.uniform(low, high), rng.uniform(0.55, 1), rng.uniform(0.4, 0.95))
    return readable(ink, palette.body, 40)


def _character(draft: Draft, dragon: Dragon, *, letter: bool) -> None:
    draft.character(dragon.character, 60, 88.0 if letter else 80.0, dragon.size, 96)
    if letter:
        draft.index(dragon.letter)
    if draft.shared.random() < 0.15:
        draft.canvas.frame((8, 8, 112, 152), draft.ink, 2, 8)


def _letter(draft: Draft, dragon: Dragon) -> None:
    draft.letter(dragon.label, draft.shared.uniform(60, 110), 96)


def _word(draft: Draft, dragon: Dragon) -> None:
    set_so = replace(draft, how=setting(draft.shared))
    set_so.word(dragon.words[dragon.number % 4], word_box(set_so.how, draft.shared, alone=True))


def _picture_word(draft: Draft, dragon: Dragon) -> None:
    assert dragon.art is not None
    set_so = replace(draft, how=setting(draft.shared))
    box = word_box(set_so.how, draft.shared, alone=False)
    draft.canvas.picture(dragon.art, *beside(box))
    set_so.word(dragon.words[dragon.number], box)


def _picture(draft: Draft, dragon: Dragon, *, beside_it: str) -> None:
    assert dragon.art is not None
    draft.canvas.picture(dragon.art, 60, 88 if beside_it else 80, dragon.size)
    if beside_it == "letter":
        draft.index(dragon.letter, least=15)
    elif beside_it == "character":
        draft.character(dragon.character, 24, 26, 32, 34)


FAMILIES: dict[str, tuple[float, Callable[[Draft, Dragon], None]]] = {
    "character": (0.13, partial(_character, letter=False)),
    "both": (0.17, partial(_character, letter=True)),
    "picture": (0.15, partial(_picture, beside_it="")),
    "picture-letter": (0.14, partial(_picture, beside_it="letter")),
    "picture-word": (0.19, _picture_word),
    "word": (0.12, _word),
    "letter": (0.05, _letter),
    "picture-character": (0.05, partial(_picture, beside_it="character")),
}


def draw_dragon(style: Style, label: str) -> Canvas:
    """Draw the Red or the Green dragon in the set's family; without letter or word its own colour identifies it."""
    shared, rng = style.rng("dragons"), style.rng("dragon-" + label)
    characters, letters, words = NAMES[label]
    family, paint = choose_painter(shared, FAMILIES)
    ink = dragon_ink(style.palette, label, rng)
    character = characters[int(shared.integers(3)) % len(characters)]
    number = int(shared.integers(5))
    writing = style.words if shared.random() < 0.7 else style.script
    mythical = shared.random() < 0.55
    others = ("animal", "animal", "flower", "person", "bird", "lantern", "star")
    category = "dragon" if mythical else str(shared.choice(others))
    art = None
    if family.startswith("picture"):
        same = shared.random() < 0.8
        source = style.rng("dragon-thing" if same else "dragon-thing-" + label)
        if mythical and shared.random() < SERPENTS:
            art = serpent(source, ink, style.palette.body)
        else:
            art = style.picture(source, category, ink, one_ink=True)
        if shared.random() < 0.2:
            art = np.ascontiguousarray(art[:, ::-1])
    draft = Draft(accented(style, shared), style, shared, rng, ink, ink, writing)
    size = shared.uniform(80, 110)
    paint(draft, Dragon(label, character, letters[number], words, number, art, size))
    return draft.canvas
