"""The 36 kinds of tile, every way of writing them, and which may lie in one exposure.

Output uses one code a kind: ``1B``..``9B`` Bams, ``1C``..``9C`` Craks, ``1D``..``9D`` Dots, ``N E W S`` winds, ``R G
0`` dragons (0 is White, the Soap), ``F`` flower, ``J`` joker.

Input may be in capitals or small letters. The reader settles ambiguous text by these rules:

* A digit takes the suit letter that follows it, so ``1D`` is a Dot; ``D`` without a digit is a dragon only as ``RD``,
  ``GD``, ``WD`` (``NEWD`` is North, East, White).
* ``0`` is the Soap and has no suit: the reader refuses ``10B`` and ``01B``; ``0 1B`` is two tiles.
* Letters without spaces are one tile each (``NEWS``, ``FFJJ``, ``RG0``) unless the whole word is a name: ``Red`` is one
  dragon, not R, E and a stray D; ``West`` is one wind.
* ``W`` is always the West wind; White is ``0``, ``WD``, ``White`` or ``Soap``.
* A name stands alone between spaces, commas or brackets; the short forms may be glued (``FF1111B``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Never, final

from rules.errors import TileTextError
from rules.input.declared_types import checked
from rules.input.strict_fields import describe

MAX_TEXT: Final = 2_000
"""Most characters of a text; far above any rack, so that hostile input fails early."""

CODES: Final = tuple(
    [f"{number}{suit}" for suit in "BCD" for number in range(1, 10)] + list("NEWS") + list("RG0") + list("FJ")
)
"""The 36 codes, in the order of index and of sorting."""


@final
class Tile:
    """One kind of tile, such as ``Tile("5B")``.

    Each kind has exactly one object, so tiles compare by identity. Tiles are immutable and sort in the order of
    `CODES`. Raises `TileTextError` (``unknown-tile``) for any other code.
    """

    __slots__ = ("code", "index", "number", "suit")

    code: str
    index: int
    """Place in `ALL_TILES`, 0 to 35."""
    suit: str
    """``B``, ``C`` or ``D`` for a numbered tile, else empty."""
    number: int
    """1 to 9 for a numbered tile, else 0."""

    def __new__(cls, code: str) -> Tile:
        """Return the one object of this kind."""
        try:
            return _BY_CODE[code]
        except (KeyError, TypeError):
            shown = code if isinstance(code, str) else describe(code)
            message = f"{shown!r} is not the code of a tile; the codes are {' '.join(CODES)}"
            raise TileTextError("unknown-tile", message, position=1, offending=shown) from None

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError("a tile cannot be changed")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError("a tile cannot be changed")

    def __reduce__(self) -> tuple[type[Tile], tuple[str]]:
        return Tile, (self.code,)

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f'Tile("{self.code}")'


def _make(index: int, code: str) -> Tile:
    tile = object.__new__(Tile)
    number = int(code[0]) if len(code) == 2 else 0
    for name, value in (("code", code), ("index", index), ("suit", code[1:]), ("number", number)):
        object.__setattr__(tile, name, value)
    return tile


_BY_CODE: Final = {code: _make(index, code) for index, code in enumerate(CODES)}

ALL_TILES: Final = tuple(_BY_CODE.values())
"""Every kind, in order of index."""

FLOWER: Final = Tile("F")
JOKER: Final = Tile("J")
WINDS: Final = tuple(Tile(code) for code in "NEWS")
DRAGONS: Final = tuple(Tile(code) for code in "RG0")
SUITS: Final = "BCD"
DRAGON_OF_SUIT: Final = {"B": Tile("G"), "C": Tile("R"), "D": Tile("0")}
"""Green goes with Bams, Red with Craks, White with Dots (1976 book, p. 15, before the hands)."""

COPIES: Final = 4
"""Tiles of one kind in a tile set, flowers and jokers aside."""


def copies(tile: Tile) -> int:
    """Return how many of this kind a tile set holds: 8 flowers, 8 jokers, 4 of every other kind.

    They make 152 tiles (1976 book, "Description of Mah Jongg tiles").
    """
    return 8 if tile is FLOWER or tile is JOKER else COPIES


COPIES_OF_ALL: Final = tuple(map(copies, ALL_TILES))
"""The number of each kind in a tile set, in the order of `ALL_TILES`."""


def overfull(tiles: Iterable[Tile]) -> tuple[tuple[Tile, int], ...]:
    """Return each kind held more often than a tile set has it, with the number held, in tile order."""
    held = Counter(tiles)
    return tuple(sorted([(tile, number) for tile, number in held.items() if number > COPIES_OF_ALL[tile.index]]))


_NAMES: Final = {
    **{name: _BY_CODE[name[0].upper()] for name in ("north", "east", "west", "south", "red", "green")},
    "white": Tile("0"),
    "soap": Tile("0"),
    "bird": Tile("1B"),
    "flower": FLOWER,
    "joker": JOKER,
}
_SHORT_DRAGONS: Final = {"rd": Tile("R"), "gd": Tile("G"), "wd": Tile("0")}
_EDGE: Final = r"(?![a-z0-9])"
_TOKEN: Final = re.compile(
    rf"""(?P<name>(?<![a-z0-9])(?:
            (?P<wind>north|east|west|south)(?:\s*wind)?
          | (?P<dragon>red|green|white)(?:\s*dragon)?
          | (?:big\s*)?(?P<joker>joker)
          | (?P<plain>soap|bird|flower)){_EDGE})
      | (?P<digits>[0-9]*[1-9][0-9]*)
        (?P<suit>\s*(?:bam|crac?k|dot)s?{_EDGE} | [bcd])
      | (?P<short>[rgw]d)
      | (?P<letter>[newsrg0fj])""",
    re.IGNORECASE | re.ASCII | re.VERBOSE,
)

# The Unicode block "Mahjong Tiles": winds, dragons, characters (Craks), bamboos, circles (Dots), then
# four flowers and four seasons, which are all flowers here, the joker, and the back of a tile.
_UNICODE: Final = dict(
    zip(
        range(0x1F000, 0x1F02B),
        [_BY_CODE[code] for code in "ESWNRG0"]
        + [_BY_CODE[f"{number}{suit}"] for suit in "CBD" for number in range(1, 10)]
        + [FLOWER] * 8
        + [JOKER],
        strict=True,
    )
)
_UNICODE_BACK: Final = 0x1F02B
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"


class Token(NamedTuple):
    """A stretch of text, from ``start`` up to ``end`` (counted from 0), and the tiles it names."""

    start: int
    end: int
    tiles: tuple[Tile, ...]


def is_separator(char: str) -> bool:
    """Say whether a character only keeps tiles apart: white space, a comma, a Unicode variation selector."""
    return char.isspace() or char == "," or char in _VARIATION_SELECTORS


def scan_token(text: str, start: int) -> Token:
    """Read the one token of tiles that begins at ``start`` (counted from 0, not a separator).

    Raises `TileTextError` (``unknown-tile``, ``tile-without-suit``, ``zero-with-suit``, ``face-down``).
    """
    point = ord(text[start])
    if point in _UNICODE:
        return Token(start, start + 1, (_UNICODE[point],))
    match = _TOKEN.match(text, start)
    if match is None:
        raise _no_tile(text, start)
    if match.lastgroup == "name":
        name = match["wind"] or match["dragon"] or match["joker"] or match["plain"]
        return Token(start, match.end(), (_NAMES[name.lower()],))
    if match.lastgroup == "short":
        return Token(start, match.end(), (_SHORT_DRAGONS[match["short"].lower()],))
    if match.lastgroup == "letter":
        return Token(start, match.end(), (_BY_CODE[match["letter"].upper()],))
    digits, suit = match["digits"], match["suit"].strip()[0].upper()
    if "0" in digits:
        message = f"{match.group()!r} has a 0 among its numbers: 0 is the Soap and has no suit; write it apart"
        raise TileTextError("zero-with-suit", message, position=start + 1, offending=match.group())
    return Token(start, match.end(), tuple(_BY_CODE[digit + suit] for digit in digits))


_WORD: Final = re.compile(r"[^\s,\[\]+<]+")
_WORD_BEGUN: Final = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]+$")


def _no_tile(text: str, start: int) -> TileTextError:
    # A misspelt name may begin with letters that are tiles: in "Sope" the whole word is at fault, not "ope".
    begun = _WORD_BEGUN.search(text, max(0, start - 20), start)
    begin = start if begun is None else begun.start()
    word = _WORD.match(text, begin)
    offending = text[start] if word is None else word.group()
    code = "unknown-tile"
    if ord(text[start]) == _UNICODE_BACK:
        code, advice = "face-down", "it is the back of a tile: turn it over and name its face"
    elif text[start] in "123456789":
        code, advice = "tile-without-suit", "write B, C or D after its number, as in 5B"
    elif text[start] in "dD":
        advice = "write RD, GD or WD for a dragon, 1D to 9D for a Dot"
    else:
        advice = "tiles are written 1B..9B, 1C..9C, 1D..9D, N E W S, R G 0, F, J"
    shown = offending if len(offending) <= 20 else offending[:20] + "..."
    return TileTextError(code, f"{shown!r} names no tile; {advice}", position=begin + 1, offending=offending)


def scan_tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text that holds tiles and separators only; raise as `parse_tiles` does."""
    check_length(text)
    position = 0
    while position < len(text):
        if is_separator(text[position]):
            position += 1
            continue
        token = scan_token(text, position)
        yield token
        position = token.end


