"""Corrections of wrong labels change the boxes they name and nothing else."""

import tomllib
from dataclasses import replace
from pathlib import Path

from datasets.photographs.index import LabelledPhoto, LabelledTile
from datasets.photographs.label_errata import ERRATA, apply_errata
from vision.reading import TILE_LABELS


def test_a_correction_needs_picture_place_and_wrong_label(tmp_path: Path) -> None:
    """The same box in another picture, another box, and another label stay as they are."""
    errata = tmp_path / "errata.toml"
    errata.write_text('[[wrong]]\nimage = "a.jpg"\nat = [1, 2, 3, 4.5]\nsays = "F"\nis = "1B"\n', encoding="utf-8")
    tiles = (LabelledTile((1, 2, 3, 4.5), "F"), LabelledTile((1, 2, 3, 5), "F"), LabelledTile((1, 2, 3, 4.5), "G"))
    photo = LabelledPhoto(Path("a.jpg"), "a.jpg", 9, 9, "g", "s", tiles)
    mended, other = apply_errata([photo, replace(photo, name="b.jpg")], errata)
    assert [tile.label for tile in mended.tiles] == ["1B", "F", "G"]
    assert [tile.label for tile in other.tiles] == ["F", "F", "G"]


def test_a_box_around_the_print_is_drawn_around_the_face(tmp_path: Path) -> None:
    """The correction moves only the named box of the named picture; the label stays."""
    errata = tmp_path / "errata.toml"
    errata.write_text('[[framed]]\nimage = "a.jpg"\nat = [3, 3, 5, 6.5]\nis = [1, 2, 6, 8]\n', encoding="utf-8")
    tiles = (LabelledTile((3, 3, 5, 6.5), "N"), LabelledTile((3, 3, 5, 7), "N"))
    photo = LabelledPhoto(Path("a.jpg"), "a.jpg", 9, 9, "g", "s", tiles)
    mended, other = apply_errata([photo, replace(photo, name="b.jpg")], errata)
    assert mended.tiles == (LabelledTile((1, 2, 6, 8), "N"), tiles[1])
    assert other.tiles == tiles


def test_a_missing_tile_is_added_where_no_box_stands(tmp_path: Path) -> None:
    """A missing tile joins its picture once, even if the index already has it."""
    errata = tmp_path / "errata.toml"
    errata.write_text('[missing]\n"a.jpg" = [[10, 10, 20, 24.5, "J"]]\n', encoding="utf-8")
    photo = LabelledPhoto(Path("a.jpg"), "a.jpg", 90, 90, "g", "s", (LabelledTile((30, 10, 40, 24), "F"),))
    (mended,) = apply_errata([photo], errata)
    assert mended.tiles == (*photo.tiles, LabelledTile((10, 10, 20, 24.5), "J"))
    assert list(apply_errata([mended], errata)) == [mended]
    boxed = replace(photo, tiles=(LabelledTile((11, 10, 20, 24), None),))
    assert list(apply_errata([boxed, replace(photo, name="b.jpg")], errata)) == [boxed, replace(photo, name="b.jpg")]
    (first,) = apply_errata([replace(photo, tiles=())], errata)
    assert [tile.label for tile in first.tiles] == ["J"]


def test_the_shipped_errata_name_tiles() -> None:
    """The errata file loads, and a picture that it does not name passes unchanged."""
    photo = LabelledPhoto(Path("x.jpg"), "x.jpg", 9, 9, "g", "s", (LabelledTile((1, 2, 3, 4), "F"),))
    assert list(apply_errata([photo])) == [photo]
    table = tomllib.loads(ERRATA.read_text(encoding="utf-8"))
    for *box, label in (entry for entries in table["missing"].values() for entry in entries):
        assert label in TILE_LABELS
        assert box[0] < box[2]
        assert box[1] < box[3]
    for entry in table["framed"]:
        (x0, y0, x1, y1), (a, b, c, d) = entry["at"], entry["is"]
        assert (x1 - x0) * (y1 - y0) < 0.5 * (c - a) * (d - b), f"{entry} holds half of the face"
