"""The shipped networks read labelled pictures: rendered scenes, and real photographs where their folder exists."""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import pytest

from datasets.errors import DatasetError
from datasets.evaluate import main
from datasets.evaluation.model_candidates import add_model_options, candidate_cards, networks_of, sessions_of
from datasets.evaluation.score_photos import part_of_split, score_photos
from datasets.evaluation.scoring import total
from datasets.photographs.index import LabelledPhoto, LabelledTile, read_index
from datasets.photographs.label_errata import apply_errata
from datasets.photographs.splits import is_left_out
from models import MODELS, ModelError, load_model_card
from models.model_card import TASKS
from vision import Networks

PHOTOS = Path(__file__).parents[4] / "shared" / "data" / "photos" / "index.jsonl"
EVERY = 4
"""Read every fourth validation photograph, to keep the test short; ``python -m datasets.evaluate`` reads them all."""
EXAMPLE = Path(__file__).parents[3] / "examples"


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """Write an index of the example rack alone."""
    row = json.loads((EXAMPLE / "rack.json").read_text(encoding="utf-8"))
    row["image"] = str(EXAMPLE / "rack.jpg")
    path = tmp_path / "index.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    return path


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs (../shared/data/photos) are not on this machine")
def test_validation_photographs_are_found_and_read() -> None:
    """The networks find 97 % of the boxed tiles, read 97 % of those right, and hardly one is sure but wrong."""
    photos = [p for p in part_of_split(tuple(apply_errata(read_index(PHOTOS))), "validation") if not p.mirrored][
        ::EVERY
    ]
    every = total("all", [one.score for one in score_photos(photos, Networks.load())])
    assert every.boxed > 500
    assert every.found >= 0.97 * every.boxed
    assert every.right >= 0.97 * every.known
    assert every.sure_wrong <= 0.002 * every.known
    assert every.exact_racks >= 0.8 * every.racks > 0


@pytest.mark.skipif(not PHOTOS.exists(), reason="the photographs (../shared/data/photos) are not on this machine")
def test_what_was_left_out_is_chosen_as_a_whole() -> None:
    """The unseen part holds every picture of a left-out set; validation holds them too, training none of them."""
    photos = read_index(PHOTOS)
    left = {photo for photo in photos if is_left_out(photo, ["travel-case"])}
    assert len(left) > 200
    parts = {
        which: set(part_of_split(photos, which, ["travel-case"])) for which in ("train", "validation", "unseen", "all")
    }
    assert left <= parts["unseen"] <= parts["validation"]
    assert not left & parts["train"]
    assert parts["train"] | parts["validation"] == parts["all"] == set(photos)


def test_the_command_prints_figures_as_json(index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON has totals by source and tile set, the tile counts of the example rack, and the thresholds' coverage."""
    main([str(index), "--json", "-"])
    told = json.loads(capsys.readouterr().out)
    rendered, every = told["by_source"]
    assert every["name"] == "all"
    assert (rendered["photos"], rendered["boxed"], rendered["found"]) == (1, 14, 14)
    assert [one["name"] for one in told["by_tile_set"]] == ["unknown", "all"]
    assert told["coverage"]["all"][0]["tiles"] == 14
    assert told["facts"]["models"] == Networks.load().name


def test_the_command_prints_tables_and_writes_files(
    index: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command prints tables, writes the same figures to the JSON file, and writes a page with the totals."""
    main([str(index), "--json", str(tmp_path / "f.json"), "--report", str(tmp_path / "r.html")])
    out = capsys.readouterr().out
    assert "By source" in out
    assert "Were a tile sure" in out
    assert json.loads((tmp_path / "f.json").read_text(encoding="utf-8"))["by_use"][0]["boxed"] == 14
    assert "<h2>By source</h2>" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_candidates_are_named_by_folder() -> None:
    """The folder names of the models in use load these networks; a classifier's folder is refused as a detector."""
    parser = argparse.ArgumentParser()
    add_model_options(parser)
    folders = {task: str(MODELS / load_model_card(task).name) for task in TASKS}
    given = [word for task, folder in folders.items() for word in (f"--{task}", folder)]
    cards = candidate_cards(parser.parse_args(given))
    assert cards.name == candidate_cards(parser.parse_args([])).name == Networks.load().name
    assert networks_of(cards, sessions_of(cards)).name == cards.name
    with pytest.raises(ModelError) as caught:
        candidate_cards(parser.parse_args(["--finder", folders["reader"]]))
    assert caught.value.code == "wrong-task"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        pytest.param(["--split", "train"], "no picture of the index is in this part", id="empty-part"),
        pytest.param(["--leave-out", "camerahs"], "no picture is of camerahs", id="misspelt-set"),
        pytest.param(["--reader", "nowhere"], "nowhere", id="no-such-model"),
    ],
)
def test_what_cannot_be_measured_ends_with_a_reason(
    index: Path, more: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A failed measurement ends with status 2 and one line that says why."""
    with pytest.raises(SystemExit) as caught:
        main([str(index), *more])
    assert caught.value.code == 2
    assert says in capsys.readouterr().err


def test_a_picture_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A missing file or one that is not a picture ends the evaluation with its name, not with a lower score."""
    photo = LabelledPhoto(tmp_path / "a.jpg", "a.jpg", 9, 9, "g", "s", (LabelledTile((0, 0, 5, 5), "1B"),))
    (tmp_path / "b.jpg").write_bytes(b"no picture")
    networks = Networks.load()
    for one in (photo, replace(photo, path=tmp_path / "b.jpg", name="b.jpg")):
        with pytest.raises(DatasetError, match=one.name) as caught:
            list(score_photos([one], networks))
        assert caught.value.code == "bad-picture"
