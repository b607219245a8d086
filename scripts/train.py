"""Train, average, calibrate, export, restore both networks: ``models/README.md`` has the commands behind what ships."""

import argparse
from pathlib import Path

from datasets.splits import names
from datasets.training import recipes
from datasets.training.fit import Plan


def _plan(arguments: argparse.Namespace) -> Plan:
    return Plan(epochs=arguments.epochs, rate=arguments.rate, minutes=arguments.minutes)


def _leaving_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--leave-out",
        type=names,
        action="extend",
        default=[],
        metavar="NAME[,NAME...]",
        help="sources and tile sets (datasets/tile_sets.toml) of which no photograph is used; may be repeated",
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


def _shard(text: str) -> tuple[Path, float]:
    """Parse ``FOLDER=SHARE``."""
    folder, _, share = text.rpartition("=")
    return Path(folder), float(share)


def _reading(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--finder", type=Path, default=Path("finder.pt"), help="finder that lends corners; not needed with --shards"
    )
    parser.add_argument(
        "--shards",
        type=_shard,
        nargs="+",
        default=[],
        metavar="FOLDER=SHARE",
        help="folders of shards to train on in place of pictures, and each one's share of what is shown",
    )


def _cutting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--photos", type=Path, help="index of photographs")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], help="indexes written by scripts/render.py")
    parser.add_argument("--finder", type=Path, required=True, help="finder that lends corners")
    parser.add_argument("--out", type=Path, required=True, help="NAME.npy in a folder of its own")
    _leaving_out(parser)


def main() -> None:
    """Read the arguments and run one step."""
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    finder = steps.add_parser("finder", help="train the finder")
    _learning(finder, rate=2e-3, per_epoch=2400)
    finder.add_argument("--teacher", type=Path, help="earlier finder that lends corners to photographs with boxes only")
    reader = steps.add_parser("reader", help="train the reader")
    _learning(reader, rate=2e-3, per_epoch=24000)
    _reading(reader)
    cut = steps.add_parser("cut", help="cut what would train a reader and keep it as a shard")
    _cutting(cut)
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
    ship = steps.add_parser("export", help="write a checkpoint as ONNX into its model folder")
    ship.add_argument("task", choices=["finder", "reader"])
    ship.add_argument("--checkpoint", type=Path, required=True)
    ship.add_argument("--into", type=Path, required=True)
    ship.add_argument(
        "--calibration", type=Path, nargs="*", default=[], help="indexes of pictures: store 8-bit integers fit to them"
    )
    _leaving_out(ship)
    arguments = parser.parse_args()
    if arguments.step == "finder":
        recipes.finder(
            arguments.photos,
            arguments.rendered,
            arguments.out,
            _plan(arguments),
            teacher=arguments.teacher,
            start=arguments.start,
            pictures=arguments.per_epoch,
            leave_out=arguments.leave_out,
        )
    elif arguments.step == "cut":
        print(
            recipes.cut_shard(
                arguments.photos, arguments.rendered, arguments.finder, arguments.out, arguments.leave_out
            )
        )
    elif arguments.step == "reader" and arguments.shards:
        recipes.reader_of_shards(
            arguments.shards, arguments.out, _plan(arguments), start=arguments.start, per_epoch=arguments.per_epoch
        )
    elif arguments.step == "reader":
        recipes.reader(
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
            recipes.calibrate(
                arguments.checkpoint, arguments.photos, arguments.rendered, arguments.finder, arguments.leave_out
            )
        )
    elif arguments.step == "average":
        print(recipes.averaged(arguments.checkpoints, arguments.out))
    elif arguments.step == "restore":
        print(
            recipes.restored(arguments.task, arguments.model, arguments.calibration, arguments.out, arguments.leave_out)
        )
    else:
        print(
            recipes.ship(
                arguments.task, arguments.checkpoint, arguments.into, arguments.calibration, arguments.leave_out
            )
        )


if __name__ == "__main__":
    main()
