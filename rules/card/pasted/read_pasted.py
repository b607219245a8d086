"""Read a whole pasted card: headings, lines that go over two rows, tables, and card files."""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import replace
from typing import Final

from rules.card.line.card_line import parse_line
from rules.card.line.cursor import PatternError
from rules.card.pasted.notes import REMARK, SECTION, Notes, notes_of
from rules.card.pasted.pasted_card import LeftOver, PastedCard, PastedLine, PastedSection, Remark
from rules.card.pasted.source_lines import MOST_TEXT, SourceLine, source_lines
from rules.card.pasted.table_columns import sectioned
from rules.card.pasted.typed_hand import begs_a_remark
from rules.card.pasted.typed_line import FEWEST, Reading, read_line, tiles_in
from rules.card.pasted.typed_words import read_word, words_of
from rules.card.pasted.written_line import own_language, write_line
from rules.card.pattern import HAND_SIZE

MOST_LINES: Final = 2_000
"""Most rows of one pasted text that `read_pasted` reads."""

_OTHER_WAY: Final = "the row above says no value: this may be another way to make that line"

_WHOSE: Final = "rows like it stand above their hands, or below several: does it belong to this hand?"

_OR: Final = "a row with or stands before it, or it begins with one: is it another way to make that hand?"
_BEGINS_OR: Final = re.compile(r"(?:\([^()]*\)\s*)?-{0,2}or\b", re.IGNORECASE)
_ENDS_OR: Final = re.compile(r"\bor\W*$", re.IGNORECASE)

_ROW: Final = "a row beside it may be a remark of this line"

_MARK: Final = re.compile(r"(?<=[0-9XYUVD])[a-zBGKR](?![A-Za-z0-9])")
"""A letter behind a group, its suit or its colour."""

_NAMED_SUITS: Final = "another line writes d for Dots: do b and c mean Bams and Craks here?"
_BLUE: Final = "other lines write G and R for colors: is B blue here, and no Bams?"

_CENTS: Final = re.compile(r"(?<![A-Za-z0-9])[xXcC]\W{0,3}\d{1,3}c(?![A-Za-z0-9])|\d{1,3}c\W{1,3}[xXcC]\W*$")
"""A value in cents beside its X or C, as in X 25c."""

_ONLY_CENTS: Final = re.compile(r"(?<=\W)\d{1,3}c\W*(?:\([^()]*\)\W*)?$")
_CONCEALED: Final = re.compile(r" c\d")
_C_OR_CENTS: Final = "other lines write X or C beside values in cents: does this one lack it?"

_TICK: Final = "other lines have nothing in place of its X: may it be a tick, such as for concealed?"

_MOST_ROWS: Final = 30
"""Most rows that we join with a line; each of them takes time with the length of the line."""

_LONGEST_HEADING: Final = 6
"""Most words of a heading; more are a sentence."""

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
    return replace(read_rows(rows[:MOST_LINES], typed=True), unread=unread)


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


def read_rows(rows: list[SourceLine], *, typed: bool = False) -> PastedCard:
    """Make a draft of rows, from a text (``typed``, where an X may be a tick) or from a photo."""
    builder = _Builder()
    lines = sectioned(rows)
    numbers = [0, *(line.row for line, _ in lines), math.inf]
    for at, (line, section) in enumerate(lines, 1):
        if section is not None and section != builder.section:
            builder.head(section)
        builder.take(line, above=2 * line.row - numbers[at - 1] <= numbers[at + 1])
    return builder.done(typed=typed)