def check_length(text: str) -> None:
    """Refuse what is no text, or longer than `MAX_TEXT`, with `TileTextError` (``wrong-type``, ``text-too-long``)."""
    if not isinstance(text, str):
        raise TileTextError("wrong-type", f"give a text, not a {type(text).__name__}", position=1, offending="")
    if len(text) > MAX_TEXT:
        message = f"the text has {len(text)} characters; at most {MAX_TEXT} are read"
        raise TileTextError("text-too-long", message, position=MAX_TEXT + 1, offending="")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles in any of the forms above, in the order written; empty text is no tiles.

    Raises `TileTextError` naming the offending text and its position, counted from 1: ``unknown-tile``,
    ``tile-without-suit``, ``zero-with-suit``, ``face-down``, ``text-too-long``; ``wrong-type`` for what is no text.
    """
    return tuple(tile for token in scan_tokens(text) for tile in token.tiles)


def _argument(code: str, message: str, where: str) -> TileTextError:
    """Make the error of an argument that is no text and so has no character at fault."""
    error = TileTextError(code, message, position=1, offending="")
    error.where = where
    return error


@checked(_argument)
def format_tiles(tiles: Iterable[Tile]) -> str:
    """Return the codes with one space between them; `parse_tiles` reads the same tiles back, up to `MAX_TEXT`."""
    try:
        return " ".join([tile.code for tile in tiles])
    except (AttributeError, TypeError) as error:  # the items of an iterator have not been looked at
        raise _argument("wrong-type", 'give a list; each item a tile, as of Tile("5B")', "tiles") from error


EXPOSURE_SIZES: Final = range(3, 7)
"""Tiles of an exposure, pung to sextet: nobody exposes pairs and single tiles (American rules)."""


def is_like(codes: Sequence[str]) -> bool:
    """Say whether tiles are a pung, kong, quint or sextet: one kind and jokers, not jokers alone.

    A code that names no tile, such as the code of a face-down tile, belongs to no exposure.
    """
    kinds = set(codes) - {JOKER.code}
    natural = len(codes) - codes.count(JOKER.code)
    enough = natural <= COPIES or FLOWER.code in kinds
    return len(codes) in EXPOSURE_SIZES and len(kinds) == 1 and kinds <= set(CODES) and enough


def is_run(codes: Sequence[str]) -> bool:
    """Say whether tiles are a chow or a jump chow: three of one suit, each or every other number, without jokers.

    The order does not matter. Only the Japanese-American game exposes jump chows.
    """
    tiles = sorted(_BY_CODE[code] for code in codes if code in _BY_CODE)
    if len(codes) != 3 or len(tiles) != 3 or not tiles[0].number or len({tile.suit for tile in tiles}) != 1:
        return False
    steps = {tiles[1].number - tiles[0].number, tiles[2].number - tiles[1].number}
    return steps in ({1}, {2})


@checked(_argument)
def may_be_one_meld(codes: Sequence[str]) -> bool:
    """Say whether tiles may lie in one exposure under any rule set; ignore rule sets with wild flowers.

    Where flowers are wild, ``N N N F`` is a kong of Norths; in a photo of any other game it is a pung beside a flower.
    """
    return is_like(codes) or is_run(codes)
