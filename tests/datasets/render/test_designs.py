from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from datasets.render.design_splits import HELD_OUT_DESIGNS, TRAINING_DESIGNS
from datasets.render.drawing import set_style
from datasets.render.drawing.canvas import Canvas
from datasets.render.faces.captioned_flowers import has_captions
from datasets.render.faces.dots import draw_dot
from datasets.render.faces.novelty_motifs import DOTS, MOTIFS, STICKS, draw_ground, novelty_of
from datasets.render.faces.serpents import has_serpents, thick_serpent
from datasets.render.faces.tile_design import BACK, FACE_LABELS, draw_design
from rules.tiles import ALL_TILES

_SEEDS = (0, 3, 17, 1_000_000)

draw_style = cache(set_style.draw_style)
"""Many tests look at the styles of the same sets."""


def test_face_labels_are_the_tiles() -> None:
    """The faces of a set are the 36 kinds of the rules."""
    assert set(FACE_LABELS) == {tile.code for tile in ALL_TILES}
    assert len(FACE_LABELS) == 36


@pytest.mark.parametrize("seed", _SEEDS)
def test_design_has_every_face(seed: int) -> None:
    """Every kind and the back has at least one read-only picture of the promised shape and dtype."""
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


@cache
def _novelty() -> list[int]:
    """Return the novelty sets of 400."""
    return [seed for seed in range(400) if novelty_of(draw_style(seed)) is not None]


@pytest.mark.parametrize("seeds_of", [lambda: range(12), lambda: _novelty()[:12]], ids=["any", "fashion"])
def test_faces_of_a_set_differ(seeds_of: Callable[[], Sequence[int]]) -> None:
    """No two kinds of a set look the same, except a blank Soap and a back of the body's colour."""
    for seed in seeds_of():
        faces = {k: v[0].astype(np.int16) for k, v in draw_design(seed).faces.items() if k not in {"0", BACK}}
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
    """Of 400 sets at least a fifth are engraved Chinese ones, and every tradition and index place occurs."""
    styles = [draw_style(seed) for seed in range(400)]
    origins = Counter(style.origin for style in styles)
    assert set(origins) == {"american", "chinese", "modern", "japanese"}
    assert origins["chinese"] > 80
    assert all(style.engraving > 0 for style in styles if style.origin == "chinese")
    assert {style.index for style in styles} == {"none", "left", "right", "both", "diagonal", "low"}
    assert sum(style.index == "none" for style in styles if style.origin == "chinese") > origins["chinese"] // 3


def test_classic_habits_are_common_in_american_sets() -> None:
    """Captions, serpents and large indices each mark a fifth to two fifths of the American sets, and no others."""
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


def test_half_of_the_modern_sets_follow_a_fashion() -> None:
    """Half of the modern sets have a fashion, and no others do; every stick, Dot, motif and ground occurs."""
    styles = [draw_style(seed) for seed in range(3000)]
    modern = [style for style in styles if style.origin == "modern"]
    fashions = [found for found in map(novelty_of, modern) if found is not None]
    assert 0.4 < len(fashions) / len(modern) < 0.6
    assert not any(novelty_of(style) for style in styles if style.origin != "modern")
    assert {found.stick for found in fashions} == {None, *range(len(STICKS))}
    assert {found.dot for found in fashions} == {None, *range(len(DOTS))}
    assert {found.motif for found in fashions} == {None, *range(len(MOTIFS))}
    assert {found.ground for found in fashions} == {"plain", "border", "double", "band", "corners", "confetti"}


@pytest.mark.parametrize("kind", ["border", "double", "band", "corners", "confetti"])
def test_grounds_leave_the_middle_to_the_face(kind: str) -> None:
    """A printed ground shows, and leaves the middle of the face free, except pale confetti."""
    for seed in _novelty()[:10]:
        style = draw_style(seed)
        canvas = Canvas(style.body)
        draw_ground(canvas, style, kind)
        inked = np.abs(canvas.finish().astype(int) - style.body).max(axis=2) > 20
        assert inked.any()
        assert kind == "confetti" or not inked[30:130, 30:90].any()


def test_a_face_follows_the_fashion_of_its_set() -> None:
    """The fashion stays the same in the inks and on the ground of one face, and dragons keep the set's inks."""
    for seed in _novelty():
        style = draw_style(seed)
        found = novelty_of(style)
        assert found is not None
        for label in FACE_LABELS:
            dressed = found.dressed(style, label)
            again = novelty_of(dressed)
            assert again is not None
            for habit in ("stick", "dot", "motif", "compass", "bar", "ground"):
                assert getattr(again, habit) == getattr(found, habit), (seed, label, habit)
            if label in {"R", "G"}:
                assert (dressed.red, dressed.green) == (style.red, style.green)


@pytest.mark.parametrize("number", range(2, 10))
def test_things_of_a_fashion_set_can_be_counted(number: int) -> None:
    """A face of a fashion set shows as many separate buttons as the Dot's number."""
    style = replace(next(draw_style(s) for s in _novelty() if novelty_of(draw_style(s)).dot == 2), index="none")  # type: ignore[union-attr]
    canvas = Canvas(style.body)
    draw_dot(canvas, style, number)
    inked = (np.abs(canvas.finish().astype(int) - style.body).max(axis=2) > 40).astype(np.uint8)
    whole = cv2.morphologyEx(inked, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    found, _, stats, _ = cv2.connectedComponentsWithStats(whole)
    assert sum(stats[1:found, cv2.CC_STAT_AREA] > 30) == number


def test_jokers_hardly_repeat() -> None:
    """Forty classic and modern sets hold at least forty joker pictures, all different."""
    sets = [seed for seed in range(100) if draw_style(seed).origin in {"american", "modern"}][:40]
    jokers = [face.tobytes() for seed in sets for face in draw_design(seed).faces["J"]]
    assert len(jokers) > 40
    assert len(set(jokers)) == len(jokers)


def test_a_set_is_drawn_as_far_as_it_is_looked_at() -> None:
    """A face does not depend on the faces drawn before it."""
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
