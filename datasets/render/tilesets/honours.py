"""Winds, dragons and Soap in every family: letter, word, character, picture, frame."""

import numpy as np

from datasets.render.tilesets.canvas import HEIGHT, WIDTH, Canvas, resized, turned
from datasets.render.tilesets.lettering import SETTINGS, Lettering, draw_glyph, draw_word
from datasets.render.tilesets.numerals import draw_index
from datasets.render.tilesets.palette import Colour, Palette, hsv, mix, readable
from datasets.render.tilesets.pictures import draw_picture
from datasets.render.tilesets.style import Style

WINDS = {"N": ("NORTH", "北"), "E": ("EAST", "東"), "W": ("WEST", "西"), "S": ("SOUTH", "南")}
_SETTING_SHARES = (0.5, 0.14, 0.1, 0.08, 0.06, 0.12)
Box = tuple[float, float, float, float]


def setting(rng: np.random.Generator) -> str:
    """Choose how a word is set."""
    return str(rng.choice(SETTINGS, p=_SETTING_SHARES))


def word_box(how: str, rng: np.random.Generator, *, alone: bool) -> Box:
    """Return where a word stands: over the whole face where it stands alone, else along an edge."""
    if alone:
        if how in {"stacked", "upright"}:
            half = float(rng.uniform(14, 30))
            return WIDTH / 2 - half, 10, WIDTH / 2 + half, HEIGHT - 10
        half = float(rng.uniform(14, 36))
        return 8, HEIGHT / 2 - half, WIDTH - 8, HEIGHT / 2 + half
    if how in {"stacked", "upright"}:
        wide = float(rng.uniform(14, 24))
        left = bool(rng.random() < 0.6)
        return (6, 14, 6 + wide, HEIGHT - 14) if left else (WIDTH - 6 - wide, 14, WIDTH - 6, HEIGHT - 14)
    high = float(rng.uniform(14, 32))
    top = bool(rng.random() < 0.55)
    side = float(rng.uniform(6, 22))
    return (side, 7, WIDTH - side, 7 + high) if top else (side, HEIGHT - 7 - high, WIDTH - side, HEIGHT - 7)


def beside(box: Box) -> tuple[float, float, float]:
    """Return middle and size of a picture that leaves a word's box free."""
    x0, y0, x1, y1 = box
    if y1 - y0 > 90:
        left, right = x0 - 4, WIDTH - x1 - 4
        return (left / 2, HEIGHT / 2, left * 0.95) if left > right else (x1 + right / 2, HEIGHT / 2, right * 0.95)
    above, below = y0 - 6, HEIGHT - y1 - 6
    size = min(max(above, below) * 0.92, 104.0)
    return (WIDTH / 2, above / 2 + 3, size) if above > below else (WIDTH / 2, y1 + below / 2 + 2, size)


def _wreath(canvas: Canvas, style: Style, shared: np.random.Generator, ink: Colour) -> None:
    """Draw a ring of leaves, dots or pictures, a frame, or a sprig around the middle."""
    kind = int(shared.integers(6))
    cx, cy = WIDTH / 2, HEIGHT / 2
    rx, ry = float(shared.uniform(36, 48)), float(shared.uniform(42, 62))
    if kind < 3:
        count = int(shared.integers(8, 20))
        art = style.picture(shared, ("plant", "flower", "star")[kind], ink)
        for k in range(count):
            angle = 2 * np.pi * k / count
            leaf = turned(resized(art, float(shared.uniform(13, 22))), float(np.degrees(angle)) + 90)
            canvas.picture(leaf, cx + rx * float(np.cos(angle)), cy + ry * float(np.sin(angle)))
    elif kind == 3:
        canvas.disc(cx, cy, rx, ink, float(shared.uniform(1.5, 6)))
        canvas.disc(cx, cy, rx - 8, mix(ink, style.palette.body, 0.4), 1.5)
    elif kind == 4:
        canvas.frame((cx - rx, cy - ry, cx + rx, cy + ry), ink, float(shared.uniform(1.5, 4)), float(shared.uniform(0, 20)))
    else:
        for side in (-1, 1):
            art = style.picture(shared, "plant" if shared.random() < 0.6 else "flower", ink)
            draw_picture(canvas, art if side > 0 else art[:, ::-1], cx, cy + side * ry * 0.95, 36)


