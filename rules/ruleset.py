"""Rule sets: everything in which the sources differ, one TOML file each.

A file is complete, or names a ``parent`` and gives its changes. A section of a house rule set changes single keys of
its parent's section: a house that writes ``[payment] jokerless = 2`` changes that number alone. It replaces the value
of a key (one penalty, the cases of one ruling) as a whole.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from rules.errors import OutcomeError, RuleSetError
from rules.input.declared_types import checked, checked_fields
from rules.input.frozen_mapping import FrozenMapping
from rules.input.one_line import one_line
from rules.input.open_file import open_file
from rules.input.strict_fields import StrictFields, read_table
from rules.input.toml_faults import why_no_toml
from rules.matching.joker_rules import (
    ExposureRules,
    HandRules,
    JokerRules,
    load_exposure_rules,
    load_hand_rules,
)
from rules.melds.meld_rules import MeldRules, load_meld_rules
from rules.rulings.cases import RulingCase, load_rulings
from rules.rulings.table_cases import table_cases
from rules.settlement.bets import BettorRules, load_bettors
from rules.settlement.payments import CardPayment, OyaKoPayment, Payment, load_payment
from rules.settlement.penalties import Penalty, load_penalties
from rules.settlement.scoring_chart import Chart, load_chart
from rules.settlement.seat_rotation import RotationRules, load_rotation
from rules.settlement.seats import Seats
from rules.settlement.table_terms import TableTerms, load_table_terms
from rules.settlement.tournament import Tournament, load_tournament

FOLDER = Path(__file__).parent / "rulesets"

LARGEST_FILE: Final = 200_000
"""Most characters of a rule set file; far above any that ships."""


SECTIONS = (
    "players",
    "hand",
    "jokers",
    "exposures",
    "sets",
    "points",
    "bonuses",
    "limits",
    "payment",
    "places",
    "bettors",
    "rotation",
    "penalties",
    "table",
    "tournament",
    "rulings",
)
"""Tables of a file whose keys a house rule set may change one by one."""

PLACES = ("self_pick", "discard", "wall", "bettors")


@dataclass(frozen=True, slots=True)
@checked_fields(RuleSetError)
class RuleSet:
    """One rule system: who may play and bet, what a win, a bet and an error cost, and the answers to disputes.

    ``card`` is the id of the card it comes with, None where players bring their own or play without one. ``document``
    is the source that every verdict cites, ``places`` its headings for each kind of payment: ``self_pick``,
    ``discard``, ``wall``, and ``bettors`` where it has one. ``hand``, ``jokers`` and ``exposures`` say how to build a
    hand of a card, ``melds`` how to build and score one without a card; the fields of the other kind of game are None.
    ``limit`` is the house's limit for penalties that use one, None where the source names no figure. ``table`` holds
    the table's own decisions on points that no source covers; ``rulings`` lists its answers before the source's, with
    the names of their ``penalties``. ``tournament`` holds the scoring of games without payments. ``parent`` is the
    source of a house rule set and ``changes`` its differences, as dotted names.
    """

    id: str
    title: str
    document: str
    card: str | None
    players: tuple[int, ...]
    payment: Payment
    places: Mapping[str, str]
    bettors: BettorRules
    penalties: Mapping[str, Penalty]
    rulings: Mapping[str, tuple[RulingCase, ...]]
    hand: HandRules | None = None
    jokers: JokerRules | None = None
    exposures: ExposureRules | None = None
    melds: MeldRules | None = None
    chart: Chart | None = None
    rotation: RotationRules = field(default_factory=RotationRules)
    limit: int | None = None
    table: TableTerms = field(default_factory=TableTerms)
    tournament: Tournament | None = None
    parent: str | None = None
    changes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("places", "penalties", "rulings"):
            object.__setattr__(self, name, FrozenMapping(getattr(self, name)))

    @checked(RuleSetError)
    def cite(self, place: str) -> str:
        """Return the document and, unless blank, the place in it; add the id of a house rule set."""
        cited = f"{self.document}: {place}" if place else self.document
        return f"{cited} (with the house rules of {self.id})" if self.parent else cited

    @checked(RuleSetError)
    def cite_table(self, decided: str) -> str:
        """Return the citation of an answer that the table decided, on a point that no source covers."""
        return f"{self.title}, house rules: {decided}"

    @property
    def score_sheet(self) -> bool:
        """Whether players keep a score sheet: beside the chips or, in a tournament, in place of chips."""
        return self.tournament is not None or (isinstance(self.payment, CardPayment) and self.payment.score_sheet)

    @property
    def asks(self) -> tuple[str, ...]:
        """Facts to ask for at a win beside the usual ones: ``east``, or names of fields of the win that count here."""
        by_card = self.payment if isinstance(self.payment, CardPayment) else None
        exchanged = ("redeemed_joker",) if by_card is not None and by_card.redeemed_joker_is_self_pick else ()
        if self.tournament is None:
            return (*(("east",) if by_card is not None and by_card.east != 1 else ()), *exchanged, *self.table.asks)
        return (*exchanged, *(("last_wall",) if self.table.last_wall == "cold" else ()))

    @property
    def most_bets(self) -> int:
        """How many people may bet beside `bettors.players` players: none in a tournament, where nobody pays."""
        return 0 if self.tournament is not None else self.bettors.most

    @checked(RuleSetError)
    def check_seats(self, seats: Seats) -> None:
        """Raise `OutcomeError` where this rule set has no game for this number of players or bettors."""
        people, bettors = len(seats.players), self.bettors
        if people not in self.players:
            message = (
                f"is played by {' or '.join(map(str, self.players))}, not {people}; who bets or sits out is no player"
            )
            raise OutcomeError("wrong-number", f"{self.id} {message}", "players")
        if len(seats.bettors) > bettors.most:
            allowed = f"at most {bettors.most} may bet" if bettors.most else "the source has no bettors"
            raise OutcomeError("wrong-number", f"{self.id}: {allowed}", "bettors")
        if seats.bettors and people != bettors.players:
            message = f"{self.id} has bettors only beside {bettors.players} players"
            raise OutcomeError("wrong-number", message, "bettors")


@cache
def list_rulesets() -> tuple[str, ...]:
    """Return the ids of the rule sets that ship, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@checked(RuleSetError)
