"""Bams, Dots and Craks: countable things, or a picture that nobody counts beside a numeral."""

import numpy as np

from datasets.render.tilesets.canvas import HEIGHT, WIDTH, Canvas, Pixels, resized, turned
from datasets.render.tilesets.lettering import draw_glyph, draw_word
from datasets.render.tilesets.numerals import NAMES, central_numeral, draw_caption, draw_index
from datasets.render.tilesets.palette import Colour, mix
from datasets.render.tilesets.pictures import draw_picture
from datasets.render.tilesets.pips import arrangement, cell, draw_ring, draw_stick, lattice
from datasets.render.tilesets.style import Style

BAM_THINGS = ("plant", "plant", "stick", "stick", "bird", "flower", "animal", "dragon", "drink", "person")
DOT_THINGS = ("round", "round", "round", "fruit", "flower", "star", "drink", "animal", "other")
CRAK_THINGS = ("lantern", "lantern", "dragon", "person", "animal", "other", "star", "wind", "drink")
NUMERALS = "一二三四五六七八九"
WORDS = {"B": ("BAM", "BAM", "BAMBOO", "BOO"), "C": ("CRAK", "CRAK", "CRACK", "CHAR"), "D": ("DOT", "DOT", "DOTS", "CIRCLE")}

Box = tuple[float, float, float, float]


def _room(style: Style, rng: np.random.Generator, *, numeral: bool) -> Box:
    """The part of the face that the index leaves free, or all of it where pips may touch the index."""
    margin = float(rng.uniform(6, 14))
    box = [margin, margin, WIDTH - margin, HEIGHT - margin]
    if numeral:
        taken = style.index.size * float(rng.uniform(0.3, 1.0)) + style.index.inset * 0.6
        place = style.index.place
        if place.startswith("bottom"):
            box[3] -= taken
        elif place in {"left", "opposite", "four"}:
            side = taken * 0.4
            box[0], box[2] = box[0] + side, box[2] - side
        else:
            box[1] += taken
    return box[0], box[1], box[2], box[3]


def _countable(canvas: Canvas, things: list[Pixels], count: int, box: Box, rng: np.random.Generator, *, long: bool) -> None:
    """Lay ``count`` things in an arrangement: the set's own for each number."""
    x0, y0, x1, y1 = box
    places = arrangement(rng, count)
    width, height = x1 - x0, y1 - y0
    room = cell(places, width, height)
    rows = len({round(float(y), 2) for y in places[:, 1]})
    size = min(max(room * float(rng.uniform(0.82, 1.08)), 19.0), width * 0.9)
    if long:
        size = min(height / rows * 0.94, height * 0.8)
    upturned = rng.random() < 0.1
    for number, (x, y, turn) in enumerate(places):
        thing = things[number % len(things)]
        wide = min(size * thing.shape[1] / thing.shape[0], (room if not long else width / 3.2) * 0.98)
        art = resized(thing, size, wide)
        if turn or (upturned and number % 2):
            art = turned(art, turn + (180 if upturned and number % 2 else 0))
        spread = 1 - size / height * 0.5 if not long else 1.0
        cx = x0 + width * (0.5 + (x - 0.5) * min(spread * 1.05, 1.0))
        canvas.picture(art, cx, y0 + height * y)


def _clump(canvas: Canvas, style: Style, category: str, ink: Colour, box: Box, rng: np.random.Generator) -> None:
    """Draw a picture that nobody counts: one large thing, a few overlapping, or a tangle of strokes."""
    x0, y0, x1, y1 = box
    kind = rng.choice(("one", "few", "tangle"), p=(0.5, 0.35, 0.15))
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    if kind == "one":
        art = style.picture(rng, category, ink)
        side = min(x1 - x0, y1 - y0) * float(rng.uniform(0.6, 1.05))
        draw_picture(canvas, art, middle[0] + rng.normal(0, 4), middle[1] + rng.normal(0, 5), side)
    elif kind == "few":
        shown = [style.picture(rng, category, ink) for _ in range(int(rng.integers(1, 4)))]
        for number in range(int(rng.integers(3, 8))):
            side = float(rng.uniform(0.28, 0.6)) * (x1 - x0)
            art = turned(resized(shown[number % len(shown)], side), float(rng.normal(0, 35)))
            x, y = middle[0] + rng.normal(0, 0.2) * (x1 - x0), middle[1] + rng.normal(0, 0.2) * (y1 - y0)
            canvas.picture(art, x, y)
    else:
        for _ in range(int(rng.integers(5, 16))):
            colour = ink if rng.random() < 0.6 else style.palette.more[int(rng.integers(len(style.palette.more)))]
            start = (rng.uniform(x0, x1), rng.uniform(y0, y1))
            points = [start]
            for _ in range(3):
                points.append((points[-1][0] + rng.normal(0, 15), points[-1][1] + rng.normal(0, 20)))
            canvas.line(np.clip(points, (x0, y0), (x1, y1)), colour, float(rng.uniform(2, 5)))


