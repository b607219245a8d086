"""Answer a dispute by the cases of a rule set: the outcome, the payments, and the place in the source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules.errors import OutcomeError, RulesError, RulingError
from rules.input.declared_types import checked, checked_fields
from rules.input.strict_fields import StrictFields
from rules.ruleset import RuleSet
from rules.rulings.cases import Pay, RulingCase
from rules.rulings.catalogue import CATALOGUE, LIMIT, VALUE, RulingSpec, find_spec
from rules.rulings.facts import Facts, read_seats, read_values
from rules.settlement.payments import CardPayment
from rules.settlement.penalties import UNITS
from rules.settlement.seats import Seats
from rules.settlement.transfers import Transfer


@dataclass(frozen=True, slots=True)
@checked_fields(RulingError)
class RulingAnswer:
    """One ruling, ready to be read out.

    ``outcome`` is one of `rules.rulings.cases.OUTCOMES`; ``dead`` names the players with dead hands. ``allowed`` says
    whether the player may act as the question describes, ``awarded`` who gets the tile; each is None where the question
    does not ask for it or the facts leave it open. ``sheet`` are the entries of a score sheet, None where the rule set
    keeps none.
    """

    ruling: str
    ruleset: str
    outcome: str
    text: str
    source: str
    dead: tuple[str, ...] = ()
    allowed: bool | None = None
    awarded: str | None = None
    transfers: tuple[Transfer, ...] = ()
    sheet: tuple[tuple[str, int], ...] | None = None

    def to_json(self) -> dict[str, object]:
        """Return the contract's answer of the rule command."""
        return {
            "ruling": self.ruling,
            "ruleset": self.ruleset,
            "outcome": self.outcome,
            "dead": list(self.dead),
            "allowed": self.allowed,
            "awarded": self.awarded,
            "transfers": [transfer.to_json() for transfer in self.transfers],
            "sheet": None if self.sheet is None else dict(self.sheet),
            "text": self.text,
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """A ruling in a list; ``silent`` where the rule set's source does not answer.

    ``needs_east``: beside its inputs, an answer may depend on ``east``.
    """

    spec: RulingSpec
    silent: bool
    needs_east: bool

    def to_json(self) -> dict[str, object]:
        """Return id, title, inputs, silent, needs_east."""
        return {
            "id": self.spec.id,
            "title": self.spec.title,
            "inputs": [entry.to_json() for entry in self.spec.inputs],
            "silent": self.silent,
            "needs_east": self.needs_east,
        }


@checked(RulingError)
def list_rulings(ruleset: RuleSet) -> tuple[RulingEntry, ...]:
    """Return every ruling of the catalogue with its inputs, and whether this rule set answers it."""
    found = []
    for spec in CATALOGUE.values():
        cases = ruleset.rulings.get(spec.id, ())
        silent = all(case.outcome == "silent" for case in cases)
        asked = _with_figures(spec, ruleset)
        if ruleset.limit is not None:
            asked = replace(asked, inputs=tuple(one for one in asked.inputs if one != LIMIT))
        found.append(RulingEntry(asked, silent, any(case.needs_east for case in cases)))
    return tuple(found)


def _with_figures(spec: RulingSpec, ruleset: RuleSet) -> RulingSpec:
    """Add the figures that the penalties of a house go by, where the question has no such input."""
    units = {ruleset.penalties[pay.penalty].unit for case in ruleset.rulings.get(spec.id, ()) for pay in case.pay}
    wanted = [VALUE] if "value" in units else []
    wanted += [LIMIT] if units & {"limit", "half_limit"} and ruleset.limit is None else []
    return replace(spec, inputs=(*spec.inputs, *(one for one in wanted if spec.input(one.name) is None)))


@checked(RulingError)
def rule(ruling: str, ruleset: RuleSet, inputs: Mapping[str, object]) -> RulingAnswer:
    """Answer one question.

    Beside its own inputs a ruling takes ``players`` (in the order of turns), ``east`` and ``bettors``, as a settlement
    does. Without players it accepts the seats East, South, West and North as names, and calls an unnamed player "player
    4". Raises `RulingError` naming the input that is missing, unknown or contradicts another, `OutcomeError` for
    impossible players or bettors.
    """
    spec = _with_figures(find_spec(ruling), ruleset)
    fields = StrictFields.of(inputs, "", RulingError)
    values = read_values(spec, fields)
    seats, known = read_seats(spec, fields, values)
    fields.done()
    refuse_other_limit(values, ruleset, RulingError, "limit")
    return _answer(ruleset, Facts(spec, seats, values, RulingError, "", order_known=known))


def refuse_other_limit(inputs: Mapping[str, object], ruleset: RuleSet, error: type[RulesError], where: str) -> None:
    """Raise ``error`` (contradiction) for another limit than the rule set's; a ledger may hold old entries with one."""
    if ruleset.limit is not None and inputs.get("limit", ruleset.limit) != ruleset.limit:
        raise error("contradiction", f"this table plays with a limit of {ruleset.limit}: leave this out", where)


def rule_at(ruling: str, ruleset: RuleSet, inputs: Mapping[str, object], seats: Seats) -> RulingAnswer:
    """Answer one question about the players of ``seats``; raise `OutcomeError` with places below "outcome"."""
    spec = _with_figures(find_spec(ruling, "outcome.ruling", OutcomeError), ruleset)
    fields = StrictFields.of(inputs, "outcome", OutcomeError)
    values = read_values(spec, fields)
    fields.done()
    return _answer(ruleset, Facts(spec, seats, values, OutcomeError, "outcome.", order_known=True))


def _answer(ruleset: RuleSet, facts: Facts) -> RulingAnswer:
    spec = facts.spec
    ruleset.check_seats(facts.seats)
    cases = ruleset.rulings.get(spec.id, ())
    case = next((case for case in cases if all(facts.holds(condition) for condition in case.when)), None)
    if case is None or _leaves_nobody(facts, case):
        what = "does not foresee this case" if cases else "does not speak of this"
        return RulingAnswer(
            spec.id,
            ruleset.id,
            "silent",
            text=f"The source {what}: the table has to agree.",
            source=ruleset.cite(""),
            sheet=_sheet(ruleset, facts, ()),
        )
    paid = tuple(_paid(ruleset, facts, pay) for pay in case.pay)
    transfers = tuple(transfer for _, found in paid for transfer in found) if ruleset.tournament is None else ()
    awarded = _award(facts, case)
    return RulingAnswer(
        spec.id,
        ruleset.id,
        case.outcome,
        text=_text(facts, case, awarded, [points for points, _ in paid] or [0]) + _scored(ruleset, case),
        source=ruleset.cite_table(case.place) if case.decided else ruleset.cite(case.place),
        dead=tuple(name for role in case.dead for name in facts.people(role)),
        allowed=case.allowed,
        awarded=awarded,
        transfers=transfers + ruleset.bettors.transfers(facts.seats, transfers, None),
        sheet=_sheet(ruleset, facts, tuple((pay, points) for pay, (points, _) in zip(case.pay, paid, strict=True))),
    )


def _leaves_nobody(facts: Facts, case: RulingCase) -> bool:
    """Say whether every hand is dead by this case: no source means that play goes on so."""
    dead = {name for role in (*case.dead, "dead") if facts.values.get(role) for name in facts.people(role)}
    return case.outcome == "dead-hand" and dead >= set(facts.seats.players)


_SCORED: Final = " In the tournament nobody receives it: it comes off the score."
_DEAD_SCORED: Final = " In the tournament nobody pays: where somebody wins, a dead hand costs {} points of the score."
_DEAD_FREE: Final = " In the tournament nobody pays, and a dead hand costs nothing."


def _scored(ruleset: RuleSet, case: RulingCase) -> str:
    """Say what a tournament makes of a case whose sentence speaks of paying: a penalty, or the share of a dead hand."""
    if ruleset.tournament is None:
        return ""
    if case.pay:
        return _SCORED
    points = ruleset.tournament.dead
    return (_DEAD_SCORED.format(points) if points else _DEAD_FREE) if case.dead else ""


def _paid(ruleset: RuleSet, facts: Facts, pay: Pay) -> tuple[int, tuple[Transfer, ...]]:
    """Return the points of one payment, and the transfers, none where nobody receives them."""
    penalty = ruleset.penalties[pay.penalty]
    match penalty.unit:
        case "points":
            whole, said = 1, "points"
        case "value":
            whole, said = _value(ruleset, facts)
        case unit:
            whole, said = _limit(ruleset, facts), UNITS[unit]
            whole = -(-whole // 2) if unit == "half_limit" else whole  # rounded up: chips are whole
    points = penalty.times * whole
    if pay.payee is None:
        return points, ()
    why = f"{facts.spec.title}: {penalty.times} {said}"
    return points, tuple(
        Transfer(payer, payee, points, why) for payer in facts.people(pay.payer) for payee in facts.people(pay.payee)
    )


def _value(ruleset: RuleSet, facts: Facts) -> tuple[int, str]:
    """Return what the hand of the ruling would have brought, and its derivation in words."""
    value = facts.values.get("value")
    if not isinstance(value, int):
        raise facts.missing("value", "give the value of the hand the payment goes by")
    jokerless, section = (facts.values.get(name) is True for name in ("jokerless", "singles_and_pairs"))
    said = f"x {value}"
    if ruleset.tournament is not None:
        return value + ruleset.tournament.bonus(jokerless=jokerless, singles_and_pairs=section), said
    payment, times = ruleset.payment, 1
    if isinstance(payment, CardPayment):
        times = payment.bonus(jokerless=jokerless, singles_and_pairs=section, picked=False)
    return value * times, said if times == 1 else f"{said}, x {times} for no joker"


def _limit(ruleset: RuleSet, facts: Facts) -> int:
    given = facts.values.get("limit")
    limit = given if isinstance(given, int) else ruleset.limit
    if limit is None:
        raise facts.missing("limit", "the source fixes no limit: give the one your table plays with")
    return limit


def _award(facts: Facts, case: RulingCase) -> str | None:
    """Return who gets the tile: the only player in the role, or the nearest in turn to the discarder if known."""
    if case.award is None:
        return None
    candidates = facts.people(case.award)
    if len(candidates) == 1:
        return candidates[0]
    discarder = facts.values.get("discarder")
    if not isinstance(discarder, str) or not facts.order_known:
        return None
    return facts.seats.nearest_in_turn(discarder, candidates)


def _text(facts: Facts, case: RulingCase, awarded: str | None, points: Sequence[int]) -> str:
    words = {role: facts.words(role) for role in ("intact", "others", "east", "others_but_east")}
    words |= {entry.name: facts.words(entry.name) for entry in facts.spec.inputs}
    words["awarded"] = awarded or "the player nearest in turn to the discarder"
    words |= {"points": str(points[0]), "other_points": str(points[-1])}
    text = case.text.format_map(words)
    # A sentence that begins with "the declarer" gets its capital; a name is written as its owner writes it.
    return f"The {text.removeprefix('the ')}" if text.startswith("the ") else text


def _sheet(ruleset: RuleSet, facts: Facts, paid: tuple[tuple[Pay, int], ...]) -> tuple[tuple[str, int], ...] | None:
    """Return the score sheet of a penalty, which changes the payers' entries alone."""
    if not ruleset.score_sheet:
        return None
    sheet = dict.fromkeys(facts.seats.players, 0)
    for pay, points in paid:
        times = 1 if pay.payee is None else len(facts.people(pay.payee))
        for payer in facts.people(pay.payer):
            sheet[payer] -= points * times
    return tuple(sheet.items())
