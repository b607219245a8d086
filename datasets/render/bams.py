"""The Bams 2 to 9: sticks in rows, or clumps of stalks."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from datasets.render.canvas import Canvas, Colour
from datasets.render.style import Style, has_index, mix, pick

_ROWS = {
    2: ((0.5,), (0.5,)),
    3: ((0.5,), (0.25, 0.75)),
    4: ((0.25, 0.75), (0.25, 0.75)),
    5: ((0.2, 0.8), (0.2, 0.8)),
    6: ((0.15, 0.5, 0.85), (0.15, 0.5, 0.85)),
    7: ((0.5,), (0.15, 0.5, 0.85), (0.15, 0.5, 0.85)),
    9: ((0.15, 0.5, 0.85), (0.15, 0.5, 0.85), (0.15, 0.5, 0.85)),
}


@dataclass(frozen=True)
class _Stick:
    """How one stick is drawn: its outline kind and widths, units."""

    kind: int
    wide: float
    inner: Colour | None


def draw_bam(canvas: Canvas, style: Style, number: int) -> None:
    """Draw the Bam `number` (2..9) of this set."""
    rng = style.rng("bams")
    if has_index(style) and rng.random() < 0.1:
        _clump(canvas, style, number, rng)
        return
    inner = pick(rng, (style.body, mix(style.body, style.green, 0.35), None), (0.6, 0.2, 0.2))
    stick = _Stick(int(rng.integers(8)), float(rng.uniform(0.8, 1.25)), inner)
    plan = pick(rng, ("classic", "green", "tri", "dark", "blue"), (0.5, 0.16, 0.16, 0.09, 0.09))
    left, right = 20.0, 100.0
    top, bottom = (24.0 if has_index(style) else 18.0), 146.0
    grow = style.art_scale
    with canvas.placed(60, (top + bottom) / 2, scale=grow):
        w, h = right - left, bottom - top
        if number == 8:
            _eight(canvas, style, stick, plan, w, h, float(rng.uniform(0.2, 1.0)))
        else:
            _rows(canvas, style, stick, plan, number, w, h)


def _colour(style: Style, plan: str, number: int, row: int, column: int) -> Colour:
    """The colour of one stick; `plan` names the set's habit."""
    if plan in {"green", "dark", "blue"}:
        return {"green": style.green, "dark": style.dark, "blue": style.blue}[plan]
    if number == 9:
        return (style.green, style.red, style.blue if plan == "tri" else style.green)[column]
    if number == 7 and row == 0:
        return style.red
    if plan == "tri":
        if number == 3 and row == 0:
            return style.red if style.seed % 2 else style.blue
        if number == 7 and column == 1:
            return style.blue
        if number == 2:
            return (style.blue, style.green)[row]
        if number in {4, 6}:
            return style.blue if ((row + column) % 2 if number == 4 else row == 1) else style.green
    return style.green


def _rows(canvas: Canvas, style: Style, stick: _Stick, plan: str, number: int, w: float, h: float) -> None:
    rows = _ROWS[number]
    gap = 5.0
    length = (h - gap * (len(rows) - 1)) / len(rows)
    length = min(length, h * 0.42)
    total = length * len(rows) + gap * (len(rows) - 1)
    # A set with a blue plan still paints the middle of its five red.
    for r, columns in enumerate(rows):
        y = -total / 2 + length / 2 + r * (length + gap)
        for c, x in enumerate(columns):
            draw_stick(canvas, stick, (x - 0.5) * w, y, length, 0.0, _colour(style, plan, number, r, c))
    if number == 5:
        red = style.red if plan in {"classic", "tri"} else _colour(style, plan, 5, 2, 0)
        draw_stick(canvas, stick, 0, 0, length, 0.0, red)


def _eight(canvas: Canvas, style: Style, stick: _Stick, plan: str, w: float, h: float, spread: float) -> None:
    """A W over an M: upright outer sticks, the inner pair leaning together."""
    length, short = h * 0.44, 0.66 + 0.24 * spread
    for half, y in enumerate((-h * 0.25, h * 0.25)):
        flip = 1 if half == 0 else -1
        second = style.blue if plan == "tri" and half else _colour(style, plan, 8, half, 0)
        for side in (-1, 1):
            draw_stick(canvas, stick, side * w * 0.42, y, length, 0.0, second)
            lean = math.degrees(math.atan2(w * 0.2, length * short)) * (0.9 + 0.4 * spread)
            draw_stick(canvas, stick, side * w * 0.17, y + flip * 2.0, length * short, -side * flip * lean, second)


def draw_stick(canvas: Canvas, stick: _Stick, x: float, y: float, length: float, lean: float, ink: Colour) -> None:
    """One stick of `length` units centred at (x, y), leaning `lean` degrees clockwise."""
    with canvas.placed(x, y, turn=lean):
        _STICKS[stick.kind](canvas, length / 2, stick.wide, ink, stick.inner)


