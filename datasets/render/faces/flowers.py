"""Draw the flowers and seasons: pictures with numbers, words and characters."""

import math

from datasets.render.drawing.canvas import Canvas, Colour, Rng, oval, smooth
from datasets.render.drawing.set_style import Style, hsv, mix, pick
from datasets.render.faces.figures import figure, pavilion

_BLOOMS = "🌷🌸🌹🌺🌻🌼🏵🪷🪻💐🌾🌿🎋🎍🌱🍂"
_SCENES = "⛩🏯🏮🪭👘🛶⛵🐟🦌🐎🐘🦋🐢🐇🏔🎣🪁🪕🏺"
FLOWER_CHARACTERS = "梅蘭菊竹"
SEASON_CHARACTERS = "春夏秋冬"
SEASON_WORDS = (("SPR", "SUM", "AUT", "WIN"), ("SPRING", "SUMMER", "AUTUMN", "WINTER"))
_ARTS = ("琴棋書畫", "漁樵耕讀")


def draw_flowers(style: Style) -> list[tuple[str, int]]:
    """Return the flower faces of this set as (group, number): "flower" and "season" 1..4, or one "modern" design."""
    rng = style.rng("flowers")
    if rng.random() < {"modern": 0.55, "american": 0.08}.get(style.origin, 0.02):
        return [("modern", k) for k in range(int(rng.integers(1, 4)))]
    return [(group, n) for group in ("flower", "season") for n in range(1, 5)]


def draw_flower(canvas: Canvas, style: Style, group: str, number: int) -> None:
    """Draw one flower or season; see `draw_flowers`."""
    rng = style.rng("flowers-common")
    own = style.rng(f"flower-{group}-{number}")
    number_ink = pick(rng, (style.red, style.blue, style.dark, style.green), (0.4, 0.25, 0.2, 0.15))
    second_ink = pick(rng, (style.red, style.blue, style.dark, style.green))
    with_number = rng.random() < 0.8
    caption = pick(rng, ("character", "season-word", "none", "flower-word", "letter"), (0.42, 0.22, 0.14, 0.12, 0.1))
    number_left = rng.random() < 0.65
    low = rng.random() < 0.25
    if group == "modern":
        style_scale = rng.uniform(0.95, 1.15)
        with canvas.placed(60, 82, scale=style_scale):
            _bloom(canvas, own, style, large=True)
        if rng.random() < 0.15:
            canvas.text("FLOWER", style.word_font, 60, 148, number_ink, fit=(80, 14))
        return
    scenic = group == "season" and rng.random() < 0.45
    words = rng.integers(2)
    if style.origin in {"chinese", "japanese"}:
        caption = "character"
    wandering = rng.random() < 0.3
    with canvas.placed(60, 88 if not low else 70, scale=own.uniform(0.82, 0.98)):
        if scenic and own.random() < 0.5:
            (figure if own.random() < 0.6 else pavilion)(canvas, own, style.inks)
        elif scenic:
            font = pick(rng, ("pictures-thin", "pictures-bold"))
            canvas.text(pick(own, _SCENES), font, 0, 4, pick(own, style.inks), fit=(84, 84))
        else:
            _bloom(canvas, own, style, large=False)
    y = 142.0 if low else 26.0
    if wandering:
        # Some engravers put the number wherever the picture leaves room.
        number_left = own.random() < 0.5
    left, right = (24.0, 94.0) if number_left else (96.0, 28.0)
    if with_number:
        canvas.text(str(number), style.index_font, left, y, number_ink, size=max(30.0, style.index_size))
    if caption == "character":
        series = FLOWER_CHARACTERS if group == "flower" else pick(rng, (SEASON_CHARACTERS, *_ARTS), (0.7, 0.15, 0.15))
        canvas.text(series[number - 1], style.wan_font, right, y, second_ink, size=34)
    elif caption == "season-word":
        fit = (58, 16) if with_number else (84, 18)
        at = 78.0 if number_left else 42.0
        canvas.text(
            SEASON_WORDS[words][number - 1], style.index_font, at if with_number else 60, y, second_ink, fit=fit
        )
    elif caption == "flower-word":
        canvas.text("FLOWER", style.word_font, 60, 148 if not low else 20, second_ink, fit=(88, 16))
    elif caption == "letter":
        canvas.text("F", style.index_font, right, y, second_ink, size=34)


def _bloom(canvas: Canvas, rng: Rng, style: Style, *, large: bool) -> None:
    """Draw a plant around (0, 0), about 90 by 100 units."""
    draw = pick(rng, [draw for draw, _, _ in _PLANTS], [share[large] for _, *share in _PLANTS])
    bright = rng.random() < 0.4
    petals = tuple(hsv(rng.uniform(0, 360), rng.uniform(0.5, 0.9), rng.uniform(0.6, 1.0)) for _ in range(3))
    if not bright:
        petals = (style.red, pick(rng, (style.red, style.blue)), style.blue)
    draw(canvas, rng, petals, style)


