"""Cards and rule sets as they were when an entry was made."""

from __future__ import annotations

from functools import lru_cache

from rules.card.card import Card, parse_card
from rules.ruleset import RuleSet, parse_ruleset
from service.cards.card_library import CardLibrary
from service.ledger.game.records import Source


def ruleset_source(library: CardLibrary, name: str) -> Source:
    """The text of a rule set of the library.

    Raises:
        RuleSetError: for one that is not there or has a fault.
    """
    return Source("ruleset", library.ruleset(name).id, library.ruleset_text(name))


def card_source(library: CardLibrary, name: str) -> Source:
    """The text of a card of the library.

    Raises:
        CardError: for one that is not there or has a fault.
    """
    return Source("card", library.card(name).id, library.card_text(name))


@lru_cache(maxsize=64)
def read_card(source: Source) -> Card:
    """The card of a stored text.

    Raises:
        CardError: where this program no longer reads it.
    """
    return parse_card(source.text, source.id)


@lru_cache(maxsize=64)
def read_rules(source: Source) -> RuleSet:
    """The rule set of a stored text.

    Raises:
        RuleSetError: where this program no longer reads it.
    """
    return parse_ruleset(source.text, source.id)


class PinnedLibrary(CardLibrary):
    """A library in which some names mean what they meant when they were written down, the others what they mean now."""

    def __init__(self, library: CardLibrary, *sources: Source) -> None:
        super().__init__(library.kept, files=False)
        self._pinned = {(source.kind, source.id): source for source in sources}

    def card(self, name: str) -> Card:
        """The card of that name, pinned or of now."""
        source = self._pinned.get(("card", name))
        return super().card(name) if source is None else read_card(source)

    def ruleset(self, name: str) -> RuleSet:
        """The rule set of that id, pinned or of now."""
        source = self._pinned.get(("ruleset", name))
        return super().ruleset(name) if source is None else read_rules(source)