def draw_wind(style: Style, label: str) -> Canvas:
    """Draw a wind in the set's family."""
    shared, rng = style.rng("winds"), style.rng("wind-" + label)
    canvas, palette = style.canvas(), style.palette
    word, character = WINDS[label]
    inks = (palette.dark, palette.blue, palette.red, palette.suits[1], palette.more[3])
    ink = inks[int(shared.integers(len(inks)))]
    second = palette.more[int(shared.integers(len(palette.more)))]
    family = str(
        shared.choice(
            ("letter", "word", "character", "both", "wreath", "picture", "picture-word", "badge", "compass"),
            p=(0.13, 0.15, 0.07, 0.15, 0.15, 0.13, 0.12, 0.05, 0.05),
        )
    )
    letters = style.words if shared.random() < 0.6 else style.script
    letter = label if letters.case != "lower" or shared.random() < 0.7 else label.lower()
    if family == "letter":
        draw_glyph(canvas, letters, letter, 60, 80, float(shared.uniform(50, 110)), ink, 96)
        if shared.random() < 0.3:
            for _ in range(int(shared.integers(2, 7))):
                canvas.disc(float(shared.uniform(10, 110)), float(shared.choice((14, 146))), 4, second)
    elif family == "word":
        how = setting(shared)
        draw_word(canvas, letters, word, how, word_box(how, shared, alone=True), (ink, second if shared.random() < 0.3 else ink), rng)
        if shared.random() < 0.25:
            canvas.frame((7, 7, 113, 153), second, 2, 6)
    elif family in {"character", "both"}:
        size = float(shared.uniform(70, 112))
        y = 80.0 if family == "character" else 90.0
        draw_glyph(canvas, style.characters, character, 60, y, size * (0.85 if family == "both" else 1.0), ink, 100)
        if family == "both":
            if shared.random() < 0.6:
                draw_index(canvas, style.index, palette, label, ink, rng)
            else:
                draw_word(canvas, letters, word, "straight", (22, 6, 98, 24), (ink,), rng)
    elif family == "wreath":
        _wreath(canvas, style, style.rng("wreath"), second)
        draw_glyph(canvas, letters, letter, 60, 80, float(shared.uniform(36, 62)), ink, 62)
    elif family in {"picture", "picture-word"}:
        category = str(shared.choice(("wind", "animal", "bird", "flower", "person", "dragon", "other", "lantern")))
        same = shared.random() < 0.5
        art = style.picture(style.rng("wind-thing" if same else "wind-thing-" + label), category, second)
        if family == "picture-word":
            how = setting(shared)
            box = word_box(how, shared, alone=False)
            x, y, size = beside(box)
            draw_picture(canvas, art, x, y, size)
            draw_word(canvas, letters, word, how, box, (ink, ink), rng)
        else:
            over = bool(shared.random() < 0.4)
            draw_picture(canvas, art, 60, 92 if not over else 80, float(shared.uniform(72, 104)), ghost=0.6 if over and shared.random() < 0.5 else 1.0)
            if over:
                edge = Lettering(letters.font, 4, letters.case)
                draw_glyph(canvas, edge, letter, 60, 80, 62, palette.body, 84)
                draw_glyph(canvas, letters, letter, 60, 80, 56, readable(ink, palette.body, 80), 78)
            else:
                draw_index(canvas, style.index, palette, label, ink, rng, size=max(style.index.size, 16))
        if shared.random() < 0.2:
            draw_index(canvas, style.index, palette, label, ink, rng)
    elif family == "badge":
        r = float(shared.uniform(34, 50))
        if shared.random() < 0.5:
            canvas.disc(60, 80, r, second)
        else:
            canvas.box((60 - r, 80 - r, 60 + r, 80 + r), second, float(shared.uniform(0, 16)))
        draw_glyph(canvas, letters, letter, 60, 80, r * 1.1, readable(palette.body, second, 70), r * 1.5)
    else:
        canvas.disc(60, 80, 46, second, 3)
        for k, point in enumerate("NESW"):
            angle = k * np.pi / 2
            tip = (60 + 44 * float(np.sin(angle)), 80 - 44 * float(np.cos(angle)))
            left = (60 + 9 * float(np.sin(angle + np.pi / 2)), 80 - 9 * float(np.cos(angle + np.pi / 2)))
            right = (60 - 9 * float(np.sin(angle + np.pi / 2)), 80 + 9 * float(np.cos(angle + np.pi / 2)))
            canvas.poly([tip, left, right], ink if point == label else mix(second, palette.body, 0.5))
        draw_glyph(canvas, letters, letter, 60, 80, 34, readable(ink, palette.body, 80), 40)
        draw_index(canvas, style.index, palette, label, ink, rng)
    return canvas


