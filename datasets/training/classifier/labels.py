"""Name what the classifier tells apart, and what each label is made of: a numeral and a family."""

from collections.abc import Iterable

from rules.tiles import ALL_TILES

LABELS = (*(tile.code for tile in ALL_TILES), "BACK", "NONE")
"""What the classifier tells apart, in the order of its answer; ``NONE`` is no tile at all."""

NUMERALS = ("", *"123456789")
"""Numerals of suited tiles; the first stands for all others."""
FAMILIES = ("B", "C", "D", "wind", "dragon", "0", "F", "J", "BACK", "NONE")
"""Suits, and what else a label may belong to."""

_WORDS = {
    **{numeral: numeral for numeral in "123456789"},
    **{word: word for word in ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")},
    **{letter: letter for letter in "NEWSCFRGJ"},
    **dict.fromkeys(("BAM", "BAMBOO", "BOO"), "BAM"),
    **dict.fromkeys(("CRAK", "CRACK", "CHAR"), "CRAK"),
    **dict.fromkeys(("DOT", "DOTS", "CIRCLE"), "DOT"),
    **{word: word for word in ("NORTH", "EAST", "WEST", "SOUTH", "RED", "GREEN", "DRAGON", "JOKER", "SOAP", "WHITE")},
    **dict.fromkeys(("FLOWER", "FLOWERS"), "FLOWER"),
    **dict.fromkeys(("SPRING", "SPR"), "SPRING"),
    **dict.fromkeys(("SUMMER", "SUM"), "SUMMER"),
    **dict.fromkeys(("AUTUMN", "AUT"), "AUTUMN"),
    **dict.fromkeys(("WINTER", "WIN"), "WINTER"),
    **{character: character for character in "一二三四六七八九北東西南中"},
    **dict.fromkeys("五伍", "五"),
    **dict.fromkeys("萬万", "萬"),
    **dict.fromkeys("發发発", "發"),
}
TEXTS = tuple(dict.fromkeys(_WORDS.values()))
"""What a classifier learns to find written on a face, wherever and however it stands there."""


GLYPHS = (*"123456789", *"NEWSRGFJ")
"""Single characters that a classifier learns to find where they stand: numerals, and the letters of indices."""


def texts_of(written: Iterable[str]) -> int:
    """Return which of ``TEXTS`` are among the words of some texts: bit k for the k-th."""
    words = {word for text in written for word in text.upper().split()}
    return sum(1 << TEXTS.index(text) for text in {_WORDS[word] for word in words if word in _WORDS})


def numeral_of(label: str) -> int:
    """Return the place in ``NUMERALS`` of a label's numeral."""
    return int(label[0]) if _suited(label) else 0


def family_of(label: str) -> int:
    """Return the place in ``FAMILIES`` of a label's family."""
    family = label[1] if _suited(label) else {**dict.fromkeys("NEWS", "wind"), "R": "dragon", "G": "dragon"}.get(label)
    return FAMILIES.index(family or label)


def _suited(label: str) -> bool:
    return len(label) == 2 and label[0] in NUMERALS and label[1] in FAMILIES
