"""Draw peacocks for the 1 Bam: mostly train, and so easily mistaken for flowers."""

import math

from datasets.render.drawing.canvas import Canvas, Colour, Rng, oval
from datasets.render.drawing.set_style import mix, pick


def draw_peacock(canvas: Canvas, rng: Rng, coat: tuple[Colour, ...], body: Colour) -> None:
    """Draw a fan or a train of eyed feathers behind a slim body."""
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
        canvas.disc(x, y, 7, coat[0])
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


def draw_fan(canvas: Canvas, rng: Rng, coat: tuple[Colour, ...], body: Colour) -> None:
    """Draw a peacock whose raised tail fills the face with rows of scales."""
    rows = int(rng.integers(4, 7))
    reach = rng.uniform(42, 54)
    width = rng.uniform(1.8, 3.2)
    for row in range(rows, 0, -1):
        r = reach * row / rows
        count = 3 + 2 * row
        for k in range(count):
            angle = math.radians(-100 + 200 * (k + 0.5) / count)
            x, y = r * math.sin(angle), -6 - r * math.cos(angle)
            size = reach / rows * 0.75
            canvas.poly(oval(x, y, size, size), body, edge=(coat[0], width))
            canvas.disc(x, y, size * 0.35, coat[1 if (row + k) % 2 else 0])
    canvas.ellipse(-6, 22, 10, 20, coat[2], turn=20)
    canvas.curve([(-8, 12), (-20, -2), (-18, -16)], coat[2], 7.0, 0.7)
    canvas.disc(-19, -19, 6, coat[2])
    canvas.poly([(-23, -21), (-33, -17), (-23, -15)], coat[3])
    for x in (-10.0, 2.0):
        canvas.line([(x, 38), (x - 2, 54)], coat[3], 2.6)
    for k in range(4):
        canvas.curve([(4, 30), (16 + 6 * k, 38), (26 + 5 * k, 50 + 2 * k)], coat[1], 3.4, 0.4)


def draw_train(canvas: Canvas, rng: Rng, coat: tuple[Colour, ...], body: Colour) -> None:
    """Draw a peacock in outline, its train a dense patch of eyes behind it, with striped wings and large feet."""
    long, high = rng.uniform(26, 40), rng.uniform(22, 36)
    cx, cy = rng.uniform(2, 18), rng.uniform(-34, -16)
    step, line = rng.uniform(6.0, 10.5), rng.uniform(1.4, 2.8)
    _train_eyes(canvas, rng, (cx, cy), (long, high), step, line, coat, body)
    foot = cy + high + rng.uniform(22, 34)
    for x in (-8.0, 4.0):
        canvas.line([(x, foot - 24), (x, foot)], coat[3], line * 1.4)
        for toe in (-9.0, 0.0, 9.0):
            canvas.line([(x, foot - 2), (x + toe, foot + 5)], coat[3], line)
    filled = rng.random() < 0.4
    breast = [(cx - 4, cy + high - 6), (8, foot - 16), (-10, foot - 18), (-24, cy + high), (-22, cy + high - 12)]
    canvas.poly(breast, coat[2] if filled else body, edge=(coat[2], line * 1.3))
    hx, hy = rng.uniform(-40, -28), cy + high - rng.uniform(14, 34)
    canvas.curve([(-20, cy + high), (-30, cy + high - 4), (hx, hy)], coat[2], 8.0, 0.8)
    canvas.poly(oval(hx, hy, 6.5, 6.5), coat[2] if filled else body, edge=(coat[2], line))
    canvas.disc(hx - 1, hy - 1, 1.8, body if filled else coat[3])
    canvas.poly([(hx - 5, hy - 2), (hx - 14, hy + 2), (hx - 5, hy + 3)], coat[3])
    for k in range(int(rng.integers(0, 4))):
        canvas.line([(hx + 1, hy - 6), (hx - 5 + 5 * k, hy - 15)], coat[3], line * 0.8)
    stripes, spread = int(rng.integers(2, 6)), rng.uniform(16, 30)
    for side in (-1.0, 1.0) if rng.random() < 0.5 else (1.0,):
        for k in range(stripes):
            ends = [(side * 6.0 - 4, foot - 22), (side * spread - 4, foot - 26 + 5.0 * k)]
            canvas.line(ends, coat[1 if k % 2 else 2], line * 1.3)


