"""Print how well the eyes read an index of labelled pictures: ``python -m datasets.evaluate INDEX``.

Works on any index in the form of ``datasets.index``. By default every picture of the index is read; ``--split
validation`` keeps to those that trained nothing, which is what a figure about the shipped models needs. Labels known to
be wrong are put right first (``errata.toml``); ``--as-labelled`` leaves them.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from datasets.errata import corrected
from datasets.index import LabelledPhoto, read_index
from datasets.scoring import PhotoScore, SourceScore, by_source, score
from datasets.splits import split
from vision.image import decode
from vision.pipeline import Eyes, read_rack


def chosen(photos: Sequence[LabelledPhoto], which: str) -> tuple[LabelledPhoto, ...]:
    """Return the half of the split called ``which``: ``all``, ``train`` or ``validation``."""
    if which == "all":
        return tuple(photos)
    halves = split(photos)
    return halves.validation if which == "validation" else halves.train


def evaluate(photos: Sequence[LabelledPhoto], eyes: Eyes) -> Iterator[PhotoScore]:
    """Read each picture as ``rackcheck scan`` does and count, with progress on standard error."""
    for photo in track(photos, description="reading", console=Console(stderr=True), transient=True):
        yield score(photo, read_rack(decode(photo.path.read_bytes(), photo.name), eyes))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "-"


def table(sums: Sequence[SourceScore]) -> Table:
    """The figures as people read them."""
    grid = Table(title="Found, read and sure, by source")
    heads = ("source", "pictures", "boxed", "found", "read", "both", "exact racks", "strays", "asked", "sure but wrong")
    for head in (*heads, "calibration"):
        grid.add_column(head, justify="left" if head == "source" else "right")
    for one in sums:
        grid.add_row(
            one.source,
            str(one.photos),
            str(one.boxed),
            _share(one.found, one.boxed),
            _share(one.right, one.known),
            _share(one.right, one.known + one.boxed - one.found),
            f"{one.exact_racks}/{one.racks}",
            str(one.strays),
            _share(one.asked, one.known),
            f"{one.sure_wrong}/{one.known - one.asked}",
            f"{one.calibration_error:.4f}",
        )
    return grid


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, evaluate, print."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluate", description=__doc__)
    parser.add_argument("index", type=Path, help="index.jsonl of labelled pictures")
    parser.add_argument("--split", choices=["all", "train", "validation"], default="all")
    parser.add_argument("--as-labelled", action="store_true", help="leave labels that are known to be wrong")
    parser.add_argument("--json", action="store_true", help="one JSON object a source on standard output")
    options = parser.parse_args(arguments)
    labelled = read_index(options.index)
    photos = chosen(labelled if options.as_labelled else tuple(corrected(labelled)), options.split)
    sums = by_source(evaluate(photos, Eyes.load()))
    if options.json:
        for one in sums:
            sys.stdout.write(json.dumps(asdict(one)) + "\n")
        return
    console = Console(width=150)
    console.print(table(sums))
    mistakes = ", ".join(f"{truth} read as {read} ({count})" for (truth, read), count in sums[-1].pairs)
    console.print(f"most frequent mistakes: {mistakes or 'none'}")


if __name__ == "__main__":
    main()
