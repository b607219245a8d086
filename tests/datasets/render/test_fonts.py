import hashlib
import tomllib
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from datasets.render.drawing.brush_strokes import STROKES, draw_character
from datasets.render.drawing.canvas import FONTS, Canvas, glyph_mask
from datasets.render.drawing.set_style import CJK_FONTS, INDEX_FONTS, NUMERAL_FONTS, WORD_FONTS, draw_style

_MANIFEST = tomllib.loads((FONTS / "manifest.toml").read_text(encoding="utf-8"))["font"]


@pytest.mark.parametrize("entry", _MANIFEST, ids=[entry["file"] for entry in _MANIFEST])
def test_font_is_the_one_of_the_manifest(entry: dict[str, str]) -> None:
    """Each font has the hash of the manifest, a free licence and a copyright line."""
    data = (FONTS / entry["file"]).read_bytes()
    assert hashlib.sha256(data).hexdigest() == entry["sha256"]
    assert entry["licence"] == "OFL-1.1"
    assert "opyright" in entry["copyright"]
    assert entry["original"]
    assert entry["version"]


def test_manifest_names_every_font_file() -> None:
    """The manifest accounts for every font in the folder, and the licence text is there."""
    assert {entry["file"] for entry in _MANIFEST} == {path.name for path in FONTS.glob("*.ttf")}
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text(encoding="utf-8")


def test_fonts_are_subsets() -> None:
    """All fonts together stay under a megabyte."""
    assert sum(path.stat().st_size for path in Path(FONTS).glob("*.ttf")) < 1_000_000


@pytest.mark.parametrize("font", sorted(set(CJK_FONTS)))
def test_character_fonts_have_all_tile_characters(font: str) -> None:
    """Each character font draws every numeral, wind, dragon, season and flower with ink of its own."""
    masks = {c: glyph_mask(font, c, 72) for c in "一二三四五伍六七八九萬万東南西北中發発春夏秋冬梅蘭菊竹"}
    assert len({mask.tobytes() for mask in masks.values()}) == len(masks)


@pytest.mark.parametrize("font", sorted(set(NUMERAL_FONTS)))
def test_numeral_fonts_have_all_numerals(font: str) -> None:
    """Each numeral font draws one to nine, and both fives, with ink of its own."""
    masks = {c: glyph_mask(font, c, 72) for c in "一二三四五伍六七八九"}
    assert len({mask.tobytes() for mask in masks.values()}) == len(masks)


@pytest.mark.parametrize("font", sorted({*WORD_FONTS, *INDEX_FONTS}))
def test_latin_fonts_have_all_figures(font: str) -> None:
    """Each Latin font draws every figure and index letter with ink of its own."""
    masks = {c: glyph_mask(font, c, 72) for c in "123456789ESWNCFRGJKOB"}
    assert len({mask.tobytes() for mask in masks.values()}) == len(masks)


@pytest.mark.parametrize("character", sorted(STROKES))
def test_written_characters_look_like_the_font(character: str) -> None:
    """A character written stroke by stroke is nearer to the font's form of itself than to most other characters."""
    style = next(s for s in map(draw_style, range(100)) if s.written)

    def form(*, draw: bool, text: str) -> npt.NDArray[np.float64]:
        canvas = Canvas((255, 255, 255), 120, 120)
        if draw:
            with canvas.placed(60, 60):
                draw_character(canvas, style, "kai-bold", text, (0, 0, 0), 100)
        else:
            canvas.text(text, "kai-bold", 60, 60, (0, 0, 0), size=100)
        ink = 255 - np.asarray(canvas.finish()[..., 0], float)
        rows, columns = np.flatnonzero(ink.max(axis=1) > 128), np.flatnonzero(ink.max(axis=0) > 128)
        cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        return np.asarray(cv2.GaussianBlur(cv2.resize(cut, (48, 48)), (0, 0), 3.0), float).ravel()

    written = form(draw=True, text=character)
    scores = {other: float(np.corrcoef(written, form(draw=False, text=other))[0, 1]) for other in sorted(STROKES)}
    assert sorted(scores, key=lambda other: -scores[other]).index(character) < 2


def test_missing_glyph_is_refused() -> None:
    """A text without ink raises an error that names font and text, and gives no empty face."""
    with pytest.raises(ValueError, match=r"lat-book\.ttf has no ink for ' '"):
        glyph_mask("lat-book", " ", 72)