def draw_raised(canvas: Canvas, rng: Rng, coat: tuple[Colour, ...], body: Colour) -> None:
    """Draw a peacock from the front: a fringed train of large eyes raised above it, wings hanging to both sides."""
    wide, high = rng.uniform(24, 42), rng.uniform(20, 30)
    line, middle = rng.uniform(1.3, 2.8), high - 58
    rays = int(rng.integers(0, 44))
    for k in range(rays):
        angle = math.radians(-140 + 280 * (k + 0.5) / rays)
        long = rng.uniform(1.1, 1.4)
        x, y = math.sin(angle), -math.cos(angle)
        canvas.line([(wide * x, middle + high * y), (wide * x * long, middle + high * y * long)], coat[0], line * 1.2)
    _train_eyes(canvas, rng, (0.0, middle), (wide, high), rng.uniform(9, 16), line, coat, body)
    low = middle + high
    for k in range(-3, 4):
        canvas.line([(4.0 * k, low - 2), (2.4 * k, low + 12)], coat[0], line)
    spread, drop = rng.uniform(26, 46), rng.uniform(-14, 12)
    filled = rng.random() < 0.5
    for side in (-1.0, 1.0):
        tip = (side * spread, low + 24 + drop)
        wing = [(side * 5, low + 7), (side * spread * 0.6, low + 9 + drop * 0.5), tip, (side * 9, low + 32)]
        canvas.poly(wing, coat[1] if filled else mix(body, coat[1], 0.2), edge=(coat[1], line))
        for k in range(int(rng.integers(2, 6))):
            share = 0.2 + 0.15 * k
            start = (side * (6 + share * 8), low + 10 + share * 20)
            canvas.line([start, (tip[0] * 0.9, tip[1] - 8 + 14 * share)], body if filled else coat[2], line * 0.8)
    canvas.poly(oval(0, low + 24, 10, 14), coat[2] if rng.random() < 0.4 else body, edge=(coat[1], line * 1.2))
    hx, hy = -rng.uniform(8, 34), low + rng.uniform(-4, 16)
    canvas.curve([(-3, low + 18), (hx * 0.6, low + 16), (hx, hy)], coat[2], 6.5, 0.8)
    canvas.disc(hx, hy, rng.uniform(4.5, 7.5), coat[2])
    canvas.disc(hx - 1, hy - 1, 1.8, body)
    canvas.poly([(hx - 4, hy - 2), (hx - 13, hy + 2), (hx - 4, hy + 3)], coat[3])
    for k in range(int(rng.integers(0, 4))):
        canvas.line([(hx, hy - 5), (hx - 6 + 4 * k, hy - 13)], coat[3], line * 0.8)
    for x in (-7.0, 7.0):
        foot = low + rng.uniform(44, 54)
        canvas.line([(x, low + 36), (x, foot)], coat[3], line * 1.5)
        canvas.line([(x - 6, foot + 2), (x, foot - 1), (x + 4, foot + 2)], coat[3], line * 1.5)


def _train_eyes(
    canvas: Canvas,
    rng: Rng,
    middle: tuple[float, float],
    reach: tuple[float, float],
    step: float,
    line: float,
    coat: tuple[Colour, ...],
    body: Colour,
) -> None:
    """Draw an oval patch of eyes in staggered rows: rings, dots with a hole, or dots in a net."""
    (cx, cy), (a, b) = middle, reach
    manner = pick(rng, ("rings", "holes", "dots"))
    mixed = rng.random() < 0.4
    if rng.random() < 0.6:
        canvas.poly(
            oval(cx, cy, a + 3, b + 3), coat[0] if manner == "holes" else mix(body, coat[0], 0.2), edge=(coat[0], line)
        )
    for row in range(-int(b / step) - 1, int(b / step) + 2):
        for column in range(-int(a / step) - 1, int(a / step) + 2):
            x, y = (column + 0.5 * (row % 2)) * step, row * step * 0.87
            if (x / a) ** 2 + (y / b) ** 2 > 1:
                continue
            ink = coat[(row + column) % 2 if mixed else 0]
            if manner == "rings":
                canvas.disc(cx + x, cy + y, step * 0.46, ink, width=line)
                canvas.disc(cx + x, cy + y, step * 0.16, ink)
            elif manner == "holes":
                canvas.disc(cx + x, cy + y, step * 0.46, ink)
                canvas.disc(cx + x, cy + y, step * 0.24, body)
            else:
                canvas.disc(cx + x, cy + y, step * 0.34, ink)