def _glyph(canvas: Canvas, rng: Rng, petals: tuple[Colour, ...], style: Style) -> None:
    font = pick(rng, ("pictures-thin", "pictures-bold"))
    canvas.text(pick(rng, _BLOOMS), font, 0, 2, petals[0] if rng.random() < 0.6 else style.green, fit=(86, 92))


def blossom(canvas: Canvas, rng: Rng, x: float, y: float, r: float, ink: Colour, body: Colour) -> None:
    """Draw one flower head of radius r."""
    count = int(rng.integers(4, 9))
    manner = int(rng.integers(3))
    with canvas.placed(x, y, turn=rng.uniform(0, 90)):
        for _ in canvas.turns(count):
            if manner == 0:
                canvas.ellipse(0, -r * 0.62, r * 1.5 / count + r * 0.08, r * 0.4, ink)
            elif manner == 1:
                canvas.ellipse(0, -r * 0.6, r * 1.6 / count + r * 0.06, r * 0.4, ink, width=max(1.5, r * 0.1))
            else:
                canvas.ellipse(0, -r * 0.62, r * 1.5 / count + r * 0.08, r * 0.4, mix(ink, body, 0.35))
                canvas.line([(0, 0), (0, -r * 0.9)], ink, max(1.2, r * 0.08))
        canvas.disc(0, 0, r * 0.26, mix(ink, (60, 220, 250), 0.7) if manner else body)


def _leaf(canvas: Canvas, x: float, y: float, size: float, turn: float, ink: Colour) -> None:
    with canvas.placed(x, y, turn=turn):
        canvas.poly([(0, 0), (size * 0.28, -size * 0.4), (0, -size), (-size * 0.28, -size * 0.4)], ink)


def _sprig(canvas: Canvas, rng: Rng, petals: tuple[Colour, ...], style: Style) -> None:
    """Draw a plant in strokes, as engravers do: a bent stem, leaves of two strokes each, blossoms of loose petals."""
    inks = (style.green, style.dark, style.green, style.blue)
    stem, leaf = pick(rng, inks), pick(rng, inks)
    width = rng.uniform(2.2, 4.2)
    spots: list[tuple[float, float]] = []
    for _ in range(int(rng.integers(1, 4))):
        lean = rng.uniform(-34, 34)
        top = rng.uniform(-44, -6)
        bend = rng.uniform(-18, 18)
        path = smooth(
            [(lean * 0.2, 50.0), (lean * 0.4 + bend, 22.0), (lean * 0.7 - bend * 0.5, (22 + top) / 2), (lean, top)]
        )
        canvas.line(path, stem, width)
        spots.append((lean, top))
        for k in range(int(rng.integers(2, 6))):
            x, y = path[int(rng.integers(4, len(path) - 6))]
            turn = (-1) ** k * rng.uniform(25, 110)
            size = rng.uniform(12, 26)
            with canvas.placed(float(x), float(y), turn=turn):
                if rng.random() < 0.5:
                    canvas.curve([(0, 0), (size * 0.3, -size * 0.5), (0, -size)], leaf, width * 1.4, 0.3)
                    canvas.curve([(0, 0), (-size * 0.3, -size * 0.5), (0, -size)], leaf, width * 0.8)
                else:
                    canvas.curve([(0, 0), (size * 0.2, -size * 0.5), (0, -size)], leaf, width * 2.6, 0.1)
    for x, y in spots:
        ink = pick(rng, petals)
        r = rng.uniform(9, 19)
        if rng.random() < 0.4:
            blossom(canvas, rng, x, y, r, ink, style.body)
            continue
        count = int(rng.integers(4, 8))
        for k in range(count):
            with canvas.placed(x, y, turn=360 * k / count + rng.normal(0, 9)):
                canvas.curve([(0, -2), (r * 0.35, -r * 0.6), (0, -r)], ink, width * 1.3)
                canvas.curve([(0, -r), (-r * 0.35, -r * 0.6), (0, -2)], ink, width)
        canvas.disc(x, y, 3, pick(rng, petals))
    if rng.random() < 0.35:
        canvas.curve([(-30, 50), (0, 54), (32, 49)], style.dark, width)


def _lotus(canvas: Canvas, rng: Rng, petals: tuple[Colour, ...], style: Style) -> None:
    ink, leaf = petals[0], style.green
    light = mix(ink, style.body, rng.uniform(0.2, 0.6))
    layers = int(rng.integers(2, 4))
    for s in (-1, 1):
        canvas.ellipse(s * 26, 34, 24, 8, leaf, turn=s * 8)
    for layer in range(layers):
        count = 3 + 2 * (layers - 1 - layer)
        for k in range(count):
            angle = -70 + 140 * k / max(1, count - 1)
            with canvas.placed(0, 26 + 2 * layer, turn=angle * (1 - 0.25 * layer)):
                size = 52 - 8 * layer
                shape = [(0, 0), (size * 0.2, -size * 0.45), (0, -size), (-size * 0.2, -size * 0.45)]
                canvas.poly(shape, light if (k + layer) % 2 else ink, edge=(ink, 1.8))
    if rng.random() < 0.4:
        canvas.curve([(0, 30), (4, 44), (-2, 56)], leaf, 3.5)


