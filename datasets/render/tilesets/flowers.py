"""Flowers in every family: bouquets, seasons with numerals, cocktails, women, animals with a word, a plain F."""

import numpy as np

from datasets.render.tilesets.canvas import HEIGHT, WIDTH, Canvas, resized, turned
from datasets.render.tilesets.honours import beside, setting, word_box
from datasets.render.tilesets.lettering import draw_glyph, draw_word
from datasets.render.tilesets.numerals import draw_index
from datasets.render.tilesets.pictures import draw_picture
from datasets.render.tilesets.style import Style

SEASONS = (("SPRING", "SPR", "春", "梅"), ("SUMMER", "SUM", "夏", "蘭"), ("AUTUMN", "AUT", "秋", "菊"), ("WINTER", "WIN", "冬", "竹"))
_MIDDLE = (WIDTH / 2, HEIGHT / 2)


def _bouquet(canvas: Canvas, style: Style, rng: np.random.Generator) -> None:
    """Draw blossoms with leaves, in a bunch, in a vase or an envelope, or strewn over the face."""
    palette = style.palette
    shown = [style.picture(rng, "flower", palette.more[k % len(palette.more)]) for k in range(int(rng.integers(1, 4)))]
    plants = [style.picture(rng, "plant", palette.green) for _ in range(2)]
    kind = int(rng.integers(4))
    if kind == 0:
        size = float(rng.uniform(84, 116))
        draw_picture(canvas, shown[0], *_MIDDLE, size)
    elif kind == 1:
        for _ in range(int(rng.integers(2, 7))):
            art = turned(resized(plants[int(rng.integers(2))], float(rng.uniform(40, 70))), float(rng.normal(0, 40)))
            canvas.picture(art, 60 + float(rng.normal(0, 20)), 96 + float(rng.normal(0, 18)))
        for _ in range(int(rng.integers(2, 7))):
            art = turned(resized(shown[int(rng.integers(len(shown)))], float(rng.uniform(34, 66))), float(rng.normal(0, 25)))
            canvas.picture(art, 60 + float(rng.normal(0, 20)), 62 + float(rng.normal(0, 20)))
    elif kind == 2:
        stems = int(rng.integers(1, 5))
        for k in range(stems):
            x = 60 + (k - (stems - 1) / 2) * float(rng.uniform(14, 26))
            top = float(rng.uniform(28, 66))
            canvas.line([(60 + (x - 60) * 0.3, 152), (60 + (x - 60) * 0.6, 110), (x, top)], palette.green, 3)
            for y in (90, 118):
                leaf = turned(resized(plants[0], 26), float(rng.uniform(-70, 70)))
                canvas.picture(leaf, 60 + (x - 60) * 0.6 + float(rng.choice((-10, 10))), y + float(rng.normal(0, 8)))
            canvas.picture(resized(shown[k % len(shown)], float(rng.uniform(30, 54))), x, top)
        if rng.random() < 0.3:
            ink = palette.more[0]
            canvas.poly([(30, 106), (90, 106), (82, 152), (38, 152)], ink)
            canvas.line([(30, 106), (60, 126), (90, 106)], palette.body, 2)
    else:
        for _ in range(int(rng.integers(5, 12))):
            art = turned(resized(shown[int(rng.integers(len(shown)))], float(rng.uniform(20, 42))), float(rng.uniform(0, 360)))
            canvas.picture(art, float(rng.uniform(12, 108)), float(rng.uniform(12, 148)))


