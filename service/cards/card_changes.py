"""Keep, change, rename, duplicate and remove cards; every change says which version it was made from."""

from __future__ import annotations

from dataclasses import dataclass

from rules.card.card import Card
from rules.card.card_form import parse_form, rename
from rules.errors import CardError
from service.cards.card_folder import CardFolder
from service.cards.card_lists import card_entry, card_lines
from service.cards.kept_texts import version_of
from service.shared.errors import ServiceError, error_object
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class KeptCard:
    """A card as it is kept: its text with its version, and the card unless the text has a fault."""

    id: str
    text: str
    version: str
    shipped: bool
    card: Card | None
    error: CardError | None = None

    def to_json(self) -> JsonObject:
        """Return the card's entry and lines, its text, its form and its version; the `error` of one with a fault."""
        if self.card is not None:
            listed = {**card_entry(self.card), "lines": card_lines(self.card)}
        else:
            listed = {"id": self.id, "title": self.id, "source": "", "ruleset": None, "hands": 0, "lines": []}
        if self.error is not None:
            listed["error"] = error_object(self.error)
        try:
            form = parse_form(self.text).to_json()
        except CardError:
            form = None
        return {**listed, "shipped": self.shipped, "version": self.version, "text": self.text, "form": form}


def kept_card(name: str, library: CardFolder) -> KeptCard:
    """Return a card with its text, also one with a fault.

    Raises:
        CardError: `unknown-card`.
        ServiceError, OSError: as `CardFolder.card`.
    """
    text = library.text_of(name)
    shipped = library.ships(name)
    try:
        return KeptCard(name, text, version_of(text), shipped, library.card(name))
    except CardError as error:
        return KeptCard(name, text, version_of(text), shipped, None, error)


def add_card(text: str, library: CardFolder) -> KeptCard:
    """Check a card and keep it under its own id.

    Raises:
        CardError, ServiceError: as `CardFolder.add`.
    """
    card = library.add(text)
    return KeptCard(card.id, text, version_of(text), shipped=False, card=card)


def rules_of(text: str, library: CardFolder, usual: str) -> str:
    """Return the rule set that the text of a card names, or the usual one where there is none of that name."""
    named = parse_form(text).ruleset
    return named if named in library.rulesets() else usual


def put_card(name: str, text: str, library: CardFolder, expected: str | None = None) -> tuple[KeptCard, bool]:
    """Keep a card under a name, in place of the one that has it; return it, and whether it is new.

    `expected` is the version that it replaces, `*` any, and a blank text none.

    Raises:
        CardError: for a fault in the text.
        ServiceError: as `CardFolder.put`.
    """
    card, new = library.put(name, text, expected)
    return KeptCard(card.id, text, version_of(text), shipped=False, card=card), new


def copy_card(name: str, new: str, title: str | None, library: CardFolder) -> KeptCard:
    """Keep a card once more under another id, also one that ships.

    Raises:
        CardError: `unknown-card`, `bad-id`, or the fault of a card that cannot be read.
        ServiceError: `card-exists`, and as `CardFolder.put`.
    """
    if new in library.cards():
        raise ServiceError("card-exists", f"there is a card {new!r} already; choose another id", "id")
    text = rename(library.text_of(name), id=new, title=title)
    return put_card(new, text, library, "")[0]


def rename_card(name: str, new: str, title: str | None, library: CardFolder, expected: str | None = None) -> KeptCard:
    """Give a card another id, another title, or both, at once: it is never there twice, or a change of it lost.

    Raises:
        CardError, ServiceError: as `copy_card` and `CardFolder.rename`.
    """
    library.added.check_version(name, expected)
    library.refuse_shipped(name)
    before = library.text_of(name)
    # Who names no version changes the one that is read here: one that somebody writes meanwhile is not lost with it.
    version = version_of(before) if expected is None or expected == "*" else expected
    if new == name:
        return put_card(name, rename(before, title=title), library, version)[0]
    if new in library.cards():
        raise ServiceError("card-exists", f"there is a card {new!r} already; choose another id", "id")
    text = rename(before, id=new, title=title)
    card = library.rename(name, text, version)
    return KeptCard(card.id, text, version_of(text), shipped=False, card=card)
