"""Draw the flowers and seasons of classic sets: a large number and word on top, a large plant below."""

import math

from datasets.render.drawing.canvas import Canvas, Colour, Rng, oval
from datasets.render.drawing.set_style import Style, pick
from datasets.render.faces.flowers import FLOWER_CHARACTERS, SEASON_CHARACTERS, SEASON_WORDS

_FLOWERS = ("PLUM", "ORC", "MUM", "BAM")
_BOLD = ("lat-fat", "lat-slab", "lat-tall", "lat-geometric", "lat-book", "lat-roman", "lat-narrow", "lat-round")


def has_captions(style: Style) -> bool:
    """Return whether the flowers of this set carry a large caption over a line-drawn plant."""
    return style.origin == "american" and style.rng("captions").random() < 0.34


def draw_captioned(canvas: Canvas, style: Style, group: str, number: int) -> None:
    """Draw the "flower" or "season" `number` (1..4) of a set with captions."""
    rng = style.rng("captions-common")
    own = style.rng(f"captioned-{group}-{number}")
    cap = rng.uniform(24, 36)
    top = rng.uniform(6, 11) + cap / 2
    _caption(canvas, style, rng, group, number, cap, top)
    room = (top + cap / 2 + 5, 153.0)
    main = pick(rng, (style.green, style.dark, style.blue, style.red), (0.5, 0.25, 0.13, 0.12))
    second = pick(rng, (style.red, main, style.blue), (0.65, 0.25, 0.1))
    pen = rng.uniform(2.0, 4.6)
    # Plants are 100 units high and stand on the ground at y = 0.
    high = (room[1] - room[0]) * rng.uniform(0.88, 1.0)
    with canvas.placed(60 + own.normal(0, 3), room[1] - 2, scale=high / 100, stretch=min(1.25, 96 / high)):
        plant = pick(own, (_fan, _stems, _pond, _fruit, _tree, _tall_bloom), (0.26, 0.22, 0.13, 0.14, 0.1, 0.15))
        plant(canvas, own, main, second, style.body, pen * 100 / high)
        if own.random() < 0.6:
            for _ in range(int(own.integers(1, 6))):
                x, y, long = own.uniform(-44, 30), own.uniform(-8, 0), own.uniform(6, 26)
                canvas.line([(x, y), (x + long, y + own.normal(0, 1))], pick(own, (main, second)), pen)


def _caption(canvas: Canvas, style: Style, rng: Rng, group: str, number: int, cap: float, y: float) -> None:
    font = pick(rng, _BOLD)
    weight = rng.uniform(0.0, 0.03)
    numbered = rng.random() < 0.76
    number_ink = pick(rng, (style.red, style.dark, style.blue), (0.6, 0.3, 0.1))
    word_ink = pick(rng, (style.dark, style.red, style.green, style.blue), (0.55, 0.3, 0.08, 0.07))
    kinds = ("short", "long", "character", "none") if group == "season" else ("short", "names", "character", "none")
    kind = pick(rng, kinds, (0.52, 0.16, 0.24, 0.08))
    left = rng.random() < 0.88
    keep = rng.random() < 0.35
    if numbered or kind == "none":
        x = 20.0 if left else 100.0
        canvas.text(str(number), font, x, y, number_ink, fit=(24, cap), weight=weight)
    middle, wide = (60.0, 102.0) if not numbered else (75.0 if left else 45.0, 74.0)
    if kind == "character":
        text = (SEASON_CHARACTERS if group == "season" else FLOWER_CHARACTERS)[number - 1]
        at = 96.0 if left else 24.0
        canvas.text(text, style.wan_font, at if numbered else 60, y, word_ink, fit=(cap * 1.15, cap * 1.15))
    elif kind != "none":
        short, long = SEASON_WORDS
        word = {"short": short, "long": long, "names": _FLOWERS}[kind][number - 1]
        canvas.text(word, font, middle, y, word_ink, fit=(wide, cap), keep=keep, weight=weight)


