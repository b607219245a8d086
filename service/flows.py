"""What the program does without a photograph: plain functions from a question to the contract's document.

The command line, the HTTP interface and the page all come through here. Every fault is raised as an exception that
`service.shared.errors` has a row for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rules.card.card import Card, check_card, parse_card
from rules.card.template import example
from rules.errors import ClaimError, OutcomeError, RuleSetError, RulingError
from rules.hand import parse_rack
from rules.input.strict_fields import StrictFields
from rules.rulings.decide import rule as answer_ruling
from rules.rulings.decide import rulings
from rules.settlement.payments import OyaKoPayment
from rules.settlement.scoring_chart import ChartCell
from rules.settlement.settle import parse_outcome
from rules.settlement.settle import settle as settle_outcome
from service.cards.card_library import CardLibrary
from service.judging.judge_setup import make_setup
from service.shared.errors import error_object

Document = dict[str, Any]
"""A JSON object of the contract."""

DEFAULT_RULESET: Final = "nmjl-1976"
"""The rule set of rulings where none is named."""


MOST_GAMES: Final = 1_000
"""Games that one request may ask to settle: more than a year of evenings."""


def check(question: object, shelf: CardLibrary) -> Document:
    """Judge a rack: `{"id", "rack", "card", "ruleset", "options"}` in, the check document out.

    Raises:
        RulesError: for a rack, a card, a rule set or an option that cannot be read or does not exist.
    """
    fields = StrictFields.of(question, "", ClaimError)
    identity = _identity(fields)
    rack = fields.text("rack", "give the rack as text, such as '[2C 2C J 2C] 4C 4C F F'")
    card, ruleset = fields.optional_text("card"), fields.optional_text("ruleset")
    options = fields.child("options") if fields.has("options") else StrictFields.of({}, "options", ClaimError)
    fields.done()
    document = make_setup(card, ruleset, options, shelf).judge(parse_rack(rack))
    return document if identity is None else {"id": identity, **document}


def _identity(fields: StrictFields) -> str | int | None:
    if not fields.has("id"):
        return None
    value = fields.table["id"]
    if isinstance(value, bool) or not isinstance(value, str | int):
        fields.fail("id", "must be a text or a whole number", "wrong-type")
    return value


def settle(question: Any, shelf: CardLibrary, ruleset: str | None = None) -> Document:  # noqa: ANN401 - any JSON value
    """Say who pays whom: the contract's settle question in, its answer out.

    `ruleset` is what a question is settled by that names none.

    Raises:
        OutcomeError, RuleSetError: naming the field at fault.
    """
    outcome = parse_outcome(question)
    name = outcome.ruleset or ruleset
    if name is None:
        raise OutcomeError("missing-field", "is missing: name the rule set you play by", "ruleset")
    found = shelf.ruleset(name)
    # A house's file may be named by its path; the outcome goes by the id in it.
    return settle_outcome(replace(outcome, ruleset=found.id), found).to_json()


def settle_all(questions: list[Any], shelf: CardLibrary) -> list[Document]:
    """Answer each question as `settle` does, in order; one that fails has its `error` and the `id` it came with.

    Raises:
        OutcomeError: `too-many-items`.
    """
    if len(questions) > MOST_GAMES:
        message = f"holds {len(questions)} games, at most {MOST_GAMES} are settled at once"
        raise OutcomeError("too-many-items", message, "body")
    return [_settled(question, f"item {number}", shelf) for number, question in enumerate(questions, 1)]


def _settled(question: Any, where: str, shelf: CardLibrary) -> Document:  # noqa: ANN401 - any JSON value
    try:
        return settle(question, shelf)
    except Exception as error:  # noqa: BLE001 - one game that cannot be settled must not hide the others
        return {**identity_of(question), "error": error_object(error, where)}


def identity_of(question: object) -> Document:
    """The `id` of a question that could not be read whole; empty where it has none."""
    identity = question.get("id") if isinstance(question, dict) else None
    return {"id": identity} if isinstance(identity, str | int) else {}


def ruling_list(ruleset: str, shelf: CardLibrary) -> Document:
    """Every ruling with the facts it asks for, and whether the rule set's source answers it.

    Raises:
        RuleSetError: for a rule set that is not there.
    """
    found = shelf.ruleset(ruleset)
    return {"ruleset": found.id, "rulings": [entry.to_json() for entry in rulings(found)]}


def rule(ruling: str, question: Mapping[str, Any], shelf: CardLibrary) -> Document:
    """Answer one ruling: `{"ruleset", ...facts}` in, the contract's ruling document out.

    Raises:
        RulingError, OutcomeError, RuleSetError: naming the fact at fault.
    """
    facts = dict(question)
    ruleset = facts.pop("ruleset", DEFAULT_RULESET)
    if not isinstance(ruleset, str):
        raise RulingError("wrong-type", "must be the id of a rule set", "ruleset")
    return answer_ruling(ruling, shelf.ruleset(ruleset), facts).to_json()


def card_list(shelf: CardLibrary) -> list[Document]:
    """One entry a card, those that ship first; a kept card with a fault carries the `error`."""
    entries = []
    for name in shelf.cards():
        try:
            entries.append(_card_entry(shelf.card(name)))
        except Exception as error:  # noqa: BLE001 - one spoilt file must not hide the other cards
            entries.append({"id": name, "title": name, "ruleset": None, "hands": 0, "error": error_object(error)})
    return entries


def show_card(name: str, shelf: CardLibrary) -> Document:
    """A card hand by hand.

    Raises:
        CardError: for a card that is not there or has a fault.
    """
    card = shelf.card(name)
    return {**_card_entry(card), "lines": _lines(card)}


def card_example(name: str, number: str, ruleset: str | None, shelf: CardLibrary) -> Document:
    """One hand of a card with a rack that makes it; a line's number means its first alternative.

    `ruleset` stands in for the card's own: it says where jokers may help out.

    Raises:
        CardError, RuleSetError: for a card or a rule set that is not there or has a fault.
        ClaimError: `missing-field` without any rule set, `unknown-hand`, `no-example`.
    """
    card = shelf.card(name)
    played = ruleset or card.ruleset
    if played is None:
        message = f"the card {card.id} names no rule set: say which one you play by"
        raise ClaimError("missing-field", message, "ruleset")
    rack = example(card, number, shelf.ruleset(played))
    line = _lines(card)[card.find(number)[0]]
    return {
        **_card_entry(card),
        "lines": [line],
        "example": {"hand": line["hand"], "text": str(rack), "rack": rack.to_json()},
    }


def chart(name: str, shelf: CardLibrary) -> Document:
    """The scoring chart of a rule set, row by row, with what the source misprints.

    Raises:
        RuleSetError: for a rule set that is not there; `no-chart` for one whose source prints none.
    """
    ruleset = shelf.ruleset(name)
    if ruleset.chart is None or not isinstance(ruleset.payment, OyaKoPayment):
        message = f"{ruleset.id} has no scoring chart; its hands have the values that the card prints"
        raise RuleSetError("no-chart", message, "ruleset")
    rows = ruleset.chart.cells(ruleset.payment)
    return {
        "ruleset": ruleset.id,
        "source": ruleset.cite(ruleset.chart.place),
        "rows": [{"points": row[0].points, "cells": [_cell(cell) for cell in row]} for row in rows],
        "misprints": [_cell(cell) for row in rows for cell in row if cell.printed is not None],
    }


def _cell(cell: ChartCell) -> Document:
    return {**cell.to_json(), "text": str(cell)}


def add_card(text: str, shelf: CardLibrary) -> Document:
    """Check a card and keep it.

    Raises:
        CardError, ServiceError: as `CardLibrary.add`.
    """
    card = shelf.add(text)
    return {**_card_entry(card), "lines": _lines(card)}


def lint_card(text: str, file: str) -> Document:
    """A card file line by line with the number of concrete hands, or every fault of it and the first as `error`."""
    faults = [error_object(fault) for fault in check_card(text, file)]
    if faults:
        return {"file": file, "error": faults[0], "faults": faults}
    card = parse_card(text, file)
    return {"file": file, **_card_entry(card), "lines": _lines(card), "faults": []}


def _card_entry(card: Card) -> Document:
    return {
        "id": card.id,
        "title": card.title,
        "source": card.source,
        "ruleset": card.ruleset,
        "hands": len({hand.line for hand in card.hands}),
    }


def _lines(card: Card) -> list[Document]:
    return [
        {
            "hand": hand.number,
            "section": hand.section,
            "place": hand.place,
            "title": hand.title,
            "text": hand.text,
            "value": hand.value,
            "concealed_only": hand.concealed_only,
            "no_jokers": hand.no_jokers,
            "concrete": len(concrete),
        }
        for hand, concrete in zip(card.hands, card.concrete, strict=True)
    ]


def ruleset_list(shelf: CardLibrary) -> list[Document]:
    """One entry a rule set."""
    found = (shelf.ruleset(name) for name in shelf.rulesets())
    return [
        {"id": one.id, "title": one.title, "document": one.document, "card": one.card, "takes_card": one.sets is None}
        for one in found
    ]
