"""Draw the Bams 2 to 9: sticks in rows, or clumps of stalks."""

import math
from dataclasses import dataclass, replace

from datasets.render.drawing.canvas import Canvas, Colour, Rng, mirrored
from datasets.render.drawing.set_style import Style, has_index, mix, pick
from datasets.render.faces.novelty_motifs import STICKS, StickPainter, novelty_of

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
    """The form of one stick: its outline and widths, units."""

    kind: int
    wide: float
    inner: Colour | None


def draw_bam(canvas: Canvas, style: Style, number: int) -> None:
    """Draw the Bam `number` (2..9) of this set."""
    rng = style.rng("bams")
    if has_index(style) and rng.random() < {"american": 0.14, "modern": 0.08}.get(style.origin, 0.0):
        (_palms if rng.random() < 0.35 else _clump)(canvas, style, number, rng)
        return
    inner = pick(rng, (style.body, mix(style.body, style.green, 0.35), None), (0.6, 0.2, 0.2))
    wide = rng.uniform(0.75, 1.35)
    if rng.random() < 0.4 and number < 5:
        # Some sets draw larger sticks when there are few.
        wide *= 1.2
    stick = _Stick(pick(rng, range(9), (2, 1.5, 2, 1.5, 1, 1.5, 0.7, 1, 2)), wide, inner)
    novelty = novelty_of(style)
    if novelty is not None and novelty.stick is not None:
        stick = replace(stick, kind=len(_STICKS) + novelty.stick)
    near, gap, joined = rng.uniform(0.74, 1.08), rng.uniform(2, 9), rng.random() < 0.5
    tall = rng.uniform(0.36, 0.46)
    plan = pick(rng, ("classic", "green", "tri", "dark", "blue"), (0.5, 0.16, 0.16, 0.09, 0.09))
    left, right = 60 - 40 * near, 60 + 40 * near
    top, bottom = (24.0 if has_index(style) else 18.0), 146.0
    grow = style.art_scale
    with canvas.placed(60, (top + bottom) / 2, scale=grow):
        w, h = right - left, bottom - top
        if number == 8 and joined:
            _joined_eight(canvas, style, stick, plan, w, h, rng.uniform(0.3, 0.95))
        elif number == 8:
            _eight(canvas, style, stick, plan, w, h, rng.uniform(0.2, 1.0))
        else:
            _rows(canvas, style, stick, plan, number, w, h * 0.98, gap, tall)


def _colour(style: Style, plan: str, number: int, row: int, column: int) -> Colour:
    """Pick the colour of one stick; `plan` names the set's habit."""
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


def _rows(
    canvas: Canvas, style: Style, stick: _Stick, plan: str, number: int, w: float, h: float, gap: float, tall: float
) -> None:
    rows = _ROWS[number]
    length = (h - gap * (len(rows) - 1)) / len(rows)
    length = min(length, h * tall)
    total = length * len(rows) + gap * (len(rows) - 1)
    # A set with a blue plan still paints the middle stick of its 5 Bam red.
    for r, columns in enumerate(rows):
        y = -total / 2 + length / 2 + r * (length + gap)
        for c, x in enumerate(columns):
            draw_stick(canvas, stick, (x - 0.5) * w, y, length, 0.0, _colour(style, plan, number, r, c))
    if number == 5:
        red = style.red if plan in {"classic", "tri"} else _colour(style, plan, 5, 2, 0)
        draw_stick(canvas, stick, 0, 0, length, 0.0, red)


def _eight(canvas: Canvas, style: Style, stick: _Stick, plan: str, w: float, h: float, spread: float) -> None:
    """Draw a W over an M: upright outer sticks, the inner pair leaning together."""
    length, short = h * 0.44, 0.66 + 0.24 * spread
    for half, y in enumerate((-h * 0.25, h * 0.25)):
        flip = 1 if half == 0 else -1
        second = style.blue if plan == "tri" and half else _colour(style, plan, 8, half, 0)
        for side in (-1, 1):
            draw_stick(canvas, stick, side * w * 0.42, y, length, 0.0, second)
            lean = math.degrees(math.atan2(w * 0.2, length * short)) * (0.9 + 0.4 * spread)
            draw_stick(canvas, stick, side * w * 0.17, y + flip * 2.0, length * short, -side * flip * lean, second)