def draw_flower(style: Style, number: int) -> Canvas:
    """Draw flower ``number`` (0 to 7) of the set: two groups of four, or the same picture again."""
    shared, rng = style.rng(f"flowers-{number // 4 if style.seed % 3 else 0}"), style.rng(f"flower-{number}")
    canvas, palette = style.canvas(), style.palette
    season = SEASONS[number % 4]
    family = str(
        shared.choice(
            ("bouquet", "picture-word", "season", "numbered", "drink", "woman", "letter", "word", "characters", "animal"),
            p=(0.34, 0.1, 0.14, 0.1, 0.07, 0.08, 0.04, 0.06, 0.04, 0.03),
        )
    )
    ink = palette.more[int(shared.integers(len(palette.more)))]
    writing = style.words if shared.random() < 0.65 else style.script
    how = setting(shared)
    ground = shared.random() < 0.12
    if ground:
        inset = float(shared.uniform(5, 12))
        canvas.box((inset, inset, WIDTH - inset, HEIGHT - inset), palette.more[-1], 4)
    if family == "bouquet":
        _bouquet(canvas, style, rng if shared.random() < 0.6 else style.rng("flower-all"))
    elif family in {"picture-word", "word", "season"}:
        long = shared.random() < 0.6
        words = {
            "season": season[0] if long else season[1],
            "word": "FLOWER" if shared.random() < 0.7 else season[0],
            "picture-word": "FLOWER" if shared.random() < 0.7 else "FLOWERS",
        }
        word = words[family]
        alone = family == "word"
        box = word_box(how, shared, alone=alone)
        if not alone:
            x, y, size = beside(box)
            category = "flower" if shared.random() < 0.7 else str(rng.choice(("plant", "fruit", "bird", "person", "drink", "lantern", "animal", "wind")))
            draw_picture(canvas, style.picture(rng, category, ink), x, y, size)
        draw_word(canvas, writing, word, how, box, (ink, palette.red) if shared.random() < 0.3 else (ink, ink), rng)
        if family == "season" and shared.random() < 0.6:
            draw_index(canvas, style.index, palette, str(number % 4 + 1), (palette.red, palette.blue)[number // 4 % 2], rng)
        if family == "season" and shared.random() < 0.25:
            draw_glyph(canvas, style.characters, season[2], 98, 24, 26, palette.red, 30)
    elif family in {"numbered", "characters"}:
        category = "flower" if rng.random() < 0.7 else str(rng.choice(("plant", "bird", "person", "lantern", "drink", "fruit")))
        draw_picture(canvas, style.picture(rng, category, ink), 60, 94, float(shared.uniform(74, 100)))
        if shared.random() < 0.5:
            canvas.line([(40, 150), (60, 100), (70, 60)], palette.green, 3)
        draw_glyph(canvas, style.characters, season[2 + number // 4 % 2], 96 if shared.random() < 0.6 else 24, 24, 30, (palette.red, palette.blue)[number // 4 % 2], 34)
        if family == "numbered":
            draw_glyph(canvas, style.index.letters, str(number % 4 + 1), 20, 22, 26, (palette.red, palette.blue)[number // 4 % 2], 26)
    elif family == "drink":
        draw_picture(canvas, style.picture(rng, "drink", ink), *_MIDDLE, float(shared.uniform(80, 112)))
        if shared.random() < 0.4:
            draw_index(canvas, style.index, palette, "F", ink, rng)
    elif family == "woman":
        draw_picture(canvas, style.picture(rng, "person", ink), 60, 86, float(shared.uniform(76, 104)))
        for _ in range(int(shared.integers(2, 5))):
            canvas.picture(resized(style.picture(shared, "flower", palette.red), float(shared.uniform(20, 38))), float(shared.uniform(26, 94)), float(shared.uniform(20, 56)))
        if shared.random() < 0.35:
            draw_index(canvas, style.index, palette, "F", ink, rng)
    elif family == "letter":
        draw_glyph(canvas, writing, "F", 60, 80, float(shared.uniform(60, 104)), ink, 90)
        if shared.random() < 0.5:
            _bouquet_corner(canvas, style, shared)
    else:
        draw_picture(canvas, style.picture(rng, "animal", ink), 60, 88, 88)
        draw_index(canvas, style.index, palette, "F", ink, rng, size=max(style.index.size, 16))
    if family in {"bouquet", "numbered"} and shared.random() < 0.12:
        draw_index(canvas, style.index, palette, "F", ink, rng)
    return canvas


def _bouquet_corner(canvas: Canvas, style: Style, rng: np.random.Generator) -> None:
    """Draw small blossoms in two corners."""
    art = style.picture(rng, "flower", style.palette.red)
    draw_picture(canvas, art, 24, 26, 32)
    draw_picture(canvas, art, 96, 134, 32)
