"""Move corners to the face, from the classifier's frame of its crop."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.classification.corner_refinement import FARTHEST, corners_off, refined_corners
from vision.classification.homography import square_to_quad
from vision.geometry import as_quads
from vision.requests import FACE_MARGIN

SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
QUAD = np.array([[[100, 50], [160, 60], [155, 140], [95, 128]]], np.float32)


def refined(quads: np.ndarray, frames: np.ndarray) -> np.ndarray:
    """Return the quads (N, 4, 2) refined by frames (N, 8)."""
    moved = [refined_corners(quad, frame) for quad, frame in zip(as_quads(quads), frames.tolist(), strict=True)]
    return np.array(moved, np.float32).reshape(-1, 4, 2)


def _answer(cut: np.ndarray, true: np.ndarray) -> np.ndarray:
    """Return the frame (1, 8) of a perfect classifier for a face at `true` that was cut by `cut`."""
    back = np.linalg.inv(np.reshape(square_to_quad(as_quads(cut)[0], FACE_MARGIN), (1, 3, 3)))
    points = np.concatenate([true, np.ones((1, 4, 1))], axis=2) @ back.transpose(0, 2, 1)
    return np.asarray(points[..., :2] / points[..., 2:] - SQUARE, np.float32).reshape(1, 8)


@given(st.lists(st.floats(-9, 9), min_size=8, max_size=8))
def test_a_perfect_answer_puts_every_corner_in_its_place(moves: list[float]) -> None:
    """A perfect frame gives the corners of the face, however the quad was off, perspective included."""
    cut = QUAD + np.array(moves, np.float32).reshape(1, 4, 2)
    assert refined(cut, _answer(cut, QUAD)) == pytest.approx(QUAD, abs=0.05)


def test_a_frame_of_zeros_moves_nothing() -> None:
    """A frame of zeros leaves the corners in place."""
    assert refined(QUAD, np.zeros((1, 8), np.float32)) == pytest.approx(QUAD, abs=1e-3)
    assert corners_off([0.0] * 8) == 0.0


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param([1, 1, -1, 1, -1, -1, 1, -1], id="turned-inside-out"),
        pytest.param([0.5, 0.5, -0.5, 0.5, -0.5, -0.5, 0.5, -0.5], id="nothing-left"),
        pytest.param([-9, -9, 9, -9, 9, 9, -9, 9], id="three-times-as-large"),
        pytest.param([0, 0, -1.2, 0.8, 0, 0, 0, 0], id="dented"),
    ],
)
def test_an_answer_without_sense_moves_nothing(frame: list[float]) -> None:
    """A frame that folds, vanishes or covers its neighbours is ignored: the detector's corners stay."""
    assert (refined(QUAD, np.array([frame], np.float32)) == QUAD).all()


def test_corners_go_no_farther_than_the_next_tile() -> None:
    """However far the frame points, a corner moves only a limited share of a tile."""
    flat = np.array([[[0, 0], [50, 0], [50, 70], [0, 70]]], np.float32)
    far = refined(flat, np.tile(np.array([3, 0], np.float32), 4)[None])
    assert far == pytest.approx(flat + np.array([50 * FARTHEST, 0]), abs=1e-3)


def test_no_number_is_no_answer() -> None:
    """Corners stay finite for any output of the network."""
    frame = np.array([[np.nan, 0, 0, np.inf, 0, 0, 0, 0]], np.float32)
    assert np.isfinite(refined(QUAD, frame)).all()


def test_how_far_a_face_is_astray_is_its_worst_corner() -> None:
    """The error of a quad is its worst corner: three tenths across and four down is half a tile."""
    assert corners_off([0, 0, 0.3, 0.4, 0, 0, 0.1, 0]) == pytest.approx(0.5)