_DRAGONS = {
    "R": (("中",), ("C", "R", "R", "C", "RD"), ("RED", "RED DRAGON", "CRAK", "RED", "DRAGON")),
    "G": (("發", "发", "発"), ("F", "G", "G", "F", "GD"), ("GREEN", "GREEN DRAGON", "BAM", "GREEN", "DRAGON")),
}


def _dragon_ink(palette: Palette, label: str, shared: np.random.Generator) -> Colour:
    """A red or a green as sets print them: from pink to brick, from lime to teal."""
    low, high = (-30, 14) if label == "R" else (85, 170)
    ink = hsv(float(shared.uniform(low, high)), float(shared.uniform(0.55, 1)), float(shared.uniform(0.4, 0.95)))
    return readable(ink, palette.body, 40)


def draw_dragon(style: Style, label: str) -> Canvas:
    """Draw the Red or the Green dragon in the set's family; without letter or word only in its own colour."""
    shared = style.rng("dragons")
    rng = style.rng("dragon-" + label)
    canvas, palette = style.canvas(), style.palette
    characters, letters, words = _DRAGONS[label]
    family = str(
        shared.choice(
            ("character", "both", "picture", "picture-letter", "picture-word", "word", "letter", "picture-character"),
            p=(0.13, 0.17, 0.2, 0.14, 0.14, 0.12, 0.05, 0.05),
        )
    )
    ink = _dragon_ink(palette, label, rng)
    character = characters[int(shared.integers(3)) % len(characters)]
    number = int(shared.integers(5))
    writing = style.words if shared.random() < 0.7 else style.script
    category = "dragon" if shared.random() < 0.62 else str(shared.choice(("animal", "flower", "person", "bird", "lantern", "star")))
    art = None
    if family.startswith("picture"):
        same = shared.random() < 0.8
        art = style.picture(style.rng("dragon-thing" if same else "dragon-thing-" + label), category, ink, one_ink=True)
        if shared.random() < 0.2:
            art = np.ascontiguousarray(art[:, ::-1])
    size = float(shared.uniform(80, 110))
    if family in {"character", "both"}:
        y = 80.0 if family == "character" else 88.0
        draw_glyph(canvas, style.characters, character, 60, y, size, ink, 96)
        if family == "both":
            draw_index(canvas, style.index, palette, letters[number], ink, rng)
        if shared.random() < 0.15:
            canvas.frame((8, 8, 112, 152), ink, 2, 8)
    elif family == "letter":
        draw_glyph(canvas, writing, "RG"["RG".index(label)], 60, 80, float(shared.uniform(60, 110)), ink, 96)
    elif family == "word":
        how = setting(shared)
        draw_word(canvas, writing, words[number % 4], how, word_box(how, shared, alone=True), (ink,), rng)
    elif family == "picture-word" and art is not None:
        how = setting(shared)
        box = word_box(how, shared, alone=False)
        x, y, room = beside(box)
        draw_picture(canvas, art, x, y, room)
        draw_word(canvas, writing, words[number], how, box, (ink,), rng)
    elif art is not None:
        draw_picture(canvas, art, 60, 80 if family == "picture" else 88, size)
        if family == "picture-letter":
            draw_index(canvas, style.index, palette, letters[number], ink, rng, size=max(style.index.size, 15))
        elif family == "picture-character":
            draw_glyph(canvas, style.characters, character, 24, 26, 32, ink, 34)
    return canvas


