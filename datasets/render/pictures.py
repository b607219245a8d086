"""Birds for the 1 Bam, and the flowers and seasons."""

import math

import numpy as np

from datasets.render.canvas import Canvas, Colour
from datasets.render.style import Style, draw_index, has_index, hsv, mix, pick

_BIRDS = "🐓🐔🐤🐥🐦🦃🦅🦆🦉🦚🦜🦢🦩🕊🪿"
_BLOOMS = "🌷🌸🌹🌺🌻🌼🏵🪷🪻💐🌾🌿🎋🎍🌱🍂"
_SCENES = "⛩🏯🏮🪭👘🛶⛵🐟🦌🐎🐘🦋🐢🐇🏔🎣🪁🪕🏺"
_FLOWER_CHARACTERS = "梅蘭菊竹"
_SEASON_CHARACTERS = "春夏秋冬"
_SEASON_WORDS = (("SPR", "SUM", "AUT", "WIN"), ("SPRING", "SUMMER", "AUTUMN", "WINTER"))
_ARTS = ("琴棋書畫", "漁樵耕讀")


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


def draw_flowers(style: Style) -> list[tuple[str, int]]:
    """The flower faces of this set as (group, number): "flower" 1..4 and "season" 1..4, or one design "modern"."""
    rng = style.rng("flowers")
    if rng.random() < 0.2:
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
        style_scale = float(rng.uniform(0.95, 1.15))
        with canvas.placed(60, 82, scale=style_scale):
            _bloom(canvas, own, style, large=True)
        if rng.random() < 0.15:
            canvas.text("FLOWER", style.word_font, 60, 148, number_ink, fit=(80, 14))
        return
    scenic = group == "season" and rng.random() < 0.4
    words = rng.integers(2)
    with canvas.placed(60, 88 if not low else 70, scale=float(own.uniform(0.82, 0.98))):
        if scenic:
            font = pick(rng, ("pictures-thin", "pictures-bold"))
            canvas.text(pick(own, _SCENES), font, 0, 4, pick(own, _inks(style)), fit=(84, 84))
        else:
            _bloom(canvas, own, style, large=False)
    y = 142.0 if low else 26.0
    left, right = (24.0, 94.0) if number_left else (96.0, 28.0)
    if with_number:
        canvas.text(str(number), style.index_font, left, y, number_ink, size=max(30.0, style.index_size))
    if caption == "character":
        series = _FLOWER_CHARACTERS if group == "flower" else pick(rng, (_SEASON_CHARACTERS, *_ARTS), (0.7, 0.15, 0.15))
        canvas.text(series[number - 1], style.numeral_font, right, y, second_ink, size=34)
    elif caption == "season-word":
        fit = (58, 16) if with_number else (84, 18)
        at = 78.0 if number_left else 42.0
        canvas.text(_SEASON_WORDS[words][number - 1], style.index_font, at if with_number else 60, y, second_ink, fit=fit)
    elif caption == "flower-word":
        canvas.text("FLOWER", style.word_font, 60, 148 if not low else 20, second_ink, fit=(88, 16))
    elif caption == "letter":
        canvas.text("F", style.index_font, right, y, second_ink, size=34)


def _inks(style: Style) -> tuple[Colour, ...]:
    return (style.red, style.green, style.blue, style.dark)


def _bloom(canvas: Canvas, rng: np.random.Generator, style: Style, *, large: bool) -> None:
    """A plant around (0, 0), about 90 by 100 units."""
    kind = pick(
        rng,
        ("bouquet", "lotus", "branch", "orchid", "mum", "bamboo", "glyph", "pot"),
        (0.2, 0.16, 0.14, 0.12, 0.12, 0.08, 0.1, 0.08) if not large else (0.35, 0.35, 0.02, 0.03, 0.1, 0, 0.15, 0),
    )
    bright = rng.random() < 0.4
    petals = tuple(hsv(float(rng.uniform(0, 360)), float(rng.uniform(0.5, 0.9)), float(rng.uniform(0.6, 1.0))) for _ in range(3))
    if not bright:
        petals = (style.red, pick(rng, (style.red, style.blue)), style.blue)
    leaf = style.green
    if kind == "glyph":
        font = pick(rng, ("pictures-thin", "pictures-bold"))
        canvas.text(pick(rng, _BLOOMS), font, 0, 2, petals[0] if rng.random() < 0.6 else leaf, fit=(86, 92))
    elif kind == "lotus":
        _lotus(canvas, rng, petals, leaf, style.body)
    elif kind == "bouquet":
        _bouquet(canvas, rng, petals, leaf, style.body)
    elif kind == "branch":
        _branch(canvas, rng, petals, style.dark, style.body)
    elif kind == "orchid":
        _orchid(canvas, rng, petals, leaf, style.body)
    elif kind == "mum":
        _mum(canvas, rng, petals, leaf, style.body)
    elif kind == "bamboo":
        _bamboo(canvas, rng, leaf)
    else:
        _pot(canvas, rng, petals, leaf, style)


def blossom(canvas: Canvas, rng: np.random.Generator, x: float, y: float, r: float, ink: Colour, body: Colour) -> None:
    """One flower head of radius r."""
    count = int(rng.integers(4, 9))
    manner = int(rng.integers(3))
    with canvas.placed(x, y, turn=float(rng.uniform(0, 90))):
        for k in range(count):
            with canvas.placed(0, 0, turn=360 * k / count):
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


