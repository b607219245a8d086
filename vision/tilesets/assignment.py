"""The cheapest way to give every row a column of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.errors import VisionError


def assign(costs: Sequence[Sequence[float]]) -> list[int]:
    """Return the column of each row so that no column is given twice and the sum of the costs is least.

    Shortest augmenting paths with potentials (R. Jonker and A. Volgenant, Computing 38, 1987), one row after the other.

    Args:
        costs: N rows of M finite numbers, N <= M.

    Raises:
        VisionError: `bad-costs` for another shape or a value that is not finite.
    """
    columns = len(costs[0]) if costs else 0
    if len(costs) > columns or any(len(row) != columns or not math.isfinite(sum(row)) for row in costs):
        raise VisionError("bad-costs", f"need {len(costs)} rows of as many finite costs or more", "costs")
    # Row of each column, with one column beside the table where each search begins.
    row_of = [-1] * (columns + 1)
    row_price, column_price = [0.0] * len(costs), [0.0] * (columns + 1)
    for row in range(len(costs)):
        row_of[columns], here = row, columns
        least, before = [math.inf] * columns, [columns] * columns
        done: list[int] = []
        waiting = list(range(columns))
        while row_of[here] >= 0:
            done.append(here)
            cost, price = costs[row_of[here]], row_price[row_of[here]]
            step, after = math.inf, -1
            for column in waiting:
                reduced = cost[column] - price - column_price[column]
                if reduced < least[column]:
                    least[column], before[column] = reduced, here
                if least[column] < step:
                    step, after = least[column], column
            for column in done:
                row_price[row_of[column]] += step
                column_price[column] -= step
            waiting.remove(after)
            for column in waiting:
                least[column] -= step
            here = after
        while here != columns:
            row_of[here] = row_of[before[here]]
            here = before[here]
        row_of[columns] = -1
    found = [0] * len(costs)
    for column in range(columns):
        if row_of[column] >= 0:
            found[row_of[column]] = column
    return found
