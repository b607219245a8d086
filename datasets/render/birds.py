"""Birds for the 1 Bam: sparrow, peacock, crane, owl and others, plain or coloured."""

import math

import numpy as np

from datasets.render.canvas import Canvas, Colour
from datasets.render.style import Style, draw_index, has_index, mix, pick

_BIRDS = "🐓🐔🐤🐥🐦🦃🦅🦆🦉🦚🦜🦢🦩🕊🪿"


def draw_bird(canvas: Canvas, style: Style) -> None:
    """Draw the 1 Bam of this set."""
    rng = style.rng("bird")
    centre = 92.0 if has_index(style) else 82.0
    plain = rng.random() < 0.35
    inks = (style.green,) * 4 if plain else (style.green, style.blue, style.red, style.dark)
    order = rng.permutation(4)
    coat: tuple[Colour, ...] = tuple(inks[i] for i in order)
    kind = pick(rng, ("sparrow", "peacock", "crane", "owl", "glyph", "phoenix"), (0.28, 0.2, 0.14, 0.1, 0.16, 0.12))
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    scale = style.art_scale * float(rng.uniform(0.9, 1.05))
    with canvas.placed(60, centre, scale=scale, stretch=mirror):
        if kind == "glyph":
            font = pick(rng, ("pictures-thin", "pictures-bold"))
            if rng.random() < 0.25:
                canvas.text("🀐", "symbols", 0, -4, coat[0], fit=(110, 130))
            else:
                canvas.text(pick(rng, _BIRDS), font, 0, 0, coat[0], fit=(88, 96))
        elif kind == "peacock":
            _peacock(canvas, rng, coat, style.body)
        elif kind == "crane":
            _crane(canvas, rng, coat, style.body)
        elif kind == "owl":
            _owl(canvas, rng, coat, style.body)
        elif kind == "phoenix":
            _phoenix(canvas, rng, coat, style.body)
        else:
            _sparrow(canvas, rng, coat, style.body)
    if rng.random() < 0.9:
        draw_index(canvas, style, "1", style.green)


def _sparrow(canvas: Canvas, rng: np.random.Generator, coat: tuple[Colour, ...], body: Colour) -> None:
    """A bird on a twig: round body, wing, long tail feathers."""
    tail = float(rng.uniform(28, 46))
    lean = float(rng.uniform(-35, 10))
    fat = float(rng.uniform(0.8, 1.2))
    for k in range(int(rng.integers(2, 5))):
        ink = coat[k % 2]
        canvas.curve([(6, 10), (18 + 5 * k, 26), (14 + 9 * k, 24 + tail)], ink, 7.0, 0.4)
    with canvas.placed(0, 0, turn=lean):
        canvas.ellipse(0, 2, 17 * fat, 25, coat[0])
        canvas.ellipse(6, 4, 9 * fat, 18, coat[1])
        for k in range(3):
            canvas.curve([(0, -8 + 8 * k), (8, -2 + 8 * k), (14, 8 + 8 * k)], body, 1.6)
    head = (-12.0 + lean * 0.1, -28.0)
    canvas.disc(head[0], head[1], 11, coat[2])
    canvas.disc(head[0] - 3, head[1] - 2, 3.2, body)
    canvas.disc(head[0] - 3, head[1] - 2, 1.4, coat[3])
    canvas.poly([(head[0] - 9, head[1] - 4), (head[0] - 22, head[1] + 2), (head[0] - 9, head[1] + 4)], coat[3])
    if rng.random() < 0.5:
        for k in (-12, 0, 12):
            canvas.curve([(head[0] + 2, head[1] - 9), (head[0] + 6 + k * 0.4, head[1] - 20)], coat[2], 2.2)
    canvas.line([(-4, 26), (-8, 42)], coat[3], 2.4)
    canvas.line([(4, 26), (2, 42)], coat[3], 2.4)
    canvas.curve([(-38, 38), (-10, 43), (30, 38)], coat[1], 4.0)
    for x in (-30, 22):
        canvas.ellipse(x, 32, 7, 3.4, coat[0], turn=-30)


def _peacock(canvas: Canvas, rng: np.random.Generator, coat: tuple[Colour, ...], body: Colour) -> None:
    """A fan or a train of eyed feathers behind a slim body."""
    fan = rng.random() < 0.5
    count = int(rng.integers(5, 10))
    for k in range(count):
        share = k / (count - 1)
        if fan:
            angle = math.radians(-75 + 150 * share)
            x, y = 44 * math.sin(angle), 8 - 52 * math.cos(angle)
            canvas.curve([(0, 18), (x * 0.6, y * 0.5 + 8), (x, y)], coat[0], 3.0)
        else:
            x, y = 6 + 38 * share, 54 - 36 * share**2
            canvas.curve([(0, 0), (16 + 10 * share, 16), (x, y)], coat[0], 3.0)
        canvas.ellipse(x, y, 7, 7, coat[0], width=0)
        canvas.disc(x, y, 4.6, coat[1])
        canvas.disc(x, y, 2.0, body)
    canvas.ellipse(-2, 22, 10, 22, coat[2], turn=12)
    canvas.curve([(-4, 8), (-10, -12), (-8, -26)], coat[2], 8.0, 0.8)
    canvas.disc(-9, -30, 7, coat[2])
    canvas.poly([(-14, -32), (-24, -28), (-14, -26)], coat[3])
    canvas.disc(-10, -32, 1.8, body)
    for k in (-8, 0, 8):
        canvas.line([(-8, -36), (-8 + k, -46)], coat[3], 1.6)
    canvas.line([(-6, 42), (-8, 56)], coat[3], 2.4)
    canvas.line([(2, 42), (2, 56)], coat[3], 2.4)


