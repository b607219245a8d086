"""Choose the style of a tile set by seed: body, inks, fonts and corner indices."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import cv2
import numpy as np

from datasets.render.drawing.canvas import Canvas, Colour, Rng

T = TypeVar("T")
IndexPlace = Literal["none", "left", "right", "both", "diagonal", "low"]
IndexInk = Literal["red", "dark", "suit", "brown"]
Origin = Literal["american", "chinese", "modern", "japanese"]

CJK_FONTS = (
    *("brush-a", "brush-a", "brush-a", "kai-bold", "kai-bold", "kai-bold", "kai-pen", "kai-pen", "serif-heavy"),
    *("mincho-heavy", "song-black", "song-medium", "marker", "manga", "sans-heavy"),
)
"""Fonts with every character of a set; repeated entries favour the brush styles of most real tiles."""
NUMERAL_FONTS = (*CJK_FONTS, "brush-b", "brush-b", "song-soft")
"""Fonts with the numerals one to nine; some lack other characters."""
_LIGHT_FONTS = {"brush-a", "kai-bold", "kai-pen", "song-medium", "brush-b", "song-soft", "marker"}
INDEX_FONTS = (
    *("lat-book", "lat-didone", "lat-narrow", "lat-roman", "lat-slab", "lat-round", "lat-geometric", "lat-typewriter"),
    *("lat-tall", "lat-book-thin", "lat-geometric-thin", "lat-fat"),
)
_TALL_FONTS = ("lat-fat", "lat-tall", "lat-narrow", "lat-slab", "lat-book", "lat-geometric", "lat-roman")
WORD_FONTS = (*INDEX_FONTS, *("lat-deco", "lat-western", "lat-lob", "lat-brush", "lat-club", "lat-didone-italic"))


@dataclass(frozen=True)
class Style:
    """The choices that all faces of a set share.

    Colours are BGR. `origin` is the tradition: "american" (classic, all kinds), "chinese" (engraved, large art in flat
    paint), "modern" (printed) or "japanese" (riichi). `written` sets have their own handwriting; `bend` is the
    distortion of the art, units; `pale` sets have odd replacement tiles; `large_index` sets have an index of a quarter
    of the face's height, and smaller art beside it.
    """

    seed: int
    origin: Origin
    body: Colour
    core: Colour
    back: Colour
    back_share: float
    red: Colour
    green: Colour
    blue: Colour
    dark: Colour
    index: IndexPlace
    index_ink: IndexInk
    index_font: str
    index_size: float
    word_font: str
    numeral_font: str
    wan_font: str
    wind_font: str
    written: bool
    weight: float
    slant: float
    engraving: float
    wobble: float
    bend: float
    wear: float
    art_scale: float
    pale: bool
    large_index: bool

    @property
    def inks(self) -> tuple[Colour, Colour, Colour, Colour]:
        """Return the red, green, blue and dark ink."""
        return self.red, self.green, self.blue, self.dark

    def rng(self, topic: str) -> Rng:
        """Return the random generator of one topic ("dots", ...), always the same for the same set."""
        return np.random.default_rng([self.seed, zlib.crc32(topic.encode())])


def weight_for(style: Style, font: str) -> float:
    """Return how much to thicken characters of `font`; heavy fonts would fill up."""
    return style.weight if font in _LIGHT_FONTS else min(style.weight, 0.0)


def pick(rng: Rng, options: Sequence[T], weights: Sequence[float] | None = None) -> T:
    """Pick one of `options`, by `weights` if given, else uniformly."""
    if weights is None:
        return options[int(rng.integers(len(options)))]
    share = np.cumsum(np.asarray(weights, dtype=np.float64))
    return options[int(np.searchsorted(share, rng.random() * share[-1], side="right"))]


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Return the BGR of a colour; hue in degrees, the others 0..1."""
    pixel = np.array([[[hue % 360, np.clip(saturation, 0, 1), np.clip(value, 0, 1)]]], dtype=np.float32)
    b, g, r = np.rint(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] * 255).astype(int)
    return int(b), int(g), int(r)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Mix `share` of `second` into `first`."""
    b, g, r = (round(p + (q - p) * share) for p, q in zip(first, second, strict=True))
    return b, g, r


_BODY_SHADES = (
    ((30, 200), (0, 0.05), (0.92, 0.08)),  # white
    ((36, 14), (0.08, 0.14), (0.9, 0.1)),  # cream
    ((34, 14), (0.2, 0.16), (0.85, 0.12)),  # ivory
    ((32, 14), (0.4, 0.3), (0.78, 0.16)),  # butterscotch
    ((0, 360), (0.06, 0.22), (0.84, 0.14)),  # pastel
    ((0, 360), (0, 0.06), (0.7, 0.15)),  # grey
    ((0, 360), (0, 0.3), (0.05, 0.1)),  # black
    ((0, 360), (0.4, 0.4), (0.15, 0.25)),  # dark
)
"""Hue, saturation and value of each kind of body, each as the least value and the span above it."""
_BODIES: dict[Origin, tuple[float, ...]] = {
    "american": (0.26, 0.27, 0.17, 0.13, 0.05, 0.02, 0.06, 0.04),
    "chinese": (0.55, 0.24, 0.1, 0.0, 0.06, 0.05, 0.0, 0.0),
    "modern": (0.46, 0.1, 0.03, 0.0, 0.3, 0.02, 0.05, 0.04),
    "japanese": (0.6, 0.3, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0),
}
"""Probability of each kind, by tradition."""


def _body(rng: Rng, origin: Origin) -> Colour:
    hue, saturation, value = (least + span * rng.random() for least, span in pick(rng, _BODY_SHADES, _BODIES[origin]))
    return hsv(hue, saturation, value)


def _back(rng: Rng, body: Colour) -> tuple[Colour, float]:
    """Pick the back's colour and its share of the thickness."""
    kind = pick(rng, ("same", "solid", "deep", "bamboo"), (0.35, 0.35, 0.2, 0.1))
    u = rng.random
    if kind == "same":
        return body, 0.5
    if kind == "solid":
        return hsv(360 * u(), 0.45 + 0.5 * u(), 0.35 + 0.6 * u()), 0.25 + 0.35 * u()
    if kind == "deep":
        return hsv(360 * u(), 0.3 + 0.6 * u(), 0.1 + 0.3 * u()), 0.2 + 0.4 * u()
    return hsv(28 + 14 * u(), 0.4 + 0.3 * u(), 0.55 + 0.35 * u()), 0.3 + 0.25 * u()


