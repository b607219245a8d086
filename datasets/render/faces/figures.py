"""Draw pictures for jokers and flowers: jesters, an umbrella, cherries, hearts, people, houses."""

import math

import numpy as np

from datasets.render.drawing.canvas import Canvas, Colour, Rng, oval
from datasets.render.drawing.set_style import mix, pick


def jester(canvas: Canvas, rng: Rng, inks: tuple[Colour, ...], body: Colour) -> None:
    """Draw a head in a cap with bells, about 90 by 110 units around (0, 0)."""
    order = [inks[i] for i in rng.permutation(4)]
    horns = int(rng.integers(2, 4))
    bend = rng.uniform(30, 46)
    for k in range(horns):
        side = -1 + 2 * k / (horns - 1)
        tip = (side * bend, -34.0 + 10 * abs(side) + (-16 if side == 0 else 0))
        canvas.poly([(-20, -6), (side * 14 - 10, -34), tip, (side * 14 + 10, -20), (20, -6)], order[k % 2])
        canvas.disc(tip[0], tip[1], 5.0, order[2])
    canvas.poly(oval(0, 12, 20, 24), mix(body, (120, 170, 240), 0.3), edge=(order[3], 2.2))
    for s in (-1, 1):
        canvas.ellipse(s * 8, 6, 3, 4, order[3])
        canvas.curve([(s * 4, -2), (s * 9, -4), (s * 13, 0)], order[3], 2.0)
    canvas.disc(0, 13, 3.6, order[2])
    canvas.curve([(-10, 22), (0, 28), (10, 22)], order[2], 3.0)
    for k in range(6):
        x = -36 + 12 * k
        canvas.poly([(x, 36), (x + 12, 36), (x + 6, 52)], order[k % 3])
        canvas.disc(x + 6, 53, 2.6, order[3])


def sketched_jester(canvas: Canvas, rng: Rng, inks: tuple[Colour, ...], body: Colour) -> None:
    """Draw a fool in lines, as engraved: cap, profile or full face, ruff, at times arms and legs; 90 by 120 units."""
    order = [inks[i] for i in rng.permutation(4)]
    width = rng.uniform(2.0, 4.2)
    whole = rng.random() < 0.45
    with canvas.placed(0, -26 if whole else 4, scale=0.62 if whole else 1.05):
        horns = int(rng.integers(2, 5))
        for k in range(horns):
            side = -1 + 2 * k / (horns - 1)
            tip = (side * rng.uniform(28, 44), -22 + 14 * abs(side) - rng.uniform(14, 30) * (1 - abs(side)))
            path = [(side * 12 - 8, -14.0), (side * 20, -42.0), tip, (side * 20 + 5, -18.0), (side * 12 + 10, -12.0)]
            if rng.random() < 0.5:
                canvas.poly(path, order[k % 3])
            canvas.line(path, order[k % 3], width)
            canvas.disc(tip[0], tip[1], rng.uniform(3.5, 6), order[(k + 1) % 3])
        canvas.ellipse(0, 8, rng.uniform(16, 22), rng.uniform(20, 26), order[3], width=width)
        for s in (-1, 1):
            if rng.random() < 0.5:
                canvas.disc(s * 7, 4, 2.6, order[3])
            else:
                canvas.line([(s * 10, 2), (s * 5, 6)], order[3], width)
        nose = rng.uniform(2, 7)
        canvas.curve([(0, 4), (nose, 12), (-1, 14)], order[3], width)
        grin = rng.uniform(-3, 8)
        canvas.curve([(-10, 20), (0, 20 + grin), (10, 20)], order[2], width)
        points = int(rng.integers(5, 10))
        for k in range(points):
            x = -34 + 68 * k / (points - 1)
            canvas.poly([(x - 5, 32), (x + 5, 32), (x, 32 + rng.uniform(10, 20))], order[k % 2])
    if whole:
        canvas.poly([(-14, -2), (14, -2), (10, 26), (-10, 26)], order[0])
        canvas.line([(0, -2), (0, 26)], body, 1.6)
        for s in (-1, 1):
            canvas.curve([(s * 12, 2), (s * rng.uniform(20, 36), rng.uniform(-8, 16)), (s * 36, -12)], order[1], 5)
            foot = rng.uniform(8, 24)
            canvas.curve([(s * 6, 26), (s * foot, 40), (s * foot * 0.8, 54)], order[s], 6, 0.7)
            canvas.curve([(s * foot * 0.8, 54), (s * (foot * 0.8 + 8), 56), (s * (foot * 0.8 + 12), 50)], order[2], 3)


def umbrella(canvas: Canvas, rng: Rng, inks: tuple[Colour, ...]) -> None:
    """Draw a beach umbrella or a parasol, about 80 by 90 units."""
    turn, ribs = rng.uniform(-35, 35), int(rng.integers(4, 8))
    with canvas.placed(0, 0, turn=turn):
        canvas.line([(0, -40), (0, 40)], inks[3], 3)
        for k in range(ribs):
            a, b = math.pi * k / ribs, math.pi * (k + 1) / ribs
            edge = [(-40 * math.cos(t), -4 - 34 * math.sin(t)) for t in np.linspace(a, b, 6)]
            canvas.poly([(0, -40), *edge], inks[k % 2])
        canvas.curve([(0, 38), (4, 45), (10, 38)], inks[3], 3)


