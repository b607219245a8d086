"""Draw novelty sets: inks of any hue, printed grounds, and motifs in place of sticks, rings and characters.

Printed sets of recent years keep the layout of a suit and replace its motif. Position and number of the motifs still
identify the tile.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from datasets.render.design_splits import HELD_OUT_NOVELTY_DESIGNS, TRAINING_DESIGNS
from datasets.render.drawing.canvas import Canvas, Colour, mirrored, oval, star
from datasets.render.drawing.set_style import Style, draw_style, hsv, mix, pick

StickPainter = Callable[[Canvas, float, float, Colour, Colour | None], None]
"""Draws a stick upright around (0, 0): half its length, a factor of its width, its ink, the ink inside it."""
DotPainter = Callable[[Canvas, float, Colour, Colour, Colour], None]
"""Draws a dot around (0, 0): its radius, both inks, the ground."""

_COMMON = 0.5
"""Share of the modern sets that are novelty sets."""

_OWN_INKS = frozenset({"R", "G", "0"})
"""Faces that keep the set's own inks, because often only a dragon's colour identifies it."""


@dataclass(frozen=True)
class Novelty:
    """The choices of a novelty set; None leaves a part as in other sets.

    `stick`, `dot`: indices into `STICKS` and `DOTS`, the replacements of a Bam's sticks and a Dot's rings. `motif`:
    index into `MOTIFS`, the picture behind a Crak's numeral. `ground`: the print below every face. `inks`: red, green,
    blue and dark in the set's own hues. `tints`: grounds of the three suits and of all other faces.
    """

    stick: int | None
    dot: int | None
    motif: int | None
    compass: bool
    bar: bool
    ground: str
    inks: tuple[Colour, Colour, Colour, Colour] | None
    tints: tuple[Colour, Colour, Colour, Colour] | None

    @property
    def held_out(self) -> bool:
        """Return whether this set shows a held-out motif, so that we can measure on unseen motifs."""
        return self.stick in HELD_OUT_STICKS or self.dot in HELD_OUT_DOTS

    def dressed(self, style: Style, label: str) -> Style:
        """Return the set's style for the face `label`."""
        if self.inks is not None and label not in _OWN_INKS:
            red, green, blue, dark = self.inks
            style = replace(style, red=red, green=green, blue=blue, dark=dark)
        if self.tints is not None:
            style = replace(style, body=self.tints["BCD".find(label[1]) if len(label) == 2 else 3])
        return style


def novelty_of(style: Style) -> Novelty | None:
    """Return the novelty of a set, or None; a share of `_COMMON` of the modern sets has one."""
    rng = style.rng("fashion")
    if style.origin != "modern" or rng.random() >= _COMMON:
        return None
    on_dark = sum(style.body) < 300

    def chosen(count: int, share: float) -> int | None:
        number = int(rng.integers(count))
        return number if rng.random() < share else None

    inks = tints = None
    if rng.random() < 0.6:
        hues = rng.uniform(0, 360) + np.array([0, 1, 2]) * rng.uniform(60, 150) + rng.normal(0, 10, 3)
        light = (0.75, 1.0) if on_dark else (0.35, 0.85)
        first, second, third = (hsv(float(hue), rng.uniform(0.5, 1), rng.uniform(*light)) for hue in hues)
        inks = (first, second, third, pick(rng, (style.dark, third), (0.7, 0.3)))
    if rng.random() < 0.3 and not on_dark:
        hue, step = rng.uniform(0, 360), rng.uniform(30, 120)
        a, b, c, d = (
            mix(
                style.body, hsv(float(hue + k * step), rng.uniform(0.2, 0.6), rng.uniform(0.85, 1)), rng.uniform(0.3, 1)
            )
            for k in range(4)
        )
        tints = (a, b, c, d)
    return Novelty(
        stick=chosen(len(STICKS), 0.6),
        dot=chosen(len(DOTS), 0.6),
        motif=chosen(len(MOTIFS), 0.5),
        compass=(rng.random() < 0.3),
        bar=(rng.random() < 0.3),
        ground=pick(
            rng, ("plain", "border", "double", "band", "corners", "confetti"), (0.5, 0.16, 0.08, 0.08, 0.1, 0.08)
        ),
        inks=inks,
        tints=tints,
    )


