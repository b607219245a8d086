"""List rule sets, and show their scoring charts."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

from rules.errors import RuleSetError
from rules.ruleset import RuleSet
from rules.settlement.payments import OyaKoPayment
from rules.settlement.scoring_chart import ChartCell
from service.cards.card_folder import CardFolder
from service.cards.card_library import CardSource
from service.shared.json_text import JsonObject

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RulesetList:
    """The rule sets, rules of tables last."""

    rulesets: tuple[RuleSet, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's list of rule sets."""
        return {"rulesets": [ruleset_entry(one) for one in self.rulesets]}


@dataclass(frozen=True, slots=True)
class ScoringChart:
    """The scoring chart of a rule set, row by row, and where its source prints it."""

    ruleset: str
    source: str
    rows: tuple[tuple[ChartCell, ...], ...]

    @property
    def misprints(self) -> tuple[ChartCell, ...]:
        """The cells that the source misprints."""
        return tuple(cell for row in self.rows for cell in row if cell.printed is not None)

    def to_json(self) -> JsonObject:
        """Return the contract's chart."""
        return {
            "ruleset": self.ruleset,
            "source": self.source,
            "rows": [{"points": row[0].points, "cells": [_cell(cell) for cell in row]} for row in self.rows],
            "misprints": [_cell(cell) for cell in self.misprints],
        }


def _cell(cell: ChartCell) -> JsonObject:
    return {**cell.to_json(), "text": str(cell)}


def ruleset_list(library: CardFolder) -> RulesetList:
    """List the rule sets; log and skip a faulty one, as nobody can play by it."""
    found = []
    for name in library.rulesets():
        try:
            found.append(library.ruleset(name))
        except RuleSetError as error:
            _log.warning("the rules of %s: %s", name, error)
    return RulesetList(tuple(found))


def ruleset_entry(one: RuleSet) -> JsonObject:
    """Return the contract's entry of a rule set."""
    called = one.exposures
    return {
        "id": one.id,
        "title": one.title,
        "document": one.document,
        "card": one.card,
        "takes_card": one.melds is None,
        "exposures": None if called is None else {"smallest": called.smallest, "natural": called.natural},
        "parent": one.parent,
        "asks": list(one.asks),
        "tournament": one.tournament is not None,
        "bettors": {"most": one.most_bets, "players": one.bettors.players},
    }


def chart(name: str, library: CardSource) -> ScoringChart:
    """Compute the scoring chart of a rule set.

    Raises:
        RuleSetError: for an unknown rule set; `no-chart` for a rule set whose source prints none.
    """
    ruleset = library.ruleset(name)
    if ruleset.chart is None or not isinstance(ruleset.payment, OyaKoPayment):
        message = f"{ruleset.id} has no scoring chart; its hands have the values that the card prints"
        raise RuleSetError("no-chart", message, "ruleset")
    return ScoringChart(ruleset.id, ruleset.cite(ruleset.chart.place), ruleset.chart.cells(ruleset.payment))
