"""Draw Bams and Dots: countable pips, or a numeral with a picture that does not count."""

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.draft import Box, accented, choose_family
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Canvas, Pixels, resized, turned
from datasets.render.tilesets.drawing.lettering import draw_word
from datasets.render.tilesets.drawing.numerals import NAMES, central_numeral, draw_caption, draw_index
from datasets.render.tilesets.drawing.palette import Colour, mix
from datasets.render.tilesets.drawing.peacocks import peacock
from datasets.render.tilesets.drawing.pieces import draw_ring, draw_stick
from datasets.render.tilesets.drawing.pips import arrangement, cell
from datasets.render.tilesets.drawing.stick_figures import draw_figure
from datasets.render.tilesets.style import Style

BAM_THINGS = ("plant", "plant", "stick", "stick", "bird", "flower", "animal", "dragon", "drink", "person")
DOT_THINGS = ("round", "round", "round", "fruit", "flower", "star", "drink", "animal", "other")
WORDS = {
    "B": ("BAM", "BAM", "BAMBOO", "BOO"),
    "C": ("CRAK", "CRAK", "CRACK", "CHAR"),
    "D": ("DOT", "DOT", "DOTS", "CIRCLE"),
}

BAM_PLANS = {"own": 0.2, "figure": 0.18, "tools": 0.09, "things": 0.17, "mixed": 0.05, "clump": 0.27, "spelled": 0.04}
DOT_PLANS = {"own": 0.4, "things": 0.26, "mixed": 0.08, "clump": 0.22, "spelled": 0.04}
"""Probabilities of a suit's plan: sticks or rings, stick figures, long objects, objects, uncounted art, words."""

PEACOCKS = 0.15
"""Share of birds that are peacocks of our own, because icon packs have few."""
CLOSE = 0.15
"""Probability that Dots touch or overlap."""

UNCOUNTED = 0.15
"""Probability that a suit with numerals shows a random number of pips, so that only the numeral counts."""


def room(style: Style, rng: Rng, *, numeral: bool) -> Box:
    """Return the box of the art: the face within a margin, and with ``numeral`` without the place of the index."""
    margin = rng.uniform(6, 14)
    box = [margin, margin, WIDTH - margin, HEIGHT - margin]
    if numeral:
        taken = style.index.size * rng.uniform(0.3, 1.0) + style.index.inset * 0.6
        place = style.index.place
        if place.startswith("bottom"):
            box[3] -= taken
        elif place in {"left", "opposite", "four"}:
            side = taken * 0.4
            box[0], box[2] = box[0] + side, box[2] - side
        else:
            box[1] += taken
    return box[0], box[1], box[2], box[3]


def countable(canvas: Canvas, things: list[Pixels], count: int, box: Box, rng: Rng, *, long: bool) -> None:
    """Draw ``count`` pips in an arrangement, the set's own for each number."""
    x0, y0, x1, y1 = box
    places = arrangement(rng, count)
    width, height = x1 - x0, y1 - y0
    room = cell(places, width, height)
    rows = len({round(float(y), 2) for y in places[:, 1]})
    size = min(max(room * rng.uniform(0.82, 1.08), 19.0), width * 0.9)
    if long:
        size = min(height / rows * 0.94, height * 0.8)
    if not long and rng.random() < CLOSE:
        size *= rng.uniform(1.1, 1.4)
    upturned = rng.random() < 0.1
    for number, (x, y, turn) in enumerate(places):
        thing = things[number % len(things)]
        wide = min(size * thing.shape[1] / thing.shape[0], max(size, room) if not long else width / 3.2 * 0.98)
        art = resized(thing, size, wide)
        if turn or (upturned and number % 2):
            art = turned(art, turn + (180 if upturned and number % 2 else 0))
        spread = 1 - size / height * 0.5 if not long else 1.0
        cx = x0 + width * (0.5 + (x - 0.5) * min(spread * 1.05, 1.0))
        canvas.picture(art, cx, y0 + height * y)


