"""Tiles of another design among those of a taught set: what is said of them."""

from dataclasses import dataclass, replace

import numpy as np

from datasets.evaluation.scoring import match
from datasets.evaluation.tilesets.teaching_gain import scene_photo, shown
from datasets.evaluation.tilesets.teaching_pictures import KINDS, SIZE
from datasets.render.faces.tile_design import Design, draw_design
from datasets.render.scene.camera import View
from datasets.render.scene.placement import Rng
from datasets.render.scene.scene import Scene, compose
from datasets.render.scene.scene_kinds import LAYOUTS
from datasets.render.scene.solids import Solid
from vision import Networks, TileSet, read_rack
from vision.reading import BACK

APART = 1
"""Design numbers between the set and the strangers in it."""
SHARE = 0.2
"""Part of the tiles that are strangers."""
_STRANGER = 1000
"""Added to the row of a stranger, so that the scene tells which quads are theirs."""


@dataclass
class Mixed:
    """Counts of tiles: those that show, those found, and what was said of them."""

    tiles: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    sure_wrong: int = 0


def mixed_scene(number: int, seed: int) -> Scene:
    """A good photograph of design `number` with tiles of another among them, in rows from `_STRANGER` on."""
    rng = np.random.default_rng([number, seed, 79])
    own, other = draw_design(number), draw_design(number + APART)
    both = replace(own, faces={label: (*pictures, *other.faces[label]) for label, pictures in own.faces.items()})
    layout = LAYOUTS[KINDS[seed % len(KINDS)]][0](rng, own)
    far, near = ([_dealt(rng, block, own) for block in blocks] for blocks in (layout.far, layout.near))
    view = View(
        azimuth=float(rng.uniform(-25, 25)),
        elevation=float(rng.uniform(32, 75)),
        roll=float(rng.normal(0, 4)),
        near=5.0,
        fill=0.85,
        offset=(0.0, 0.0),
        bend=0.0,
    )
    return compose(rng, replace(layout, far=far, near=near), both, view, SIZE, plain=True)


def _dealt(rng: Rng, block: Solid, own: Design) -> Solid:
    """The tile as it is, or a stranger of its kind."""
    if block.label == BACK:
        return block
    mine = len(own.faces[block.label])
    if rng.random() < SHARE:
        return replace(block, variant=mine, row=block.row + _STRANGER)
    return replace(block, variant=block.variant % mine)


def count(scene: Scene, networks: Networks, profile: TileSet | None, own: Mixed, others: Mixed) -> None:
    """Read such a scene and add what is said of the set's own tiles and of the strangers."""
    reading = read_rack(scene_photo(scene), networks, profile)
    labels, boxes = shown(scene)
    answers = np.array([tile.box for tile in reading.tiles], np.float32).reshape(-1, 4)
    at = dict(match(boxes, answers))
    for box, label in enumerate(labels):
        if label is None or label == BACK:
            continue
        row = others if scene.rows[box] >= _STRANGER - 1 else own
        row.tiles += 1
        if box not in at:
            continue
        tile = reading.tiles[at[box]]
        row.found += 1
        row.right += tile.label == label
        row.sure += tile.sure
        row.sure_wrong += tile.sure and tile.label != label
