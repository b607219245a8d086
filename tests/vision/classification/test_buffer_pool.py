"""Reused memory: no call sees what an earlier call left in it."""

from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.host.buffer_pool import LARGEST, SETS, BufferPool, _spare, buffers
from vision.host.face_crops import cutter, rectify

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


def scene(seed: int, size: tuple[int, int]) -> tuple[Pixels, Floats]:
    """Return a noise picture (height, width) with soft edges, and quads of many sizes, some beyond its edge."""
    rng = np.random.default_rng(seed)
    pixels = cv2.blur(rng.integers(0, 256, (*size, 3), np.uint8), (5, 5))
    middles = rng.uniform(0, [size[1], size[0]], (9, 1, 2))
    sides = np.exp(rng.uniform(np.log(12), np.log(400), (9, 1, 1)))
    square = np.array([[-0.4, -0.5], [0.4, -0.5], [0.4, 0.5], [-0.4, 0.5]])
    return np.asarray(pixels, np.uint8), np.asarray(middles + square * sides, np.float32)


SIZES = ((300, 400), (768, 1024), (90, 1200), (1500, 1600), (40, 60))


@pytest.fixture
def fresh() -> list[Pixels]:
    """Cut each scene's crops in fresh memory."""
    cut = []
    for seed, size in enumerate(SIZES):
        _spare.clear()
        cut.append(rectify(*scene(seed, size)))
    return cut


def test_crops_are_the_same_whatever_was_cut_before(fresh: list[Pixels]) -> None:
    """Large and small pictures in turns, forwards and back, leave no pixel in each other's crops."""
    order = [*range(len(SIZES)), *reversed(range(len(SIZES)))]
    for seed in order:
        for held in _spare:
            for array in held._held.values():
                array[:] = 255
        assert (rectify(*scene(seed, SIZES[seed])) == fresh[seed]).all()


def test_crops_are_the_callers_own(fresh: list[Pixels]) -> None:
    """Crops stay unchanged while others are cut."""
    kept = [rectify(*scene(seed, size)) for seed, size in enumerate(SIZES)]
    for before, now in zip(fresh, kept, strict=True):
        assert (before == now).all()


def test_calls_at_once_have_memory_of_their_own(fresh: list[Pixels]) -> None:
    """Eight threads cut different pictures at once without mixing them, and the kept memory is bounded."""

    def cut(number: int) -> bool:
        seed = number % len(SIZES)
        return bool((rectify(*scene(seed, SIZES[seed])) == fresh[seed]).all())

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(cut, range(60)))
    assert len(_spare) <= SETS


def test_a_set_is_given_back_whatever_happens() -> None:
    """An error in the block returns the memory, and the next call gets the same array again."""

    def failing() -> None:
        with buffers() as memory:
            taken.append(memory.take("part", (10, 10)))
            raise ZeroDivisionError

    taken: list[Pixels] = []
    _spare.clear()
    with pytest.raises(ZeroDivisionError):
        failing()
    (first,) = taken
    with buffers() as memory:
        assert np.shares_memory(memory.take("part", (5, 5)), first)
        with buffers() as other:
            assert not np.shares_memory(other.take("part", (5, 5)), first)


def test_what_is_large_is_not_kept() -> None:
    """An array of unusual size gets its own memory; each name has separate memory."""
    memory = BufferPool()
    large = (LARGEST // 4 + 1, 4)
    assert memory.take("part", large).shape == large
    assert not np.shares_memory(memory.take("part", large), memory.take("part", large))
    one, two = memory.take("part", (64, 64, 4)), memory.take("samples", (64, 64, 4))
    assert not np.shares_memory(one, two)
    assert np.shares_memory(memory.take("part", (64, 64, 4)), one)
    assert memory.take("part", (65, 64, 4)).shape == (65, 64, 4)


@pytest.mark.parametrize("seed", range(8))
def test_one_picture_cut_several_times(seed: int) -> None:
    """A picture's small, large and very large faces, cut a few at a time, come out as if each cut were the first."""
    rng = np.random.default_rng(seed)
    pixels, quads = scene(seed, (900, 1100))
    middles = quads.mean(axis=1, keepdims=True)
    quads = np.concatenate([quads, middles + (quads - middles) * 3]).astype(np.float32)
    with cutter(pixels) as picture:
        for _ in range(12):
            some = quads[rng.permutation(len(quads))[: int(rng.integers(1, 5))]]
            assert (picture.cut(some) == rectify(pixels, some)).all()
        assert picture.cut(quads[:0]).shape == (0, 160, 128, 3)
