"""Check a card file: every fault of its text, and the hands that no set could build."""

from __future__ import annotations

from collections.abc import Iterator

from rules.card.card import Card
from rules.card.card_file import CardText, read_card_text
from rules.errors import CardError
from rules.matching.card_index import CardIndex
from rules.ruleset import list_rulesets, load_ruleset


def check_card(text: str, name: str = "card") -> tuple[CardError, ...]:
    """Return every fault of a card file in the order of its lines; none for a good card.

    Beside the faults that `rules.card.card.parse_card` raises: ``unplayable-hand`` where no set could build a hand
    under the joker rules of the card's own rule set, and ``no-card-rules`` where that is played without a card.
    """
    found, faults = read_card_text(text, name)
    return faults if found is None else tuple(_unplayable(found, name))


def _unplayable(found: CardText, name: str) -> Iterator[CardError]:
    if found.ruleset not in list_rulesets():
        return
    jokers = load_ruleset(found.ruleset).jokers
    if jokers is None:
        yield CardError("no-card-rules", f"{found.ruleset} is played without a card", file=name, line=1, column=1)
        return
    playable = CardIndex(Card.of(found), jokers).playable()
    for hand, (line, column), good in zip(found.hands, found.places, playable, strict=True):
        if not good:
            message = f"no set could build hand {hand.number}: {found.ruleset} lets no joker stand for what is missing"
            yield CardError("unplayable-hand", message, file=name, line=line, column=column)
