"""Backs of tiles lying face down: plain, bordered, with a monogram, a pattern or stripes."""

import numpy as np

from datasets.render.tilesets.draft import choose_family
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Canvas, resized, turned
from datasets.render.tilesets.drawing.lettering import draw_glyph
from datasets.render.tilesets.drawing.palette import Colour, hsv, luminance, mix, readable
from datasets.render.tilesets.drawing.pictures import draw_picture
from datasets.render.tilesets.style import Style

SHARES = {"plain": 0.42, "border": 0.12, "monogram": 0.1, "pattern": 0.18, "stripes": 0.12, "picture": 0.06}


def back_colour(style: Style) -> Colour:
    """Return the colour of the set's back: mostly strong, seldom that of the face."""
    rng = style.rng("back-colour")
    if rng.random() < 0.06:
        return style.palette.body
    return hsv(float(rng.uniform(0, 360)), float(rng.uniform(0.25, 1)), float(rng.uniform(0.2, 0.95)))


def _border(canvas: Canvas, style: Style, rng: np.random.Generator, ink: Colour) -> None:
    art = resized(style.picture(rng, str(rng.choice(("plant", "flower", "star"))), ink, one_ink=True), 18)
    along_x = [(float(x), float(y)) for x in np.arange(12, WIDTH, 16) for y in (12, HEIGHT - 12)]
    along_y = [(float(x), float(y)) for y in np.arange(26, HEIGHT - 20, 16) for x in (12, WIDTH - 12)]
    for x, y in (*along_x, *along_y):
        canvas.picture(turned(art, float(rng.uniform(0, 360))), x, y)


def _monogram(canvas: Canvas, style: Style, rng: np.random.Generator, ink: Colour) -> None:
    letter = "ABCDGHKLMPQTUVXYZ"[int(rng.integers(17))]
    draw_glyph(canvas, style.script, letter, 60, 80, float(rng.uniform(50, 84)), ink, 80)
    for _ in range(int(rng.integers(0, 5))):
        art = style.picture(rng, "star", ink, one_ink=True)
        draw_picture(canvas, art, float(rng.uniform(14, 106)), float(rng.choice((24, 136))), 18)


def _pattern(canvas: Canvas, style: Style, rng: np.random.Generator, ink: Colour) -> None:
    category = str(rng.choice(("plant", "flower", "star", "round", "animal", "other")))
    art = style.picture(rng, category, ink, one_ink=bool(rng.random() < 0.7))
    step = float(rng.uniform(18, 44))
    for number, y in enumerate(np.arange(step / 2, HEIGHT, step)):
        for x in np.arange(step / 2 - (number % 2) * step / 2, WIDTH + step, step):
            canvas.picture(resized(art, step * 0.75), float(x), float(y))


def _stripes(canvas: Canvas, rng: np.random.Generator, ink: Colour, ground: Colour) -> None:
    step = float(rng.uniform(7, 26))
    across = rng.random() < 0.4
    for at in np.arange(0, HEIGHT if across else WIDTH, step):
        tone = mix(ground, ink, float(rng.uniform(0.1, 0.8)))
        end = float(at + step * rng.uniform(0.2, 0.7))
        canvas.box((0, float(at), WIDTH, end) if across else (float(at), 0, end, HEIGHT), tone)


def draw_back(style: Style) -> Canvas:
    """Draw the back of a tile."""
    rng = style.rng("back")
    ground = back_colour(style)
    canvas = Canvas(ground)
    hue, depth, light = float(rng.uniform(0, 360)), float(rng.uniform(0, 0.9)), float(rng.uniform(0.3, 1))
    ink = readable(hsv(hue, depth, light), ground, 40)
    kind = choose_family(rng, SHARES)
    if ground == style.palette.body or luminance(ground) > 215:
        kind = "plain" if rng.random() < 0.5 else "pattern"
    if kind == "picture":
        draw_picture(canvas, style.picture(rng, "other", ink, one_ink=True), 60, 80, 84)
    elif kind == "stripes":
        _stripes(canvas, rng, ink, ground)
    elif kind != "plain":
        {"border": _border, "monogram": _monogram, "pattern": _pattern}[kind](canvas, style, rng, ink)
    return canvas