def _named(canvas: Canvas, style: Style, suit: str, number: int, ink: Colour, rng: np.random.Generator, *, central: bool) -> None:
    """Write the numeral and, where the set does, the words."""
    text = str(number)
    if central:
        central_numeral(canvas, style.index.letters, style.palette, text, ink, rng)
    else:
        draw_index(canvas, style.index, style.palette, text, ink, rng)
    shared = style.rng("captions-" + suit)
    word = WORDS[suit][int(shared.integers(len(WORDS[suit])))]
    captions = {"": "", "number": NAMES[number - 1], "suit": word, "both": f"{NAMES[number - 1]} {word}"}
    if caption := captions[style.index.words]:
        draw_caption(canvas, style.index, style.palette, caption, ink, rng, style.lettering(shared))


def _spelled(canvas: Canvas, style: Style, suit: str, number: int, ink: Colour, rng: np.random.Generator) -> None:
    """Write the whole tile out: THREE CRAK, 3 BAM, set large."""
    shared = style.rng("spelled-" + suit)
    word = WORDS[suit][int(shared.integers(len(WORDS[suit])))]
    top = NAMES[number - 1] if shared.random() < 0.5 else str(number)
    high = 40.0 if len(top) > 1 else 64.0
    y = float(shared.uniform(38, 56))
    draw_word(canvas, style.words, top, "straight", (14, y - high / 2, WIDTH - 14, y + high / 2), (ink,), rng)
    setting = "arched" if shared.random() < 0.2 else "straight"
    draw_word(canvas, style.lettering(shared), word, setting, (12, y + high / 2 + 10, WIDTH - 12, y + high / 2 + 48), (ink,), rng)


def draw_suited(style: Style, suit: str, number: int) -> Canvas | None:
    """Draw a numbered tile; None where the set's own picture would leave it without a name."""
    canvas, palette = style.canvas(), style.palette
    shared, rng = style.rng("suit-" + suit), style.rng(f"{suit}{number}")
    ink = palette.suits["BCD".index(suit)]
    second = palette.more[int(shared.integers(len(palette.more)))] if shared.random() < 0.6 else mix(ink, palette.body, 0.4)
    if suit == "C":
        _crak(canvas, style, number, ink, second)
        return canvas
    plan = str(shared.choice(("own", "things", "mixed", "clump", "spelled"), p=(0.36, 0.26, 0.08, 0.26, 0.04)))
    things = BAM_THINGS if suit == "B" else DOT_THINGS
    category = str(things[int(shared.integers(len(things)))])
    numeral = bool(shared.random() < 0.93) or plan == "clump"
    central = plan in {"clump", "things"} and bool(shared.random() < 0.2)
    if plan == "spelled":
        _spelled(canvas, style, suit, number, ink, rng)
        return canvas
    if plan == "clump":
        _clump(canvas, style, category, ink, _room(style, rng, numeral=not central and shared.random() < 0.7), rng)
        _named(canvas, style, suit, number, ink, rng, central=central)
        return canvas
    box = _room(style, rng, numeral=numeral and not central)
    if plan == "own" and suit == "B" and number > 1 and shared.random() < 0.14:
        lattice(canvas, rng, number, box, ink, second)
        numeral = True
    else:
        inks = [ink, second, palette.red] if shared.random() < 0.5 else [ink]
        draw = draw_stick if suit == "B" else draw_ring
        if plan == "own":
            form = int(shared.integers(2**31))
            shown = [draw(np.random.default_rng(form), colour, second, palette.body) for colour in inks]
        elif plan == "things":
            shown = [style.picture(style.rng("thing-" + suit), category, ink)]
        else:
            shown = [style.picture(style.rng(f"thing-{suit}{k}"), category, palette.more[k]) for k in range(3)]
        _countable(canvas, shown, number, box, rng, long=suit == "B" and plan == "own")
    if numeral:
        _named(canvas, style, suit, number, ink, rng, central=central)
    return canvas


