"""Measure how far pictures moved, and follow tiles where few or none are found."""

from dataclasses import replace
from itertools import islice

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from datasets.render.scene.video import Frame, render_film
from tests.vision.live.test_fusion import RACK, SIZE, labels_of, ran, row, seen, step, without
from vision import Observation, Photo, State
from vision.host.image_shift import shifts_between, shrunk
from vision.host.native import drive
from vision.live.fusion import Fusion
from vision.live.picture_shift import picture_shift

Pixels = npt.NDArray[np.uint8]

STEP = 72
"""Pixels between neighbouring tiles of a row."""


def table(shift: tuple[float, float] = (0, 0), blur: float = 0.0, seed: int = 0) -> Pixels:
    """Return a picture of a patterned cloth, moved by `shift` pixels."""
    coarse = np.random.default_rng(seed).integers(0, 255, (30, 70, 3), dtype=np.uint8)
    cloth = cv2.resize(coarse, (SIZE[0] + 400, SIZE[1] + 400), interpolation=cv2.INTER_CUBIC)
    matrix = np.array([[1, 0, shift[0] - 200], [0, 1, shift[1] - 200]], np.float32)
    moved = cv2.warpAffine(cloth, matrix, SIZE)
    return np.asarray(cv2.GaussianBlur(moved, (0, 0), blur) if blur else moved, np.uint8)


@pytest.fixture(scope="module")
def entering() -> list[Frame]:
    """Render some frames of a film in which a hand comes into view."""
    return list(islice(render_film(541), 30, 42))


def shift_between(before: Pixels, after: Pixels, width: float) -> tuple[float, float] | None:
    """Return the shift between two shrunk pictures."""
    return drive(picture_shift(before, after, width))


def told_rightly(one: Frame, other: Frame) -> bool:
    """Return whether the pictures give the tiles' shift to half a tile, or none."""
    found = shift_between(shrunk(one.pixels), shrunk(other.pixels), one.pixels.shape[1])
    moved = np.median((other.quads - one.quads).mean(axis=1), axis=0)
    tile = np.ptp(one.quads[:, :, 0], axis=1).mean()
    return found is None or bool(np.linalg.norm(moved - found) < 0.5 * tile)


def on_table(look: Observation, pixels: Pixels) -> Observation:
    """Return the observation with a picture of the table."""
    return replace(look, photo=Photo.of(pixels))


def sure_of(fusion: Fusion) -> list[bool]:
    """Return for each tile of the reading whether it is sure."""
    assert fusion.reading is not None
    return [tile.sure for tile in fusion.reading.tiles]


def places_of(fusion: Fusion) -> npt.NDArray[np.float64]:
    """Return the centres of the tiles of the reading."""
    assert fusion.reading is not None
    return np.asarray(np.array([tile.quad for tile in fusion.reading.tiles]).mean(axis=1), np.float64)


@pytest.mark.parametrize("shift", [(0, 0), (13, -7), (-72, 20), (140, 90)], ids=str)
@pytest.mark.parametrize("blur", [0.0, 6.0], ids=["sharp", "blurred"])
def test_a_shift_is_found_in_pixels_of_the_full_picture(shift: tuple[int, int], blur: float) -> None:
    """The shift is right to a small part of a tile, however blurred the later picture is."""
    found = shift_between(shrunk(table()), shrunk(table(shift, blur)), SIZE[0])
    assert found == pytest.approx(shift, abs=6)


def test_pictures_that_have_nothing_in_common_tell_nothing() -> None:
    """Another table, darkness, another picture shape and a picture of a few pixels give no shift."""
    here = shrunk(table())
    dark = np.zeros_like(here)
    assert shift_between(here, shrunk(table(seed=1)), SIZE[0]) is None
    assert shift_between(here, dark, SIZE[0]) is None
    assert shift_between(dark, dark, SIZE[0]) is None
    assert shift_between(here, np.ascontiguousarray(here.T), SIZE[0]) is None
    assert shift_between(here[:4], here[:4], SIZE[0]) is None


@pytest.mark.system
@pytest.mark.parametrize("apart", [1, 2, 3])
def test_a_hand_that_enters_is_not_the_table(entering: list[Frame], apart: int) -> None:
    """A hand that comes into view gives no false shift, though whole pictures in this film suggest up to two tiles."""
    for one, other in zip(entering, entering[apart:], strict=False):
        assert told_rightly(one, other)


@pytest.mark.system
@pytest.mark.xfail(reason="six parts of nine agree on a step of one tile", strict=True)
def test_a_blurred_picture_does_not_make_the_table_jump() -> None:
    """A later picture, shaken along the rack by more than a tile, gives no shift by one tile."""
    one, *_, other = islice(render_film(515), 31, 35)
    assert told_rightly(one, other)


def test_like_tiles_that_move_by_one_place_stay_themselves() -> None:
    """The picture's shift gives the row's motion, though one end is not found and like tiles would fit without it."""
    like = ["2C"] * 9
    still = [on_table(seen(row(like)), table())] * 3
    moved = without(seen(row(like, (150 + STEP, 250))), {8})
    start, after = ran([*still, on_table(moved, table((STEP, 0)))])[-2:]
    assert after.names == start.names
    assert places_of(after) - places_of(start) == pytest.approx(np.tile([STEP, 0], (9, 1)), abs=8)


def test_tiles_that_a_look_misses_move_with_the_picture() -> None:
    """In a blurred picture without detections, moved by a tile, each tile moves along and stays sure."""
    start = ran([on_table(seen(row(RACK)), table())] * 15)[-1]
    blurred = on_table(without(seen(row(RACK)), set(range(14))), table((STEP, 10), 8.0))
    after = step(start, blurred, start.time + 0.1)
    assert labels_of(after) == RACK
    assert places_of(after) - places_of(start) == pytest.approx(np.tile([STEP, 10], (14, 1)), abs=8)
    assert all(sure_of(after))
    assert after.state is State.STEADY


def test_tiles_whose_place_is_not_known_are_not_sure() -> None:
    """Without detections and without a shift no tile is sure, until a later frame finds the tiles again."""
    good = on_table(seen(row(RACK)), table())
    start = ran([good] * 15)[-1]
    nothing = on_table(without(good, set(range(14))), np.full((SIZE[1], SIZE[0], 3), 9, np.uint8))
    lost = step(start, nothing, start.time + 0.1)
    assert not any(sure_of(lost))
    assert lost.state is State.MOVED
    again = step(lost, on_table(seen(row(RACK, (150 + STEP, 250))), table((STEP, 0))), lost.time + 0.1)
    assert again.names == start.names
    assert all(sure_of(again))
    assert again.state is State.STEADY


def test_every_part_is_compared_as_it_is() -> None:
    """The shifts of the parts equal those of each part compared alone."""
    # This size needs no padding in the transform.
    noise = np.random.default_rng(160).integers(0, 256, (126, 166), np.uint8)
    before, after = (noise[y : y + 120, x : x + 160] for y, x in ((3, 4), (0, 0)))
    found = shifts_between(before, after)
    parts = [np.s_[top : top + 60, left : left + 80] for top in (0, 30, 60) for left in (0, 40, 80)]
    alone = [shifts_between(before[part], after[part])[0] for part in parts]
    assert np.allclose(found[1:], alone, atol=1e-6)
    assert np.allclose(found[0][:2], (4, 3), atol=0.1)
