"""Points as chips.

Source: Let's Play Mah Jongg (National Mah Jongg League, 1976): Use of chips, p. 4; the manual of a set (Step II, Chips)
gives each player the same thousand.
"""

from __future__ import annotations

from typing import Final

START: Final = {200: 4, 25: 6, 5: 10}
"""What each player starts with: chips of each value."""

START_POINTS: Final = sum(value * number for value, number in START.items())
"""1,000 points."""

VALUES: Final = tuple(START)
"""The values of chips, largest first."""


def in_chips(points: int) -> dict[int, int]:
    """The fewest chips worth ``points``, zero or more: value to number, and under 1 the points that no chip is worth.

    Each value divides the one before it, so taking the largest first is never beaten.
    """
    if points < 0:
        raise ValueError(f"chips are worth zero or more, not {points}")
    found = {}
    for value in (*VALUES, 1):
        found[value], points = divmod(points, value)
    return found
