"""A player's hand, the tiles on top of the rack and on its slope, and its text form.

``[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C F F +4C<Bea``: brackets hold one exposure each, the rest is concealed, ``+`` marks
the winning tile, ``<NAME`` who discarded it; ``+4C`` alone is self-drawn. The text has the winning tile once, and
quotes a name with spaces: ``+4C<"Aunt Bea"``.

A `Hand` records tiles and judges nothing. The verdict checks the number of tiles, and whether a tile set could hold
them: a wrong hand is an ordinary result, not an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal

from rules.errors import HandError, RackError, TileTextError
from rules.input.declared_types import checked_fields
from rules.input.one_line import JOINERS, is_one_line
from rules.tiles import (
    ALL_TILES,
    MAX_TEXT,
    Tile,
    check_length,
    copies,
    format_tiles,
    is_separator,
    scan_token,
)

WonBy = Literal["discard", "self-pick"]

_NAME: Final = re.compile(r'"([^"]*)"|([^\s,\[\]<+"]+)')
_CODES: Final = re.compile(r"(?:(?:[1-9][BCD]|[NEWSRG0FJ])(?=[\s\]]|$)\s*)+")
"""A run of tiles, each by its output code; the reader takes it in one step, as most racks hold nothing else."""
_BY_CODE: Final = {tile.code: tile for tile in ALL_TILES}
_MOST_GROWN: Final = 3
"""Most characters of output for one character of input: a code of two characters and a space."""
_PLAIN_NAME: Final = re.compile(r'[^\s,\[\]<+"]+')


@dataclass(frozen=True, slots=True)
@checked_fields(HandError)
class Hand:
    """The tiles of one player.

    ``exposures`` lie on top of the rack, in the order laid; ``concealed`` is the rest, the winning tile included and
    always last. ``winning_tile`` and ``won_by`` come together or not at all; ``discarder`` comes exactly with a
    ``won_by`` of ``"discard"``. Raises `HandError` (``empty-exposure``, ``winning-tile-not-held``,
    ``won-by-without-tile``, ``unknown-won-by``, ``discarder-mismatch``, ``bad-name``, ``wrong-type``).
    """

    exposures: tuple[tuple[Tile, ...], ...]
    concealed: tuple[Tile, ...]
    winning_tile: Tile | None = None
    won_by: WonBy | None = None
    discarder: str | None = None

    def __post_init__(self) -> None:
        fault = self._fault()
        if fault is not None:
            raise HandError(*fault)
        if self.winning_tile is not None:
            # One order for one hand, so that the text form reads back as an equal hand.
            rest = list(self.concealed[::-1])
            rest.remove(self.winning_tile)
            object.__setattr__(self, "concealed", (*rest[::-1], self.winning_tile))

    def _fault(self) -> tuple[str, str, str] | None:
        """Return code, message and place of the first fault."""
        tile, name = self.winning_tile, self.discarder
        if not all(self.exposures):
            return "empty-exposure", "an exposure holds no tile", "exposures"
        if (tile is None) != (self.won_by is None):
            text = "the winning tile and how it was won are given together or not at all"
            return "won-by-without-tile", text, "won_by"
        if self.won_by not in (None, "discard", "self-pick"):
            text = f"{self.won_by!r} is no way of winning; it is 'discard' or 'self-pick'"
            return "unknown-won-by", text, "won_by"
        if (self.won_by == "discard") != (name is not None):
            return "discarder-mismatch", "a discarder is named for a win on a discard, and only then", "discarder"
        if name is not None and not is_player_name(name):
            needs = "it needs printable characters, no quotation mark, and no space at its ends"
            return "bad-name", f"{name!r} is no name: {needs}", "discarder"
        if tile is not None and tile not in self.concealed:
            return "winning-tile-not-held", f"the winning tile {tile} is not among the concealed tiles", "winning_tile"
        return None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles: the exposures in order, then the concealed tiles."""
        return tuple(chain(*self.exposures, self.concealed))

    def to_json(self) -> dict[str, object]:
        """Return the ``rack`` of the contract's check document."""
        return {
            "tiles": [tile.code for tile in self.tiles],
            "exposures": [[tile.code for tile in exposure] for exposure in self.exposures],
            "concealed": [tile.code for tile in self.concealed],
            "winning_tile": None if self.winning_tile is None else self.winning_tile.code,
            "won_by": self.won_by,
        }

    def __str__(self) -> str:
        """Return the rack text; `parse_rack` reads it back as an equal hand, but for no tiles and beyond `MAX_TEXT`."""
        parts = [f"[{format_tiles(exposure)}]" for exposure in self.exposures]
        rest = self.concealed if self.winning_tile is None else self.concealed[:-1]
        parts += [tile.code for tile in rest]
        if self.winning_tile is not None:
            parts.append(f"+{self.winning_tile}" + self._discarder_text())
        return " ".join(parts)

    def _discarder_text(self) -> str:
        if self.discarder is None:
            return ""
        return f"<{self.discarder}" if _PLAIN_NAME.fullmatch(self.discarder) else f'<"{self.discarder}"'


