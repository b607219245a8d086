"""Define the classifier's labels, and the numeral and family that each label consists of."""

from collections.abc import Iterable

from rules.tiles import ALL_TILES

LABELS = (*(tile.code for tile in ALL_TILES), "BACK", "NONE")
"""Labels of the classifier, in the order of its logits; ``NONE`` means no tile."""

NUMERALS = ("", *"123456789")
"""Numerals of suited tiles; the first, empty one stands for all other tiles."""
FAMILIES = ("B", "C", "D", "wind", "dragon", "0", "F", "J", "BACK", "NONE")
"""Families of labels: the suits, and the groups of all other labels."""

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
"""Texts that a classifier learns to find on a face, anywhere and in any orientation."""


GLYPHS = (*"123456789", *"NEWSRGFJ")
"""Single characters that a classifier learns to locate: numerals, and the letters of indices."""


def texts_of(written: Iterable[str]) -> int:
    """Return a bit mask of the ``TEXTS`` among the words of ``written``: bit k for the k-th."""
    words = {word for text in written for word in text.upper().split()}
    return sum(1 << TEXTS.index(text) for text in {_WORDS[word] for word in words if word in _WORDS})


def numeral_of(label: str) -> int:
    """Return the index in ``NUMERALS`` of a label's numeral."""
    return int(label[0]) if _suited(label) else 0


def family_of(label: str) -> int:
    """Return the index in ``FAMILIES`` of a label's family."""
    family = label[1] if _suited(label) else {**dict.fromkeys("NEWS", "wind"), "R": "dragon", "G": "dragon"}.get(label)
    return FAMILIES.index(family or label)


def _suited(label: str) -> bool:
    return len(label) == 2 and label[0] in NUMERALS and label[1] in FAMILIES
