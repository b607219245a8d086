"""Print how often a wrongly chosen tile set is noticed.

Run it as ``python -m datasets.evaluation.tilesets.wrong_set``.

Each held-out design, which trains nothing, is taught from one photo; each photograph of it is then judged beside its
own set, and beside those of other designs. With ``--photos INDEX`` the tile sets of real photographs instead, each
taught from one half of its scenes. ``--mixed`` lays tiles of another design among those of the set and reads both.
``--things`` lays cards, dice, coins and more beside the tiles, and a hand over them; with ``--photos`` it paints
over the tiles of photographs and reads what is left.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from datasets.evaluation.tilesets.foreign_objects import THINGS, Strange, count_painted, count_strange, strange_scene
from datasets.evaluation.tilesets.mixed_sets import Mixed, count, mixed_scene
from datasets.evaluation.tilesets.teaching_gain import LIGHTS, halves, scene_photo, teach_design, teach_photos
from datasets.evaluation.tilesets.teaching_pictures import photograph
from datasets.photographs.index import LabelledPhoto, read_index
from datasets.photographs.label_errata import corrected
from datasets.photographs.physical_sets import UNKNOWN, tile_set
from datasets.photographs.splits import HELD_OUT_DESIGNS
from vision import Networks, Photo, TileSet, decode, observe
from vision.classification.faces import Faces
from vision.geometry import scaled
from vision.host.read import apply_tile_set, better_set
from vision.tilesets.set_recognition import SetMatch


@dataclass
class Judged:
    """How often photographs were held for photographs of a set."""

    photos: int = 0
    fits: Counter[SetMatch] = field(default_factory=Counter)
    found: int = 0

    def cells(self) -> list[str]:
        """The figures of a table's row."""
        other, doubt = (self.fits[fit] for fit in (SetMatch.OF_ANOTHER, SetMatch.IN_DOUBT))
        share = f"{100 * (other + doubt) / max(1, self.photos):.1f} %"
        return [str(self.photos), str(other), str(doubt), share, str(self.found)]


Look = tuple[str, str, Faces]
"""What the photograph is of, its light or source, and the faces in it."""


def judge(looks: Iterable[Look], sets: Sequence[TileSet], beside: int, networks: Networks) -> dict[str, Judged]:
    """Each photograph beside its own set and `beside` others; `found`: the set that fits best is its own."""
    rng, rows = np.random.default_rng(0), defaultdict[str, Judged](Judged)
    for name, light, faces in looks:
        own = next(one for one in sets if one.name == name)
        others = [one for one in sets if one is not own]
        picked = [others[at] for at in rng.permutation(len(others))[:beside]]
        for said, profile in (("the right set", own), *(("another set", one) for one in picked)):
            row = rows[f"{light}, {said}"]
            row.photos += 1
            row.fits[apply_tile_set(faces, profile, networks.classifier)[1]] += 1
            row.found += profile is own and better_set(faces, [own, *picked], networks.classifier) == own.name
    return rows


def _seen(photo: Photo, networks: Networks) -> Faces:
    """The faces in a photo as they are judged: quads in pixels of the picture they were read in."""
    look = observe(photo, networks)
    return look.faces.of(replace(face, quad=scaled(face.quad, look.photo.scale)) for face in look.faces)


def rendered(designs: Sequence[int], scenes: int, networks: Networks) -> tuple[list[Look], list[TileSet]]:
    """The designs as taught sets, and looks at their photographs."""
    looks: list[Look] = []
    sets: list[TileSet] = []
    for number in track(designs, description="looking", console=Console(stderr=True), transient=True):
        sets.append(teach_design(number, networks, Counter()))
        for light in LIGHTS:
            photos = (scene_photo(photograph(number, seed, light)) for seed in range(scenes))
            looks.extend((sets[-1].name, light, _seen(photo, networks)) for photo in photos)
    return looks, sets


def photographed_sets(
    photos: Iterable[LabelledPhoto], most: int, networks: Networks
) -> Iterator[tuple[TileSet, list[LabelledPhoto]]]:
    """The tile sets of photographs as taught sets, and photographs of the half that taught nothing."""
    by_name: dict[str, list[LabelledPhoto]] = defaultdict(list)
    for one in photos:
        if tile_set(one) != UNKNOWN and not one.mirrored:
            by_name[tile_set(one)].append(one)
    for name in track(sorted(by_name), description="looking", console=Console(stderr=True), transient=True):
        teaching, reading = halves(by_name[name])
        profile = teach_photos(name, teaching, networks)
        if profile is not None:
            yield profile, reading[:most]


def photographed(photos: Iterable[LabelledPhoto], most: int, networks: Networks) -> tuple[list[Look], list[TileSet]]:
    """The tile sets of photographs as taught sets, and looks at the half that taught nothing."""
    looks: list[Look] = []
    sets: list[TileSet] = []
    for profile, reading in photographed_sets(photos, most, networks):
        sets.append(profile)
        pictures = (decode(one.path.read_bytes(), one.name) for one in reading)
        looks.extend((profile.name, "photographs", _seen(photo, networks)) for photo in pictures)
    return looks, sets