def load_ruleset(name: str) -> RuleSet:
    """Load a rule set that ships, by its id; raise `RuleSetError` (unknown-ruleset) for any other name."""
    if name not in list_rulesets():
        message = f"there is no rule set {name!r}; there are {', '.join(list_rulesets())}"
        raise RuleSetError("unknown-ruleset", message, "ruleset")
    return _load_shipped(name)


@cache
def _load_shipped(name: str) -> RuleSet:
    return read_ruleset(FOLDER / f"{name}.toml")


@checked(RuleSetError)
def read_ruleset(path: Path) -> RuleSet:
    """Load the rule set of a file: a complete one, or a house's changes to a shipped parent.

    Raises `RuleSetError` with ``where`` naming the file and the field: unreadable-file, too-long, bad-toml,
    unknown-ruleset for the parent, or the code of the field's fault.
    """
    return parse_ruleset(read_ruleset_text(path), path.name)


@checked(RuleSetError)
def parse_ruleset(text: str, name: str, parent_text: str | None = None) -> RuleSet:
    """Read the text of a rule set file; ``name`` is the file name for errors, which are those of `read_ruleset`.

    ``parent_text`` is an older text of the parent, to use in place of the shipped file; so is a key of that name.
    """
    table = _tables(text, name)
    if "parent" not in table:
        if "rulings" not in table:  # a table's own rules, whose parent is missing or misspelt
            message = f"is missing: name the rule set that the table plays by, one of {', '.join(list_rulesets())}"
            raise RuleSetError("missing-field", message, f"{name}: parent")
        return _build(table, {}, (), name)
    parent = table["parent"]
    if parent not in list_rulesets():
        message = f"must be one of {', '.join(list_rulesets())}, not {parent!r}"
        raise RuleSetError("unknown-ruleset", message, f"{name}: parent")
    own = table.pop("parent_text", parent_text)
    if not isinstance(own, str | None):
        raise RuleSetError("wrong-type", "must be the text of the parent's file", f"{name}: parent_text")
    for key in ("id", "title"):
        if key not in table:
            raise RuleSetError("missing-field", "is missing: a house rule set has its own", f"{name}: {key}")
    if table["id"] in list_rulesets():
        raise RuleSetError("duplicate-name", "is the id of a rule set that ships", f"{name}: id")
    file = f"{parent}.toml"
    base = _tables(read_ruleset_text(FOLDER / file) if own is None else own, file)
    merged, changes = _merge(base, table, name)
    return _build(merged, base, changes, name)


def with_parent_text(text: str, parent: str) -> str:
    """Return the text of a house rule set with that of its shipped parent in it, so that its meaning stays."""
    if "parent_text" in _tables(text, parent):
        return text
    # A string of JSON is one of TOML too, as no shipped text holds a DEL.
    return f"parent_text = {json.dumps(read_ruleset_text(FOLDER / f'{parent}.toml'), ensure_ascii=False)}\n{text}"


def read_ruleset_text(path: Path) -> str:
    """Return the text of a rule set file; raise `RuleSetError` (unreadable-file, too-long, bad-toml)."""
    try:
        with TextIOWrapper(open_file(path), encoding="utf-8-sig") as file:
            text = file.read(LARGEST_FILE + 1)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        raise RuleSetError("unreadable-file", message, str(path)) from error
    except UnicodeDecodeError as error:
        message = f"is no TOML file: {error.reason} at byte {error.start}; save it as UTF-8"
        raise RuleSetError("bad-toml", message, path.name) from error
    check_size(text, path.name)
    return text


