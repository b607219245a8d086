"""Find rows and reading order from corners alone."""

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.toys import face, turned
from vision import VisionError
from vision.geometry import as_quads
from vision.layout.rows import RowLayout, arrange_rows

Floats = npt.NDArray[np.float32]


def arrange(quads: Floats) -> RowLayout:
    """Return the rows of an array of quads (N, 4, 2)."""
    return arrange_rows(as_quads(quads))


def grid(counts: list[int], *, height: float = 100.0, gap: float = 1.05, lead: float = 1.15) -> Floats:
    """Return upright tiles in rows of these lengths, in reading order; `gap` and `lead` in widths and heights."""
    quads = [
        face((200 + column * 0.72 * height * gap, 200 + row * height * lead), height)
        for row, count in enumerate(counts)
        for column in range(count)
    ]
    return np.array(quads, np.float32)


def expected(counts: list[int]) -> tuple[tuple[int, ...], ...]:
    """Return the rows of `grid`."""
    ends = np.cumsum([0, *counts])
    return tuple(tuple(range(int(start), int(end))) for start, end in pairwise(ends))


def seen_from(quads: Floats, tilt_x: float, tilt_y: float) -> Floats:
    """Return the quads in perspective, smaller to the right or down."""
    middle = quads.mean(axis=(0, 1))
    span = np.ptp(quads.reshape(-1, 2), axis=0).max()
    moved = (quads - middle) / span
    depth = 1 + tilt_x * moved[..., :1] + tilt_y * moved[..., 1:]
    return np.asarray(moved / depth * span + middle, np.float32)


def shuffled(quads: Floats, seed: int) -> tuple[Floats, npt.NDArray[np.intp]]:
    """Return the quads in another order, and the old place of each."""
    order = np.random.default_rng(seed).permutation(len(quads))
    return quads[order], order


def rows_of(quads: Floats, seed: int) -> tuple[tuple[int, ...], ...]:
    """Return the rows of `arrange`, in the numbering before shuffling."""
    mixed, order = shuffled(quads, seed)
    return tuple(tuple(int(order[index]) for index in row) for row in arrange(mixed).rows)


@settings(max_examples=150, deadline=None)
@given(
    counts=st.lists(st.integers(2, 14), min_size=1, max_size=4),
    tilt=st.floats(-44, 44),
    lean=st.tuples(st.floats(-0.35, 0.35), st.floats(-0.35, 0.35)),
    wobble=st.floats(0, 4),
    seed=st.integers(0, 999),
)
def test_rows_of_a_tilted_rack_in_perspective(
    counts: list[int], tilt: float, lean: tuple[float, float], wobble: float, seed: int
) -> None:
    """Rows and their order come out at any tilt up to 45 degrees, in perspective and with a little disorder."""
    laid = turned(seen_from(grid(counts), *lean), tilt)
    laid = laid + np.random.default_rng(seed).normal(0, wobble, (len(laid), 1, 2)).astype(np.float32)
    assert rows_of(laid, seed) == expected(counts)


@settings(max_examples=60, deadline=None)
@given(counts=st.lists(st.integers(3, 14), min_size=1, max_size=3), turn=st.floats(-40, 40), seed=st.integers(0, 99))
def test_photo_on_its_head_reads_as_the_faces_do(counts: list[int], turn: float, seed: int) -> None:
    """A photo taken upside down reads left to right as the faces stand; its rows count from the picture's top."""
    upside_down = turned(grid(counts), 180 + turn)
    assert rows_of(upside_down, seed) == tuple(reversed(expected(counts)))
    assert not arrange(upside_down).faces_down


@pytest.mark.parametrize("degrees", [75, 90, 105, -75, -90, -105])
def test_photo_on_its_side_reads_as_the_faces_do(degrees: float) -> None:
    """A photo taken sideways has no rows from the top, so they count as the faces stand."""
    laid = turned(grid([13, 14]), degrees)
    assert rows_of(laid, 1) == expected([13, 14])
    assert arrange(laid).faces_down


@settings(max_examples=60, deadline=None)
@given(flips=st.lists(st.booleans(), min_size=14, max_size=14), tilt=st.floats(-30, 30), seed=st.integers(0, 99))
def test_faces_on_their_heads_do_not_turn_the_rack(flips: list[bool], tilt: float, seed: int) -> None:
    """With up to ten of fourteen faces the other way up the rack still reads from the picture's left."""
    laid = turned(grid([14]), tilt)
    for index in np.flatnonzero(flips)[:10]:
        laid[index] = np.roll(laid[index], 2, axis=0)
    assert rows_of(laid, seed) == expected([14])


@settings(max_examples=60, deadline=None)
@given(sideways=st.sets(st.integers(0, 13), max_size=5), tilt=st.floats(-30, 30))
def test_faces_on_their_sides_stay_in_their_row(sideways: set[int], tilt: float) -> None:
    """A few faces turned by a quarter, or taken for that, change neither row nor order."""
    laid = turned(grid([14]), tilt)
    for index in sideways:
        laid[index] = np.roll(laid[index], 1, axis=0)
    assert rows_of(laid, 3) == expected([14])


@pytest.mark.parametrize("hole", [1.0, 3.0, 8.0])
@pytest.mark.parametrize("tilt", [-30, 0, 20])
def test_a_gap_does_not_end_a_row(hole: float, tilt: float) -> None:
    """Groups several tile widths apart still stand in one row."""
    quads = grid([10, 13])
    quads[4:10] += np.array([hole * 72, 0], np.float32)
    assert rows_of(turned(quads, tilt), 0) == expected([10, 13])


def test_exposures_close_to_the_rack_are_a_row_of_their_own() -> None:
    """Exposures right behind the rack, seen at a slant, form a row of their own."""
    assert rows_of(grid([7, 7], lead=0.8), 0) == expected([7, 7])


@settings(max_examples=100, deadline=None)
@given(
    places=st.lists(st.tuples(st.floats(0, 900), st.floats(0, 900), st.floats(0, 359)), min_size=0, max_size=40),
)
def test_a_pile_has_every_tile_once(places: list[tuple[float, float, float]]) -> None:
    """Each tile of a random pile comes out exactly once."""
    quads = np.array([face((x, y), 90, angle) for x, y, angle in places], np.float32).reshape(-1, 4, 2)
    layout = arrange(quads)
    assert sorted(index for row in layout.rows for index in row) == list(range(len(places)))
    assert np.hypot(*layout.direction) == pytest.approx(1)


def test_no_tiles_have_no_rows() -> None:
    """No tiles give an empty layout."""
    assert arrange(np.zeros((0, 4, 2), np.float32)).rows == ()


def test_layout_checks_itself() -> None:
    """A layout that loses or repeats a tile is refused."""
    for rows in (((0, 0),), ((1,),), ((0,), ())):
        with pytest.raises(VisionError):
            RowLayout(rows, (1.0, 0.0), faces_down=True)
