"""Draw winds of all families: letter, word, character, wreath, picture, badge, compass."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.draft import Draft, accented, beside, choose_painter, setting, word_box
from datasets.render.tilesets.drawing.canvas import Canvas, Pixels, resized, turned
from datasets.render.tilesets.drawing.lettering import draw_glyph
from datasets.render.tilesets.drawing.numerals import central_numeral
from datasets.render.tilesets.drawing.palette import Colour, mix, readable
from datasets.render.tilesets.drawing.pieces import draw_ring, draw_stick
from datasets.render.tilesets.style import Style
from datasets.render.tilesets.suits import countable, room

WINDS = {"N": ("NORTH", "北"), "E": ("EAST", "東"), "W": ("WEST", "西"), "S": ("SOUTH", "南")}


@dataclass(frozen=True, slots=True)
class Wind:
    """One wind: its label, its letter in the set's case, its word and its character."""

    label: str
    letter: str
    word: str
    character: str


def _letter(draft: Draft, wind: Wind) -> None:
    shared = draft.shared
    draft.letter(wind.letter, shared.uniform(50, 110), 96)
    if shared.random() < 0.3:
        for _ in range(int(shared.integers(2, 7))):
            draft.canvas.disc(shared.uniform(10, 110), float(shared.choice((14, 146))), 4, draft.second)


def _word(draft: Draft, wind: Wind) -> None:
    shared = draft.shared
    set_so = replace(draft, how=setting(shared))
    box = word_box(set_so.how, shared, alone=True)
    set_so.word(wind.word, box, draft.ink, draft.second if shared.random() < 0.3 else draft.ink)
    if shared.random() < 0.25:
        draft.canvas.frame((7, 7, 113, 153), draft.second, 2, 6)


def _character(draft: Draft, wind: Wind, *, letter: bool) -> None:
    size = draft.shared.uniform(70, 112)
    draft.character(wind.character, 60, 90.0 if letter else 80.0, size * (0.85 if letter else 1.0), 100)
    if not letter:
        return
    if draft.shared.random() < 0.6:
        draft.index(wind.label)
    else:
        draft.word(wind.word, (22, 6, 98, 24))


def _ring(canvas: Canvas, style: Style, rng: Rng, ink: Colour) -> None:
    """Draw a ring of leaves, blossoms or stars, a frame, sprigs, creatures face to face, or crossing stems."""
    kind = int(rng.integers(8))
    cx, cy = 60.0, 80.0
    rx, ry = rng.uniform(36, 48), rng.uniform(42, 62)
    if kind < 3:
        count = int(rng.integers(8, 20))
        art = style.picture(rng, ("plant", "flower", "star")[kind], ink)
        for k in range(count):
            angle = 2 * np.pi * k / count
            leaf = turned(resized(art, rng.uniform(13, 22)), float(np.degrees(angle)) + 90)
            canvas.picture(leaf, cx + rx * float(np.cos(angle)), cy + ry * float(np.sin(angle)))
    elif kind == 3:
        canvas.disc(cx, cy, rx, ink, rng.uniform(1.5, 6))
        canvas.disc(cx, cy, rx - 8, mix(ink, style.palette.body, 0.4), 1.5)
    elif kind == 4:
        canvas.frame((cx - rx, cy - ry, cx + rx, cy + ry), ink, rng.uniform(1.5, 4), rng.uniform(0, 20))
    elif kind == 6:
        art = style.picture(rng, str(rng.choice(("bird", "animal", "dragon", "plant", "flower"))), ink)
        size, down = rng.uniform(44, 70), rng.uniform(-30, 30)
        for side in (-1, 1):
            canvas.picture(art if side > 0 else art[:, ::-1], cx + side * rx * 0.8, cy + down, size, size * 1.2)
    elif kind == 7:
        blossom = style.picture(rng, "flower" if rng.random() < 0.6 else "plant", style.palette.red)
        for _ in range(int(rng.integers(2, 7))):
            foot, tip = 60 + rng.normal(0, 12), (rng.uniform(12, 108), rng.uniform(14, 90))
            canvas.line([(foot, 148.0), (60 + rng.normal(0, 14), 96.0), tip], ink, rng.uniform(1.5, 6))
            if rng.random() < 0.7:
                canvas.picture(turned(resized(blossom, rng.uniform(10, 24)), rng.normal(0, 40)), *tip)
    else:
        for side in (-1, 1):
            art = style.picture(rng, "plant" if rng.random() < 0.6 else "flower", ink)
            canvas.picture(art if side > 0 else art[:, ::-1], cx, cy + side * ry * 0.95, 36)


def _wreath(draft: Draft, wind: Wind) -> None:
    _ring(draft.canvas, draft.style, draft.style.rng("wreath"), draft.second)
    draft.letter(wind.letter, draft.shared.uniform(36, 62), 62)


