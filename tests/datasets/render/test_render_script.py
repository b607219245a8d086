"""The command that renders scenes, run with its arguments."""

import sys
from pathlib import Path

import pytest

from datasets.photographs.index import read_index
from datasets.render.drawing.set_style import draw_style
from datasets.render.faces.novelty_motifs import novelty_of
from scripts.render import main


def render(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    """Run the command with these arguments."""
    monkeypatch.setattr(sys, "argv", ["render", *arguments])
    main()


def test_scenes_are_written_with_their_index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two scenes of one kind become two pictures and two lines, which the index reads back."""
    render(monkeypatch, "--count", "2", "--out", str(tmp_path), "--kind", "single", "--size", "160", "120")
    photos = read_index(tmp_path / "index.jsonl")
    assert [photo.path.is_file() for photo in photos] == [True, True]
    assert {(photo.width, photo.height) for photo in photos} == {(160, 120)}


@pytest.mark.parametrize("held_out", [False, True], ids=["that train", "held out"])
def test_novelty_sets_alone_are_rendered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, held_out: bool) -> None:
    """With --novelty every scene shows a novelty set; held-out motifs appear only if asked for."""
    # Among all novelty sets of these numbers the first scene shows one with held-out motifs.
    monkeypatch.setattr("datasets.render.faces.novelty_motifs.TRAINING_DESIGNS", range(100))
    extra = ["--held-out"] if held_out else []
    render(monkeypatch, "--count", "1", "--out", str(tmp_path), "--novelty", "--size", "160", "120", *extra)
    (photo,) = read_index(tmp_path / "index.jsonl")
    novelty = novelty_of(draw_style(int(str(photo.design).removeprefix("design-"))))
    assert novelty is not None
    assert held_out or not novelty.held_out


@pytest.mark.parametrize(
    "arguments",
    [[], ["--count", "1"], ["--count", "-3", "--out", "."]],
    ids=["nothing", "nowhere", "less than nothing"],
)
def test_missing_arguments_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    """A missing count or folder ends with status 2 and names the option to add."""
    with pytest.raises(SystemExit) as ended:
        render(monkeypatch, *arguments)
    assert ended.value.code == 2
    assert "--out" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["--kind", "tray"], ["--size", "640", "640"], ["--held-out"], ["--novelty"], ["--tile-sets"], ["--seed", "3"]],
    ids=lambda arguments: arguments[0].removeprefix("--"),
)
def test_the_example_alone_takes_no_option_of_scenes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str]
) -> None:
    """The example is always the same rack at the same size: an option that would do nothing is refused by its name."""
    with pytest.raises(SystemExit) as ended:
        render(monkeypatch, "--example", str(tmp_path / "rack.jpg"), *arguments)
    assert ended.value.code == 2
    assert f"--example takes no {arguments[0]}" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_two_kinds_of_sets_cannot_be_asked_for_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Novelty sets and random tile sets exclude each other; asking for both renders nothing."""
    with pytest.raises(SystemExit) as ended:
        render(monkeypatch, "--count", "1", "--out", str(tmp_path), "--size", "160", "120", "--novelty", "--tile-sets")
    assert ended.value.code == 2
    assert "not allowed with argument --novelty" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