def _frame(canvas: Canvas, style: Style, shared: np.random.Generator, ink: Colour) -> None:
    """Draw a Soap's frame: single, double, dashed, notched, of leaves, with a key pattern, as a shrine."""
    kind = int(shared.integers(10))
    inset = float(shared.uniform(8, 30))
    box = (inset, inset * float(shared.uniform(0.8, 1.2)), WIDTH - inset, HEIGHT - inset * float(shared.uniform(0.8, 1.2)))
    x0, y0, x1, y1 = box
    width = float(shared.uniform(2, 8))
    radius = float(shared.choice((0.0, 0.0, 8.0, 18.0)))
    second = style.palette.more[int(shared.integers(len(style.palette.more)))] if shared.random() < 0.4 else ink
    if kind <= 4:
        canvas.frame(box, ink, width, radius)
        if kind >= 1:
            gap = width + float(shared.uniform(2, 8))
            canvas.frame((x0 + gap, y0 + gap, x1 - gap, y1 - gap), second, width * 0.5, max(radius - gap, 0))
    if kind in {2, 5, 6}:
        count = int(shared.integers(4, 9))
        for along in np.linspace(0, 1, count):
            for x, y in ((x0 + (x1 - x0) * along, y0), (x0 + (x1 - x0) * along, y1), (x0, y0 + (y1 - y0) * along), (x1, y0 + (y1 - y0) * along)):
                side = width * 1.1
                if kind == 6:
                    canvas.disc(float(x), float(y), side, second)
                else:
                    canvas.box((float(x) - side, float(y) - side, float(x) + side, float(y) + side), second)
    if kind == 7:
        leaf = style.picture(shared, "plant" if shared.random() < 0.5 else "flower", ink)
        for k in range(20):
            t = k / 20
            edge = int(t * 4)
            f = t * 4 - edge
            x, y = ((x0 + (x1 - x0) * f, y0), (x1, y0 + (y1 - y0) * f), (x1 - (x1 - x0) * f, y1), (x0, y1 - (y1 - y0) * f))[edge]
            canvas.picture(turned(resized(leaf, 20), edge * 90.0), x, y)
        canvas.frame(box, ink, 1.5)
    if kind in {3, 8, 9}:
        canvas.frame(box, ink, width)
        notch = float(shared.uniform(10, 20))
        for x, sx in ((x0, 1), (x1, -1)):
            for y, sy in ((y0, 1), (y1, -1)):
                canvas.frame((min(x, x + sx * notch), min(y, y + sy * notch), max(x, x + sx * notch), max(y, y + sy * notch)), second, width * 0.6)
        if kind == 9:
            canvas.poly([(x0 - 6, y0), (WIDTH / 2, max(y0 - 16, 2)), (x1 + 6, y0)], second)
    if shared.random() < 0.2:
        for x in (x0, x1):
            draw_picture(canvas, style.picture(shared, "flower", second), x, y1 if shared.random() < 0.7 else y0, 30)


