"""Draw flowers of all families: bouquets, seasons with numerals, cocktails, women, animals with a letter, a plain F."""

from collections.abc import Callable
from functools import partial

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.draft import Draft, accented, beside, choose_painter, setting, word_box
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Canvas, Pixels, resized, turned
from datasets.render.tilesets.drawing.lettering import draw_glyph
from datasets.render.tilesets.drawing.palette import Colour, Palette, mix
from datasets.render.tilesets.style import Style

SEASONS = (
    ("SPRING", "SPR", "春", "梅"),
    ("SUMMER", "SUM", "夏", "蘭"),
    ("AUTUMN", "AUT", "秋", "菊"),
    ("WINTER", "WIN", "冬", "竹"),
)


PANELS = 0.28
"""Share of the groups with a panel of another colour, or with a frame."""


def _panel(canvas: Canvas, palette: Palette, rng: Rng) -> None:
    """Draw a panel or a frame that fills most of the face."""
    inset = rng.uniform(4, 14)
    box = (inset, inset, WIDTH - inset, HEIGHT - inset)
    if rng.random() < 0.6:
        canvas.box(box, mix(palette.more[-1], palette.body, float(rng.choice((0.0, rng.uniform(0.3, 0.8))))), 4)
    if rng.random() < 0.6:
        canvas.frame(box, palette.more[int(rng.integers(3))], rng.uniform(1.5, 5), rng.uniform(0, 12))


def _bunch(canvas: Canvas, rng: Rng, shown: list[Pixels], plants: list[Pixels]) -> None:
    """Draw leaves with blossoms over them."""
    for _ in range(int(rng.integers(2, 7))):
        art = turned(resized(plants[int(rng.integers(2))], rng.uniform(40, 70)), rng.normal(0, 40))
        canvas.picture(art, 60 + rng.normal(0, 20), 96 + rng.normal(0, 18))
    for _ in range(int(rng.integers(2, 7))):
        blossom = resized(shown[int(rng.integers(len(shown)))], rng.uniform(34, 66))
        art = turned(blossom, rng.normal(0, 25))
        canvas.picture(art, 60 + rng.normal(0, 20), 62 + rng.normal(0, 20))


def _stems(canvas: Canvas, rng: Rng, shown: list[Pixels], plants: list[Pixels], palette: Palette) -> None:
    """Draw one to four flowers on stems, sometimes in an envelope or a pot."""
    stems = int(rng.integers(1, 5))
    for k in range(stems):
        x = 60 + (k - (stems - 1) / 2) * rng.uniform(14, 26)
        top = rng.uniform(28, 66)
        canvas.line([(60 + (x - 60) * 0.3, 152), (60 + (x - 60) * 0.6, 110), (x, top)], palette.green, 3)
        for y in (90, 118):
            leaf = turned(resized(plants[0], 26), rng.uniform(-70, 70))
            canvas.picture(leaf, 60 + (x - 60) * 0.6 + float(rng.choice((-10, 10))), y + rng.normal(0, 8))
        canvas.picture(shown[k % len(shown)], x, top, rng.uniform(30, 54))
    if rng.random() < 0.3:
        canvas.poly([(30, 106), (90, 106), (82, 152), (38, 152)], palette.more[0])
        canvas.line([(30, 106), (60, 126), (90, 106)], palette.body, 2)


def _bowed(canvas: Canvas, rng: Rng, bloom: Pixels, palette: Palette) -> None:
    """Draw one bloom on a bowed stem with long leaves, larger than the face."""
    foot = rng.uniform(30, 90)
    for _ in range(int(rng.integers(1, 5))):
        bow, tip = rng.normal(0, 26, 2), rng.uniform(10, 90)
        stem = [(foot, 156.0), (foot + bow[0], 118.0), (foot + bow[0] + bow[1], tip + 20), (foot + bow[1], tip)]
        canvas.line(stem, mix(palette.green, palette.body, rng.uniform(0, 0.4)), rng.uniform(3, 11))
    at = rng.uniform(44, 76), rng.uniform(40, 64)
    canvas.picture(bloom, *at, rng.uniform(60, 110))


def draw_bouquet(canvas: Canvas, style: Style, rng: Rng) -> None:
    """Draw one blossom, a bunch, flowers on stems, a flower larger than the face, or scattered blossoms."""
    palette = style.palette
    shown = [style.picture(rng, "flower", palette.more[k % len(palette.more)]) for k in range(int(rng.integers(1, 4)))]
    plants = [style.picture(rng, "plant", palette.green) for _ in range(2)]
    kind = int(rng.integers(5))
    if kind == 4:
        _bowed(canvas, rng, shown[0], palette)
    elif kind == 0:
        canvas.picture(shown[0], WIDTH / 2, HEIGHT / 2, rng.uniform(84, 116))
    elif kind == 1:
        _bunch(canvas, rng, shown, plants)
    elif kind == 2:
        _stems(canvas, rng, shown, plants, palette)
    else:
        for _ in range(int(rng.integers(5, 12))):
            blossom = resized(shown[int(rng.integers(len(shown)))], rng.uniform(20, 42))
            art = turned(blossom, rng.uniform(0, 360))
            canvas.picture(art, rng.uniform(12, 108), rng.uniform(12, 148))


