"""Keep what is computed of a card as long as the card lives: its indexes, and the card under house rules."""

from __future__ import annotations

import weakref
from dataclasses import dataclass, field, replace
from typing import Final

from rules.card.card import Card, colour_clash, free_suits
from rules.matching.index.card_index import CardIndex
from rules.matching.joker_rules import HandRules, JokerRules


@dataclass(slots=True)
class _Compiled:
    """The cached results of one card: an index for each way of playing jokers, and the card under house rules."""

    indexes: dict[tuple[bool, ...], CardIndex] = field(default_factory=dict)
    freed: Card | None = None
    coloured: Card | None = None


_COMPILED: Final[dict[int, _Compiled]] = {}
"""The cached results of each living card by its ``id()``: comparing cards would take longer than judging."""


def _compiled(card: Card) -> _Compiled:
    found = _COMPILED.get(id(card))
    if found is None:
        found = _COMPILED[id(card)] = _Compiled()
        weakref.finalize(card, _COMPILED.pop, id(card), None).atexit = False
    return found


def index_of(card: Card, jokers: JokerRules) -> CardIndex:
    """Return the card compiled for these joker rules; joker rules with equal `JokerRules.ways` share one index."""
    jokers = jokers_on(card, jokers)
    indexes = _compiled(card).indexes
    found = indexes.get(jokers.ways)
    if found is None:
        found = indexes[jokers.ways] = CardIndex(card, jokers)
    return found


def jokers_on(card: Card, jokers: JokerRules) -> JokerRules:
    """Return the joker rules for a card, with wild flowers where the card says so."""
    return replace(jokers, flowers_wild=True) if card.flowers_wild and not jokers.flowers_wild else jokers


def freed(card: Card) -> Card:
    """Return the card with `free_suits`, computed once; raise as `free_suits` does."""
    compiled = _compiled(card)
    if compiled.freed is None:
        compiled.freed = free_suits(card)
    return compiled.freed


def coloured(card: Card) -> Card:
    """Return the card without the hands whose suits and dragons do not match, computed once."""
    compiled = _compiled(card)
    if compiled.coloured is None:
        kept = tuple(tuple(hand for hand in hands if colour_clash(hand) is None) for hands in card.concrete)
        # Copy even where no hand drops out: the cache must not keep the card itself alive.
        compiled.coloured = replace(card, concrete=kept)
    return compiled.coloured


def as_played(card: Card, rules: HandRules) -> Card:
    """Return the card as the rules play it: in free suits, and by the colour rule."""
    if rules.suits_free:
        card = freed(card)
    return coloured(card) if rules.colour_rule else card
