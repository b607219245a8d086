"""Protocols to look up cards and rule sets by name, for any store: a folder, memory, a dispute bundle."""

from __future__ import annotations

from typing import Protocol, Self

from rules.card.card import Card
from rules.ruleset import RuleSet


class CardSource(Protocol):
    """Look up cards and rule sets by name, which is all that judging and settling need."""

    def card(self, name: str) -> Card:
        """Return the card of that name.

        Raises:
            CardError: `unknown-card`, or the first fault of its text.
        """

    def ruleset(self, name: str) -> RuleSet:
        """Return the rule set of that id.

        Raises:
            RuleSetError: `unknown-ruleset`, or the fault of its text.
        """


class CardLibrary(CardSource, Protocol):
    """A `CardSource` that also returns the texts, to store with an entry or a dispute."""

    def card_text(self, name: str) -> str:
        """Return the text of a card's file; raises as `card`."""

    def ruleset_text(self, name: str) -> str:
        """Return the text of a rule set's file; raises as `ruleset`."""

    def names_only(self) -> Self:
        """Return the same library, but never treat a name as the path of a file."""