def novelty_designs(*, held_out: bool) -> list[int]:
    """Return the designs of novelty sets: held-out ones, or training ones without held-out motifs."""
    designs = HELD_OUT_NOVELTY_DESIGNS if held_out else TRAINING_DESIGNS
    novelties = ((number, novelty_of(draw_style(number))) for number in designs)
    return [number for number, one in novelties if one is not None and (held_out or not one.held_out)]


def draw_ground(canvas: Canvas, style: Style, kind: str) -> None:
    """Draw the ground below every face of a novelty set: border, band, ornaments in the corners, confetti."""
    rng = style.rng("ground")
    ink = mix(style.body, pick(rng, style.inks), rng.uniform(0.3, 1))
    edge, width = rng.uniform(4, 10), rng.uniform(1.2, 4)
    if kind in {"border", "double"}:
        canvas.box(edge, edge, 120 - edge, 160 - edge, ink, width=width)
        if kind == "double":
            canvas.box(edge + 4, edge + 4, 116 - edge, 156 - edge, ink, width=1.2)
    elif kind == "band":
        canvas.box(0, 160 - 1.6 * edge, 120, 160, ink)
    elif kind == "corners":
        mark = int(rng.integers(3))
        for x, sx in ((edge, 1), (120 - edge, -1)):
            for y, sy in ((edge, 1), (160 - edge, -1)):
                if mark == 0:
                    canvas.curve([(x, y + sy * 20), (x + sx * 3, y + sy * 3), (x + sx * 20, y)], ink, width)
                elif mark == 1:
                    canvas.disc(x, y, 2 * width, ink)
                else:
                    canvas.line([(x, y + sy * 14), (x, y), (x + sx * 14, y)], ink, width)
    elif kind == "confetti":
        pale = mix(style.body, ink, 0.45)
        for x, y in rng.uniform(0, 1, (int(rng.integers(14, 40)), 2)) * (120, 160):
            canvas.disc(float(x), float(y), width * 0.9, pale)


# --- long motifs


