"""Read the configuration of one training run from TOML and the options of ``scripts/train.py``."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from datasets.errors import DatasetError
from datasets.text_files import toml_table
from models.model_card import Task


@dataclass(frozen=True, slots=True)
class RunConfig:
    """All options of one training run; paths are relative to the current folder.

    Attributes:
        photos: index of photographs (finder only); if None, the run uses rendered scenes only.
        rendered: indexes that ``scripts/render.py`` wrote (finder only).
        out: folder for checkpoints, ``log.jsonl`` and ``final.pt``.
        start: checkpoint to continue from.
        teacher: checkpoint of an earlier detector, which supplies the photographs' corners (finder only).
        shards: folders of patches to train on, each with its share of the faces shown (classifiers only).
        leave_out: sources and physical sets to exclude (finder only; ``cut`` excludes a classifier's).
        epochs: passes of ``per_epoch`` pictures or faces.
        minutes: time limit, 0 for none; the learning rate's schedule shrinks to fit.
        rate: peak learning rate.
        per_epoch: pictures (finder) or faces (classifiers) of one epoch.
        batch: pictures or faces of one step; a GPU wants more than a processor.
        workers: processes that load and augment pictures or faces while the run's own process learns; 0: it does so
            itself, and waits. ``USUAL`` has each task's default. Under ``torchrun`` each of a finder's processes has as
            many, and a classifier has none.
    """

    out: Path
    per_epoch: int
    batch: int
    workers: int
    photos: Path | None = None
    rendered: tuple[Path, ...] = ()
    start: Path | None = None
    teacher: Path | None = None
    shards: tuple[tuple[Path, float], ...] = ()
    leave_out: tuple[str, ...] = ()
    epochs: int = 20
    minutes: float = 0.0
    rate: float = 2e-3


USUAL: Mapping[str, Mapping[str, int]] = {
    "finder": {"per_epoch": 2400, "batch": 12, "workers": 2},
    "reader": {"per_epoch": 24000, "batch": 128, "workers": 1},
    "upright": {"per_epoch": 24000, "batch": 128, "workers": 1},
}
"""Default pictures or faces of an epoch and of a step, and ``workers`` (for two cores), by task."""
_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("photos", "out", "start", "teacher"), (str, Path)),
    **dict.fromkeys(("rendered", "leave_out"), (list, tuple)),
    "shards": (dict,),
    **dict.fromkeys(("epochs", "per_epoch", "batch", "workers"), (int,)),
    **dict.fromkeys(("minutes", "rate"), (int, float)),
}
_OF_PICTURES = frozenset({"photos", "rendered", "teacher", "leave_out"})
"""Fields of a finder's run alone: a classifier sees patches that are cut already."""


def run_config(task: Task, file: Path | None, options: Mapping[str, Any]) -> RunConfig:
    """Combine a TOML file with command-line options; options win.

    Raises:
        DatasetError: ``bad-run`` for a file that is not TOML, a field that is unknown, missing or of the wrong type, or
            a run for another network.
    """
    values = dict(toml_table(file, "bad-run")) if file else {}
    where = file.name if file else "the command line"
    if values.pop("task", task) != task:
        raise DatasetError("bad-run", f"this run trains another network; it is no run of the {task}", f"{where}: task")
    values |= {name: value for name, value in options.items() if value is not None}
    known = _KINDS.keys() - ({"shards"} if task == "finder" else _OF_PICTURES)
    for name, value in values.items():
        if name not in known:
            names = ", ".join(field.name for field in fields(RunConfig) if field.name in known)
            raise DatasetError("bad-run", f"is no option of this run; known: task, {names}", f"{where}: {name}")
        _check(name, value, f"{where}: {name}")
    for name in ("out",) if task == "finder" else ("out", "shards"):
        if not values.get(name):
            raise DatasetError("bad-run", f"is missing; give --{name} or put it in the file", f"{where}: {name}")
    for name in ("photos", "out", "start", "teacher"):
        if name in values:
            values[name] = Path(values[name])
    shards = tuple((Path(folder), float(share)) for folder, share in values.pop("shards", {}).items())
    values["rendered"] = tuple(map(Path, values.get("rendered", ())))
    values["leave_out"] = tuple(values.get("leave_out", ()))
    return RunConfig(**{**USUAL[task], **values}, shards=shards)


def _check(name: str, value: object, where: str) -> None:
    kinds = _KINDS[name]
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise DatasetError("bad-run", f"must be a {' or '.join(kind.__name__ for kind in kinds)}, got {value!r}", where)
    if isinstance(value, (list, tuple)) and not all(isinstance(one, str | Path) for one in value):
        raise DatasetError("bad-run", f"must be a list of texts, got {value!r}", where)
    if isinstance(value, dict) and not all(isinstance(share, int | float) and share > 0 for share in value.values()):
        raise DatasetError("bad-run", f"must give each folder a share above 0, got {value!r}", where)
    least = 1 if name in {"epochs", "per_epoch", "batch"} else 0
    if isinstance(value, int | float) and value < least:
        raise DatasetError("bad-run", f"must be at least {least}, got {value!r}", where)
