"""Print how well taught sets are read with other weights of set and network.

Run it as ``python -m datasets.evaluation.tilesets.score_weights``.

Held-out designs are taught from one photo each, as in ``datasets.evaluation.tilesets.teaching_gain``; every face that
is found in photographs of the same set is then decided with each of the weights, from one reading of the picture.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.console import Console
from rich.progress import track
from rich.table import Table

from datasets.evaluation.scoring import match
from datasets.evaluation.tilesets.teaching_gain import LIGHTS, scene_photo, shown, teach_design
from datasets.evaluation.tilesets.teaching_pictures import photograph
from datasets.photographs.splits import HELD_OUT_DESIGNS
from vision import Networks, observe
from vision.classification.faces import Faces
from vision.confidence.thresholds import Thresholds
from vision.confidence.tile_confidence import rate_tiles
from vision.host.arrays import hulls
from vision.host.read import likeness
from vision.reading import BACK
from vision.tilesets.combine_scores import WEIGHTS, Likeness, ScoreWeights, decide


@dataclass(frozen=True)
class Seen:
    """The faces found in one photograph, their likeness to the taught set, and the labels of those that are known."""

    faces: Faces
    like: list[Likeness]
    truth: dict[int, str]


TRIED: dict[str, ScoreWeights | None] = {
    "network alone": None,
    "as it is": WEIGHTS,
    **{f"network {value}": replace(WEIGHTS, network=value) for value in (0.1, 0.5, 1.0)},
    **{f"taught {value:.0f}": replace(WEIGHTS, taught=value) for value in (16.0, 24.0, 48.0)},
    **{f"familiar {value}": replace(WEIGHTS, familiar=value) for value in (0.45, 0.65)},
    **{f"plain {value}": replace(WEIGHTS, plain=value) for value in (0.0, 0.7, 0.9)},
}
"""What is tried, by name; the network alone is decided without the set."""


def seen(designs: Sequence[int], scenes: int, networks: Networks) -> Iterator[Seen]:
    """Teach each design and read its photographs."""
    for number in track(designs, description="reading", console=Console(stderr=True), transient=True):
        profile = teach_design(number, networks, Counter())
        for light in LIGHTS:
            for seed in range(scenes):
                scene = photograph(number, seed, light)
                labels, boxes = shown(scene)
                faces = observe(scene_photo(scene), networks).faces
                pairs = match(boxes, hulls(faces.quads))
                truth = {at: label for box, at in pairs if (label := labels[box]) not in {None, BACK}}
                if truth:
                    yield Seen(faces, likeness(faces, profile), truth)


def row(looks: Sequence[Seen], blend: ScoreWeights | None, thresholds: Thresholds) -> list[str]:
    """Read right of all tiles, of jokers and of flowers; sure; sure but wrong."""
    right: Counter[str] = Counter()
    count: Counter[str] = Counter()
    sure = wrong = 0
    for look in looks:
        decided = look.faces if blend is None else decide(look.faces, look.like, blend)
        found = rate_tiles(decided, thresholds)
        for at, label in look.truth.items():
            for kind in ("all", label):
                count[kind] += 1
                right[kind] += found[at].label == label
            sure += found[at].sure
            wrong += found[at].sure and found[at].label != label
    shares = [f"{100 * right[kind] / max(1, count[kind]):.2f} %" for kind in ("all", "J", "F")]
    return [*shares, f"{100 * sure / count['all']:.2f} %", f"{wrong} of {sure}"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.tilesets.score_weights", description=__doc__)
    parser.add_argument("--designs", type=int, default=len(HELD_OUT_DESIGNS), help="how many held-out designs")
    parser.add_argument("--scenes", type=int, default=4, help="photographs a design and a light")
    options = parser.parse_args(arguments)
    networks = Networks.load()
    looks = list(seen(HELD_OUT_DESIGNS[: options.designs], options.scenes, networks))
    grid = Table(title=f"{sum(len(look.truth) for look in looks)} tiles found in {len(looks)} photographs")
    for head in ("", "all right", "jokers", "flowers", "sure", "sure but wrong"):
        grid.add_column(head, justify="right" if head else "left")
    for name, blend in TRIED.items():
        grid.add_row(name, *row(looks, blend, Thresholds.of(networks.classifier.card)))
    Console(width=120).print(grid)


if __name__ == "__main__":
    main()
