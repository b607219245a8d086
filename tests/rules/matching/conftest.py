"""The card and the rules of 1976, for the tests of matching."""

from dataclasses import replace

import pytest

from rules.card.card import Card, load_card
from rules.ruleset import RuleSet, load_ruleset


@pytest.fixture(scope="module")
def card() -> Card:
    """Load the card of 1976."""
    return load_card("nmjl-1976")


@pytest.fixture(scope="module")
def book() -> RuleSet:
    """Load the rules of 1976: jokers stand anywhere."""
    return load_ruleset("nmjl-1976")


@pytest.fixture(scope="module")
def modern(book: RuleSet) -> RuleSet:
    """Return the rules of 1976 with today's joker rule: three or more like tiles."""
    assert book.jokers is not None
    return replace(book, jokers=replace(book.jokers, in_pairs=False, in_singles=False, in_unlike_groups=False))
