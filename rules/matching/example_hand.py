"""Build an example rack for a line of a card."""

from __future__ import annotations

from collections.abc import Sequence

from rules.card.card import Card
from rules.card.expansion import ConcreteHand
from rules.card.packed_groups import unpack
from rules.card.pattern import HandPattern
from rules.errors import ClaimError
from rules.hand import Hand
from rules.input.declared_types import checked
from rules.matching.group_assignment import shape_of
from rules.matching.index.card_index import CardIndex, naturals_only
from rules.matching.joker_rules import JokerRules
from rules.matching.played_card import PlayedCard
from rules.matching.winner import is_winner
from rules.ruleset import RuleSet
from rules.tiles import JOKER, Tile, overfull
from rules.verdict import GroupReading


@checked(ClaimError, number="hand")
def example_hand(card: Card, number: str, ruleset: RuleSet) -> Hand:
    """Return a rack that makes the hand of this number, all concealed, with jokers for no more tiles than a set lacks.

    A line's number means its first alternative. Raises `ClaimError`: ``unknown-hand``, ``no-example`` where no set
    could build the hand under the rule set, and ``no-card-rules`` as `rules.judging.judge` does.
    """
    played = PlayedCard.of(card, ruleset)
    first = played.find(number, "hand")[0]
    index = played.index
    racks = [
        tiles
        for place in range(index.starts[first], index.starts[first + 1])
        if (tiles := _built(index, place)) is not None and is_winner(Hand((), tiles), card, ruleset)
    ]
    if not racks:
        message = f"no set could build hand {number} under {ruleset.id}"
        if index.starts[first] == index.starts[first + 1]:
            message = f"suit and dragon of hand {number} do not match, as {ruleset.id} asks for"
        raise ClaimError("no-example", message, "hand")
    return Hand((), min(racks, key=lambda tiles: tiles.count(JOKER)))


def drawn_example(
    pattern: HandPattern, concrete: Sequence[ConcreteHand], jokers: JokerRules, draw: int
) -> tuple[GroupReading, ...] | None:
    """Return one of a pattern's concrete hands as groups of tiles; ``draw`` chooses which.

    Return None where no set could build any of them under the joker rules.
    """
    for step in range(len(concrete)):
        # The golden ratio spreads the draws over the list, whatever its length.
        place = (int(draw * 0.618034 * len(concrete)) + draw + step) % len(concrete)
        rack = _with_jokers(concrete[place], naturals_only(pattern, concrete[place], jokers))
        if rack is not None:
            return tuple(
                GroupReading(shape_of(printed.symbols, group), tuple(tiles), unpack(group).tiles, exposed=False)
                for printed, group, tiles in zip(pattern.groups, concrete[place], rack, strict=True)
            )
    return None


def _built(index: CardIndex, place: int) -> tuple[Tile, ...] | None:
    """Return the tiles of a concrete hand, with jokers for tiles that a set lacks; None where no joker may stand."""
    rack = _with_jokers(index.hands[place], index.naturals_only[place])
    return None if rack is None else tuple(tile for group in rack for tile in group)


def _with_jokers(concrete: ConcreteHand, flags: Sequence[bool]) -> list[list[Tile]] | None:
    """Return the groups of a concrete hand, with jokers for tiles that a set lacks; None where no joker may stand."""
    rack = [list(unpack(group).tiles) for group in concrete]
    while too_many := overfull([tile for group in rack for tile in group]):
        kind = too_many[0][0]
        group = next((tiles for tiles, flag in zip(rack, flags, strict=True) if not flag and kind in tiles), None)
        if group is None or kind is JOKER:
            return None
        group[len(group) - 1 - group[::-1].index(kind)] = JOKER
    return rack
