"""A tournament's score: the winner gains points, the discarder loses some, and nobody pays anybody.

No source that ships has one: a house's file says the figures in its table ``[tournament]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.errors import OutcomeError
from rules.input.strict_fields import StrictFields
from rules.settlement.outcome import Win

MOST: Final = 1_000
"""Most points of one figure, and most minutes of a round."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """The figures of a tournament, in points.

    The winner gains the hand's value, ``self_pick`` more for a picked tile and ``jokerless`` more for a hand without
    jokers that is none of singles and pairs. The ``discarder`` of the winning tile and a player whose hand is ``dead``
    lose theirs. After a wall game each player gains ``wall``. A round lasts ``minutes``; with ``finish`` the hand that
    is on when they are up is played to its end.
    """

    self_pick: int = 10
    jokerless: int = 20
    wall: int = 10
    discarder: int = 10
    dead: int = 0
    minutes: int = 55
    finish: bool = False

    def sheet(self, win: Win, players: Sequence[str], *, picked: bool) -> dict[str, int]:
        """Return what each player gains or loses by a win; raise `OutcomeError` for one without a value."""
        if win.value is None:
            raise OutcomeError("missing-field", "is missing: give the value printed on the card", "outcome.value")
        sheet = dict.fromkeys(players, 0)
        for player in win.dead:
            sheet[player] -= self.dead
        if not picked and win.discarder is not None:
            sheet[win.discarder] -= self.discarder
        bonus = self.jokerless if win.jokerless and not win.singles_and_pairs else 0
        sheet[win.winner] += win.value + bonus + (self.self_pick if picked else 0)
        return sheet

    def wall_sheet(self, players: Sequence[str]) -> dict[str, int]:
        """Return what each player gains when nobody has won."""
        return dict.fromkeys(players, self.wall)


def load_tournament(section: StrictFields) -> Tournament | None:
    """Read the table ``[tournament]``, None where it is off; raise the reader's error naming the field."""
    usual = Tournament()

    def figure(name: str, usual: int, least: int = 0) -> int:
        return section.whole(name, least=least, most=MOST) if section.has(name) else usual

    on = section.flag("on")
    found = Tournament(
        self_pick=figure("self_pick", usual.self_pick),
        jokerless=figure("jokerless", usual.jokerless),
        wall=figure("wall", usual.wall),
        discarder=figure("discarder", usual.discarder),
        dead=figure("dead", usual.dead),
        minutes=figure("minutes", usual.minutes, 1),
        finish=section.flag("finish", default=usual.finish),
    )
    section.done()
    return found if on else None
