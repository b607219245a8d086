"""Draw birds for the 1 Bam: sparrow, peacock, crane, owl and others, plain or coloured."""

import math
from collections.abc import Callable

from datasets.render.drawing.canvas import Canvas, Colour, Rng, oval
from datasets.render.drawing.set_style import Style, draw_index, has_index, mix, pick
from datasets.render.faces.peacocks import draw_fan, draw_peacock, draw_raised, draw_train

_BIRDS = "🐓🐔🐤🐥🐦🦃🦅🦆🦉🦚🦜🦢🦩🕊🪿"


def draw_bird(canvas: Canvas, style: Style) -> None:
    """Draw the 1 Bam of this set."""
    rng = style.rng("bird")
    centre = 92.0 if has_index(style) else 82.0
    plain = rng.random() < 0.35
    inks = (style.green,) * 4 if plain else (style.green, style.blue, style.red, style.dark)
    order = rng.permutation(4)
    coat: tuple[Colour, ...] = tuple(inks[i] for i in order)
    kind = pick(rng, [k for k, _ in _KINDS], [share for _, share in _KINDS])
    mirror = -1.0 if rng.random() < 0.5 else 1.0
    scale = style.art_scale * rng.uniform(0.9, 1.05)
    with canvas.placed(60, centre, scale=scale, stretch=mirror):
        kind(canvas, rng, coat, style.body)
    if rng.random() < 0.9:
        draw_index(canvas, style, "1", style.green)


def _symbol(canvas: Canvas, rng: Rng, coat: tuple[Colour, ...], _body: Colour) -> None:
    """Draw a ready-made picture in one ink."""
    if rng.random() < 0.25:
        canvas.text("🀐", "symbols", 0, -4, coat[0], fit=(110, 130))
    else:
        canvas.text(pick(rng, _BIRDS), pick(rng, ("pictures-thin", "pictures-bold")), 0, 0, coat[0], fit=(88, 96))


def _sparrow(canvas: Canvas, rng: Rng, coat: tuple[Colour, ...], body: Colour) -> None:
    """Draw a bird on a twig: round body, wing, long tail feathers."""
    tail = rng.uniform(28, 46)
    lean = rng.uniform(-35, 10)
    fat = rng.uniform(0.8, 1.2)
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


def _crane(canvas: Canvas, rng: Rng, coat: tuple[Colour, ...], body: Colour) -> None:
    """Draw a long-necked bird drawn in lines, wings out or folded."""
    width = rng.uniform(2.2, 4.0)
    filled = rng.random() < 0.5
    canvas.poly(oval(2, 8, 22, 14, 20), coat[0] if filled else mix(body, coat[0], 0.15), edge=(coat[0], width))
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


def _owl(canvas: Canvas, rng: Rng, coat: tuple[Colour, ...], body: Colour) -> None:
    """Draw a squat bird seen from the front."""
    canvas.ellipse(0, 8, 28, 40, coat[0])
    canvas.ellipse(0, 16, 18, 27, mix(body, coat[0], 0.2))
    for y in (4, 14, 24, 34):
        for x in (-10, 0, 10):
            canvas.curve([(x - 4, y), (x, y + 4), (x + 4, y)], coat[1], 1.8)
    for s in (-1, 1):
        canvas.poly(oval(s * 12, -18, 11, 11), body, edge=(coat[1], 2.4))
        canvas.disc(s * 12, -18, 4.4, coat[3])
        canvas.poly([(s * 8, -32), (s * 24, -46), (s * 22, -26)], coat[0])
        canvas.ellipse(s * 27, 10, 8, 26, coat[2], turn=-s * 12)
        canvas.line([(s * 8, 46), (s * 8, 54)], coat[3], 4)
    canvas.poly([(-4, -12), (4, -12), (0, -2)], coat[3])
    if rng.random() < 0.6:
        canvas.curve([(-42, 54), (0, 57), (42, 52)], coat[1], 4)


def _phoenix(canvas: Canvas, rng: Rng, coat: tuple[Colour, ...], body: Colour) -> None:
    """Draw a bird in sweeping strokes, as engraved on older sets."""
    for k in range(int(rng.integers(3, 6))):
        canvas.curve(
            [(0, 0), (10 + 6 * k, 20), (-4 + 12 * k, 40), (10 + 8 * k, 58)], coat[k % 3], rng.uniform(4, 7), 0.2
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


def _strokes(canvas: Canvas, rng: Rng, coat: tuple[Colour, ...], body: Colour) -> None:
    """Draw a bird in bold strokes, each part in its own ink; every set gets another bird."""
    lean = rng.uniform(-50, 35)
    long = rng.uniform(0.8, 1.25)
    with canvas.placed(0, 4, turn=lean):
        for k in range(int(rng.integers(2, 6))):
            swing = rng.uniform(-14, 22)
            points = [(0.0, 14.0), (swing * 0.3 + 3 * k, 34 * long), (swing + 4 * k - 6, 56 * long)]
            canvas.curve(points, coat[int(rng.integers(4))], rng.uniform(4, 8), 0.3)
        canvas.curve([(0, 20), (-6, 0), (-2, -22)], coat[0], rng.uniform(13, 24), 0.6)
        if rng.random() < 0.5:
            for k in range(3):
                canvas.curve([(-7, -8 + 9 * k), (0, -4 + 9 * k), (6, -8 + 9 * k)], body, 1.8)
        for side in (-1, 1) if rng.random() < 0.5 else (1,):
            spread = rng.uniform(20, 44)
            for k in range(int(rng.integers(2, 5))):
                plume = [(side * 3.0, -6.0), (side * spread * 0.6, -12.0 + 7 * k), (side * spread, -18.0 + 15 * k)]
                canvas.curve(plume, coat[1 + k % 2], rng.uniform(3.5, 7), 0.4)
    tip = math.radians(lean - 6)
    hx, hy = 30 * math.sin(tip), 4 - 30 * math.cos(tip)
    canvas.disc(hx, hy, rng.uniform(7.5, 11), coat[2])
    canvas.disc(hx - 3, hy - 2, 2.6, body)
    canvas.poly([(hx - 8, hy - 4), (hx - 21, hy + 1), (hx - 8, hy + 4)], coat[3])
    for k in range(int(rng.integers(0, 4))):
        canvas.curve([(hx + 3, hy - 7), (hx + 6 + 4 * k, hy - 18), (hx + 14 + 5 * k, hy - 20)], coat[k % 4], 2.2)
    if rng.random() < 0.6:
        canvas.curve([(-40, 44), (-6, 50), (36, 42)], coat[1], rng.uniform(2.5, 5))
        for x in (-7.0, 5.0):
            canvas.line([(x, 26), (x - 2, 47)], coat[3], 2.6)


_Bird = Callable[[Canvas, Rng, tuple[Colour, ...], Colour], None]
_KINDS: tuple[tuple[_Bird, float], ...] = (
    (_strokes, 0.22),
    (_sparrow, 0.16),
    (draw_train, 0.09),
    (draw_raised, 0.1),
    (_symbol, 0.11),
    (draw_peacock, 0.09),
    (draw_fan, 0.09),
    (_phoenix, 0.09),
    (_crane, 0.1),
    (_owl, 0.05),
)
