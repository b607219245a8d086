"""Rules of the reading, switched off one at a time."""

from pathlib import Path

import pytest

from datasets.evaluation.ablation import RULES, main, switched_off
from datasets.render.example import write_scenes
from datasets.render.scene.scene import render_scene
from models import load_model_card
from tests.vision.test_pipeline import RACK, row
from tests.vision.toys import networks, picture
from vision import Photo, RackReading, read_rack


def read(labels: list[str]) -> RackReading:
    """Read a row of tiles in the toy world."""
    return read_rack(Photo.of(picture(1800, 800, row(labels, (200, 400), 130))), networks())


@pytest.mark.parametrize("name", RULES)
def test_a_plain_rack_needs_no_rule(name: str) -> None:
    """Upright, whole and sharp tiles in a row read alike, whichever rule is off."""
    with switched_off(RULES[name]):
        assert read(RACK).rack == " ".join(RACK)


def test_a_rule_is_off_inside_the_block_alone() -> None:
    """The reading asks about a sixth East only while the rule on the set's tile counts is on."""
    labels = [*RACK[:8], *["E"] * 6]
    with switched_off(RULES["more than a set holds"]):
        assert read(labels).unsure == ()
    assert len(read(labels).unsure) == 2


def test_thresholds_are_those_of_a_card() -> None:
    """Every threshold that a rule changes exists in the card of a network in use."""
    known = {*load_model_card("finder").thresholds, *load_model_card("reader").thresholds}
    assert {name for rule in RULES.values() for name, _ in rule.thresholds} <= known


def test_a_table_has_a_row_for_each_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table starts with the shipped reading and has a row for each rule."""
    write_scenes(tmp_path, [(0, render_scene(0, (320, 240), "rack", range(3)))])
    main([str(tmp_path / "index.jsonl"), "--rule", "upright faces read anew", "--rule", "odd size"])
    out = capsys.readouterr().out
    assert all(name in out for name in ("all rules", "upright faces read anew", "odd size"))
    assert "closer looks" not in out
