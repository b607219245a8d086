"""The penalty for an error: a multiple of a hand's value or of the limit, or plain points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from rules.input.strict_fields import StrictFields

Unit = Literal["points", "value", "limit", "half_limit"]

UNITS: Final[dict[Unit, str]] = {
    "points": "points",
    "value": "x the value",
    "limit": "x the limit",
    "half_limit": "x half the limit",
}
"""The units in words."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """``times`` the ``unit``; for the unit "points", ``times`` is the amount itself."""

    unit: Unit
    times: int


def load_penalties(fields: StrictFields) -> dict[str, Penalty]:
    """Read the table ``penalties``: each name has exactly one of points, value, limit and half_limit."""
    found = {}
    for name in fields.table:
        entry = fields.child(name)
        units = [unit for unit in UNITS if entry.has(unit)]
        if len(units) != 1:
            fields.fail(name, f"give exactly one of {', '.join(UNITS)}", "wrong-penalty")
        found[name] = Penalty(units[0], entry.whole(units[0], least=1))
        entry.done()
    return found
