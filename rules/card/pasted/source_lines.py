"""Take pasted text apart into rows: typing habits, colours, and the cells of a table."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Final

from rules.card.pasted.colour_marks import inked
from rules.card.pasted.fixed_columns import fixed_rows
from rules.card.pasted.pasted_card import Remark
from rules.card.pasted.table_cells import cells_of, tabbed

MOST_TEXT: Final = 200_000
"""Most characters of a pasted text that `read_pasted` reads; far above any card."""

_FOLDED: Final = 500
"""Characters that we fold at once."""

_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u02bc\u00b4`", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u2500\u2e3a\u2e3b", "-"),
        **dict.fromkeys("\u00d7\u2715\u2716", "x"),
        **dict.fromkeys("\u2022\u25cf\u25aa\u25e6\u2023\u00b7", "*"),
    }
)
"""Plain signs by the signs that phones and word processors put in their place."""

_NUMBERING: Final = re.compile(
    r"^(?:[-*>]\s+)?(?:(?:hand|line|no\.?)\s*)?#?\(?\d{1,3}[.):]\s+|^[-*>]\s+|^#\d{1,3}\s+", re.IGNORECASE
)
_QUOTED: Final = re.compile(r"""(["'])(?P<inside>[^"]*)\1\s*,?""")
"""A line of a card file that is no TOML, or a line in quotes."""


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One row of a source.

    ``text`` is cleaned of typing habits, and of ``number``, a bullet or number before it, such as "2. ".
    ``colours`` names the ink of each of its characters, empty for plain.
    ``cells`` are the cells of a spreadsheet's row, empty for plain text, ``inks`` the ink of each of their characters.
    ``source`` is the original row, ``row`` counts from 1. ``remarks`` name doubtful readings in it.
    """

    text: str
    source: str
    row: int
    colours: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    inks: tuple[tuple[str, ...], ...] = ()
    remarks: tuple[Remark, ...] = ()
    number: str = ""

    def ink(self, start: int, end: int) -> str:
        """Return the colour of a piece of the text, empty where it is plain or mixed."""
        found = {colour for colour in self.colours[start:end] if colour}
        return found.pop() if len(found) == 1 else ""


def plain(text: str) -> str:
    """Replace the signs of phones and word processors by plain signs."""
    signs = text.translate(_SIGNS)
    # A run of accents takes time with the square of its length, so we fold a part at a time.
    parts = (signs[start : start + _FOLDED] for start in range(0, len(signs), _FOLDED))
    folded = "".join(unicodedata.normalize("NFKC", part) for part in parts).translate(_SIGNS)
    # Marks of format, such as a soft hyphen or the direction of the text, are no blanks: nobody sees them.
    return "".join(one if one.isprintable() else " " for one in folded if unicodedata.category(one) != "Cf")


def source_lines(text: str) -> list[SourceLine]:
    """Return the rows of a pasted text, in their order, blank ones left out."""
    found = _rows(tabbed(text).split("\n"))
    inks = {ink for row in found for cell in (row.colours, *row.inks) for ink in cell}
    if inks - {""} != {"black"}:
        return found
    # All text in black is plain text: it does not say that a hand is of one suit.
    return [replace(row, colours=_without_ink(row.colours), inks=tuple(map(_without_ink, row.inks))) for row in found]


def _without_ink(inks: tuple[str, ...]) -> tuple[str, ...]:
    return ("",) * len(inks)


def _rows(rows: list[str]) -> list[SourceLine]:
    fixed = fixed_rows(rows)
    if fixed is not None:
        return [replace(_coloured(one.text, one.row), source=one.source) for one in fixed]
    table = cells_of(rows)
    found = []
    for number, row in enumerate(rows, 1):
        if not row.strip():
            continue
        if table is not None:
            letters = [_letters(cell) for cell in table[number - 1]] or [[]]
            label = _number_of(_text(letters[0]))
            letters[0] = letters[0][len(label) :]
            inks = tuple(tuple(colour for _, colour in cell) for cell in letters)
            cells = tuple(map(_text, letters))
            found.append(SourceLine("  ".join(cells), row.strip(), number, cells=cells, inks=inks, number=label))
        else:
            found.append(_coloured(row, number))
    return found


def _coloured(row: str, number: int) -> SourceLine:
    """Read the colour marks of a row, and remove them and the row's number."""
    letters = _letters(row)
    text = _text(letters)
    label = _number_of(text)
    skip = len(label)
    kept = text[skip:]
    if quoted := _QUOTED.fullmatch(kept):
        skip += quoted.start("inside")
        kept = quoted["inside"]
    colours = tuple(colour for _, colour in letters[skip : skip + len(kept)])
    return SourceLine(kept, row.strip(), number, colours, number=label)


def _letters(text: str) -> list[tuple[str, str]]:
    """Return the letters of a text without its marks, each with its colour, without blanks around."""
    letters = [(letter, colour) for part, colour in inked(text) for letter in plain(part)]
    blank = [letter.isspace() for letter, _ in letters]
    ends = (blank.index(False), len(blank) - blank[::-1].index(False)) if False in blank else (0, 0)
    return letters[slice(*ends)]


def _text(letters: list[tuple[str, str]]) -> str:
    return "".join(letter for letter, _ in letters)


def _number_of(text: str) -> str:
    """Return the bullet or number at the beginning of a row, empty without one."""
    found = _NUMBERING.match(text)
    return found.group() if found else ""