_INDEX_PLACES: dict[Origin, tuple[float, ...]] = {
    "american": (0.58, 0.17, 0.08, 0.06, 0.01, 0.1),
    "chinese": (0.28, 0.08, 0.01, 0.06, 0.05, 0.52),
    "modern": (0.6, 0.12, 0.08, 0.1, 0.02, 0.08),
    "japanese": (0.08, 0.06, 0.0, 0.0, 0.02, 0.84),
}
"""Probabilities of the index's place: left, right, both, across corners, low, nowhere."""
_INDEX_INKS: dict[Origin, tuple[float, ...]] = {
    "american": (0.5, 0.22, 0.15, 0.13),
    "chinese": (0.35, 0.3, 0.3, 0.05),
    "modern": (0.15, 0.4, 0.42, 0.03),
    "japanese": (0.4, 0.3, 0.2, 0.1),
}
_ART_SCALES: dict[Origin, tuple[float, float]] = {
    "american": (0.78, 1.08),
    "chinese": (0.88, 1.2),
    "modern": (0.76, 1.05),
    "japanese": (0.85, 1.1),
}


def _inks(rng: Rng, origin: Origin, body: Colour) -> tuple[Colour, Colour, Colour, Colour]:
    """Pick the red, green, blue and dark ink."""
    u = rng.random
    on_dark = sum(body) < 300
    if on_dark:
        red = hsv(350 + 20 * u(), 0.65 + 0.3 * u(), 0.85 + 0.15 * u())
        green = hsv(100 + 60 * u(), 0.45 + 0.4 * u(), 0.7 + 0.3 * u())
        blue = hsv(190 + 40 * u(), 0.4 + 0.4 * u(), 0.8 + 0.2 * u())
        dark = hsv(40 + 20 * u(), 0.1 + 0.5 * u(), 0.85 + 0.15 * u())
    else:
        red = hsv(344 + 22 * u(), 0.72 + 0.28 * u(), 0.42 + 0.46 * u())
        green = hsv(105 + 65 * u(), 0.55 + 0.45 * u(), 0.12 + 0.42 * u())
        blue = hsv(205 + 45 * u(), 0.6 + 0.4 * u(), 0.2 + 0.58 * u())
        dark = pick(rng, (hsv(360 * u(), 0.4 * u(), 0.05 + 0.15 * u()), blue, hsv(220, 0.8, 0.25)), (0.7, 0.2, 0.1))
    if u() < (0.03 if origin == "japanese" else 0.1):
        # Sets of one or two inks.
        green = blue = dark
    if not on_dark and u() < 0.3:
        # After years of use every ink nears the same brown-black.
        soil, share = hsv(220 * u(), 0.3, 0.14), 0.6 * u()
        red, green, blue, dark = (mix(ink, soil, share) for ink in (red, green, blue, dark))
    return red, green, blue, dark


