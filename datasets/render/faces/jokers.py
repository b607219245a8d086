"""Draw jokers: lettering, rings, jesters, stars, stickers and modern pictures."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from datasets.render.drawing.canvas import Canvas, Colour, Rng, oval, star
from datasets.render.drawing.set_style import WORD_FONTS, Style, hsv, mix, pick
from datasets.render.faces.figures import cherries, hearts, jester, sketched_jester, umbrella
from datasets.render.faces.flowers import draw_flower

_PICTURES = "🃏🤡🎭⛱🌂🐵🐒🍒🙊🌟🦄👑🎪🎩😜🤹🦋💎🎀🐈🌈🎈🦜🦩"
_LETTERS = (*WORD_FONTS, "lat-script")


def joker_kinds(style: Style) -> list[int]:
    """Return the joker variants of this set: one, or two if somebody added jokers later."""
    return [0, 1] if style.rng("jokers").random() < 0.4 else [0]


@dataclass(frozen=True)
class _Ink:
    """The lettering of one joker."""

    word: str
    font: str
    ink: Colour
    second: Colour


def draw_joker(canvas: Canvas, style: Style, variant: int) -> None:
    """Draw the joker `variant` (see `joker_kinds`) of this set."""
    rng = style.rng(f"joker-{variant}")
    font = pick(rng, _LETTERS)
    word = pick(rng, ("JOKER", "Joker"), (0.85, 0.15)) if font not in {"lat-script", "lat-brush"} else "Joker"
    ink = _Ink(word, font, pick(rng, style.inks, (0.45, 0.2, 0.2, 0.15)), pick(rng, style.inks))
    # Modern sets have pictures, classic sets rings and lettering; Asian sets seldom have jokers of their own.
    favoured = {"modern": (_picture, _jester, _script, _in_corners), "american": (_ring, _sticker, _word)}
    likes = favoured.get(style.origin, (_wild, _word, _sticker))
    kind = pick(rng, [k for k, _ in _JOKERS], [share * (2.5 if k in likes else 1.0) for k, share in _JOKERS])
    kind(canvas, style, rng, ink)


def _word(canvas: Canvas, style: Style, rng: Rng, ink: _Ink) -> None:
    if rng.random() < 0.5:
        _scene(canvas, rng, style, 60, 96)
        canvas.text(ink.word, ink.font, 60, 30, ink.ink, fit=(100, 30))
    else:
        y = rng.uniform(50, 110)
        canvas.text(ink.word, ink.font, 60, y, ink.ink, fit=(106, 44), keep=rng.random() < 0.6)


def _slanted(canvas: Canvas, style: Style, rng: Rng, ink: _Ink) -> None:
    if rng.random() < 0.3:
        _scene(canvas, rng, style, 60, 80)
    turn = pick(rng, (-52.0, 52.0, -40.0, -60.0))
    canvas.text("JOKER", ink.font, 60, 80, ink.ink, fit=(140, 42), turn=turn)


def _jester(canvas: Canvas, style: Style, rng: Rng, ink: _Ink) -> None:
    with canvas.placed(60, 78, scale=rng.uniform(0.85, 1.2)):
        (jester if rng.random() < 0.5 else sketched_jester)(canvas, rng, style.inks, style.body)
    if rng.random() < 0.6:
        canvas.text(ink.word, ink.font, 60, pick(rng, (18.0, 146.0)), ink.ink, fit=(96, 20))


def _starry(canvas: Canvas, style: Style, rng: Rng, ink: _Ink) -> None:
    _star(canvas, rng, ink.ink, ink.second, style.body)
    letters = ink.second if ink.second != ink.ink else style.dark
    canvas.text(ink.word, ink.font, 60, pick(rng, (80.0, 144.0)), letters, fit=(92, 22))


def _big_j(canvas: Canvas, style: Style, rng: Rng, ink: _Ink) -> None:
    canvas.text("J", ink.font, 60, 80, ink.ink, fit=(70, 100))
    if rng.random() < 0.4:
        _scene(canvas, rng, style, 88, 112, 0.4)


def _picture(canvas: Canvas, style: Style, rng: Rng, ink: _Ink) -> None:
    _scene(canvas, rng, style, 60, 80, 1.15)
    if rng.random() < 0.5:
        y, tall = pick(rng, (16.0, 146.0)), rng.uniform(10, 20)
        canvas.text(ink.word, ink.font, 60, y, ink.ink, fit=(rng.uniform(50, 100), tall))


def _script(canvas: Canvas, _style: Style, rng: Rng, ink: _Ink) -> None:
    font = pick(rng, ("lat-script", "lat-brush", "lat-lob"))
    canvas.text("Joker", font, 60, 80, ink.ink, fit=(108, 70), turn=pick(rng, (0.0, -20.0, -45.0)))


def _in_corners(canvas: Canvas, style: Style, rng: Rng, ink: _Ink) -> None:
    for x, y, turn in ((34.0, 22.0, 0.0), (86.0, 138.0, 180.0)):
        canvas.text(ink.word, ink.font, x, y, ink.ink, fit=(56, 18), turn=turn)
    _scene(canvas, rng, style, 60, 80, 0.8)


def _wild(canvas: Canvas, style: Style, rng: Rng, ink: _Ink) -> None:
    """Draw the joker of a set made for Asia: 百搭 or 財神, with or without the English word."""
    text = pick(rng, ("百搭", "財神", "聽用", "飛"))
    worded = rng.random() < 0.5
    for i, character in enumerate(text):
        y = (74.0 if worded else 80.0) + (i - (len(text) - 1) / 2) * 56
        canvas.text(character, style.wan_font, 60, y, ink.ink if i else ink.second, size=60)
    if worded:
        canvas.text(ink.word, ink.font, 60, 144, style.red, fit=(84, 18))


def _scene(canvas: Canvas, rng: Rng, style: Style, x: float, y: float, scale: float = 0.9) -> None:
    """Draw a picture around (x, y): a jester or a symbol."""
    with canvas.placed(x, y, scale=scale):
        drawn = rng.random()
        if drawn < 0.15:
            jester(canvas, rng, style.inks, style.body)
        elif drawn < 0.3:
            sketched_jester(canvas, rng, style.inks, style.body)
        elif drawn < 0.55:
            pick(rng, (umbrella, cherries, hearts))(canvas, rng, style.inks)
        else:
            font = pick(rng, ("pictures-thin", "pictures-bold"))
            canvas.text(pick(rng, _PICTURES), font, 0, 0, pick(rng, style.inks), fit=(78, 78))


def _waves(canvas: Canvas, rng: Rng, green: Colour, radius: float, _body: Colour) -> None:
    rows = int(rng.integers(2, 5))
    for k in range(-rows, rows + 1):
        y = k * radius * 0.6 / rows
        half = math.sqrt(max(0.0, (radius * 0.7) ** 2 - y**2))
        steps = np.linspace(-half, half, 9)
        canvas.curve([(float(x), y + (3 if i % 2 else -3)) for i, x in enumerate(steps)], green, 2.2)


def _dragon(canvas: Canvas, rng: Rng, green: Colour, radius: float, _body: Colour) -> None:
    font = pick(rng, ("pictures-bold", "pictures-thin"))
    canvas.text("🐉", font, 0, 0, green, fit=(radius * 1.1, radius * 1.1))


def _spokes(canvas: Canvas, rng: Rng, green: Colour, radius: float, _body: Colour) -> None:
    count = int(rng.integers(8, 15))
    for _ in canvas.turns(count):
        canvas.ellipse(0, -radius * 0.86, radius * 0.1, radius * 0.1, green)
        canvas.line([(0, -radius * 0.2), (0, -radius * 0.7)], green, 2.4)


def _petals(canvas: Canvas, rng: Rng, green: Colour, radius: float, _body: Colour) -> None:
    count = int(rng.integers(5, 11))
    for _ in canvas.turns(count):
        canvas.ellipse(0, -radius * 0.36, radius * 1.05 / count, radius * 0.3, green)


def _sea(canvas: Canvas, rng: Rng, green: Colour, radius: float, _body: Colour) -> None:
    """Draw loose strokes, like a worn dragon or worn waves."""
    for k in range(int(rng.integers(4, 9))):
        with canvas.placed(0, 0, turn=rng.uniform(0, 360)):
            y = radius * 0.5 - 5 * k
            canvas.curve([(-radius * 0.5, y - 4), (0, y + 6), (radius * 0.5, y - 2)], green, 2.8, 0.4)


def _fool(canvas: Canvas, rng: Rng, green: Colour, radius: float, body: Colour) -> None:
    with canvas.placed(0, 0, scale=radius / 84):
        pick(rng, (jester, sketched_jester))(canvas, rng, (green,) * 4, body)


_FILLINGS = (_waves, _dragon, _spokes, _petals, _sea, _fool)
"""Painters of a ring joker's filling, drawn around (0, 0)."""


