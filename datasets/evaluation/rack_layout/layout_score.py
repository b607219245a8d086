"""Print how well racks are laid out from true tiles: ``python -m datasets.evaluation.rack_layout.layout_score``.

The scenes of ``datasets.evaluation.rack_layout.scenes`` go through ``vision.layout.rack`` with their true corners and
labels, or with corners that shake, tiles that are missing and labels that are wrong.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table

from datasets.evaluation.rack_layout.arrangements import KINDS
from datasets.evaluation.rack_layout.scenes import RackScene, make_scene
from datasets.evaluation.report.text import grid
from rules.tiles import may_be_one_meld
from vision.confidence.rack_issues import FEW
from vision.geometry import as_quads
from vision.layout.rack import FULL_RACK, RackLayout, read_layout
from vision.reading import TILE_LABELS


@dataclass(frozen=True, slots=True)
class Damage:
    """The errors that detector and classifier add to a scene.

    ``shake``: standard deviation of each corner, in short sides of the face; ``missed``, ``misread``: shares of the
    tiles; ``flipped``: share of faces with a quad that starts at the wrong end.
    """

    shake: float = 0.0
    missed: float = 0.0
    misread: float = 0.0
    flipped: float = 0.0


DAMAGES = {
    "true": Damage(),
    "corners shake by 3 %": Damage(shake=0.03),
    "corners shake by 6 %": Damage(shake=0.06),
    "2 % missed": Damage(shake=0.03, missed=0.02),
    "2 % misread": Damage(shake=0.03, misread=0.02),
    "2 % upside down": Damage(shake=0.03, flipped=0.02),
}
"""The conditions to measure, by name."""


@dataclass(frozen=True, slots=True)
class LayoutScore:
    """The score of one scene.

    ``exposures``, ``concealed``, ``aside``: whether each is exactly as laid (exposures and concealed tiles in order);
    ``asked``: whether the reading asks about exposures or a stray tile, or reports missing tiles.
    """

    kind: str
    exposures: bool
    concealed: bool
    aside: bool
    asked: bool

    @property
    def exact(self) -> bool:
        """Return whether the reading has the whole rack as laid."""
        return self.exposures and self.concealed and self.aside


def damaged(scene: RackScene, damage: Damage, seed: int) -> tuple[np.ndarray, tuple[str, ...], tuple[int, ...]]:
    """Return the quads (n, 4, 2), labels and scene indices of the tiles that ``damage`` leaves, in random order."""
    rng = np.random.default_rng([seed, 9])
    order = rng.permutation(len(scene.labels))
    kept = order[rng.random(len(order)) >= damage.missed]
    quads = scene.quads[kept].astype(np.float64)
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2).reshape(-1, 2, 2).mean(axis=1).min(axis=1)
    quads += rng.normal(0, 1, quads.shape) * (damage.shake * sides)[:, None, None]
    turned = rng.random(len(kept)) < damage.flipped
    quads[turned] = np.roll(quads[turned], 2, axis=1)
    others = sorted(TILE_LABELS)
    labels = tuple(
        others[int(rng.integers(len(others)))] if rng.random() < damage.misread else scene.labels[index]
        for index in kept
    )
    return quads.astype(np.float32), labels, tuple(int(index) for index in kept)


def compare(scene: RackScene, rack: RackLayout, found: Sequence[int]) -> LayoutScore:
    """Score a rack read from the scene's tiles at the indices ``found``."""
    place = {index: number for number, index in enumerate(found)}

    def left(indices: Sequence[int]) -> tuple[int, ...]:
        return tuple(place[index] for index in indices if index in place)

    groups = tuple(group for group in map(left, scene.exposures) if group)
    held = len(found) - len(rack.aside)
    return LayoutScore(
        kind=scene.kind,
        exposures=rack.exposures == groups,
        concealed=rack.concealed == left(scene.concealed),
        aside=sorted(rack.aside) == sorted(left(scene.aside)),
        asked=bool(rack.unclear or rack.stray) or FEW <= held < FULL_RACK,
    )


def layout_scores(seeds: range, damage: Damage) -> list[LayoutScore]:
    """Score the scenes of ``seeds`` under ``damage``."""
    scores = []
    for seed in seeds:
        scene = make_scene(seed)
        quads, labels, found = damaged(scene, damage, seed)
        scores.append(compare(scene, read_layout(labels, as_quads(quads), may_be_one_meld)[1], found))
    return scores


def table(results: dict[str, list[LayoutScore]]) -> Table:
    """Tabulate the shares of exact and of silently wrong scenes, by arrangement and damage."""
    rows = []
    for kind in [*KINDS, "all"]:
        cells = [kind]
        for scores in results.values():
            mine = [one for one in scores if kind in {one.kind, "all"}]
            exact = sum(one.exact for one in mine)
            silent = sum(not one.exact and not one.asked for one in mine)
            cells.append(f"{100 * exact / len(mine):.1f} / {100 * silent / len(mine):.1f} %")
        rows.append(cells)
    return grid("Whole racks exact / wrong without a question", ("arrangement", *results), rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.rack_layout.layout_score", description=__doc__)
    parser.add_argument("--scenes", type=int, default=1000, help="how many scenes, each arrangement in turn")
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first + options.scenes)
    Console(width=170).print(table({name: layout_scores(seeds, damage) for name, damage in DAMAGES.items()}))


if __name__ == "__main__":
    main()