def _lotus(canvas: Canvas, rng: np.random.Generator, petals: tuple[Colour, ...], leaf: Colour, body: Colour) -> None:
    ink = petals[0]
    light = mix(ink, body, float(rng.uniform(0.2, 0.6)))
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
                canvas.poly(shape, light if (k + layer) % 2 else ink)
                canvas.line(shape, ink, 1.8, closed=True)
    if rng.random() < 0.4:
        canvas.curve([(0, 30), (4, 44), (-2, 56)], leaf, 3.5)


def _bouquet(canvas: Canvas, rng: np.random.Generator, petals: tuple[Colour, ...], leaf: Colour, body: Colour) -> None:
    heads = int(rng.integers(3, 8))
    spots = []
    for k in range(heads):
        angle = -80 + 160 * (k + 0.5) / heads + float(rng.uniform(-10, 10))
        reach = float(rng.uniform(24, 48))
        spots.append((reach * math.sin(math.radians(angle)), -4 - reach * 0.8 * math.cos(math.radians(angle))))
    for x, y in spots:
        canvas.curve([(0, 48), (x * 0.3, 24), (x, y)], leaf, 2.6)
    for k in range(5):
        _leaf(canvas, 0, 14, float(rng.uniform(24, 40)), -80 + 40 * k, leaf)
    for k, (x, y) in enumerate(spots):
        blossom(canvas, rng, x, y, float(rng.uniform(11, 19)), petals[k % 3], body)
    if rng.random() < 0.5:
        canvas.poly([(-5, 28), (5, 28), (16, 54), (-16, 54)], petals[1])
    canvas.line([(-9, 30), (9, 30)], petals[2], 4)


def _branch(canvas: Canvas, rng: np.random.Generator, petals: tuple[Colour, ...], bark: Colour, body: Colour) -> None:
    points = [(-34.0, 46.0), (-14.0, 20.0), (-6.0, -4.0), (16.0, -22.0), (30.0, -46.0)]
    canvas.curve(points, bark, 8.0, 0.3)
    for x, y in points[1:4]:
        canvas.curve([(x, y), (x + 20, y + 2), (x + 32, y - 8)], bark, 4.0, 0.3)
        blossom(canvas, rng, x + 30, y - 8, float(rng.uniform(9, 14)), petals[0], body)
        blossom(canvas, rng, x - 8, y - 10, float(rng.uniform(8, 13)), petals[1], body)
    canvas.disc(30, -48, 5, petals[0])


def _orchid(canvas: Canvas, rng: np.random.Generator, petals: tuple[Colour, ...], leaf: Colour, body: Colour) -> None:
    for k in range(int(rng.integers(5, 9))):
        lean = float(rng.uniform(-50, 50))
        canvas.curve([(0, 48), (lean * 0.3, 6), (lean, -float(rng.uniform(0, 44)))], leaf, 5.0, 0.2)
        if k < 3:
            blossom(canvas, rng, lean * 0.8, -float(rng.uniform(8, 40)), float(rng.uniform(8, 13)), petals[k], body)


def _mum(canvas: Canvas, rng: np.random.Generator, petals: tuple[Colour, ...], leaf: Colour, body: Colour) -> None:
    canvas.curve([(0, 0), (6, 28), (-4, 54)], leaf, 4.0)
    for k in range(4):
        _leaf(canvas, 0, 26 + 6 * k, 26, (-1) ** k * 70, leaf)
    r = float(rng.uniform(26, 36))
    for layer, share in enumerate((1.0, 0.72, 0.46)):
        count = 16 - 4 * layer
        for k in range(count):
            with canvas.placed(0, -14, turn=360 * k / count + 8 * layer):
                canvas.ellipse(0, -r * share * 0.75, r * 0.12, r * share * 0.3, mix(petals[0], body, 0.25 * layer))
                canvas.ellipse(0, -r * share * 0.75, r * 0.12, r * share * 0.3, petals[0], width=1.4)
    canvas.disc(0, -14, r * 0.16, petals[1])


def _bamboo(canvas: Canvas, rng: np.random.Generator, leaf: Colour) -> None:
    for x in (-16.0, 8.0, 26.0)[: int(rng.integers(1, 4))]:
        lean = float(rng.uniform(-8, 8))
        for k in range(4):
            y = 48 - 26 * k
            canvas.line([(x + lean * k * 0.3, y), (x + lean * (k + 1) * 0.3, y - 23)], leaf, 5.5)
            for s in (-1, 1):
                _leaf(canvas, x, y - 24, float(rng.uniform(18, 30)), s * float(rng.uniform(40, 110)), leaf)


def _pot(canvas: Canvas, rng: np.random.Generator, petals: tuple[Colour, ...], leaf: Colour, style: Style) -> None:
    canvas.poly([(-22, 26), (22, 26), (15, 52), (-15, 52)], style.blue)
    canvas.line([(-25, 26), (25, 26)], style.blue, 5)
    for k in range(7):
        lean = -36 + 12 * k
        canvas.curve([(lean * 0.2, 24), (lean * 0.6, 0), (lean, -24 - 12 * math.cos(lean / 20))], leaf, 4.0, 0.3)
    blossom(canvas, rng, -8, -6, 13, petals[0], style.body)
    blossom(canvas, rng, 14, 4, 10, petals[1], style.body)
