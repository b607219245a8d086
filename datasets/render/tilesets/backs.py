"""Draw the backs of face-down tiles: plain, bordered, with a monogram, a pattern or stripes."""

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.draft import choose_family
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Canvas, resized, turned
from datasets.render.tilesets.drawing.palette import Colour, hsv, luminance, mix, readable
from datasets.render.tilesets.style import Style

SHARES = {
    "plain": 0.22,
    "border": 0.08,
    "monogram": 0.3,
    "pattern": 0.18,
    "stripes": 0.06,
    "picture": 0.06,
    "word": 0.1,
}
NAMES = ("mahj", "Maj", "MAH JONGG", "club", "THE TILE", "Lucky", "Studio", "play", "East & Co")


def back_colour(style: Style) -> Colour:
    """Return the colour of the set's back: mostly strong, seldom the face's colour."""
    rng = style.rng("back-colour")
    if rng.random() < 0.14:
        return style.palette.body
    return hsv(rng.uniform(0, 360), rng.uniform(0.25, 1), rng.uniform(0.2, 0.95))


def _border(canvas: Canvas, style: Style, rng: Rng, ink: Colour) -> None:
    art = resized(style.picture(rng, str(rng.choice(("plant", "flower", "star"))), ink, one_ink=True), 18)
    along_x = [(float(x), float(y)) for x in np.arange(12, WIDTH, 16) for y in (12, HEIGHT - 12)]
    along_y = [(float(x), float(y)) for y in np.arange(26, HEIGHT - 20, 16) for x in (12, WIDTH - 12)]
    for x, y in (*along_x, *along_y):
        canvas.picture(turned(art, rng.uniform(0, 360)), x, y)


def _monogram(canvas: Canvas, style: Style, rng: Rng, ink: Colour) -> None:
    """Draw a letter, mostly aslant, and stars around it."""
    letter = "ABCDGGHKLMPQRTUVXYZ"[int(rng.integers(19))]
    mask = (style.script if rng.random() < 0.7 else style.words).mask(letter)
    if mask is not None:
        high = rng.uniform(50, 118)
        art = resized(mask, high, min(mask.shape[1] * high / mask.shape[0], 96.0))
        canvas.stamp(turned(art, rng.normal(0, 15)), 60, 80, ink)
    for _ in range(int(rng.integers(0, 6))):
        art = style.picture(rng, "star", ink, one_ink=True)
        y = float(rng.choice((24, 136, rng.uniform(20, 140))))
        canvas.picture(art, rng.uniform(14, 106), y, rng.uniform(12, 30))


def _pattern(canvas: Canvas, style: Style, rng: Rng, ink: Colour) -> None:
    category = str(rng.choice(("plant", "flower", "star", "round", "animal", "other")))
    art = style.picture(rng, category, ink, one_ink=(rng.random() < 0.7))
    step = rng.uniform(18, 44)
    for number, y in enumerate(np.arange(step / 2, HEIGHT, step)):
        for x in np.arange(step / 2 - (number % 2) * step / 2, WIDTH + step, step):
            canvas.picture(art, float(x), float(y), step * 0.75)


def _word(canvas: Canvas, style: Style, rng: Rng, ink: Colour) -> None:
    """Write a maker's name, once or many times."""
    text, letters = NAMES[int(rng.integers(len(NAMES)))], style.script if rng.random() < 0.6 else style.words
    mask = letters.mask(text)
    if mask is None:
        return
    angle = float(rng.choice((0.0, -90.0, -45.0, rng.uniform(0, 360))))
    if rng.random() < 0.5:
        high = rng.uniform(16, 40)
        wide = min(mask.shape[1] * high / mask.shape[0], 112.0)
        canvas.stamp(turned(resized(mask, high, wide), angle), WIDTH / 2, HEIGHT / 2, ink)
        return
    art = turned(resized(mask, rng.uniform(9, 18)), angle)
    across, down = art.shape[1] * rng.uniform(0.9, 1.3), art.shape[0] * rng.uniform(0.9, 1.5)
    for number, y in enumerate(np.arange(0, HEIGHT + down, down)):
        for x in np.arange(-(number % 2) * across / 2, WIDTH + across, across):
            canvas.stamp(art, float(x), float(y), ink)


def _stripes(canvas: Canvas, rng: Rng, ink: Colour, ground: Colour) -> None:
    step = rng.uniform(7, 26)
    across = rng.random() < 0.4
    for at in np.arange(0, HEIGHT if across else WIDTH, step):
        tone = mix(ground, ink, rng.uniform(0.1, 0.8))
        end = float(at + step * rng.uniform(0.2, 0.7))
        canvas.box((0, float(at), WIDTH, end) if across else (float(at), 0, end, HEIGHT), tone)


def draw_back(style: Style) -> Canvas:
    """Draw the back of a tile."""
    rng = style.rng("back")
    ground = back_colour(style)
    canvas = Canvas(ground)
    hue, depth, light = rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.3, 1)
    ink = readable(hsv(hue, depth, light), ground, 40)
    kind = choose_family(rng, SHARES)
    if ground == style.palette.body or luminance(ground) > 215:
        kind = str(rng.choice(("plain", "pattern", "monogram", "border", "word"), p=(0.36, 0.24, 0.18, 0.08, 0.14)))
    if kind == "picture":
        canvas.picture(style.picture(rng, "other", ink, one_ink=True), 60, 80, 84)
    elif kind == "stripes":
        _stripes(canvas, rng, ink, ground)
    elif kind != "plain":
        {"border": _border, "monogram": _monogram, "pattern": _pattern, "word": _word}[kind](canvas, style, rng, ink)
    return canvas
