from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision import VisionError
from vision.tilesets.assignment import assign


@given(
    costs=st.tuples(st.integers(0, 5), st.integers(0, 2)).flatmap(
        lambda size: arrays(np.float64, (size[0], size[0] + size[1]), elements=st.integers(-4, 4).map(float))
    )
)
def test_no_other_assignment_is_cheaper(costs: np.ndarray) -> None:
    """Against all permutations: every row gets a column of its own, and the sum is the least there is."""
    rows, columns = costs.shape
    found = assign(costs.tolist())
    assert len(set(found)) == rows
    least = min(sum(costs[row, way[row]] for row in range(rows)) for way in permutations(range(columns), rows))
    assert costs[np.arange(rows), found].sum() == least


def test_rows_of_different_length_are_refused() -> None:
    """A table has as many columns in each row."""
    with pytest.raises(VisionError) as caught:
        assign([[1.0, 2.0], [1.0]])
    assert caught.value.code == "bad-costs"


@pytest.mark.parametrize(
    "costs",
    [np.zeros((3, 2)), np.array([[np.nan, 1.0]]), np.array([[np.inf]])],
    ids=["too-few-columns", "nan", "infinite"],
)
def test_what_cannot_be_assigned_is_refused(costs: np.ndarray) -> None:
    """More rows than columns, and costs that cannot be compared."""
    with pytest.raises(VisionError) as caught:
        assign(costs.tolist())
    assert caught.value.code == "bad-costs"
