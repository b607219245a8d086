"""Draw the many Soaps: frames, letters, a serpent, or a blank face."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from datasets.render.drawing.canvas import Canvas, Colour, Floats, Rng
from datasets.render.drawing.set_style import Origin, Style, draw_index, pick
from datasets.render.faces.novelty_motifs import draw_bar, novelty_of
from datasets.render.faces.winds_dragons import serpent


@dataclass(frozen=True)
class _Frame:
    """The place and line width of a Soap's frame, units, and its inks."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float
    ink: Colour
    second: Colour

    def inset(self, gap: float) -> tuple[float, float, float, float]:
        """Return the sides (x0, y0, x1, y1), `gap` units farther inside."""
        return self.x0 + gap, self.y0 + gap, self.x1 - gap, self.y1 - gap

    def edges(self, across: int, down: int) -> Iterator[tuple[Floats, Floats, int]]:
        """Yield start and end of each edge, clockwise from the top left, and the number of its parts."""
        corners = np.array([(self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1)])
        yield from zip(corners, np.roll(corners, -1, axis=0), (across, down) * 2, strict=True)


def draw_soap(canvas: Canvas, style: Style) -> None:
    """Draw the White dragon of this set: a frame of some kind, a letter, a serpent, or nothing."""
    novelty = novelty_of(style)
    if novelty is not None and novelty.bar:
        draw_bar(canvas, style)
        return
    rng = style.rng("soap")
    ink = pick(rng, (style.blue, style.dark, style.red, style.green), (0.5, 0.25, 0.15, 0.1))
    second = pick(rng, (style.red, style.blue, style.dark, ink))
    mx, my = rng.uniform(12, 32), rng.uniform(14, 34)
    frame = _Frame(mx, my, 120 - mx, 160 - my, rng.uniform(2.0, 7.0), ink, second)
    plain = rng.random() < _PLAIN[style.origin]
    kind = _blank if plain else pick(rng, [k for k, _ in _SOAPS], [share for _, share in _SOAPS])
    if style.origin in {"chinese", "japanese"} and kind in {_letters, _soap_serpent, _dashed, _corners}:
        kind = pick(rng, (_double, _notched, _single))
    kind(canvas, style, rng, frame)
    if kind in _FRAMES and rng.random() < 0.14:
        draw_index(canvas, style, pick(rng, ("P", "B", "W", "WH")), ink)
    if kind in {_double, _single, _notched, _key, _vine} and rng.random() < 0.14:
        mark = pick(rng, ("P", "B", "W", "白"))
        canvas.text(mark, style.word_font if mark.isascii() else style.wind_font, 60, 80, frame.second, fit=(28, 36))


def _blank(_canvas: Canvas, _style: Style, _rng: Rng, _frame: _Frame) -> None:
    """Leave the face blank."""


def _soap_serpent(canvas: Canvas, style: Style, rng: Rng, frame: _Frame) -> None:
    serpent(canvas, rng, style.blue if rng.random() < 0.7 else frame.ink, style.body)


def _letters(canvas: Canvas, style: Style, rng: Rng, frame: _Frame) -> None:
    letters = pick(rng, ("B", "WH", "W", "白", "SOAP", "WHITE"))
    font = style.word_font if letters.isascii() else style.wind_font
    canvas.text(letters, font, 60, 80, frame.ink, fit=(72, 66))


def _double(canvas: Canvas, _style: Style, rng: Rng, frame: _Frame) -> None:
    gap = rng.uniform(6, 12)
    inner = frame.second if rng.random() < 0.3 else frame.ink
    canvas.box(*frame.inset(0), frame.ink, width=frame.width)
    canvas.box(*frame.inset(gap), inner, width=max(1.6, frame.width * 0.6))


def _single(canvas: Canvas, _style: Style, rng: Rng, frame: _Frame) -> None:
    canvas.box(*frame.inset(0), frame.ink, width=frame.width)
    if rng.random() < 0.3:
        for x in (frame.x0, frame.x1):
            for y in (frame.y0, frame.y1):
                canvas.disc(x, y, frame.width * 1.4, frame.ink)


def _shrine(canvas: Canvas, _style: Style, _rng: Rng, frame: _Frame) -> None:
    canvas.poly([(12, 40), (60, 18), (108, 40), (98, 42), (22, 42)], frame.ink)
    canvas.box(26, 46, 94, 140, frame.ink, width=frame.width)
    canvas.line([(18, 144), (102, 144)], frame.ink, 5)