def table(rows: Iterable[tuple[str, Judged]], model: str) -> Table:
    """The counts as people read them."""
    grid = Table(title=f"Photographs beside a taught set, read by {model}")
    for head in ("", "photos", "of another", "in doubt", "either", "its own fits best"):
        grid.add_column(head, justify="right" if head else "left")
    for name, row in rows:
        grid.add_row(name, *row.cells())
    return grid


def strange(rows: Iterable[tuple[str, Strange]], model: str) -> Table:
    """What was said of things that are no tiles, as people read it."""
    grid = Table(title=f"Things that are no tiles, read by {model}")
    for head in ("", "scenes", "answers on no tile", "sure", "tiles", "sure", "sure but wrong"):
        grid.add_column(head, justify="right" if head else "left")
    for name, row in rows:
        grid.add_row(name, *map(str, (row.scenes, row.beside, row.beside_sure, row.tiles, row.sure, row.sure_wrong)))
    return grid


def strangers(rows: Iterable[tuple[str, Mixed]], model: str) -> Table:
    """What was said of the tiles of another set, as people read it."""
    grid = Table(title=f"Tiles of another design among those of the set, read by {model}")
    for head in ("", "tiles", "found", "right", "sure", "sure but wrong"):
        grid.add_column(head, justify="right" if head else "left")
    for name, row in rows:
        grid.add_row(name, *map(str, (row.tiles, row.found, row.right, row.sure, row.sure_wrong)))
    return grid


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m datasets.evaluation.tilesets.wrong_set", description=__doc__)
    parser.add_argument("--designs", type=int, default=12, help="how many held-out designs, from the first")
    parser.add_argument("--scenes", type=int, default=4, help="photographs a design and a light")
    parser.add_argument("--beside", type=int, default=4, help="other sets that each photograph is judged beside")
    parser.add_argument("--photos", type=Path, help="index.jsonl of real photographs, in place of rendered sets")
    parser.add_argument("--most", type=int, default=4, help="photographs looked at of each tile set")
    parser.add_argument("--mixed", action="store_true", help="tiles of another design among those of the set instead")
    parser.add_argument(
        "--things", action="store_true", help="things that are no tiles beside those of the set instead"
    )
    options = parser.parse_args(arguments)
    networks, console = Networks.load(), Console(width=140)
    designs = HELD_OUT_DESIGNS[: options.designs]
    if options.mixed:
        console.print(strangers(_mixed(designs, options.scenes, networks), networks.name))
        return
    if options.things:
        photos = None if options.photos is None else corrected(read_index(options.photos))
        rows = (
            _things(designs, options.scenes, networks) if photos is None else _painted(photos, options.most, networks)
        )
        console.print(strange(rows, networks.name))
        return
    if options.photos is None:
        looks, sets = rendered(designs, options.scenes, networks)
    else:
        looks, sets = photographed(corrected(read_index(options.photos)), options.most, networks)
    console.print(table(sorted(judge(looks, sets, options.beside, networks).items()), networks.name))


def _mixed(designs: Sequence[int], scenes: int, networks: Networks) -> Iterator[tuple[str, Mixed]]:
    rows = defaultdict[str, Mixed](Mixed)
    for number in track(designs, description="reading", console=Console(stderr=True), transient=True):
        profile = teach_design(number, networks, Counter())
        for seed in range(scenes):
            scene = mixed_scene(number, seed)
            for name, given in (("before", None), ("taught", profile)):
                count(scene, networks, given, rows[f"its own, {name}"], rows[f"another's, {name}"])
    yield from sorted(rows.items())


def _things(designs: Sequence[int], scenes: int, networks: Networks) -> list[tuple[str, Strange]]:
    rows = defaultdict[str, Strange](Strange)
    for number in track(designs, description="reading", console=Console(stderr=True), transient=True):
        profile = teach_design(number, networks, Counter())
        for thing in THINGS:
            for seed in range(scenes):
                scene = strange_scene(number, seed, thing)
                for name, given in (("before", None), ("taught", profile)):
                    count_strange(scene, networks, given, rows[f"{thing}, {name}"])
    return sorted(rows.items())


def _painted(photos: Iterable[LabelledPhoto], most: int, networks: Networks) -> list[tuple[str, Strange]]:
    rows = {"before": Strange(), "taught": Strange()}
    for profile, reading in photographed_sets(photos, most, networks):
        for one in (one for one in reading if not one.single_tile):
            photo = decode(one.path.read_bytes(), one.name)
            boxes = np.array([tile.box for tile in one.tiles], np.float32).reshape(-1, 4)
            for name, given in (("before", None), ("taught", profile)):
                count_painted(photo, boxes, networks, given, rows[name])
    return sorted(rows.items())


if __name__ == "__main__":
    main()