def _bouquet(canvas: Canvas, rng: Rng, petals: tuple[Colour, ...], style: Style) -> None:
    heads = int(rng.integers(3, 8))
    spots = []
    for k in range(heads):
        angle = -80 + 160 * (k + 0.5) / heads + rng.uniform(-10, 10)
        reach = rng.uniform(24, 48)
        spots.append((reach * math.sin(math.radians(angle)), -4 - reach * 0.8 * math.cos(math.radians(angle))))
    for x, y in spots:
        canvas.curve([(0, 48), (x * 0.3, 24), (x, y)], style.green, 2.6)
    for k in range(5):
        _leaf(canvas, 0, 14, rng.uniform(24, 40), -80 + 40 * k, style.green)
    for k, (x, y) in enumerate(spots):
        blossom(canvas, rng, x, y, rng.uniform(11, 19), petals[k % 3], style.body)
    if rng.random() < 0.5:
        canvas.poly([(-5, 28), (5, 28), (16, 54), (-16, 54)], petals[1])
    canvas.line([(-9, 30), (9, 30)], petals[2], 4)


def _branch(canvas: Canvas, rng: Rng, petals: tuple[Colour, ...], style: Style) -> None:
    bark, body = style.dark, style.body
    points = [(-34.0, 46.0), (-14.0, 20.0), (-6.0, -4.0), (16.0, -22.0), (30.0, -46.0)]
    canvas.curve(points, bark, 8.0, 0.3)
    for x, y in points[1:4]:
        canvas.curve([(x, y), (x + 20, y + 2), (x + 32, y - 8)], bark, 4.0, 0.3)
        blossom(canvas, rng, x + 30, y - 8, rng.uniform(9, 14), petals[0], body)
        blossom(canvas, rng, x - 8, y - 10, rng.uniform(8, 13), petals[1], body)
    canvas.disc(30, -48, 5, petals[0])


def _orchid(canvas: Canvas, rng: Rng, petals: tuple[Colour, ...], style: Style) -> None:
    for k in range(int(rng.integers(5, 9))):
        lean = rng.uniform(-50, 50)
        canvas.curve([(0, 48), (lean * 0.3, 6), (lean, -rng.uniform(0, 44))], style.green, 5.0, 0.2)
        if k < 3:
            y, r = -rng.uniform(8, 40), rng.uniform(8, 13)
            blossom(canvas, rng, lean * 0.8, y, r, petals[k], style.body)


def _mum(canvas: Canvas, rng: Rng, petals: tuple[Colour, ...], style: Style) -> None:
    canvas.curve([(0, 0), (6, 28), (-4, 54)], style.green, 4.0)
    for k in range(4):
        _leaf(canvas, 0, 26 + 6 * k, 26, (-1) ** k * 70, style.green)
    r = rng.uniform(26, 36)
    for layer, share in enumerate((1.0, 0.72, 0.46)):
        count = 16 - 4 * layer
        for k in range(count):
            with canvas.placed(0, -14, turn=360 * k / count + 8 * layer):
                petal = oval(0, -r * share * 0.75, r * 0.12, r * share * 0.3)
                canvas.poly(petal, mix(petals[0], style.body, 0.25 * layer), edge=(petals[0], 1.4))
    canvas.disc(0, -14, r * 0.16, petals[1])


def _bamboo(canvas: Canvas, rng: Rng, _petals: tuple[Colour, ...], style: Style) -> None:
    for x in (-16.0, 8.0, 26.0)[: int(rng.integers(1, 4))]:
        lean = rng.uniform(-8, 8)
        for k in range(4):
            y = 48 - 26 * k
            canvas.line([(x + lean * k * 0.3, y), (x + lean * (k + 1) * 0.3, y - 23)], style.green, 5.5)
            for s in (-1, 1):
                _leaf(canvas, x, y - 24, rng.uniform(18, 30), s * rng.uniform(40, 110), style.green)


def _pot(canvas: Canvas, rng: Rng, petals: tuple[Colour, ...], style: Style) -> None:
    canvas.poly([(-22, 26), (22, 26), (15, 52), (-15, 52)], style.blue)
    canvas.line([(-25, 26), (25, 26)], style.blue, 5)
    for k in range(7):
        lean = -36 + 12 * k
        canvas.curve([(lean * 0.2, 24), (lean * 0.6, 0), (lean, -24 - 12 * math.cos(lean / 20))], style.green, 4.0, 0.3)
    blossom(canvas, rng, -8, -6, 13, petals[0], style.body)
    blossom(canvas, rng, 14, 4, 10, petals[1], style.body)


_PLANTS = (
    (_sprig, 0.3, 0.1),
    (_bouquet, 0.1, 0.3),
    (_lotus, 0.1, 0.3),
    (_branch, 0.12, 0.0),
    (_orchid, 0.1, 0.05),
    (_mum, 0.08, 0.1),
    (_bamboo, 0.06, 0.0),
    (_glyph, 0.08, 0.15),
    (_pot, 0.06, 0.0),
)
"""Painter of a plant, its probability on a small picture and on a large one."""