def _thing(draft: Draft, wind: Wind) -> Pixels:
    """Return the picture of a wind: the same for all four, or its own."""
    shared = draft.shared
    category = str(shared.choice(("wind", "animal", "bird", "flower", "person", "dragon", "other", "lantern")))
    same = shared.random() < 0.5
    return draft.style.picture(
        draft.style.rng("wind-thing" if same else "wind-thing-" + wind.label), category, draft.second
    )


def _picture_word(draft: Draft, wind: Wind) -> None:
    art = _thing(draft, wind)
    set_so = replace(draft, how=setting(draft.shared))
    box = word_box(set_so.how, draft.shared, alone=False)
    draft.canvas.picture(art, *beside(box))
    set_so.word(wind.word, box, draft.ink, draft.ink)
    if draft.shared.random() < 0.2:
        draft.index(wind.label)


def _picture(draft: Draft, wind: Wind) -> None:
    shared, palette = draft.shared, draft.palette
    art = _thing(draft, wind)
    over = shared.random() < 0.4
    size = shared.uniform(72, 104)
    ghost = 0.6 if over and shared.random() < 0.5 else 1.0
    draft.canvas.picture(art, 60, 80 if over else 92, size, ghost=ghost)
    if over:
        edge = replace(draft.letters, weight=4)
        draw_glyph(draft.canvas, edge, wind.letter, 60, 80, 62, palette.body, 84)
        draft.letter(wind.letter, 56, 78, colour=readable(draft.ink, palette.body, 80))
    else:
        draft.index(wind.label, least=16)
    if shared.random() < 0.2:
        draft.index(wind.label)


def _badge(draft: Draft, wind: Wind) -> None:
    shared = draft.shared
    r = shared.uniform(34, 50)
    if shared.random() < 0.5:
        draft.canvas.disc(60, 80, r, draft.second)
    else:
        draft.canvas.box((60 - r, 80 - r, 60 + r, 80 + r), draft.second, shared.uniform(0, 16))
    draft.letter(wind.letter, r * 1.1, r * 1.5, colour=readable(draft.palette.body, draft.second, 70))


def _compass(draft: Draft, wind: Wind) -> None:
    canvas, body = draft.canvas, draft.palette.body
    canvas.disc(60, 80, 46, draft.second, 3)
    for k, point in enumerate("NESW"):
        angle = k * np.pi / 2
        tip = (60 + 44 * float(np.sin(angle)), 80 - 44 * float(np.cos(angle)))
        across = (9 * float(np.sin(angle + np.pi / 2)), 9 * float(np.cos(angle + np.pi / 2)))
        sides = [(60 + across[0], 80 - across[1]), (60 - across[0], 80 + across[1])]
        canvas.poly([tip, *sides], draft.ink if point == wind.label else mix(draft.second, body, 0.5))
    draft.letter(wind.letter, 34, 40, colour=readable(draft.ink, body, 80))
    draft.index(wind.label)


def _crowd(draft: Draft, wind: Wind) -> None:
    """Draw a random number of objects like the pips of a suit, beside the wind's letter."""
    shared, rng, palette = draft.shared, draft.rng, draft.palette
    kind = str(shared.choice(("thing", "stick", "ring"), p=(0.5, 0.3, 0.2)))
    if kind == "thing":
        thing = _thing(draft, wind)
    else:
        draw = draw_stick if kind == "stick" else draw_ring
        thing = draw(np.random.default_rng(int(shared.integers(2**31))), draft.second, draft.ink, palette.body)
    over = shared.random() < 0.3
    box = room(draft.style, rng, numeral=not over)
    countable(draft.canvas, [thing], int(rng.integers(1, 10)), box, rng, long=kind == "stick")
    if over:
        central_numeral(draft.canvas, draft.letters, palette, wind.letter, draft.ink, rng)
    else:
        draft.index(wind.label, least=16)


FAMILIES: dict[str, tuple[float, Callable[[Draft, Wind], None]]] = {
    "letter": (0.12, _letter),
    "word": (0.14, _word),
    "character": (0.07, partial(_character, letter=False)),
    "both": (0.14, partial(_character, letter=True)),
    "wreath": (0.14, _wreath),
    "crowd": (0.07, _crowd),
    "picture": (0.10, _picture),
    "picture-word": (0.12, _picture_word),
    "badge": (0.05, _badge),
    "compass": (0.05, _compass),
}


def draw_wind(style: Style, label: str) -> Canvas:
    """Draw a wind in the set's family."""
    shared, rng, palette = style.rng("winds"), style.rng("wind-" + label), style.palette
    inks = (palette.dark, palette.blue, palette.red, palette.suits[1], palette.more[3])
    ink = inks[int(shared.integers(len(inks)))]
    second = palette.more[int(shared.integers(len(palette.more)))]
    _, paint = choose_painter(shared, FAMILIES)
    letters = style.words if shared.random() < 0.6 else style.script
    letter = label if letters.case != "lower" or shared.random() < 0.7 else label.lower()
    draft = Draft(accented(style, shared), style, shared, rng, ink, second, letters)
    paint(draft, Wind(label, letter, *WINDS[label]))
    return draft.canvas
