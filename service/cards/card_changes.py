"""Store, change, rename and duplicate cards; every change names the version that it replaces."""

from __future__ import annotations

from dataclasses import dataclass

from rules.card.card import Card, parse_card
from rules.card.card_form import parse_form, rename
from rules.errors import CardError
from service.cards.card_folder import CardFolder
from service.cards.card_lists import card_document, faulty_entry
from service.cards.kept_texts import version_of
from service.cards.table_card import follow_rename
from service.shared.errors import ServiceError, error_object
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class KeptCard:
    """A stored card: its text, and the parsed card unless the text has a fault."""

    id: str
    text: str
    card: Card | None
    shipped: bool = False
    error: CardError | None = None

    @property
    def version(self) -> str:
        """The version of the text."""
        return version_of(self.text)

    def to_json(self) -> JsonObject:
        """Return the card's entry, lines, text, form and version; for a faulty card also the `error`."""
        listed = card_document(self.card) if self.card is not None else {**faulty_entry(self.id), "lines": []}
        # Only the name finds this file again: a copy of a file holds the id of the other.
        listed["id"] = self.id
        if self.error is not None:
            listed["error"] = error_object(self.error)
        try:
            form = parse_form(self.text).to_json()
        except CardError:
            form = None
        return {**listed, "shipped": self.shipped, "version": self.version, "text": self.text, "form": form}


def kept_card(name: str, library: CardFolder) -> KeptCard:
    """Return a card with its text, even a faulty card.

    Raises:
        CardError: `unknown-card`.
        ServiceError, OSError: as `CardFolder.card`.
    """
    text = library.text_of(name)
    shipped = library.ships(name)
    try:
        return KeptCard(name, text, library.card(name), shipped)
    except CardError as error:
        return KeptCard(name, text, None, shipped, error)


def add_card(text: str, library: CardFolder) -> KeptCard:
    """Parse a card and store it under its own id.

    Raises:
        CardError: for a fault in the text.
        ServiceError: `card-exists` for a taken id, and as `KeptTexts.put`.
    """
    card = parse_card(text, "card")
    if card.id in library.cards():
        raise ServiceError("card-exists", f"there is a card {card.id!r} already; give this one another id", "id")
    library.added.put(card.id, text, "")
    return KeptCard(card.id, text, card)


def put_card(name: str, text: str, library: CardFolder, expected: str | None = None) -> tuple[KeptCard, bool]:
    """Store a card under a name and replace any card of that name; return it, and whether it is new.

    `expected` is the version to replace: `*` for any version, an empty text for a new card, None for no check.

    Raises:
        CardError: for a fault in the text.
        ServiceError: as `CardFolder.put`.
    """
    card, new = library.put(name, text, expected)
    return KeptCard(card.id, text, card), new


def copy_card(name: str, new: str, title: str | None, library: CardFolder) -> KeptCard:
    """Duplicate a card, also a shipped one, under another id.

    Raises:
        CardError: `unknown-card`, `bad-id`, or the fault of the card.
        ServiceError: `card-exists`, and as `CardFolder.put`.
    """
    if new in library.cards():
        raise ServiceError("card-exists", f"there is a card {new!r} already; choose another id", "id")
    text = rename(library.text_of(name), id=new, title=title)
    return put_card(new, text, library, "")[0]


def rename_card(name: str, new: str, title: str | None, library: CardFolder, expected: str | None = None) -> KeptCard:
    """Give a card another id, another title, or both, in one step that neither duplicates it nor loses a change.

    The table goes on playing by it.

    Raises:
        CardError, ServiceError: as `copy_card`; `shipped-card`, and as `KeptTexts.rename`.
    """
    library.added.check_version(name, expected)
    library.refuse_shipped(name)
    before = library.text_of(name)
    # Without a version from the caller we expect the one just read, so that a concurrent change is never lost.
    version = version_of(before) if expected is None or expected == "*" else expected
    if new == name:
        return put_card(name, rename(before, title=title), library, version)[0]
    if new in library.cards():
        raise ServiceError("card-exists", f"there is a card {new!r} already; choose another id", "id")
    text = rename(before, id=new, title=title)
    card = parse_card(text, "card")
    library.added.rename(name, new, text, version)
    follow_rename(name, new, library.kept.parent)
    return KeptCard(card.id, text, card)
