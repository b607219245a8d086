"""Draw the serpent of classic sets: one dragon in one ink, winding over the face or standing upright."""

import math
from collections.abc import Sequence

import numpy as np

from datasets.render.drawing.canvas import Canvas, Colour, Floats, Point, Rng, normals, oval, smooth
from datasets.render.drawing.set_style import Style, mix, pick

_SHAPES = (
    ((-4, -40), (22, -34), (26, -14), (-4, -2), (-27, 14), (-16, 36), (12, 42), (33, 30), (26, 14), (14, 20)),
    ((-10, -42), (14, -42), (28, -24), (12, -4), (-16, 2), (-28, 20), (-12, 38), (14, 34), (22, 46), (34, 40)),
    ((2, -38), (28, -26), (16, -4), (-18, -6), (-32, 14), (-12, 30), (16, 22), (30, 36), (14, 48), (-4, 44)),
    ((-6, -36), (18, -42), (32, -22), (10, -6), (14, 14), (-14, 18), (-30, 34), (-12, 48), (10, 42), (4, 32)),
)
"""Spines from neck to tail, about 65 by 90 units around (0, 0), with the head to the left."""

_UPRIGHT = (
    ((-4, -32), (3, -22), (2, -8), (-3, 6), (-2, 20), (6, 32), (18, 36), (26, 28), (22, 18), (14, 22)),
    ((-6, -34), (6, -28), (8, -12), (0, 2), (-6, 16), (0, 30), (14, 34), (22, 24), (14, 16), (8, 24)),
    ((0, -34), (4, -20), (0, -4), (4, 12), (10, 26), (4, 38), (-10, 38), (-16, 28), (-8, 22), (-2, 28)),
    ((-2, -36), (8, -24), (4, -6), (-4, 10), (4, 26), (18, 30), (24, 40), (12, 46), (2, 42), (8, 36)),
)
"""Spines of an upright serpent on its rolled tail, hardly wider than its legs."""


def has_serpents(style: Style) -> bool:
    """Return whether both dragons of this set are thick serpents that differ only in ink."""
    return style.origin == "american" and style.rng("serpents").random() < 0.38


def thick_serpent(canvas: Canvas, style: Style, ink: Colour) -> None:
    """Draw the serpent of this set in `ink`; the same set always draws the same animal."""
    rng = style.rng("serpent-shape")
    body = style.body
    manner = pick(rng, ("outline", "filled", "inlaid"), (0.4, 0.2, 0.4))
    flesh = pick(rng, (body, mix(body, ink, 0.2)), (0.75, 0.25)) if manner == "outline" else ink
    inner = ink if manner == "outline" else body
    wide = rng.uniform(10, 18)
    pen = rng.uniform(1.8, 3.6)
    tall = rng.uniform(1.0, 1.28)
    upright = rng.random() < 0.45
    path = smooth(_spine(rng, _UPRIGHT if upright else _SHAPES), 10)
    side = pick(rng, (-1.0, 1.0))
    wider = side * rng.uniform(0.85, 1.1) / max(1.0, tall * 0.92)
    # Many sets draw the serpent no larger than a numeral, and not always in the middle.
    small, away = (rng.uniform(0.66, 1.1), rng.normal(0, 6)) if upright or rng.random() < 0.3 else (1, 0)
    with canvas.placed(60 + away, 82 + away * rng.uniform(-1, 1), scale=tall * small, stretch=wider):
        if rng.random() < 0.35:
            _clouds(canvas, rng, ink, pen)
        across, half = _girth(path, wide)
        _legs(canvas, rng, path, across, ink, pen, aside=upright and rng.random() < 0.7)
        _back(canvas, rng, path, across * half, ink, pen)
        outline = np.vstack([path + across * half, (path - across * half)[::-1]])
        canvas.poly(outline, flesh, edge=(ink, pen))
        if manner != "filled":
            _skin(canvas, rng, path, across * half, inner, pen)
        tail = path[-1]
        for turn in (-40, 0, 40):
            with canvas.placed(float(tail[0]), float(tail[1]), turn=turn + 90):
                canvas.curve([(0, 2), (2, -5), (0, -11)], ink, pen * 1.4, 0.3)
        with canvas.placed(float(path[0, 0]), float(path[0, 1]), scale=wide / 13, turn=rng.uniform(-25, 12)):
            draw = pick(rng, (_facing, _head, _round), (0.15, 0.35, 0.5) if upright else (0.4, 0.5, 0.1))
            draw(canvas, rng, ink, flesh, inner, pen)


def _spine(rng: Rng, shapes: Sequence[Sequence[Point]]) -> list[Point]:
    """Return a random blend of two of the shapes; sometimes the tail rolls up or whips out."""
    one, other = (np.array(shapes[int(rng.integers(len(shapes)))], np.float64) for _ in range(2))
    spine = one + (other - one) * rng.uniform(0, 0.6) + rng.normal(0, 2.2, one.shape)
    if rng.random() < 0.35:
        tip, turn = spine[-1] - (0, 3), float(pick(rng, (-1.0, 1.0)))
        angles = np.linspace(0.5, rng.uniform(1.2, 1.9), 4) * np.pi * turn
        radii = np.linspace(rng.uniform(6, 10), 3, 4)
        spine = np.vstack([spine[:-1], tip + radii[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])])
    return [(float(x), float(y)) for x, y in spine]


