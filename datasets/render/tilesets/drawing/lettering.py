"""Draw words, letters, numerals and characters: masks of glyphs, and words set straight, arched, upright, scattered."""

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets.render.art.manifest import read_manifest
from datasets.render.drawing.canvas import FONTS, Rng
from datasets.render.tilesets.drawing.canvas import Canvas, Glyph, Mask, resized, turned
from datasets.render.tilesets.drawing.palette import Colour

ART = Path("out/art")
"""Default folder of the art that ``datasets.render.art.fetch`` lays out."""
_EM = 72
"""Pixels per em at which we rasterise glyphs."""
SETTINGS = ("straight", "arched", "upright", "slanted", "scattered", "stacked")
_ABSENT = "\U000ffffd"


@dataclass(frozen=True, slots=True)
class Font:
    """A Latin font file, or a folder with one file per character."""

    path: Path

    def file(self, text: str) -> Path | None:
        """Return the font file for ``text``, or None."""
        if self.path.is_dir():
            path = self.path / f"{ord(text[0]):x}.woff"
            return path if path.exists() else None
        return self.path


@lru_cache(maxsize=8)
def fonts(kind: str, *, held_out: bool, art: Path = ART) -> tuple[Font, ...]:
    """Return the held-out or the training fonts of a kind, ``latin`` or ``cjk``.

    Without fetched art both are the committed fonts.
    """
    heldout = {pack.short for pack in read_manifest() if pack.held_out}
    if kind == "latin":
        paths = sorted((art / "fonts").glob("*.woff"))
        chosen = [path for path in paths if (path.stem.rsplit("-", 2)[0] in heldout) == held_out]
        found = [Font(path) for path in chosen if _loaded(path) is not None]
        committed = sorted(FONTS.glob("lat-*.ttf"))
    else:
        folders = sorted((art / "cjk").glob("*"))
        found = [Font(folder) for folder in folders if (folder.name in heldout) == held_out]
        committed = [
            path for path in sorted(FONTS.glob("*.ttf")) if not path.stem.startswith(("lat-", "pictures-", "symbols"))
        ]
    if not found or not held_out:
        found += [Font(path) for path in committed]
    return tuple(found)


@lru_cache(maxsize=600)
def _loaded(path: Path) -> ImageFont.FreeTypeFont | None:
    try:
        return ImageFont.truetype(str(path), _EM)
    except OSError:  # a table that FreeType cannot read
        return None


def glyphs(font: Font, text: str) -> Mask | None:
    """Return the trimmed mask of ``text`` at 72 pixels per em, or None if the font cannot draw it."""
    path = font.file(text)
    if path is None:
        return None
    mask = _trimmed(path, text)
    if mask is not None and len(text) == 1:
        absent = _trimmed(path, _ABSENT)
        if absent is not None and absent.shape == mask.shape and np.array_equal(absent, mask):
            return None
    return mask


@lru_cache(maxsize=30_000)
def _trimmed(path: Path, text: str) -> Mask | None:
    loaded = _loaded(path)
    if loaded is None:
        return None
    box = loaded.getbbox(text)
    if box[2] <= box[0] or box[3] <= box[1]:
        return None
    image = Image.new("L", (int(box[2] - box[0]) + 8, int(box[3] - box[1]) + 8))
    ImageDraw.Draw(image).text((4 - box[0], 4 - box[1]), text, font=loaded, fill=255)
    mask = np.asarray(image)
    rows, columns = np.flatnonzero(mask.max(1) > 40), np.flatnonzero(mask.max(0) > 40)
    if len(rows) < 2 or len(columns) < 2:
        return None
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def outlined(mask: Mask, width: int) -> Mask:
    """Return the outline of a mask."""
    padded = cv2.copyMakeBorder(mask, width, width, width, width, cv2.BORDER_CONSTANT, value=0)
    kernel = np.ones((2 * width + 1, 2 * width + 1), np.uint8)
    return np.asarray(cv2.subtract(cv2.dilate(padded, kernel), cv2.erode(padded, kernel)), np.uint8)


def heavier(mask: Mask, width: int) -> Mask:
    """Return a mask with thicker strokes."""
    padded = cv2.copyMakeBorder(mask, width, width, width, width, cv2.BORDER_CONSTANT, value=0)
    return np.asarray(cv2.dilate(padded, np.ones((2 * width + 1, 2 * width + 1), np.uint8)), np.uint8)


@dataclass(frozen=True, slots=True)
class Lettering:
    """The lettering of a set: the font, its weight (-1 outline, 0 unchanged, 1 and more thicker), the case of words.

    ``art``: folder of the fonts that stand in for this one where it lacks a character.
    """

    font: Font
    weight: int = 0
    case: str = "upper"
    art: Path = ART

    def mask(self, text: str) -> Mask | None:
        """Return the mask of a text, in another font if this one lacks it."""
        mask = glyphs(self.font, text)
        if mask is None:
            kind = "cjk" if ord(text[0]) > 0x2E80 else "latin"
            others = (glyphs(other, text) for other in fonts(kind, held_out=False, art=self.art)[::-1])
            mask = next((other for other in others if other is not None), None)
        if mask is None or self.weight == 0:
            return mask
        return outlined(mask, 2) if self.weight < 0 else heavier(mask, self.weight)

    def cased(self, word: str) -> str:
        """Return a word in the set's case."""
        return {"upper": word.upper(), "lower": word.lower(), "title": word.capitalize()}[self.case]