def _leaf(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 8 * wide
    right = [(r * 0.8, -half * 0.4), (r, half * 0.1)]
    canvas.poly([(0, -half), *right, (0, half * 0.8), *mirrored(right)], ink)
    canvas.line([(0, -half * 0.8), (0, half)], inner or ink, 1.8)


def _feather(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    canvas.line([(0, -half), (0, half)], inner or ink, 1.6)
    for k in np.linspace(-0.9, 0.5, 9):
        y = float(k) * half
        r = 9 * wide * math.cos(1.3 * float(k))
        for side in (-1, 1):
            canvas.line([(0, y + 4), (side * r, y - 3)], ink, 2.6)


def _bolt(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 7 * wide
    points = [(r * 0.4, -half), (-r, half * 0.15), (-r * 0.1, half * 0.15), (-r * 0.5, half), (r, -half * 0.2)]
    points += [(r * 0.1, -half * 0.2), (r * 0.9, -half)]
    canvas.poly(points, ink)
    if inner:
        canvas.line(points, inner, 1.2, closed=True)


def _arrow(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 7 * wide
    canvas.line([(0, -half * 0.7), (0, half * 0.9)], ink, 3.2)
    canvas.poly([(0, -half), (r * 0.8, -half * 0.55), (-r * 0.8, -half * 0.55)], ink)
    for y in (0.5, 0.75, 1.0):
        canvas.line([(-r * 0.7, half * y), (0, half * (y - 0.18)), (r * 0.7, half * y)], inner or ink, 2.0)


def _cactus(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 4.4 * wide
    canvas.line([(0, -half + r), (0, half - r)], ink, 2 * r)
    for side, y in ((-1, 0.3), (1, 0.0)):
        elbow = [(0, y * half), (side * 2 * r, y * half), (side * 2 * r, (y - 0.45) * half)]
        canvas.line(elbow, ink, 1.3 * r)
    if inner:
        canvas.line([(0, -half + r), (0, half - r)], inner, 1.2)


def _candle(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 4.6 * wide
    canvas.box(-r, -half * 0.55, r, half, ink)
    canvas.poly([(0, -half), (r * 0.8, -half * 0.72), (0, -half * 0.58), (-r * 0.8, -half * 0.72)], inner or ink)
    if inner:
        for y in (-0.2, 0.2, 0.6):
            canvas.line([(-r, half * y), (r, half * (y + 0.18))], inner, 2.0)


def _carrot(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 6.4 * wide
    top = [(-r, -half * 0.4), (0, -half * 0.55), (r, -half * 0.4)]
    canvas.poly([*top, (r * 0.5, half * 0.4), (0, half), (-r * 0.5, half * 0.4)], ink)
    for x in (-0.7, 0.0, 0.7):
        canvas.line([(0, -half * 0.5), (x * r, -half)], inner or ink, 2.4)


def _pencil(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 4.4 * wide
    canvas.box(-r, -half * 0.6, r, half * 0.8, ink)
    canvas.poly([(-r, -half * 0.6), (0, -half), (r, -half * 0.6)], inner or ink)
    canvas.box(-r, half * 0.84, r, half, inner or ink)


def _ribbon(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    """Draw a twisted strand."""
    r = 5 * wide
    y = np.linspace(-half, half, 25)
    for phase, colour in ((0.0, ink), (math.pi, inner or ink)):
        canvas.line(np.column_stack([r * np.sin(y / half * 2 * math.pi + phase), y]), colour, 3.0)


def _beads(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    """Draw a cord with beads of two inks."""
    canvas.line([(0, -half), (0, half)], ink, 1.6)
    for k in range(5):
        canvas.ellipse(0, half * (-0.8 + 0.4 * k), 4.6 * wide, half * 0.19, (ink, inner or ink)[k % 2])


STICKS: tuple[StickPainter, ...] = (_leaf, _feather, _bolt, _arrow, _cactus, _candle, _carrot, _pencil, _ribbon, _beads)
"""The replacements of a stick."""

HELD_OUT_STICKS = frozenset(STICKS.index(thing) for thing in (_feather, _pencil))
"""Indices of the sticks held out of training."""


# --- round motifs


def _citrus(canvas: Canvas, r: float, ink: Colour, _second: Colour, body: Colour) -> None:
    canvas.disc(0, 0, r, ink)
    canvas.disc(0, 0, r * 0.84, body)
    for _ in canvas.turns(8):
        canvas.poly([(0, -r * 0.1), (r * 0.24, -r * 0.72), (-r * 0.24, -r * 0.72)], mix(ink, body, 0.2))


def _sun(canvas: Canvas, r: float, ink: Colour, second: Colour, _body: Colour) -> None:
    for _ in canvas.turns(10):
        canvas.poly([(-r * 0.17, -r * 0.6), (0, -r), (r * 0.17, -r * 0.6)], second)
    canvas.disc(0, 0, r * 0.58, ink)


def _button(canvas: Canvas, r: float, ink: Colour, _second: Colour, body: Colour) -> None:
    canvas.disc(0, 0, r, ink)
    canvas.disc(0, 0, r * 0.72, mix(ink, body, 0.35), width=r * 0.1)
    for x in (-0.24, 0.24):
        for y in (-0.24, 0.24):
            canvas.disc(x * r, y * r, r * 0.13, body)


def _snowflake(canvas: Canvas, r: float, ink: Colour, second: Colour, _body: Colour) -> None:
    for _ in canvas.turns(6):
        canvas.line([(0, 0), (0, -r)], ink, r * 0.13)
        canvas.line([(-r * 0.26, -r * 0.88), (0, -r * 0.6), (r * 0.26, -r * 0.88)], ink, r * 0.11)
    canvas.disc(0, 0, r * 0.2, second)


def _blossom(canvas: Canvas, r: float, ink: Colour, second: Colour, _body: Colour) -> None:
    for _ in canvas.turns(5):
        canvas.disc(0, -r * 0.56, r * 0.42, ink)
    canvas.disc(0, 0, r * 0.26, second)


def _ball(canvas: Canvas, r: float, ink: Colour, _second: Colour, body: Colour) -> None:
    """Draw a mirror ball."""
    canvas.disc(0, 0, r, ink)
    pale = mix(ink, body, 0.6)
    for k in (-0.6, -0.2, 0.2, 0.6):
        half = r * math.sqrt(1 - k * k)
        canvas.line([(-half, k * r), (half, k * r)], pale, r * 0.07)
        canvas.ellipse(0, 0, abs(k) * r, r, pale, width=r * 0.07)


def _shell(canvas: Canvas, r: float, ink: Colour, _second: Colour, body: Colour) -> None:
    canvas.poly([(0, r * 0.9), *[(r * math.sin(a), -r * math.cos(a)) for a in np.linspace(-1.7, 1.7, 18)]], ink)
    for a in (-1.1, -0.55, 0.0, 0.55, 1.1):
        canvas.line([(0, r * 0.8), (r * 0.86 * math.sin(a), -r * 0.86 * math.cos(a))], body, r * 0.07)


def _heart(canvas: Canvas, r: float, ink: Colour, _second: Colour, _body: Colour) -> None:
    t = np.linspace(0, 2 * math.pi, 40)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    canvas.poly(np.column_stack([x, y]) * (r / 16), ink)


def _star(canvas: Canvas, r: float, ink: Colour, second: Colour, _body: Colour) -> None:
    canvas.poly(star(5, r, r * 0.45), ink)
    canvas.disc(0, 0, r * 0.2, second)


def _swirl(canvas: Canvas, r: float, ink: Colour, _second: Colour, body: Colour) -> None:
    """Draw a sweet: a disc with a spiral."""
    canvas.disc(0, 0, r, ink)
    t = np.linspace(0.3, 4.5 * math.pi, 60)
    canvas.line(np.column_stack([np.cos(t), np.sin(t)]) * (t / t[-1] * r * 0.85)[:, None], body, r * 0.14)


def _eye(canvas: Canvas, r: float, ink: Colour, second: Colour, body: Colour) -> None:
    """Draw rings of three colours."""
    for share, colour in ((1.0, ink), (0.74, second), (0.5, body), (0.3, ink)):
        canvas.disc(0, 0, r * share, colour)


DOTS: tuple[DotPainter, ...] = (
    _citrus,
    _sun,
    _button,
    _snowflake,
    _blossom,
    _ball,
    _shell,
    _heart,
    _star,
    _swirl,
    _eye,
)
"""The replacements of a Dot's ring."""

HELD_OUT_DOTS = frozenset(DOTS.index(thing) for thing in (_shell, _heart))
"""Indices of the dots held out of training."""


# --- motifs behind a Crak's numeral: the half height, the ink, and the ground


def _fan(canvas: Canvas, r: float, ink: Colour, body: Colour) -> None:
    canvas.poly(
        [(0, r), *[(1.15 * r * math.sin(a), 0.7 * r - 1.4 * r * math.cos(a)) for a in np.linspace(-1, 1, 14)]], ink
    )
    for a in np.linspace(-0.8, 0.8, 7):
        canvas.line([(0, r), (0.5 * r * math.sin(a), 0.85 * r - 0.6 * r * math.cos(a))], body, 1.4)


def _cloud(canvas: Canvas, r: float, ink: Colour, _body: Colour) -> None:
    for x, y, s in ((-0.6, 0.15, 0.45), (0.0, -0.2, 0.62), (0.6, 0.1, 0.5), (0.0, 0.3, 0.55), (0.35, 0.35, 0.45)):
        canvas.disc(x * r, y * r, s * r, ink)


def _gate(canvas: Canvas, r: float, ink: Colour, _body: Colour) -> None:
    canvas.curve([(-1.1 * r, -0.9 * r), (0, -0.78 * r), (1.1 * r, -0.9 * r)], ink, 8)
    canvas.line([(-0.85 * r, -0.5 * r), (0.85 * r, -0.5 * r)], ink, 5)
    for side in (-1, 1):
        canvas.line([(side * 0.7 * r, -0.8 * r), (side * 0.78 * r, r)], ink, 7)


def _lotus(canvas: Canvas, r: float, ink: Colour, body: Colour) -> None:
    for k, turn in enumerate((-64, 64, -34, 34, 0)):
        with canvas.placed(0, r * 0.7, turn=turn):
            canvas.ellipse(0, -r * 0.75, r * 0.36, r * 0.8, mix(ink, body, 0.1 * (k % 3)))


def _seal(canvas: Canvas, r: float, ink: Colour, body: Colour) -> None:
    canvas.box(-r * 0.8, -r, r * 0.8, r, ink)
    canvas.box(-r * 0.68, -r * 0.88, r * 0.68, r * 0.88, body, width=1.6)


MOTIFS: tuple[Callable[[Canvas, float, Colour, Colour], None], ...] = (_fan, _cloud, _gate, _lotus, _seal)
"""Painters of the picture behind a Crak's numeral, drawn around (0, 0)."""


def draw_motif(canvas: Canvas, style: Style, motif: int, number: int, text: str) -> None:
    """Draw a Crak of a novelty set: its numeral on a picture, with or without the suit's name.

    `number` is 1 to 9, `text` the same number in Chinese; the set decides which of the two to write.
    """
    rng = style.rng("motif")
    latin, named = rng.random() < 0.6, rng.random() < 0.5
    ink = pick(rng, (style.red, style.blue, style.dark), (0.6, 0.2, 0.2))
    pale = mix(ink, style.body, float(rng.choice([0.0, 0.5, 0.75])))
    filled = sum(abs(a - b) for a, b in zip(pale, style.body, strict=True)) > 220 and MOTIFS[motif] is not _gate
    size = rng.uniform(40, 52) * style.art_scale
    with canvas.placed(60, 76 if named else 86):
        MOTIFS[motif](canvas, size, pale, style.body)
        word = str(number) if latin else text
        font = style.word_font if latin else style.numeral_font
        canvas.text(word, font, 0, size * 0.05, style.body if filled else style.dark, fit=(size, size))
    if named:
        canvas.text(pick(rng, ("CRAK", "Crak")), style.word_font, 60, 140, ink, fit=(70, 20))


def draw_compass(canvas: Canvas, style: Style, wind: str) -> None:
    """Draw a wind of a novelty set: its letter in a compass rose with the wind's point in another ink."""
    rng = style.rng("compass")
    ink, needle = pick(rng, ((style.blue, style.red), (style.dark, style.red), (style.green, style.dark)))
    rings = rng.random() < 0.5
    with canvas.placed(60, 84, scale=rng.uniform(0.85, 1.1)):
        if rings:
            canvas.disc(0, 0, 46, ink, width=2.4)
        for k, letter in enumerate("NESW"):
            with canvas.placed(0, 0, turn=90 * k):
                canvas.poly([(-8, -22), (0, -52), (8, -22)], needle if letter == wind else ink)
            with canvas.placed(0, 0, turn=90 * k + 45):
                canvas.poly([(-5, -22), (0, -36), (5, -22)], mix(ink, style.body, 0.4))
        canvas.poly(oval(0, 0, 27, 27), style.body, edge=(ink, 2))
        canvas.text(wind, style.word_font, 0, 0, ink, fit=(32, 34))


def draw_bar(canvas: Canvas, style: Style) -> None:
    """Draw the Soap of a novelty set: a bar of soap with bubbles, with or without its name."""
    rng = style.rng("bar")
    ink = pick(rng, (style.blue, style.green, style.red, style.dark))
    pale, turn = mix(ink, style.body, 0.65), float(rng.choice([0.0, rng.uniform(-25, 25)]))
    with canvas.placed(60, 92, turn=turn):
        for x, y in ((-40, 0), (40, 0)):
            canvas.ellipse(x * 0.6, y, 22, 26, pale)
        canvas.box(-24, -26, 24, 26, pale)
        canvas.ellipse(0, 0, 34, 17, ink, width=2.2)
        if rng.random() < 0.6:
            canvas.text(pick(rng, ("SOAP", "Soap")), style.word_font, 0, 0, ink, fit=(50, 20))
    for _ in range(int(rng.integers(3, 9))):
        across, down = rng.uniform(22, 98), rng.uniform(22, 62)
        canvas.disc(across, down, rng.uniform(3, 9), ink, width=1.8)
