"""Draw the Dots 1 to 9: rings, petals, discs and wheels."""

import math

import numpy as np

from datasets.render.drawing.canvas import Canvas, Colour, Rng, star
from datasets.render.drawing.set_style import Style, has_index, mix, pick
from datasets.render.faces.novelty_motifs import DOTS, DotPainter, novelty_of

# Centres in a 2 x 3-ish field, x and y in 0..1.
_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((0.5, 0.22), (0.5, 0.78)),
    3: ((0.14, 0.14), (0.5, 0.5), (0.86, 0.86)),
    4: ((0.18, 0.18), (0.82, 0.18), (0.18, 0.82), (0.82, 0.82)),
    5: ((0.15, 0.15), (0.85, 0.15), (0.5, 0.5), (0.15, 0.85), (0.85, 0.85)),
    6: ((0.22, 0.12), (0.78, 0.12), (0.22, 0.56), (0.78, 0.56), (0.22, 0.9), (0.78, 0.9)),
    7: ((0.1, 0.04), (0.5, 0.16), (0.9, 0.28), (0.24, 0.6), (0.76, 0.6), (0.24, 0.93), (0.76, 0.93)),
    8: ((0.25, 0.05), (0.75, 0.05), (0.25, 0.35), (0.75, 0.35), (0.25, 0.65), (0.75, 0.65), (0.25, 0.95), (0.75, 0.95)),
    9: tuple((x, y) for y in (0.08, 0.5, 0.92) for x in (0.06, 0.5, 0.94)),
}
# The ink of each dot, in the same order: green, red, blue or dark.
_INKS = {2: "gb", 3: "brg", 4: "bggb", 5: "bgrgb", 6: "ggrrrr", 7: "gggrrrr", 8: "bbbbbbbb", 9: "gggrrrbbb"}
_CLASSIC = {**_INKS, 2: "gg", 3: "drd", 4: "dddd", 5: "ddrdd", 8: "dddddddd", 9: "gggrrrddd"}
_RADIUS = {2: 21.0, 3: 17.0, 4: 17.0, 5: 15.5, 6: 15.5, 7: 13.5, 8: 14.5, 9: 14.5}


def draw_dot(canvas: Canvas, style: Style, number: int) -> None:
    """Draw the Dot `number` (1..9) of this set."""
    rng = style.rng("dots")
    dot = _DOTS[int(rng.integers(len(_DOTS)))]
    novelty = novelty_of(style)
    if novelty is not None and novelty.dot is not None:
        dot = DOTS[novelty.dot]
    plan = pick(rng, ("classic", "tri", "green", "dark", "blue", "red"), (0.4, 0.25, 0.08, 0.1, 0.12, 0.05))
    loose = rng.uniform(0.85, 1.3)
    spread = (rng.uniform(0.74, 1.1), rng.uniform(0.82, 1.08))
    # Touching or overlapping circles are common; wide gaps are rare.
    touch = rng.uniform(0.78, 1.1)
    around = rng.random() < 0.12
    mirror = -1.0 if rng.random() < 0.12 else 1.0
    one = pick(rng, _ONES)
    big_radius = rng.uniform(26, 52)
    top, bottom = (30.0 if has_index(style) else 22.0), 140.0
    if number == 1:
        with canvas.placed(60, 84 if has_index(style) else 80, scale=style.art_scale):
            outer = pick(rng, (style.green, style.blue, style.dark, style.red), (0.45, 0.25, 0.2, 0.1))
            if novelty is not None and novelty.dot is not None:
                dot(canvas, big_radius, outer, style.red, style.body)
            else:
                one(canvas, style, rng, big_radius, outer)
        return
    with canvas.placed(60, (top + bottom) / 2, scale=style.art_scale):
        places = _PLACES[number]
        if number == 7 and around:
            turn = math.pi / 6
            turns = [turn + k * math.pi / 3 for k in range(6)]
            places = ((0.5, 0.5), *((0.5 + 0.46 * math.cos(t), 0.5 + 0.4 * math.sin(t)) for t in turns))
        at = (np.array(places) - 0.5) * (66 * spread[0] * mirror, (bottom - top - 14) * spread[1])
        nearest = min(float(np.linalg.norm(p - q)) for i, p in enumerate(at) for q in at[:i])
        radius = min(_RADIUS[number] * loose, nearest / 2 * touch)
        for i, (x, y) in enumerate(at):
            first, second = _colours(style, plan, number, i)
            with canvas.placed(float(x), float(y)):
                dot(canvas, radius, first, second, style.body)


