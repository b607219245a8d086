"""Noticing that the wrong taught set was chosen, measured on designs that train nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from datasets.mixed_sets import Mixed, count, mixed_scene
from datasets.render.scene import HELD_OUT_DESIGNS
from datasets.set_score import judge, rendered
from datasets.teach_score import teach_design
from vision.fit import Fit
from vision.pipeline import Eyes


@pytest.fixture(scope="module")
def real_eyes() -> Eyes:
    """The models that ship."""
    return Eyes.load()


def test_a_wrong_set_is_noticed(real_eyes: Eyes) -> None:
    """Of good and hard photographs of two sets none is refused by its own, and most are by the other's."""
    looks, sets = rendered(HELD_OUT_DESIGNS[:2], 1, real_eyes)
    rows = judge(looks, sets, 1, real_eyes)
    for light in ("good", "hard"):
        own, other = rows[f"{light}, the right set"], rows[f"{light}, another set"]
        assert own.photos == other.photos == 2
        assert own.fits[Fit.OF_ANOTHER] == 0
        assert other.fits[Fit.OF_ANOTHER] + other.fits[Fit.IN_DOUBT] >= 1
        assert own.found >= 1


def test_a_tile_of_another_set_is_no_surely_wrong_one(real_eyes: Eyes) -> None:
    """Among taught tiles a stranger is read right, asked about or left out; the set's own stay as they are."""
    number = HELD_OUT_DESIGNS[3]
    own, strangers = Mixed(), Mixed()
    count(mixed_scene(number, 3), real_eyes, teach_design(number, real_eyes, Counter()), own, strangers)
    assert strangers.tiles > 0
    assert own.sure > own.tiles / 2
    assert own.sure_wrong == strangers.sure_wrong == 0
