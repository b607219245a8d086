"""Things that are no tiles, or none of the set: what the models that ship say of rendered tables full of them."""

from __future__ import annotations

import pytest

from datasets.render.design_splits import HELD_OUT_DESIGNS
from datasets.render.scene.scene import render_scene
from vision import Networks, Photo, read_rack

SCENES = (7, 26, 30, 41, 44, 58, 73, 104, 143, 151, 158, 160, 295, 464)
"""Tables of playing cards, dice, chips, score cards, notes and hands; on each a thing that a reader took for a tile."""


@pytest.fixture(scope="module")
def real_eyes() -> Networks:
    """The models that ship."""
    return Networks.load()


@pytest.mark.parametrize("seed", SCENES)
def test_strange_things_are_asked_about_or_left_out(real_eyes: Networks, seed: int) -> None:
    """No card, die, chip or hand on these tables without tiles is surely a tile."""
    scene = render_scene(seed, (960, 720), "empty", HELD_OUT_DESIGNS)
    assert not scene.labels
    reading = read_rack(Photo.of(scene.pixels), real_eyes)
    assert [tile.label for tile in reading.tiles if tile.sure] == []