def _colours(style: Style, plan: str, number: int, i: int) -> tuple[Colour, Colour]:
    """Return the main and the second ink of dot `i`."""
    if plan in {"green", "dark", "blue", "red"}:
        ink = {"green": style.green, "dark": style.dark, "blue": style.blue, "red": style.red}[plan]
        return ink, ink
    letter = (_CLASSIC if plan == "classic" else _INKS)[number][i]
    ink = {"g": style.green, "r": style.red, "b": style.blue, "d": style.dark}[letter]
    return ink, (style.red if ink != style.red else style.green)


def _rings(canvas: Canvas, r: float, ink: Colour, _second: Colour, body: Colour) -> None:
    for share, colour in ((1.0, ink), (0.76, body), (0.58, ink), (0.3, body), (0.16, ink)):
        canvas.disc(0, 0, r * share, colour)


def _thin_rings(canvas: Canvas, r: float, ink: Colour, second: Colour, _body: Colour) -> None:
    canvas.disc(0, 0, r * 0.92, ink, width=2.2)
    canvas.disc(0, 0, r * 0.56, ink, width=1.8)
    canvas.disc(0, 0, r * 0.24, second)


def _plain(canvas: Canvas, r: float, ink: Colour, _second: Colour, _body: Colour) -> None:
    canvas.disc(0, 0, r * 0.9, ink)


def _bullseye(canvas: Canvas, r: float, ink: Colour, second: Colour, body: Colour) -> None:
    canvas.disc(0, 0, r, ink)
    canvas.disc(0, 0, r * 0.62, body)
    canvas.disc(0, 0, r * 0.36, second)


def _petals(canvas: Canvas, r: float, ink: Colour, second: Colour, body: Colour) -> None:
    canvas.disc(0, 0, r, ink)
    for _ in canvas.turns(4, 45):
        canvas.ellipse(0, -r * 0.46, r * 0.2, r * 0.34, body)
    canvas.disc(0, 0, r * 0.16, second if second != ink else body)


def _daisy(canvas: Canvas, r: float, ink: Colour, second: Colour, body: Colour) -> None:
    for _ in canvas.turns(8):
        canvas.ellipse(0, -r * 0.64, r * 0.26, r * 0.36, ink)
    canvas.disc(0, 0, r * 0.4, body)
    canvas.disc(0, 0, r * 0.28, second)


def _wheel(canvas: Canvas, r: float, ink: Colour, _second: Colour, body: Colour) -> None:
    canvas.disc(0, 0, r, ink)
    canvas.disc(0, 0, r * 0.8, body)
    for k in range(4):
        with canvas.placed(0, 0, turn=45 * k):
            canvas.line([(0, -r * 0.8), (0, r * 0.8)], ink, r * 0.13)
    canvas.disc(0, 0, r * 0.36, ink)
    canvas.disc(0, 0, r * 0.16, body)


def _bright(canvas: Canvas, r: float, ink: Colour, second: Colour, body: Colour) -> None:
    canvas.disc(0, 0, r, ink)
    canvas.disc(0, 0, r * 0.8, mix(ink, body, 0.45))
    for _ in canvas.turns(6):
        canvas.disc(0, -r * 0.45, r * 0.17, body)
    canvas.disc(0, 0, r * 0.2, second)


def _chrysanthemum(canvas: Canvas, r: float, ink: Colour, second: Colour, body: Colour) -> None:
    """Draw a wreath of small open petals around a cross of leaves, as on large engraved sets."""
    canvas.disc(0, 0, r, ink)
    canvas.disc(0, 0, r * 0.46, body)
    for _ in canvas.turns(12):
        canvas.ellipse(0, -r * 0.72, r * 0.13, r * 0.19, body)
    canvas.disc(0, 0, r * 0.4, second)
    canvas.line([(-r * 0.26, 0), (r * 0.26, 0)], body, r * 0.12)
    canvas.line([(0, -r * 0.26), (0, r * 0.26)], body, r * 0.12)


def _spiral(canvas: Canvas, r: float, ink: Colour, _second: Colour, body: Colour) -> None:
    """Draw a ring around a small knot, the ring cut in two depths."""
    canvas.disc(0, 0, r, ink)
    canvas.disc(0, 0, r * 0.85, body, width=r * 0.1)
    canvas.disc(0, 0, r * 0.5, body)
    for _ in canvas.turns(4, 20):
        canvas.curve([(0, 0), (r * 0.2, -r * 0.16), (r * 0.06, -r * 0.38)], ink, r * 0.15)