def _blade(canvas: Canvas, rng: Rng, size: float, ink: Colour, pen: float, kind: str, bend: float) -> None:
    """Draw one leaf from (0, 0) upwards, `size` long: a stroke, an outline or a filled blade."""
    tip = (bend, -size)
    if kind == "stroke":
        canvas.curve([(0, 0), (-bend * 0.2, -size * 0.5), tip], ink, pen * 1.3, 0.5)
        return
    fat = size * rng.uniform(0.1, 0.2)
    shape = [(0.0, 0.0), (-fat, -size * 0.45), tip, (fat, -size * 0.5)]
    if kind == "filled":
        canvas.poly(shape, ink)
    else:
        canvas.curve([shape[0], shape[1], tip], ink, pen)
        canvas.curve([shape[0], shape[3], tip], ink, pen)


def _head(canvas: Canvas, rng: Rng, x: float, y: float, ink: Colour, body: Colour, pen: float) -> None:
    """Draw a bloom seen from the side or the front: an ellipse with dots, rays, petals or a cup."""
    a, b = rng.uniform(11, 21), rng.uniform(6, 12)
    kind = pick(rng, ("ellipse", "solid", "rays", "petals", "cup"), (0.34, 0.16, 0.16, 0.2, 0.14))
    turn = rng.normal(0, 14)
    with canvas.placed(x, y, turn=turn):
        if kind in {"ellipse", "solid"}:
            canvas.poly(oval(0, 0, a, b), body if kind == "ellipse" else ink, edge=(ink, pen))
            dot = ink if kind == "ellipse" else body
            for k in range(int(rng.integers(3, 8))):
                angle = 2.4 * k
                canvas.disc(a * 0.55 * math.cos(angle), b * 0.5 * math.sin(angle), 1.9, dot)
        elif kind == "rays":
            for k in range(10):
                angle = math.pi * k / 5
                canvas.line([(0, 0), (a * math.cos(angle), a * 0.8 * math.sin(angle))], ink, pen * 0.8)
            canvas.disc(0, 0, a * 0.3, ink)
        elif kind == "petals":
            for k in range(5):
                angle = 2 * math.pi * k / 5
                canvas.ellipse(a * 0.6 * math.cos(angle), a * 0.6 * math.sin(angle), a * 0.42, a * 0.42, ink, width=pen)
            canvas.disc(0, 0, a * 0.25, ink)
        else:
            canvas.curve([(-a * 0.8, -b), (-a * 0.6, b * 0.6), (0, b), (a * 0.6, b * 0.6), (a * 0.8, -b)], ink, pen)
            canvas.line([(-a * 0.8, -b), (-a * 0.4, -b * 0.2), (0, -b), (a * 0.4, -b * 0.2), (a * 0.8, -b)], ink, pen)


def _leaf_kind(rng: Rng) -> str:
    return pick(rng, ("stroke", "outline", "filled"), (0.4, 0.35, 0.25))


def _fan(canvas: Canvas, rng: Rng, main: Colour, second: Colour, body: Colour, pen: float) -> None:
    """Draw leaves that fan out from the ground and one or two blooms among them."""
    kind, count = _leaf_kind(rng), int(rng.integers(5, 11))
    x, spread = rng.uniform(-14, 14), rng.uniform(45, 80)
    for k in range(count):
        with canvas.placed(x, -2, turn=-spread + 2 * spread * k / (count - 1)):
            _blade(canvas, rng, rng.uniform(38, 74), main, pen, kind, rng.normal(0, 7))
    for _ in range(int(rng.integers(1, 3))):
        at = (rng.uniform(-28, 28), rng.uniform(-90, -58))
        canvas.curve([(x, -2), (x + at[0] * 0.2, at[1] * 0.5), at], main, pen)
        _head(canvas, rng, *at, second, body, pen)


def _stems(canvas: Canvas, rng: Rng, main: Colour, second: Colour, body: Colour, pen: float) -> None:
    """Draw two to four stems with leaves on both sides and a bloom on each."""
    kind, count = _leaf_kind(rng), int(rng.integers(2, 5))
    for k in range(count):
        x = -32 + 64 * k / (count - 1) + rng.normal(0, 4)
        y = rng.uniform(-88, -46)
        canvas.curve([(x * 0.45, 0), (x * 0.6 + rng.normal(0, 5), y * 0.5), (x, y)], main, pen)
        for j in range(int(rng.integers(2, 5))):
            share = 0.15 + 0.18 * j
            with canvas.placed(x * (0.45 + 0.5 * share), y * share, turn=(-1) ** j * rng.uniform(35, 85)):
                _blade(canvas, rng, rng.uniform(14, 28), main, pen, kind, rng.normal(0, 4))
        _head(canvas, rng, x, y, second, body, pen)