def _girth(path: Floats, wide: float) -> tuple[Floats, Floats]:
    """Return the unit normals along `path` (n, 2) and half the body's width there (n, 1): slim neck, thin tail."""
    share = np.linspace(0, 1, len(path))
    profile = np.interp(share, (0, 0.25, 0.6, 1), (0.75, 1.0, 0.85, 0.12))
    return normals(path), (profile * wide / 2)[:, None]


def _back(canvas: Canvas, rng: Rng, path: Floats, reach: Floats, ink: Colour, pen: float) -> None:
    """Draw spikes, a fringe or a row of knobs along one side."""
    kind = pick(rng, ("spikes", "fringe", "knobs", "none"), (0.5, 0.25, 0.15, 0.1))
    out = pick(rng, (-1.0, 1.0)) * reach
    length = rng.uniform(0.7, 1.3)
    for i in range(3, len(path) - 5, int(rng.integers(3, 6))):
        if kind == "spikes":
            canvas.poly([path[i - 2] + out[i - 2], path[i] + out[i] * (1 + length), path[i + 2] + out[i + 2]], ink)
        elif kind == "fringe":
            canvas.line([path[i] + out[i], path[i + 2] + out[i] * (1 + length)], ink, pen)
        elif kind == "knobs":
            x, y = path[i] + out[i] * 1.25
            canvas.disc(float(x), float(y), 2.6, ink)


def _skin(canvas: Canvas, rng: Rng, path: Floats, reach: Floats, ink: Colour, pen: float) -> None:
    """Draw scales, bars or a line along the belly."""
    kind = pick(rng, ("scales", "bars", "belly", "dots"), (0.4, 0.25, 0.2, 0.15))
    thin = max(1.3, pen * 0.6)
    if kind == "belly":
        canvas.line(path[2:-8] + reach[2:-8] * 0.35, ink, thin)
    for i in range(4, len(path) - 10, 4 if kind != "dots" else 5):
        if kind == "scales":
            ends = path[i] + reach[i] * 0.9, path[i] - reach[i] * 0.9
            canvas.line([ends[0], path[i + 2] + reach[i] * 0.4, path[i + 1]], ink, thin)
            canvas.line([path[i + 1], path[i + 2] - reach[i] * 0.4, ends[1]], ink, thin)
        elif kind == "dots":
            canvas.disc(float(path[i, 0]), float(path[i, 1]), 1.9, ink)
        else:
            low = 0.3 if kind == "belly" else -0.9
            canvas.line([path[i] + reach[i] * 0.95, path[i] + reach[i] * low], ink, thin)


def _legs(
    canvas: Canvas, rng: Rng, path: Floats, across: Floats, ink: Colour, pen: float, *, aside: bool = False
) -> None:
    """Draw four bent legs with three or four claws each; they hang, or with `aside` reach out like hands."""
    thick = rng.uniform(1.5, 2.4) * pen
    claws = (-7.0, 0.0, 7.0) if rng.random() < 0.6 else (-8.0, -3.0, 3.0, 8.0)
    long = rng.uniform(5, 8) if rng.random() < 0.6 else rng.uniform(8, 12)
    for share, way in ((0.17, 1), (0.3, -1), (0.56, 1), (0.7, -1)):
        i = int((share + rng.uniform(-0.03, 0.03)) * len(path))
        x, y = path[i]
        s = 1.0 if across[i, 0] * way > 0 else -1.0
        knee = (x + s * rng.uniform(10, 14), y + rng.uniform(-5, 6))
        if aside:
            hand = (x + s * rng.uniform(16, 25), knee[1] + rng.uniform(-8, 8))
            canvas.curve([(float(x), float(y)), knee, hand], ink, thick, 0.7)
            for claw in claws:
                tip = (hand[0] + s * (long - abs(claw) * 0.4), hand[1] + claw * 0.11 * long)
                canvas.line([hand, tip], ink, pen)
            continue
        foot = (x + s * rng.uniform(14, 21), knee[1] + rng.uniform(6, 11))
        canvas.curve([(float(x), float(y)), knee, foot], ink, thick, 0.6)
        for claw in claws:
            tip = (foot[0] + s * 2 + claw * 0.13 * long, foot[1] + long - abs(claw) * 0.3)
            canvas.line([foot, tip], ink, pen * 0.8)