def draw_soap(style: Style) -> Canvas:
    """Draw the White dragon, the players' Soap."""
    shared = style.rng("soap")
    canvas, palette = style.canvas(), style.palette
    inks = (palette.blue, palette.dark, palette.red, palette.green, palette.suits[2])
    ink = inks[int(shared.choice(5, p=(0.42, 0.24, 0.12, 0.12, 0.1)))]
    family = str(
        shared.choice(
            ("frame", "frame-word", "word", "bar", "bar-word", "bubbles", "letter", "dragon", "dragon-word", "blank", "frame-mark"),
            p=(0.36, 0.1, 0.12, 0.07, 0.08, 0.02, 0.05, 0.06, 0.06, 0.02, 0.06),
        )
    )
    writing = style.words if shared.random() < 0.7 else style.script
    word = str(shared.choice(("SOAP", "SOAP", "WHITE", "WHITE DRAGON", "SOAP", "DOT DRAGON")))
    how = setting(shared)
    if family.startswith("frame"):
        _frame(canvas, style, style.rng("soap-frame"), ink)
        if family == "frame-word":
            how = str(shared.choice(("straight", "stacked", "slanted", "upright")))
            half = (20.0, 44.0) if how in {"stacked", "upright"} else (34.0, 13.0)
            box = (60 - half[0], 80 - half[1], 60 + half[0], 80 + half[1])
            draw_word(canvas, writing, word.split(" ", maxsplit=1)[0], how, box, (ink,), shared)
        elif family == "frame-mark":
            letters = ("B", "WH", "0", "白", "P")
            text = letters[int(shared.integers(5))]
            if text == "白":
                draw_glyph(canvas, style.characters, text, 60, 80, 44, palette.red, 50)
            else:
                draw_glyph(canvas, writing, text, 60, 80, 34, ink, 50)
    elif family == "word":
        draw_word(canvas, writing, word, how, word_box(how, shared, alone=True), (ink, ink), shared)
    elif family in {"bar", "bar-word", "bubbles"}:
        box = word_box(how, shared, alone=False)
        x, y, size = beside(box) if family == "bar-word" else (60.0, 80.0, 90.0)
        if shared.random() < 0.5:
            draw_picture(canvas, style.picture(shared, "soap", ink), x, y, size)
        else:
            tone = mix(palette.more[0], palette.body, 0.5)
            canvas.box((x - size * 0.45, y - size * 0.28, x + size * 0.45, y + size * 0.28), tone, size * 0.18)
            canvas.frame((x - size * 0.45, y - size * 0.28, x + size * 0.45, y + size * 0.28), ink, 2, size * 0.18)
            if family == "bar":
                draw_word(canvas, writing, "SOAP", "straight", (x - size * 0.3, y - 9, x + size * 0.3, y + 9), (ink,), shared)
            for _ in range(int(shared.integers(2, 8))):
                canvas.disc(float(shared.uniform(12, 108)), float(shared.uniform(10, 150)), float(shared.uniform(3, 8)), ink, 1.5)
        if family == "bar-word":
            draw_word(canvas, writing, word.split(" ", maxsplit=1)[0], how, box, (ink,), shared)
    elif family == "letter":
        draw_glyph(canvas, writing, str(shared.choice(("B", "WH", "WD"))), 60, 80, float(shared.uniform(40, 84)), ink, 90)
    elif family in {"dragon", "dragon-word"}:
        cool = readable(hsv(float(shared.uniform(195, 260)), float(shared.uniform(0, 0.9)), float(shared.uniform(0.3, 0.9))), palette.body, 35)
        art = style.picture(style.rng("dragon-thing"), "dragon", cool, one_ink=True)
        box = word_box(how, shared, alone=False)
        x, y, size = beside(box) if family == "dragon-word" else (60.0, 80.0, 96.0)
        draw_picture(canvas, art, x, y, size)
        if family == "dragon-word":
            draw_word(canvas, writing, word, how, box, (cool,), shared)
    return canvas
