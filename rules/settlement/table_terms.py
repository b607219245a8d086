"""A table's own terms, beyond every source: the wall's end, doubled hands, the pie, money, calls, blank tiles.

The sources name none of these, so every default is the game without them. A house rule set gives them in its table
``[table]``. `rules.settling` applies the terms that move points, `rules.rulings.table_cases` answers by the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from rules.errors import OutcomeError
from rules.input.strict_fields import StrictFields, read_table
from rules.settlement.outcome import Win
from rules.settlement.transfers import Transfer

LastWall = Literal["usual", "hot", "cold"]
CallUntil = Literal["source", "picks", "racks", "discards"]

MOST_TIMES: Final = 8
"""Largest factor of a doubled hand."""
MOST_PIE: Final = 100_000
"""Largest pie, in points."""
MOST_CENTS: Final = 10_000
"""Highest worth of a point, in cents."""
MOST_BLANKS: Final = 8
"""Most blank tiles in a set."""


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The decisions of one table.

    A hand pays ``rolled_double`` times where East rolled a double, and ``after_wall`` times after a wall game.
    ``last_wall``: "hot", the discarder of the winning tile in the last wall pays for everybody; "cold", only a
    self-pick wins there. Nobody loses more than the ``pie`` in an evening, in points, 0 for no limit. A point is worth
    ``cents``, 0 where points are no money. Players may call a discard until the next player ``call_until``: "picks",
    "racks" or "discards", or "source" for the source's rule. ``pick_ahead``: players may take their next tile before
    their turn. ``blanks``: blank tiles in the set; a player may exchange each of them for a discarded tile, in the
    player's turn or, with ``blanks_any_time``, at any time; ``blanks_passed``: the Charleston may pass them.
    """

    rolled_double: int = 1
    after_wall: int = 1
    last_wall: LastWall = "usual"
    pie: int = 0
    cents: int = 0
    call_until: CallUntil = "source"
    pick_ahead: bool = False
    blanks: int = 0
    blanks_any_time: bool = False
    blanks_passed: bool = False

    @property
    def asks(self) -> tuple[str, ...]:
        """Names of the fields of a win that change the payment under these terms."""
        asked = {
            "rolled_double": self.rolled_double != 1,
            "after_wall": self.after_wall != 1,
            "last_wall": self.last_wall != "usual",
        }
        return tuple(name for name, counts in asked.items() if counts)

    def factor(self, win: Win) -> tuple[int, str]:
        """Return the factor of a win, and the reason in words to append, blank for a factor of 1."""
        factor, why = 1, ""
        for name, times, reason in (
            ("rolled_double", self.rolled_double, "as East rolled a double"),
            ("after_wall", self.after_wall, "after a wall game"),
        ):
            if getattr(win, name) and times != 1:
                factor *= times
                why += f", x {times} {reason}"
        return factor, why

    def dues(self, dues: tuple[Transfer, ...], win: Win, *, picked: bool) -> tuple[Transfer, ...]:
        """Apply doublings and the last wall to ``dues``; raise `OutcomeError` for a discard in a cold wall."""
        # Nobody calls a discard of a cold wall, so no joker redeemed after the call wins there either.
        if self.last_wall == "cold" and win.last_wall and win.won_by == "discard":
            message = "the wall is cold: in the last wall only a self-picked tile wins"
            raise OutcomeError("contradiction", message, "outcome.won_by")
        factor, why = self.factor(win)
        if factor != 1:
            dues = tuple(replace(due, points=due.points * factor, why=due.why + why) for due in dues)
        if self.last_wall == "hot" and win.last_wall and not picked and win.discarder is not None:
            dues = tuple(self._hot(due, win.discarder) for due in dues)
        return dues

    @staticmethod
    def _hot(due: Transfer, discarder: str) -> Transfer:
        if due.payer == discarder:
            return due
        return replace(due, payer=discarder, why=f"{due.why}; in the hot wall {discarder} pays for {due.payer}")

    def within_pie(self, transfers: tuple[Transfer, ...], balances: Mapping[str, int]) -> tuple[Transfer, ...]:
        """Cut the payments at each payer's pie; ``balances`` are earlier gains and losses, in points."""
        if not self.pie:
            return transfers
        left: dict[str, int] = {}
        found = []
        for one in transfers:
            rest = left.setdefault(one.payer, max(0, self.pie + balances.get(one.payer, 0)))
            paid = min(rest, one.points)
            left[one.payer] = rest - paid
            if paid:
                why = one.why if paid == one.points else f"{one.why}; {paid} is all that is left of the pie"
                found.append(replace(one, points=paid, why=why))
        return tuple(found)

    def money(self, points: int) -> str | None:
        """Return points in dollars and cents, as "$1.25"; None where points are no money."""
        if not self.cents:
            return None
        dollars, cents = divmod(abs(points) * self.cents, 100)
        return f"{'-' if points < 0 else ''}${dollars}.{cents:02}"


def load_table_terms(section: StrictFields) -> TableTerms:
    """Read the table ``[table]`` of a house rule set; raise the reader's error naming the field."""
    times = 1, MOST_TIMES
    return read_table(
        TableTerms,
        section,
        rolled_double=times,
        after_wall=times,
        pie=(0, MOST_PIE),
        cents=(0, MOST_CENTS),
        blanks=(0, MOST_BLANKS),
    )