def _corners(canvas: Canvas, _style: Style, _rng: Rng, frame: _Frame) -> None:
    for x, sx in ((frame.x0, 1), (frame.x1, -1)):
        for y, sy in ((frame.y0, 1), (frame.y1, -1)):
            canvas.line([(x, y + sy * 26), (x, y), (x + sx * 22, y)], frame.ink, frame.width)


def _ornament(canvas: Canvas, _style: Style, rng: Rng, frame: _Frame) -> None:
    canvas.box(*frame.inset(0), frame.ink, width=frame.width)
    canvas.text(pick(rng, ("❀", "❋", "✿", "❁", "★")), "symbols", 60, 80, frame.second, fit=(28, 28))


def _notched(canvas: Canvas, _style: Style, rng: Rng, frame: _Frame) -> None:
    """Draw two rectangles with notched corners, as on older carved sets."""
    cut = rng.uniform(6, 14)
    for gap, width in ((0.0, frame.width * 0.8), (rng.uniform(7, 12), max(1.6, frame.width * 0.5))):
        x0, y0, x1, y1 = frame.inset(gap)
        points = [(x0 + cut, y0), (x1 - cut, y0), (x1 - cut, y0 + cut), (x1, y0 + cut), (x1, y1 - cut)]
        points += [(x1 - cut, y1 - cut), (x1 - cut, y1), (x0 + cut, y1), (x0 + cut, y1 - cut), (x0, y1 - cut)]
        points += [(x0, y0 + cut), (x0 + cut, y0 + cut)]
        canvas.line(points, frame.ink, width, closed=True)


def _key(canvas: Canvas, _style: Style, _rng: Rng, frame: _Frame) -> None:
    """Draw a double rectangle with a square meander between."""
    canvas.box(*frame.inset(0), frame.ink, width=2.4)
    canvas.box(*frame.inset(13), frame.ink, width=2.0)
    for first, last, parts in frame.edges(6, 8):
        step = (last - first) / parts
        inward = np.array([-step[1], step[0]]) / np.linalg.norm(step)
        for k in range(parts):
            start = first + step * (k + 0.2)
            places = ((0, 3), (0, 10), (0.6, 10), (0.6, 6), (0.3, 6))
            canvas.line([start + step * along + inward * deep for along, deep in places], frame.ink, 1.6)


def _vine(canvas: Canvas, _style: Style, _rng: Rng, frame: _Frame) -> None:
    """Draw a waving stem with leaves around the edge."""
    canvas.box(*frame.inset(10), frame.ink, width=2.2)
    for first, last, parts in frame.edges(4, 6):
        out = np.array([last[1] - first[1], first[0] - last[0]])
        out = out / np.linalg.norm(out)
        points = [first + (last - first) * k / parts + out * (3 if k % 2 else -3) for k in range(parts + 1)]
        canvas.curve([(float(x), float(y)) for x, y in points], frame.ink, 2.6)
        for k, (x, y) in enumerate(points[:-1]):
            canvas.disc(float(x), float(y), 4.2, frame.ink if k else frame.second)


def _dashed(canvas: Canvas, _style: Style, _rng: Rng, frame: _Frame) -> None:
    for first, last, parts in frame.edges(5, 7):
        for k in range(parts):
            ends = [first + (last - first) * (k + share) / parts for share in (0.12, 0.88)]
            canvas.line(ends, frame.ink if k % 2 else frame.second, 5.0)


def _solid(canvas: Canvas, style: Style, rng: Rng, frame: _Frame) -> None:
    """Draw a broad frame of ink around a blank middle, sometimes with rows of holes."""
    wide = rng.uniform(8, 15)
    canvas.box(*frame.inset(0), frame.ink)
    canvas.box(*frame.inset(2.5), style.body, width=1.4)
    canvas.box(*frame.inset(wide), style.body)
    if rng.random() < 0.5:
        x0, y0, x1, y1 = frame.inset(wide / 2)
        for x in (x0, x1):
            for y in np.linspace(y0, y1, int(rng.integers(2, 12))):
                canvas.disc(x, float(y), wide * 0.28, style.body)


_Soap = Callable[[Canvas, Style, Rng, _Frame], None]
_FRAMES: tuple[_Soap, ...] = (_double, _single, _key, _vine, _ornament, _shrine, _dashed, _corners, _notched, _solid)
_PLAIN: dict[Origin, float] = {"american": 0.04, "chinese": 0.15, "modern": 0.05, "japanese": 0.75}
"""Probability of a blank Soap, by tradition."""
_SOAPS: tuple[tuple[_Soap, float], ...] = (
    *zip(_FRAMES, (0.2, 0.12, 0.1, 0.09, 0.08, 0.05, 0.04, 0.03, 0.1, 0.08), strict=True),
    (_soap_serpent, 0.1),
    (_letters, 0.06),
)
