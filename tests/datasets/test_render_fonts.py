import hashlib
import tomllib
from pathlib import Path

import pytest

from datasets.render.canvas import FONTS, glyph_mask
from datasets.render.style import CJK_FONTS, INDEX_FONTS, NUMERAL_FONTS, WORD_FONTS

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
    """No font lies in the folder that the manifest does not account for, and the licence text is there."""
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


def test_missing_glyph_is_refused() -> None:
    """A text without ink is an error that names font and text, not an empty face."""
    with pytest.raises(ValueError, match=r"lat-book\.ttf has no ink for ' '"):
        glyph_mask("lat-book", " ", 72)
