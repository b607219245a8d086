"""Corner errors, calculated by hand."""

import pytest

from datasets.evaluation.scoring import worst_corner

FACE = [(10.0, 10.0), (50.0, 10.0), (50.0, 70.0), (10.0, 70.0)]


@pytest.mark.parametrize(
    ("answer", "off"),
    [
        pytest.param(FACE, 0.0, id="in-place"),
        pytest.param([*FACE[2:], *FACE[:2]], 0.0, id="read-on-its-head"),
        pytest.param([(x + 3, y + 4) for x, y in FACE], 0.125, id="moved-by-an-eighth"),
        pytest.param([*FACE[:3], (10.0, 90.0)], 0.5, id="one-corner-half-a-width-low"),
    ],
)
def test_the_worst_corner_counts_in_short_sides(answer: list[tuple[float, float]], off: float) -> None:
    """Errors of a face 40 wide and 60 high are shares of 40, whichever end is up."""
    assert worst_corner(FACE, answer) == pytest.approx(off)


def test_a_face_without_area_is_no_division_by_nothing() -> None:
    """A label without area gives a number, not a division by zero."""
    assert worst_corner([(5.0, 5.0)] * 4, [(5.0, 6.0)] * 4) > 1
