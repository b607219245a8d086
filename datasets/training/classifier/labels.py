"""Name what the classifier tells apart, and what each label is made of: a numeral and a family."""

from rules.tiles import ALL_TILES

LABELS = (*(tile.code for tile in ALL_TILES), "BACK", "NONE")
"""What the classifier tells apart, in the order of its answer; ``NONE`` is no tile at all."""

NUMERALS = ("", *"123456789")
"""Numerals of suited tiles; the first stands for all others."""
FAMILIES = ("B", "C", "D", "wind", "dragon", "0", "F", "J", "BACK", "NONE")
"""Suits, and what else a label may belong to."""


def numeral_of(label: str) -> int:
    """Return the place in ``NUMERALS`` of a label's numeral."""
    return int(label[0]) if _suited(label) else 0


def family_of(label: str) -> int:
    """Return the place in ``FAMILIES`` of a label's family."""
    family = label[1] if _suited(label) else {**dict.fromkeys("NEWS", "wind"), "R": "dragon", "G": "dragon"}.get(label)
    return FAMILIES.index(family or label)


def _suited(label: str) -> bool:
    return len(label) == 2 and label[0] in NUMERALS and label[1] in FAMILIES