def _cartouche(canvas: Canvas, shared: np.random.Generator, box: Box, ink: Colour, second: Colour, ground: Colour) -> None:
    """Draw what a Crak's character stands in: a lantern, a pagoda, a frame, a disc, a fan."""
    x0, y0, x1, y1 = box
    kind = int(shared.integers(7))
    width = float(shared.uniform(1.5, 4.5))
    filled = bool(shared.random() < 0.3)
    fill = mix(second, ground, 0.35)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    if kind == 0:
        r = min(x1 - x0, y1 - y0) / 2
        if filled:
            canvas.disc(cx, cy, r, fill)
        canvas.disc(cx, cy, r, ink, width)
    elif kind in {1, 2}:
        radius = float(shared.uniform(0, 24))
        if filled:
            canvas.box(box, fill, radius)
        canvas.frame(box, ink, width, radius)
        if kind == 2:
            canvas.frame((x0 + 5, y0 + 5, x1 - 5, y1 - 5), second, 1.5, max(radius - 4, 0))
    elif kind == 3:
        points = [(x0 + 12, y0 + 8), (x1 - 12, y0 + 8), (x1, cy), (x1 - 12, y1 - 10), (x0 + 12, y1 - 10), (x0, cy)]
        if filled:
            canvas.poly(points, fill)
        canvas.line(points, ink, width, closed=True)
        canvas.line([(cx, y0), (cx, y0 + 8)], ink, width)
        canvas.line([(cx, y1 - 10), (cx, y1)], second, width)
    elif kind == 4:
        canvas.poly([(x0 - 4, y0 + 20), (cx, y0), (x1 + 4, y0 + 20)], second)
        canvas.frame((x0 + 6, y0 + 20, x1 - 6, y1), ink, width)
    elif kind == 5:
        for k in range(12):
            angle = k * np.pi / 6
            x, y = cx + (x1 - x0) / 2 * np.cos(angle), cy + (y1 - y0) / 2 * np.sin(angle)
            canvas.disc(float(x), float(y), 4, (ink, second)[k % 2])
    else:
        points = [(cx, y0), (x1, cy), (cx, y1), (x0, cy)]
        if filled:
            canvas.poly(points, fill)
        canvas.line(points, ink, width, closed=True)


