from collections import Counter

import numpy as np
import pytest

from datasets.render.canvas import Canvas
from datasets.render.captioned import has_captions
from datasets.render.designs import BACK, FACE_LABELS, draw_design
from datasets.render.serpents import has_serpents, thick_serpent
from datasets.render.style import draw_style
from datasets.splits import HELD_OUT_DESIGNS, TRAINING_DESIGNS
from rules.tiles import ALL_TILES

_SEEDS = (0, 3, 17, 1_000_000)


def test_face_labels_are_the_tiles() -> None:
    """The faces of a set are the 36 kinds of the rules."""
    assert set(FACE_LABELS) == {tile.code for tile in ALL_TILES}
    assert len(FACE_LABELS) == 36


@pytest.mark.parametrize("seed", _SEEDS)
def test_design_has_every_face(seed: int) -> None:
    """Every kind and the back has at least one picture of the promised form, read-only."""
    design = draw_design(seed)
    assert set(design.faces) == {*FACE_LABELS, BACK}
    for pictures in design.faces.values():
        assert pictures
        for picture in pictures:
            assert picture.shape == (160, 120, 3)
            assert picture.dtype == np.uint8
            assert not picture.flags.writeable


def test_design_is_repeatable() -> None:
    """The same seed draws the same pixels, also in a fresh cache."""
    first = draw_design(5)
    draw_design.cache_clear()
    second = draw_design(5)
    assert first is not second
    for label, pictures in first.faces.items():
        for a, b in zip(pictures, second.faces[label], strict=True):
            np.testing.assert_array_equal(a, b)


def test_faces_of_a_set_differ() -> None:
    """Within a set no two kinds look the same, except a blank Soap and a back of the body's colour."""
    for seed in range(12):
        faces = {k: v[0].astype(int) for k, v in draw_design(seed).faces.items() if k not in {"0", BACK}}
        labels = sorted(faces)
        for i, a in enumerate(labels):
            for b in labels[i + 1 :]:
                assert np.abs(faces[a] - faces[b]).max() > 60, (seed, a, b)


def test_held_out_designs_are_other_designs() -> None:
    """Training and validation draw from different design numbers, and those look different."""
    assert not set(TRAINING_DESIGNS) & set(HELD_OUT_DESIGNS)
    seen = {draw_design(seed).faces["5C"][0].tobytes() for seed in [*TRAINING_DESIGNS[:10], *HELD_OUT_DESIGNS[:10]]}
    assert len(seen) == 20


def test_every_tradition_and_index_place_occurs() -> None:
    """Of 400 sets a fifth and more are engraved Chinese ones, and every tradition and index place is among them."""
    styles = [draw_style(seed) for seed in range(400)]
    origins = Counter(style.origin for style in styles)
    assert set(origins) == {"american", "chinese", "modern", "japanese"}
    assert origins["chinese"] > 80
    assert all(style.engraving > 0 for style in styles if style.origin == "chinese")
    assert {style.index for style in styles} == {"none", "left", "right", "both", "diagonal", "low"}
    assert sum(style.index == "none" for style in styles if style.origin == "chinese") > origins["chinese"] // 3


def test_classic_habits_are_common_in_american_sets() -> None:
    """Captioned flowers, serpents and large indices each mark a fifth to two fifths of the American sets, no others."""
    styles = [draw_style(seed) for seed in range(600)]
    american = [style for style in styles if style.origin == "american"]
    for habit in (has_captions, has_serpents, lambda style: style.large_index):
        assert 0.2 < sum(map(habit, american)) / len(american) < 0.4
        assert not any(habit(style) for style in styles if style.origin != "american")


def test_serpents_of_a_set_differ_in_ink_alone() -> None:
    """The two serpents of a set cover the same ground, in different colours."""
    seed = next(s for s in range(100) if has_serpents(draw_style(s)) and draw_style(s).wear == 0)
    style = draw_style(seed)
    covered = []
    for ink in (style.red, style.green):
        canvas = Canvas(style.body)
        thick_serpent(canvas, style, ink)
        covered.append(np.abs(canvas.finish().astype(int) - style.body).max(axis=2) > 40)
    assert covered[0].mean() > 0.08
    assert (covered[0] == covered[1]).mean() > 0.97
    assert np.ptp(np.flatnonzero(covered[0].any(axis=1))) > 90


def test_jokers_hardly_repeat() -> None:
    """Forty classic and modern sets hold forty joker pictures and more, all different."""
    sets = [seed for seed in range(100) if draw_style(seed).origin in {"american", "modern"}][:40]
    jokers = [face.tobytes() for seed in sets for face in draw_design(seed).faces["J"]]
    assert len(jokers) > 40
    assert len(set(jokers)) == len(jokers)


def test_a_set_is_drawn_as_far_as_it_is_looked_at() -> None:
    """A face does not depend on which faces were drawn before it."""
    draw_design.cache_clear()
    alone = draw_design(11).faces["7C"][0]
    draw_design.cache_clear()
    after = [draw_design(11).faces[label] for label in FACE_LABELS][FACE_LABELS.index("7C")][0]
    np.testing.assert_array_equal(alone, after)


def test_designs_vary() -> None:
    """Twenty sets have at least fifteen bodies, ten joker pictures and both kinds of corners."""
    designs = [draw_design(seed) for seed in range(20)]
    assert len({d.body for d in designs}) >= 15
    assert len({d.faces["J"][0].tobytes() for d in designs}) >= 10
    assert max(d.radius for d in designs) > 2 * min(d.radius for d in designs)
