"""List cards, show them hand by hand or by an example, and report the faults of a card file or an unfinished card."""

from __future__ import annotations

from dataclasses import dataclass

from rules.card.card import Card
from rules.card.fault import CardFault
from rules.errors import CardError, ClaimError
from rules.hand import Hand
from rules.matching.example_hand import example_hand
from rules.matching.lint.check import USUAL_RULES, CardReport, lint_card
from service.cards.card_folder import CardFolder
from service.cards.card_library import CardLibrary
from service.cards.kept_texts import version_of
from service.cards.table_card import TableCard
from service.shared.errors import ErrorObject, ServiceError, error_object
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A card in a list.

    Attributes:
        name: the name of its file.
        shipped: whether it comes with the program.
        version: the version of an added card; None for a shipped or an unreadable one.
        card: the parsed card, or the error of a faulty one.
    """

    name: str
    shipped: bool
    version: str | None
    card: Card | ErrorObject

    def to_json(self) -> JsonObject:
        """Return the contract's entry; a faulty card has its `error`."""
        if isinstance(self.card, Card):
            # Only the name finds this file again: a copy of a file holds the id of the other.
            entry = {**card_entry(self.card), "id": self.name}
        else:
            entry = {**faulty_entry(self.name), "error": self.card}
        version = {} if self.version is None else {"version": self.version}
        return {**entry, **version, "shipped": self.shipped}


@dataclass(frozen=True, slots=True)
class CardList:
    """The cards, and what the table plays by; None if nobody has chosen it."""

    cards: tuple[ListedCard, ...]
    used: TableCard | None

    def to_json(self) -> JsonObject:
        """Return the contract's list of cards."""
        return {
            "cards": [card.to_json() for card in self.cards],
            "used": None if self.used is None else self.used.to_json(),
        }


@dataclass(frozen=True, slots=True)
class CardExample:
    """One hand of a card, by its place in `Card.hands`, with a rack that makes it."""

    card: Card
    place: int
    rack: Hand

    def to_json(self) -> JsonObject:
        """Return the card's entry with this hand and the rack."""
        line = card_lines(self.card)[self.place]
        example = {"hand": line["hand"], "text": str(self.rack), "rack": self.rack.to_json()}
        return {**card_entry(self.card), "lines": [line], "example": example}


def card_list(library: CardFolder) -> tuple[ListedCard, ...]:
    """List the cards: added cards before shipped ones, and within each those of the modern game first."""
    found = [_listed(name, library) for name in library.cards()]
    return tuple(sorted(found, key=lambda one: (one.shipped, _rules_of(one) != USUAL_RULES)))


def _listed(name: str, library: CardFolder) -> ListedCard:
    card: Card | ErrorObject
    try:
        card = library.card(name)
    except Exception as error:  # noqa: BLE001 - one bad file must not hide the other cards
        card = error_object(error)
    shipped = library.ships(name)
    return ListedCard(name, shipped, None if shipped else _version(name, library), card)


def _version(name: str, library: CardFolder) -> str | None:
    try:
        return version_of(library.text_of(name))
    except (CardError, ServiceError, OSError):  # the entry's `error` already reports the unreadable file
        return None


def _rules_of(listed: ListedCard) -> str | None:
    return listed.card.ruleset if isinstance(listed.card, Card) else None


def card_example(name: str, number: str, ruleset: str | None, library: CardLibrary) -> CardExample:
    """Show one hand of a card with a rack that makes it; for a line's number, its first alternative.

    `ruleset` overrides the card's own; it decides where the rack may use jokers.

    Raises:
        CardError, RuleSetError: for an unknown or faulty card or rule set.
        ClaimError: `missing-field` without any rule set, `unknown-hand`, `no-example`.
    """
    card = library.card(name)
    played = card.ruleset if ruleset is None else ruleset
    if played is None:
        message = f"the card {card.id} names no rule set: say which one you play by"
        raise ClaimError("missing-field", message, "ruleset")
    rack = example_hand(card, number, library.ruleset(played))
    return CardExample(card, card.find(number)[0], rack)


def card_entry(card: Card) -> JsonObject:
    """Return the entry of a card in a list."""
    return {"id": card.id, "title": card.title, "source": card.source, "ruleset": card.ruleset, "hands": hands_of(card)}


def card_document(card: Card) -> JsonObject:
    """Return the entry of a card with its hands."""
    return {**card_entry(card), "lines": card_lines(card)}


def faulty_entry(name: str) -> JsonObject:
    """Return the entry of a card whose text has a fault, without the fault."""
    return {"id": name, "title": name, "source": "", "ruleset": None, "hands": 0}


def hands_of(card: Card) -> int:
    """Count the hands of a card; alternatives of one line are one hand."""
    return len({hand.line for hand in card.hands})


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
            document |= card_document(card)
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
