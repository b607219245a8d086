"""What a person needs to write and to learn a card: a template to start from, and a rack for each line."""

from __future__ import annotations

from typing import Final

from rules.card.card import Card
from rules.card.packed_groups import unpack
from rules.claim import is_winner
from rules.errors import ClaimError
from rules.hand import Hand
from rules.matching.card_index import CardIndex
from rules.matching.reasons import rules_of
from rules.ruleset import RuleSet
from rules.tiles import JOKER, Tile, overfull

TEMPLATE: Final = """\
# A card for Rackcheck. Change what stands here; `rackcheck cards lint FILE` tells every fault with its line and column,
# and how many concrete hands each line means.

id = "my-card"                      # small letters, digits and hyphens
title = "My card"
source = "Our own card"             # cited in every verdict
ruleset = "modern-american"         # the rules it is played under

# Lines are numbered from 1 through the whole card. A line is the groups, each with its suit, and the value:
#   numbers 1-9      followed by a suit: a b c (different suits, whichever), B C D (Bams, Craks, Dots), * (any suit)
#   D                the dragon of the suit that follows: DDDDa      R G 0   Red, Green, White (also a year's zero)
#   N E W S  F       winds and flowers                               Z  A    any wind, any tile; the same in its group
#   X Y U V          any number, the same throughout the hand; X+1 is the next
#   x25 or c25       may be exposed, or concealed only, and its value
#   sp               singles and pairs: no bonus for being jokerless
#   nojoker          no joker in this hand                           !       after a group: no joker in it
#   -or-             between the alternatives of a line
# Rules stand in round brackets before the value, separated by commas:
#   run              the numbers are an example: they all move up or down together
#   like             the same for a single number                    odd, even
#   X in 3 6 9       X is one of these       X in run  X is one of the numbers that run moves
#   X not Y          different numbers       V = X+Y   a sum; UV = X*X are the two digits of a product
#   suits free       other suits may take the places of B C D        differ  no tile stands in two groups

[[section]]
title = "Year"
lines = [
    "FF 2026a 0000 6666b x25",
]

[[section]]
title = "Runs"
lines = [
    "Any three in a row, one suit or three: FF 1111a 2222a 3333a -or- FF 1111a 2222b 3333c (run) x25",
]

[[section]]
title = "Like numbers"
lines = [
    "FF 1111a 1111b 1111c (like) x30",
]

[[section]]
title = "Winds and dragons"
lines = [
    "NNNN EW SSSS DDDD* x25",
]

[[section]]
title = "Singles and pairs"
lines = [
    "FF 22a 44a 66a 88a DDa DDb c50 sp",
]
"""
"""A commented card file without a fault."""


def example(card: Card, number: str, ruleset: RuleSet) -> Hand:
    """Return a rack that is the hand of this number, all concealed, with as few jokers as can be.

    A line's number means its first alternative. Raises `ClaimError`: ``unknown-hand``, ``no-example`` where no set
    could build the hand under the rule set, and ``no-card-rules`` as `rules.claim.judge` does.
    """
    rules = rules_of(card, ruleset)
    places = rules.card.find(number)
    if not places:
        message = f"{card.id} has no hand {number!r}; its hands are {card.hands[0].number} to {card.hands[-1].number}"
        raise ClaimError("unknown-hand", message, "hand")
    index = rules.index
    racks = [
        tiles
        for place in range(index.starts[places[0]], index.starts[places[0] + 1])
        if (tiles := _built(index, place)) is not None and is_winner(Hand((), tiles), card, ruleset)
    ]
    if not racks:
        message = f"no set could build hand {number} under {ruleset.id}"
        raise ClaimError("no-example", message, "hand")
    return Hand((), min(racks, key=lambda tiles: tiles.count(JOKER)))


def _built(index: CardIndex, place: int) -> tuple[Tile, ...] | None:
    """Return the tiles of a concrete hand, jokers in the place of those that a set lacks; None where none may stand."""
    rack = [list(unpack(group).tiles) for group in index.hands[place]]
    flags = index.naturals_only[index.pattern_of(place)]
    while too_many := overfull([tile for group in rack for tile in group]):
        kind = too_many[0][0]
        group = next((tiles for tiles, flag in zip(rack, flags, strict=True) if not flag and kind in tiles), None)
        if group is None or kind is JOKER:
            return None
        group[len(group) - 1 - group[::-1].index(kind)] = JOKER
    return tuple(tile for group in rack for tile in group)