def _dumb_bell(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 6.6 * wide
    canvas.line([(0, -half + r), (0, half - r)], ink, 9.5 * wide)
    for y in (-half + r * 0.8, 0.0, half - r * 0.8):
        canvas.ellipse(0, y, r, r * 0.75, ink)
    if inner:
        canvas.line([(0, -half + r), (0, half - r)], inner, 2.2)


def _capsule(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 6.5 * wide
    canvas.line([(0, -half + r), (0, half - r)], ink, 2 * r)
    if inner:
        canvas.line([(0, -half + r), (0, half - r)], inner, 3.0)
        canvas.line([(-r, 0), (r, 0)], inner, 2.0)


def _chain(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    del inner
    for y in (-half * 0.74, -half * 0.25, half * 0.25, half * 0.74):
        canvas.ellipse(0, y, 5.4 * wide, half * 0.24, ink, width=2.8)
    canvas.line([(0, -half * 0.8), (0, half * 0.8)], ink, 1.6)


def _bone(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 4.6 * wide
    canvas.box(-r, -half + 2, r, half - 2, ink)
    for y in (-half + 2.5, 0.0, half - 2.5):
        canvas.line([(-r - 2.4, y), (r + 2.4, y)], ink, 4.2)
    if inner:
        canvas.line([(0, -half + 6), (0, -4)], inner, 2.4)
        canvas.line([(0, 4), (0, half - 6)], inner, 2.4)


def _outline(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 5.6 * wide
    points = []
    for y, k in ((-1, 0.9), (-0.72, 1.0), (-0.5, 0.5), (-0.2, 0.9), (0.2, 0.9), (0.5, 0.5), (0.72, 1.0), (1, 0.9)):
        points.append((k * r, y * (half - 2)))
    outline = [*points, *[(-x, y) for x, y in reversed(points)]]
    if inner:
        canvas.poly(outline, inner)
    canvas.line(outline, ink, 2.6, closed=True)


def _stalk(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 4.4 * wide
    for top, bottom in ((-half, -half * 0.36), (-half * 0.3, half * 0.3), (half * 0.36, half)):
        canvas.poly(
            [
                (-r, top),
                (r, top),
                (r * 0.8, (top + bottom) / 2),
                (r, bottom),
                (-r, bottom),
                (-r * 0.8, (top + bottom) / 2),
            ],
            ink,
        )
    canvas.curve([(r, -half * 0.33), (r + 4, -half * 0.5), (r + 6, -half * 0.72)], ink, 2.6, 0.3)
    if inner:
        canvas.line([(-r * 0.3, -half + 3), (-r * 0.3, half - 3)], inner, 1.6)


def _rod(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 3.6 * wide
    canvas.line([(0, -half + r), (0, half - r)], ink, 2 * r)
    if inner:
        canvas.disc(0, 0, r * 0.5, inner)


def _hourglass(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 6.6 * wide
    for sign in (-1, 1):
        canvas.poly(
            [
                (-r * 0.5, 0),
                (-r, sign * half * 0.5),
                (-r * 0.4, sign * half),
                (r * 0.4, sign * half),
                (r, sign * half * 0.5),
                (r * 0.5, 0),
            ],
            ink,
        )
        if inner:
            canvas.ellipse(0, sign * half * 0.5, r * 0.36, half * 0.26, inner)
    if inner:
        canvas.line([(-r * 0.6, 0), (r * 0.6, 0)], inner, 2.0)


_STICKS: tuple[Callable[[Canvas, float, float, Colour, Colour | None], None], ...] = (
    _dumb_bell,
    _capsule,
    _chain,
    _bone,
    _outline,
    _stalk,
    _rod,
    _hourglass,
)


def _clump(canvas: Canvas, style: Style, number: int, rng: np.random.Generator) -> None:
    """Stalks growing from the ground in one or two clumps: the index tells the number, not the eye."""
    groups = (number,) if number < 6 else (number // 2, number - number // 2)
    wide = float(rng.uniform(2.6, 4.2))
    for g, count in enumerate(groups):
        base = 146.0 if len(groups) == 1 else (88.0, 150.0)[g]
        tall = 104.0 if len(groups) == 1 else 56.0
        for i in range(count):
            lean = 0.0 if count == 1 else -24 + 48 * i / (count - 1)
            x, top = 60 + lean * 0.35, base - tall * (1 - abs(lean) / 110)
            ink = style.red if number in {5, 7, 9} and i == count // 2 and g == 0 else style.green
            canvas.curve([(x, base), (60 + lean * 0.7, base - tall / 2), (60 + lean * 1.5, top)], ink, wide, 0.7)
            for k in (0.3, 0.6, 0.9):
                px, py = x + (60 + lean * 1.5 - x) * k, base + (top - base) * k
                canvas.line([(px - wide, py), (px + wide, py)], style.body, 1.2)
                side = 1 if (i + round(k * 10)) % 2 else -1
                canvas.curve([(px, py), (px + side * 6, py - 7), (px + side * 11, py - 6)], ink, 3.0, 0.1)
        canvas.line([(34, base), (86, base)], style.dark, 2.0)