def _pond(canvas: Canvas, rng: Rng, main: Colour, second: Colour, body: Colour, pen: float) -> None:
    """Draw a pond as an ellipse, reeds behind it and a bloom on the water."""
    water = pick(rng, (main, second))
    for k in range(int(rng.integers(4, 9))):
        with canvas.placed(rng.uniform(-36, 36), -20, turn=rng.normal(0, 10)):
            _blade(canvas, rng, rng.uniform(36, 72), main, pen, "stroke", rng.normal(0, 5))
            if k % 3 == 0:
                canvas.ellipse(0, -50, 3.6, 11, second)
    canvas.ellipse(0, -18, 44, rng.uniform(11, 17), body)
    canvas.ellipse(0, -18, 44, rng.uniform(11, 17), water, width=pen)
    for _ in range(int(rng.integers(1, 5))):
        x, y = rng.uniform(-28, 10), rng.uniform(-26, -10)
        canvas.line([(x, y), (x + 16, y)], water, pen * 0.8)
    _head(canvas, rng, rng.uniform(-18, 18), rng.uniform(-34, -20), second, body, pen)


def _fruit(canvas: Canvas, rng: Rng, main: Colour, second: Colour, body: Colour, pen: float) -> None:
    """Draw a bough with round or long fruit and pairs of leaves."""
    kind, side = _leaf_kind(rng), pick(rng, (-1.0, 1.0))
    bough = [(-34 * side, -8.0), (-18 * side, -36.0), (4 * side, -58.0), (30 * side, -88.0)]
    canvas.curve(bough, main, pen * 1.5, 0.6)
    for x, y in bough[1:]:
        for turn in (-70, 40, 120):
            with canvas.placed(x, y, turn=turn + rng.normal(0, 15)):
                _blade(canvas, rng, rng.uniform(18, 34), main, pen, kind, rng.normal(0, 4))
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(-26, 30), rng.uniform(-48, -14)
        r, long = rng.uniform(9, 15), rng.uniform(0.8, 1.4)
        filled = rng.random() < 0.45
        canvas.line([(x, y - r * long), (x - 4, y - r * long - 12)], main, pen)
        canvas.poly(oval(x, y, r, r * long), second if filled else body, edge=(second, pen))


def _tree(canvas: Canvas, rng: Rng, main: Colour, second: Colour, body: Colour, pen: float) -> None:
    """Draw a trunk with boughs, crowns as ellipses or bare twigs, blossoms as dots."""
    bare = rng.random() < 0.45
    lean = rng.normal(0, 8)
    canvas.curve([(0, 0), (lean * 1.5, -34), (lean, -84)], main, pen * 2.2, 0.4)
    for k in range(int(rng.integers(3, 7))):
        s, y = (-1) ** k, -24.0 - 11 * k
        tip = (lean + s * rng.uniform(20, 42), y - rng.uniform(6, 22))
        canvas.curve([(lean, y), (lean + s * 12, y - 9), tip], main, pen * 1.1, 0.6)
        if bare:
            for _ in range(3):
                canvas.disc(tip[0] + rng.normal(0, 6), tip[1] + rng.normal(0, 5), 3.0, second)
        else:
            canvas.ellipse(*tip, rng.uniform(10, 17), rng.uniform(6, 11), body)
            canvas.ellipse(*tip, rng.uniform(10, 17), rng.uniform(6, 11), second if k % 2 else main, width=pen)


def _tall_bloom(canvas: Canvas, rng: Rng, main: Colour, second: Colour, body: Colour, pen: float) -> None:
    """Draw one very large bloom on a stem with two to four leaves."""
    kind = _leaf_kind(rng)
    lean = rng.normal(0, 6)
    canvas.curve([(lean * 0.3, 0), (-lean, -26), (lean, -58)], main, pen * 1.4)
    for k in range(int(rng.integers(2, 5))):
        with canvas.placed(0, -6 - 7 * k, turn=(-1) ** k * rng.uniform(40, 75)):
            _blade(canvas, rng, rng.uniform(28, 46), main, pen, kind, rng.normal(0, 6))
    with canvas.placed(lean, -66, scale=rng.uniform(1.5, 2.1)):
        _head(canvas, rng, 0, 0, second, body, pen * 0.6)
