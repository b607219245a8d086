"""Hands without melds: twins (seven pairs) and orphans. Both are inside hands but for the winning tile (Glossary)."""

from __future__ import annotations

from typing import Final

from rules.melds.circumstances import Circumstances
from rules.melds.decomposition import Counts
from rules.melds.limit_hands import LimitHand, limit_hand
from rules.melds.meld_rules import MeldRules
from rules.melds.melds import is_honor
from rules.tiles import ALL_TILES, Tile

PAIRS: Final = 7
ORPHANS: Final = tuple(tile.index for tile in ALL_TILES[:34] if is_honor(tile))
"""The indexes of the thirteen honor tiles."""


def is_twins(counts: Counts) -> bool:
    """Say whether tiles are seven different pairs; four of one tile are never two pairs (Important rules)."""
    return counts.count(2) == PAIRS and sum(counts) == 2 * PAIRS


def is_orphans(counts: Counts) -> bool:
    """Say whether tiles are one of each honor tile and a second of one of them."""
    held = [counts[index] for index in ORPHANS]
    return sum(counts) == len(ORPHANS) + 1 == sum(held) and all(held)


def twins_limits(kinds: tuple[Tile, ...], rules: MeldRules) -> tuple[LimitHand, ...]:
    """Return the limit hands that seven pairs make, however the last tile came; none for mixed twins."""
    honors = sum(is_honor(tile) for tile in kinds)
    suits = {tile.suit for tile in kinds}
    found = {
        "twins-ari": honors == PAIRS,
        "twins-nashi": honors == 0,
        "twins-in-one-suit": len(suits) == 1 and "" not in suits,
    }
    return tuple(limit_hand(key, rules) for key, holds in found.items() if holds)


def mixed_twins(circumstances: Circumstances, rules: MeldRules) -> LimitHand:
    """Return mixed twins: a half limit, and the limit where the last tile is known to be drawn from the wall."""
    return limit_hand("mixed-twins", rules, "drawn from the wall" if circumstances.drawn else "")
