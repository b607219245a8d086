"""Draw jokers of all families: the word in all settings, a big J, a jester, a burst, any picture with the word."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.draft import Box, Draft, accented, beside, choose_painter, setting, word_box
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Canvas, resized, turned
from datasets.render.tilesets.drawing.lettering import draw_word
from datasets.render.tilesets.drawing.palette import Colour, hsv, mix, readable
from datasets.render.tilesets.style import Style

WORD = "JOKER"
THINGS = (
    *("person", "person", "animal", "animal", "fruit", "star", "bird", "flower", "drink", "other", "dragon", "round"),
    *("lantern", "wind"),
)


@dataclass(frozen=True, slots=True)
class Thing:
    """The category of a joker's picture, and the random generator that chooses the picture."""

    category: str
    source: Rng


def _inks(draft: Draft, ink: Colour) -> tuple[Colour, ...]:
    """Return the inks of the word's letters: one, or several in turn."""
    if draft.shared.random() < 0.65:
        return (ink,)
    return (ink, draft.palette.more[0], draft.palette.more[3])


def _maybe_letter(draft: Draft) -> None:
    if draft.shared.random() < 0.08:
        draft.index("J")


def _word_picture(draft: Draft, thing: Thing) -> None:
    box = word_box(draft.how, draft.shared, alone=False)
    draft.canvas.picture(draft.style.picture(thing.source, thing.category, draft.second), *beside(box))
    if draft.shared.random() < 0.2:
        draft.canvas.frame((5, 5, WIDTH - 5, HEIGHT - 5), draft.ink, 2, 6)
    draft.word(WORD, box, *_inks(draft, draft.ink))
    _maybe_letter(draft)


def _word(draft: Draft, thing: Thing) -> None:
    shared = draft.shared
    box = word_box(draft.how, shared, alone=True)
    draft.word(WORD, box, *_inks(draft, draft.ink))
    for _ in range(int(shared.integers(0, 7))):
        star = resized(draft.style.picture(thing.source, "star", draft.second), shared.uniform(10, 22))
        draft.canvas.picture(star, shared.uniform(12, 108), float(shared.choice((16, 30, 134, 146))))


def _word_ring(draft: Draft, _thing: Thing) -> None:
    """Draw the classic joker: the word over a large ring filled with waves."""
    shared, canvas = draft.shared, draft.canvas
    green = readable(hsv(shared.uniform(100, 175), 0.8, 0.4), draft.palette.body, 50)
    canvas.disc(60, 92, 46, green if shared.random() < 0.7 else draft.second, shared.uniform(4, 14))
    for _ in range(int(shared.integers(6, 16))):
        at = 60 + shared.uniform(-26, 26), 92 + shared.uniform(-26, 26)
        canvas.disc(*at, shared.uniform(4, 9), green, 2)
    how = "arched" if shared.random() < 0.5 else "straight"
    replace(draft, how=how).word(WORD, (8, 8, WIDTH - 8, 40))
    _maybe_letter(draft)


def _figure(draft: Draft, thing: Thing, *, jester: bool) -> None:
    """Draw a jester with a J or the word, or a picture with or without the word."""
    shared = draft.shared
    what = "person" if jester else str(shared.choice(("person", "person", "fruit", "star", "drink", "animal")))
    draft.canvas.picture(draft.style.picture(thing.source, what, draft.second), 60, 80, shared.uniform(84, 114))
    if jester and shared.random() < 0.75:
        draft.index("J", least=15)
    elif shared.random() < 0.6:
        replace(draft, how="straight").word(WORD, word_box("straight", shared, alone=False))


def _big_j(draft: Draft, _thing: Thing) -> None:
    shared = draft.shared
    draft.letter("J", shared.uniform(80, 130), 84)
    if shared.random() < 0.4:
        crown = draft.style.picture(shared, "star", draft.second)
        draft.canvas.picture(crown, shared.uniform(24, 96), shared.uniform(18, 40), 34)


def _rays(canvas: Canvas, rng: Rng, ink: Colour, second: Colour) -> None:
    """Draw rays from the middle, a star of many points, or rings with beads."""
    kind, count = int(rng.integers(3)), int(rng.integers(8, 24))

    def at(angle: float, r: float, y: float = 80) -> tuple[float, float]:
        return 60 + r * float(np.cos(angle)), y + r * float(np.sin(angle))

    if kind == 0:
        for k in range(count):
            corners = [(60.0, 80.0), at(2 * np.pi * k / count, 110), at(2 * np.pi * (k + 0.5) / count, 110)]
            canvas.poly(corners, (ink, second)[k % 2] if rng.random() < 0.95 else ink)
    elif kind == 1:
        canvas.poly([at(np.pi * k / count, (52, 30)[k % 2]) for k in range(2 * count)], ink)
        canvas.disc(60, 80, 24, second)
    else:
        for k, r in enumerate(np.linspace(54, 12, int(rng.integers(3, 6)))):
            canvas.disc(60, 84, float(r), (ink, second)[k % 2], 5)
        for k in range(count):
            canvas.disc(*at(2 * np.pi * k / count, 46, 84), 5, second)