def check_size(text: str, name: str) -> None:
    """Raise `RuleSetError` (too-long) for a text that `read_ruleset_text` would refuse as a file."""
    if len(text) > LARGEST_FILE:
        raise RuleSetError("too-long", f"a rule set file has at most {LARGEST_FILE} characters", name)


def _tables(text: str, name: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        at = re.search(r" \(at .*\)$", str(error))
        message = f"is no TOML file: {why_no_toml(error)}{at[0] if at else ''}"
        raise RuleSetError("bad-toml", message, name) from error


def _merge(base: dict[str, object], house: dict[str, object], name: str) -> tuple[dict[str, object], tuple[str, ...]]:
    """Return the parent's tables with the house's changes, and the dotted names of the changes."""
    merged = dict(base)
    changes = []
    for key, value in house.items():
        if key not in SECTIONS:
            merged[key] = value
            if key not in {"id", "title", "parent"}:
                changes.append(key)
            continue
        section = base.get(key, {})
        if not isinstance(value, dict) or not isinstance(section, dict):
            raise RuleSetError("wrong-type", "must be a table", f"{name}: {key}")
        # Another kind of payment or bet has other keys, so none of the parent's keys applies.
        replaced = "kind" in value and value["kind"] != section.get("kind")
        merged[key] = value if replaced else section | value
        changes += [f"{key}.{entry}" for entry in value]
    return merged, tuple(changes)


def _build(table: dict[str, object], base: dict[str, object], changes: tuple[str, ...], name: str) -> RuleSet:
    """Build the rule set from a file's tables; ``base`` holds the parent's tables, none for a complete file."""
    fields = StrictFields.of(table, f"{name}: ", RuleSetError)
    penalties = load_penalties(fields.child("penalties")) if fields.has("penalties") else {}
    rulings = load_rulings(fields.child("rulings"), penalties)
    rules = RuleSet(
        id=fields.text("id"),
        title=one_line(fields.text("title")) or fields.text("id"),
        document=fields.text("document"),
        card=fields.optional_text("card"),
        players=_numbers(fields.child("players"), "at_table"),
        payment=load_payment(fields.child("payment")),
        places=_places(fields.child("places")),
        bettors=load_bettors(fields.child("bettors")),
        penalties=penalties,
        rulings=rulings,
        hand=load_hand_rules(fields.child("hand")) if fields.has("hand") else None,
        jokers=read_table(JokerRules, fields.child("jokers")) if fields.has("jokers") else None,
        exposures=load_exposure_rules(fields.child("exposures")) if fields.has("exposures") else None,
        melds=load_meld_rules(fields) if fields.has("sets") else None,
        chart=load_chart(fields.child("chart")) if fields.has("chart") else None,
        rotation=load_rotation(fields.child("rotation")) if fields.has("rotation") else RotationRules(),
        limit=fields.optional_points("limit"),
        table=load_table_terms(fields.child("table")) if fields.has("table") else TableTerms(),
        tournament=load_tournament(fields.child("tournament")) if fields.has("tournament") else None,
        parent=fields.optional_text("parent"),
        changes=changes,
    )
    fields.done()
    if rules.melds is not None and not isinstance(rules.payment, OyaKoPayment):
        fields.fail("payment.kind", "hands of sets score points and bonuses: it must be oya-ko", "contradiction")
    if rules.tournament is not None and not isinstance(rules.payment, CardPayment):
        fields.fail("tournament", "a tournament scores the values of a card: leave this out", "contradiction")
    decided = table_cases(rules, [name for name in changes if _value(table, name) != _value(base, name)])
    answers = {name: decided.get(name, ()) + rulings.get(name, ()) for name in {**rulings, **decided}}
    return replace(rules, rulings=answers)


def _value(table: Mapping[str, object], name: str) -> object:
    """Return the value of a dotted name in a file's tables, None where the file lacks it."""
    section, _, key = name.partition(".")
    found = table.get(section)
    return found.get(key) if key and isinstance(found, Mapping) else found


def _numbers(fields: StrictFields, name: str) -> tuple[int, ...]:
    found = []
    for index, value in fields.items(name):
        if isinstance(value, bool) or not isinstance(value, int) or not 2 <= value <= 4:
            fields.fail(f"{name}[{index}]", "must be a number of players from 2 to 4", "out-of-range")
        found.append(value)
    fields.done()
    if not found:
        fields.fail(name, "must name at least one number of players", "missing-field")
    return tuple(found)


def _places(fields: StrictFields) -> dict[str, str]:
    found = {name: fields.text(name) for name in PLACES if fields.has(name) or name != "bettors"}
    fields.done()
    return found
