"""Pictures for measuring what teaching a set is worth: its faces laid out in rows, and photographs of the same set."""

import math
from dataclasses import replace
from typing import Final, Literal

import numpy as np

from datasets.render.faces.tile_design import FACE_LABELS, Design, draw_design
from datasets.render.scene.camera import View
from datasets.render.scene.placement import Layout, Rng, flat, points_of
from datasets.render.scene.scene import Scene, compose, render_scene
from datasets.render.scene.scene_kinds import LAYOUTS

ACROSS: Final = 9
"""Tiles side by side in the teaching photo: the suits then lie in rows."""
SIZE: Final = (1600, 1200)
"""Width and height of all pictures, pixels: what a phone's photo is worked on at."""
KINDS: Final = ("rack", "rows", "rack", "tray")
"""The kinds of scene of one set's photographs, in turn."""

Light = Literal["good", "hard"]
"""`good`: a sharp, evenly lit photo from where a player sits. `hard`: whatever training scenes have, blur, glare, steep
views and things in the way among it."""


def teaching_layout(rng: Rng, design: Design) -> Layout:
    """One tile of each kind, all pictures of flowers and jokers, face up in rows and a little askew."""
    high = 1 / design.aspect
    wanted = [(label, variant) for label in FACE_LABELS for variant in range(len(design.faces[label]))]
    blocks = []
    for place, (label, variant) in enumerate(wanted):
        row, column = divmod(place, ACROSS)
        x, y = column * 1.12 + float(rng.normal(0, 0.02)), -row * (high + 0.14) + float(rng.normal(0, 0.02))
        block = flat(rng, design, label, x, y, float(rng.normal(0, 2)), 0.0, row)
        blocks.append(replace(block, variant=variant))
    return Layout(points_of(blocks), near=blocks, elevation=(62, 88), azimuth=(-12, 12), fill=(0.85, 1.0), roll=6)


def teaching_photo(number: int) -> Scene:
    """The photo from which design `number` is taught: lit and sharp as a person takes care that it is."""
    rng = np.random.default_rng([number, 77])
    design = draw_design(number)
    return compose(rng, layout := teaching_layout(rng, design), design, _view(rng, layout), SIZE, plain=True)


def photograph(number: int, seed: int, light: Light) -> Scene:
    """One of the photographs of design `number`; the same arguments always give the same pixels."""
    kind = KINDS[seed % len(KINDS)]
    if light == "hard":
        return render_scene(number * 1000 + seed, SIZE, kind, range(number, number + 1))
    rng = np.random.default_rng([number, seed, 78])
    design = draw_design(number)
    layout = replace(
        LAYOUTS[kind][0](rng, design), elevation=(32.0, 75.0), azimuth=(-25.0, 25.0), fill=(0.75, 1.0), roll=8
    )
    return compose(rng, layout, design, _view(rng, layout), SIZE, plain=True)


def _view(rng: Rng, layout: Layout) -> View:
    """A view of all of a layout's subject from where it may be seen."""
    return View(
        azimuth=float(rng.uniform(*layout.azimuth)),
        elevation=float(rng.uniform(*layout.elevation)),
        roll=float(rng.normal(0, layout.roll / 2)),
        near=float(np.exp(rng.uniform(math.log(3), math.log(8)))),
        fill=float(rng.uniform(*layout.fill)),
        offset=(0.0, 0.0),
        bend=0.0,
    )
