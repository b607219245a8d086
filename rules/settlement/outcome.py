"""The end of a game, as the settle command reads it.

This module refuses outcomes that no rule set allows (a discard that nobody discarded, a winner who is not at the
table); `rules.settling` refuses outcomes that the game's rule set does not allow. Nothing here computes payments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from rules.errors import OutcomeError
from rules.hand import WonBy
from rules.input.declared_types import checked_fields
from rules.input.frozen_mapping import FrozenMapping
from rules.input.strict_fields import LARGEST, StrictFields
from rules.settlement.seats import Seats, parse_bettors

Limit = Literal["full", "half"]
LIMITS: Final[tuple[Limit, ...]] = ("full", "half")
WAYS: Final[tuple[WonBy, ...]] = ("self-pick", "discard")


def _below_outcome(code: str, message: str, where: str) -> OutcomeError:
    return OutcomeError(code, message, f"outcome.{where}")


@dataclass(frozen=True, slots=True)
@checked_fields(_below_outcome)
class Win:
    """A player went out.

    ``value`` is the value printed on the card. A rule set that counts points takes ``points`` (before doubling) and
    ``bonuses``, or ``limit``, instead. ``dead`` names players with dead hands, who pay and cannot win. The last three
    fields count only where a table has decided so: East rolled a double, the hand before was a wall game, the winning
    tile came in the last wall. Raises `OutcomeError` naming the field at fault.
    """

    winner: str
    won_by: WonBy
    discarder: str | None = None
    value: int | None = None
    points: int | None = None
    bonuses: int | None = None
    limit: Limit | None = None
    jokerless: bool = False
    singles_and_pairs: bool = False
    redeemed_joker: bool = False
    dead: tuple[str, ...] = ()
    rolled_double: bool = False
    after_wall: bool = False
    last_wall: bool = False

    def __post_init__(self) -> None:
        # A program may make this value itself; no payment may follow from what a request cannot hold.
        fields = StrictFields({name: getattr(self, name) for name in self.__slots__}, "outcome", OutcomeError)
        for name, choices in (("won_by", WAYS), ("limit", (None, *LIMITS))):
            if (value := getattr(self, name)) not in choices:
                fields.fail(name, f"{value!r} is none of {', '.join(filter(None, choices))}", "unknown-choice")
        for name in ("value", "points", "bonuses"):
            fields.optional_points(name)
        fields.texts("dead")
        if self.won_by == "discard" and self.discarder is None:
            message = "a win on a discard needs the player who discarded the tile"
            raise OutcomeError("contradiction", message, "outcome.discarder")
        if self.won_by == "self-pick" and self.discarder is not None:
            message = f"{self.winner} picked the tile, so nobody discarded it: leave this out"
            raise OutcomeError("contradiction", message, "outcome.discarder")
        if self.discarder == self.winner:
            raise OutcomeError("contradiction", f"{self.winner} cannot win on their own discard", "outcome.discarder")
        if self.winner in self.dead:
            raise OutcomeError("contradiction", f"{self.winner}'s hand is dead and cannot win", "outcome.winner")
        if self.limit is not None and (self.points is not None or self.bonuses is not None):
            raise OutcomeError("contradiction", "give points and bonuses, or a limit, not both", "outcome.limit")


@dataclass(frozen=True, slots=True)
class Wall:
    """The wall is used up and nobody went out."""


@dataclass(frozen=True, slots=True)
@checked_fields(_below_outcome)
class Misnamed:
    """A player wanted a misnamed discard for Mah Jongg; ``value`` is the value of this claimant's hand.

    ``limit`` is the table's limit, in points, where a house lets the penalty go by it and fixes none. Raises
    `OutcomeError` (``contradiction``) where the two are one player.
    """

    miscaller: str
    claimant: str
    value: int
    jokerless: bool = False
    singles_and_pairs: bool = False
    limit: int | None = None

    def __post_init__(self) -> None:
        if self.miscaller == self.claimant:
            raise OutcomeError("contradiction", f"{self.claimant} cannot claim their own discard", "outcome.claimant")


@dataclass(frozen=True, slots=True)
@checked_fields(_below_outcome)
class ErrorRuling:
    """An error that a ruling answers; the ruling itself checks ``inputs``."""

    ruling: str
    inputs: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # A list of names may change later, and has no hash.
        held = {name: tuple(value) if isinstance(value, list) else value for name, value in self.inputs.items()}
        object.__setattr__(self, "inputs", FrozenMapping(held))


Event = Win | Wall | Misnamed | ErrorRuling


@dataclass(frozen=True, slots=True)
@checked_fields(OutcomeError, seats="players", event="outcome")
class Outcome:
    """One finished (or halted) game: its seats and its event. Every name in the event is a player.

    ``ruleset`` is the rule set id of the input, None where the input leaves the choice to the caller. The settlement
    repeats ``id``. ``balances`` are people's earlier gains and losses, in points; they count at a table with a pie.
    """

    seats: Seats
    event: Event
    ruleset: str | None = None
    id: str | int | None = None
    balances: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "balances", FrozenMapping(self.balances))
        match self.event:
            case Win(winner=winner, discarder=discarder, dead=dead):
                self.seats.require(winner, "outcome.winner")
                if discarder is not None:
                    self.seats.require(discarder, "outcome.discarder")
                for index, name in enumerate(dead):
                    self.seats.require(name, f"outcome.dead[{index}]")
            case Misnamed(miscaller=miscaller, claimant=claimant):
                self.seats.require(miscaller, "outcome.miscaller")
                self.seats.require(claimant, "outcome.claimant")
            case _:
                pass


def parse_outcome(obj: Mapping[str, object]) -> Outcome:
    """Read one object of the settle command.

    Raises `OutcomeError` naming the field ("outcome.discarder") where a field is missing, of the wrong type, unknown or
    out of range, a name is unknown or given twice, or two options contradict each other. Where ``obj`` itself is no
    object its place is empty: the caller knows the file or the line.
    """
    fields = StrictFields.of(obj, "", OutcomeError)
    seats = Seats(
        players=fields.texts("players", "list the players in the order of turns; east says who of them is East"),
        east=fields.optional_text("east"),
        bettors=parse_bettors(fields),
    )
    outcome = Outcome(
        seats=seats,
        event=_event(fields.child("outcome", 'say what happened, such as {"kind": "wall"}')),
        ruleset=fields.optional_text("ruleset"),
        id=fields.optional_id(),
        balances=read_balances(fields),
    )
    fields.done()
    return outcome


def read_balances(fields: StrictFields) -> dict[str, int]:
    """Read each person's earlier gains and losses in ``balances``; an absent field means none."""
    if not fields.has("balances"):
        return {}
    given = fields.child("balances", "give the points of each, below zero for a loss")
    return {name: given.whole(name, least=-(LARGEST**2), most=LARGEST**2) for name in given.table}


