"""Show cards, scoring charts and rule sets as the contract's JSON."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

from rules.card.card import Card, list_cards
from rules.errors import CardError, ClaimError, RuleSetError
from rules.matching.example_hand import example_hand
from rules.matching.lint import check as lint
from rules.settlement.payments import OyaKoPayment
from rules.settlement.scoring_chart import ChartCell
from service.cards.card_folder import CardFolder
from service.cards.card_library import CardLibrary
from service.cards.kept_texts import version_of
from service.shared.errors import ServiceError, error_object
from service.shared.json_text import JsonObject

_log: Final = logging.getLogger(__name__)


def card_list(library: CardFolder) -> list[JsonObject]:
    """List the cards: added cards before shipped ones, and within each those of the modern game first.

    An added card has its `version`, and a faulty card its `error`.
    """
    entries = []
    shipped = list_cards()
    for name in library.cards():
        try:
            entry = card_entry(library.card(name))
        except Exception as error:  # noqa: BLE001 - one bad file must not hide the other cards
            entry = {"id": name, "title": name, "ruleset": None, "hands": 0, "error": error_object(error)}
        version = {} if name in shipped else _version(name, library)
        entries.append({**entry, **version, "shipped": name in shipped})
    return sorted(entries, key=lambda one: (one["shipped"], one["ruleset"] != lint.USUAL_RULES))


def _version(name: str, library: CardFolder) -> JsonObject:
    try:
        return {"version": version_of(library.text_of(name))}
    except (CardError, ServiceError, OSError):  # the entry's `error` already reports the unreadable file
        return {}


def show_card(name: str, library: CardLibrary) -> JsonObject:
    """Show a card hand by hand.

    Raises:
        CardError: for an unknown or faulty card.
    """
    card = library.card(name)
    return {**card_entry(card), "lines": card_lines(card)}


def card_example(name: str, number: str, ruleset: str | None, library: CardLibrary) -> JsonObject:
    """Show one hand of a card with a rack that makes it; for a line's number, its first alternative.

    `ruleset` overrides the card's own; it decides where the rack may use jokers.

    Raises:
        CardError, RuleSetError: for an unknown or faulty card or rule set.
        ClaimError: `missing-field` without any rule set, `unknown-hand`, `no-example`.
    """
    card = library.card(name)
    played = ruleset or card.ruleset
    if played is None:
        message = f"the card {card.id} names no rule set: say which one you play by"
        raise ClaimError("missing-field", message, "ruleset")
    rack = example_hand(card, number, library.ruleset(played))
    line = card_lines(card)[card.find(number)[0]]
    return {
        **card_entry(card),
        "lines": [line],
        "example": {"hand": line["hand"], "text": str(rack), "rack": rack.to_json()},
    }


def chart(name: str, library: CardLibrary) -> JsonObject:
    """Show the scoring chart of a rule set row by row, with the misprints of its source.

    Raises:
        RuleSetError: for an unknown rule set; `no-chart` for a rule set whose source prints none.
    """
    ruleset = library.ruleset(name)
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


def _cell(cell: ChartCell) -> JsonObject:
    return {**cell.to_json(), "text": str(cell)}


def lint_card(text: str, file: str, rulesets: Collection[str] = ()) -> JsonObject:
    """Show a card file line by line with its faults; `error` is the first error, or else the first warning."""
    report = lint.lint_card(text, rulesets=rulesets, examples=False)
    faults = [{**error_object(fault.error(file)), **fault.to_json()} for fault in report.faults]
    document: JsonObject = {"file": file}
    weighty = [fault for fault in faults if fault["level"] != "note"]
    if weighty:
        document["error"] = next((fault for fault in weighty if fault["level"] == "error"), weighty[0])
    if report.card is not None:
        document |= {**card_entry(report.card), "lines": card_lines(report.card)}
    return {**document, "faults": faults}


def check_draft(text: str, another: int, rulesets: Collection[str] = ()) -> JsonObject:
    """Check an unfinished card file: show every fault with its fix, and every hand that parses."""
    report = lint.lint_card(text, rulesets=rulesets, another=another)
    return {"card": None if report.card is None else card_entry(report.card), **report.to_json(), "text": text}


def card_entry(card: Card) -> JsonObject:
    """Return the entry of a card in a list."""
    return {
        "id": card.id,
        "title": card.title,
        "source": card.source,
        "ruleset": card.ruleset,
        "hands": len({hand.line for hand in card.hands}),
    }


def card_lines(card: Card) -> list[JsonObject]:
    """Return a card hand by hand."""
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


def ruleset_list(library: CardLibrary) -> list[JsonObject]:
    """List the rule sets, rules of tables last; log and skip a faulty one, as nobody can play by it."""
    found = []
    for name in library.rulesets():
        try:
            found.append(library.ruleset(name))
        except RuleSetError as error:
            _log.warning("the rules of %s: %s", name, error)
    return [
        {
            "id": one.id,
            "title": one.title,
            "document": one.document,
            "card": one.card,
            "takes_card": one.melds is None,
            "exposures": None
            if one.exposures is None
            else {"smallest": one.exposures.smallest, "natural": one.exposures.natural},
            "parent": one.parent,
            "asks": list(one.asks),
        }
        for one in found
    ]
