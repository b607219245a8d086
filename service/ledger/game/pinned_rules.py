"""Cards and rule sets in the version that an entry used."""

from __future__ import annotations

from functools import lru_cache

from rules.card.card import Card, parse_card
from rules.ruleset import RuleSet, parse_ruleset, with_parent_text
from service.cards.card_library import CardLibrary
from service.ledger.game.records import Source


def ruleset_source(library: CardLibrary, name: str) -> Source:
    """Return the text of a rule set of the library, with its parent's, which a later version may change.

    Raises:
        RuleSetError: for an unknown or faulty rule set.
    """
    ruleset, text = library.ruleset(name), library.ruleset_text(name)
    whole = text if ruleset.parent is None else with_parent_text(text, ruleset.parent)
    return Source("ruleset", ruleset.id, whole)


def card_source(library: CardLibrary, name: str) -> Source:
    """Return the text of a card of the library.

    Raises:
        CardError: for an unknown or faulty card.
    """
    return Source("card", library.card(name).id, library.card_text(name))


@lru_cache(maxsize=64)
def read_card(source: Source) -> Card:
    """Parse the card of a stored text; raises CardError if this version cannot."""
    return parse_card(source.text, source.id)


@lru_cache(maxsize=64)
def read_rules(source: Source) -> RuleSet:
    """Parse the rule set of a stored text; raises RuleSetError if this version cannot."""
    return parse_ruleset(source.text, source.id)


class PinnedLibrary:
    """A library that resolves some names to pinned texts, and all others to the present library."""

    def __init__(self, library: CardLibrary, *sources: Source, files: bool = False) -> None:
        # We never read a name in an imported game as the path of a file.
        self._library = library if files else library.names_only()
        self._pinned = {(source.kind, source.id): source for source in sources}

    def card(self, name: str) -> Card:
        """Return the card of that name, pinned or present."""
        source = self._pinned.get(("card", name))
        return self._library.card(name) if source is None else read_card(source)

    def ruleset(self, name: str) -> RuleSet:
        """Return the rule set of that id, pinned or present."""
        source = self._pinned.get(("ruleset", name))
        return self._library.ruleset(name) if source is None else read_rules(source)

    def card_text(self, name: str) -> str:
        """Return the text of a card, pinned or present."""
        source = self._pinned.get(("card", name))
        return self._library.card_text(name) if source is None else source.text

    def ruleset_text(self, name: str) -> str:
        """Return the text of a rule set, pinned or present."""
        source = self._pinned.get(("ruleset", name))
        return self._library.ruleset_text(name) if source is None else source.text

    def names_only(self) -> PinnedLibrary:
        """Return the library itself, which is for code that must not name paths."""
        return self
