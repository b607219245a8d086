"""The photo index: what is read, and what is refused with file, line and field."""

import json
from pathlib import Path

import pytest

from datasets.index import PhotoIndexError, read_index
from datasets.splits import Split, is_validation, split

ROW = {
    "image": "scenes/a.jpg",
    "width": 640,
    "height": 480,
    "group": "g1",
    "source": "somebody/set",
    "boxes": [[1, 2, 30, 44, "5B"], [40, 2, 70, 44, None]],
}


def _write(folder: Path, *rows: object) -> Path:
    path = folder / "index.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_a_row_is_read_with_its_defaults(tmp_path: Path) -> None:
    """Boxes keep order and unknown kinds; a picture is not complete unless the index says so."""
    (photo,) = read_index(_write(tmp_path, ROW))
    assert [tile.label for tile in photo.tiles] == ["5B", None]
    assert photo.tiles[0].box == (1, 2, 30, 44)
    assert photo.tiles[0].quad is None
    assert not photo.complete
    assert not photo.mirrored
    assert photo.path == tmp_path / "scenes/a.jpg"


def test_quads_of_rendered_scenes_are_kept(tmp_path: Path) -> None:
    """A rendered index carries corners beside its boxes."""
    quads = [[[1, 2], [30, 2], [30, 44], [1, 44]], [[40, 2], [70, 2], [70, 44], [40, 44]]]
    (photo,) = read_index(_write(tmp_path, ROW | {"quads": quads, "all_tiles_boxed": True}))
    assert photo.tiles[1].quad == ((40, 2), (70, 2), (70, 44), (40, 44))
    assert photo.complete


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param({"boxes": [[1, 2, 30, "5B"]]}, "box 0", id="four values"),
        pytest.param({"boxes": [[1, 2, 30, 44, "10B"]]}, "'10B'", id="no such tile"),
        pytest.param({"boxes": [[30, 2, 30, 44, "5B"]]}, "empty", id="no area"),
        pytest.param({"boxes": "none"}, "'boxes'", id="no list"),
        pytest.param({"quads": []}, "'quads'", id="quads missing"),
    ],
)
def test_a_faulty_row_names_its_line_and_field(tmp_path: Path, change: dict[str, object], says: str) -> None:
    """The second line is at fault, and the message says so."""
    with pytest.raises(PhotoIndexError, match=r"index\.jsonl:2") as caught:
        read_index(_write(tmp_path, ROW, ROW | change))
    assert says in str(caught.value)


def test_a_missing_field_and_a_broken_line_are_named(tmp_path: Path) -> None:
    """Neither a missing field nor broken JSON leaves as anything but the promised error."""
    short = {key: value for key, value in ROW.items() if key != "group"}
    with pytest.raises(PhotoIndexError, match="group"):
        read_index(_write(tmp_path, short))
    with pytest.raises(PhotoIndexError, match="not a JSON object"):
        read_index(_write(tmp_path, '{"image": '))


def test_no_group_stands_in_both_halves(tmp_path: Path) -> None:
    """Two hundred groups of three pictures: each group goes one way, about 15 % of them to validation."""
    rows = [ROW | {"image": f"{group}-{copy}.jpg", "group": f"g{group}"} for group in range(200) for copy in range(3)]
    halves = split(read_index(_write(tmp_path, *rows)))
    assert len(halves.train) + len(halves.validation) == 600
    assert 0.08 < len(halves.validation) / 600 < 0.24
    assert {p.group for p in halves.train}.isdisjoint(p.group for p in halves.validation)


def test_a_split_through_a_group_is_refused(tmp_path: Path) -> None:
    """Whoever builds a split by hand cannot leak a scene."""
    a, b = read_index(_write(tmp_path, ROW, ROW | {"image": "b.jpg"}))
    with pytest.raises(ValueError, match="g1"):
        Split((a,), (b,))


def test_sources_of_unseen_sets_never_train(tmp_path: Path) -> None:
    """Single-tile sources kept for the unseen figure are validation whatever their group is called."""
    rows = [
        ROW | {"single_tile": True, "source": "kch3coo/mahjong_detection", "group": f"x{number}"} for number in range(9)
    ]
    assert all(is_validation(photo) for photo in read_index(_write(tmp_path, *rows)))
