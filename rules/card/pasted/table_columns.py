"""Tell the columns of a pasted table, and take the numbers off rows that count the hands."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final, NamedTuple

from rules.card.pasted.notes import REMARK, SECTION
from rules.card.pasted.pasted_card import Remark
from rules.card.pasted.source_lines import SourceLine
from rules.card.pasted.typed_hand import consecutive
from rules.card.pasted.typed_line import FEWEST, read_line, tiles_in
from rules.card.pasted.typed_words import read_word
from rules.card.pattern import HAND_SIZE

_TICKED: Final = re.compile(
    r"(?i)(?:hand|tiles|line)s?\b(?=.*\b(?:value|points|pts))(?=.*\s{2}concealed\b)(?!.*(?:exp|/)).*"
)
"""The names of columns that blanks set apart, one of them for ticks at concealed hands."""

_HEADING: Final = re.compile(r"(?:^|\s\s)((?:any\s+)?like\s+num\w*|consecutive\s+runs?)(?=\s\s|$)", re.IGNORECASE)
"""The name of a section that may be a remark as well, in a column that blanks set apart."""
_OF_SECTION: Final = "is it the section of this hand, or a remark that lets its numbers change?"

_TICK: Final = "may the X be a tick, such as for concealed?"

_KINDS: Final = {"exposed": "concealed", "concealed": "exposed"}
"""Headings of columns with ticks, each with the meaning of a no."""

_COLUMNS: Final = {
    "section": re.compile(r"section|category|group|family|page", re.IGNORECASE),
    "number": re.compile(r"#|no\.?|nr\.?|number|id|line", re.IGNORECASE),
    "value": re.compile(r"values?|points?|pts|worth|score", re.IGNORECASE),
}

_SHORT_NUMBER: Final = re.compile(r"\W*[A-Za-z]?\d{0,4}[A-Za-z]?\W*")
"""A cell of a column of numbers, such as 12, 5a or W3."""

_ROW_NUMBER: Final = re.compile(r"(\d{1,3})[a-h]?\s+")
"""A number at the beginning of a row."""

_NUMBER: Final = re.compile(r"(?!369$)\W*\d{1,3}\W*|yes|no|true|false", re.IGNORECASE)
_VALUE: Final = re.compile(
    r"(?:[xc]\W*)?\$?\s*(?:[1-9]\d{1,2}|\d?\.\d\d)\s*(?:c|\u00a2|cts?\.?|cents|pts?\.?|points)?(?:\W*[xc])?",
    re.IGNORECASE,
)
"""A cell of a number or a tick, and one of a value."""

_MOST_ROWS: Final = 40
_LONGEST_ROW: Final = 400
"""Number and length of rows that show what a column holds; each column takes time for every row."""

_SUIT_COUNT: Final = re.compile(r"(?:any\s+)?([123](?:\s*(?:or|/|-)\s*[23])?)", re.IGNORECASE)
"""A cell of a column of suits that says only their number."""


def sectioned(rows: list[SourceLine]) -> list[tuple[SourceLine, str | None]]:
    """Return each row with the section that its column names; remove the columns of sections and numbers."""
    wide = {row.row: row for row in rows if sum(map(bool, row.cells)) > 1}
    if not wide:
        ticked = any(_TICKED.fullmatch(row.text) for row in rows)
        asking = [_asking_of_tick(row) if ticked else row for row in map(_asking_of_section, rows)]
        return [(row, None) for row in _unnumbered(asking)]
    first, *_ = wide.values()
    columns = _columns([*wide.values()])
    kept = [row for row in rows if not columns.header or row is not first]
    # A cell alone in its row is a heading, or belongs to the hand above or below.
    found = [_of_columns(row, columns if row.row in wide else _Columns()) for row in kept]
    return [(row, title) for row, title in found if row.text]


def _asking_of_section(row: SourceLine) -> SourceLine:
    """Return a row, asking about the name of a section that stands apart beside its tiles."""
    name = _HEADING.search(row.text)
    if name is None or not _holds_hand(row.text):
        return row
    if "run" in name[1].lower() and not all(map(consecutive, read_line(row).hands)):
        return row  # the draft asks about such a run by itself
    return replace(row, remarks=(*row.remarks, Remark("remark-missing", _OF_SECTION, name[1])))


def _asking_of_tick(row: SourceLine) -> SourceLine:
    """Return a row, asking about an X that stands alone in it."""
    if not re.search(r"(?i)(?<!\S)x(?!\S)", row.text):
        return row
    return replace(row, remarks=(*row.remarks, Remark("exposed-guessed", _TICK, "X")))


class _Columns(NamedTuple):
    """What the columns of a table hold: its header, empty without one, and the places of columns that are no tiles."""

    header: tuple[str, ...] = ()
    number: int | None = None
    section: int | None = None
    value: int | None = None
    suits: int | None = None


def _columns(rows: list[SourceLine]) -> _Columns:
    """Find the columns by the names in the first row, else by what they hold."""
    header = rows[0].cells
    named: dict[str, int | None] = {}
    for name, form in {} if any(map(_holds_hand, header)) else _COLUMNS.items():
        at = next((at for at, cell in enumerate(header) if form.fullmatch(cell.strip(" .:") or "-")), None)
        if at is not None and _fits_column(name, rows[1:], at):
            named[name] = at
    if not named and (any(map(tiles_in, header)) or not _words_only(header)):
        header = ()
    body = rows[1:] if header else rows
    named.setdefault("number", _number_column(body))
    some = [row for row in body if len(row.text) <= _LONGEST_ROW][:_MOST_ROWS]
    widest = max((len(row.cells) for row in some), default=0)
    for name, holds in (("value", _holds_values), ("section", _holds_sections), ("suits", _holds_counts)):
        left = [at for at in range(widest) if at not in named.values() and _cells(some, at)]
        found = [at for at in left if holds(some, at) and _beside_hands(some, {at, *named.values()})]
        named.setdefault(name, found[0] if len(found) == 1 or (found and name == "section") else None)
    return _Columns(header, **named)


def _of_columns(row: SourceLine, columns: _Columns) -> tuple[SourceLine, str | None]:
    """Return a row of a table as a line, and its section; a row that holds only a section becomes a heading."""
    header, number, section, value, suits = columns
    title = row.cells[section].strip() if section is not None and section < len(row.cells) else None
    cells = [_ticked(cell, header[at]) if at < len(header) else cell for at, cell in enumerate(row.cells)]
    # A number that no heading explains is none of the tiles: in brackets the draft asks about it.
    cells = [f"({cell})" if at == suits and cell.isdigit() else cell for at, cell in enumerate(cells)]
    places = _hand_first({at: (cell, at == value) for at, cell in enumerate(cells) if at not in {section, number}})
    if title and not places:
        return replace(row, text=title, cells=()), None
    inks = [row.inks[at] if cells[at] == row.cells[at] else ("",) * len(cells[at]) for at in places]
    colours = tuple(ink for cell in inks for ink in (*cell, "", ""))
    return replace(row, text="  ".join(cells[at] for at in places), colours=colours, cells=()), title or None


def _unnumbered(rows: list[SourceLine]) -> list[SourceLine]:
    """Take off the numbers that count the hands, as in 7a and 7b: they rise, and are no tiles of their rows."""
    bare = {}
    for row in rows:
        number = _ROW_NUMBER.match(row.text)
        if number is not None:
            at = number.end()
            rest = replace(row, text=row.text[at:], colours=row.colours[at:])
            if read_line(rest).size == HAND_SIZE:
                bare[row.row] = int(number[1]), rest
    numbers = [number for number, _ in bare.values()]
    counted = numbers == sorted(numbers) and len(set(numbers)) > 1
    return [bare[row.row][1] if counted and row.row in bare else row for row in rows]


def _fits_column(name: str, rows: list[SourceLine], at: int) -> bool:
    """Say whether the cells below a heading are what it says; a column of hands or titles may be called Line."""
    cells = [row.cells[at].strip() for row in rows if at < len(row.cells)]
    if name == "number":
        return all(_SHORT_NUMBER.fullmatch(cell) for cell in cells)
    return not any(_holds_hand(cell) for cell in cells)


def _holds_hand(cell: str) -> bool:
    return tiles_in(cell) >= FEWEST


def _hand_first(cells: dict[int, tuple[str, bool]]) -> list[int]:
    """Return the places of cells that hold something: X or C behind the hand, the cell of a value column last."""
    hand = next((at for at, (cell, _) in cells.items() if _holds_hand(cell)), -1)
    moved = {at: (end, end or (at < hand and read_word(cell).role == "kind")) for at, (cell, end) in cells.items()}
    return sorted((at for at, (cell, _) in cells.items() if cell.strip()), key=lambda at: moved[at])


def _ticked(cell: str, heading: str) -> str:
    """Return the meaning of a tick in a column that is called exposed or concealed, and of a bare number of suits.

    Any other cell comes back as it stands.
    """
    kind = heading.strip(" .:?#").lower()
    if kind in {"suits", "colours", "colors"} and (suits := _SUIT_COUNT.fullmatch(cell.strip())):
        return f"any {suits[1]} suits"
    if kind not in _KINDS:
        return cell
    tick = cell.strip(" .").lower()
    if tick in {"x", "y", "yes", "true", "1", "*", "\u2713", "\u2714"}:
        return kind
    return _KINDS[kind] if tick in {"n", "no", "false", "0"} else cell


def _words_only(cells: tuple[str, ...]) -> bool:
    return all(re.fullmatch(r"[A-Za-z /#.()?:-]*", cell) for cell in cells) and any(
        re.search(r"hand|value|points|exposed|concealed|line|tiles|worth|x/c", cell, re.IGNORECASE) for cell in cells
    )


def _beside_hands(rows: list[SourceLine], places: set[int | None]) -> bool:
    """Say whether these columns stand beside whole hands: they hold no tiles of them."""
    rests = ["  ".join(cell for at, cell in enumerate(row.cells) if at not in places) for row in rows]
    whole = [rest for rest in rests if read_line(SourceLine(rest, rest, 1)).size >= HAND_SIZE]
    return len(whole) > 1 and len(whole) * 2 >= len(rows)


def _cells(rows: list[SourceLine], at: int) -> list[str]:
    return [row.cells[at] for row in rows if at < len(row.cells) and row.cells[at]]


def _holds_values(rows: list[SourceLine], at: int) -> bool:
    return all(_VALUE.fullmatch(cell) for cell in _cells(rows, at))


def _holds_counts(rows: list[SourceLine], at: int) -> bool:
    return all(cell in {"1", "2", "3"} for cell in _cells(rows, at))


def _holds_sections(rows: list[SourceLine], at: int) -> bool:
    """Say whether the cells name sections: they are no values, numbers or remarks; behind the hands some come twice."""
    cells = _cells(rows, at)
    # Numbers are values or a numbering, but for the section 369; remarks are of the hand beside them.
    numbers = [one for one in cells if _NUMBER.fullmatch(one)]
    before = any(_holds_hand("  ".join(row.cells[at + 1 :])) for row in rows)
    return (
        len(numbers) < len(cells)
        and not any(_is_remark(cell) or _holds_hand(cell) for cell in cells)
        and (before or len(set(cells)) < len(cells))
    )


def _is_remark(cell: str) -> bool:
    """Say whether a cell is X or C, with a value or without, an or, or a remark, and no heading."""
    word = read_word(cell.replace(" ", ""))
    said = word.role in {"kind", "value", "or"} or (REMARK.match(cell) is not None and SECTION.fullmatch(cell) is None)
    return said or cell.startswith("(")


def _number_column(rows: list[SourceLine]) -> int | None:
    """Return the first column that counts the rows, else None."""
    for at in range(max((len(row.cells) for row in rows), default=0)):
        cells = [row.cells[at].strip(" .)#") for row in rows if len(row.cells) > max(at, 1)]
        counted = [int(one) for one in cells if re.fullmatch(r"[0-9]{1,3}", one)]
        if len(counted) == len(cells) > 1 and counted == list(range(counted[0], counted[0] + len(counted))):
            return at
    return None
