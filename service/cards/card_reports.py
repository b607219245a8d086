"""Check card files and unfinished cards, and report their faults."""

from __future__ import annotations

from dataclasses import dataclass

from rules.card.fault import CardFault
from rules.matching.lint.check import CardReport, lint_card
from service.cards.card_folder import CardFolder
from service.cards.card_lists import card_entry, card_lines
from service.shared.errors import error_object
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class LintedFile:
    """The report on a card file."""

    file: str
    report: CardReport

    @property
    def weighty(self) -> tuple[CardFault, ...]:
        """The faults without mere notes."""
        return tuple(fault for fault in self.report.faults if fault.level != "note")

    def where(self, fault: CardFault) -> str:
        """Return the place of a fault with the file, line and column."""
        return error_object(fault.error(self.file))["where"]

    def to_json(self) -> JsonObject:
        """Return the card hand by hand with its faults; `error` is the first error, or else the first warning."""
        document: JsonObject = {"file": self.file}
        if weighty := self.weighty:
            document["error"] = self._fault(next((fault for fault in weighty if fault.level == "error"), weighty[0]))
        if (card := self.report.card) is not None:
            document |= {**card_entry(card), "lines": card_lines(card)}
        return {**document, "faults": [self._fault(fault) for fault in self.report.faults]}

    def _fault(self, fault: CardFault) -> JsonObject:
        return {**error_object(fault.error(self.file)), **fault.to_json()}


@dataclass(frozen=True, slots=True)
class CheckedDraft:
    """The report on the text of an unfinished card."""

    text: str
    report: CardReport

    def to_json(self) -> JsonObject:
        """Return every fault with its fix, and every hand that parses; `card` is None while a fault spoils it."""
        card = self.report.card
        return {"card": None if card is None else card_entry(card), **self.report.to_json(), "text": self.text}


def lint_file(text: str, file: str, library: CardFolder) -> LintedFile:
    """Check a card file, which may name a rule set of `library`."""
    return LintedFile(file, lint_card(text, rulesets=library.rulesets(), load=library.ruleset, examples=False))