def clump(canvas: Canvas, style: Style, category: str, ink: Colour, box: Box, rng: Rng) -> None:
    """Draw a picture without a count: one large object, a few overlapping ones, or a tangle of strokes."""
    x0, y0, x1, y1 = box
    kind = rng.choice(("one", "few", "tangle", "pot"), p=(0.42, 0.3, 0.13, 0.15))
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    if kind == "one":
        art = style.picture(rng, category, ink)
        side = min(x1 - x0, y1 - y0) * rng.uniform(0.6, 1.05)
        canvas.picture(art, middle[0] + rng.normal(0, 4), middle[1] + rng.normal(0, 5), side)
    elif kind == "pot":
        potted(canvas, style, box, rng)
    elif kind == "few":
        shown = [style.picture(rng, category, ink) for _ in range(int(rng.integers(1, 4)))]
        for number in range(int(rng.integers(3, 8))):
            side = rng.uniform(0.28, 0.6) * (x1 - x0)
            art = turned(resized(shown[number % len(shown)], side), rng.normal(0, 35))
            x, y = middle[0] + rng.normal(0, 0.2) * (x1 - x0), middle[1] + rng.normal(0, 0.2) * (y1 - y0)
            canvas.picture(art, x, y)
    else:
        for _ in range(int(rng.integers(5, 16))):
            colour = ink if rng.random() < 0.6 else style.palette.more[int(rng.integers(len(style.palette.more)))]
            start = (rng.uniform(x0, x1), rng.uniform(y0, y1))
            points = [start]
            for _ in range(3):
                points.append((points[-1][0] + rng.normal(0, 15), points[-1][1] + rng.normal(0, 20)))
            canvas.line(np.clip(points, (x0, y0), (x1, y1)), colour, rng.uniform(2, 5))


def potted(canvas: Canvas, style: Style, box: Box, rng: Rng) -> None:
    """Draw a plant in a pot: crossing stalks with leaves at their ends."""
    x0, y0, x1, y1 = box
    palette = style.palette
    middle, rim = (x0 + x1) / 2, y1 - (y1 - y0) * rng.uniform(0.2, 0.35)
    leaf = style.picture(rng, "plant" if rng.random() < 0.75 else "flower", palette.suits[0])
    green = palette.suits[0] if rng.random() < 0.6 else palette.green
    for _ in range(int(rng.integers(2, 8))):
        top = rng.uniform(x0 + 8, x1 - 8), rng.uniform(y0 + 8, y0 + (rim - y0) * 0.5)
        stalk = [(middle + rng.normal(0, 5), rim), (middle + rng.normal(0, 14), (rim + top[1]) / 2), top]
        canvas.line(stalk, green, rng.uniform(1.5, 6))
        canvas.picture(turned(resized(leaf, rng.uniform(20, 44)), rng.normal(0, 50)), *top)
    wide, foot = rng.uniform(14, 30), rng.uniform(8, 24)
    pot = [(middle - wide, rim), (middle + wide, rim), (middle + foot, y1), (middle - foot, y1)]
    canvas.poly(pot, palette.more[int(rng.integers(len(palette.more)))])
    if rng.random() < 0.5:
        canvas.line(pot, palette.dark, 2, closed=True)


def strewn_tools(canvas: Canvas, style: Style, count: int, box: Box, inks: tuple[Colour, Colour], rng: Rng) -> None:
    """Draw ``count`` long objects across one another: brushes, pens, stalks, arrows."""
    x0, y0, x1, y1 = box
    shared = style.rng("tools")
    forms = [int(shared.integers(2**31)) for _ in range(int(shared.integers(1, 4)))]
    lean, slim = shared.uniform(5, 60), shared.uniform(0.08, 0.2)
    high = (y1 - y0) * shared.uniform(0.6, 0.95)
    for k in range(count):
        ink = inks[k % 2]
        art = draw_stick(np.random.default_rng(forms[k % len(forms)]), ink, inks[1 - k % 2], style.palette.body)
        side = 1 if k % 2 else -1
        art = turned(resized(art, high, max(high * slim, 5.0)), side * lean * rng.uniform(0.3, 1))
        x = x0 + (x1 - x0) * ((k + 0.5) / count * 0.7 + 0.15) + rng.normal(0, 4)
        canvas.picture(art, x, (y0 + y1) / 2 + rng.normal(0, 5))


def name_tile(canvas: Canvas, style: Style, suit: str, number: int, ink: Colour, rng: Rng, *, central: bool) -> None:
    """Write the numeral, and the words if the set has them."""
    text = str(number)
    if central:
        central_numeral(canvas, style.index.letters, style.palette, text, ink, rng)
    else:
        draw_index(canvas, style.index, style.palette, text, ink)
    shared = style.rng("captions-" + suit)
    word = WORDS[suit][int(shared.integers(len(WORDS[suit])))]
    captions = {"": "", "number": NAMES[number - 1], "suit": word, "both": f"{NAMES[number - 1]} {word}"}
    if caption := captions[style.index.words]:
        draw_caption(canvas, style.index, style.palette, caption, ink, rng, style.lettering(shared))


