"""The shipped models on rendered tables full of objects that are not tiles."""

from __future__ import annotations

import pytest

from datasets.render.design_splits import HELD_OUT_DESIGNS
from datasets.render.scene.scene import render_scene
from vision import Networks, Photo, read_rack

SCENES = (7, 26, 30, 41, 44, 58, 73, 104, 143, 151, 158, 160, 295, 464)
"""Tables of cards, dice, chips, score cards, notes and hands, each with an object that a classifier took for a tile."""


@pytest.fixture(scope="module")
def real_eyes() -> Networks:
    """Load the shipped models."""
    return Networks.load()


@pytest.mark.parametrize("seed", SCENES)
def test_strange_things_are_asked_about_or_left_out(real_eyes: Networks, seed: int) -> None:
    """No card, die, chip or hand on these tables is a sure tile."""
    scene = render_scene(seed, (960, 720), "empty", HELD_OUT_DESIGNS)
    assert not scene.labels
    reading = read_rack(Photo.of(scene.pixels), real_eyes)
    assert [tile.label for tile in reading.tiles if tile.sure] == []
