"""Print how often a wrongly chosen tile set is noticed: ``python -m datasets.evaluation.tilesets.wrong_set``.

Each held-out design is taught from one photo. Each photograph of it is then judged beside its own set and beside
others. ``--photos INDEX`` takes the sets of real photographs instead.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.console import Console

from datasets.errors import one_line_on_error
from datasets.evaluation.report.text import grid
from datasets.evaluation.tilesets.teach import scene_photo, taught_photo_sets, teach_design
from datasets.evaluation.tilesets.teaching_pictures import LIGHTS, photograph
from datasets.photographs.index import LabelledPhoto
from datasets.photographs.label_errata import read_corrected
from datasets.photographs.open_pictures import open_picture
from datasets.progress import progress
from datasets.render.design_splits import HELD_OUT_DESIGNS
from vision import Networks, Photo, TileSet, observe
from vision.classification.faces import Faces
from vision.geometry import scaled
from vision.host.read import apply_tile_set, better_set
from vision.tilesets.set_recognition import SetMatch

HEADS = ("", "photos", "of another", "in doubt", "either", "its own fits best")


@dataclass
class MatchCounts:
    """Counts of photographs by their match with a set; ``best``: photographs whose own set fits best."""

    photos: int = 0
    matches: Counter[SetMatch] = field(default_factory=Counter)
    best: int = 0

    def cells(self) -> list[str]:
        """Return the texts under ``HEADS`` except the first."""
        other, doubt = (self.matches[match] for match in (SetMatch.OF_ANOTHER, SetMatch.IN_DOUBT))
        part = f"{100 * (other + doubt) / max(1, self.photos):.1f} %"
        return [str(self.photos), str(other), str(doubt), part, str(self.best)]


class PhotoFaces(NamedTuple):
    """The faces of one photograph: its set's name, its light or source, and faces with quads in pixels as read."""

    name: str
    light: str
    faces: Faces


def compare_sets(
    photographs: Iterable[PhotoFaces], sets: Sequence[TileSet], beside: int, networks: Networks
) -> Mapping[str, MatchCounts]:
    """Match each photograph against its own set and against ``beside`` other sets, drawn at random."""
    rng, rows = np.random.default_rng(0), defaultdict[str, MatchCounts](MatchCounts)
    for name, light, faces in photographs:
        own = next(one for one in sets if one.name == name)
        others = [one for one in sets if one is not own]
        picked = [others[at] for at in rng.permutation(len(others))[:beside]]
        for said, tile_set in (("the right set", own), *(("another set", one) for one in picked)):
            row = rows[f"{light}, {said}"]
            row.photos += 1
            row.matches[apply_tile_set(faces, tile_set, networks.classifier)[1]] += 1
            row.best += tile_set is own and better_set(faces, [own, *picked], networks.classifier) == own.name
    return rows


def _faces(photo: Photo, networks: Networks) -> Faces:
    look = observe(photo, networks)
    return look.faces.of(replace(face, quad=scaled(face.quad, look.photo.scale)) for face in look.faces)


def rendered(designs: Sequence[int], scenes: int, networks: Networks) -> tuple[list[PhotoFaces], list[TileSet]]:
    """Teach the designs and find the faces of their photographs."""
    photographs: list[PhotoFaces] = []
    sets: list[TileSet] = []
    for number in progress(designs, "looking"):
        sets.append(teach_design(number, networks))
        for light in LIGHTS:
            photos = (scene_photo(photograph(number, seed, light)) for seed in range(scenes))
            photographs.extend(PhotoFaces(sets[-1].name, light, _faces(photo, networks)) for photo in photos)
    return photographs, sets


def photographed(
    photos: Iterable[LabelledPhoto], most: int, networks: Networks
) -> tuple[list[PhotoFaces], list[TileSet]]:
    """Teach the physical sets and find the faces of the photographs that did not teach."""
    photographs: list[PhotoFaces] = []
    sets: list[TileSet] = []
    for tile_set, reading in taught_photo_sets(photos, most, networks):
        sets.append(tile_set)
        pictures = (open_picture(one.path) for one in reading)
        photographs.extend(PhotoFaces(tile_set.name, "photographs", _faces(one, networks)) for one in pictures)
    return photographs, sets


def _measure(options: argparse.Namespace) -> None:
    """Measure and print."""
    networks = Networks.load()
    photographs, sets = (
        rendered(HELD_OUT_DESIGNS[: options.designs], options.scenes, networks)
        if options.photos is None
        else photographed(read_corrected(options.photos), options.most, networks)
    )
    judged = sorted(compare_sets(photographs, sets, options.beside, networks).items())
    rows = [(name, *counts.cells()) for name, counts in judged]
    Console(width=140).print(grid(f"Photographs beside a taught set, read by {networks.name}", HEADS, rows))


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.tilesets.wrong_set", description=__doc__)
    parser.add_argument("--designs", type=int, default=12, help="how many held-out designs, from the first")
    parser.add_argument("--scenes", type=int, default=4, help="photographs a design and a light")
    parser.add_argument("--beside", type=int, default=4, help="other sets that each photograph is judged beside")
    parser.add_argument("--photos", type=Path, help="index.jsonl of real photographs, in place of rendered sets")
    parser.add_argument("--most", type=int, default=4, help="photographs looked at of each tile set")
    options = parser.parse_args(arguments)
    with one_line_on_error(parser):
        _measure(options)


if __name__ == "__main__":
    main()