def draw_style(seed: int) -> Style:
    """Choose the style of set number `seed`; the same seed always gives the same style."""
    rng = np.random.default_rng([seed, 1])
    origin = pick(rng, tuple(_BODIES), (0.46, 0.26, 0.2, 0.08))
    body = _body(rng, origin)
    back, share = _back(rng, body)
    red, green, blue, dark = _inks(rng, origin, body)
    engraved = origin in {"chinese", "japanese"} or rng.random() < 0.6
    style = Style(
        seed=seed,
        origin=origin,
        body=body,
        core=mix(body, hsv(360 * rng.random(), 0.2 * rng.random(), 0.9), 0.3 * rng.random()),
        back=back,
        back_share=float(share),
        red=red,
        green=green,
        blue=blue,
        dark=dark,
        index=pick(rng, ("left", "right", "both", "diagonal", "low", "none"), _INDEX_PLACES[origin]),
        index_ink=pick(rng, ("red", "dark", "suit", "brown"), _INDEX_INKS[origin]),
        index_font=pick(rng, INDEX_FONTS),
        index_size=rng.uniform(20, 44),
        word_font=pick(rng, WORD_FONTS),
        numeral_font=pick(rng, NUMERAL_FONTS),
        wan_font=pick(rng, CJK_FONTS),
        wind_font=pick(rng, CJK_FONTS),
        written=bool(rng.random() < (0.45 if origin in {"chinese", "american"} else 0.2)),
        weight=float(rng.choice([0.0, rng.uniform(-0.008, 0.03)])),
        slant=float(rng.choice([0.0, 0.0, 0.0, rng.uniform(-0.12, 0.15)])),
        engraving=rng.uniform(0.2, 1.3) if engraved else 0.0,
        wobble=float(rng.choice([0.0, rng.uniform(0.3, 1.7)], p=[0.5, 0.5])),
        bend=float(rng.choice([rng.uniform(0, 0.8), rng.uniform(0.8, 2.6)], p=[0.5, 0.5])),
        wear=float(rng.choice([0.0, rng.uniform(0.1, 1.0)], p=[0.6, 0.4])),
        art_scale=rng.uniform(*_ART_SCALES[origin]),
        pale=origin == "american" and (rng.random() < 0.3),
        large_index=False,
    )
    return _with_large_index(style) if origin == "american" else style


def _with_large_index(style: Style) -> Style:
    """Give about one set in four an index of a quarter of the face's height."""
    sizes = style.rng("large-index")
    if sizes.random() >= 0.26:
        return style
    return replace(
        style,
        large_index=True,
        index=pick(sizes, ("right", "left"), (0.6, 0.4)),
        index_ink=pick(sizes, ("red", "suit", "dark"), (0.6, 0.27, 0.13)),
        index_font=pick(sizes, _TALL_FONTS),
        # Capitals of these fonts are about 0.7 em high: 32 to 45 of the face's 160 units.
        index_size=sizes.uniform(46, 63),
    )


def index_colour(style: Style, suit: Colour) -> Colour:
    """Return the ink of a corner index on a face of the colour `suit`."""
    brown = mix(hsv(20, 0.7, 0.4), style.dark, 0.5 if sum(style.body) < 300 else 0.0)
    return {"suit": suit, "dark": style.dark, "red": style.red, "brown": brown}[style.index_ink]


def draw_index(canvas: Canvas, style: Style, text: str, suit: Colour) -> None:
    """Draw the corner index `text` at the places of this set, if it has any."""
    if style.index == "none":
        return
    colour = index_colour(style, suit)
    size = style.index_size if len(text) == 1 else style.index_size * 0.62
    half = size * 0.28 * (1 if len(text) == 1 else len(text) * 0.8)
    left, right, top = 7 + half, canvas.width - 7 - half, 8 + size * 0.37
    font = style.index_font
    if style.large_index:
        with canvas.unplaced():
            canvas.text(text, font, left if style.index == "left" else right, top, colour, size=size, weight=0.015)
        return
    if style.index in {"left", "both", "diagonal"}:
        canvas.text(text, font, left, top, colour, size=size)
    if style.index in {"right", "both"}:
        canvas.text(text, font, right, top, colour, size=size)
    if style.index == "low":
        canvas.text(text, font, right, canvas.height - top, colour, size=size)
    if style.index == "diagonal":
        canvas.text(text, font, right, canvas.height - top, colour, size=size, turn=180)


def has_index(style: Style) -> bool:
    """Return whether faces of this set carry corner indices."""
    return style.index != "none"
