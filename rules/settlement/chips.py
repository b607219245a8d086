"""Points as chips.

Source: Let's Play Mah Jongg (National Mah Jongg League, 1976), Use of chips, p. 4; the manual of a set (Step II, Chips)
gives each player the same thousand.
"""

from __future__ import annotations

from typing import Final

from rules.errors import OutcomeError
from rules.input.declared_types import checked
from rules.input.strict_fields import describe

START: Final = {200: 4, 25: 6, 5: 10}
"""Number of chips by value that each player starts with, the largest value first."""

START_POINTS: Final = sum(value * number for value, number in START.items())
"""Points that each player starts with."""


@checked(OutcomeError)
def in_chips(points: int) -> dict[int, int]:
    """Return the fewest chips worth ``points``, as value to number; key 1 holds the points too few for a chip.

    Each value divides the one before it, so taking the largest first gives the fewest. Raises
    `OutcomeError` (``out-of-range``) below zero.
    """
    if points < 0:
        raise OutcomeError("out-of-range", f"chips are worth zero or more, not {describe(points)}", "points")
    found = {}
    for value in (*START, 1):
        found[value], points = divmod(points, value)
    return found