def _joined_eight(canvas: Canvas, style: Style, stick: _Stick, plan: str, w: float, h: float, deep: float) -> None:
    """Draw a W over an M with sticks that meet, as in carved sets; `deep` is the reach of the inner pair."""
    length = h * 0.44
    for half, y in enumerate((-h * 0.25, h * 0.25)):
        flip = 1 if half == 0 else -1
        ink = style.blue if plan == "tri" and half else _colour(style, plan, 8, half, 0)
        x = w * 0.4
        peak = y + flip * (length / 2 - length * deep)
        for side in (-1, 1):
            draw_stick(canvas, stick, side * x, y, length, 0.0, ink)
            foot = (side * x * 0.86, y + flip * length * 0.42)
            tip = (side * 3.0, peak)
            run = math.hypot(foot[0] - tip[0], foot[1] - tip[1])
            lean = math.degrees(math.atan2(foot[0] - tip[0], tip[1] - foot[1]))
            draw_stick(canvas, stick, (foot[0] + tip[0]) / 2, (foot[1] + tip[1]) / 2, run, lean, ink)


def draw_stick(canvas: Canvas, stick: _Stick, x: float, y: float, length: float, lean: float, ink: Colour) -> None:
    """Draw one stick of `length` units centred at (x, y), leaning `lean` degrees clockwise."""
    with canvas.placed(x, y, turn=lean):
        (*_STICKS, *STICKS)[stick.kind](canvas, length / 2, stick.wide, ink, stick.inner)


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


def _chain(canvas: Canvas, half: float, wide: float, ink: Colour, _inner: Colour | None) -> None:
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
    outline = [*points, *mirrored(points)]
    if inner:
        canvas.poly(outline, inner)
    canvas.line(outline, ink, 2.6, closed=True)


def _stalk(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    r = 4.4 * wide
    for top, bottom in ((-half, -half * 0.36), (-half * 0.3, half * 0.3), (half * 0.36, half)):
        right = [(r, top), (r * 0.8, (top + bottom) / 2), (r, bottom)]
        canvas.poly([(-r, top), *right, *mirrored(right[1:])], ink)
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
        left = [(-r * 0.5, 0), (-r, sign * half * 0.5), (-r * 0.4, sign * half)]
        canvas.poly([*left, *mirrored(left)], ink)
        if inner:
            canvas.ellipse(0, sign * half * 0.5, r * 0.36, half * 0.26, inner)
    if inner:
        canvas.line([(-r * 0.6, 0), (r * 0.6, 0)], inner, 2.0)


def _knots(canvas: Canvas, half: float, wide: float, ink: Colour, inner: Colour | None) -> None:
    """Draw two long loops with a bead between and at the ends, the commonest form in engraved sets."""
    r = 5.6 * wide
    for sign in (-1, 1):
        canvas.line([(0, sign * (half - r)), (0, sign * r * 0.9)], ink, 2 * r)
        if inner:
            canvas.line([(0, sign * (half - r * 1.2)), (0, sign * r * 1.2)], inner, max(1.8, 0.5 * r))
    canvas.ellipse(0, 0, r * 1.05, r * 0.55, ink)


_STICKS: tuple[StickPainter, ...] = (_dumb_bell, _capsule, _chain, _bone, _outline, _stalk, _rod, _hourglass, _knots)


def _clump(canvas: Canvas, style: Style, number: int, rng: Rng) -> None:
    """Draw stalks growing from the ground in one or two clumps; only the index tells the number."""
    groups = (number,) if number < 6 else (number // 2, number - number // 2)
    wide = rng.uniform(2.6, 4.2)
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


def _palms(canvas: Canvas, style: Style, number: int, rng: Rng) -> None:
    """Draw braided palms in pots; only the index tells the number."""
    pots = 1 if number < 5 else 2
    crowns = (number,) if pots == 1 else (number // 2, number - number // 2)
    pot = pick(rng, (style.blue, style.red, style.dark))
    wide = rng.uniform(2.4, 4.0)
    for p, count in enumerate(crowns):
        x = 60.0 if pots == 1 else (34.0, 86.0)[p]
        size = 1.0 if pots == 1 else 0.7
        with canvas.placed(x, 146, scale=size):
            canvas.poly([(-17, -26), (17, -26), (11, 0), (-11, 0)], pot)
            canvas.line([(-20, -26), (20, -26)], pot, 4)
            for s in (-1, 1):
                canvas.curve([(s * 4, -26), (-s * 4, -44), (s * 4, -62), (-s * 3, -80)], style.dark, wide)
            for k in range(count):
                lean = 0.0 if count == 1 else -1 + 2 * k / (count - 1)
                ink = style.red if number in {5, 7, 9} and k == count // 2 and p == 0 else style.green
                top = (lean * 34, -104 + 18 * abs(lean))
                canvas.curve([(0, -74), (lean * 16, -92), top], ink, wide, 0.5)
                for turn in (-75, -30, 15, 60):
                    with canvas.placed(top[0], top[1], turn=turn + lean * 40):
                        canvas.curve([(0, 0), (5, -8), (3, -19)], ink, 4.4, 0.2)
