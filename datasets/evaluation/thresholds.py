"""Choose every threshold of the model cards: ``python -m datasets.evaluation.thresholds INDEX...``.

One threshold after the other, the detector's first, takes several values around its own while the others stay. The best
value stays, and ``--write`` puts all of them into the cards. Pictures are decoded once, and the networks answer what
they have seen before out of memory: only the first sweep takes long.
"""

import argparse
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from rich.console import Console

from datasets.errors import one_line_on_error
from datasets.evaluation.model_candidates import add_model_options, candidate_cards
from datasets.evaluation.report.text import HEADS, cells, grid
from datasets.evaluation.score_photos import SPLITS, measure_by_cards, part_of_split
from datasets.evaluation.scoring import Total
from datasets.photographs.label_errata import read_corrected
from datasets.training.shared.reliability import WRONG_WHILE_SURE
from models import ModelCard
from vision.observation import NetworkCards

STEPS = (-0.8, -0.4, 0.0, 0.4, 0.8)
"""Values to try around the present one, as steps of its log odds."""

Measure = Callable[[Mapping[str, float]], Total]


@dataclass(frozen=True, slots=True)
class Sweep:
    """The values tried for one threshold with their totals, in rising order, and the chosen value."""

    name: str
    rows: tuple[tuple[float, Total], ...]
    chosen: float


def values_around(value: float) -> tuple[float, ...]:
    """Return the values to try for a threshold; 0 and 1 have no log odds and stay as they are."""
    if not 0 < value < 1:
        return (value,)
    odds = math.log(value / (1 - value))
    tried = {round(1 / (1 + math.exp(-odds - step)), 4) for step in STEPS if step}
    return tuple(sorted((tried | {value}) - {0.0, 1.0}))


def quality(one: Total) -> tuple[int, ...]:
    """Rank a total: fewest sure mistakes above the limit, most exact racks, most right tiles, then strays and asked."""
    excess = max(0, one.sure_wrong - math.floor(WRONG_WHILE_SURE * one.sure))
    return -excess, one.exact_racks, one.right, -one.strays, -one.asked


def sweep(thresholds: Mapping[str, float], measure: Measure) -> Iterator[Sweep]:
    """Sweep one threshold after the other; each sweep starts from the values chosen so far.

    Among equally good values the one nearest to the present value wins.
    """
    held = dict(thresholds)
    measured = measure(thresholds)
    for name, present in thresholds.items():
        rows = tuple(
            (value, measured if value == present else measure({**held, name: value}))
            for value in values_around(present)
        )
        best = max(quality(one) for _, one in rows)
        held[name] = min((value for value, one in rows if quality(one) == best), key=lambda value: abs(value - present))
        measured = dict(rows)[held[name]]
        yield Sweep(name, rows, held[name])


def write_thresholds(card: Path, chosen: Mapping[str, float]) -> None:
    """Write thresholds into the ``[thresholds]`` table of a ``card.toml`` and leave the rest of the file as it is."""
    head, table, rest = card.read_text("utf-8").partition("[thresholds]\n")
    lines, gap, tail = rest.partition("\n\n")
    for name, value in chosen.items():
        lines = re.sub(rf"(?m)^{name} = .*$", f"{name} = {value:g}", lines)
    card.write_text(head + table + lines + gap + tail, "utf-8")


def with_thresholds(card: ModelCard, thresholds: Mapping[str, float]) -> ModelCard:
    """Return the card with these thresholds in place of its own."""
    return replace(card, thresholds=MappingProxyType(dict(thresholds)))


def _sweep_card(card: ModelCard, measure: Measure, console: Console) -> dict[str, float]:
    """Sweep the thresholds of one card, print a table for each, and return the chosen values."""
    chosen = {}
    for one in sweep(card.thresholds, measure):
        rows = [(f"{value:g}{' *' if value == one.chosen else ''}", *cells(sums)) for value, sums in one.rows]
        console.print(grid(f"{card.name}: {one.name}, now {card.thresholds[one.name]:g}", (one.name, *HEADS), rows))
        chosen[one.name] = one.chosen
    return chosen


def _sweep_all(options: argparse.Namespace, console: Console) -> None:
    photos = part_of_split(read_corrected(*options.index), options.split)
    cards = candidate_cards(options)
    by_cards = measure_by_cards(photos, cards)

    def measure(detector: ModelCard, classifier: ModelCard) -> Total:
        return by_cards(NetworkCards(detector, classifier, cards.upright), "all")

    first, second = cards.detector, cards.classifier
    found = _sweep_card(first, lambda values: measure(with_thresholds(first, values), second), console)
    detector = with_thresholds(first, found)
    read = _sweep_card(second, lambda values: measure(detector, with_thresholds(second, values)), console)
    if options.write:
        for card, chosen in ((first, found), (second, read)):
            write_thresholds(card.path.parent / "card.toml", chosen)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, sweep, print and write; on an error print the reason and exit with status 2."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.thresholds", description=__doc__)
    parser.add_argument("index", type=Path, nargs="+", help="index.jsonl of labelled pictures")
    parser.add_argument("--split", choices=SPLITS, default="validation")
    add_model_options(parser)
    parser.add_argument("--write", action="store_true", help="put the chosen values into the cards")
    options = parser.parse_args(arguments)
    with one_line_on_error(parser):
        _sweep_all(options, Console(width=170))


if __name__ == "__main__":
    main()