def draw_glyph(
    canvas: Canvas,
    letters: Lettering,
    text: str,
    x: float,
    y: float,
    height: float,
    colour: Colour,
    most: float = 200.0,
) -> bool:
    """Stamp a text ``height`` units high, at most ``most`` wide; return whether the font has it."""
    mask = letters.mask(text)
    if mask is None:
        return False
    wide = mask.shape[1] * height / mask.shape[0]
    canvas.note(text, x, y, height)
    canvas.stamp(resized(mask, height, min(wide, most)), x, y, colour)
    return True


def _draw_lines(
    canvas: Canvas,
    letters: Lettering,
    text: str,
    setting: str,
    box: tuple[float, float, float, float],
    colours: tuple[Colour, ...],
    rng: Rng,
) -> None:
    """Set a word straight, slanted or upright, if the font has it."""
    x0, y0, x1, y1 = box
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    lines = text.split(" ") if setting == "straight" and len(text) > 6 else [text]
    for number, line in enumerate(lines):
        mask = letters.mask(line)
        if mask is None:
            return
        wide, high = x1 - x0, (y1 - y0) / len(lines)
        if setting == "upright":
            wide, high = high, wide
        scale = min(wide / mask.shape[1], high * 0.92 / mask.shape[0])
        art = resized(mask, mask.shape[0] * scale, mask.shape[1] * scale)
        if setting == "upright":
            art = turned(art, 90.0 if rng.random() < 0.5 else 270.0)
        elif setting == "slanted":
            art = turned(art, rng.uniform(-50, -15))
        canvas.stamp(art, middle_x, y0 + (y1 - y0) * (number + 0.5) / len(lines), colours[number % len(colours)])
        if len(text) == 1 and setting == "straight":
            canvas.glyphs.append(Glyph(text, middle_x, middle_y, mask.shape[0] * scale))


def draw_word(
    canvas: Canvas,
    letters: Lettering,
    word: str,
    setting: str,
    box: tuple[float, float, float, float],
    colours: tuple[Colour, ...],
    rng: Rng,
) -> None:
    """Set a word into a box (x0, y0, x1, y1), if the font has all its letters."""
    text = letters.cased(word)
    masks = [letters.mask(letter) for letter in text if letter != " "]
    if any(mask is None for mask in masks):
        return
    known = [mask for mask in masks if mask is not None]
    canvas.texts.append(word)
    x0, y0, x1, y1 = box
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    if setting in {"straight", "slanted", "upright"}:
        _draw_lines(canvas, letters, text, setting, box, colours, rng)
        return
    count = len(known)
    if setting == "stacked":
        high = (y1 - y0) / count
        for number, mask in enumerate(known):
            height = high * 0.86
            width = min(mask.shape[1] * height / mask.shape[0], x1 - x0)
            drift = rng.uniform(-0.1, 0.1) * (x1 - x0) if rng.random() < 0.3 else 0.0
            art = resized(mask, height, width)
            canvas.stamp(art, middle_x + drift, y0 + high * (number + 0.5), colours[number % len(colours)])
        return
    wide = (x1 - x0) / count
    height = min(wide * 1.25, (y1 - y0) * (0.8 if setting == "arched" else 0.55))
    bend = (y1 - y0) * rng.uniform(0.2, 0.5) * (1 if rng.random() < 0.75 else -1)
    for number, mask in enumerate(known):
        place = (number + 0.5) / count * 2 - 1
        size = height if setting == "arched" else height * rng.uniform(0.8, 1.3)
        width = min(mask.shape[1] * size / mask.shape[0], wide * 1.05)
        art = resized(mask, size, width)
        if setting == "arched":
            y = middle_y + bend * (place * place - 0.4)
            art = turned(art, math.degrees(math.atan2(2 * bend * place, (x1 - x0) / 2)) * 0.9)
        else:
            y = middle_y + rng.uniform(-0.5, 0.5) * ((y1 - y0) - size)
            art = turned(art, rng.uniform(-25, 25))
        canvas.stamp(art, x0 + wide * (number + 0.5), y, colours[number % len(colours)])


def draw_lettering(rng: Rng, kind: str, *, held_out: bool, art: Path) -> Lettering:
    """Choose the lettering of a set."""
    choice = fonts(kind, held_out=held_out, art=art)
    weight = int(rng.choice((-1, 0, 1, 2), p=(0.06, 0.66, 0.2, 0.08)))
    case = str(rng.choice(("upper", "lower", "title"), p=(0.72, 0.12, 0.16)))
    return Lettering(choice[int(rng.integers(len(choice)))], weight, case, art)
