"""The labels of the print reader: ASCII alone, as a card has no other signs."""

from __future__ import annotations

from typing import Final

LABELS: Final = ("", *map(chr, range(33, 127)), " ")
"""Signs by label index; the first is the blank of the CTC decoder."""


def columns_of(signs: str) -> list[int]:
    """Return the column of the network's output for each of `LABELS`.

    Args:
        signs: the signs in the metadata of PP-OCRv6, one per line. The output adds a blank before and a space after.
    """
    known = signs.splitlines()
    return [0, *(known.index(letter) + 1 for letter in LABELS[1:-1]), len(known) + 1]
