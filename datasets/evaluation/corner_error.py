"""Measure how far the corners of a reading lie from a face's true ones."""

import math
from collections.abc import Sequence

Corner = tuple[float, float]


def worst_corner(truth: Sequence[Corner], answer: Sequence[Corner]) -> float:
    """Return the distance of the worst corner, in short sides of the true face.

    Both quads run clockwise. Orientation does not matter, so the best of the four cyclic orders counts. The short side
    is the smaller of the mean width and the mean height.
    """
    sides = [math.dist(truth[i], truth[(i + 1) % 4]) for i in range(4)]
    short = min(sides[0] + sides[2], sides[1] + sides[3]) / 2
    orders = (max(math.dist(truth[i], answer[(i + first) % 4]) for i in range(4)) for first in range(4))
    return min(orders) / max(short, 1e-6)
