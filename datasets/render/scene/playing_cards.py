"""Draw playing cards: faces, courts, jokers, backs, and cards of a colour game."""

import math

import numpy as np

from datasets.render.drawing.canvas import Canvas, Colour, Pixels, Point, Rng
from datasets.render.drawing.set_style import INDEX_FONTS, Style, hsv, mix, pick


def playing_card(rng: Rng, style: Style) -> Pixels:
    """Draw a card of a deck: index in two corners, and suits, a court figure or a jester's sign between them."""
    canvas = Canvas((252, 252, 250) if rng.random() < 0.8 else style.body, 126, 176)
    if rng.random() < 0.06:
        _joker(rng, canvas, style)
        return canvas.finish()
    suit = pick(rng, tuple("♠♥♦♣"))
    ink = hsv(rng.uniform(-8, 8), 0.9, rng.uniform(0.6, 0.9)) if suit in "♥♦" else (25, 22, 20)
    rank = pick(rng, ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"))
    large = rng.random() < 0.3
    for x, y, turn in ((18, 20, 0), (108, 156, 180)):
        canvas.text(rank, style.index_font, x, y, ink, fit=(26, 40) if large else (17, 24), turn=turn)
        canvas.text(
            suit, "symbols", x, y + (34 if large else 24) * (1 if turn == 0 else -1), ink, fit=(16, 18), turn=turn
        )
    if rank in "JQK":
        _court(rng, canvas, ink)
    elif rank == "A" or large:
        canvas.text(suit, "symbols", 63, 88, ink, fit=(56, 62))
    else:
        count = int(rank)
        for k in range(count):
            row, alone = k // 2, k == count - 1 and count % 2 == 1
            down = 88 + (row - (math.ceil(count / 2) - 1) / 2) * 27
            canvas.text(
                suit, "symbols", 63 if alone else (44, 82)[k % 2], down, ink, fit=(22, 22), turn=180 * (down > 95)
            )
    return canvas.finish()


def _court(rng: Rng, canvas: Canvas, ink: Colour) -> None:
    """Draw a figure of bands and a face in a frame; the lower half is the upper half upside down."""
    canvas.box(32, 26, 94, 150, ink, width=2)
    bands = [hsv(rng.uniform(0, 360), rng.uniform(0.5, 1), rng.uniform(0.4, 1)) for _ in range(4)]
    slopes = rng.uniform(-22, 22, 4)
    head, crown = rng.uniform(46, 54), rng.uniform(10, 18)
    for turn in (0, 180):
        with canvas.placed(63, 88, turn=turn):
            for k, colour in enumerate(bands):
                low, high = -k * 7.0, -(k + 1) * 7.0
                tilt = float(slopes[k])
                canvas.poly([(-30, low + tilt * 0.3), (30, low), (26, high), (-26, high + tilt * 0.3)], colour)
            canvas.ellipse(0, -head + 8, 11, 14, (180, 205, 235))
            canvas.poly(
                [(-13, -head), (13, -head), (15, -head - crown), (0, -head - crown / 2), (-15, -head - crown)], bands[0]
            )


def _joker(rng: Rng, canvas: Canvas, style: Style) -> None:
    """Draw the deck's joker: the word down both edges, once upside down, unlike any joker tile."""
    ink, font = pick(rng, style.inks), pick(rng, INDEX_FONTS)
    for x, y, turn in ((16, 62, 90), (110, 114, 270)):
        canvas.text("JOKER", font, x, y, ink, fit=(86, 15), turn=turn)
    if rng.random() < 0.5:
        canvas.text("★", "symbols", 63, 88, pick(rng, style.inks), fit=(60, 60))
    else:
        _court(rng, canvas, ink)


def card_back(rng: Rng, style: Style) -> Pixels:
    """Draw the back of a card: a plain edge, frames, and a lattice, rays or rings inside them."""
    canvas = Canvas((252, 252, 250), 126, 176)
    ink = pick(rng, (*style.inks, hsv(rng.uniform(0, 360), 0.8, rng.uniform(0.3, 0.8))))
    edge, pale = rng.uniform(6, 24), mix(ink, (252, 252, 250), rng.uniform(0.5, 0.9))
    pattern = pick(rng, ("lattice", "rays", "rings", "none"), (0.5, 0.15, 0.2, 0.15))
    # An empty pale ground would look exactly like a framed Soap.
    solid = pattern == "none" or rng.random() < 0.6
    ground, lines = (ink, pale) if solid else (pale, ink)
    canvas.box(edge, edge, 126 - edge, 176 - edge, ground)
    step, width = rng.uniform(5, 16), rng.uniform(1, 3.5)
    if pattern == "lattice":
        for offset in np.arange(-176.0, 126.0, step).tolist():
            for sign in (1, -1):
                _within(canvas, edge, (offset, 0.0), (offset + 176.0, 176.0), sign, lines, width)
    elif pattern == "rays":
        for turn in np.arange(0.0, math.pi, step / 60).tolist():
            reach = (math.cos(turn) * 120, math.sin(turn) * 120)
            _within(canvas, edge, (63 - reach[0], 88 - reach[1]), (63 + reach[0], 88 + reach[1]), 1, lines, width)
    elif pattern == "rings":
        for y in np.arange(edge + step, 176 - edge - step / 2, 2 * step).tolist():
            for x in np.arange(edge + step, 126 - edge - step / 2, 2 * step).tolist():
                canvas.disc(x, y, step * 0.8, lines, width=width)
    for _ in range(int(rng.integers(0, 3))):
        inset = edge + rng.uniform(2, 14)
        canvas.box(inset, inset, 126 - inset, 176 - inset, pick(rng, (ink, pale)), width=rng.uniform(1, 4))
    if rng.random() < 0.35:
        canvas.ellipse(63, 88, rng.uniform(12, 34), rng.uniform(16, 48), pick(rng, (ink, pale)))
    return canvas.finish()


def _within(canvas: Canvas, edge: float, start: Point, end: Point, sign: int, colour: Colour, width: float) -> None:
    """Draw a line clipped to the inside of a card's edge; with sign -1 its mirror image."""
    (x0, y0), (x1, y1) = start, end
    low, high = 0.0, 1.0
    for at, step, least, most in ((x0, x1 - x0, edge, 126 - edge), (y0, y1 - y0, edge, 176 - edge)):
        if abs(step) < 1e-6:
            if not least <= at <= most:
                return
            continue
        near, far = sorted(((least - at) / step, (most - at) / step))
        low, high = max(low, near), min(high, far)
    if low >= high:
        return
    points = [(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part) for part in (low, high)]
    canvas.line([(x if sign > 0 else 126 - x, y) for x, y in points], colour, width)


def coloured_card(rng: Rng, style: Style) -> Pixels:
    """Draw a card of a colour game: a numeral or sign in a leaning oval, and again small in two corners."""
    ground = hsv(rng.uniform(0, 360), rng.uniform(0.6, 1), rng.uniform(0.3, 0.95))
    white: Colour = (250, 250, 250)
    canvas = Canvas(white, 126, 176)
    canvas.box(8, 8, 118, 168, ground)
    oval_ground = white if rng.random() < 0.6 else ground
    with canvas.placed(63, 88, turn=rng.uniform(15, 40)):
        canvas.ellipse(0, 0, 40, 66, oval_ground)
    text, font = str(int(rng.integers(0, 10))), style.index_font
    canvas.text(text, font, 63, 88, ground if oval_ground == white else white, fit=(50, 66))
    for x, y, turn in ((22, 26, 0), (104, 150, 180)):
        canvas.text(text, font, x, y, white, fit=(16, 22), turn=turn)
    return canvas.finish()
