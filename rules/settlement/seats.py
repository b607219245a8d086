"""Who sits at the table and who bets on whom."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from rules.errors import OutcomeError, RulesError
from rules.input.declared_types import checked_fields
from rules.input.names import is_named
from rules.input.strict_fields import StrictFields

HOW_TO_BET: Final = "write the bettor, a colon and the player backed, as in Eve:Ann"
"""What to tell a person whose bet `split_bet` cannot read."""


@dataclass(frozen=True, slots=True)
@checked_fields(OutcomeError)
class Bettor:
    """A fifth or sixth person who backs a player; a cancelled bet neither pays nor receives."""

    name: str
    bet_on: str | None
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
@checked_fields(OutcomeError)
class Seats:
    """The players in the order of turns (each sits to the right of the one before), East if known, and the bettors.

    Raises `OutcomeError` naming the field when fewer than two play, a name appears twice, in any spelling (Ann, ANN), a
    bettor plays, or East or a bet names no player. The rule set limits the numbers of players and bettors.
    """

    players: tuple[str, ...]
    east: str | None = None
    bettors: tuple[Bettor, ...] = ()

    def __post_init__(self) -> None:
        require_two(self.players)
        for index, name in enumerate(self.players):
            if is_named(name, self.players[:index]):
                message = f"{name} is named twice: give each player another name"
                raise OutcomeError("duplicate-name", message, f"players[{index}]")
        if self.east is not None:
            self.require(self.east, "east")
        for index, bettor in enumerate(self.bettors):
            place = f"bettors[{index}]"
            if is_named(bettor.name, self.players):
                message = f"{bettor.name} plays this game and cannot bet on it"
                raise OutcomeError("contradiction", message, f"{place}.name")
            if is_named(bettor.name, (other.name for other in self.bettors[:index])):
                raise OutcomeError("duplicate-name", f"{bettor.name} bets twice", f"{place}.name")
            if bettor.bet_on is not None:
                self.require(bettor.bet_on, f"{place}.bet_on")
            elif not bettor.cancelled:
                raise OutcomeError("missing-field", f"is missing: say on whom {bettor.name} bet", f"{place}.bet_on")

    @property
    def everyone(self) -> tuple[str, ...]:
        """Players, then bettors."""
        return self.players + tuple(bettor.name for bettor in self.bettors)

    def require(self, name: str, where: str, error: type[RulesError] = OutcomeError) -> None:
        """Raise ``error`` (unknown-name) unless ``name`` plays."""
        if name not in self.players:
            raise error("unknown-name", f"{name} is none of the players ({', '.join(self.players)})", where)

    def others(self, *names: str) -> tuple[str, ...]:
        """Return the players other than ``names``."""
        return tuple(player for player in self.players if player not in names)

    def nearest_in_turn(self, after: str, candidates: tuple[str, ...]) -> str:
        """Return the one of ``candidates`` (not empty, without ``after``) whose turn comes first after ``after``."""
        start = self.players.index(after)
        return min(candidates, key=lambda name: (self.players.index(name) - start) % len(self.players))


def require_two(players: tuple[str, ...]) -> None:
    """Raise `OutcomeError` (wrong-number) where fewer than two play."""
    if len(players) < 2:
        raise OutcomeError("wrong-number", f"list everybody who plays: two or more, not {len(players)}", "players")


def parse_bettors(fields: StrictFields) -> tuple[Bettor, ...]:
    """Read the list ``bettors`` of {"name", "bet_on", "cancelled"}; an absent list means no bettors."""
    found = []
    for entry in fields.optional_children("bettors"):
        found.append(Bettor(entry.text("name"), entry.optional_text("bet_on"), entry.flag("cancelled", default=False)))
        entry.done()
    return tuple(found)


def split_bet(text: str, players: Collection[str] = ()) -> tuple[str, str]:
    """Return the bettor and the player bet on of `Eve:Ann`, two blanks where one of them is missing.

    Names may hold colons too: of several, the one before a player's name counts, else the last.
    """
    cuts = [(text[:at].strip(), text[at + 1 :].strip()) for at, sign in enumerate(text) if sign == ":"]
    name, on = next((cut for cut in cuts if cut[1] in players), cuts[-1] if cuts else ("", ""))
    return (name, on) if name and on else ("", "")