class _Builder:
    """Lines and headings as they come."""

    def __init__(self) -> None:
        self._title = ""
        self.section = ""  # the current heading, without a number
        self._shown = ""  # the same as it is shown, with its number
        self._heading: LeftOver | None = None  # the row of the current heading, as long as no line stands under it
        self._lines: list[PastedLine] = []  # of the current section
        self._sections: list[tuple[str, list[PastedLine]]] = []
        self._left: list[LeftOver] = []
        self._open: SourceLine | None = None
        self._stray = False  # a value or remark stood above all hands: those below may stand above theirs as well
        self._joined = 0  # rows joined with the open line
        self._torn = False  # the row above, which is no line, ends with "or"
        self._over = ""  # a row above the next line that may be a remark of it

    def head(self, section: str, row: LeftOver | None = None, number: str = "") -> None:
        """Begin a section; the first two headings with nothing between them are the card's title and its first section.

        ``row`` holds nothing but the heading: without lines below it, it was a remark, and is left over.
        """
        self._close()
        if self._heading and not self._sections and not self._title:
            self._title = self._shown
        else:
            self._leave_heading()
        self.section, self._shown, self._heading, self._lines = section, f"{number}{section}", row, []

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

    def take(self, line: SourceLine, *, above: bool) -> None:
        """Sort one row: part of the open line, a new line, a heading, or left over.

        ``above``: it stands no nearer to the row below than to the one above.
        """
        reading = read_line(line)
        joined = self._join(line, above=above)
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
            if _BEGINS_OR.match(line.text) or self._torn:
                line = replace(line, remarks=(*line.remarks, Remark("not-understood", _OR, line.text)))
            over, lacks = notes_of(self._over.strip("()")), _lacks if self._over.startswith("(") else _lacks_of_hand
            if self._over and lacks(reading, over):
                line = _asking(line, self._over)
            self._open, self._over, self._torn = line, "", False
            return
        self._torn = _ENDS_OR.search(line.text) is not None
        self._ask_above(line.text)
        title = _heading(line)
        if self._open is None:
            self._stray = self._stray or (_worth(line.text) and not title) or _in_brackets(line.text)
        if title:
            self.head(title, LeftOver(line.row, line.source), line.number.lstrip("-*># "))
            return
        if self._open is not None and _worth(line.text):
            self._open = replace(self._open, remarks=(*self._open.remarks, _whose(line)))
        self._close()
        self._left.append(LeftOver(line.row, line.source))

    def _ask_above(self, row: str) -> None:
        """Ask about the open line, and the next one, where the row between them is rather a remark of one of them."""
        above, said = self._open, notes_of(row.strip("()"))
        if above is not None and _lacks(read_line(above), said):
            self._open = _asking(above, row)
        self._over = "" if said.unknown else row

    def _join(self, line: SourceLine, *, above: bool) -> SourceLine | None:
        """Return the open line joined with this row, where the row is its alternative, remark or value; else None."""
        before = self._open
        if before is None or self._joined == _MOST_ROWS:
            return None
        now = read_line(line)
        open_reading = read_line(before)
        if _BEGINS_OR.match(line.text) or _ENDS_OR.search(before.text):
            return _one_row(before, line)
        bare = not tiles_in(line.text)
        said = not now.title and (now.remarked or now.value is not None)
        remark = above and bare and line.text.startswith("(")
        if open_reading.value is None:
            below = ((bare and said) or _worth(line.text)) and not SECTION.fullmatch(line.text)
            value = _VALUE_ROW.fullmatch(line.text)
            rest = now.value is not None and 0 < now.size < FEWEST and open_reading.size + now.size == HAND_SIZE
            return self._below(before, line) if below or remark or value or rest else None
        return self._below(before, line) if remark else None

    def _below(self, before: SourceLine, line: SourceLine) -> SourceLine:
        """Return the open line joined with the row below it, asking about rows that may be of another hand."""
        joined = _one_row(before, line)
        above = self._sections[-1][1][-1].remarks if self._sections else ()
        if not self._stray and not any(remark.code == "value-missing" for remark in above):
            return joined
        self._over = line.text.strip("()")
        return replace(joined, remarks=(*joined.remarks, _whose(line)))

    def _close(self) -> None:
        if self._open is not None:
            line, self._open = self._open, None
            if not self._lines:
                self._sections.append((self._shown, self._lines))
            self._lines.append(write_line(line, read_line(line), self.section, line.remarks))
            self._heading = None

    def done(self, *, typed: bool) -> PastedCard:
        """Return the draft."""
        self._close()
        self._leave_heading()
        read = [line for _, lines in self._sections for line in lines]
        found = [set(_MARK.findall(line.source)) for line in read]
        asked = [({*"bc"}, _NAMED_SUITS)] * any("d" in marks and marks <= {*"bcd"} for marks in found)
        asked += [({"B"}, _BLUE)] * any(marks & {*"GR"} for marks in found)
        cents = any(_CENTS.search(line.source) for line in read)
        ticks = any(remark.code == "exposed-guessed" for line in read for remark in line.remarks)
        ticks = typed and ticks and not any(_CONCEALED.search(line.text) for line in read)
        sections = tuple(
            PastedSection(
                title, tuple(_ask_for_kind(_ask_for_suits(line, asked), cents=cents, ticks=ticks) for line in lines)
            )
            for title, lines in self._sections
        )
        return PastedCard(self._title, sections, tuple(sorted(self._left, key=lambda one: one.row)))


