"""Draw the Craks 1 to 9: a numeral over 萬, or in modern sets a numeral in a lantern or pagoda."""

from datasets.render.drawing.brush_strokes import draw_character
from datasets.render.drawing.canvas import Canvas, Colour, Rng
from datasets.render.drawing.set_style import Origin, Style, has_index, mix, pick
from datasets.render.faces.novelty_motifs import draw_motif, novelty_of

_NUMERALS = "一二三四五六七八九"
_MANNERS: dict[Origin, tuple[float, ...]] = {
    "american": (0.94, 0.03, 0.03),
    "chinese": (1.0, 0.0, 0.0),
    "modern": (0.6, 0.22, 0.18),
    "japanese": (1.0, 0.0, 0.0),
}


def draw_crak(canvas: Canvas, style: Style, number: int) -> None:
    """Draw the Crak `number` (1..9) of this set."""
    rng = style.rng("craks")
    numeral_ink = pick(rng, (style.dark, style.blue, style.red, style.green), (0.42, 0.32, 0.2, 0.06))
    wan_ink = pick(rng, (style.red, style.dark, numeral_ink), (0.87, 0.05, 0.08))
    five = pick(rng, ("伍", "五"), (0.15, 0.85) if style.origin == "japanese" else (0.6, 0.4))
    ten_thousand = pick(rng, ("萬", "万"), (0.95, 0.05))
    manner = pick(rng, ("classic", "lantern", "digit"), _MANNERS[style.origin])
    text = five if number == 5 else _NUMERALS[number - 1]
    novelty = novelty_of(style)
    if novelty is not None and novelty.motif is not None:
        draw_motif(canvas, style, novelty.motif, number, text)
    elif manner == "classic":
        _classic(canvas, style, rng, text, ten_thousand, numeral_ink, wan_ink)
    elif manner == "lantern":
        _lantern(canvas, style, rng, text if rng.random() < 0.5 else str(number), wan_ink)
    else:
        _digit(canvas, style, rng, number, numeral_ink, wan_ink)


def _classic(canvas: Canvas, style: Style, rng: Rng, text: str, wan: str, ink: Colour, wan_ink: Colour) -> None:
    k = style.art_scale
    upper = rng.uniform(46, 68) * k
    lower = rng.uniform(62, 86) * k
    wide = rng.uniform(0.92, 1.42)
    lower_wide = min(wide, 1.15) * rng.uniform(0.92, 1.1)
    shift = rng.uniform(-2, 2) + (3 if has_index(style) else 0)
    apart = rng.uniform(53, 64) * min(1.1, max(0.9, k))
    # In many engraved sets the numeral is a little to one side of the character below.
    aside = float(rng.choice([0.0, rng.uniform(-6, 9)], p=[0.6, 0.4]))
    with canvas.placed(60 + aside, 107 - apart + shift, stretch=wide):
        draw_character(canvas, style, style.numeral_font, text, ink, upper)
    with canvas.placed(60, 107 + shift, stretch=lower_wide):
        draw_character(canvas, style, style.wan_font, wan, wan_ink, lower)


def _lantern(canvas: Canvas, style: Style, rng: Rng, text: str, ink: Colour) -> None:
    latin = text.isascii()
    font = style.word_font if latin else style.numeral_font
    filled = rng.random() < 0.5
    number_ink = style.body if filled else style.dark
    with canvas.placed(60, 86, scale=0.95 * style.art_scale):
        if rng.random() < 0.5:
            canvas.ellipse(0, 0, 44, 40, ink, width=0 if filled else 3.0)
            canvas.box(-20, -50, 20, -40, ink)
            canvas.box(-20, 40, 20, 48, ink)
            for x in (-10, 0, 10):
                canvas.line([(x, 48), (x, 62)], ink, 2)
            canvas.line([(0, -50), (0, -60)], ink, 2.4)
        else:
            canvas.poly([(-50, -30), (0, -62), (50, -30), (36, -34), (-36, -34)], ink)
            canvas.box(-36, -28, 36, 48, ink, width=0 if filled else 3.0)
            canvas.line([(-46, 52), (46, 52)], ink, 5)
        canvas.text(text, font, 0, 4, number_ink, fit=(46, 46))


def _digit(canvas: Canvas, style: Style, rng: Rng, number: int, ink: Colour, wan_ink: Colour) -> None:
    """Draw a large Arabic numeral with a small 萬 or the word below."""
    canvas.text(str(number), style.word_font, 60, 60, ink, fit=(60, 62 * style.art_scale))
    if rng.random() < 0.6:
        canvas.text("萬", style.wan_font, 60, 124, wan_ink, size=48)
    else:
        canvas.text("CRAK", style.word_font, 60, 126, mix(wan_ink, style.body, 0.05), fit=(80, 24))
