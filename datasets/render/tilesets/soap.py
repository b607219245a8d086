"""Draw the White dragon, the players' Soap: frames, the word, a bar, a dragon in a cool ink, a blank face."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.draft import Box, Draft, beside, choose_painter, setting, word_box
from datasets.render.tilesets.dragons import SERPENTS
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Canvas, resized, turned
from datasets.render.tilesets.drawing.lettering import draw_word
from datasets.render.tilesets.drawing.palette import Colour, hsv, mix, readable
from datasets.render.tilesets.drawing.serpents import serpent
from datasets.render.tilesets.style import Style


def _inner(canvas: Canvas, rng: Rng, box: Box, width: float, radius: float, second: Colour) -> None:
    """Draw a second frame inside the first."""
    x0, y0, x1, y1 = box
    gap = width + rng.uniform(2, 8)
    canvas.frame((x0 + gap, y0 + gap, x1 - gap, y1 - gap), second, width * 0.5, max(radius - gap, 0))


def _beaded(canvas: Canvas, rng: Rng, box: Box, side: float, ink: Colour, *, round_ones: bool) -> None:
    """Draw beads or squares along the frame."""
    x0, y0, x1, y1 = box
    for along in np.linspace(0, 1, int(rng.integers(4, 9))):
        x, y = float(x0 + (x1 - x0) * along), float(y0 + (y1 - y0) * along)
        for at_x, at_y in ((x, y0), (x, y1), (x0, y), (x1, y)):
            if round_ones:
                canvas.disc(at_x, at_y, side, ink)
            else:
                canvas.box((at_x - side, at_y - side, at_x + side, at_y + side), ink)


def _vine(canvas: Canvas, style: Style, rng: Rng, box: Box, ink: Colour) -> None:
    """Draw leaves or blossoms along the frame."""
    x0, y0, x1, y1 = box
    leaf = style.picture(rng, "plant" if rng.random() < 0.5 else "flower", ink)
    for k in range(20):
        edge, f = k // 5, k / 5 - k // 5
        x, y = ((x0 + (x1 - x0) * f, y0), (x1, y0 + (y1 - y0) * f), (x1 - (x1 - x0) * f, y1), (x0, y1 - (y1 - y0) * f))[
            edge
        ]
        canvas.picture(turned(resized(leaf, 20), edge * 90.0), x, y)
    canvas.frame(box, ink, 1.5)


def _notched(canvas: Canvas, rng: Rng, box: Box, width: float, ink: Colour, second: Colour) -> None:
    """Draw a frame with a square in each corner."""
    x0, y0, x1, y1 = box
    canvas.frame(box, ink, width)
    notch = rng.uniform(10, 20)
    for x, far_x in ((x0, x0 + notch), (x1, x1 - notch)):
        for y, far_y in ((y0, y0 + notch), (y1, y1 - notch)):
            corner = (min(x, far_x), min(y, far_y), max(x, far_x), max(y, far_y))
            canvas.frame(corner, second, width * 0.6)


def draw_frame(canvas: Canvas, style: Style, rng: Rng, ink: Colour) -> None:
    """Draw a Soap's frame: single, double, beaded, notched, of leaves, with a key pattern, or a shrine."""
    kind = int(rng.integers(10))
    inset = rng.uniform(8, 30)
    top, low = inset * rng.uniform(0.8, 1.2), HEIGHT - inset * rng.uniform(0.8, 1.2)
    box = (inset, top, WIDTH - inset, low)
    x0, y0, x1, y1 = box
    width = rng.uniform(2, 8)
    radius = float(rng.choice((0.0, 0.0, 8.0, 18.0)))
    second = style.palette.more[int(rng.integers(len(style.palette.more)))] if rng.random() < 0.4 else ink
    if kind <= 4:
        canvas.frame(box, ink, width, radius)
    if 1 <= kind <= 4:
        _inner(canvas, rng, box, width, radius, second)
    if kind in {2, 5, 6}:
        _beaded(canvas, rng, box, width * 1.1, second, round_ones=kind == 6)
    if kind == 7:
        _vine(canvas, style, rng, box, ink)
    if kind in {3, 8, 9}:
        _notched(canvas, rng, box, width, ink, second)
    if kind == 9:
        canvas.poly([(x0 - 6, y0), (WIDTH / 2, max(y0 - 16, 2)), (x1 + 6, y0)], second)
    if rng.random() < 0.2:
        for x in (x0, x1):
            canvas.picture(style.picture(rng, "flower", second), x, y1 if rng.random() < 0.7 else y0, 30)


