"""Fit homographies and similarities that most corners agree on, and solve the equations behind them."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.geometry import Point
from vision.live.motion_fit import fit_homography, fit_similarity, moved_by, solve
from vision.requests import Homography


def row(count: int) -> list[Point]:
    """Return the corners of tiles side by side."""
    return [
        (150 + 75 * at + x, 300 + y)
        for at in range(count)
        for x, y in ((0.0, 0.0), (70.0, 0.0), (70.0, 95.0), (0.0, 95.0))
    ]


def lying(points: list[Point], matrix: Homography, liars: int, seed: int) -> list[Point]:
    """Return points moved by a homography, to half a pixel, with some outliers anywhere."""
    draw = random.Random(seed)
    wrong = set(draw.sample(range(len(points)), liars))
    found = []
    for index, point in enumerate(points):
        x, y = moved_by(matrix, point)
        spread = 120.0 if index in wrong else 0.5
        found.append((x + draw.uniform(-spread, spread), y + draw.uniform(-spread, spread)))
    return found


@settings(max_examples=40, deadline=None)
@given(
    angle=st.floats(-0.2, 0.2),
    scale=st.floats(0.9, 1.1),
    tilt=st.tuples(st.floats(-1e-4, 1e-4), st.floats(-1e-4, 1e-4)),
    liars=st.integers(0, 14),
    seed=st.integers(0, 99),
)
def test_a_homography_is_found_among_liars(
    angle: float, scale: float, tilt: tuple[float, float], liars: int, seed: int
) -> None:
    """With a quarter of the corners as outliers, the fit brings the others to within a pixel or so."""
    points = row(14)
    cosine, sine = scale * math.cos(angle), scale * math.sin(angle)
    matrix = (cosine, -sine, 40.0, sine, cosine, -25.0, *tilt, 1.0)
    found = fit_homography(points, lying(points, matrix, liars, seed), 14.0)
    assert found is not None
    assert max(math.dist(moved_by(found, point), moved_by(matrix, point)) for point in points) < 3.0


@pytest.mark.parametrize("liars", [0, 3])
def test_a_similarity_is_found_of_two_tiles(liars: int) -> None:
    """With three of eight corners as outliers, the fit finds the similarity."""
    points = row(2)
    matrix = (0.98, -0.1, 12.0, 0.1, 0.98, -7.0, 0.0, 0.0, 1.0)
    found = fit_similarity(points, lying(points, matrix, liars, 3), 14.0)
    assert found is not None
    assert max(math.dist(moved_by(found, point), moved_by(matrix, point)) for point in points) < 7.0
    assert (found[0], found[3]) == (found[4], -found[1])


def test_points_on_one_place_tell_nothing() -> None:
    """Points in one place give no motion."""
    same = [(5.0, 5.0)] * 8
    assert fit_similarity(same, same, 3.0) is None
    assert fit_homography(same, same, 3.0) is None


def test_equations() -> None:
    """Equations are solved in any order of rows; without a single solution the result is None."""
    assert solve([[0.0, 2.0, 4.0], [3.0, 0.0, 9.0]]) == pytest.approx([3.0, 2.0])
    assert solve([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]) is None