def _ring(canvas: Canvas, style: Style, rng: Rng, ink: _Ink) -> None:
    """Draw the classic: red JOKER over a large dark-green ring filled with waves, a dragon or spokes."""
    green = mix(style.green, style.dark, rng.uniform(0, 0.5))
    radius = rng.uniform(36, 47)
    cy = rng.uniform(80, 100)
    canvas.disc(60, cy, radius, green, width=rng.uniform(2.5, 8))
    canvas.disc(60, cy, radius * 0.74, green, width=2.0)
    with canvas.placed(60, cy):
        pick(rng, _FILLINGS)(canvas, rng, green, radius, style.body)
    # On some tiles the paint of the word has worn off in part, so that the ring alone looks like 1 Dot.
    shown = "JOKER" if rng.random() < 0.84 else pick(rng, ("JOK", "KER", "OKER", ""))
    red = mix(style.red, style.body, float(rng.choice([0.0, rng.uniform(0.2, 0.75)], p=[0.8, 0.2])))
    if not shown:
        return
    where = pick(rng, ("arch", "top", "across"), (0.4, 0.3, 0.3))
    if where == "arch":
        arched(canvas, shown, ink.font, 60, cy, radius + 13, red, 27 if cy > 85 else 24)
    elif where == "top":
        canvas.text(shown, ink.font, 60, 24, red, fit=(96, 26), edge=style.body)
    else:
        canvas.text(shown, ink.font, 60, cy, red, fit=(104, 30), edge=style.body)


