"""What an error costs: a multiple of a hand's value, of the limit, or plain points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.input.strict_fields import StrictFields

Unit = Literal["points", "value", "limit", "half_limit"]

UNITS: tuple[Unit, ...] = ("points", "value", "limit", "half_limit")


@dataclass(frozen=True, slots=True)
class Penalty:
    """``times`` the ``unit``; for the unit "points" that is the amount itself."""

    unit: Unit
    times: int

    def amount(self, *, value: int | None = None, limit: int | None = None) -> int:
        """The points to pay; needs ``value`` or ``limit`` where the unit says so. Half a limit is rounded up."""
        match self.unit:
            case "points":
                return self.times
            case "value":
                assert value is not None
                return self.times * value
            case "limit":
                assert limit is not None
                return self.times * limit
            case "half_limit":
                assert limit is not None
                return self.times * -(-limit // 2)

    def describe(self) -> str:
        """The penalty in words."""
        what = {"points": "points", "value": "x the value", "limit": "x the limit", "half_limit": "x half the limit"}
        return f"{self.times} {what[self.unit]}"


def load_penalties(fields: StrictFields) -> dict[str, Penalty]:
    """Read the table ``penalties``: a name each, with exactly one of points, value, limit and half_limit."""
    found = {}
    for name in fields.table:
        entry = fields.child(name)
        units = [unit for unit in UNITS if entry.has(unit)]
        if len(units) != 1:
            fields.fail(name, f"give exactly one of {', '.join(UNITS)}", "wrong-penalty")
        found[name] = Penalty(units[0], entry.whole(units[0], least=1))
        entry.done()
    return found
