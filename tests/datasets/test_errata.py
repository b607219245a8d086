"""Corrections of wrong labels touch what they name and nothing else."""

from dataclasses import replace
from pathlib import Path

from datasets.errata import corrected
from datasets.index import LabelledPhoto, LabelledTile


def test_a_correction_needs_picture_place_and_wrong_label(tmp_path: Path) -> None:
    """The same box in another picture, another box, or another label stay as they are."""
    errata = tmp_path / "errata.toml"
    errata.write_text('[[wrong]]\nimage = "a.jpg"\nat = [1, 2, 3, 4.5]\nsays = "F"\nis = "1B"\n', encoding="utf-8")
    tiles = (LabelledTile((1, 2, 3, 4.5), "F"), LabelledTile((1, 2, 3, 5), "F"), LabelledTile((1, 2, 3, 4.5), "G"))
    photo = LabelledPhoto(Path("a.jpg"), "a.jpg", 9, 9, "g", "s", tiles)
    mended, other = corrected([photo, replace(photo, name="b.jpg")], errata)
    assert [tile.label for tile in mended.tiles] == ["1B", "F", "G"]
    assert [tile.label for tile in other.tiles] == ["F", "F", "G"]


def test_the_shipped_errata_name_tiles() -> None:
    """The file is readable, and a picture it does not name passes unchanged."""
    photo = LabelledPhoto(Path("x.jpg"), "x.jpg", 9, 9, "g", "s", (LabelledTile((1, 2, 3, 4), "F"),))
    assert list(corrected([photo])) == [photo]
