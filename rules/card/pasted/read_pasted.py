"""Read a whole pasted card: headings, lines that go over two rows, tables, and card files."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from itertools import zip_longest
from typing import Final, NamedTuple

from rules.card.line.card_line import parse_line
from rules.card.line.cursor import PatternError
from rules.card.pasted.notes import REMARK, notes_of
from rules.card.pasted.pasted_card import LeftOver, PastedCard, PastedLine, PastedSection, Remark
from rules.card.pasted.source_lines import MOST_TEXT, SourceLine, source_lines
from rules.card.pasted.typed_line import Reading, read_line, tiles_in
from rules.card.pasted.typed_words import read_word, words_of
from rules.card.pasted.written_line import own_language, write_line
from rules.card.pattern import HAND_SIZE

MOST_LINES: Final = 2_000
"""Most rows of one pasted text that `read_pasted` reads."""

_OTHER_WAY: Final = "the row above says no value: this may be another way to make that line"

_WHOSE: Final = "rows like it stand above their hands, or below several: does it belong to this hand?"

_TICKED: Final = re.compile(
    r"(?i)(?:hand|tiles|line)s?\b(?=.*\b(?:value|points|pts))(?=.*\s{2}concealed\b)(?!.*(?:exp|/)).*"
)
"""The names of columns that blanks set apart, one of them for ticks at concealed hands."""

_ROW: Final = "a row beside it may be a remark of this line"

_TICK: Final = "may the X be a tick, such as for concealed?"

_MARK: Final = re.compile(r"(?<=[0-9XYUVD])[a-zBGKR](?![A-Za-z0-9])")
"""A letter behind a group, its suit or its colour."""

_NAMED_SUITS: Final = "another line writes d for Dots: do b and c mean Bams and Craks here?"
_BLUE: Final = "other lines write G and R for colors: is B blue here, and no Bams?"

_FEWEST: Final = 10
"""Fewest tiles of a line; a row with fewer and no value is a heading, such as 2468."""

_MOST_ROWS: Final = 30
"""Most rows that we join with a line; each of them takes time with the length of the line."""

_LONGEST_HEADING: Final = 6
"""Most words of a heading; more are a sentence."""

_SECTION: Final = re.compile(
    r"\W*(?:(?:any\s+)?like\s+num\w*|consecutive\s+runs?|singles?\W+(?:and\W+)?pairs?)\W*", re.IGNORECASE
)
"""Headings that could be remarks as well."""

_VALUE_ROW: Final = re.compile(r"\$?(?!369)\d{2,3}")
"""A row that holds only the value of the hand above; 369 is a section."""

_BESIDE_VALUE: Final = frozenset({"", "-", "=", ",", "pts", "pts.", "points"})
"""Words beside a value that stand for nothing."""

_OF_PAGE: Final = re.compile(
    r"\W*(?:(?:page|pg|p)\b\W*)?\d{1,2}(?:\s*(?:of|/)\s*\d+)?\W*|.*(?:://|www\.|copyright|\u00a9).*", re.IGNORECASE
)
"""Rows at the edge of a page: its number, an address, a notice of copyright. The section goes on behind them."""

_OF_FILE: Final = re.compile(r"\[\[section\]\]|lines\s*=\s*\[|(?:id|source|ruleset|flowers|place)\s*=.*")
"""Rows of a card file that is no TOML, beside its titles and lines."""

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

_SUIT_COUNT: Final = re.compile(r"(?:any\s+)?([123](?:\s*(?:or|/|-)\s*[23])?)", re.IGNORECASE)
"""A cell of a column of suits that says only their number."""


def read_pasted(text: str) -> PastedCard:
    """Make a draft of a card from pasted text: lines as people type them, a table, or a card file.

    No row of any text gets lost: it is a line, a heading, part of one, a `LeftOver`, or follows from ``unread`` on.
    """
    found = _card_file(text)
    if found is not None:
        return found
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    # Leave out the whole last row where the limit would cut it in two.
    read = text if len(text) <= MOST_TEXT else text[: text.rfind("\n", 0, MOST_TEXT) + 1] or text[:MOST_TEXT]
    rows = source_lines(read)
    behind = 0 if read == text else read.count("\n") + 1
    unread = rows[MOST_LINES].row if len(rows) > MOST_LINES else behind
    return replace(read_rows(rows[:MOST_LINES]), unread=unread)


def _card_file(text: str) -> PastedCard | None:
    """Return the lines of a card file as they stand, or None for any other text."""
    if "[[section]]" not in text:
        return None
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
    tables = document.get("section")
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        return None
    sections = []
    for table in tables:
        lines = table.get("lines")
        texts = [line for line in lines if isinstance(line, str)] if isinstance(lines, list) else []
        sections.append(PastedSection(str(table.get("title", "")), tuple(map(_file_line, texts))))
    return PastedCard(str(document.get("title", "")), tuple(sections), ())


def _file_line(text: str) -> PastedLine:
    try:
        parse_line(text)
    except PatternError as error:
        return PastedLine(text, text, 1, (Remark("not-understood", error.message, text),))
    return PastedLine(text, text, 1)


def read_rows(rows: list[SourceLine]) -> PastedCard:
    """Make a draft of rows, from a text or from a photo."""
    builder = _Builder()
    for line, section in _sectioned(rows):
        if section is not None and section != builder.section:
            builder.head(section)
        builder.take(line)
    return builder.done()


def _sectioned(rows: list[SourceLine]) -> list[tuple[SourceLine, str | None]]:
    """Return each row with the section that its column names; remove the columns of sections and numbers."""
    if not any(row.cells for row in rows):
        ticked = any(_TICKED.fullmatch(row.text) for row in rows)
        return [(_asking_of_tick(row) if ticked else row, None) for row in _unnumbered(rows)]
    columns = _columns(rows)
    found = [_of_columns(row, columns) for row in (rows[1:] if columns.header else rows)]
    return [(row, title) for row, title in found if row.text]


def _asking_of_tick(row: SourceLine) -> SourceLine:
    """Return a row, asking about an X that stands alone in it."""
    if not re.search(r"(?i)(?<!\S)x(?!\S)", row.text):
        return row
    return replace(row, remarks=(*row.remarks, Remark("exposed-guessed", _TICK, "X")))


class _Columns(NamedTuple):
    """What the columns of a table hold: its header, empty without one, and the places of columns that are no tiles.

    ``ticked`` is a column without a name that says X, or nothing.
    """

    header: tuple[str, ...]
    number: int | None
    section: int | None
    value: int | None
    ticked: int | None


def _columns(rows: list[SourceLine]) -> _Columns:
    """Find the columns by the names in the first row, else by what they hold."""
    header = rows[0].cells
    named = {}
    for name, form in {} if any(map(_holds_hand, header)) else _COLUMNS.items():
        at = next((at for at, cell in enumerate(header) if form.fullmatch(cell.strip(" .:") or "-")), None)
        if at is not None and _fits_column(name, rows[1:], at):
            named[name] = at
    if not named and (any(map(tiles_in, header)) or not _words_only(header)):
        header = ()
    body = rows[1:] if header else rows
    number = named.get("number", _number_column(body))
    section = named.get("section", _section_column(body, 1 if number == 0 else 0))
    ticked = None if header else _ticked_column(body)
    return _Columns(header, number, None if section == number else section, named.get("value"), ticked)


def _of_columns(row: SourceLine, columns: _Columns) -> tuple[SourceLine, str | None]:
    """Return a row of a table as a line, and its section; a row that holds only a section becomes a heading."""
    header, number, section, value, ticked = columns
    title = row.cells[section].strip() if section is not None and section < len(row.cells) else None
    cells = [_ticked(cell, header[at]) if at < len(header) else cell for at, cell in enumerate(row.cells)]
    kept = _hand_first([(cell, at == value) for at, cell in enumerate(cells) if at not in {section, number}])
    if title and not kept:
        return replace(row, text=title, cells=()), None
    line = replace(row, text="  ".join(kept), cells=())
    return _asking_of_tick(line) if ticked is not None else line, title or None


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
    return tiles_in(cell) >= _FEWEST


def _hand_first(cells: list[tuple[str, bool]]) -> list[str]:
    """Return the cells of a row that hold something: X or C behind the hand, the cell of a value column last."""
    hand = next((at for at, (cell, _) in enumerate(cells) if _holds_hand(cell)), 0)
    moved = [is_value or (at < hand and read_word(cell).role == "kind") for at, (cell, is_value) in enumerate(cells)]
    ordered = sorted(range(len(cells)), key=lambda at: (moved[at], cells[at][1]))
    return [cells[at][0] for at in ordered if cells[at][0].strip()]


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


def _ticked_column(rows: list[SourceLine]) -> int | None:
    """Return the column in which some hands with a value have an X and the others nothing, or a no; else None."""
    hands = [row.cells for row in rows if any(map(_holds_hand, row.cells)) and any(map(_is_value, row.cells))]
    columns = enumerate(zip_longest(*hands, fillvalue=""))
    found = ((at, {cell.lower() for cell in cells}) for at, cells in columns)
    return next((at for at, said in found if {"x"} < said <= {"x", "", "no", "n"}), None)


def _is_value(cell: str) -> bool:
    return not _holds_hand(cell) and read_word(cell.partition(" ")[0]).value is not None


def _words_only(cells: tuple[str, ...]) -> bool:
    return all(re.fullmatch(r"[A-Za-z /#.()?:-]*", cell) for cell in cells) and any(
        re.search(r"hand|value|points|exposed|concealed|line|tiles|worth|x/c", cell, re.IGNORECASE) for cell in cells
    )


def _section_column(rows: list[SourceLine], at: int) -> int | None:
    """Return the column where it names sections: the cells behind it hold whole hands, and it holds no others."""
    wide = [row for row in rows if len(row.cells) > at + 1]
    full = [row for row in wide if tiles_in("  ".join(row.cells[at + 1 :])) >= HAND_SIZE]
    if len(full) < 2 or len(full) * 2 < len([row for row in wide if row.cells[at]]):
        return None
    filled = [one for row in full if (one := row.cells[at].strip())]
    # Numbers are values or a numbering, but for the section 369; remarks are of the hand beside them.
    numbers = [one for one in filled if re.fullmatch(r"\d{1,3}[.)]?", one) and one != "369"]
    if not filled or len(numbers) == len(filled) or any(map(_is_remark, filled)):
        return None
    return at


def _is_remark(cell: str) -> bool:
    """Say whether a cell is X or C or a remark, and no heading."""
    return read_word(cell).role == "kind" or (REMARK.match(cell) is not None and _SECTION.fullmatch(cell) is None)


def _number_column(rows: list[SourceLine]) -> int | None:
    """Return the first column that counts the rows, else None."""
    for at in range(max((len(row.cells) for row in rows), default=0)):
        cells = [row.cells[at].strip(" .)#") for row in rows if len(row.cells) > max(at, 1)]
        counted = [int(one) for one in cells if re.fullmatch(r"[0-9]{1,3}", one)]
        if len(counted) == len(cells) > 1 and counted == list(range(counted[0], counted[0] + len(counted))):
            return at
    return None


class _Builder:
    """Lines and headings as they come."""

    def __init__(self) -> None:
        self._title = ""
        self.section = ""  # the current heading
        self._heading: LeftOver | None = None  # the row of the current heading, as long as no line stands under it
        self._lines: list[PastedLine] = []  # of the current section
        self._sections: list[tuple[str, list[PastedLine]]] = []
        self._left: list[LeftOver] = []
        self._open: SourceLine | None = None
        self._stray = False  # a value or remark stood above all hands: those below may stand above theirs as well
        self._joined = 0  # rows joined with the open line
        self._over = ""  # a row above the next line that may be a remark of it

    def head(self, title: str, row: LeftOver | None = None) -> None:
        """Begin a section; the first two headings with nothing between them are the card's title and its first section.

        ``row`` holds nothing but the heading: without lines below it, it was a remark, and is left over.
        """
        self._close()
        if self._heading and not self._sections and not self._title:
            self._title = self.section
        else:
            self._leave_heading()
        self.section, self._heading, self._lines = title, row, []

    def _leave_heading(self) -> None:
        """Leave out a heading without lines; ask about the line above it where it is a remark."""
        if not self._heading:
            return
        self._left.append(self._heading)
        said = notes_of(self.section)
        if self._sections and not said.unknown and not said.empty:
            lines = self._sections[-1][1]
            remark = Remark("remark-missing", _ROW, self.section)
            lines[-1] = replace(lines[-1], remarks=(*lines[-1].remarks, remark))

    def take(self, line: SourceLine) -> None:
        """Sort one row: part of the open line, a new line, a heading, or left over."""
        reading = read_line(line)
        joined = self._join(line)
        if joined is not None:
            self._open = joined
            self._joined += 1
            return
        self._joined = 0
        if _is_line(reading) or own_language(line.text, line.source, line.row) is not None:
            before = read_line(self._open) if self._open is not None else None
            self._close()
            if before is not None and before.value is None and before.size == HAND_SIZE and reading.value is not None:
                # If the row lost its "or", it would pass as a sure line of its own.
                line = replace(line, remarks=(*line.remarks, Remark("not-understood", _OTHER_WAY, line.text)))
            if self._over and any(notes.lacks(notes_of(self._over)) for notes in reading.notes):
                line = _asking(line, self._over)
            self._open, self._over = line, ""
            return
        self._ask_above(line.text)
        title = _heading(line)
        if title:
            self.head(title, LeftOver(line.row, line.source))
            return
        self._stray = self._stray or (self._open is None and (_worth(line.text) or _in_brackets(line.text)))
        self._close()
        self._left.append(LeftOver(line.row, line.source))

    def _ask_above(self, row: str) -> None:
        """Ask about the open line, and the next one, where the row between them is rather a remark of one of them."""
        above, said = self._open, notes_of(row.strip("()"))
        if above is not None and any(notes.lacks(said) for notes in read_line(above).notes):
            self._open = _asking(above, row)
        self._over = "" if said.unknown else row.strip("()")

    def _join(self, line: SourceLine) -> SourceLine | None:
        """Return the open line joined with this row, where the row is its alternative, remark or value; else None."""
        before = self._open
        if before is None or self._joined == _MOST_ROWS:
            return None
        now = read_line(line)
        open_reading = read_line(before)
        if re.match(r"(?:\([^()]*\)\s*)?-{0,2}or\b", line.text, re.IGNORECASE) or re.search(
            r"\bor\W*$", before.text, re.IGNORECASE
        ):
            return _one_row(before, line)
        bare = not tiles_in(line.text)
        said = not now.title and (now.remarked or now.value is not None)
        remark = bare and line.text.startswith("(")
        if open_reading.value is None:
            below = ((bare and said) or _worth(line.text)) and not _SECTION.fullmatch(line.text)
            value = _VALUE_ROW.fullmatch(line.text)
            rest = now.value is not None and 0 < now.size < _FEWEST and open_reading.size + now.size == HAND_SIZE
            return self._below(before, line) if below or remark or value or rest else None
        return self._below(before, line) if remark else None

    def _below(self, before: SourceLine, line: SourceLine) -> SourceLine:
        """Return the open line joined with the row below it, asking about rows that may be of another hand."""
        joined = _one_row(before, line)
        above = self._sections[-1][1][-1].remarks if self._sections else ()
        if not self._stray and not any(remark.code == "value-missing" for remark in above):
            return joined
        self._over = line.text.strip("()")
        return replace(joined, remarks=(*joined.remarks, Remark("not-understood", _WHOSE, line.text)))

    def _close(self) -> None:
        if self._open is not None:
            line, self._open = self._open, None
            if not self._lines:
                self._sections.append((self.section, self._lines))
            self._lines.append(write_line(line, read_line(line), self.section, line.remarks))
            self._heading = None

    def done(self) -> PastedCard:
        """Return the draft."""
        self._close()
        self._leave_heading()
        read = [line for _, lines in self._sections for line in lines]
        found = [set(_MARK.findall(line.source)) for line in read]
        asked = [({*"bc"}, _NAMED_SUITS)] * any("d" in marks and marks <= {*"bcd"} for marks in found)
        asked += [({"B"}, _BLUE)] * any(marks & {*"GR"} for marks in found)
        sections = tuple(
            PastedSection(title, tuple(_ask_for_suits(line, asked) for line in lines))
            for title, lines in self._sections
        )
        return PastedCard(self._title, sections, tuple(sorted(self._left, key=lambda one: one.row)))


def _ask_for_suits(line: PastedLine, asked: list[tuple[set[str], str]]) -> PastedLine:
    """Return a sure line, asking about letters of suits that mean something else in other lines of its card."""
    marks = set(_MARK.findall(line.source))
    why = next((why for letters, why in asked if line.sure and marks and marks <= letters), "")
    return replace(line, remarks=(*line.remarks, Remark("suits-guessed", why))) if why else line


def _asking(line: SourceLine, row: str) -> SourceLine:
    return replace(line, remarks=(*line.remarks, Remark("remark-missing", _ROW, row)))


def _one_row(first: SourceLine, second: SourceLine) -> SourceLine:
    """Return two rows as one."""
    text = f"{first.text} {second.text}"
    pad = ("",) * (len(first.text) - len(first.colours) + 1)
    colours = (*first.colours, *pad, *second.colours) if first.colours or second.colours else ()
    source, remarks = f"{first.source} / {second.source}", (*first.remarks, *second.remarks)
    return replace(first, text=text, source=source, colours=colours, remarks=remarks)


def _worth(text: str) -> bool:
    """Say whether a row says a value, X or C, and nothing more than remarks; a number alone may be a section."""
    found = [(one, read_word(one.strip("()[]:"))) for one, _ in words_of(text)]
    said = [word.role in {"value", "kind"} for _, word in found]
    return any(said) and all(
        known or word.value is not None or word.text in _BESIDE_VALUE or one.startswith(("(", "["))
        for known, (one, word) in zip(said, found, strict=True)
    )


def _in_brackets(text: str) -> bool:
    """Say whether a row holds nothing but a remark in brackets."""
    return re.fullmatch(r"\([^()]*\)", text) is not None and REMARK.search(text) is not None


def _is_line(reading: Reading) -> bool:
    return bool(reading.hands) and (reading.size >= _FEWEST or (reading.value is not None and reading.size >= 4))


def _heading(line: SourceLine) -> str:
    """Return a row's text as a heading, empty where the row is a sentence."""
    text = re.sub(r"^[\s#=*_~-]+|[\s#=*_~:-]+$", "", line.text)
    sentence = len(text.split()) > _LONGEST_HEADING or len(text) > 60
    if sentence or not re.search(r"\w", text) or _OF_FILE.fullmatch(text) or _OF_PAGE.fullmatch(text):
        return ""
    if (_in_brackets(text) or (_worth(text) and re.search(r"\d", text))) and not _SECTION.match(text):
        return ""
    if title := re.fullmatch(r"""title\s*=\s*["'](.*)["']""", text):
        return title[1]
    if text.endswith((".", "!", "?")) and len(text.split()) > 2:
        return ""
    return re.sub(r"^(?:section|category)\s*[:-]\s*", "", text, flags=re.IGNORECASE)
