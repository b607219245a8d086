"""The signs that the reader of print may answer: those of ASCII, as a card has no others."""

from __future__ import annotations

from typing import Final

LABELS: Final = ("", *map(chr, range(33, 127)), " ")
"""By their numbers; the first is the blank between two letters."""


def columns_of(signs: str) -> list[int]:
    """Return where the network's output has each of `LABELS`.

    Args:
        signs: what PP-OCRv6's file says it knows, a sign a line. The output has the blank before them, a space behind.
    """
    known = signs.splitlines()
    return [0, *(known.index(letter) + 1 for letter in LABELS[1:-1]), len(known) + 1]