def _head(canvas: Canvas, rng: Rng, ink: Colour, flesh: Colour, inner: Colour, pen: float) -> None:
    """Draw a head that looks left: open jaws, an eye, horns, whiskers and a mane."""
    for k in range(int(rng.integers(2, 5))):
        canvas.curve([(6, -3 + 4 * k), (15, -6 + 5 * k), (20, -12 + 7 * k)], ink, pen * 1.4, 0.3)
    for _ in range(int(rng.integers(1, 3))):
        tip = (rng.uniform(8, 22), rng.uniform(-28, -18))
        canvas.curve([(2, -8), (tip[0] * 0.3, -16), tip], ink, pen * 1.6, 0.4)
    gape = rng.uniform(2, 7)
    skull = [(8, -7), (-2, -11), (-9, -7), (-19, -9), (-22, -3), (-10, 1)]
    face = [*skull, (-19, 2 + gape), (-15, 6 + gape), (-2, 9), (8, 8)]
    canvas.poly(face, flesh, edge=(ink, pen))
    canvas.disc(-5, -4, 2.6, inner)
    for _ in range(int(rng.integers(1, 3))):
        drop = rng.uniform(-14, 16)
        canvas.curve([(-20, -5), (-28, -6 + drop * 0.4), (-31, drop)], ink, max(1.5, pen * 0.7))
    if rng.random() < 0.5:
        for k in range(3):
            canvas.line([(-12 + 4 * k, 8 + gape * 0.5), (-13 + 5 * k, 16)], ink, max(1.5, pen * 0.7))


def _facing(canvas: Canvas, rng: Rng, ink: Colour, flesh: Colour, inner: Colour, pen: float) -> None:
    """Draw a head seen from the front: two eyes, a wide snout, horns and whiskers to both sides."""
    thin = max(1.5, pen * 0.7)
    horn = rng.uniform(12, 22)
    droop = rng.uniform(-12, 14)
    rows = int(rng.integers(1, 4))
    for s in (-1.0, 1.0):
        canvas.curve([(s * 5, -9), (s * 9, -9 - horn * 0.5), (s * rng.uniform(6, 18), -9 - horn)], ink, pen * 1.5, 0.4)
        for k in range(rows):
            canvas.curve([(s * 10, 1 + 4 * k), (s * 18, -2 + 6 * k), (s * 22, 2 + 8 * k)], ink, pen, 0.3)
        canvas.curve([(s * 5, 8), (s * 16, 9 + droop * 0.3), (s * 24, 9 + droop)], ink, thin)
    face = [(-9, -10), (0, -13), (9, -10), (12, -2), (8, 4), (11, 9), (5, 13), (-5, 13), (-11, 9), (-8, 4), (-12, -2)]
    canvas.poly(face, flesh, edge=(ink, pen))
    wide = rng.uniform(1.8, 3.2)
    for s in (-1.0, 1.0):
        canvas.disc(s * 5, -4, wide, inner)
        canvas.disc(s * 3.5, 8, 1.5, inner)
    if rng.random() < 0.5:
        for x in (-5, 0, 5):
            canvas.line([(x, 13), (x * 1.3, 20)], ink, thin)


def _round(canvas: Canvas, rng: Rng, ink: Colour, flesh: Colour, inner: Colour, pen: float) -> None:
    """Draw a round head with one large eye, a short snout that looks left, and a crest of strokes over it."""
    size = rng.uniform(8, 12)
    strokes = int(rng.integers(2, 6))
    for k in range(strokes):
        turn = math.radians(-150 + 130 * k / max(1, strokes - 1) + rng.normal(0, 8))
        far = size + rng.uniform(8, 16)
        root = (math.cos(turn) * size * 0.8, math.sin(turn) * size * 0.8)
        tip = (math.cos(turn) * far, math.sin(turn) * far)
        bent = ((root[0] + tip[0]) / 2 + rng.normal(0, 2), (root[1] + tip[1]) / 2 - rng.uniform(0, 4))
        canvas.curve([root, bent, tip], ink, pen * 1.3, 0.5)
    snout = rng.uniform(4, 12)
    jaws = [
        (-size * 0.6, -size * 0.5),
        (-size - snout, -1),
        (-size * 0.8, 2),
        (-size - snout * 0.8, 6),
        (-size * 0.4, size * 0.8),
    ]
    for shape in (jaws, oval(0, 0, size, size * rng.uniform(0.8, 1.0))):
        canvas.poly(shape, flesh, edge=(ink, pen))
    canvas.disc(-1, -1, size * rng.uniform(0.35, 0.6), inner, width=max(1.3, pen * 0.7))
    canvas.disc(-1, -1, size * 0.16, inner)


def _clouds(canvas: Canvas, rng: Rng, ink: Colour, pen: float) -> None:
    """Draw curls of cloud, flames or a pearl in the corners."""
    for x, y in ((-34, -44), (36, -2), (-36, -10), (-36, 44), (38, 50))[: int(rng.integers(1, 5))]:
        if rng.random() < 0.6:
            canvas.curve([(x - 8, y + 3), (x - 2, y - 4), (x + 4, y), (x, y + 4), (x + 9, y + 5)], ink, pen * 0.7)
        else:
            canvas.disc(x, y, 4.5, ink, width=pen * 0.7)
