"""A card with wild flowers and printed jokers, for the tests of what stands where."""

from collections.abc import Sequence
from typing import Final

from rules.card.card import Card, parse_card
from rules.tiles import ALL_TILES, copies

WHOLE: Final = [tile for tile in ALL_TILES for _ in range(copies(tile))]
"""All tiles of a set."""
FLOWERS: Final = (
    "FF 2222a 4444b 6666c x25",
    "FFFF! 111a 333a 5555a x25",
    "FFFFF NNNN SS 777a x30",
    "FFF 11a 22a 33a 444a DDa c35",
)
"""Lines with flowers, in one of which no joker may stand for them."""


def own_card(lines: Sequence[str] = FLOWERS, *, flowers: str = 'flowers = "wild"') -> Card:
    """Return a card of these lines, with wild flowers or not, under modern rules: jokers stand in no pair."""
    section = '[[section]]\ntitle = "Hands"\nlines = [{}]\n'.format(", ".join(f'"{line}"' for line in lines))
    return parse_card(f'id = "own"\ntitle = "Own"\nruleset = "modern-american"\n{flowers}\n{section}')
