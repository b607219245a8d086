"""Define the classifier's labels, and the numeral and family that each label consists of."""

from collections.abc import Iterable

from rules.tiles import ALL_TILES
from vision.tilesets.group_names import family

LABELS = (*(tile.code for tile in ALL_TILES), "BACK", "NONE")
"""Labels of the classifier, in the order of its logits; the last one, ``NONE``, means no tile."""
NONE = LABELS.index("NONE")

NUMERALS = ("", *"123456789")
"""Numerals of suited tiles; the first, empty one stands for all other tiles."""
FAMILIES = ("B", "C", "D", "wind", "dragon", "0", "F", "J", "BACK", "NONE")
"""Families of labels: the suits, and the groups of all other labels."""

# The texts in the order of their bits, each with its other spellings.
_SPELLINGS = """
1 2 3 4 5 6 7 8 9 ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE N E W S C F R G J BAM=BAMBOO=BOO CRAK=CRACK=CHAR
DOT=DOTS=CIRCLE NORTH EAST WEST SOUTH RED GREEN DRAGON JOKER SOAP WHITE FLOWER=FLOWERS SPRING=SPR SUMMER=SUM
AUTUMN=AUT WINTER=WIN 一 二 三 四 六 七 八 九 北 東 西 南 中 五=伍 萬=万 發=发=発
"""
_WORDS = {word: words.split("=")[0] for words in _SPELLINGS.split() for word in words.split("=")}
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
    return int(label[0]) if label[0] in NUMERALS else 0


def family_of(label: str) -> int:
    """Return the index in ``FAMILIES`` of a label's family."""
    return FAMILIES.index(family(label))
