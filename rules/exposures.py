"""Which tiles may lie in one exposure: a pung, kong, quint or sextet with jokers, or a chow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.tiles import CODES, FLOWER, JOKER

SIZES: Final = range(3, 7)
"""Tiles of an exposure, pung to sextet: pairs and single tiles are never exposed (American rules)."""

COPIES: Final = 4
"""Tiles of one kind that an exposure may hold, jokers and flowers apart: a set has no more."""


def is_like(codes: Sequence[str]) -> bool:
    """Say whether tiles are a pung, kong, quint or sextet: one kind and jokers, not jokers alone.

    Any other code than a tile's, such as that of a face-down tile, is in no exposure.
    """
    kinds = set(codes) - {JOKER.code}
    natural = len(codes) - codes.count(JOKER.code)
    return (
        len(codes) in SIZES and len(kinds) == 1 and kinds <= set(CODES) and (natural <= COPIES or FLOWER.code in kinds)
    )


def is_run(codes: Sequence[str]) -> bool:
    """Say whether tiles are a chow: three of one suit that follow each other, in any order, without jokers."""
    if len(codes) != 3 or any(len(code) != 2 for code in codes):
        return False
    numbers = sorted(int(code[0]) for code in codes)
    return len({code[1] for code in codes}) == 1 and numbers == list(range(numbers[0], numbers[0] + 3))


def may_be_one_meld(codes: Sequence[str]) -> bool:
    """Say whether tiles may lie in one exposure under any rule set."""
    return is_like(codes) or is_run(codes)
