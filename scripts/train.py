"""Train, average, centre, calibrate, export and restore the networks: ``datasets/training/README.md`` shows a run."""

import argparse
from dataclasses import fields
from pathlib import Path

from datasets.errors import DatasetError
from datasets.photographs.splits import names
from datasets.training import steps
from datasets.training.classifier.data import ANY_WAY, UPRIGHT
from datasets.training.run_config import BATCH, PER_EPOCH, WORKERS, RunConfig, run_config
from datasets.training.shared.training_loop import Plan
from models.model_card import TASKS


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


def _run_options(parser: argparse.ArgumentParser, task: str) -> None:
    parser.add_argument("--config", type=Path, help="TOML file of a run (datasets/training/runs); options override it")
    parser.add_argument("--photos", type=Path, help="index of photographs (left out: rendered scenes only)")
    parser.add_argument("--rendered", type=Path, nargs="*", help="indexes written by scripts/render.py")
    parser.add_argument("--out", type=Path, help="folder for checkpoints, log.jsonl and final.pt")
    parser.add_argument("--start", type=Path, help="checkpoint to go on from")
    parser.add_argument("--epochs", type=int, help="passes (left out: 20)")
    parser.add_argument("--minutes", type=float, help="end by the clock, the schedule squeezed to fit")
    parser.add_argument("--rate", type=float, help="peak learning rate (left out: 0.002)")
    parser.add_argument("--per-epoch", type=int, help=f"pictures or faces an epoch (left out: {PER_EPOCH[task]})")
    parser.add_argument("--batch", type=int, help=f"pictures or faces a step (left out: {BATCH[task]})")
    parser.add_argument("--workers", type=int, help=f"processes that augment (left out: {WORKERS[task]})")
    _leaving_out(parser, default=None)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="step", required=True)
    detector = commands.add_parser("finder", help="train the detector")
    _run_options(detector, "finder")
    detector.add_argument("--teacher", type=Path, help="earlier detector that gives boxed photographs their corners")
    for task, faces in (("reader", "faces that lie any way up"), ("upright", "faces known to stand upright")):
        classifier = commands.add_parser(task, help=f"train the classifier of {faces}")
        _run_options(classifier, task)
        classifier.add_argument("--finder", type=Path, help="detector that gives boxed photographs their corners")
        classifier.add_argument(
            "--shards",
            type=_shard,
            nargs="+",
            metavar="FOLDER=SHARE",
            help="folders of patches to train on in place of pictures, and each one's share of what is shown",
        )
    shard = commands.add_parser("cut", help="cut what would train a classifier, and keep it as a shard")
    shard.add_argument("--photos", type=Path, help="index of photographs")
    shard.add_argument("--rendered", type=Path, nargs="*", default=[], help="indexes written by scripts/render.py")
    shard.add_argument("--finder", type=Path, required=True, help="detector that gives boxed photographs their corners")
    shard.add_argument("--out", type=Path, required=True, help="NAME.npy in a folder of its own")
    _leaving_out(shard, default=[])
    calibrate = commands.add_parser("calibrate", help="print the classifier's temperature and threshold")
    calibrate.add_argument("--rendered", type=Path, nargs="*", default=[], help="scenes of designs that train nothing")
    calibrate.add_argument("--photos", type=Path, required=True)
    calibrate.add_argument("--finder", type=Path, required=True)
    calibrate.add_argument("--checkpoint", type=Path, required=True)
    _leaving_out(calibrate, default=[])
    for task, taught, shards in (
        ("likeness", "teach an exported classifier's embedding which faces are one print", "faces shot twice"),
        ("context", "let an exported classifier of upright faces read them together", "all faces of drawn sets"),
    ):
        head = commands.add_parser(task, help=taught)
        head.add_argument("--model", type=Path, required=True, help="model folder of the classifier")
        head.add_argument("--shards", type=Path, nargs="+", required=True, help=f"folders of {shards}")
        head.add_argument("--held-out", type=Path, required=True, help="folder of such faces that train nothing")
        head.add_argument("--into", type=Path, required=True, help="model folder to write")
        head.add_argument("--steps", type=int, default=4000)
        if task == "context":
            head.add_argument(
                "--rendered", type=Path, nargs="+", required=True, help="indexes of scenes to read for it"
            )
            head.add_argument("--photos", type=Path, help="index of photographs to read for it")
    average = commands.add_parser("average", help="write the mean of the weights of checkpoints of one line")
    average.add_argument("checkpoints", type=Path, nargs="+")
    average.add_argument("--out", type=Path, required=True)
    centre = commands.add_parser("centre", help="let a classifier's corners agree with those of photographs")
    centre.add_argument("--checkpoint", type=Path, required=True)
    centre.add_argument("--shards", type=Path, nargs="+", required=True, help="folders of photographs' faces (cut)")
    centre.add_argument("--out", type=Path, required=True)
    restore = commands.add_parser("restore", help="write a checkpoint to go on from, of weights that ship")
    restore.add_argument("task", choices=TASKS)
    restore.add_argument("--model", type=Path, required=True, help="its model folder")
    restore.add_argument("--calibration", type=Path, nargs="+", required=True, help="indexes of pictures to train on")
    restore.add_argument("--out", type=Path, required=True)
    _leaving_out(restore, default=[])
    export = commands.add_parser("export", help="write a checkpoint as ONNX into its model folder")
    export.add_argument("task", choices=TASKS)
    export.add_argument("--checkpoint", type=Path, required=True)
    export.add_argument("--into", type=Path, required=True)
    export.add_argument(
        "--calibration", type=Path, nargs="*", default=[], help="indexes of pictures: store 8-bit integers fit to them"
    )
    _leaving_out(export, default=[])
    return parser


