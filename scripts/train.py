"""Train, average, calibrate, export, restore both networks: ``models/README.md`` has the commands behind what ships."""

import argparse
from pathlib import Path

from datasets.photographs.splits import names
from datasets.training import steps as training_steps
from datasets.training.shared.training_loop import Plan


def _plan(arguments: argparse.Namespace) -> Plan:
    return Plan(epochs=arguments.epochs, rate=arguments.rate, minutes=arguments.minutes)


def _leaving_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--leave-out",
        type=names,
        action="extend",
        default=[],
        metavar="NAME[,NAME...]",
        help="sources and physical sets (physical_sets.toml) of which no photograph is used; may repeat",
    )


def _learning(parser: argparse.ArgumentParser, *, rate: float, per_epoch: int) -> None:
    parser.add_argument("--photos", type=Path, help="index of photographs (left out: rendered scenes only)")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], help="indexes written by scripts/render.py")
    parser.add_argument("--out", type=Path, required=True, help="folder for checkpoints, log.jsonl and final.pt")
    parser.add_argument("--start", type=Path, help="checkpoint to go on from")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=0.0, help="end by the clock, the schedule squeezed to fit")
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--per-epoch", type=int, default=per_epoch, help="pictures or faces an epoch")
    _leaving_out(parser)


def main() -> None:
    """Read the arguments and run one step."""
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    detector = steps.add_parser("finder", help="train the finder")
    _learning(detector, rate=2e-3, per_epoch=2400)
    detector.add_argument(
        "--teacher", type=Path, help="earlier finder that lends corners to photographs with boxes only"
    )
    classifier = steps.add_parser("reader", help="train the reader")
    _learning(classifier, rate=2e-3, per_epoch=24000)
    classifier.add_argument("--finder", type=Path, required=True, help="finder that lends corners")
    calibrate = steps.add_parser("calibrate", help="print the reader's temperature and its threshold for being sure")
    calibrate.add_argument("--rendered", type=Path, nargs="*", default=[], help="scenes of designs that train nothing")
    calibrate.add_argument("--photos", type=Path, required=True)
    calibrate.add_argument("--finder", type=Path, required=True)
    calibrate.add_argument("--checkpoint", type=Path, required=True)
    _leaving_out(calibrate)
    mean = steps.add_parser("average", help="write the mean of the weights of two or more checkpoints of one line")
    mean.add_argument("checkpoints", type=Path, nargs="+")
    mean.add_argument("--out", type=Path, required=True)
    again = steps.add_parser("restore", help="write a checkpoint to go on from, of weights that ship")
    again.add_argument("task", choices=["finder", "reader"])
    again.add_argument("--model", type=Path, required=True, help="its model folder")
    again.add_argument("--calibration", type=Path, nargs="+", required=True, help="indexes of pictures to train on")
    again.add_argument("--out", type=Path, required=True)
    _leaving_out(again)
    export_checkpoint = steps.add_parser("export", help="write a checkpoint as ONNX into its model folder")
    export_checkpoint.add_argument("task", choices=["finder", "reader"])
    export_checkpoint.add_argument("--checkpoint", type=Path, required=True)
    export_checkpoint.add_argument("--into", type=Path, required=True)
    export_checkpoint.add_argument(
        "--calibration", type=Path, nargs="*", default=[], help="indexes of pictures: store 8-bit integers fit to them"
    )
    _leaving_out(export_checkpoint)
    arguments = parser.parse_args()
    if arguments.step == "finder":
        training_steps.detector(
            arguments.photos,
            arguments.rendered,
            arguments.out,
            _plan(arguments),
            teacher=arguments.teacher,
            start=arguments.start,
            pictures=arguments.per_epoch,
            leave_out=arguments.leave_out,
        )
    elif arguments.step == "reader":
        training_steps.classifier(
            arguments.photos,
            arguments.rendered,
            arguments.finder,
            arguments.out,
            _plan(arguments),
            start=arguments.start,
            per_epoch=arguments.per_epoch,
            leave_out=arguments.leave_out,
        )
    elif arguments.step == "calibrate":
        print(
            training_steps.calibrate(
                arguments.checkpoint, arguments.photos, arguments.rendered, arguments.finder, arguments.leave_out
            )
        )
    elif arguments.step == "average":
        print(training_steps.average_checkpoints(arguments.checkpoints, arguments.out))
    elif arguments.step == "restore":
        print(
            training_steps.restore_checkpoint(
                arguments.task, arguments.model, arguments.calibration, arguments.out, arguments.leave_out
            )
        )
    else:
        print(
            training_steps.export_checkpoint(
                arguments.task, arguments.checkpoint, arguments.into, arguments.calibration, arguments.leave_out
            )
        )


if __name__ == "__main__":
    main()
