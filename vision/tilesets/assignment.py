"""The cheapest way to give every row a column of its own."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.errors import VisionError


def assign(costs: npt.NDArray[np.float64]) -> npt.NDArray[np.intp]:
    """The column of each row so that no column is given twice and the sum of the costs is least.

    Shortest augmenting paths with potentials (R. Jonker and A. Volgenant, Computing 38, 1987), one row after the other:
    a few milliseconds for the faces of a set.

    Args:
        costs: (N, M) finite, N <= M.

    Raises:
        VisionError: `bad-costs` for another shape or a value that is not finite.
    """
    if costs.ndim != 2 or costs.shape[0] > costs.shape[1] or not np.isfinite(costs).all():
        raise VisionError("bad-costs", f"need finite costs (N, M) with N <= M, got {costs.shape}", "costs")
    rows, columns = costs.shape
    # Row of each column, with one column beside the table where each search begins.
    row_of = np.full(columns + 1, -1, np.intp)
    row_price, column_price = np.zeros(rows), np.zeros(columns + 1)
    for row in range(rows):
        row_of[columns], here = row, columns
        least = np.full(columns, np.inf)
        before = np.full(columns, columns, np.intp)
        done = np.zeros(columns + 1, bool)
        while row_of[here] >= 0:
            done[here] = True
            reduced = costs[row_of[here]] - row_price[row_of[here]] - column_price[:columns]
            better = ~done[:columns] & (reduced < least)
            least[better], before[better] = reduced[better], here
            after = int(np.argmin(np.where(done[:columns], np.inf, least)))
            step = least[after]
            row_price[row_of[done]] += step
            column_price[done] -= step
            least[~done[:columns]] -= step
            here = after
        while here != columns:
            row_of[here] = row_of[before[here]]
            here = int(before[here])
        row_of[columns] = -1
    found = np.empty(rows, np.intp)
    for column in range(columns):
        if row_of[column] >= 0:
            found[row_of[column]] = column
    return found