def cherries(canvas: Canvas, rng: Rng, inks: tuple[Colour, ...]) -> None:
    """Draw two or three cherries on their stalks, about 70 by 80 units."""
    for k in range(int(rng.integers(2, 4))):
        x, y = -22 + 24 * k, 20 + rng.uniform(-8, 10)
        canvas.curve([(x, y), (x * 0.5, -8), (8, -36)], inks[1], 3)
        canvas.disc(x, y, rng.uniform(12, 17), inks[0])
        canvas.disc(x - 5, y - 5, 3, (245, 245, 245))
    canvas.curve([(8, -36), (26, -40), (38, -26)], inks[1], 10, 0.2)


def hearts(canvas: Canvas, rng: Rng, inks: tuple[Colour, ...]) -> None:
    """Draw one heart or a shower of them, about 80 by 90 units."""
    count = int(pick(rng, (1, 2, 3, 5)))
    t = np.linspace(0, 2 * math.pi, 32, endpoint=False)
    outline = np.column_stack([16 * np.sin(t) ** 3, -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t))]) / 17
    for k in range(count):
        size = 38.0 if count == 1 else rng.uniform(12, 22)
        middle = (0.0, 0.0) if count == 1 else (rng.uniform(-26, 26), -36 + 72 * k / (count - 1))
        shape = outline * size + middle
        if rng.random() < 0.7:
            canvas.poly(shape, inks[0 if rng.random() < 0.8 else 2])
        else:
            canvas.line(shape, inks[0], 3.5, closed=True)


def figure(canvas: Canvas, rng: Rng, inks: tuple[Colour, ...]) -> None:
    """Draw a person in a robe: a fisherman, a scholar, a lady with a fan; in strokes, about 80 by 100 units."""
    robe, trim, line = pick(rng, inks), pick(rng, inks), inks[3]
    width = rng.uniform(2.0, 3.8)
    lean = rng.uniform(-10, 10)
    hem = rng.uniform(20, 34)
    canvas.disc(lean, -34, rng.uniform(8, 12), line, width=width)
    hat = int(rng.integers(3))
    if hat == 0:
        canvas.poly([(lean - 22, -36), (lean, -56), (lean + 22, -36)], trim)
    elif hat == 1:
        canvas.disc(lean, -46, 6, line)
    else:
        canvas.curve([(lean - 10, -40), (lean, -48), (lean + 11, -40)], line, 6)
    for k in range(int(rng.integers(3, 6))):
        x = -hem + 2 * hem * k / 4
        canvas.curve([(lean, -24), (x * 0.5 + rng.normal(0, 3), 10), (x, 46)], robe, width * 1.3)
    canvas.curve([(-hem, 46), (0, 52), (hem, 45)], trim, width * 1.4)
    for s in (-1, 1):
        reach = rng.uniform(18, 36)
        canvas.curve([(lean, -20), (s * reach * 0.6, -6), (s * reach, rng.uniform(-24, 8))], robe, 7.0, 0.6)
    tool = int(rng.integers(3))
    if tool == 0:
        canvas.line([(30, -52), (36, 44)], line, width)
    elif tool == 1:
        canvas.curve([(26, -10), (44, -40), (46, 20)], line, 1.8)
    else:
        canvas.ellipse(-32, -12, 9, 12, trim, width=width)
    if rng.random() < 0.5:
        canvas.curve([(-42, 50), (-10, 56), (44, 48)], inks[1], width)


def pavilion(canvas: Canvas, rng: Rng, inks: tuple[Colour, ...]) -> None:
    """Draw a roofed house or a tower among strokes of water and hills, about 90 by 100 units."""
    roof, wall = pick(rng, inks), pick(rng, inks)
    floors = int(rng.integers(1, 4))
    width = rng.uniform(2.0, 3.6)
    tall = 76 / floors
    for k in range(floors):
        half, y = 34 - 7 * k, 44 - tall * k
        canvas.line([(-half * 0.7, y), (-half * 0.7, y - tall * 0.6)], wall, width)
        canvas.line([(half * 0.7, y), (half * 0.7, y - tall * 0.6)], wall, width)
        if rng.random() < 0.5:
            canvas.box(-half * 0.25, y - tall * 0.5, half * 0.25, y, wall, width=width)
        eaves = [(-half - 6, y - tall * 0.5), (-half * 0.5, y - tall * 0.68), (0, y - tall)]
        canvas.curve(eaves, roof, width * 1.6)
        canvas.curve([(-x, v) for x, v in eaves], roof, width * 1.6)
        canvas.line([(-half, y - tall * 0.58), (half, y - tall * 0.58)], roof, width)
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(-40, 20), rng.uniform(46, 58)
        canvas.curve([(x, y), (x + 10, y - 4), (x + 24, y)], pick(rng, inks), width)
