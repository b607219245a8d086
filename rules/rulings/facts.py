"""The facts of one dispute: checked inputs of a ruling, and the people they name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import RulesError
from rules.input.names import is_named
from rules.input.one_line import listed
from rules.input.strict_fields import StrictFields
from rules.rulings.cases import NEXT_IN_TURN, UNSAID, Condition
from rules.rulings.catalogue import RulingInput, RulingSpec
from rules.settlement.seats import Seats, parse_bettors

WINDS = ("East", "South", "West", "North")
"""Seats in the order of turns; a question that lists no players may use them as names."""


@dataclass(frozen=True)
class Facts:
    """Everything a case can ask about."""

    spec: RulingSpec
    seats: Seats
    values: Mapping[str, object]
    error: type[RulesError]
    prefix: str
    order_known: bool

    def __post_init__(self) -> None:
        if self.spec.needs and not any(self.values.get(name) for name in self.spec.needs):
            raise self.missing(self.spec.needs[0], f"name somebody in {' or '.join(self.spec.needs)}")
        seen: dict[str, str] = {}
        for entry in self.spec.inputs:
            for name in people_of(entry, self.values):
                if entry.kind == "bettor":
                    if self.seats.bettors and name not in {bettor.name for bettor in self.seats.bettors}:
                        raise self.fault("unknown-name", f"{name} is none of the bettors", entry.name)
                    continue
                self.seats.require(name, f"{self.prefix}{entry.name}", self.error)
                if entry.among:
                    among = self.values.get(entry.among)
                    if not isinstance(among, tuple) or name not in among:
                        raise self.fault("contradiction", f"{name} must also be in {entry.among}", entry.name)
                elif name in seen and (not entry.other_if or any(self.values.get(flag) for flag in entry.other_if)):
                    raise self.fault("contradiction", f"{name} is already {seen[name]}", entry.name)
                else:
                    seen[name] = entry.called if entry.kind == "player" else f"among {entry.called}"
        self._check_left_of_east()

    def _check_left_of_east(self) -> None:
        east, players = self.seats.east, self.seats.players
        if east is None or not self.values.get("left_of_east"):
            return
        named = self.people("players")
        right = players[players.index(east) - 1] in named if self.order_known else named != (east,)
        if not right:
            message = f"{listed(named)} does not sit left of East, who is {east}: leave this out"
            raise self.fault("contradiction", message, "left_of_east")

    def fault(self, code: str, message: str, name: str) -> RulesError:
        """Return the error for one input."""
        return self.error(code, message, f"{self.prefix}{name}")

    def missing(self, name: str, hint: str) -> RulesError:
        """Return the error for an input that the answer depends on."""
        return self.fault("missing-field", f"is missing: {hint}", name)

    @property
    def offender(self) -> str | None:
        """The player who erred, None while unknown or where nobody erred."""
        value = self.values.get(self.spec.offender)
        return value if isinstance(value, str) else None

    def holds(self, condition: Condition) -> bool:
        """Say whether a condition holds; raise for a missing choice that it depends on."""
        match condition.name:
            case "seats":
                return len(self.seats.players) in condition.values
            case "offender_is_east":
                return (self.need_offender() == self.need_east()) in condition.values
            case name if name in NEXT_IN_TURN:
                return self._is_next(NEXT_IN_TURN[name]) in condition.values
        entry = self.spec.input(condition.name)
        assert entry is not None  # the loader refuses conditions on anything else
        value = self.values.get(entry.name)
        match entry.kind:
            case "players":
                return len(people_of(entry, self.values)) in condition.values
            case "player" | "bettor":
                return (value is not None) in condition.values
            case _:
                if value is None and UNSAID in condition.values:
                    return True
                if value is None:
                    raise self.missing(entry.name, f"{entry.help}: {', '.join(entry.choices)}")
                return value in condition.values

    def _is_next(self, role: str) -> bool | str:
        discarder, wanted = self.values.get("discarder"), self.values.get(role)
        if not isinstance(discarder, str) or not self.order_known:
            return UNSAID
        following = self.seats.nearest_in_turn(discarder, self.seats.others(discarder))
        return isinstance(wanted, tuple) and following in wanted

    def need_offender(self) -> str:
        """Return the player who erred; raise while unknown."""
        if self.offender is None:
            raise self.missing(self.spec.offender, "say who it was")
        return self.offender

    def need_east(self) -> str:
        """Return East; raise while unknown."""
        if self.seats.east is None:
            # East belongs to the table, not to the ruling: no "outcome." before it.
            raise self.error("missing-field", "is missing: say who East is; it decides who pays", "east")
        return self.seats.east

    def people(self, role: str) -> tuple[str, ...]:
        """Return the players in a role; raise if the inputs name nobody for it."""
        entry = self.spec.input(role)
        if entry is not None:
            found = people_of(entry, self.values)
            if not found:
                raise self.missing(role, entry.help)
            return found
        match role:
            case "east":
                return (self.need_east(),)
            case "others_but_east":
                return self.seats.others(self.need_offender(), self.need_east())
            case "intact":
                lists = filter(None, map(self.spec.input, ("threw_in", "dead")))
                disturbed = (name for entry in lists for name in people_of(entry, self.values))
                return self.seats.others(self.need_offender(), *disturbed)
            case _:
                return self.seats.others(self.need_offender())

    def words(self, role: str) -> str:
        """Return a role for use in a sentence: the names, or a phrase for unnamed people."""
        entry = self.spec.input(role)
        if entry is not None:
            return listed(people_of(entry, self.values)) or entry.called
        if role == "east" and self.seats.east is None:
            return "East"
        if self.offender is None:
            return {"intact": "the player whose hand is intact"}.get(role, "the other players")
        return listed(self.people(role)) if role != "others_but_east" or self.seats.east else "the other players"


def read_values(spec: RulingSpec, fields: StrictFields) -> dict[str, object]:
    """Read the ruling's own inputs; fill in the defaults of flags and lists."""
    values: dict[str, object] = {}
    for entry in spec.inputs:
        name = entry.name
        match entry.kind:
            case "flag":
                values[name] = fields.flag(name, default=entry.default)
            case "players":
                values[name] = fields.optional_texts(name)
            case "choice" if fields.has(name):
                values[name] = fields.choice(name, entry.choices)
            case "points" if fields.has(name):
                values[name] = fields.points(name)
            case "player" | "bettor" if fields.has(name):
                values[name] = fields.text(name)
            case _:
                pass
    return values