def out_of_play(hand: Hand, table: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return ``table``, without the claimed discard where counting it twice would exceed the tile set."""
    tile = hand.winning_tile
    if tile is None or hand.won_by != "discard" or tile not in table:
        return table
    if hand.tiles.count(tile) + table.count(tile) <= copies(tile):
        return table
    at = table.index(tile)
    return (*table[:at], *table[at + 1 :])


def is_player_name(name: str) -> bool:
    """Say whether a text can name a player: one line, no quotation mark, no space at its ends, something to see."""
    return is_one_line(name) and '"' not in name and name == name.strip() and bool(name.strip(f" {JOINERS}"))


def parse_rack(text: str) -> Hand:
    """Read a rack text.

    Raises `TileTextError` as `rules.tiles.parse_tiles` does, and `RackError` naming the offending text and its
    position, counted from 1: ``empty-rack``, ``open-bracket``, ``stray-bracket``, ``empty-exposure``,
    ``winning-tile-exposed``, ``two-winning-tiles``, ``one-winning-tile``, ``stray-discarder``, ``bad-name``.
    """
    check_length(text)
    hand = _RackReader(text).read()
    if not hand.tiles:
        raise RackError("empty-rack", "the rack holds no tile", position=1, offending=text)
    if _MOST_GROWN * len(text) > MAX_TEXT and len(str(hand)) > MAX_TEXT:
        message = f"the rack has {len(hand.tiles)} tiles, more than can be written out and read back"
        raise TileTextError("text-too-long", message, position=len(text), offending="")
    return hand


class _RackReader:
    """One pass over a rack text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._exposures: list[tuple[Tile, ...]] = []
        self._concealed: list[Tile] = []
        self._open: tuple[int, list[Tile]] | None = None
        self._winning: Tile | None = None
        self._discarder: str | None = None

    def read(self) -> Hand:
        while self._at < len(self._text):
            char = self._text[self._at]
            if is_separator(char):
                self._at += 1
            elif char == "[":
                self._open_bracket()
            elif char == "]":
                self._close_bracket()
            elif char == "+":
                self._read_winning_tile()
            elif char == "<":
                raise self._error("stray-discarder", self._at, "<", "'<' follows the winning tile, as in +4C<Bea")
            else:
                self._read_tiles()
        if self._open is not None:
            raise self._error("open-bracket", self._open[0], "[", "this '[' is never closed")
        won_by: WonBy | None = None
        if self._winning is not None:
            won_by = "self-pick" if self._discarder is None else "discard"
            self._concealed.append(self._winning)
        return Hand(tuple(self._exposures), tuple(self._concealed), self._winning, won_by, self._discarder)

    @staticmethod
    def _error(code: str, start: int, offending: str, message: str) -> RackError:
        return RackError(code, message, position=start + 1, offending=offending)

    def _read_tiles(self) -> None:
        tiles = self._concealed if self._open is None else self._open[1]
        codes = _CODES.match(self._text, self._at)
        if codes is not None:
            tiles.extend([_BY_CODE[code] for code in codes.group().split()])
            self._at = codes.end()
            return
        token = scan_token(self._text, self._at)
        tiles.extend(token.tiles)
        self._at = token.end

    def _open_bracket(self) -> None:
        if self._open is not None:
            raise self._error("stray-bracket", self._at, "[", "a '[' inside brackets; an exposure is one pair of them")
        self._open = (self._at, [])
        self._at += 1

    def _close_bracket(self) -> None:
        if self._open is None:
            raise self._error("stray-bracket", self._at, "]", "a ']' that no '[' opens")
        start, tiles = self._open
        if not tiles:
            raise self._error("empty-exposure", start, self._text[start : self._at + 1], "the brackets hold no tile")
        self._exposures.append(tuple(tiles))
        self._open = None
        self._at += 1

    def _read_winning_tile(self) -> None:
        start = self._at
        if self._open is not None:
            message = "the winning tile is not in an exposure: mark it outside the brackets"
            raise self._error("winning-tile-exposed", start, "+", message)
        if self._winning is not None:
            raise self._error("two-winning-tiles", start, "+", "a second '+': a rack has one winning tile")
        self._at += 1
        if self._at == len(self._text) or self._text[self._at] in "[]+<" or is_separator(self._text[self._at]):
            raise self._error("one-winning-tile", start, "+", "'+' is followed by one tile, as in +4C")
        token = scan_token(self._text, self._at)
        self._at = token.end
        following = self._text[self._at : self._at + 1]
        if len(token.tiles) != 1 or not (following in ("", "[", "]", "+", "<") or is_separator(following)):
            message = "'+' marks one tile; leave a space after it"
            raise self._error("one-winning-tile", start, self._text[start : self._at], message)
        self._winning = token.tiles[0]
        if following == "<":
            self._read_discarder()

    def _read_discarder(self) -> None:
        start = self._at
        match = _NAME.match(self._text, start + 1)
        name = "" if match is None else match.group(1) or match.group(2) or ""
        if match is None or not is_player_name(name):
            message = "'<' is followed by the discarder's name, as in <Bea"
            raise self._error("bad-name", start, self._text[start : start + 20], message)
        self._discarder = name
        self._at = match.end()
