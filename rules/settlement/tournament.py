"""A tournament's score: the winner gains points, the discarder loses some, and nobody pays anybody.

No shipped source has one; a house rule set gives the figures in its table ``[tournament]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import OutcomeError
from rules.input.strict_fields import StrictFields, read_table
from rules.settlement.outcome import Win

MOST: Final = 1_000
"""Most points of one figure, and most minutes of a round."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The figures of a tournament, in points.

    The winner gains the hand's value, ``self_pick`` more for a picked tile and ``jokerless`` more for a hand without
    jokers outside the singles-and-pairs section. The discarder of the winning tile loses ``discarder``, a player with a
    dead hand loses ``dead``. After a wall game each player gains ``wall``. A round lasts ``minutes``; with ``finish``
    the players finish the hand that they are playing when time is up.
    """

    self_pick: int = 10
    jokerless: int = 20
    wall: int = 10
    discarder: int = 10
    dead: int = 0
    minutes: int = 55
    finish: bool = False

    def bonus(self, *, jokerless: bool, singles_and_pairs: bool) -> int:
        """Return the points that a hand without jokers scores beside its value, 0 where it earns none."""
        return self.jokerless if jokerless and not singles_and_pairs else 0

    def sheet(self, win: Win, players: Sequence[str], *, picked: bool) -> dict[str, int]:
        """Return each player's gain or loss from a win; raise `OutcomeError` for a win without a value."""
        if win.value is None:
            raise OutcomeError("missing-field", "is missing: give the value printed on the card", "outcome.value")
        sheet = dict.fromkeys(players, 0)
        for player in win.dead:
            sheet[player] -= self.dead
        if not picked and win.discarder is not None:
            sheet[win.discarder] -= self.discarder
        bonus = self.bonus(jokerless=win.jokerless, singles_and_pairs=win.singles_and_pairs)
        sheet[win.winner] += win.value + bonus + (self.self_pick if picked else 0)
        return sheet


def load_tournament(section: StrictFields) -> Tournament | None:
    """Read the table ``[tournament]``, None where it is off; raise the reader's error naming the field."""
    on = section.flag("on")
    figures = dict.fromkeys(("self_pick", "jokerless", "wall", "discarder", "dead"), (0, MOST))
    found = read_table(Tournament, section, **figures, minutes=(1, MOST))
    return found if on else None
