"""The photo index: how it reads lines, and how it refuses them with file, line and field."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from datasets.errors import DatasetError
from datasets.photographs.index import read_index, write_index

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
    """Boxes keep their order, unknown kinds stay unknown, and a picture is complete only if the index says so."""
    (photo,) = read_index(_write(tmp_path, ROW))
    assert [tile.label for tile in photo.tiles] == ["5B", None]
    assert photo.tiles[0].box == (1, 2, 30, 44)
    assert photo.tiles[0].quad is None
    assert not photo.complete
    assert not photo.mirrored
    assert photo.path == tmp_path / "scenes/a.jpg"


def test_quads_of_rendered_scenes_are_kept(tmp_path: Path) -> None:
    """The index of a rendered scene carries corners beside its boxes."""
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
        pytest.param({"boxes": [[30, 2, 40, 2, "5B"]]}, "empty", id="no height"),
        pytest.param({"boxes": "none"}, "'boxes'", id="no list"),
        pytest.param({"quads": []}, "'quads'", id="quads missing"),
        pytest.param({"quads": [[[1, 2], [30, 2], [30, 44]]] * 2}, "4", id="three corners"),
    ],
)
def test_a_faulty_row_names_its_line_and_field(tmp_path: Path, change: dict[str, object], says: str) -> None:
    """The error names the second line and its faulty field."""
    with pytest.raises(DatasetError, match=r"index\.jsonl:2") as caught:
        read_index(_write(tmp_path, ROW, ROW | change))
    assert says in str(caught.value)


def test_a_missing_field_and_a_broken_line_are_named(tmp_path: Path) -> None:
    """A missing field and broken JSON both raise the promised error."""
    short = {key: value for key, value in ROW.items() if key != "group"}
    with pytest.raises(DatasetError, match="group"):
        read_index(_write(tmp_path, short))
    with pytest.raises(DatasetError, match="not JSON"):
        read_index(_write(tmp_path, '{"image": '))


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("[1, 2]", id="a-list"),
        pytest.param("[" * 100_000, id="lists-in-lists"),
        pytest.param('{"image":' * 100_000, id="objects-in-objects"),
        pytest.param(json.dumps(ROW).replace("640", "9" * 5000), id="thousands-of-digits"),
        pytest.param(json.dumps(ROW | {"width": "wide"}), id="a-word-for-a-number"),
        pytest.param(json.dumps(ROW | {"boxes": [["a", 2, 30, 44, "5B"]]}), id="a-word-in-a-box"),
        pytest.param(json.dumps(ROW | {"boxes": [[1, 2, 1e999, 44, "5B"]]}), id="without-end"),
        pytest.param(json.dumps(ROW | {"boxes": [[1, 2, 10**400, 44, "5B"]]}), id="a-number-beyond-floats"),
        pytest.param(json.dumps(ROW | {"width": 1e999}), id="a-width-without-end"),
        pytest.param(json.dumps(ROW | {"image": 7}), id="a-number-for-a-name"),
    ],
)
def test_fields_of_another_kind_are_refused(tmp_path: Path, line: str) -> None:
    """A line of wrong types, depth or size raises the promised error, which names the line."""
    with pytest.raises(DatasetError, match=r"index\.jsonl:1") as caught:
        read_index(_write(tmp_path, line))
    assert caught.value.code == "bad-index"


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    """Every field survives, quads included, from whichever folder the index lies in; adding keeps the old lines."""
    quads = [[[1, 2], [30, 2], [30, 44], [1, 44]], [[40, 2], [70, 2], [70, 44], [40, 44]]]
    full = ROW | {"quads": quads, "all_tiles_boxed": True, "mirrored_or_rotated": True, "ignored": [[1, 2, 3, 4]]}
    full |= {"pieces": quads[:1], "design": "american-3"}
    photos = read_index(_write(tmp_path, full, ROW | {"single_tile": True, "tile_aspect": 0.7}))
    (tmp_path / "deeper").mkdir()
    out = tmp_path / "deeper" / "index.jsonl"
    write_index(photos, out)
    write_index(photos[:1], out)
    out.write_bytes(out.read_bytes().rstrip())  # as an editor leaves it
    write_index(photos[1:], out, append=True)
    back = read_index(out)
    assert [one.path.resolve() for one in back] == [one.path.resolve() for one in photos]
    assert [replace(one, path=Path(), name="") for one in back] == [replace(p, path=Path(), name="") for p in photos]


def test_an_index_in_another_encoding_is_refused(tmp_path: Path) -> None:
    """The error names a line that is not UTF-8."""
    path = _write(tmp_path, ROW, "")
    path.write_bytes(path.read_bytes() + json.dumps(ROW).encode("utf-16"))
    with pytest.raises(DatasetError, match=r"index\.jsonl:2: no UTF-8 text"):
        read_index(path)
