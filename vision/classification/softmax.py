"""Turn logits into calibrated probabilities, rounded to single precision to match float32 arithmetic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import add

from vision.geometry import single


def softmax(logits: Sequence[float], temperature: float = 1.0) -> tuple[float, ...]:
    """Return the probabilities, 1 in sum, of logits divided by a temperature."""
    (divisor,) = single((temperature,))
    cooled = single([value / divisor for value in logits])
    most = max(cooled)
    raised = single(list(map(math.exp, single([value - most for value in cooled]))))
    total = _sum(raised)
    return tuple(single([value / total for value in raised]))


def _sum(values: list[float]) -> float:
    """Add numbers up in single precision, in eight lanes; then add the lanes' sums pair by pair."""
    whole = len(values) // 8 * 8
    lanes = values[:8]
    if whole:
        for start in range(8, whole, 8):
            lanes = single(map(add, lanes, values[start : start + 8]))
        while len(lanes) > 1:
            lanes = single(map(add, lanes[::2], lanes[1::2]))
        total = lanes[0]
    else:
        total = 0.0
    for value in values[whole:]:
        (total,) = single((total + value,))
    return total