def _crak(canvas: Canvas, style: Style, number: int, ink: Colour, second: Colour) -> None:
    """Draw a Crak in the set's family."""
    shared, rng = style.rng("craks"), style.rng(f"crak-{number}")
    palette = style.palette
    family = str(
        shared.choice(
            ("classic", "wan", "cartouche", "figure", "brush", "word", "picture", "crackle", "spelled", "things"),
            p=(0.22, 0.09, 0.2, 0.09, 0.08, 0.07, 0.12, 0.04, 0.05, 0.04),
        )
    )
    if family == "spelled":
        _spelled(canvas, style, "C", number, ink, rng)
        return
    box = _room(style, rng, numeral=True)
    x0, y0, x1, y1 = box
    cx, cy, high = (x0 + x1) / 2, (y0 + y1) / 2, y1 - y0
    five = "伍" if shared.random() < 0.4 else "五"
    glyph = five if number == 5 else NUMERALS[number - 1]
    wan = "萬" if shared.random() < 0.85 else "万"
    central = False
    if family == "classic":
        top = mix(palette.blue, palette.dark, 0.3) if shared.random() < 0.6 else ink
        size = float(shared.uniform(0.32, 0.44)) * high
        flat = size * (0.45 if number <= 3 else 1.0)
        if number == 1:
            flat = size * 0.16
        draw_glyph(canvas, style.characters, glyph, cx, y0 + high * 0.24, flat, top, x1 - x0)
        draw_glyph(canvas, style.characters, wan, cx, y0 + high * 0.72, high * 0.46, ink, x1 - x0)
    elif family == "wan":
        draw_glyph(canvas, style.characters, wan, cx, cy, high * float(shared.uniform(0.5, 0.85)), ink, x1 - x0)
    elif family in {"cartouche", "figure"}:
        inner = float(shared.uniform(0.7, 0.98))
        shape = (cx - (x1 - x0) / 2 * inner, cy - high / 2 * inner, cx + (x1 - x0) / 2 * inner, cy + high / 2 * inner)
        _cartouche(canvas, style.rng("cartouche"), shape, ink, second, palette.body)
        if family == "figure":
            central = bool(shared.random() < 0.5)
            size = high * float(shared.uniform(0.3, 0.5))
            draw_glyph(canvas, style.words, str(number), cx, cy, size, ink, (x1 - x0) * 0.5)
        elif shared.random() < 0.6:
            size = high * 0.26 * (0.2 if number == 1 else 0.6 if number <= 3 else 1.0)
            draw_glyph(canvas, style.characters, glyph, cx, cy - high * 0.17, size, second, (x1 - x0) * 0.5)
            draw_glyph(canvas, style.characters, wan, cx, cy + high * 0.14, high * 0.32, ink, (x1 - x0) * 0.6)
        else:
            draw_glyph(canvas, style.characters, wan, cx, cy, high * 0.42, ink, (x1 - x0) * 0.6)
    elif family == "brush":
        size = high * (0.14 if number == 1 else 0.5 if number <= 3 else 0.75)
        draw_glyph(canvas, style.characters, glyph, cx, cy, size, ink, (x1 - x0) * 0.9)
    elif family == "word":
        word = WORDS["C"][int(shared.integers(4))]
        setting = str(shared.choice(("straight", "arched", "stacked", "slanted"), p=(0.55, 0.2, 0.15, 0.1)))
        half = high * float(shared.uniform(0.14, 0.3)) if setting != "stacked" else high * 0.45
        draw_word(canvas, style.words, word, setting, (x0, cy - half, x1, cy + half), (ink, second), rng)
        central = setting in {"straight", "slanted"} and bool(shared.random() < 0.25)
    elif family == "picture":
        category = str(CRAK_THINGS[int(shared.integers(len(CRAK_THINGS)))])
        same = shared.random() < 0.7
        art = style.picture(style.rng("crak-thing" if same else f"crak-thing-{number}"), category, ink)
        draw_picture(canvas, art, cx, cy, min(x1 - x0, high) * float(shared.uniform(0.75, 1.05)))
        central = bool(shared.random() < 0.4)
        if shared.random() < 0.3:
            draw_glyph(canvas, style.characters, wan, cx, cy, high * 0.3, palette.dark, 60)
    elif family == "crackle":
        for _ in range(int(rng.integers(4, 9))):
            points = [(rng.uniform(x0, x1), rng.uniform(y0, y1))]
            for _ in range(4):
                points.append((points[-1][0] + rng.normal(0, 22), points[-1][1] + rng.normal(0, 22)))
            canvas.line(np.clip(points, (x0, y0), (x1, y1)), ink, float(shared.uniform(1, 3)))
        central = bool(shared.random() < 0.6)
    else:
        art = style.picture(style.rng("crak-thing"), "lantern", ink)
        _countable(canvas, [art], number, box, rng, long=False)
    _named(canvas, style, "C", number, ink, rng, central=central)
    if style.index.words == "" and shared.random() < 0.06:
        draw_caption(canvas, style.index, palette, "CRAK", ink, rng, style.words)


def draw_bird(style: Style) -> Canvas:
    """Draw the 1 Bam: a bird of any kind, with or without its numeral."""
    canvas, shared = style.canvas(), style.rng("one-bam")
    ink = style.palette.suits[0]
    numeral = bool(shared.random() < 0.7)
    box = _room(style, shared, numeral=numeral and shared.random() < 0.6)
    x0, y0, x1, y1 = box
    art = style.picture(shared, "bird", ink)
    if shared.random() < 0.5:
        art = np.ascontiguousarray(art[:, ::-1])
    side = min(x1 - x0, y1 - y0) * float(shared.uniform(0.7, 1.05))
    draw_picture(canvas, art, (x0 + x1) / 2, (y0 + y1) / 2, side, side * float(shared.uniform(0.8, 1.1)))
    if shared.random() < 0.15:
        branch = style.picture(shared, "plant", style.palette.green)
        draw_picture(canvas, branch, float(shared.uniform(30, 90)), y1 - 14, 36)
    if numeral:
        _named(canvas, style, "B", 1, ink, shared, central=False)
    return canvas