def _crane(canvas: Canvas, rng: np.random.Generator, coat: tuple[Colour, ...], body: Colour) -> None:
    """A long-necked bird drawn in lines, wings out or folded."""
    width = float(rng.uniform(2.2, 4.0))
    filled = rng.random() < 0.5
    canvas.ellipse(2, 8, 22, 14, coat[0] if filled else mix(body, coat[0], 0.15), turn=20)
    canvas.ellipse(2, 8, 22, 14, coat[0], turn=20, width=width)
    canvas.curve([(-14, 2), (-26, -14), (-16, -30), (-22, -44)], coat[0], width * 2.0, 0.7)
    canvas.disc(-23, -46, 5, coat[2])
    canvas.poly([(-26, -49), (-44, -42), (-26, -43)], coat[3])
    wings = int(rng.integers(3, 6))
    for k in range(wings):
        canvas.curve([(4, 2), (18 + 6 * k, -14 - 5 * k), (40, -40 + 13 * k)], coat[1], width * 1.3, 0.4)
    for x in (-2, 8):
        canvas.curve([(x, 20), (x - 4, 38), (x + 2, 56)], coat[3], width)
        canvas.line([(x + 2, 56), (x - 8, 58)], coat[3], width)
    for k in range(3):
        canvas.curve([(20, 12), (34, 16 + 6 * k), (44, 26 + 8 * k)], coat[2], width, 0.5)


def _owl(canvas: Canvas, rng: np.random.Generator, coat: tuple[Colour, ...], body: Colour) -> None:
    """A squat bird seen from the front."""
    canvas.ellipse(0, 8, 28, 40, coat[0])
    canvas.ellipse(0, 16, 18, 27, mix(body, coat[0], 0.2))
    for y in (4, 14, 24, 34):
        for x in (-10, 0, 10):
            canvas.curve([(x - 4, y), (x, y + 4), (x + 4, y)], coat[1], 1.8)
    for s in (-1, 1):
        canvas.disc(s * 12, -18, 11, body)
        canvas.disc(s * 12, -18, 11, coat[1], width=2.4)
        canvas.disc(s * 12, -18, 4.4, coat[3])
        canvas.poly([(s * 8, -32), (s * 24, -46), (s * 22, -26)], coat[0])
        canvas.ellipse(s * 27, 10, 8, 26, coat[2], turn=-s * 12)
        canvas.line([(s * 8, 46), (s * 8, 54)], coat[3], 4)
    canvas.poly([(-4, -12), (4, -12), (0, -2)], coat[3])
    if rng.random() < 0.6:
        canvas.curve([(-42, 54), (0, 57), (42, 52)], coat[1], 4)


def _phoenix(canvas: Canvas, rng: np.random.Generator, coat: tuple[Colour, ...], body: Colour) -> None:
    """A bird in sweeping strokes, as engraved on older sets."""
    for k in range(int(rng.integers(3, 6))):
        canvas.curve(
            [(0, 0), (10 + 6 * k, 20), (-4 + 12 * k, 40), (10 + 8 * k, 58)], coat[k % 3], float(rng.uniform(4, 7)), 0.2
        )
    for k in range(4):
        canvas.curve([(-2, -4), (16 + 3 * k, -18 + 4 * k), (38 - 2 * k, -34 + 14 * k)], coat[1], 5.0, 0.25)
    canvas.curve([(4, 8), (-8, -8), (-14, -26)], coat[0], 15.0, 0.5)
    canvas.disc(-15, -32, 9, coat[2])
    canvas.poly([(-22, -36), (-37, -30), (-22, -27)], coat[3])
    canvas.disc(-17, -34, 2.4, body)
    canvas.curve([(-12, -40), (-4, -48), (4, -44)], coat[2], 3.4, 0.3)
    canvas.curve([(-4, 14), (-14, 30), (-12, 46)], coat[3], 2.6)
    canvas.curve([(4, 14), (-2, 32), (2, 48)], coat[3], 2.6)
    if rng.random() < 0.5:
        canvas.curve([(-44, 46), (-10, 50), (30, 60)], coat[1], 4.0, 0.5)
