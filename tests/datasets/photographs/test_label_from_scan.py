"""A corrected reading of an own photograph becomes a line of an index; faulty readings are refused."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from datasets.errors import DatasetError
from datasets.photographs.index import read_index
from datasets.photographs.label_from_scan import documents, main, photo_of
from vision import Networks, decode, read_rack

QUAD = [[30, 20], [60, 22], [58, 64], [28, 62]]


def _document(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a hand may write
    tiles = [
        {"label": "5B", "quad": QUAD, "confidence": 0.4, "sure": False},
        {"label": None, "quad": [[70, 20], [99, 20], [99, 60], [70, 60]]},
    ]
    return {"image": "a.png", "width": 200, "height": 100, "tiles": tiles} | changes


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Write a picture of the size that the documents name."""
    path = tmp_path / "photos" / "a.png"
    path.parent.mkdir()
    cv2.imwrite(str(path), np.full((100, 200, 3), 90, np.uint8))
    return path


def _add(tmp_path: Path, document: object, *more: str) -> Path:
    (tmp_path / "reading.json").write_text(json.dumps(document), encoding="utf-8")
    out = tmp_path / "index.jsonl"
    main([str(tmp_path / "reading.json"), "--out", str(out), "--photos", str(tmp_path / "photos"), *more])
    return out


def test_a_corrected_reading_becomes_a_line(photo: Path, tmp_path: Path) -> None:
    """Labels, quads and their hulls come back from the index; a tile that nobody can name stays unknown."""
    (one,) = read_index(_add(tmp_path, _document(), "--source", "me", "--complete"))
    assert one.path.resolve() == photo.resolve()
    assert [(tile.label, tile.box) for tile in one.tiles] == [("5B", (28, 20, 60, 64)), (None, (70, 20, 99, 60))]
    assert one.tiles[0].quad == tuple((float(x), float(y)) for x, y in QUAD)
    assert (one.source, one.group, one.complete) == ("me", "me/a", True)


def test_a_photo_lies_where_it_was_scanned(photo: Path, tmp_path: Path) -> None:
    """Without a folder of photos the reading says where its photo lies."""
    reading, out = tmp_path / "r.json", tmp_path / "index.jsonl"
    reading.write_text(json.dumps(_document(image=str(photo))), encoding="utf-8")
    main([str(reading), "--out", str(out)])
    assert [one.path.resolve() for one in read_index(out)] == [photo.resolve()]


def test_a_tile_that_was_missed_is_added_by_its_box(photo: Path, tmp_path: Path) -> None:
    """A box alone is enough; the whole picture then has no quads, because the index wants all or none."""
    document = _document()
    document["tiles"].append({"label": "J", "box": [120, 20, 150, 62]})
    (one,) = read_index(_add(tmp_path, document, "--group", "table 3"))
    assert one.tiles[2].label == "J"
    assert one.tiles[2].box == (120, 20, 150, 62)
    assert one.tiles[0].quad is None
    assert one.group == "own/table 3"


