"""The colour rule of a rule set: dragons stand in a hand only beside the suit that they belong to."""

from __future__ import annotations

from itertools import product

from rules.card.expansion import ConcreteHand
from rules.card.packed_groups import SIZE_BITS, tile_counts
from rules.tiles import ALL_TILES, DRAGON_OF_SUIT, DRAGONS, Tile


def colour_clash(hand: ConcreteHand) -> tuple[Tile, Tile] | None:
    """Return a dragon of a hand and a tile of a suit that it does not belong to; None where there are none.

    A White dragon among different tiles, as in a year, is the number zero and has no colour.
    """
    dragons = {ALL_TILES[group >> SIZE_BITS] for group in hand if group > 0}.intersection(DRAGONS)
    if not dragons:
        return None
    tiles = sorted(ALL_TILES[kind] for group in hand for kind, _ in tile_counts(group))
    pairs = product(sorted(dragons), tiles)
    return next((pair for pair in pairs if DRAGON_OF_SUIT.get(pair[1].suit, pair[0]) is not pair[0]), None)
