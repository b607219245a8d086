"""What a table plays otherwise than any source: the wall's end, doubled hands, the pie, money, calls, blank tiles.

The sources name none of these, so every default is the game without them. They are the table ``[table]`` of a house's
file. `rules.settling` applies those that move points, `rules.rulings.table_cases` answers by the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from rules.errors import OutcomeError
from rules.input.strict_fields import StrictFields
from rules.settlement.outcome import Win
from rules.settlement.transfers import Transfer

LastWall = Literal["usual", "hot", "cold"]
CallUntil = Literal["source", "picks", "racks", "discards"]
LAST_WALLS: Final[tuple[LastWall, ...]] = get_args(LastWall)
CALLS_UNTIL: Final[tuple[CallUntil, ...]] = get_args(CallUntil)

MOST_TIMES: Final = 8
"""Most times that a doubled hand pays."""
MOST_PIE: Final = 100_000
"""Largest pie, in points."""
MOST_CENTS: Final = 10_000
"""Most that a point is worth, in cents."""
MOST_BLANKS: Final = 8
"""Most blank tiles in a set."""


@dataclass(frozen=True, slots=True)
class TableTerms:
    """The decisions of one table.

    A hand pays ``rolled_double`` times where East rolled a double, and ``after_wall`` times after a wall game.
    ``last_wall``: "hot", who discards the winning tile from the last wall pays for everybody; "cold", it takes a
    self-pick to win there. Nobody loses more than the ``pie`` in an evening, in points, 0 for no end. A point is worth
    ``cents``, 0 where points are no money. A discard may be called until the next player ``call_until``: "picks",
    "racks" or "discards", or as the source has it. ``pick_ahead``: players may take their next tile before their turn.
    ``blanks``: blank tiles in the set, each of which a player may exchange for a discarded tile, in the player's turn
    or at ``blanks_any_time``; ``blanks_passed``: the Charleston may pass them.
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
        """The fields of a win that change what is paid: those a table has to say."""
        asked = {
            "rolled_double": self.rolled_double != 1,
            "after_wall": self.after_wall != 1,
            "last_wall": self.last_wall != "usual",
        }
        return tuple(name for name, counts in asked.items() if counts)

    def factor(self, win: Win) -> tuple[int, str]:
        """Return how many times a hand pays, and why in words to append, blank for once."""
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
        """Return what is due after doublings and in the last wall; raise `OutcomeError` for a cold wall's discard."""
        if self.last_wall == "cold" and win.last_wall and not picked:
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
        """Return the payments as far as each payer's pie goes; ``balances`` is what each has won or lost before."""
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
    """Read the table ``[table]`` of a house's file; raise the reader's error naming the field."""

    def whole(name: str, usual: int, most: int) -> int:
        return section.whole(name, least=usual, most=most) if section.has(name) else usual

    terms = TableTerms(
        rolled_double=whole("rolled_double", 1, MOST_TIMES),
        after_wall=whole("after_wall", 1, MOST_TIMES),
        last_wall=section.choice("last_wall", LAST_WALLS) if section.has("last_wall") else "usual",
        pie=whole("pie", 0, MOST_PIE),
        cents=whole("cents", 0, MOST_CENTS),
        call_until=section.choice("call_until", CALLS_UNTIL) if section.has("call_until") else "source",
        pick_ahead=section.flag("pick_ahead", default=False),
        blanks=whole("blanks", 0, MOST_BLANKS),
        blanks_any_time=section.flag("blanks_any_time", default=False),
        blanks_passed=section.flag("blanks_passed", default=False),
    )
    section.done()
    return terms
