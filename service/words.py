"""Tiles and lists in a player's words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_SUITS: Final = {"B": "Bam", "C": "Crak", "D": "Dot"}
_HONORS: Final = {
    "N": "North",
    "E": "East",
    "W": "West",
    "S": "South",
    "R": "Red dragon",
    "G": "Green dragon",
    "0": "Soap",
    "F": "Flower",
    "J": "Joker",
    "BACK": "face down",
}


def tile_name(label: str) -> str:
    """Return `6B` as `6 Bam`."""
    return _HONORS.get(label) or f"{label[0]} {_SUITS[label[1]]}"


def either(words: Sequence[str]) -> str:
    """Return `a, b or c`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + f" or {words[-1]}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return `1 tile`, `2 tiles`."""
    return f"{count} {one if count == 1 else many or one + 's'}"