def _event(fields: StrictFields) -> Event:
    event: Event
    match fields.choice("kind", ("win", "wall", "misnamed", "error")):
        case "win":
            event = _win(fields)
        case "wall":
            event = Wall()
        case "misnamed":
            event = Misnamed(
                miscaller=fields.text("miscaller", "name the player who misnamed the discard"),
                claimant=fields.text("claimant", "name the player who wanted it for Mah Jongg"),
                value=fields.points("value", "give the value of the hand that wants the tile"),
                jokerless=fields.flag("jokerless", default=False),
                singles_and_pairs=fields.flag("singles_and_pairs", default=False),
                limit=fields.optional_points("limit"),
            )
        case _:
            # The ruling knows its own inputs and refuses the rest.
            ruling = fields.text("ruling", "name the ruling, such as mah-jongg-in-error")
            return ErrorRuling(ruling, {k: v for k, v in fields.table.items() if k not in {"kind", "ruling"}})
    fields.done()
    return event


def _win(fields: StrictFields) -> Win:
    return Win(
        winner=fields.text("winner", "name the winner"),
        won_by=fields.choice("won_by", WAYS),
        discarder=fields.optional_text("discarder"),
        value=fields.optional_points("value"),
        points=fields.optional_points("points"),
        bonuses=fields.optional_points("bonuses"),
        limit=_limit(fields),
        jokerless=fields.flag("jokerless", default=False),
        singles_and_pairs=fields.flag("singles_and_pairs", default=False),
        redeemed_joker=fields.flag("redeemed_joker", default=False),
        dead=fields.optional_texts("dead"),
        rolled_double=fields.flag("rolled_double", default=False),
        after_wall=fields.flag("after_wall", default=False),
        last_wall=fields.flag("last_wall", default=False),
    )


def _limit(fields: StrictFields) -> Limit | None:
    if not fields.has("limit"):
        return None
    value = fields.table["limit"]
    if isinstance(value, bool):
        return "full" if value else None
    if value == "half":
        return "half"
    return fields.fail("limit", 'must be true (a limit hand), "half" or false', "wrong-type")
