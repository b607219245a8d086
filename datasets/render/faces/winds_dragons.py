"""Draw winds, the Red and Green dragons, and the line-drawn serpent."""

import math

import numpy as np

from datasets.render.drawing.brush_strokes import draw_character
from datasets.render.drawing.canvas import Canvas, Colour, Floats, Rng, normals, smooth
from datasets.render.drawing.set_style import Origin, Style, draw_index, has_index, mix, pick
from datasets.render.faces.novelty_motifs import draw_compass, novelty_of
from datasets.render.faces.serpents import has_serpents, thick_serpent

_WIND_MANNERS: dict[Origin, tuple[float, ...]] = {
    "american": (0.66, 0.07, 0.1, 0.06, 0.07, 0.04),
    "chinese": (1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    "modern": (0.42, 0.22, 0.08, 0.14, 0.09, 0.05),
    "japanese": (1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
}
_DRAGON_MANNERS: dict[Origin, tuple[float, ...]] = {
    "american": (0.68, 0.18, 0.05, 0.04, 0.02, 0.03),
    "chinese": (0.97, 0.03, 0.0, 0.0, 0.0, 0.0),
    "modern": (0.42, 0.2, 0.13, 0.07, 0.1, 0.08),
    "japanese": (1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
}
_WINDS = {"E": ("東", "EAST"), "S": ("南", "SOUTH"), "W": ("西", "WEST"), "N": ("北", "NORTH")}


def draw_wind(canvas: Canvas, style: Style, wind: str) -> None:
    """Draw the wind `wind` (E, S, W or N) of this set."""
    novelty = novelty_of(style)
    if novelty is not None and novelty.compass:
        draw_compass(canvas, style, wind)
        return
    rng = style.rng("winds")
    character, word = _WINDS[wind]
    ink = pick(rng, (style.dark, style.blue, style.green, style.red), (0.45, 0.3, 0.15, 0.1))
    weights = (1.0, 0, 0, 0, 0, 0) if style.large_index else _WIND_MANNERS[style.origin]
    manner = pick(rng, ("character", "letter", "disc", "word", "both", "outline"), weights)
    centre = 88.0 if has_index(style) else 80.0
    if manner == "character":
        size = rng.uniform(74, 118) * style.art_scale
        with canvas.placed(60, centre, stretch=rng.uniform(0.9, 1.12)):
            draw_character(canvas, style, style.wind_font, character, ink, size)
        draw_index(canvas, style, wind, ink)
    elif manner == "letter":
        canvas.text(wind, style.word_font, 60, 80, ink, fit=(84 * style.art_scale, 84 * style.art_scale))
    elif manner == "disc":
        _fretted(canvas, rng, ink, style.body)
        canvas.text(wind, style.word_font, 60, 80, style.red, fit=(40, 44), edge=style.body)
    elif manner == "word":
        with canvas.placed(60, 62):
            draw_character(canvas, style, style.wind_font, character, ink, 72)
        canvas.text(word, style.word_font, 60, 128, ink, fit=(92, 24))
    elif manner == "outline":
        with canvas.placed(60, centre):
            draw_character(canvas, style, style.wind_font, character, style.body, 92 * style.art_scale, edge=ink)
        draw_index(canvas, style, wind, ink)
    else:
        canvas.text(character, style.wind_font, 60, 98, ink, size=70)
        canvas.text(wind, style.word_font, 60, 34, style.red, fit=(34, 34))


def draw_dragon(canvas: Canvas, style: Style, dragon: str) -> None:
    """Draw the Red ("R") or Green ("G") dragon of this set."""
    rng = style.rng("dragons")
    ink = style.red if dragon == "R" else style.green
    if has_serpents(style):
        thick_serpent(canvas, style, ink)
        return
    letters = pick(rng, ({"R": "C", "G": "F"}, {"R": "R", "G": "G"}), (0.6, 0.4))
    kinds = ("character", "serpent", "word", "lion", "letter", "framed")
    manner = pick(rng, kinds, _DRAGON_MANNERS[style.origin])
    green = pick(rng, ("發", "発"), (0.9, 0.1))
    centre = 88.0 if has_index(style) else 80.0
    lettered = rng.random() < 0.8
    if manner == "character":
        size = rng.uniform(76, 114) * style.art_scale
        hollow = rng.random() < 0.12
        with canvas.placed(60, centre, stretch=rng.uniform(0.88, 1.1)):
            face, edge = (style.body, ink) if hollow else (ink, None)
            character = "中" if dragon == "R" else green
            draw_character(canvas, style, style.wind_font, character, face, size, edge=edge)
        if lettered:
            draw_index(canvas, style, letters[dragon], ink)
    elif manner == "serpent":
        serpent(canvas, rng, ink, style.body)
        if rng.random() < 0.35:
            draw_index(canvas, style, letters[dragon], ink)
    elif manner == "word":
        first = {"R": "RED", "G": "GREEN"} if rng.random() < 0.5 else {"R": "CRAK", "G": "BAM"}
        alone = rng.random() < 0.25
        if not alone:
            canvas.text("中" if dragon == "R" else green, style.wind_font, 60, 64, ink, size=74)
        canvas.text(first[dragon], style.word_font, 60, 80 if alone else 130, ink, fit=(96, 30 if alone else 24))
    elif manner == "lion":
        font = pick(rng, ("pictures-thin", "pictures-bold"))
        canvas.text(pick(rng, ("🦁", "🐲")), font, 60, centre, ink, fit=(84, 92))
        draw_index(canvas, style, letters[dragon], ink)
    elif manner == "framed":
        canvas.box(20, 26, 100, 140, ink, width=rng.uniform(2, 5))
        with canvas.placed(60, 83):
            draw_character(canvas, style, style.wind_font, "中" if dragon == "R" else green, ink, 62)
    else:
        canvas.text(dragon, style.word_font, 60, 80, ink, fit=(80, 80))


def _fretted(canvas: Canvas, rng: Rng, ink: Colour, body: Colour) -> None:
    """Draw the disc behind a wind's letter: a ring of keys, rays or holes."""
    kind = int(rng.integers(3))
    canvas.disc(60, 80, 46, ink, width=0 if kind == 2 else 3)
    with canvas.placed(60, 80):
        for _ in canvas.turns(12 if kind < 2 else 16):
            if kind == 0:
                canvas.box(-5, -42, 5, -33, ink, width=2)
            elif kind == 1:
                canvas.poly([(-4, -32), (0, -44), (4, -32)], ink)
            else:
                canvas.disc(0, -38, 4, body)
    canvas.disc(60, 80, 30, body if kind == 2 else ink, width=0 if kind == 2 else 2)


def serpent(canvas: Canvas, rng: Rng, ink: Colour, body: Colour) -> None:
    """Draw a line-drawn dragon in one colour, head at one end, curled over the face."""
    if rng.random() < 0.25:
        font = pick(rng, ("pictures-thin", "pictures-bold"))
        mirror = -1.0 if rng.random() < 0.5 else 1.0
        with canvas.placed(60, 82, stretch=mirror):
            canvas.text("🐉", font, 0, 0, ink, fit=(88, 118), keep=rng.random() < 0.5)
        return
    turns = rng.uniform(1.1, 2.0)
    side = -1.0 if rng.random() < 0.5 else 1.0
    t = np.linspace(0, 1, 9)
    reach = rng.uniform(24, 34)
    xs = 60 + side * reach * np.sin(t * turns * 2 * math.pi) * (1 - 0.35 * t)
    ys = 34 + 106 * t
    path = smooth([(float(x), float(y)) for x, y in zip(xs, ys, strict=True)])
    wide = rng.uniform(9, 15)
    _scaly_body(canvas, path, wide, ink, body)
    hx, hy = float(path[0, 0]), float(path[0, 1])
    with canvas.placed(hx, hy - 3, stretch=-side):
        canvas.poly([(-12, -6), (-2, -13), (12, -11), (19, -3), (13, 0), (17, 6), (6, 9), (-8, 8)], ink)
        canvas.disc(3, -5, 2.8, body)
        canvas.curve([(-4, -11), (-12, -18), (-14, -26)], ink, 3.0, 0.3)
        canvas.curve([(3, -12), (0, -20), (3, -27)], ink, 3.0, 0.3)
        canvas.curve([(17, 2), (26, 6), (24, 14)], ink, 1.8)
        canvas.curve([(-8, 6), (-16, 12), (-12, 18)], ink, 2.4, 0.3)
    for share in (0.3, 0.68):
        i = int(share * (len(path) - 1))
        x, y = float(path[i, 0]), float(path[i, 1])
        for s in (-1, 1):
            canvas.curve([(x, y), (x + s * 13, y + 4), (x + s * 17, y + 13)], ink, 4.0, 0.5)
            for claw in (-5, 0, 5):
                canvas.line([(x + s * 17, y + 13), (x + s * 19 + claw, y + 19)], ink, 1.8)
    canvas.disc(60 - side * 34, 26, 5, ink, width=2)


def _scaly_body(canvas: Canvas, path: Floats, wide: float, ink: Colour, body: Colour) -> None:
    across = normals(path)
    half = wide / 2 * np.linspace(1, 0.2, len(path))[:, None]
    outline = np.vstack([path + across * half, (path - across * half)[::-1]])
    canvas.poly(outline, mix(body, ink, 0.12), edge=(ink, 2.2))
    for i in range(4, len(path) - 6, 4):
        canvas.line([path[i] + across[i] * half[i], path[i + 2], path[i] - across[i] * half[i]], ink, 1.6)
        canvas.line([path[i] + across[i] * half[i], path[i] + across[i] * (half[i] + 5)], ink, 1.6)
