"""One TOML file describes a training run, and the command line overrides it."""

import sys
from pathlib import Path

import pytest

from datasets.errors import DatasetError
from datasets.training import run_config as module
from datasets.training.run_config import RunConfig, run_config
from models import load_model_card
from models.model_card import TASKS, Task

RUNS = sorted((Path(module.__file__).parent / "runs").glob("*.toml"))
SHARDS = '[shards]\n"runs/art" = 0.6\n"runs/photos" = 0.4\n'
READER = f'task = "reader"\nout = "runs/a"\nstart = "runs/x.pt"\nminutes = 55\n{SHARDS}'


@pytest.mark.parametrize("file", RUNS, ids=lambda file: file.stem)
def test_the_runs_behind_the_shipped_networks_are_read(file: Path) -> None:
    """Each committed file is a complete run of the network in its name."""
    name = file.stem.rpartition("-")[0]
    run = run_config(name if name in TASKS else "reader", file, {})
    assert run.rendered or run.shards
    assert run.start is not None


def test_there_is_a_run_for_each_network() -> None:
    """Every model folder has its run, so that we can make the model again."""
    assert {file.stem for file in RUNS} >= {load_model_card(task).name for task in TASKS}


def test_the_command_line_overrides_the_file(tmp_path: Path) -> None:
    """A given option wins; otherwise the file's value applies; otherwise the field's default."""
    file = tmp_path / "run.toml"
    file.write_text(READER, "utf-8")
    run = run_config("reader", file, {"minutes": 3.0, "rate": None, "start": "runs/y.pt"})
    assert run == RunConfig(
        out=Path("runs/a"),
        per_epoch=24000,
        batch=128,
        workers=1,
        start=Path("runs/y.pt"),
        shards=((Path("runs/art"), 0.6), (Path("runs/photos"), 0.4)),
        minutes=3.0,
    )


@pytest.mark.parametrize(
    ("task", "name", "value"),
    [("reader", "shards", {"runs/art": 0.0}), ("reader", "photos", "a.jsonl"), ("finder", "shards", {"runs/art": 1.0})],
    ids=["no-share", "pictures-for-a-classifier", "shards-for-a-detector"],
)
def test_a_run_takes_what_its_network_sees(task: Task, name: str, value: object) -> None:
    """A classifier's run takes shards, each with a share, a detector's takes pictures; no run ignores the other."""
    with pytest.raises(DatasetError) as caught:
        run_config(task, None, {"out": "runs/a", name: value})
    assert name in caught.value.where


def test_a_run_needs_no_file() -> None:
    """Options alone describe a run, and a list of numbers is none of paths."""
    assert run_config("finder", None, {"out": Path("f"), "rendered": [Path("a")]}).per_epoch == 2400
    with pytest.raises(DatasetError, match="rendered: must be a list of texts"):
        run_config("finder", None, {"out": Path("f"), "rendered": [3]})


@pytest.mark.parametrize(
    ("change", "where"),
    [
        pytest.param(("minutes = 55", "minuets = 55"), "minuets", id="unknown-field"),
        pytest.param(("minutes = 55", 'minutes = "55"'), "minutes", id="text-for-a-number"),
        pytest.param(("minutes = 55", "minutes = -1"), "minutes", id="negative"),
        pytest.param(("minutes = 55", "epochs = true"), "epochs", id="truth-for-a-number"),
        pytest.param(("minutes = 55", "batch = 0"), "batch", id="steps-without-a-face"),
        pytest.param(('out = "runs/a"\n', ""), "out", id="nowhere-to-write"),
        pytest.param((SHARDS, ""), "shards", id="a-reader-without-shards"),
        pytest.param(('"reader"', '"finder"'), "task", id="run-of-the-other-network"),
        pytest.param(("task = ", "task "), "run.toml", id="no-toml"),
    ],
)
def test_a_faulty_run_names_its_field(tmp_path: Path, change: tuple[str, str], where: str) -> None:
    """A file with a faulty field trains nothing; the error names the field."""
    assert change[0] in READER
    file = tmp_path / "run.toml"
    file.write_text(READER.replace(*change), "utf-8")
    with pytest.raises(DatasetError) as caught:
        run_config("reader", file, {})
    assert caught.value.code == "bad-run"
    assert caught.value.where.endswith(where)


def test_the_command_says_what_a_run_lacks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The script ends with status 2 and the missing field before it reads anything."""
    pytest.importorskip("torch", reason="torch is in the train requirements only")
    pytest.importorskip("albumentations", reason="albumentations is in the train requirements only")
    from scripts.train import main

    monkeypatch.setattr(sys, "argv", ["train", "reader", "--out", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "shards" in capsys.readouterr().err


@pytest.mark.parametrize("again", ["a=.2", "a/=.2"], ids=["the-same-name", "another-spelling"])
def test_a_folder_of_shards_has_one_share(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, again: str
) -> None:
    """A folder named twice would keep one of its shares in silence: the command refuses it by its name."""
    pytest.importorskip("torch", reason="torch is in the train requirements only")
    pytest.importorskip("albumentations", reason="albumentations is in the train requirements only")
    from scripts.train import main

    monkeypatch.setattr(sys, "argv", ["train", "reader", "--out", str(tmp_path), "--shards", "a=.5", "b=.3", again])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert f"--shards: {again[:-3]} is named twice" in capsys.readouterr().err
