"""The cases by which a rule set answers a question: the first one whose conditions all hold decides.

Loading a rule set file checks its cases against the inputs of the catalogue, so that a misspelt role or condition shows
at once and not in the middle of a dispute.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from string import Formatter

from rules.input.spelling import meant
from rules.input.strict_fields import StrictFields
from rules.rulings.catalogue import CATALOGUE, RulingSpec
from rules.settlement.penalties import Penalty

OUTCOMES = (
    *("play-on", "dead-hand", "cannot-win", "replay", "game-over", "bet-cancelled", "bets-cancelled"),
    *("penalty", "silent"),
)
"""cannot-win: the hand plays on but may not go out; penalty: points move, and the source does not say how play goes on;
silent: the source does not answer."""

UNSAID = "unsaid"
"""Condition value that matches a missing choice; without it the question needs the choice."""

DERIVED_ROLES = ("intact", "others", "east", "others_but_east")
"""Roles beside the inputs: players with intact hands, all but the offender, East, all but the offender and East."""

NEXT_IN_TURN = {"mah_jongg_is_next": "for_mah_jongg", "chow_is_next": "for_chow"}
"""Whether the player next in turn to the discarder is in this list (`UNSAID` while the discarder or the order of seats
is unknown)."""

DERIVED_CONDITIONS = ("seats", "offender_is_east", *NEXT_IN_TURN)
"""Conditions beside the inputs: the number of players, whether the offender is East, and `NEXT_IN_TURN`."""

Allowed = bool | int | str


@dataclass(frozen=True, slots=True)
class Condition:
    """The fact ``name`` is one of ``values``; compare a list by its length, a player by whether one is named."""

    name: str
    values: tuple[Allowed, ...]


@dataclass(frozen=True, slots=True)
class Pay:
    """Each of ``payer`` pays each of ``payee`` (roles) the penalty; without payees payers lose it on the sheet."""

    payer: str
    payee: str | None
    penalty: str


@dataclass(frozen=True, slots=True)
class RulingCase:
    """One answer: outcome, dead hands, the player who gets the tile, payments, and the place in the source.

    ``allowed`` says whether the player may act as the question describes, None where it asks for no permission.
    ``text`` may name roles in braces, {points} of the first payment and {other_points} of the last. ``decided``: the
    answer is the table's own; ``place`` is then the decision.
    """

    when: tuple[Condition, ...]
    outcome: str
    text: str
    place: str
    dead: tuple[str, ...] = ()
    award: str | None = None
    allowed: bool | None = None
    pay: tuple[Pay, ...] = ()
    decided: bool = False

    @property
    def needs_east(self) -> bool:
        """Whether the case depends on who East is, which is a fact of the table and no input of the question."""
        roles = {*self.dead, self.award, *(role for pay in self.pay for role in (pay.payer, pay.payee))}
        return bool(roles & {"east", "others_but_east"}) or any(one.name == "offender_is_east" for one in self.when)


def load_rulings(fields: StrictFields, penalties: Mapping[str, Penalty]) -> dict[str, tuple[RulingCase, ...]]:
    """Read the table ``rulings``: a list of cases for each ruling id; raise the reader's error naming the field."""
    found = {}
    for ruling in fields.table:
        if ruling not in CATALOGUE:
            message = f"is no ruling{meant(ruling, CATALOGUE)}; there are {', '.join(CATALOGUE)}"
            fields.fail(ruling, message, "unknown-ruling")
        cases = tuple(_case(entry, CATALOGUE[ruling], penalties) for entry in fields.children(ruling))
        if not cases:
            fields.fail(ruling, "must hold at least one case", "missing-field")
        found[ruling] = cases
    return found


def _case(fields: StrictFields, spec: RulingSpec, penalties: Mapping[str, Penalty]) -> RulingCase:
    case = RulingCase(
        when=_conditions(fields.child("when"), spec) if fields.has("when") else (),
        outcome=fields.choice("outcome", OUTCOMES),
        text=fields.text("text"),
        place=fields.text("place"),
        dead=fields.optional_texts("dead"),
        award=fields.optional_text("award"),
        allowed=fields.flag("allowed") if fields.has("allowed") else None,
        pay=tuple(_pay(entry, penalties) for entry in fields.optional_children("pay")),
    )
    fields.done()
    roles = roles_of(spec)
    used = [*case.dead, *([case.award] if case.award else [])]
    used += [role for pay in case.pay for role in (pay.payer, pay.payee) if role is not None]
    for role in used:
        if role not in roles:
            fields.fail("", f"{role!r} is no role of {spec.id}: {', '.join(roles)}", "unknown-role")
    _check_text(fields, case.text, {*roles, "bettor", "awarded", "points", "other_points"})
    return case


def _check_text(fields: StrictFields, text: str, words: AbstractSet[str]) -> None:
    """Refuse braces that hold anything but one of the words: a width in them could ask for gigabytes."""
    try:
        pieces = list(Formatter().parse(text))
    except ValueError as error:
        fields.fail("text", f"has a bracket too many or too few: {error}", "bad-text")
    for _, name, form, turned in pieces:
        if name is not None and (name not in words or form or turned):
            fields.fail("text", f"{{{name}}} is none of {', '.join(sorted(words))}", "unknown-role")


def roles_of(spec: RulingSpec) -> tuple[str, ...]:
    """Return the people that a case of this ruling may name: its inputs and the derived roles."""
    return (*(entry.name for entry in spec.inputs if entry.kind in {"player", "players"}), *DERIVED_ROLES)


def _pay(fields: StrictFields, penalties: Mapping[str, Penalty]) -> Pay:
    pay = Pay(fields.text("from"), fields.optional_text("to"), fields.choice("penalty", penalties))
    fields.done()
    return pay


def _conditions(fields: StrictFields, spec: RulingSpec) -> tuple[Condition, ...]:
    found = []
    for name, value in fields.table.items():
        values = tuple(value) if isinstance(value, list) else (value,)
        for item in values:
            fault = _fault(spec, name, item)
            if fault:
                fields.fail(name, fault, "wrong-condition")
        found.append(Condition(name, values))
    return tuple(found)


def _fault(spec: RulingSpec, name: str, value: object) -> str:
    """Say why ``value`` cannot be a value of the condition ``name``; return an empty text if it can."""
    entry = spec.input(name)
    if entry is None:
        if name not in DERIVED_CONDITIONS:
            return f"is no input of {spec.id}"
        kind = "players" if name == "seats" else "flag"
        if name in NEXT_IN_TURN:
            listed = spec.input(NEXT_IN_TURN[name])
            if listed is None or listed.kind != "players":
                return f"is no condition of {spec.id}"
            if value == UNSAID:
                return ""
    else:
        kind = entry.kind
    match kind:
        case "players":
            fits = isinstance(value, int) and not isinstance(value, bool)
        case "choice":
            fits = entry is not None and isinstance(value, str) and value in {*entry.choices, UNSAID}
        case "points":
            return "points cannot decide a case"
        case _:
            fits = isinstance(value, bool)
    return "" if fits else f"{value!r} is no value of this input"
