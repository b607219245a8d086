"""Take pasted text apart into rows: typing habits, colour marks, and the cells of a spreadsheet."""

from __future__ import annotations

import csv
import re
import unicodedata
from dataclasses import dataclass, replace
from typing import Final

from rules.card.pasted.fixed_columns import fixed_rows
from rules.card.pasted.pasted_card import Remark

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

_COLOURS: Final = "red|green|blue|black|purple|orange"
_MARKUP: Final = re.compile(
    rf"""\[color=["']?(?P<a>[#\w]+)["']?\](?P<at>.{{0,500}}?)\[/color\]
    |\[(?P<b>{_COLOURS})\](?P<bt>.{{0,500}}?)\[/(?P=b)\]
    |<(?P<tag>font|span|b|i|u|em|strong)\s(?:[^<>]{{0,200}}[\s"';])?color\s*[=:]\s*["']?
     (?P<c>rgba?\([\d,.\s]{{,30}}\)|[#\w]+(?!\w|\s*\())[^<>]{{0,200}}>(?P<ct>.{{0,500}}?)</(?P=tag)>
    |\{{(?P<d>{_COLOURS}):(?P<dt>[^{{}}]*)\}}""",
    re.IGNORECASE | re.VERBOSE,
)
"""Marked colours; each part has a limit, as a mark that nobody closes would else be searched for to the end."""

_TAGS: Final = re.compile(
    r"</?(?:b|i|u|em|strong|p|br|td|tr|li|span|font)(?:\s[^<>]*)?/?>|\[/?[biu]\]|\*\*|__", re.IGNORECASE
)
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
    ``cells`` are the cells of a spreadsheet's row, empty for plain text. ``source`` is the original row, ``row`` counts
    from 1. ``remarks`` name doubtful readings in it.
    """

    text: str
    source: str
    row: int
    colours: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
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
    rows = text.split("\n")
    fixed = fixed_rows(rows)
    if fixed is not None:
        return [replace(_coloured(one.text, one.row), source=one.source) for one in fixed]
    table = _table(rows)
    found = []
    for number, row in enumerate(rows, 1):
        if not row.strip():
            continue
        if table is not None:
            cells = tuple(" ".join(plain(cell).split()) for cell in table[number - 1])
            label = _number_of(cells[0]) if cells else ""
            cells = (cells[0].removeprefix(label), *cells[1:]) if cells else ()
            text = "  ".join(cell for cell in cells if cell)
            found.append(SourceLine(text, row.strip(), number, cells=cells, number=label))
        else:
            found.append(_coloured(row, number))
    return found


def _coloured(row: str, number: int) -> SourceLine:
    """Read the colour marks of a row, and remove them and the row's number."""
    parts: list[tuple[str, str]] = []
    at = 0
    for match in _MARKUP.finditer(row):
        colour, inside = next((match[name], match[f"{name}t"]) for name in "abcd" if match[name])
        parts += [(row[at : match.start()], ""), (inside, _named(colour.lower()))]
        at = match.end()
    parts.append((row[at:], ""))
    letters = [(letter, colour) for part, colour in parts for letter in plain(_TAGS.sub("", part))]
    text = "".join(letter for letter, _ in letters)
    label = _number_of(text.lstrip())
    skip = len(text) - len(text.lstrip()) + len(label)
    kept = text[skip:].rstrip()
    if quoted := _QUOTED.fullmatch(kept):
        skip += quoted.start("inside")
        kept = quoted["inside"]
    colours = tuple(colour for _, colour in letters[skip : skip + len(kept)])
    return SourceLine(kept, row.strip(), number, colours, number=label)


def _number_of(text: str) -> str:
    """Return the bullet or number at the beginning of a row, empty without one."""
    found = _NUMBERING.match(text)
    return found.group() if found else ""


_SHADES: Final = (
    ("green", re.compile(r"green|lime|olive")),
    ("blue", re.compile(r"blue|navy")),
    ("red", re.compile(r"red|crimson|maroon|firebrick")),
)
"""Names of colours that a reader takes for green, blue or red."""
_HEX: Final = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})")
_RGB: Final = re.compile(r"rgba?\(\s*(\d{1,3})[,\s]+(\d{1,3})[,\s]+(\d{1,3})\b[^)]*\)")
_CLEARLY: Final = 1.6
"""How many times stronger than the others a part of a colour is where the eye sees that part alone."""


def _named(colour: str) -> str:
    """Return green, red or blue for a shade of it, so that ``#f00`` and ``red`` are one colour; others unchanged."""
    if rgb := _RGB.fullmatch(colour):
        parts = [int(part) for part in rgb.groups()]
    elif _HEX.fullmatch(colour):
        wide = (len(colour) - 1) // 3
        parts = [int(colour[1 + at : 1 + at + wide], 16) for at in range(0, 3 * wide, wide)]
    else:
        return next((name for name, shade in _SHADES if shade.search(colour)), colour)
    *_, second, strongest = sorted(parts)
    return ("red", "green", "blue")[parts.index(strongest)] if strongest > _CLEARLY * second else colour


def _table(rows: list[str]) -> list[list[str]] | None:
    """Return the cells of each row where the text is a table, or None for plain lines."""
    filled = [row for row in rows if row.strip()]
    for sign in ("\t", ",", ";", "|"):
        having = [row for row in filled if sign in row]
        # One row with a comma or two is a line with remarks; a row with a tab comes from a spreadsheet.
        if not having or len(having) * 2 < len(filled) or (sign != "\t" and len(having) < 2):
            continue
        try:
            bare = _without_frame(rows, having) if sign == "|" else rows
            table = [next(csv.reader([row], delimiter=sign, skipinitialspace=True), []) for row in bare]
        except csv.Error:
            continue
        widths = [len(cells) for row, cells in zip(rows, table, strict=True) if sign in row]
        # In prose and notes a comma stands here and there; the cells of a table stand in columns.
        common = max(set(widths), key=widths.count)
        columns = common > 1 and widths.count(common) * 10 >= len(filled) * 6 and _outside_brackets(having, sign)
        if columns or sign == "\t":
            return table
    return None


def _without_frame(rows: list[str], having: list[str]) -> list[str]:
    """Take off the bars around a table; a row without a frame may begin or end with an empty cell."""
    bare = [row.strip() for row in rows]
    if all(row.strip().startswith("|") for row in having):
        bare = [row.removeprefix("|") for row in bare]
    if all(row.strip().endswith("|") for row in having):
        bare = [row.removesuffix("|") for row in bare]
    return bare


def _outside_brackets(rows: list[str], sign: str) -> bool:
    """Say whether the sign stands outside brackets in every row, so that it can separate cells."""
    return all(sign in re.sub(r"\([^()]*\)", "", row) for row in rows)