def people_of(entry: RulingInput, values: Mapping[str, object]) -> tuple[str, ...]:
    """Return the people that an input names."""
    value = values.get(entry.name)
    if entry.kind in {"player", "bettor"} and isinstance(value, str):
        return (value,)
    if entry.kind == "players" and isinstance(value, tuple):
        return value
    return ()


def read_seats(spec: RulingSpec, fields: StrictFields, values: Mapping[str, object]) -> tuple[Seats, bool]:
    """Return the seats as far as the inputs name them, and whether the order of turns is known."""
    east = fields.optional_text("east")
    bettors = parse_bettors(fields)
    if spec.input("players") is None and fields.has("players"):
        players = fields.texts("players")
        if not 2 <= len(players) <= 4:
            fields.fail("players", f"give the two to four who play, not {len(players)}", "wrong-number")
        return Seats(players, east, bettors), True
    named = [name for entry in spec.inputs if entry.kind != "bettor" for name in people_of(entry, values)]
    named += [bettor.bet_on for bettor in bettors if bettor.bet_on is not None]
    named += [east] if east is not None else []
    people = tuple(dict.fromkeys(named))
    if people and all(name in WINDS for name in people) and east in {None, "East"}:
        return Seats(WINDS, "East", bettors), True
    if len(people) > 4:
        fields.fail("players", f"more than four players are named: {', '.join(people)}", "wrong-number")
    # A question about an earlier answer may name "player 3" of that answer.
    unnamed = tuple(name for number in range(1, 5) if not is_named(name := f"player {number}", people))
    return Seats(people + unnamed[len(people) + len(unnamed) - 4 :], east, bettors), False
