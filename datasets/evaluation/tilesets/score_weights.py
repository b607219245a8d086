"""Print how well taught sets are read with other weights of set and network.

Run ``python -m datasets.evaluation.tilesets.score_weights``. Held-out designs are taught from one photo each; every
face found in photographs of the same set is then decided with each of the weights, from one reading of the picture.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.console import Console

from datasets.evaluation.report.text import grid, share
from datasets.evaluation.scoring import ReadingCounts, match_boxes
from datasets.evaluation.tilesets.teach import scene_photo, teach_design, visible_truth
from datasets.evaluation.tilesets.teaching_pictures import LIGHTS, photograph
from datasets.progress import progress
from datasets.render.design_splits import HELD_OUT_DESIGNS
from models import ModelCard
from vision import Networks, observe
from vision.classification.faces import Faces
from vision.confidence.tile_confidence import rate_tiles
from vision.host.face_crops import hulls
from vision.host.read import likeness
from vision.reading import BACK
from vision.tilesets.combine_scores import WEIGHTS, ScoreWeights, decide
from vision.tilesets.taught_likeness import Likeness


@dataclass(frozen=True)
class FoundFaces:
    """The faces of one photograph, their likeness to the taught set, and the known true labels by face index."""

    faces: Faces
    like: list[Likeness]
    truth: dict[int, str]


TRIED: dict[str, ScoreWeights | None] = {
    "network alone": None,
    "as it is": WEIGHTS,
    **{f"network {value}": replace(WEIGHTS, network=value) for value in (0.1, 0.5, 1.0)},
    **{f"taught {value:.0f}": replace(WEIGHTS, taught=value) for value in (24.0, 36.0, 70.0)},
    **{f"familiar {value}": replace(WEIGHTS, familiar=value) for value in (0.45, 0.65)},
    **{f"familiarity {value:.0f}": replace(WEIGHTS, familiarity=value) for value in (10.0, 30.0)},
    **{f"alike {value}": replace(WEIGHTS, alike=value) for value in (0.6, 0.8)},
    **{f"distinct {value:.0f}": replace(WEIGHTS, distinct=value) for value in (20.0, 60.0)},
    **{f"plain {value}": replace(WEIGHTS, plain=value) for value in (0.0, 0.8)},
}
"""The weights to try, by name; None decides without the taught set."""


def found_faces(designs: Sequence[int], scenes: int, networks: Networks) -> Iterator[FoundFaces]:
    """Teach each design and find the faces in its photographs."""
    for number in progress(designs, "reading"):
        tile_set = teach_design(number, networks)
        for light in LIGHTS:
            for seed in range(scenes):
                scene = photograph(number, seed, light)
                labels, boxes = visible_truth(scene)
                faces = observe(scene_photo(scene), networks).faces
                pairs = match_boxes(boxes, hulls(faces.quads))
                truth = {at: label for box, at in pairs if (label := labels[box]) not in {None, BACK}}
                if truth:
                    yield FoundFaces(faces, likeness(faces, tile_set), truth)


def row(photographs: Sequence[FoundFaces], weights: ScoreWeights | None, card: ModelCard) -> list[str]:
    """Decide every face with ``weights``; return the cells: right of all, jokers and flowers, sure, sure but wrong."""
    counts = defaultdict[str, ReadingCounts](ReadingCounts)
    for one in photographs:
        decided = one.faces if weights is None else decide(one.faces, one.like, weights=weights)
        found = rate_tiles(decided, card)
        for at, label in one.truth.items():
            for kind in ("all", label):
                counts[kind].add(label, found[at])
    every = counts["all"]
    shares = [share(counts[kind].right, counts[kind].boxed) for kind in ("all", "J", "F")]
    return [*shares, share(every.sure, every.boxed), f"{every.sure_wrong} of {every.sure}"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.tilesets.score_weights", description=__doc__)
    parser.add_argument("--designs", type=int, default=len(HELD_OUT_DESIGNS), help="how many held-out designs")
    parser.add_argument("--scenes", type=int, default=4, help="photographs a design and a light")
    options = parser.parse_args(arguments)
    networks = Networks.load()
    card = networks.classifier.card
    found = list(found_faces(HELD_OUT_DESIGNS[: options.designs], options.scenes, networks))
    title = f"{sum(len(one.truth) for one in found)} tiles found in {len(found)} photographs"
    heads = ("", "all right", "jokers", "flowers", "sure", "sure but wrong")
    rows = ([name, *row(found, weights, card)] for name, weights in TRIED.items())
    Console(width=120).print(grid(title, heads, rows))


if __name__ == "__main__":
    main()
