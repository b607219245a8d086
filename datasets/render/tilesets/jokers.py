"""Jokers in every family: the word in all settings, a big J, a jester, a burst, any picture with the word."""

import numpy as np

from datasets.render.tilesets.canvas import HEIGHT, WIDTH, Canvas, resized, turned
from datasets.render.tilesets.honours import beside, setting, word_box
from datasets.render.tilesets.lettering import Lettering, draw_glyph, draw_word
from datasets.render.tilesets.numerals import draw_index
from datasets.render.tilesets.palette import Colour, hsv, mix, readable
from datasets.render.tilesets.pictures import draw_picture
from datasets.render.tilesets.style import Style

THINGS = ("person", "person", "animal", "animal", "fruit", "star", "bird", "flower", "drink", "other", "dragon", "round", "lantern", "wind")
WORD = "JOKER"


def _burst(canvas: Canvas, rng: np.random.Generator, ink: Colour, second: Colour) -> None:
    """Draw rays from the middle, a star of many points, or rings of waves."""
    kind = int(rng.integers(3))
    count = int(rng.integers(8, 24))
    if kind == 0:
        for k in range(count):
            a, b = 2 * np.pi * k / count, 2 * np.pi * (k + 0.5) / count
            far = 110
            canvas.poly([(60, 80), (60 + far * float(np.cos(a)), 80 + far * float(np.sin(a))), (60 + far * float(np.cos(b)), 80 + far * float(np.sin(b)))], (ink, second)[k % 2] if rng.random() < 0.95 else ink)
    elif kind == 1:
        points = []
        for k in range(2 * count):
            r = (52, 30)[k % 2]
            points.append((60 + r * float(np.cos(np.pi * k / count)), 80 + r * float(np.sin(np.pi * k / count))))
        canvas.poly(points, ink)
        canvas.disc(60, 80, 24, second)
    else:
        for k, r in enumerate(np.linspace(54, 12, int(rng.integers(3, 6)))):
            canvas.disc(60, 84, float(r), (ink, second)[k % 2], 5)
        for k in range(count):
            angle = 2 * np.pi * k / count
            canvas.disc(60 + 46 * float(np.cos(angle)), 84 + 46 * float(np.sin(angle)), 5, second)


def _letters(style: Style, shared: np.random.Generator, ink: Colour) -> tuple[Colour, ...]:
    """The inks of the word's letters: one, or several in turn."""
    if shared.random() < 0.65:
        return (ink,)
    return (ink, style.palette.more[0], style.palette.more[3])


