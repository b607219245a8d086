"""The split decides which pictures train and which measure, and leaves sets out by name."""

from dataclasses import replace
from pathlib import Path

import pytest

from datasets.errors import DatasetError
from datasets.photographs.index import LabelledPhoto, LabelledTile, read_index
from datasets.photographs.physical_sets import UNKNOWN, read_tile_sets, tile_set
from datasets.photographs.splits import UNSEEN_SETS, Split, is_left_out, is_unseen, is_validation, names, split
from datasets.render.design_splits import HELD_OUT_DESIGNS, TRAINING_DESIGNS

PHOTOS = Path(__file__).parents[4] / "shared" / "data" / "photos" / "index.jsonl"
CAMERASH = "686b54d220"
PHOTO = LabelledPhoto(Path("a.jpg"), "a.jpg", 64, 48, "g", "somebody/set", (LabelledTile((0, 0, 9, 9), "5B"),))
MANY = [replace(PHOTO, name=f"{g}-{c}.jpg", group=f"g{g}") for g in range(200) for c in range(3)]


def test_no_group_stands_in_both_halves() -> None:
    """Each of two hundred groups of three pictures goes one way, about 15 % of them to validation."""
    halves = split(MANY)
    assert len(halves.train) + len(halves.validation) == 600
    assert 0.08 < len(halves.validation) / 600 < 0.24
    assert {p.group for p in halves.train}.isdisjoint(p.group for p in halves.validation)


def test_a_split_through_a_group_is_refused() -> None:
    """A split built by hand cannot divide a scene between training and validation."""
    with pytest.raises(ValueError, match=r"'g'"):
        Split((PHOTO,), (replace(PHOTO, name="b.jpg"),))


def test_sources_of_unseen_sets_never_train() -> None:
    """Single-tile sources kept for the unseen figure are validation whatever their group's name."""
    photos = [
        replace(PHOTO, single_tile=True, source="kch3coo/mahjong_detection", group=f"x{number}") for number in range(9)
    ]
    assert all(is_validation(photo) and is_unseen(photo) for photo in photos)


@pytest.mark.parametrize(
    ("design", "unseen"),
    [
        pytest.param(f"design-{HELD_OUT_DESIGNS[0]}", True, id="held out"),
        pytest.param(f"design-{TRAINING_DESIGNS[-1]}", False, id="a design that trains"),
        pytest.param(None, False, id="a photograph"),
    ],
)
def test_designs_that_are_held_out_never_train(design: str | None, unseen: bool) -> None:
    """A rendered scene of a held-out design only measures, whatever folder of scenes training gets."""
    scenes = [replace(PHOTO, design=design, group=f"scene-{number}") for number in range(40)]
    assert {is_unseen(scene) for scene in scenes} == {unseen}
    assert all(is_validation(scene) for scene in scenes) is unseen


def test_american_sets_never_train() -> None:
    """Every group of the four American sets only measures, whatever its hash."""
    groups = [group for group, name in read_tile_sets().items() if name in UNSEEN_SETS]
    assert len(groups) >= len(UNSEEN_SETS)
    assert all(is_validation(replace(PHOTO, group=group)) for group in groups)


def test_a_source_left_out_measures_as_a_whole_and_moves_nothing_else() -> None:
    """All groups of a left-out source leave training; the groups of the other source stay in their parts."""
    others = [replace(photo, source="else/where", group=f"o{photo.group}") for photo in MANY]
    before, after = split([*MANY, *others]), split([*MANY, *others], ["somebody/set"])
    assert {photo.source for photo in after.train} == {"else/where"}
    assert set(MANY) <= set(after.validation)
    assert [p for p in after.train if p.source == "else/where"] == [p for p in before.train if p.source == "else/where"]


def test_a_tile_set_is_left_out_whatever_its_source() -> None:
    """Pictures of a left-out set go to validation from any source, single tiles and scenes alike."""
    one = replace(PHOTO, group=CAMERASH, single_tile=True)
    other = replace(one, source="else/where", single_tile=False)
    assert tile_set(one) == tile_set(other) == "camerash"
    assert not is_validation(one)
    halves = split([*MANY, one, other], ["camerash"])
    assert {one, other} <= set(halves.validation)
    assert is_left_out(other, ["camerash"])
    assert not is_left_out(PHOTO, ["camerash"])


def test_a_name_that_leaves_nothing_out_is_refused() -> None:
    """The error for a misspelt set lists the known names; otherwise we would train on a set reported as unseen."""
    with pytest.raises(DatasetError, match="no picture is of camerahs") as caught:
        split(MANY, ["camerahs", "somebody/set"])
    assert caught.value.code == "nothing-left-out"
    assert f"somebody/set, {UNKNOWN}" in caught.value.message


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param("camerash", ["camerash"], id="one"),
        pytest.param("a/b, c ,", ["a/b", "c"], id="spaces-and-a-last-comma"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_names_are_read_from_a_list_with_commas(text: str, wanted: list[str]) -> None:
    """The commands take names separated by commas."""
    assert names(text) == wanted


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs (../shared/data/photos) are not on this machine")
def test_every_photograph_is_of_a_known_set() -> None:
    """The table names each group of the photographs and no other group."""
    groups = {photo.group for photo in read_index(PHOTOS)}
    assert groups == set(read_tile_sets())


def test_a_group_under_two_tile_sets_is_refused(tmp_path: Path) -> None:
    """A photograph cannot belong to two sets, or leaving one out would keep half of it."""
    table = tmp_path / "sets.toml"
    table.write_text('[set.a]\ngroups = ["x", "y"]\n[set.b]\ngroups = ["y"]\n', encoding="utf-8")
    with pytest.raises(DatasetError, match="'y' stands under 'a' and 'b'"):
        read_tile_sets(table)