def _group_ink(draft: Draft, number: int) -> Colour:
    """Return the ink of the numerals: red for one group of four flowers, blue for the other."""
    return (draft.palette.red, draft.palette.blue)[number // 4 % 2]


def _bouquet(draft: Draft, _number: int) -> None:
    own = draft.shared.random() < 0.6
    draw_bouquet(draft.canvas, draft.style, draft.rng if own else draft.style.rng("flower-all"))
    _maybe_letter(draft)


def _maybe_letter(draft: Draft) -> None:
    if draft.shared.random() < 0.12:
        draft.index("F")


def _worded(draft: Draft, number: int, *, family: str) -> None:
    """Draw a word alone, or beside a picture: FLOWER, SPRING, SPR."""
    shared, season = draft.shared, SEASONS[number % 4]
    long = shared.random() < 0.6
    words = {
        "season": season[0] if long else season[1],
        "word": "FLOWER" if shared.random() < 0.7 else season[0],
        "picture-word": "FLOWER" if shared.random() < 0.7 else "FLOWERS",
    }
    box = word_box(draft.how, shared, alone=family == "word")
    if family != "word":
        others = ("plant", "fruit", "bird", "person", "drink", "lantern", "animal", "wind")
        category = "flower" if shared.random() < 0.7 else str(draft.rng.choice(others))
        draft.canvas.picture(draft.style.picture(draft.rng, category, draft.ink), *beside(box))
    draft.word(words[family], box, draft.ink, draft.palette.red if shared.random() < 0.3 else draft.ink)
    if family == "season" and shared.random() < 0.6:
        draft.index(str(number % 4 + 1), colour=_group_ink(draft, number))
    if family == "season" and shared.random() < 0.25:
        draft.character(season[2], 98, 24, 26, 30, draft.palette.red)


def _numbered(draft: Draft, number: int, *, numeral: bool) -> None:
    """Draw a picture with a character, and with ``numeral`` a numeral from 1 to 4."""
    shared, ink = draft.shared, _group_ink(draft, number)
    others = ("plant", "bird", "person", "lantern", "drink", "fruit")
    category = "flower" if draft.rng.random() < 0.7 else str(draft.rng.choice(others))
    draft.canvas.picture(draft.style.picture(draft.rng, category, draft.ink), 60, 94, shared.uniform(74, 100))
    if shared.random() < 0.5:
        draft.canvas.line([(40, 150), (60, 100), (70, 60)], draft.palette.green, 3)
    x = 96 if shared.random() < 0.6 else 24
    draft.character(SEASONS[number % 4][2 + number // 4 % 2], x, 24, 30, 34, ink)
    if numeral:
        draw_glyph(draft.canvas, draft.style.index.letters, str(number % 4 + 1), 20, 22, 26, ink, 26)
        _maybe_letter(draft)


def _drink(draft: Draft, _number: int) -> None:
    art = draft.style.picture(draft.rng, "drink", draft.ink)
    draft.canvas.picture(art, WIDTH / 2, HEIGHT / 2, draft.shared.uniform(80, 112))
    if draft.shared.random() < 0.4:
        draft.index("F")


def _woman(draft: Draft, _number: int) -> None:
    """Draw a head with blossoms in its hair."""
    shared, style = draft.shared, draft.style
    draft.canvas.picture(style.picture(draft.rng, "person", draft.ink), 60, 86, shared.uniform(76, 104))
    for _ in range(int(shared.integers(2, 5))):
        blossom = resized(style.picture(shared, "flower", draft.palette.red), shared.uniform(20, 38))
        draft.canvas.picture(blossom, shared.uniform(26, 94), shared.uniform(20, 56))
    if shared.random() < 0.35:
        draft.index("F")


def _letter(draft: Draft, _number: int) -> None:
    draft.letter("F", draft.shared.uniform(60, 104), 90)
    if draft.shared.random() < 0.5:
        art = draft.style.picture(draft.shared, "flower", draft.palette.red)
        draft.canvas.picture(art, 24, 26, 32)
        draft.canvas.picture(art, 96, 134, 32)


def _animal(draft: Draft, _number: int) -> None:
    draft.canvas.picture(draft.style.picture(draft.rng, "animal", draft.ink), 60, 88, 88)
    draft.index("F", least=16)


FAMILIES: dict[str, tuple[float, Callable[[Draft, int], None]]] = {
    "bouquet": (0.34, _bouquet),
    "picture-word": (0.1, partial(_worded, family="picture-word")),
    "season": (0.14, partial(_worded, family="season")),
    "numbered": (0.1, partial(_numbered, numeral=True)),
    "drink": (0.07, _drink),
    "woman": (0.08, _woman),
    "letter": (0.04, _letter),
    "word": (0.06, partial(_worded, family="word")),
    "characters": (0.04, partial(_numbered, numeral=False)),
    "animal": (0.03, _animal),
}


def draw_flower(style: Style, number: int) -> Canvas:
    """Draw flower ``number`` (0 to 7) of the set: two groups of four, or the same picture on all."""
    shared, rng = style.rng(f"flowers-{number // 4 if style.seed % 3 else 0}"), style.rng(f"flower-{number}")
    canvas, palette = accented(style, shared), style.palette
    _, paint = choose_painter(shared, FAMILIES)
    ink = palette.more[int(shared.integers(len(palette.more)))]
    writing = style.words if shared.random() < 0.65 else style.script
    how = setting(shared)
    if shared.random() < PANELS:
        _panel(canvas, palette, shared)
    draft = Draft(canvas, style, shared, rng, ink, ink, writing, how)
    paint(draft, number)
    return canvas