def draw_joker(style: Style, variant: int) -> Canvas:
    """Draw joker ``variant`` of the set: most sets have one or two, some eight."""
    shared = style.rng("jokers" if style.seed % 4 else f"jokers-{variant}")
    rng = style.rng(f"joker-{variant}")
    canvas, palette = style.canvas(), style.palette
    family = str(
        shared.choice(
            ("word-picture", "word", "word-ring", "jester", "big-j", "burst", "j-picture", "picture", "pattern-word", "sticker"),
            p=(0.42, 0.12, 0.07, 0.07, 0.06, 0.06, 0.08, 0.03, 0.06, 0.03),
        )
    )
    inks = (palette.red, palette.dark, palette.blue, palette.green, *palette.more)
    ink = inks[int(shared.choice(len(inks)))] if shared.random() < 0.6 else palette.red
    second = palette.more[int(shared.integers(len(palette.more)))]
    writing = style.words if shared.random() < 0.5 else style.script
    how = setting(shared)
    category = str(THINGS[int(shared.integers(len(THINGS)))])
    again = shared.random() < 0.7
    source = style.rng("joker-thing" if again else f"joker-thing-{variant}")
    if family == "word-picture":
        box = word_box(how, shared, alone=False)
        x, y, size = beside(box)
        draw_picture(canvas, style.picture(source, category, second), x, y, size)
        if shared.random() < 0.2:
            canvas.frame((5, 5, WIDTH - 5, HEIGHT - 5), ink, 2, 6)
        draw_word(canvas, writing, WORD, how, box, _letters(style, shared, ink), rng)
    elif family == "word":
        draw_word(canvas, writing, WORD, how, word_box(how, shared, alone=True), _letters(style, shared, ink), rng)
        for _ in range(int(shared.integers(0, 7))):
            art = style.picture(source, "star", second)
            canvas.picture(resized(art, float(shared.uniform(10, 22))), float(shared.uniform(12, 108)), float(shared.choice((16, 30, 134, 146))))
    elif family == "word-ring":
        green = readable(hsv(float(shared.uniform(100, 175)), 0.8, 0.4), palette.body, 50)
        canvas.disc(60, 92, 46, green if shared.random() < 0.7 else second, float(shared.uniform(4, 14)))
        for k in range(int(shared.integers(6, 16))):
            canvas.disc(60 + float(shared.uniform(-26, 26)), 92 + float(shared.uniform(-26, 26)), float(shared.uniform(4, 9)), green, 2)
        box = (8, 8, WIDTH - 8, 40)
        draw_word(canvas, writing, WORD, "arched" if shared.random() < 0.5 else "straight", box, (ink,), rng)
    elif family in {"jester", "picture"}:
        what = "person" if family == "jester" else str(shared.choice(("person", "fruit", "star")))
        draw_picture(canvas, style.picture(source, what, second), 60, 80, float(shared.uniform(84, 114)))
        if family == "jester" and shared.random() < 0.75:
            draw_index(canvas, style.index, palette, "J", ink, rng, size=max(style.index.size, 15))
        elif shared.random() < 0.6:
            box = word_box("straight", shared, alone=False)
            draw_word(canvas, writing, WORD, "straight", box, (ink,), rng)
    elif family == "big-j":
        draw_glyph(canvas, writing, "J", 60, 80, float(shared.uniform(80, 130)), ink, 84)
        if shared.random() < 0.4:
            _hat(canvas, style, shared, second)
    elif family == "burst":
        _burst(canvas, style.rng("burst"), mix(second, palette.body, float(shared.uniform(0, 0.5))), mix(palette.body, second, 0.1))
        if shared.random() < 0.7:
            box = (10.0, 62.0, WIDTH - 10.0, 98.0)
            word = WORD if shared.random() < 0.6 else "J"
            draw_word(canvas, Lettering(writing.font, 4, writing.case), word, "straight", box, (palette.body,), rng)
            draw_word(canvas, writing, word, "straight", box, (readable(ink, palette.body, 80),), rng)
        else:
            draw_index(canvas, style.index, palette, "J", ink, rng, size=max(style.index.size, 15))
    elif family == "j-picture":
        draw_picture(canvas, style.picture(source, category, second), 60, 86, float(shared.uniform(74, 104)))
        draw_index(canvas, style.index, palette, "J", ink, rng, size=max(style.index.size, 15))
    elif family == "pattern-word":
        art = style.picture(source, str(shared.choice(("flower", "star", "plant", "round", "animal"))), second)
        step = float(shared.uniform(16, 30))
        for y in np.arange(step / 2, HEIGHT, step):
            for x in np.arange(step / 2, WIDTH, step):
                canvas.picture(turned(resized(art, step * 0.8), float(shared.uniform(0, 90))), float(x), float(y))
        box = word_box(how, shared, alone=True)
        if how != "slanted":
            canvas.box((box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3), palette.body, 6)
        edge = Lettering(writing.font, 5, writing.case)
        state = int(rng.integers(2**31))
        draw_word(canvas, edge, WORD, how, box, (palette.body,), np.random.default_rng(state))
        draw_word(canvas, writing, WORD, how, box, _letters(style, shared, readable(ink, palette.body, 80)), np.random.default_rng(state))
    else:
        inset = float(shared.uniform(10, 24))
        paper: Colour = (255, 255, 250) if shared.random() < 0.6 else hsv(float(shared.uniform(0, 360)), 0.3, 1)
        canvas.box((inset, inset, WIDTH - inset, HEIGHT - inset), mix(paper, (120, 120, 120), 0.25), 6)
        canvas.box((inset + 1, inset + 1, WIDTH - inset - 1, HEIGHT - inset - 1), paper, 6)
        draw_word(canvas, writing, WORD, how, (inset + 6, inset + 12, WIDTH - inset - 6, HEIGHT - inset - 12) if how != "straight" else (inset + 6, 62, WIDTH - inset - 6, 98), (readable(ink, paper, 80),), rng)
    if family in {"word-picture", "word-ring"} and shared.random() < 0.08:
        draw_index(canvas, style.index, palette, "J", ink, rng)
    return canvas


def _hat(canvas: Canvas, style: Style, rng: np.random.Generator, ink: Colour) -> None:
    """Put a crown, a star or a cap near the letter."""
    draw_picture(canvas, style.picture(rng, "star", ink), float(rng.uniform(24, 96)), float(rng.uniform(18, 40)), 34)
