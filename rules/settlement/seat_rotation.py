"""Move the seats between two hands: who is East next, and who gives up a seat to whom.

Each rule set answers in the table ``rotation`` of its file. Where its source says nothing, East is unknown until the
players say who it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, get_args

from rules.errors import OutcomeError
from rules.input.declared_types import checked, checked_fields
from rules.input.names import is_named
from rules.input.strict_fields import LARGEST, StrictFields, describe, read_table
from rules.settlement.seats import require_two

Move = Literal["right", "stays", "unsaid"]
"""Where the position of East goes: "right" to the player on East's right, "stays", or the source does not say."""

EastGoes = Literal["right", "stays", "asked"]
"""A table's decision where its rules are silent: East moves right after each hand, stays after its own win and after a
wall game, or the players name East each time."""

EAST_GOES: Final[tuple[EastGoes, ...]] = get_args(EastGoes)

WINDS: Final = ("E", "S", "W", "N")
"""East, and the winds of the players to the right of East in the order of turns."""


Ending = Literal["win", "wall", "error", "replay"]
ENDINGS: Final[tuple[Ending, ...]] = get_args(Ending)


@dataclass(frozen=True, slots=True)
@checked_fields(OutcomeError)
class HandEnd:
    """The end of a hand, with the facts that the next seats depend on.

    A ``win`` names its winner; one who has no seat counts as another than East, as where the table has taken back a
    change of seats. An ``error`` is a ruling that ended the game; ``offender`` is None where nobody knows
    who erred. After a ``replay`` the same players deal again, as if they had not played the hand.

    Raises `OutcomeError` naming the field for another ``kind``, and for a win without a winner.
    """

    kind: Ending
    winner: str | None = None
    offender: str | None = None

    def __post_init__(self) -> None:
        if self.kind not in ENDINGS:
            raise OutcomeError("unknown-choice", f"{self.kind!r} is none of {', '.join(ENDINGS)}", "kind")
        if self.kind == "win" and self.winner is None:
            raise OutcomeError("missing-field", "is missing: say who won", "winner")


@dataclass(frozen=True, slots=True)
class RotationRules:
    """A source's rules for the seats between two hands; the defaults are those of a source that says nothing.

    ``east_wins``, ``other_wins``, ``wall``, ``east_errs`` and ``other_errs`` say where the position of East goes.
    ``east_rises``: East gives up the seat to the person who has waited longest (five- and six-handed). ``wrong_east``:
    after the wrong player has played a hand as East, the rightful East follows and the other loses a turn. A game has
    ``rounds`` rounds, each named after a wind; 0 where rounds have no names.
    """

    east_wins: Move = "unsaid"
    other_wins: Move = "unsaid"
    wall: Move = "unsaid"
    east_errs: Move = "unsaid"
    other_errs: Move = "unsaid"
    east_rises: bool = False
    wrong_east: bool = False
    rounds: int = 0
    place: str = ""
    waiting_place: str = ""

    @property
    def is_silent(self) -> bool:
        """Whether the source leaves open where East goes after some hands."""
        return "unsaid" in {self.east_wins, self.other_wins, self.wall, self.east_errs, self.other_errs}

    def decided(self, way: EastGoes) -> RotationRules:
        """Fill in the table's decision wherever the source says nothing."""
        if way == "asked":
            return self

        def said(move: Move, instead: Move) -> Move:
            return instead if move == "unsaid" else move

        # After an error nothing tells whether East stays, unless East always moves.
        stays: Move = "right" if way == "right" else "stays"
        erred: Move = "right" if way == "right" else "unsaid"
        return replace(
            self,
            east_wins=said(self.east_wins, stays),
            other_wins=said(self.other_wins, "right"),
            wall=said(self.wall, stays),
            east_errs=said(self.east_errs, erred),
            other_errs=said(self.other_errs, erred),
        )

    def move(self, end: HandEnd, east: str | None) -> Move:
        """Return where East goes after a hand that is not replayed."""
        match end.kind:
            case "wall":
                return self.wall
            case "win":
                either, eastern, subject = self.other_wins, self.east_wins, end.winner
            case _:
                either, eastern, subject = self.other_errs, self.east_errs, end.offender
        if either == eastern:
            return either
        if east is None or subject is None:
            return "unsaid"
        return eastern if subject == east else either