def _ask_for_suits(line: PastedLine, asked: list[tuple[set[str], str]]) -> PastedLine:
    """Return a sure line, asking about letters of suits that mean something else in other lines of its card."""
    marks = set(_MARK.findall(line.source))
    why = next((why for letters, why in asked if line.sure and marks and marks <= letters), "")
    return replace(line, remarks=(*line.remarks, Remark("suits-guessed", why))) if why else line


def _ask_for_kind(line: PastedLine, *, cents: bool, ticks: bool) -> PastedLine:
    """Return a sure line, asking about the c of a value such as 25c, which means cents in other lines of its card.

    Ask about an X too where other lines have neither X nor C, and none has a C.
    """
    cents = cents and _ONLY_CENTS.search(line.source) is not None and not _CENTS.search(line.source)
    ticks = ticks and re.search(r"(?i)\bx\b", line.source) is not None
    if not line.sure or not (cents or ticks):
        return line
    return replace(line, remarks=(*line.remarks, Remark("exposed-guessed", _C_OR_CENTS if cents else _TICK)))


def _lacks(reading: Reading, other: Notes) -> bool:
    """Say whether a remark says what a line does not, and may be meant for it."""
    told = {word for notes in reading.notes for word in (*notes.words, *notes.rules)}
    moves = not other.unknown and not {"run", "like"}.isdisjoint((*other.words, *other.rules))
    begs = told.isdisjoint({"run", "like", "fixed"}) and any(map(begs_a_remark, reading.hands))
    return _lacks_of_hand(reading, other) or (moves and begs)


def _lacks_of_hand(reading: Reading, other: Notes) -> bool:
    """Say whether a remark says of suits, dragons, winds or jokers what a line does not."""
    return any(notes.lacks(other) for notes in reading.notes)


def _whose(line: SourceLine) -> Remark:
    return Remark("not-understood", _WHOSE, line.text)


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
    said = [word.role in {"value", "kind"} or (word.value is not None and bool(word.kind)) for _, word in found]
    return any(said) and all(
        known or word.value is not None or word.text in _BESIDE_VALUE or one.startswith(("(", "["))
        for known, (one, word) in zip(said, found, strict=True)
    )


def _in_brackets(text: str) -> bool:
    """Say whether a row holds nothing but a remark in brackets."""
    inside = re.fullmatch(r"\(([^()]*)\)", text)
    return inside is not None and bool(REMARK.search(text) or notes_of(inside[1]).rules)


def _is_line(reading: Reading) -> bool:
    return bool(reading.hands) and (reading.size >= FEWEST or (reading.value is not None and reading.size >= 4))


def _heading(line: SourceLine) -> str:
    """Return a row's text as a heading, empty where the row is a sentence."""
    text = re.sub(r"^[\s#=*_~-]+|[\s#=*_~:-]+$", "", line.text)
    sentence = len(text.split()) > _LONGEST_HEADING or len(text) > 60
    if sentence or not re.search(r"\w", text) or _OF_FILE.fullmatch(text) or _OF_PAGE.fullmatch(text):
        return ""
    if (_in_brackets(text) or (_worth(text) and re.search(r"\d", text))) and not SECTION.fullmatch(text):
        return ""
    if title := re.fullmatch(r"""title\s*=\s*["'](.*)["']""", text):
        return title[1]
    if text.endswith((".", "!", "?")) and len(text.split()) > 2:
        return ""
    return re.sub(r"^(?:section|category)\s*[:-]\s*", "", text, flags=re.IGNORECASE)