def test_a_second_photo_is_added_and_the_same_one_refused(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The index takes photos that it lacks, and stays unchanged for others."""
    out = _add(tmp_path, _document())
    photo.with_name("b.png").write_bytes(photo.read_bytes())
    _add(tmp_path, _document(image="b.png"))
    before = out.read_bytes()
    with pytest.raises(SystemExit):
        _add(tmp_path, [_document(image="b.png")])
    assert "take its line out first" in capsys.readouterr().err
    assert out.read_bytes() == before
    assert [one.path.name for one in read_index(out)] == ["a.png", "b.png"]


def test_what_scan_prints_is_taken_as_it_is(tmp_path: Path) -> None:
    """The uncorrected reading of the example gives its labels and quads back."""
    example = Path(__file__).parents[3] / "examples" / "rack.jpg"
    reading = read_rack(decode(example.read_bytes(), example.name), Networks.load())
    lines = json.dumps(reading.to_json(str(example)))
    (tmp_path / "r.jsonl").write_text(lines + "\n" + lines + "\n", encoding="utf-8")
    first, second = documents(tmp_path / "r.jsonl")
    assert first == second
    one = photo_of(first, example, "own")
    assert [tile.label for tile in one.tiles] == [tile.label for tile in reading.tiles]
    assert np.array([tile.quad for tile in one.tiles]) == pytest.approx(
        np.array([tile.quad for tile in reading.tiles]), abs=0.01
    )


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        pytest.param({"error": {"code": "no-image"}}, "was not read", id="failed-scan"),
        pytest.param({"tiles": None}, "'tiles' must be a list", id="no-tiles"),
        pytest.param({"width": "200"}, "width and height", id="size-in-quotes"),
        pytest.param({"tiles": ["5B"]}, "needs a 'label'", id="no-object"),
        pytest.param({"tiles": [{"label": "10B", "quad": QUAD}]}, "'10B' is no tile label", id="no-label"),
        pytest.param({"tiles": [{"label": "5B"}]}, "'box' must be 4", id="no-place"),
        pytest.param({"tiles": [{"label": "5B", "quad": QUAD[:3]}]}, "four corners", id="three-corners"),
        pytest.param({"tiles": [{"label": "5B", "quad": [[1, 2, 3], *QUAD[1:]]}]}, "2 finite numbers", id="corner"),
        pytest.param({"tiles": [{"label": "5B", "box": [1, 1, float("nan"), 5]}]}, "4 finite", id="nan"),
        pytest.param({"tiles": [{"label": "5B", "box": [1, 1, "x", 5, 5]}]}, "4 finite", id="a-word-among-them"),
        pytest.param({"tiles": [{"label": "5B", "box": [9, 1, 5, 5]}]}, "covers nothing", id="turned-box"),
        pytest.param({"tiles": [{"label": "5B", "box": [5, 1, 5, 9]}]}, "covers nothing", id="no-width"),
        pytest.param({"tiles": [{"label": "5B", "box": [1, 5, 9, 5]}]}, "covers nothing", id="no-height"),
    ],
)
def test_a_slip_of_the_pen_is_named(changes: dict[str, Any], says: str) -> None:
    """The error names picture and tile, and the correct form."""
    with pytest.raises(DatasetError, match=says) as caught:
        photo_of(_document(**changes), Path("a.png"), "own")
    assert caught.value.code == "bad-reading"
    assert caught.value.where.startswith("a.png")


@pytest.mark.parametrize(
    ("document", "says"),
    [
        pytest.param(_document(width=100), "labels are for 100 x 100", id="resized"),
        pytest.param(_document(image="gone.png"), "cannot be read", id="no-picture"),
        pytest.param([], "an object a photo", id="empty"),
        pytest.param("reading", "an object a photo", id="no-object"),
        pytest.param([_document(), "b.png"], "an object a photo", id="an-object-and-a-word"),
    ],
)
def test_what_does_not_fit_its_picture_is_refused(
    document: object, says: str, photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command ends with status 2 and writes no index."""
    with pytest.raises(SystemExit) as caught:
        _add(tmp_path, document)
    assert caught.value.code == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "index.jsonl").exists()


def test_broken_json_is_named(tmp_path: Path) -> None:
    """A file that is neither JSON nor JSON lines is named."""
    (tmp_path / "r.json").write_text("{", encoding="utf-8")
    with pytest.raises(DatasetError, match="neither JSON nor JSON lines"):
        documents(tmp_path / "r.json")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(b"[" * 100_000, "r.jsonl:1: neither JSON nor JSON lines: .* nested too deeply", id="deep"),
        pytest.param(b"{}\n" + b"9" * 5000, "r.jsonl:2: .* thousands of digits", id="digits"),
        pytest.param(b"\xff\xfe[\0", "r.jsonl: no UTF-8 text", id="another-encoding"),
        pytest.param(b"{}\n{]", "r.jsonl:2: neither JSON nor JSON lines", id="broken"),
    ],
)
def test_a_file_that_is_no_reading_is_refused(text: bytes, says: str, tmp_path: Path) -> None:
    """The error names a file without a reading, and the line."""
    file = tmp_path / "r.jsonl"
    file.write_bytes(text)
    with pytest.raises(DatasetError, match=says) as caught:
        documents(file)
    assert caught.value.code == "bad-reading"
