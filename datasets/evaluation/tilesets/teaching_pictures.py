"""Render teaching photos of tile sets, and other photographs of the same sets."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Literal

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.faces.tile_design import FACE_LABELS, Design, draw_design
from datasets.render.scene.placement import Placement, flat, points_of
from datasets.render.scene.scene import Scene, compose, render_scene
from datasets.render.scene.scene_kinds import SCENE_KINDS

ACROSS: Final = 9
"""Tiles per row of the teaching photo: each suit fills a row."""
SIZE: Final = (1600, 1200)
"""Width and height of all pictures, pixels, as a phone's photo has them after reduced decoding."""
KINDS: Final = ("rack", "rows", "rack", "tray")
"""The kinds of scene of one set's photographs, in turn."""

Light = Literal["good", "hard"]
"""`good`: sharp, evenly lit, from the player's seat. `hard`: like a training scene, with blur, glare, steep views and
objects in the way."""
LIGHTS: Final[tuple[Light, ...]] = ("good", "hard")


def in_rows(rng: Rng, design: Design, wanted: Sequence[tuple[str, int]], across: int) -> Placement:
    """Lay tiles, each a label and the number of its picture, face up in rows of `across`, a little askew."""
    high = 1 / design.aspect
    solids = []
    for place, (label, variant) in enumerate(wanted):
        row, column = divmod(place, across)
        x, y = column * 1.12 + rng.normal(0, 0.02), -row * (high + 0.14) + rng.normal(0, 0.02)
        solid = flat(rng, design, label, x, y, rng.normal(0, 2), 0.0, row)
        solids.append(replace(solid, variant=variant))
    return Placement(points_of(solids), near=solids, elevation=(62, 88), azimuth=(-12, 12), fill=(0.85, 1.0), roll=6)


def teaching_photo(number: int, draw: Callable[[int], Design] = draw_design) -> Scene:
    """Render the teaching photo of design `number`, well lit and sharp, as a careful person takes it.

    One tile of each face lies in it (flowers and jokers have several). `draw` draws the design.
    """
    design, rng = draw(number), np.random.default_rng([number, 77])
    wanted = [(label, variant) for label in FACE_LABELS for variant in range(len(design.faces[label]))]
    return shot(rng, in_rows(rng, design, wanted, ACROSS), design)


def photograph(number: int, seed: int, light: Light) -> Scene:
    """Render photograph `seed` of design `number`; the same arguments always give the same pixels."""
    if light == "good":
        return in_good_light(draw_design(number), seed)
    return render_scene(number * 1000 + seed, SIZE, KINDS[seed % len(KINDS)], range(number, number + 1))


def in_good_light(design: Design, seed: int) -> Scene:
    """Render photograph `seed` of a design in good light, as the tiles' player sees them."""
    rng = np.random.default_rng([design.seed, seed, 78])
    placement = SCENE_KINDS[KINDS[seed % len(KINDS)]][0](rng, design)
    seen = replace(placement, elevation=(32.0, 75.0), azimuth=(-25.0, 25.0), fill=(0.75, 1.0), roll=8)
    return shot(rng, seen, design)


def shot(rng: Rng, placement: Placement, design: Design, *, plain: bool = True) -> Scene:
    """Render a placement with a camera that shows its whole subject; `plain`: in good light."""
    return compose(rng, placement, design, placement.pose(rng, nearest=3.0), SIZE, plain=plain)
