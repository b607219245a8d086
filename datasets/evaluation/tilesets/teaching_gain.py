"""Print what teaching a set is worth: ``python -m datasets.evaluation.tilesets.teaching_gain``.

Rendered sets: each held-out design, which trains nothing, is taught from one photo of its faces laid out in rows (the
labels of the photo stand for the person who puts the proposal right), and photographs of the same set are read before
and after; also with the design before it, to see whether a wrong choice is noticed. With ``--photos INDEX`` real
photographs instead: each tile set of ``tile_sets.toml`` is taught one face of each kind (two flowers) from one half of
its scenes, and the other half is read.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from datasets.evaluation.scoring import match
from datasets.evaluation.tilesets.teaching_pictures import Light, photograph, teaching_photo
from datasets.photographs.index import LabelledPhoto, read_index
from datasets.photographs.label_errata import corrected
from datasets.photographs.physical_sets import UNKNOWN, tile_set
from datasets.photographs.splits import HELD_OUT_DESIGNS, UNSEEN_SETS, UNSEEN_SOURCES
from datasets.render.scene.scene import Scene
from vision import (
    Networks,
    Photo,
    RackReading,
    TileSet,
    decode,
    empty_tile_set,
    observe,
    propose,
    read_rack,
    teach_faces,
)
from vision.classification.faces import Faces
from vision.host.arrays import hulls
from vision.reading import BACK

LIGHTS: tuple[Light, ...] = ("good", "hard")
SEEN = 0.6
"""Share of a face that must show for it to be counted."""
KINDS = ("all", "J", "F")
JPEG_QUALITY = 92


@dataclass
class Tally:
    """Counts by kind, ``all`` of them, ``J`` and ``F``: face-up tiles that show, and what was read of them."""

    boxed: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    sure: Counter[str] = field(default_factory=Counter)
    sure_wrong: Counter[str] = field(default_factory=Counter)
    photos: int = 0
    unused: int = 0
    mistakes: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, labels: Sequence[str | None], boxes: np.ndarray, reading: RackReading) -> None:
        """Count one reading; a label of ``None`` or ``BACK`` takes its place and is not counted."""
        self.photos += 1
        self.unused += reading.tile_set is not None and not reading.tile_set.used
        answers = np.array([tile.box for tile in reading.tiles], np.float32).reshape(-1, 4)
        answer = dict(match(boxes, answers))
        for box, label in enumerate(labels):
            if label is None or label == BACK:
                continue
            tile = reading.tiles[answer[box]] if box in answer else None
            for kind in ("all", *({label} & set(KINDS))):
                self.boxed[kind] += 1
                if tile is not None:
                    self.found[kind] += 1
                    self.right[kind] += tile.label == label
                    self.sure[kind] += tile.sure
                    self.sure_wrong[kind] += tile.sure and tile.label != label
            if tile is not None and tile.label != label:
                self.mistakes[label, tile.label] += 1

    def cells(self) -> list[str]:
        """The figures of a table's row."""
        return [
            str(self.photos),
            str(self.boxed["all"]),
            _share(self.found["all"], self.boxed["all"]),
            *(f"{_share(self.right[kind], self.found[kind])} of {self.found[kind]}" for kind in KINDS),
            _share(self.sure["all"], self.found["all"]),
            f"{self.sure_wrong['all']} of {self.sure['all']}",
            f"{self.unused} of {self.photos}",
        ]

    def to_json(self) -> dict[str, object]:
        """The counts as JSON."""
        counts = ("boxed", "found", "right", "sure", "sure_wrong")
        kinds = {kind: {name: getattr(self, name)[kind] for name in counts} for kind in KINDS}
        return {"photos": self.photos, "unused": self.unused, **kinds, "mistakes": self.mistakes.most_common(12)}


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "-"