def _coin(canvas: Canvas, r: float, ink: Colour, _second: Colour, body: Colour) -> None:
    canvas.disc(0, 0, r, ink)
    canvas.disc(0, 0, r * 0.82, body, width=1.4)
    canvas.box(-r * 0.28, -r * 0.28, r * 0.28, r * 0.28, body)


_DOTS: tuple[DotPainter, ...] = (
    _rings,
    _thin_rings,
    _plain,
    _bullseye,
    _petals,
    _daisy,
    _wheel,
    _bright,
    _coin,
    _rings,
    _petals,
    _chrysanthemum,
    _chrysanthemum,
    _spiral,
)


def _rosette(canvas: Canvas, style: Style, _rng: Rng, radius: float, outer: Colour) -> None:
    """Draw a wheel with spokes of leaves around a small flower."""
    r, body = style.red, style.body
    canvas.disc(0, 0, radius, outer)
    canvas.disc(0, 0, radius * 0.82, body)
    for _ in canvas.turns(16):
        canvas.ellipse(0, -radius * 0.66, radius * 0.1, radius * 0.14, outer)
    canvas.disc(0, 0, radius * 0.48, outer)
    canvas.disc(0, 0, radius * 0.38, body)
    for _ in canvas.turns(6):
        canvas.ellipse(0, -radius * 0.2, radius * 0.09, radius * 0.16, r)


def _target(canvas: Canvas, style: Style, _rng: Rng, radius: float, outer: Colour) -> None:
    """Draw rings within rings."""
    r, body = style.red, style.body
    for k, share in enumerate((1.0, 0.84, 0.66, 0.5, 0.32, 0.16)):
        canvas.disc(0, 0, radius * share, (outer, body)[k % 2])
    canvas.disc(0, 0, radius * 0.16, r)


def _open_petals(canvas: Canvas, style: Style, rng: Rng, radius: float, outer: Colour) -> None:
    """Draw a ring of open petals around a crossed disc."""
    r, body = style.red, style.body
    petals = int(rng.integers(8, 19))
    for _ in canvas.turns(petals):
        canvas.ellipse(0, -radius * 0.82, radius * 2.4 / petals, radius * 0.18, outer, width=2.0)
    canvas.disc(0, 0, radius * 0.6, outer, width=2.4)
    canvas.disc(0, 0, radius * 0.42, r)
    canvas.line([(-radius * 0.26, 0), (radius * 0.26, 0)], body, 2.4)
    canvas.line([(0, -radius * 0.26), (0, radius * 0.26)], body, 2.4)


def _filled_petals(canvas: Canvas, style: Style, rng: Rng, radius: float, outer: Colour) -> None:
    """Draw a ring of filled petals around a small flower."""
    r = style.red
    petals = int(rng.integers(12, 22))
    for _ in canvas.turns(petals):
        canvas.ellipse(0, -radius * 0.8, radius * 2.2 / petals, radius * 0.2, outer)
    canvas.disc(0, 0, radius * 0.58, outer, width=2.4)
    for _ in canvas.turns(5):
        canvas.ellipse(0, -radius * 0.26, radius * 0.13, radius * 0.16, r)
    canvas.disc(0, 0, radius * 0.1, outer)


def _beads(canvas: Canvas, style: Style, rng: Rng, radius: float, outer: Colour) -> None:
    """Draw a beaded rim around a four-leaved disc."""
    r, body = style.red, style.body
    canvas.disc(0, 0, radius, outer)
    beads = int(rng.integers(14, 26))
    for _ in canvas.turns(beads):
        canvas.disc(0, -radius * 0.8, radius * 1.6 / beads, body)
    canvas.disc(0, 0, radius * 0.6, body)
    canvas.disc(0, 0, radius * 0.5, outer)
    _petals(canvas, radius * 0.42, r, outer, body)


def _starry(canvas: Canvas, style: Style, rng: Rng, radius: float, outer: Colour) -> None:
    """Draw a bright disc with a star."""
    r, body = style.red, style.body
    canvas.disc(0, 0, radius, outer)
    canvas.disc(0, 0, radius * 0.7, mix(outer, body, 0.8))
    points = int(rng.integers(5, 13))
    canvas.poly(star(points, radius * 0.62, radius * 0.3), pick(rng, (r, outer, style.blue)))
    canvas.disc(0, 0, radius * 0.14, body)


_ONES = (_rosette, _target, _open_petals, _filled_petals, _beads, _starry)