@dataclass(frozen=True, slots=True)
@checked_fields(OutcomeError)
class Sitting:
    """The seats before a hand.

    ``players`` are in the order of turns, each to the right of the one before; ``waiting`` sit out (and may bet), next
    to enter first. ``east`` is the rightful East, None while unknown. ``passes`` counts the moves of the position of
    East to the right, ``streak`` the hands that East has won in a row. ``mistaken`` plays this hand as East in another
    player's turn; ``skipped`` lose their next turn as East.

    Raises `OutcomeError` naming the field for a name given twice, for an ``east`` or ``mistaken`` who is no player, for
    fewer than two players, and for ``passes`` or a ``streak`` below zero.
    """

    players: tuple[str, ...]
    waiting: tuple[str, ...] = ()
    east: str | None = None
    passes: int = 0
    streak: int = 0
    mistaken: str | None = None
    skipped: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        require_two(self.players)
        everyone = self.everyone
        for at, name in enumerate(everyone):
            if is_named(name, everyone[:at]):
                field = "players" if at < len(self.players) else "waiting"
                raise OutcomeError("duplicate-name", f"{name} is named twice", field)
        for field, one in (("east", self.east), ("mistaken", self.mistaken)):
            if one is not None and one not in self.players:
                names = ", ".join(self.players)
                raise OutcomeError("unknown-name", f"{one} is none of the players ({names})", field)
        for field, number in (("passes", self.passes), ("streak", self.streak)):
            if number < 0:
                raise OutcomeError("out-of-range", f"must be at least 0, not {describe(number)}", field)

    @property
    def everyone(self) -> tuple[str, ...]:
        """Players, then waiting people."""
        return self.players + self.waiting

    @property
    def acting_east(self) -> str | None:
        """The player who plays this hand as East."""
        return self.mistaken or self.east

    @property
    def round(self) -> int:
        """The round, from 1; it ends when every place at the table has held East and passed it on."""
        return self.passes // len(self.players) + 1

    @checked(OutcomeError)
    def table_wind(self, rules: RotationRules) -> str | None:
        """Return the wind of the round, None where rounds have no names; after the last round it stays."""
        return WINDS[min(self.round, rules.rounds, 4) - 1] if rules.rounds else None

    @checked(OutcomeError)
    def is_over(self, rules: RotationRules) -> bool:
        """Say whether all rounds have been played."""
        return bool(rules.rounds) and self.round > rules.rounds

    @property
    def winds(self) -> dict[str, str]:
        """Each player's own wind; empty where East is unknown or the table has not four players."""
        east = self.acting_east
        if east is None or len(self.players) != len(WINDS):
            return {}
        start = self.players.index(east)
        return {self.players[(start + step) % 4]: WINDS[step] for step in range(4)}


@checked(OutcomeError)
def next_sitting(sitting: Sitting, end: HandEnd, rules: RotationRules) -> Sitting:
    """Return the seats after a hand with this end."""
    if end.kind == "replay":
        return sitting
    if sitting.mistaken is not None:
        erring = sitting.mistaken
        return replace(sitting, mistaken=None, streak=0, skipped=(*sitting.skipped, erring))
    move = rules.move(end, sitting.east)
    if move == "unsaid" or sitting.east is None:
        return replace(sitting, east=None, streak=0)
    if move == "stays":
        won = end.kind == "win" and end.winner == sitting.east
        return replace(sitting, streak=sitting.streak + 1 if won else 0)
    return _pass_right(sitting, sitting.east, rules)


def _pass_right(sitting: Sitting, east: str, rules: RotationRules) -> Sitting:
    """Move East to the right past skipped players; let the last East give up the seat to the first who waits."""
    players, waiting, skipped = list(sitting.players), sitting.waiting, list(sitting.skipped)
    seat = players.index(east)
    steps = 1
    while (following := players[(seat + steps) % len(players)]) in skipped:
        skipped.remove(following)
        steps += 1
    if rules.east_rises and waiting:
        players[seat] = waiting[0]
        waiting = (*waiting[1:], east)
        # Where all other players lost their turn, the seat of the last East comes next, and it has a new player.
        following = players[(seat + steps) % len(players)]
    return Sitting(tuple(players), waiting, following, sitting.passes + steps, skipped=tuple(skipped))


def begin_as_wrong_east(sitting: Sitting, player: str, rules: RotationRules) -> Sitting:
    """Return the same seats for a hand that ``player`` began as East by mistake.

    Raises `OutcomeError` (``contradiction``) where the player is the rightful East, and the errors of `Sitting`.
    """
    if player == sitting.east:
        raise OutcomeError("contradiction", f"{player} is rightly East", "player")
    return replace(sitting, mistaken=player) if rules.wrong_east else sitting


def load_rotation(fields: StrictFields) -> RotationRules:
    """Read the table ``rotation`` of a rule set file; raise the reader's error naming the field."""
    rules = read_table(RotationRules, fields, rounds=(1, LARGEST))
    if any(map(fields.has, ("east_wins", "other_wins", "wall", "east_errs", "other_errs"))):
        fields.text("place")
    elif rules.place:
        fields.fail("place", "is of no use without where East goes: leave it out", "unknown-field")
    return rules