def _train(arguments: argparse.Namespace) -> Path:
    given = {field.name: getattr(arguments, field.name, None) for field in fields(RunConfig)}
    if given["shards"]:
        given["shards"] = dict(given["shards"])
    run: RunConfig = run_config(arguments.step, arguments.config, given)
    plan = Plan(epochs=run.epochs, rate=run.rate, minutes=run.minutes)
    if arguments.step == "finder":
        return steps.detector(
            run.photos,
            run.rendered,
            run.out,
            plan,
            teacher=run.teacher,
            start=run.start,
            pictures=run.per_epoch,
            leave_out=run.leave_out,
            batch=run.batch,
            workers=run.workers,
        )
    poses = UPRIGHT if arguments.step == "upright" else ANY_WAY
    if run.shards:
        return steps.classifier_of_shards(
            run.shards,
            run.out,
            plan,
            start=run.start,
            per_epoch=run.per_epoch,
            poses=poses,
            batch=run.batch,
            workers=run.workers,
        )
    assert run.finder is not None  # run_config refuses a reader's run without one or shards
    return steps.classifier(
        run.photos,
        run.rendered,
        run.finder,
        run.out,
        plan,
        start=run.start,
        per_epoch=run.per_epoch,
        leave_out=run.leave_out,
        poses=poses,
        batch=run.batch,
        workers=run.workers,
    )


def _answer(arguments: argparse.Namespace) -> object:
    if arguments.step in TASKS:
        return _train(arguments)
    if arguments.step == "likeness":
        into = arguments.into
        return steps.likeness(arguments.model, arguments.shards, arguments.held_out, into, arguments.steps)
    if arguments.step == "context":
        return steps.context(
            arguments.model,
            arguments.shards,
            arguments.held_out,
            arguments.into,
            arguments.steps,
            rendered=arguments.rendered,
            photos=arguments.photos,
        )
    left = arguments.leave_out if arguments.step not in {"average", "centre"} else ()
    if arguments.step == "cut":
        return steps.cut_shard(arguments.photos, arguments.rendered, arguments.finder, arguments.out, left)
    if arguments.step == "calibrate":
        return steps.calibrate(arguments.checkpoint, arguments.photos, arguments.rendered, arguments.finder, left)
    if arguments.step == "average":
        return steps.average_checkpoints(arguments.checkpoints, arguments.out)
    if arguments.step == "centre":
        return steps.centre_frame(arguments.checkpoint, arguments.shards, arguments.out)
    if arguments.step == "restore":
        return steps.restore_checkpoint(arguments.task, arguments.model, arguments.calibration, arguments.out, left)
    return steps.export_checkpoint(arguments.task, arguments.checkpoint, arguments.into, arguments.calibration, left)


def main() -> None:
    """Read the arguments, run one step and print its result; exit with status 2 if the run cannot start."""
    parser = _parser()
    try:
        print(_answer(parser.parse_args()))
    except (DatasetError, OSError) as error:
        parser.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