def _burst(draft: Draft, _thing: Thing) -> None:
    shared, body = draft.shared, draft.palette.body
    pale = mix(draft.second, body, shared.uniform(0, 0.5))
    _rays(draft.canvas, draft.style.rng("burst"), pale, mix(body, draft.second, 0.1))
    if shared.random() < 0.7:
        box: Box = (10.0, 62.0, WIDTH - 10.0, 98.0)
        text = WORD if shared.random() < 0.6 else "J"
        edge = replace(draft.letters, weight=4)
        draw_word(draft.canvas, edge, text, "straight", box, (body,), draft.rng)
        replace(draft, how="straight").word(text, box, readable(draft.ink, body, 80))
    else:
        draft.index("J", least=15)


def _letter_picture(draft: Draft, thing: Thing) -> None:
    art = draft.style.picture(thing.source, thing.category, draft.second)
    draft.canvas.picture(art, 60, 86, draft.shared.uniform(74, 104))
    draft.index("J", least=15)


def _pattern_word(draft: Draft, thing: Thing) -> None:
    """Draw the word over a pattern that covers the face."""
    shared, canvas, body = draft.shared, draft.canvas, draft.palette.body
    category = str(shared.choice(("flower", "star", "plant", "plant", "round", "animal")))
    art = draft.style.picture(thing.source, category, draft.second)
    step = shared.uniform(16, 30)
    for y in np.arange(step / 2, HEIGHT, step):
        for x in np.arange(step / 2, WIDTH, step):
            canvas.picture(turned(resized(art, step * 0.8), shared.uniform(0, 90)), float(x), float(y))
    box = word_box(draft.how, shared, alone=True)
    if draft.how != "slanted" and shared.random() < 0.6:
        canvas.box((box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3), body, 6)
    edge = replace(draft.letters, weight=5)
    state = int(draft.rng.integers(2**31))
    draw_word(canvas, edge, WORD, draft.how, box, (body,), np.random.default_rng(state))
    inks = _inks(draft, readable(draft.ink, body, 80))
    draw_word(canvas, draft.letters, WORD, draft.how, box, inks, np.random.default_rng(state))


def _sticker(draft: Draft, _thing: Thing) -> None:
    """Draw a sticker over another tile, with its edge visible."""
    shared, canvas = draft.shared, draft.canvas
    inset = shared.uniform(10, 24)
    paper: Colour = (255, 255, 250) if shared.random() < 0.6 else hsv(shared.uniform(0, 360), 0.3, 1)
    canvas.box((inset, inset, WIDTH - inset, HEIGHT - inset), mix(paper, (120, 120, 120), 0.25), 6)
    canvas.box((inset + 1, inset + 1, WIDTH - inset - 1, HEIGHT - inset - 1), paper, 6)
    top, low = (62.0, 98.0) if draft.how == "straight" else (inset + 12, HEIGHT - inset - 12)
    draft.word(WORD, (inset + 6, top, WIDTH - inset - 6, low), readable(draft.ink, paper, 80))


FAMILIES: dict[str, tuple[float, Callable[[Draft, Thing], None]]] = {
    "word-picture": (0.34, _word_picture),
    "word": (0.11, _word),
    "word-ring": (0.06, _word_ring),
    "jester": (0.09, partial(_figure, jester=True)),
    "big-j": (0.07, _big_j),
    "burst": (0.07, _burst),
    "j-picture": (0.08, _letter_picture),
    "picture": (0.04, partial(_figure, jester=False)),
    "pattern-word": (0.11, _pattern_word),
    "sticker": (0.03, _sticker),
}


def draw_joker(style: Style, variant: int) -> Canvas:
    """Draw joker ``variant`` of the set: most sets have one design, one in four has several."""
    shared = style.rng("jokers" if style.seed % 4 else f"jokers-{variant}")
    palette = style.palette
    _, paint = choose_painter(shared, FAMILIES)
    inks = (palette.red, palette.dark, palette.blue, palette.green, *palette.more)
    ink = inks[int(shared.choice(len(inks)))] if shared.random() < 0.6 else palette.red
    second = palette.more[int(shared.integers(len(palette.more)))]
    writing = style.words if shared.random() < 0.5 else style.script
    how = setting(shared)
    category = str(THINGS[int(shared.integers(len(THINGS)))])
    again = shared.random() < 0.7
    source = style.rng("joker-thing" if again else f"joker-thing-{variant}")
    draft = Draft(accented(style, shared), style, shared, style.rng(f"joker-{variant}"), ink, second, writing, how)
    paint(draft, Thing(category, source))
    return draft.canvas
