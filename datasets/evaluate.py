"""Print how well indexes of labelled pictures are read: ``python -m datasets.evaluate INDEX...``.

``--split validation`` keeps to pictures that trained nothing, which a figure about the shipped networks needs, and
``--split unseen`` to sources and tile sets that train nothing. Networks trained with ``--leave-out`` take the same
names here. Known mistakes of the labels are put right first (``label_errata.toml``).
``--report`` writes an HTML file with curves and the worst pictures: it holds photographs, so it never goes into the
repository.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from datasets.errors import DatasetError, one_line_on_error
from datasets.evaluation.model_candidates import add_model_options, candidate_cards, networks_of, sessions_of
from datasets.evaluation.report.figures import Report, build_report
from datasets.evaluation.report.html import page
from datasets.evaluation.report.text import print_report
from datasets.evaluation.score_photos import SPLITS, part_of_split, score_photos
from datasets.photographs.label_errata import read_corrected
from datasets.photographs.splits import names


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluate", description=__doc__)
    parser.add_argument("index", type=Path, nargs="+", help="index.jsonl of labelled pictures")
    parser.add_argument("--split", choices=SPLITS, default="all")
    parser.add_argument(
        "--leave-out",
        type=names,
        action="extend",
        default=[],
        metavar="NAME[,NAME...]",
        help="sources and physical sets (physical_sets.toml) the networks were trained without; may repeat",
    )
    add_model_options(parser)
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON; - prints them in place of tables")
    parser.add_argument("--report", type=Path, metavar="FILE.html", help="write a page with curves and worst pictures")
    return parser


def _report(options: argparse.Namespace) -> Report:
    photos = part_of_split(read_corrected(*options.index), options.split, set(options.leave_out))
    if not photos:
        raise DatasetError("no-pictures", "no picture of the index is in this part of the split", options.split)
    cards = candidate_cards(options)
    networks = networks_of(cards, sessions_of(cards))
    scored = list(score_photos(photos, networks))
    facts = {
        "models": networks.name,
        "pictures": ", ".join(str(index) for index in options.index),
        "part": options.split,
        "left out of training": ", ".join(options.leave_out) or "what never trains",
    }
    return build_report(scored, facts, set(options.leave_out))


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, evaluate, print and write; on an error print the reason and exit with status 2."""
    parser = _parser()
    options = parser.parse_args(arguments)
    with one_line_on_error(parser):
        report = _report(options)
    if options.json == "-":
        sys.stdout.write(json.dumps(report.to_json(), indent=1) + "\n")
    else:
        print_report(report, Console(width=170))
    if options.json and options.json != "-":
        Path(options.json).write_text(json.dumps(report.to_json(), indent=1) + "\n", encoding="utf-8")
    if options.report:
        options.report.write_text(page(report), encoding="utf-8")


if __name__ == "__main__":
    main()
