"""Render photographs of drawn tile sets: held-out art on the renderer's tile bodies, racks and tables."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from datasets.evaluation.tilesets.teaching_pictures import ACROSS, KINDS, SIZE, Light, in_good_light, in_rows, shot
from datasets.render.faces.tile_design import FACE_LABELS, Design
from datasets.render.scene.scene import Scene, compose
from datasets.render.scene.scene_kinds import SCENE_KINDS
from datasets.render.tilesets.backs import back_colour
from datasets.render.tilesets.shown.design import bgr, bgr_faces
from datasets.render.tilesets.style import draw_style
from rules.tiles import Tile, copies

FIRST = 5_000_000
"""Number of the first set; sets from this number on are held out of training."""


@lru_cache(maxsize=2)
def drawn_design(seed: int) -> Design:
    """Return drawn set number ``seed`` as a design with a tile body, ready for scenes."""
    style = draw_style(seed, held_out=True)
    rng = style.rng("solid")
    body, back = bgr(style.palette.body), bgr(back_colour(style))
    return Design(
        seed=seed,
        faces=bgr_faces(style),
        body=body,
        back=back,
        bands=((0.0, body), (rng.uniform(0.4, 0.75), back)),
        aspect=rng.uniform(0.7, 0.8),
        thickness=rng.uniform(0.45, 0.9),
        radius=rng.uniform(0.03, 0.16),
        gloss=rng.uniform(0, 1),
    )


def any_order(seed: int, *, whole: bool, light: Light) -> Scene:
    """Render all tiles of a drawn set (``whole``), or one of each face, face up in rows in random order.

    In hard light the picture has blur, glare, noise and uneven light, and objects may lie over the tiles.
    """
    design, rng = drawn_design(seed), np.random.default_rng([seed, 80, whole])
    wanted = []
    for label in FACE_LABELS:
        pictures = len(design.faces[label])
        count = copies(Tile(label)) if whole else pictures
        wanted += [(label, copy % pictures) for copy in range(count)]
    rng.shuffle(wanted)
    return shot(rng, in_rows(rng, design, wanted, 16 if whole else ACROSS), design, plain=light == "good")


def photograph(seed: int, number: int, light: Light) -> Scene:
    """Render photograph ``number`` of a drawn set; the same arguments always give the same pixels."""
    design = drawn_design(seed)
    if light == "good":
        return in_good_light(design, number)
    rng = np.random.default_rng([seed, number, 79])
    placement = SCENE_KINDS[KINDS[number % len(KINDS)]][0](rng, design)
    pose = replace(placement, roll=min(placement.roll, 20)).pose(rng)
    return compose(rng, placement, design, pose, SIZE, plain=False)
