"""Print what each rule of the reading is worth: ``python -m datasets.evaluation.ablation INDEX...``.

Each rule in turn is switched off while all others stay, and every index is read again. A rule that costs nothing when
it is gone should go. Pictures are decoded once, and the networks answer what they have seen before out of memory.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Final
from unittest.mock import patch

from rich.console import Console

from datasets.errors import one_line_on_error
from datasets.evaluation.model_candidates import add_model_options, candidate_cards
from datasets.evaluation.report.text import HEADS, cells, grid
from datasets.evaluation.score_photos import SPLITS, measure_by_cards, part_of_split
from datasets.evaluation.scoring import Total
from datasets.evaluation.thresholds import with_thresholds
from datasets.photographs.index import LabelledPhoto
from datasets.photographs.label_errata import read_corrected
from models import ModelCard
from vision import interpretation, pipeline
from vision.classification import classifier
from vision.classification.softmax import softmax
from vision.confidence import tile_confidence
from vision.confidence.photo_blur import Blur
from vision.detection import detector as finding
from vision.observation import NetworkCards

Change = tuple[ModuleType, str, Any]
"""A module, a name in it, and the stand-in for that name while the rule is off."""


@dataclass(frozen=True, slots=True)
class Off:
    """Switch a rule off: ``changes`` replace names in modules, ``thresholds`` replace values in the model cards."""

    changes: tuple[Change, ...] = ()
    thresholds: tuple[tuple[str, float], ...] = ()


def _unmarked(quads: Sequence[object], *_: object) -> list[bool]:
    return [False] * len(quads)


def _unchanged(given: Any, *_: object) -> Any:  # noqa: ANN401 - whatever the rule works on
    return given


def _likeliest_turns(_: object, turns: Sequence[Sequence[float]], __: object) -> list[int]:
    return [max(range(4), key=row.__getitem__) for row in turns]


RULES: Final[Mapping[str, Off]] = MappingProxyType(
    {
        "quick look first": Off(((finding, "QUICK", 10_000),)),
        "closer looks": Off(((finding, "better_zoom", lambda *_, **__: None),)),
        "tiles that fill the picture": Off(thresholds=(("close_up", 1.0),)),
        "neighbours agree on the turn": Off(((classifier, "agreed_turns", _likeliest_turns),)),
        "corners put right": Off(
            ((classifier, "refined_corners", _unchanged),), (("corners_off", 1.0), ("corners_off_certain", 1.0))
        ),
        "upright faces read anew": Off(
            ((classifier, "_averaged", lambda said, temperature: softmax(said[0], temperature)),)
        ),
        "second answers for one tile": Off(((pipeline, "nms", lambda given, *_: list(range(len(given)))),)),
        "both networks doubt": Off(thresholds=(("joint_score", 0.0),)),
        "doubtful backs": Off(thresholds=(("back_none", 1.0),)),
        "plain to the detector": Off(thresholds=(("plain_score", 1.0),)),
        "a few specks": Off(((tile_confidence, "SPECK", 0.0),)),
        "blurred picture": Off(((tile_confidence, "blur", lambda *_: Blur.NONE),)),
        "odd size": Off(((tile_confidence, "odd_sizes", _unmarked),)),
        "covered in part": Off(((tile_confidence, "covered", _unmarked),)),
        "alone of its size": Off(((tile_confidence, "_in_company", _unchanged),)),
        "more than a set holds": Off(((tile_confidence, "_without_crowds", _unchanged),)),
        "cut by the picture's edge": Off(((interpretation, "beyond", lambda *_: 0.0),)),
    }
)
"""Every rule around the networks that can go off alone, by name."""


@contextmanager
def switched_off(rule: Off) -> Iterator[None]:
    """Keep a rule off until the end of the block."""
    with ExitStack() as stack:
        for module, name, other in rule.changes:
            stack.enter_context(patch.object(module, name, other))
        yield


def _without(card: ModelCard, rule: Off) -> ModelCard:
    ours = {name: value for name, value in rule.thresholds if name in card.thresholds}
    return with_thresholds(card, {**card.thresholds, **ours})


def ablate(photos: Sequence[LabelledPhoto], cards: NetworkCards, chosen: Sequence[str]) -> Iterator[tuple[str, Total]]:
    """Yield the total with every rule at work, then one total per chosen rule with that rule off."""
    measure = measure_by_cards(photos, cards)
    for name, rule in (("all rules", Off()), *((name, RULES[name]) for name in chosen)):
        ours = NetworkCards(_without(cards.detector, rule), _without(cards.classifier, rule), cards.upright)
        with switched_off(rule):
            yield name, measure(ours, name)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and print one table per index; on an error print the reason and exit with status 2."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.ablation", description=__doc__)
    parser.add_argument("index", type=Path, nargs="+", help="index.jsonl of labelled pictures")
    parser.add_argument("--split", choices=SPLITS, default="all")
    add_model_options(parser)
    parser.add_argument("--rule", action="append", choices=tuple(RULES), help="only this one; may repeat")
    options = parser.parse_args(arguments)
    console = Console(width=170)
    with one_line_on_error(parser):
        cards = candidate_cards(options)
        for index in options.index:
            photos = part_of_split(read_corrected(index), options.split)
            rows = [(name, *cells(one)) for name, one in ablate(photos, cards, options.rule or tuple(RULES))]
            console.print(grid(str(index), ("without", *HEADS), rows))


if __name__ == "__main__":
    main()