def scene_photo(scene: Scene) -> Photo:
    """A rendered scene as the program gets it: a JPEG, decoded no larger than a scan decodes it."""
    done, data = cv2.imencode(".jpg", scene.pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise ValueError("the scene cannot be encoded")
    return decode(data.tobytes(), scene.design)


def shown(scene: Scene) -> tuple[list[str | None], np.ndarray]:
    """Labels and boxes of a scene; faces hidden too far have no label."""
    labels = [label if seen >= SEEN else None for label, seen in zip(scene.labels, scene.visible, strict=True)]
    return labels, hulls(scene.quads)


def teach_design(number: int, networks: Networks, tally: Counter[str]) -> TileSet:
    """Teach a design from one photo; ``tally`` counts its faces, those found and those proposed rightly."""
    scene = teaching_photo(number)
    (proposal,) = propose([observe(scene_photo(scene), networks)])
    pairs = match(hulls(scene.quads), hulls(proposal.faces.quads))
    tally["faces"] += len(scene.labels)
    tally["found"] += len(pairs)
    tally["first"] += sum(_first(proposal.faces, at) == scene.labels[box] for box, at in pairs)
    tally["proposed"] += sum(proposal.labels[at] == scene.labels[box] for box, at in pairs)
    crops = np.array([proposal.faces.crops[at] for _, at in pairs], np.uint8)
    faces = teach_faces(networks.classifier, crops, [scene.labels[box] for box, _ in pairs], ["photo"] * len(pairs))
    return empty_tile_set(scene.design, networks.classifier.card).with_faces(faces)


def _first(faces: Faces, at: int) -> str:
    return faces.best[at]


def rendered(
    designs: Sequence[int], scenes: int, networks: Networks, progress: Console
) -> Iterator[tuple[str, Tally | Counter[str]]]:
    """Measure on rendered sets: named tallies, and the counts of the proposals under ``teaching``."""
    proposals: Counter[str] = Counter()
    tallies: dict[str, Tally] = defaultdict(Tally)
    wrong = teach_design(designs[-1], networks, Counter())
    for number in track(designs, description="teaching", console=progress, transient=True):
        own = teach_design(number, networks, proposals)
        for light in LIGHTS:
            for seed in range(scenes):
                scene = photograph(number, seed, light)
                photo, (labels, boxes) = scene_photo(scene), shown(scene)
                for name, profile in (("before", None), ("after", own), ("another's", wrong)):
                    tallies[f"{light}, {name}"].add(labels, boxes, read_rack(photo, networks, profile))
        wrong = own
    yield "teaching", proposals
    yield from tallies.items()


def photographed(
    photos: Iterable[LabelledPhoto], most: int, networks: Networks, progress: Console
) -> Iterator[tuple[str, Tally]]:
    """Measure on real photographs: one tally before and one after a tile set."""
    sets: dict[str, list[LabelledPhoto]] = defaultdict(list)
    for one in photos:
        if tile_set(one) != UNKNOWN and not one.mirrored:
            sets[tile_set(one)].append(one)
    sums = {name: Tally() for name in _names(seen=True)} | {name: Tally() for name in _names(seen=False)}
    for name in track(sorted(sets), description="teaching", console=progress, transient=True):
        teaching, reading = halves(sets[name])
        profile = teach_photos(name, teaching, networks)
        if profile is None or not reading:
            continue
        before, after = Tally(), Tally()
        trained = name not in UNSEEN_SETS and reading[0].source not in UNSEEN_SOURCES
        for labelled in reading[:most]:
            photo = decode(labelled.path.read_bytes(), labelled.name)
            labels = [tile.label for tile in labelled.tiles]
            boxes = np.array([tile.box for tile in labelled.tiles], np.float32).reshape(-1, 4)
            for tally, sum_of, given in zip((before, after), _names(seen=trained), (None, profile), strict=True):
                found = read_rack(photo, networks, given)
                tally.add(labels, boxes, found)
                sums[sum_of].add(labels, boxes, found)
        yield f"{name}, before", before
        yield f"{name}, after ({len(profile.faces)} faces)", after
    yield from sums.items()


def _names(*, seen: bool) -> tuple[str, str]:
    which = "sets in training" if seen else "sets never trained on"
    return f"{which}, before", f"{which}, after"


def halves(photos: Sequence[LabelledPhoto]) -> tuple[list[LabelledPhoto], list[LabelledPhoto]]:
    """Half of the scenes to teach from and half to read; of a set with one group, half of its pictures."""
    by_group = len({photo.group for photo in photos}) > 1
    halves: tuple[list[LabelledPhoto], list[LabelledPhoto]] = ([], [])
    for photo in sorted(photos, key=lambda one: hashlib.sha256(one.name.encode()).digest()):
        key = photo.group if by_group else photo.name
        halves[hashlib.sha256(f"half {key}".encode()).digest()[0] % 2].append(photo)
    return halves


def teach_photos(name: str, photos: Sequence[LabelledPhoto], networks: Networks) -> TileSet | None:
    """A profile of one face a kind, two flowers and two jokers, from the first photos that show them."""
    profile, wanted = empty_tile_set(name, networks.classifier.card), Counter({"F": 2, "J": 2})
    held: Counter[str] = Counter()
    for labelled in photos:
        missing = {tile.label for tile in labelled.tiles if tile.label and held[tile.label] < wanted.get(tile.label, 1)}
        if not missing:
            continue
        faces = observe(decode(labelled.path.read_bytes(), labelled.name), networks).faces
        boxes = np.array([tile.box for tile in labelled.tiles], np.float32).reshape(-1, 4)
        for box, at in match(boxes, hulls(faces.quads)):
            label = labelled.tiles[box].label
            if label in missing and held[label] < wanted.get(label, 1):
                held[label] += 1
                profile = profile.with_faces(
                    teach_faces(networks.classifier, np.array(faces.crops[at : at + 1]), [label], [labelled.name])
                )
    return profile if profile.faces else None


def table(rows: Iterable[tuple[str, Tally]]) -> Table:
    """The tallies as people read them."""
    grid = Table(title="Read right of the tiles found, before and after teaching")
    heads = ("", "photos", "tiles", "found", "all right", "jokers", "flowers", "sure", "sure but wrong", "set not used")
    for head in heads:
        grid.add_column(head, justify="right" if head else "left")
    for name, tally in rows:
        grid.add_row(name, *tally.cells())
    return grid


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.tilesets.teaching_gain", description=__doc__)
    parser.add_argument("--designs", type=int, default=len(HELD_OUT_DESIGNS), help="how many held-out designs")
    parser.add_argument("--scenes", type=int, default=4, help="photographs a design and a light")
    parser.add_argument("--photos", type=Path, help="index.jsonl of real photographs, in place of rendered sets")
    parser.add_argument("--most", type=int, default=30, help="photographs read of each tile set")
    parser.add_argument("--json", action="store_true", help="one JSON object a row on standard output")
    options = parser.parse_args(arguments)
    networks, progress = Networks.load(), Console(stderr=True)
    rows: list[tuple[str, Tally]] = []
    found = (
        rendered(HELD_OUT_DESIGNS[: options.designs], options.scenes, networks, progress)
        if options.photos is None
        else photographed(corrected(read_index(options.photos)), options.most, networks, progress)
    )
    for name, tally in found:
        if options.json:
            what = tally.to_json() if isinstance(tally, Tally) else dict(tally)
            sys.stdout.write(json.dumps({"row": name, **what}) + "\n")
        elif isinstance(tally, Tally):
            rows.append((name, tally))
        else:
            first, right = (_share(tally[key], tally["found"]) for key in ("first", "proposed"))
            print(
                f"{tally['faces']} faces laid out, {_share(tally['found'], tally['faces'])} found; the reader alone "
                f"is right on {first} of these, the proposal on {right}"
            )
    if rows:
        Console(width=160).print(table(rows))


if __name__ == "__main__":
    main()