def _framed(draft: Draft, word: str, *, inside: str) -> None:
    shared = draft.shared
    draw_frame(draft.canvas, draft.style, draft.style.rng("soap-frame"), draft.ink)
    if inside == "word":
        how = str(shared.choice(("straight", "stacked", "slanted", "upright")))
        wide, high = (20.0, 44.0) if how in {"stacked", "upright"} else (34.0, 13.0)
        replace(draft, how=how).word(word.split(" ", maxsplit=1)[0], (60 - wide, 80 - high, 60 + wide, 80 + high))
    elif inside == "mark":
        text = ("B", "WH", "0", "白", "P")[int(shared.integers(5))]
        if text == "白":
            draft.character(text, 60, 80, 44, 50, draft.palette.red)
        else:
            draft.letter(text, 34, 50)


def _word(draft: Draft, word: str) -> None:
    draft.word(word, word_box(draft.how, draft.shared, alone=True), draft.ink, draft.ink)


def _bar(draft: Draft, word: str, *, family: str) -> None:
    """Draw a bar of soap: an icon, or a slab with bubbles and the word on it."""
    canvas, shared, ink = draft.canvas, draft.shared, draft.ink
    box = word_box(draft.how, shared, alone=False)
    x, y, size = beside(box) if family == "bar-word" else (60.0, 80.0, 90.0)
    if shared.random() < 0.5:
        draft.canvas.picture(draft.style.picture(shared, "soap", ink), x, y, size)
    else:
        slab = (x - size * 0.45, y - size * 0.28, x + size * 0.45, y + size * 0.28)
        canvas.box(slab, mix(draft.palette.more[0], draft.palette.body, 0.5), size * 0.18)
        canvas.frame(slab, ink, 2, size * 0.18)
        if family == "bar":
            label = (x - size * 0.3, y - 9, x + size * 0.3, y + 9)
            draw_word(canvas, draft.letters, "SOAP", "straight", label, (ink,), shared)
        for _ in range(int(shared.integers(2, 8))):
            at = shared.uniform(12, 108), shared.uniform(10, 150)
            canvas.disc(*at, shared.uniform(3, 8), ink, 1.5)
    if family == "bar-word":
        draft.word(word.split(" ", maxsplit=1)[0], box)


def _letter(draft: Draft, _word: str) -> None:
    text = str(draft.shared.choice(("B", "WH", "WD")))
    draft.letter(text, draft.shared.uniform(40, 84), 90)


def _dragon(draft: Draft, word: str, *, named: bool) -> None:
    shared = draft.shared
    hue, depth, light = shared.uniform(195, 260), shared.uniform(0, 0.9), shared.uniform(0.3, 0.9)
    cool = readable(hsv(hue, depth, light), draft.palette.body, 35)
    source = draft.style.rng("dragon-thing")
    if shared.random() < SERPENTS:
        art = serpent(source, cool, draft.palette.body)
    else:
        art = draft.style.picture(source, "dragon", cool, one_ink=True)
    box = word_box(draft.how, shared, alone=False)
    draft.canvas.picture(art, *(beside(box) if named else (60.0, 80.0, 96.0)))
    if named:
        draft.word(word, box, cool)


def _blank(_draft: Draft, _word: str) -> None:
    """Leave the face empty."""


FAMILIES: dict[str, tuple[float, Callable[[Draft, str], None]]] = {
    "frame": (0.3, partial(_framed, inside="")),
    "frame-word": (0.14, partial(_framed, inside="word")),
    "word": (0.12, _word),
    "bar": (0.07, partial(_bar, family="bar")),
    "bar-word": (0.08, partial(_bar, family="bar-word")),
    "bubbles": (0.02, partial(_bar, family="bubbles")),
    "letter": (0.05, _letter),
    "dragon": (0.07, partial(_dragon, named=False)),
    "dragon-word": (0.07, partial(_dragon, named=True)),
    "blank": (0.02, _blank),
    "frame-mark": (0.06, partial(_framed, inside="mark")),
}


def draw_soap(style: Style) -> Canvas:
    """Draw the Soap in the set's family."""
    shared, palette = style.rng("soap"), style.palette
    inks = (palette.blue, palette.dark, palette.red, palette.green, palette.suits[2])
    ink = inks[int(shared.choice(5, p=(0.42, 0.24, 0.12, 0.12, 0.1)))]
    _, paint = choose_painter(shared, FAMILIES)
    writing = style.words if shared.random() < 0.7 else style.script
    word = str(shared.choice(("SOAP", "SOAP", "WHITE", "WHITE DRAGON", "SOAP", "DOT DRAGON")))
    draft = Draft(style.canvas(), style, shared, shared, ink, ink, writing, setting(shared))
    paint(draft, word)
    return draft.canvas