def spell(canvas: Canvas, style: Style, suit: str, number: int, ink: Colour, rng: Rng) -> None:
    """Write the tile's whole name in large letters: THREE CRAK, 3 BAM."""
    shared = style.rng("spelled-" + suit)
    word = WORDS[suit][int(shared.integers(len(WORDS[suit])))]
    top = NAMES[number - 1] if shared.random() < 0.5 else str(number)
    high = 40.0 if len(top) > 1 else 64.0
    y = shared.uniform(38, 56)
    draw_word(canvas, style.words, top, "straight", (14, y - high / 2, WIDTH - 14, y + high / 2), (ink,), rng)
    setting = "arched" if shared.random() < 0.2 else "straight"
    box = (12, y + high / 2 + 10, WIDTH - 12, y + high / 2 + 48)
    draw_word(canvas, style.lettering(shared), word, setting, box, (ink,), rng)


def suit_inks(style: Style, suit: str, shared: Rng) -> tuple[Colour, Colour]:
    """Return the two inks of a suit in this set."""
    palette = style.palette
    ink = palette.suits["BCD".index(suit)]
    if shared.random() < 0.6:
        return ink, palette.more[int(shared.integers(len(palette.more)))]
    return ink, mix(ink, palette.body, 0.4)


def draw_suited(style: Style, suit: str, number: int) -> Canvas:
    """Draw a Bam or a Dot."""
    canvas, palette = style.canvas(), style.palette
    shared, rng = style.rng("suit-" + suit), style.rng(f"{suit}{number}")
    ink, second = suit_inks(style, suit, shared)
    plans = BAM_PLANS if suit == "B" else DOT_PLANS
    plan = choose_family(shared, plans)
    things = BAM_THINGS if suit == "B" else DOT_THINGS
    category = str(things[int(shared.integers(len(things)))])
    numeral = shared.random() < 0.93
    central = plan in {"clump", "things"} and (shared.random() < 0.2)
    if plan == "spelled":
        spell(canvas, style, suit, number, ink, rng)
        return canvas
    if plan == "clump":
        clump(canvas, style, category, ink, room(style, rng, numeral=not central and shared.random() < 0.7), rng)
        name_tile(canvas, style, suit, number, ink, rng, central=central)
        return canvas
    if number == 1 and plan == "figure":
        plan = "own"
    numeral = numeral or (number == 1 and plan != "own")  # a single object without a numeral is ambiguous
    box = room(style, rng, numeral=numeral and not central)
    count = number
    if numeral and shared.random() < UNCOUNTED:
        count = int(rng.integers(1, 10))
    if plan == "tools":
        strewn_tools(canvas, style, count, box, (ink, second), rng)
        numeral = True
    elif plan == "figure":
        draw_figure(canvas, style.rng("figure"), rng, max(count, 2), box, (ink, second, palette.body))
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
        countable(canvas, shown, count, box, rng, long=suit == "B" and plan == "own")
    if numeral:
        name_tile(canvas, style, suit, number, ink, rng, central=central)
    return canvas


def draw_bird(style: Style) -> Canvas:
    """Draw the 1 Bam: a bird of any kind, with or without its numeral."""
    shared = style.rng("one-bam")
    canvas = accented(style, shared)
    ink = style.palette.suits[0]
    numeral = shared.random() < 0.7
    box = room(style, shared, numeral=numeral and shared.random() < 0.6)
    x0, y0, x1, y1 = box
    if shared.random() < PEACOCKS:
        art = peacock(shared, (ink, style.palette.more[3], style.palette.more[4]), style.palette.body)
    else:
        art = style.picture(shared, "bird", ink)
    if shared.random() < 0.5:
        art = np.ascontiguousarray(art[:, ::-1])
    side = min(x1 - x0, y1 - y0) * shared.uniform(0.7, 1.05)
    canvas.picture(art, (x0 + x1) / 2, (y0 + y1) / 2, side, side * shared.uniform(0.8, 1.1))
    if shared.random() < 0.15:
        branch = style.picture(shared, "plant", style.palette.green)
        canvas.picture(branch, shared.uniform(30, 90), y1 - 14, 36)
    if numeral:
        name_tile(canvas, style, "B", 1, ink, shared, central=False)
    return canvas
