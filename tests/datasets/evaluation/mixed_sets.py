"""Mix tiles of another design into a taught set, and count the readings of both."""

from dataclasses import replace

import numpy as np

from datasets.evaluation.scoring import ReadingCounts, read_faces
from datasets.evaluation.tilesets.teach import scene_photo, visible_truth
from datasets.evaluation.tilesets.teaching_pictures import KINDS, SIZE
from datasets.render.drawing.canvas import Rng
from datasets.render.faces.tile_design import Design, draw_design
from datasets.render.scene.camera import CameraPose
from datasets.render.scene.scene import Scene, compose
from datasets.render.scene.scene_kinds import SCENE_KINDS
from datasets.render.scene.solids import Solid
from vision import Networks, TileSet, read_rack
from vision.reading import BACK

APART = 1
"""Difference between the numbers of the taught design and the other design."""
SHARE = 0.2
"""Share of tiles that come from the other design."""
_OTHER = 1000
"""Offset that marks a tile of the other design by its row number."""


def mixed_scene(number: int, seed: int) -> Scene:
    """Render a good photograph of design `number` mixed with tiles of another design, in rows from `_OTHER` on."""
    rng = np.random.default_rng([number, seed, 79])
    own, other = draw_design(number), draw_design(number + APART)
    both = replace(own, faces={label: (*pictures, *other.faces[label]) for label, pictures in own.faces.items()})
    placement = SCENE_KINDS[KINDS[seed % len(KINDS)]][0](rng, own)
    far, near = ([_dealt(rng, solid, own) for solid in solids] for solids in (placement.far, placement.near))
    pose = CameraPose(
        azimuth=rng.uniform(-25, 25), elevation=rng.uniform(32, 75), roll=rng.normal(0, 4), near=5.0, fill=0.85
    )
    return compose(rng, replace(placement, far=far, near=near), both, pose, SIZE, plain=True)


def _dealt(rng: Rng, solid: Solid, own: Design) -> Solid:
    """Keep a tile, or swap it for the same kind of the other design."""
    if solid.label == BACK:
        return solid
    mine = len(own.faces[solid.label])
    if rng.random() < SHARE:
        return replace(solid, variant=mine, row=solid.row + _OTHER)
    return replace(solid, variant=solid.variant % mine)


def count_mixed(
    scene: Scene, networks: Networks, tile_set: TileSet | None, own: ReadingCounts, others: ReadingCounts
) -> None:
    """Read a mixed scene, and count the set's own tiles in ``own`` and the other design's tiles in ``others``."""
    reading = read_rack(scene_photo(scene), networks, tile_set)
    labels, boxes = visible_truth(scene)
    for box, label, tile in read_faces(labels, boxes, reading):
        (others if scene.rows[box] >= _OTHER - 1 else own).add(label, tile)
