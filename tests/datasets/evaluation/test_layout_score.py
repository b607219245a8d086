"""Laid-out racks with exact truth, and how well the layout step reads them."""

import numpy as np
import pytest

from datasets.evaluation.rack_layout.arrangements import KINDS
from datasets.evaluation.rack_layout.layout_score import DAMAGES, LayoutScore, compare, damaged, layout_scores
from datasets.evaluation.rack_layout.scenes import SIZE, make_scene
from datasets.render.faces.tile_design import draw_design
from datasets.render.scene.scene import compose
from rules.tiles import is_like, is_run
from vision.layout.rack import RackLayout


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_scenes_repeat_and_their_truth_holds(kind: str) -> None:
    """A seed gives the same scene; every tile has one place; exposures are legal; nearly hidden tiles are left out."""
    for seed in range(6):
        scene, again = make_scene(seed, kind), make_scene(seed, kind)
        np.testing.assert_array_equal(scene.quads, again.quads)
        assert scene.labels == again.labels
        rack = [*(index for group in scene.exposures for index in group), *scene.concealed]
        assert sorted((*rack, *scene.aside)) == list(range(len(scene.labels)))
        assert len(rack) <= 14
        assert (scene.visible >= 0.25).all()
        for group in scene.exposures:
            labels = [scene.labels[index] for index in group]
            if len(rack) >= 13:
                assert is_like(labels) or is_run(labels) or len(labels) < 3


def test_a_photograph_shows_what_the_scene_says() -> None:
    """The rendered picture has a face with the tile's label wherever the scene places that tile."""
    design = draw_design(3)
    scene = make_scene(1, "shelf", design)
    picture = compose(np.random.default_rng(1), scene.placement, design, scene.pose, SIZE, plain=True)
    assert picture.pixels.shape == (SIZE[1], SIZE[0], 3)
    for quad, label in zip(scene.quads, scene.labels, strict=True):
        apart = np.abs(picture.quads - quad).max(axis=(1, 2))
        assert apart.min() < 0.5
        assert picture.labels[int(apart.argmin())] == label


def test_the_truth_scores_full_marks_and_a_wrong_rack_none() -> None:
    """The scene's own rack scores as exact; a rack with a concealed exposure, or with a tile aside, does not."""
    scene = make_scene(0, "shelf")
    found = range(len(scene.labels))
    right = compare(scene, RackLayout(scene.exposures, scene.concealed, scene.aside), found)
    assert right.exact
    held = tuple(index for group in scene.exposures for index in group)
    assert not compare(scene, RackLayout((), (*held, *scene.concealed), scene.aside), found).exact
    lost = RackLayout(scene.exposures, scene.concealed[:-1], (*scene.aside, scene.concealed[-1]))
    assert compare(scene, lost, found) == LayoutScore(
        "shelf", exposures=True, concealed=False, aside=False, asked=False
    )


def test_damage_keeps_count_of_the_tiles() -> None:
    """Found tiles keep their index in the scene, missed tiles are gone, and the same seed damages the same tiles."""
    scene = make_scene(3, "one row")
    quads, labels, found = damaged(scene, DAMAGES["2 % missed"], 5)
    assert len(quads) == len(labels) == len(found) == len(set(found))
    assert np.abs(quads - scene.quads[list(found)]).max() < 0.2 * np.abs(np.diff(scene.quads, axis=1)).max()
    np.testing.assert_array_equal(quads, damaged(scene, DAMAGES["2 % missed"], 5)[0])
    assert damaged(scene, DAMAGES["true"], 5)[1] == tuple(
        scene.labels[index] for index in damaged(scene, DAMAGES["true"], 5)[2]
    )


def test_racks_are_told_from_true_corners() -> None:
    """Of two hundred racks, four in five are read exactly, and hardly one in fifteen is wrong without a question."""
    scores = layout_scores(range(200), DAMAGES["true"])
    assert sum(one.exact for one in scores) >= 160
    assert sum(not one.exact and not one.asked for one in scores) <= 14
