"""Train, average, centre, calibrate, export and restore the networks: ``datasets/training/README.md`` shows a run."""

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from datasets.errors import DatasetError
from datasets.photographs.splits import names
from datasets.training import steps
from datasets.training.classifier.data import ANY_WAY, UPRIGHT
from datasets.training.run_config import USUAL, run_config
from models.model_card import TASKS, Task


def _leaving_out(parser: argparse.ArgumentParser, *, default: list[str] | None) -> None:
    parser.add_argument(
        "--leave-out",
        type=names,
        action="extend",
        default=default,
        metavar="NAME[,NAME...]",
        help="sources and physical sets (physical_sets.toml) of which no photograph is used; may repeat",
    )


def _shard(text: str) -> tuple[str, float]:
    """Parse ``FOLDER=SHARE``."""
    folder, _, share = text.rpartition("=")
    return folder, float(share)


def _shares(given: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Return each folder's share; raises ``DatasetError`` (``bad-run``) for a folder that is named twice."""
    shares: dict[str, float] = {}
    for folder, share in given:
        if str(Path(folder)) in shares:
            raise DatasetError("bad-run", f"{folder} is named twice; give each folder one share", "--shards")
        shares[str(Path(folder))] = share
    return shares


def _run_options(parser: argparse.ArgumentParser, task: Task) -> None:
    parser.add_argument("--config", type=Path, help="TOML file of a run (datasets/training/runs); options override it")
    parser.add_argument("--out", type=Path, help="folder for checkpoints, log.jsonl and final.pt")
    parser.add_argument("--start", type=Path, help="checkpoint to go on from")
    parser.add_argument("--epochs", type=int, help="passes (left out: 20)")
    parser.add_argument("--minutes", type=float, help="end by the clock, the schedule squeezed to fit")
    parser.add_argument("--rate", type=float, help="peak learning rate (left out: 0.002)")
    usual = USUAL[task]
    parser.add_argument("--per-epoch", type=int, help=f"pictures or faces an epoch (left out: {usual['per_epoch']})")
    parser.add_argument("--batch", type=int, help=f"pictures or faces a step (left out: {usual['batch']})")
    parser.add_argument("--workers", type=int, help=f"processes that augment (left out: {usual['workers']})")


def _head_options(parser: argparse.ArgumentParser, shards: str) -> None:
    parser.add_argument("--model", type=Path, required=True, help="model folder of the classifier")
    parser.add_argument("--shards", type=Path, nargs="+", required=True, help=f"folders of {shards}")
    parser.add_argument("--held-out", type=Path, required=True, help="folder of such faces that train nothing")
    parser.add_argument("--into", type=Path, required=True, help="model folder to write")
    parser.add_argument("--steps", type=int, default=4000)


def _train(task: Task, config: Path | None, **given: Any) -> Path:  # noqa: ANN401 - `run_config` checks each
    if given.get("shards"):
        given["shards"] = _shares(given["shards"])
    run = run_config(task, config, given)
    if task == "finder":
        return steps.detector(run)
    return steps.classifier(run, UPRIGHT if task == "upright" else ANY_WAY)


Step = Callable[[str, str, Callable[..., object]], argparse.ArgumentParser]
"""Adds a step by its name, its help text and the function that its options are arguments of; returns its parser."""


def _training_steps(step: Step) -> None:
    detector = step("finder", "train the detector", partial(_train, "finder"))
    _run_options(detector, "finder")
    detector.add_argument("--photos", type=Path, help="index of photographs (left out: rendered scenes only)")
    detector.add_argument("--rendered", type=Path, nargs="*", help="indexes written by scripts/render.py")
    detector.add_argument("--teacher", type=Path, help="earlier detector that gives boxed photographs their corners")
    _leaving_out(detector, default=None)
    kinds: dict[Task, str] = {"reader": "faces that lie any way up", "upright": "faces known to stand upright"}
    for task, faces in kinds.items():
        classifier = step(task, f"train the classifier of {faces}", partial(_train, task))
        _run_options(classifier, task)
        classifier.add_argument(
            "--shards",
            type=_shard,
            nargs="+",
            metavar="FOLDER=SHARE",
            help="folders of patches to train on, and each one's share of what is shown",
        )


def _picture_steps(step: Step) -> None:
    shard = step("cut", "cut what would train a classifier, and keep it as a shard", steps.cut_shard)
    shard.add_argument("--photos", type=Path, help="index of photographs")
    shard.add_argument("--rendered", type=Path, nargs="*", default=[], help="indexes written by scripts/render.py")
    shard.add_argument("--finder", type=Path, required=True, help="detector that gives boxed photographs their corners")
    shard.add_argument("--out", type=Path, required=True, help="NAME.npy in a folder of its own")
    _leaving_out(shard, default=[])
    calibrate = step("calibrate", "print the classifier's temperature", steps.calibrate)
    calibrate.add_argument("--rendered", type=Path, nargs="*", default=[], help="scenes of designs that train nothing")
    calibrate.add_argument("--photos", type=Path, required=True)
    calibrate.add_argument("--finder", type=Path, required=True)
    calibrate.add_argument("--checkpoint", type=Path, required=True)
    _leaving_out(calibrate, default=[])


def _head_steps(step: Step) -> None:
    likeness = step("likeness", "teach an exported classifier's embedding which faces are one print", steps.likeness)
    _head_options(likeness, "faces shot twice")
    context = step("context", "let an exported classifier of upright faces read them together", steps.context)
    _head_options(context, "all faces of drawn sets")
    context.add_argument("--rendered", type=Path, nargs="+", required=True, help="indexes of scenes to read for it")
    context.add_argument("--photos", type=Path, help="index of photographs to read for it")


def _weight_steps(step: Step) -> None:
    average = step("average", "write the mean of the weights of checkpoints of one line", steps.average_checkpoints)
    average.add_argument("checkpoints", type=Path, nargs="+")
    average.add_argument("--out", type=Path, required=True)
    centre = step("centre", "let a classifier's corners agree with those of photographs", steps.centre_frame)
    centre.add_argument("--checkpoint", type=Path, required=True)
    centre.add_argument("--shards", type=Path, nargs="+", required=True, help="folders of photographs' faces (cut)")
    centre.add_argument("--out", type=Path, required=True)
    restore = step("restore", "write a checkpoint to go on from, of weights that ship", steps.restore_checkpoint)
    restore.add_argument("task", choices=TASKS)
    restore.add_argument("--model", type=Path, required=True, help="its model folder")
    restore.add_argument("--calibration", type=Path, nargs="+", required=True, help="indexes of pictures to train on")
    restore.add_argument("--out", type=Path, required=True)
    _leaving_out(restore, default=[])
    export = step("export", "write a checkpoint as ONNX into its model folder", steps.export_checkpoint)
    export.add_argument("task", choices=TASKS)
    export.add_argument("--checkpoint", type=Path, required=True)
    export.add_argument("--into", type=Path, required=True)
    export.add_argument(
        "--calibration", type=Path, nargs="*", default=[], help="indexes of pictures: store 8-bit integers fit to them"
    )
    _leaving_out(export, default=[])


def _parser() -> argparse.ArgumentParser:
    """Return the parser of all steps; ``run`` is the call of the one that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(metavar="STEP", required=True)

    def step(name: str, text: str, run: Callable[..., object]) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text)
        made.set_defaults(run=run)
        return made

    for steps_of in (_training_steps, _picture_steps, _head_steps, _weight_steps):
        steps_of(step)
    return parser


def main() -> None:
    """Read the arguments, run one step and print its result; exit with status 2 if the run cannot start."""
    parser = _parser()
    try:
        asked = vars(parser.parse_args())
        print(asked.pop("run")(**asked))
    except (ValueError, OSError) as error:  # a `DatasetError`, or weights that do not fit
        parser.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
