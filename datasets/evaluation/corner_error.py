"""Measure how far the corners of a reading lie from a face's true ones."""

import math
from collections.abc import Sequence

Corner = tuple[float, float]


def worst_corner(truth: Sequence[Corner], answer: Sequence[Corner]) -> float:
    """Return the distance of the worst corner, in short sides of the true face.

    Both run clockwise. Which end of a face is up does not matter here, so the best of the four orders counts. The short
    side is the shorter of the mean width and the mean height.
    """
    sides = [math.dist(truth[i], truth[(i + 1) % 4]) for i in range(4)]
    short = min(sides[0] + sides[2], sides[1] + sides[3]) / 2
    orders = (max(math.dist(truth[i], answer[(i + first) % 4]) for i in range(4)) for first in range(4))
    return min(orders) / max(short, 1e-6)
