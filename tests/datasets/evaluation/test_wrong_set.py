"""The program notices that the player chose the wrong taught set, measured on designs that train nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from datasets.evaluation.scoring import ReadingCounts
from datasets.evaluation.tilesets import teaching_gain, wrong_set
from datasets.evaluation.tilesets.teach import teach_design
from datasets.evaluation.tilesets.wrong_set import compare_sets, rendered
from datasets.photographs.physical_sets import read_tile_sets
from datasets.render.design_splits import HELD_OUT_DESIGNS
from tests.datasets.evaluation.foreign_objects import FOREIGN_OBJECTS, ForeignCounts, count_foreign, foreign_scene
from tests.datasets.evaluation.mixed_sets import count_mixed, mixed_scene
from vision import Networks, TileSet
from vision.tilesets.set_recognition import SetMatch


@pytest.fixture(scope="module")
def real_eyes() -> Networks:
    """Load the shipped models."""
    return Networks.load()


def test_a_wrong_set_is_noticed(real_eyes: Networks) -> None:
    """A taught set never refuses its own good or hard photographs, and refuses most of another set's."""
    looks, sets = rendered(HELD_OUT_DESIGNS[:2], 1, real_eyes)
    rows = compare_sets(looks, sets, 1, real_eyes)
    for light in ("good", "hard"):
        own, other = rows[f"{light}, the right set"], rows[f"{light}, another set"]
        assert own.photos == other.photos == 2
        assert own.matches[SetMatch.OF_ANOTHER] == 0
        assert other.matches[SetMatch.OF_ANOTHER] + other.matches[SetMatch.IN_DOUBT] >= 1
        assert own.best >= 1


def test_a_tile_of_another_set_is_no_surely_wrong_one(real_eyes: Networks) -> None:
    """Among taught tiles, a tile of another set is never sure but wrong, and most of the set's own tiles stay sure."""
    number = HELD_OUT_DESIGNS[3]
    own, strangers = ReadingCounts(), ReadingCounts()
    count_mixed(mixed_scene(number, 3), real_eyes, teach_design(number, real_eyes), own, strangers)
    assert strangers.boxed > 0
    assert own.sure > own.boxed / 2
    assert own.sure_wrong == strangers.sure_wrong == 0


@pytest.fixture(scope="module")
def known_set(real_eyes: Networks) -> TileSet:
    """Teach a design from one photo."""
    return teach_design(HELD_OUT_DESIGNS[45], real_eyes)


def test_things_lie_in_view_beside_the_tiles() -> None:
    """Every foreign object with a face has its name; a hand covers tiles; the same arguments give the same pixels."""
    for thing in ("small card", "die", "domino"):
        scene = foreign_scene(HELD_OUT_DESIGNS[45], 0, thing)
        assert scene.labels.count(thing) >= 2
        assert any(label not in FOREIGN_OBJECTS for label in scene.labels)
    hand = foreign_scene(HELD_OUT_DESIGNS[45], 0, "hand")
    assert (hand.visible < 0.6).any()
    assert np.array_equal(hand.pixels, foreign_scene(HELD_OUT_DESIGNS[45], 0, "hand").pixels)


@pytest.mark.parametrize(
    ("thing", "seed"),
    [
        ("small card", 0),
        ("small card", 1),
        ("small card", 2),
        ("die", 1),
        ("domino", 0),
        ("letter tile", 0),
    ],
)
def test_what_is_no_tile_of_the_set_is_asked_about(
    real_eyes: Networks, known_set: TileSet, thing: str, seed: int
) -> None:
    """Cards, dice and letter tiles beside a taught set are never sure tiles, and no sure tile is wrong."""
    row = ForeignCounts()
    count_foreign(foreign_scene(HELD_OUT_DESIGNS[45], seed, thing), real_eyes, known_set, row)
    assert row.beside_sure == row.tiles.sure_wrong == 0
    assert row.tiles.sure > row.tiles.boxed / 2


def test_a_hand_over_the_tiles_makes_no_surely_wrong_one(real_eyes: Networks, known_set: TileSet) -> None:
    """A tile that fingers cover in part is left out, asked about or right."""
    row = ForeignCounts()
    for seed in range(2):
        count_foreign(foreign_scene(HELD_OUT_DESIGNS[45], seed, "hand"), real_eyes, known_set, row)
    assert row.tiles.sure > 0
    assert row.beside_sure == row.tiles.sure_wrong == 0


@pytest.mark.parametrize(
    ("command", "options", "told"),
    [
        (teaching_gain.main, ("--drawn", "--photos", "index.jsonl"), "not allowed with argument --drawn"),
    ],
)
def test_no_measurement_leaves_an_option_out_in_silence(
    command: Callable[[Sequence[str]], None],
    options: Sequence[str],
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two options that exclude each other end with status 2, before a network loads."""
    monkeypatch.setattr(Networks, "load", lambda: pytest.fail("a network is loaded"))
    with pytest.raises(SystemExit) as ended:
        command(options)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("command", [teaching_gain, wrong_set], ids=["gain", "wrong set"])
@pytest.mark.parametrize("index", [None, "a.jpg"], ids=["index", "picture"])
def test_a_missing_file_ends_the_command_with_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: ModuleType, index: str | None
) -> None:
    """An index or a picture that is not there ends with status 2 and one line that names it, as in the evaluation."""
    photos = tmp_path / "index.jsonl"
    if index:
        row = {"image": index, "width": 9, "height": 9, "source": "own", "boxes": [[0, 0, 9, 9, "1B"]]}
        rows = [{**row, "group": group} for group, name in read_tile_sets().items() if name == "travel-case"]
        photos.write_text("".join(json.dumps(one) + "\n" for one in rows), "utf-8")
    with pytest.raises(SystemExit) as ended:
        command.main(["--photos", str(photos)])
    assert ended.value.code == 2
    assert (index or photos.name) in capsys.readouterr().err.splitlines()[-1]
