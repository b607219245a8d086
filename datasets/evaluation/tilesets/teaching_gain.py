"""Print what teaching a tile set gains: ``python -m datasets.evaluation.tilesets.teaching_gain``.

Each held-out design is taught from one photo of its faces. Photographs of the same set are then read before and after,
and with another design's set, to see whether a wrong choice is noticed. ``--photos INDEX`` teaches the sets of real
photographs (``physical_sets.toml``) from half of their scenes and reads the other half.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from rich.console import Console

from datasets.errors import one_line_on_error
from datasets.evaluation.report.text import grid, share
from datasets.evaluation.scoring import ReadingCounts, read_faces
from datasets.evaluation.tilesets import drawn_sets
from datasets.evaluation.tilesets.teach import scene_photo, taught_photo_sets, teach_sheet, visible_truth
from datasets.evaluation.tilesets.teaching_pictures import LIGHTS, Light, photograph, teaching_photo
from datasets.photographs.boxes import boxes_of
from datasets.photographs.index import LabelledPhoto
from datasets.photographs.label_errata import read_corrected
from datasets.photographs.open_pictures import open_picture
from datasets.photographs.splits import UNSEEN_SETS, UNSEEN_SOURCES
from datasets.progress import progress
from datasets.render.design_splits import HELD_OUT_DESIGNS
from datasets.render.scene.scene import Scene
from vision import Networks, RackReading, read_rack

KINDS = ("all", "J", "F")
"""Groups of tiles whose counts we print: every tile, jokers, flowers."""
Picture = Callable[[int], Scene]
"""A function from a set's number to its teaching photo."""
Photograph = Callable[[int, int, Light], Scene]
"""A function from a set's number, a photograph's number and a light to the photograph."""
HEADS = ("", "photos", "tiles", "found", "all right", "jokers", "flowers", "sure", "sure but wrong", "set not used")


@dataclass
class TeachingCounts:
    """Counts of visible face-up tiles and of their readings, of every tile (``all``) and by label."""

    tiles: dict[str, ReadingCounts] = field(default_factory=lambda: defaultdict(ReadingCounts))
    photos: int = 0
    unused: int = 0

    def add(self, labels: Sequence[str | None], boxes: np.ndarray, reading: RackReading) -> None:
        """Count one reading; a tile labelled ``None`` or ``BACK`` takes up its reading but does not count."""
        self.photos += 1
        self.unused += reading.tile_set is not None and not reading.tile_set.used
        for _, label, tile in read_faces(labels, boxes, reading):
            for kind in ("all", label):
                self.tiles[kind].add(label, tile)

    def cells(self) -> list[str]:
        """Return the texts under ``HEADS`` except the first."""
        every = self.tiles["all"]
        return [
            str(self.photos),
            str(every.boxed),
            share(every.found, every.boxed),
            *(f"{share(one.right, one.found)} of {one.found}" for one in map(self.tiles.__getitem__, KINDS)),
            share(every.sure, every.found),
            f"{every.sure_wrong} of {every.sure}",
            f"{self.unused} of {self.photos}",
        ]


def rendered(
    designs: Sequence[int], scenes: int, networks: Networks, sheet: Picture, photo_of: Photograph
) -> Iterator[tuple[str, TeachingCounts | Counter[str]]]:
    """Measure on rendered sets; yield the proposals' counts as ``teaching``, then one total per light and set."""
    proposals: Counter[str] = Counter()
    sums: dict[str, TeachingCounts] = defaultdict(TeachingCounts)
    wrong = teach_sheet(sheet(designs[-1]), networks, Counter())
    for number in progress(designs, "teaching"):
        own = teach_sheet(sheet(number), networks, proposals)
        for light in LIGHTS:
            for seed in range(scenes):
                scene = photo_of(number, seed, light)
                photo, (labels, boxes) = scene_photo(scene), visible_truth(scene)
                for name, tile_set in (("before", None), ("after", own), ("another's", wrong)):
                    sums[f"{light}, {name}"].add(labels, boxes, read_rack(photo, networks, tile_set))
        wrong = own
    yield "teaching", proposals
    yield from sums.items()


def photographed(
    photos: Iterable[LabelledPhoto], most: int, networks: Networks
) -> Iterator[tuple[str, TeachingCounts]]:
    """Measure on real photographs; yield totals before and after teaching, per set, then over trained and unseen."""
    parts = ("sets in training", "sets never trained on")
    sums = {f"{part}, {when}": TeachingCounts() for part in parts for when in ("before", "after")}
    for tile_set, reading in taught_photo_sets(photos, most, networks):
        if not reading:
            continue
        unseen = tile_set.name in UNSEEN_SETS or reading[0].source in UNSEEN_SOURCES
        counts = {"before": TeachingCounts(), "after": TeachingCounts()}
        for labelled in reading:
            photo = open_picture(labelled.path)
            labels, boxes = [tile.label for tile in labelled.tiles], boxes_of(labelled.tiles)
            for when, given in (("before", None), ("after", tile_set)):
                found = read_rack(photo, networks, given)
                counts[when].add(labels, boxes, found)
                sums[f"{parts[unseen]}, {when}"].add(labels, boxes, found)
        yield f"{tile_set.name}, before", counts["before"]
        yield f"{tile_set.name}, after ({len(tile_set.faces)} faces)", counts["after"]
    yield from sums.items()


def _measure(options: argparse.Namespace) -> None:
    """Measure and print."""
    networks = Networks.load()
    designs: Sequence[int] = HELD_OUT_DESIGNS
    sheet: Picture = teaching_photo
    photo_of: Photograph = photograph
    if options.drawn:
        designs = range(drawn_sets.FIRST, drawn_sets.FIRST + options.designs)
        sheet, photo_of = partial(teaching_photo, draw=drawn_sets.drawn_design), drawn_sets.photograph
    rows: list[Sequence[str]] = []
    found = (
        rendered(designs[: options.designs], options.scenes, networks, sheet, photo_of)
        if options.photos is None
        else photographed(read_corrected(options.photos), options.most, networks)
    )
    for name, counts in found:
        if isinstance(counts, TeachingCounts):
            rows.append((name, *counts.cells()))
        else:
            first, right = (share(counts[key], counts["found"]) for key in ("first", "proposed"))
            print(
                f"{counts['faces']} faces laid out, {share(counts['found'], counts['faces'])} found; the classifier "
                f"alone is right on {first} of these, the proposal on {right}"
            )
    if rows:
        Console(width=160).print(grid("Read right of the tiles found, before and after teaching", HEADS, rows))


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.tilesets.teaching_gain", description=__doc__)
    parser.add_argument("--designs", type=int, default=len(HELD_OUT_DESIGNS), help="how many held-out designs")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--drawn", action="store_true", help="sets drawn with art that never trains")
    which.add_argument("--photos", type=Path, help="index.jsonl of real photographs, in place of rendered sets")
    parser.add_argument("--scenes", type=int, default=4, help="photographs a design and a light")
    parser.add_argument("--most", type=int, default=30, help="photographs read of each tile set")
    options = parser.parse_args(arguments)
    with one_line_on_error(parser):
        _measure(options)


if __name__ == "__main__":
    main()