def arched(canvas: Canvas, word: str, font: str, x: float, y: float, radius: float, ink: Colour, size: float) -> None:
    """Draw letters on a circle around (x, y), centred at its top, each about `size` units high."""
    step = math.degrees(size * 0.82 / radius)
    start = -step * (len(word) - 1) / 2
    for i, letter in enumerate(word):
        angle = start + step * i
        px = x + radius * math.sin(math.radians(angle))
        py = y - radius * math.cos(math.radians(angle))
        canvas.text(letter, font, px, py, ink, fit=(size * 0.7, size * 0.85), turn=angle)


def _upright(canvas: Canvas, style: Style, rng: Rng, ink: _Ink) -> None:
    """Draw the word down the face, letter under letter or turned on its side."""
    if rng.random() < 0.5:
        x = pick(rng, (60.0, 26.0, 94.0))
        for i, letter in enumerate("JOKER"):
            canvas.text(letter, ink.font, x, 22 + 29 * i, ink.ink, fit=(26, 23))
        if x != 60.0:
            _scene(canvas, rng, style, 120 - x - (10 if x < 60 else -10), 84, 0.62)
    else:
        turn = pick(rng, (90.0, -90.0))
        canvas.text("JOKER", ink.font, 60, 80, ink.ink, fit=(140, 52), turn=turn)


def _star(canvas: Canvas, rng: Rng, ink: Colour, second: Colour, body: Colour) -> None:
    points = int(rng.integers(5, 9))
    inner = rng.uniform(0.35, 0.6)
    for radius, colour in ((48.0, ink), (34.0, body), (27.0, second)):
        canvas.poly(np.add(star(points, radius, radius * inner), (60, 76)), colour)


def _sticker(canvas: Canvas, style: Style, rng: Rng, _lettering: _Ink) -> None:
    """Draw a sticker on a former flower or blank tile, with its own ground and a visible edge."""
    if rng.random() < 0.4:
        draw_flower(canvas, style, "flower", int(rng.integers(1, 5)))
    ground = pick(rng, ((250, 250, 250), (235, 245, 250), (60, 220, 250), hsv(rng.uniform(0, 360), 0.6, 0.9)))
    ink = style.red if sum(ground) > 500 else style.dark
    turn = rng.normal(0, 4)
    w, h = rng.uniform(34, 52), rng.uniform(26, 68)
    with canvas.placed(60 + rng.normal(0, 3), 80 + rng.normal(0, 5), turn=turn):
        edge = mix(ground, (90, 90, 90), rng.uniform(0.2, 0.6))
        if rng.random() < 0.3:
            canvas.poly(oval(0, 0, w, w), ground, edge=(edge, 1.6))
            h = w
        else:
            canvas.box(-w, -h, w, h, ground)
            canvas.box(-w, -h, w, h, edge, width=1.6)
        tall = h > 44
        if tall:
            _scene(canvas, rng, style, 0, 10, min(w / 48, h / 62))
            canvas.text("JOKER", pick(rng, WORD_FONTS), 0, -h + 16, ink, fit=(w * 1.6, 18))
        else:
            canvas.text("JOKER", pick(rng, WORD_FONTS), 0, 0, ink, fit=(w * 1.7, h * 1.3))


_JOKERS: tuple[tuple[Callable[[Canvas, Style, Rng, _Ink], None], float], ...] = (
    (_ring, 0.2),
    (_word, 0.12),
    (_upright, 0.09),
    (_slanted, 0.07),
    (_jester, 0.11),
    (_starry, 0.06),
    (_big_j, 0.07),
    (_sticker, 0.1),
    (_picture, 0.1),
    (_script, 0.04),
    (_in_corners, 0.03),
    (_wild, 0.02),
)
