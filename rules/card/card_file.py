"""Read the text of a card file into hands, and gather every fault with its line and column."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from rules.card.expansion import Budget, ConcreteHand, ExpansionError, expand
from rules.card.fault import CardFault, Level, LineFault, Mend
from rules.card.line.card_line import Line, read_line
from rules.card.pattern import LARGEST_VALUE, HandPattern
from rules.card.toml_positions import TomlString, key_place, line_and_column, strings_under
from rules.input.one_line import is_one_line
from rules.input.toml_faults import why_no_toml

LARGEST_FILE: Final = 200_000
"""Most characters of a card file; far above any card that ships."""
MOST_CONCRETE: Final = 100_000
"""Most concrete hands of a whole card, so that a hostile file cannot exhaust the machine."""

MOST_SECTIONS: Final = 200
MOST_FAULTS: Final = 100
"""Most faults that one card reports: finding the place of each takes another walk through the text."""

MOST_WORK: Final = 200_000
"""Most combinations to try for a whole card, as `rules.card.expansion.Budget` counts; shipped cards take a tenth."""

ID_FORM: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

_TEXTS_OF_CARD: Final = {"id": True, "title": True, "source": False, "ruleset": False, "flowers": False}
_TEXTS_OF_SECTION: Final = {"title": True, "place": False}
"""Text fields, and whether each is required."""

_Place = tuple[int, int]


@dataclass(slots=True)
class DraftLine:
    """A line of a card file: its string with the places of its characters, and its hands where they can be read.

    ``number`` counts the lines of the card from 1, ``section`` its sections from 0. ``line`` is None where the line has
    a fault, ``concrete[i]`` empty where alternative i means no hand.
    """

    number: int
    section: int
    literal: TomlString
    line: Line | None
    hands: tuple[HandPattern, ...]
    concrete: list[tuple[ConcreteHand, ...]] = field(default_factory=list)


Meaning = tuple[DraftLine, HandPattern, tuple[ConcreteHand, ...]]
"""A readable hand: its line, its pattern and its concrete hands."""


@dataclass(slots=True)
class CardDraft:
    """The readable parts of a card file, and its faults in the order of the file.

    ``text`` is the file with curly quotes made straight, ``head`` its texts before the sections, ``sections`` the texts
    of each section.
    """

    text: str
    head: dict[str, str] = field(default_factory=dict)
    sections: list[dict[str, str]] = field(default_factory=list)
    lines: list[DraftLine] = field(default_factory=list)
    faults: list[CardFault] = field(default_factory=list)

    @property
    def flowers_wild(self) -> bool:
        """Whether the card says that flowers are wild."""
        return "flowers" in self.head

    @property
    def meanings(self) -> list[Meaning]:
        """The readable hands that mean something."""
        return [
            (line, hand, concrete)
            for line in self.lines
            for hand, concrete in zip(line.hands, line.concrete, strict=False)
            if concrete
        ]

    def place(self, line: DraftLine, start: int, length: int) -> tuple[int, int, int]:
        """Return line, column and length, in the file, of a stretch of a card's line."""
        offsets = line.literal.offsets
        first, last = (offsets[min(at, len(offsets) - 1)] for at in (start, start + length))
        return *line_and_column(self.text, first), last - first

    def fault_in(self, line: DraftLine, fault: LineFault) -> CardFault:
        """Return a fault of a line as one of the file."""
        mend = None
        if fault.mend is not None:
            made = fault.mend
            end = made.start + made.length
            mend = Mend(*self.place(line, made.start, made.length), made.text, made.say, made.start, end)
        return CardFault(
            fault.code,
            fault.message,
            *self.place(line, fault.start, fault.length),
            section=line.section,
            hand=str(line.number),
            start=fault.start,
            mend=mend,
            level=fault.level,
        )

    def fault_of(self, line: DraftLine, code: str, message: str, level: Level = "error") -> CardFault:
        """Return a fault of a whole line."""
        return self.fault_in(line, LineFault(code, message, 0, len(line.literal.value), level=level))


def read_draft(text: str) -> CardDraft:
    """Read as much of a card file as possible; every fault of the draft has the level "error"."""
    reader = _Reader(text)
    with suppress(_EnoughError):
        reader.read()
    reader.draft.faults.sort(key=lambda fault: (fault.line, fault.column))
    return reader.draft


_CURLY: Final = re.compile(
    r"(?P<before>^[ \t]*|[\[,=][ \t]*)"
    r"(?P<open>[\u201c-\u201f\"])(?P<text>[^\u201c-\u201f\"\n]*)(?P<close>[\u201c-\u201f\"])",
    re.MULTILINE,
)
"""A string of a file in straight or curly quotation marks."""

_USUAL: Final = re.compile(r"(?:^|\s)([xc])([0-9]{1,4})(?=\s|$)", re.IGNORECASE)


def _straighten(text: str) -> tuple[str, list[int]]:
    """Return a text with the curly quotation marks of its strings made straight, and their offsets."""
    changed: list[int] = []

    def straight(match: re.Match[str]) -> str:
        changed.extend(match.start(part) for part in ("open", "close") if match[part] != '"')
        return f'{match["before"]}"{match["text"]}"'

    made = _CURLY.sub(straight, text)
    return (made, changed) if changed else (text, [])


class _EnoughError(Exception):
    """The card has reached `MOST_FAULTS` faults."""


class _Reader:
    """One pass over a card file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.draft = CardDraft(text)

    def _fault(self, code: str, message: str, place: _Place, length: int = 0, section: int | None = None) -> None:
        self._add(CardFault(code, message, *place, length, section))

    def _add(self, fault: CardFault) -> None:
        if len(self.draft.faults) >= MOST_FAULTS:
            raise _EnoughError
        self.draft.faults.append(fault)

    def read(self) -> None:
        document = self._document()
        if document is None:
            return
        head = self.draft.head = self._texts(document, _TEXTS_OF_CARD, None, 0, others=("section",))
        if "id" in head and not ID_FORM.fullmatch(head["id"]):
            message = f"{head['id']!r} is no id: use small letters, digits and single hyphens"
            self._fault("bad-id", message, key_place(self._text, None, 0, "id"), len("id"))
        if head.get("flowers", "wild") != "wild":
            place = key_place(self._text, None, 0, "flowers")
            self._fault("unknown-choice", "flowers is wild, or left out", place, len("flowers"))
        self._sections(document.get("section"))
        self._expand()
        self._note_duplicates()

    def _document(self) -> dict[str, object] | None:
        if len(self._text) > LARGEST_FILE:
            self._fault("too-long", f"a card file has at most {LARGEST_FILE} characters", (1, 1))
            return None
        try:
            return tomllib.loads(self._text)
        except (ValueError, RecursionError) as error:
            document = self._straightened()
            if document is None:
                self._no_toml(error)
            return document

    def _straightened(self) -> dict[str, object] | None:
        """Read the file with straight quotation marks in place of curly ones, and note a fault for each."""
        text, changed = _straighten(self._text)
        if not changed:
            return None
        try:
            document = tomllib.loads(text)
        except (ValueError, RecursionError):
            return None
        self._text = self.draft.text = text
        message = "a curly quotation mark; TOML takes straight ones"
        for offset in changed:
            place = line_and_column(text, offset)
            mend = Mend(*place, 1, '"', "make it straight")
            self._add(CardFault("curly-quotes", message, *place, 1, mend=mend))
        return document

    def _no_toml(self, error: Exception) -> None:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        place = (int(found[1]), int(found[2])) if found else line_and_column(self._text, len(self._text))
        self._fault("bad-toml", f"this is no TOML file: {why_no_toml(error)}", place)

    def _texts(
        self, table: dict[str, object], known: dict[str, bool], header: str | None, nth: int, others: tuple[str, ...]
    ) -> dict[str, str]:
        """Return the text fields of a table; note fields that are missing, misspelt or no text."""
        found: dict[str, str] = {}
        section = None if header is None else nth
        for key, needed in known.items():
            value = table.get(key)
            if value is None:
                if needed:
                    place = key_place(self._text, header, nth, key)
                    self._fault("missing-field", f"the field {key} is missing", place, 0, section)
            elif not isinstance(value, str) or not value.strip() or not is_one_line(value):
                place = key_place(self._text, header, nth, key)
                self._fault("wrong-type", f"{key} must be a text of one line, not blank", place, len(key), section)
            else:
                found[key] = " ".join(value.split())  # as the form of a card writes it
        for key in table:
            if key not in known and key not in others:
                self._unknown_field(key, (*known, *others), header, nth)
        return found

    def _unknown_field(self, key: str, known: tuple[str, ...], header: str | None, nth: int) -> None:
        message = f"{key!r} is no field here; there are {', '.join(known)}"
        place = key_place(self._text, header, nth, key)
        near = get_close_matches(key[:30], known, n=1)
        there = self._text.split("\n")[place[0] - 1].startswith(key, place[1] - 1)
        mend = Mend(*place, len(key), near[0], f"write {near[0]}") if near and key.isidentifier() and there else None
        self._add(CardFault("unknown-field", message, *place, len(key), None if header is None else nth, mend=mend))

    def _sections(self, sections: object) -> None:
        if not isinstance(sections, list) or not sections or not all(isinstance(table, dict) for table in sections):
            code = "missing-field" if sections is None else "wrong-type"
            message = "a card has one or more tables [[section]]"
            self._fault(code, message, key_place(self._text, None, 0, "section"))
            return
        if len(sections) > MOST_SECTIONS:
            message = f"a card has at most {MOST_SECTIONS} sections, not {len(sections)}"
            self._fault("too-many-sections", message, key_place(self._text, "section", MOST_SECTIONS, None))
            return
        literals = iter(strings_under(self._text, "lines"))
        number = 0
        for nth, table in enumerate(sections):
            texts = self._texts(table, _TEXTS_OF_SECTION, "section", nth, others=("lines",))
            self.draft.sections.append(texts)
            lines = table.get("lines")
            if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
                message = "lines must be a list of texts, one a line of the card"
                self._fault("wrong-type", message, key_place(self._text, "section", nth, "lines"), 0, nth)
                if isinstance(lines, list):
                    next(literals, None)
                continue
            usual = _usual_value(lines)
            for literal in next(literals, ()):
                number += 1
                self._line(number, nth, literal, usual)
        if all(table.get("lines") == [] for table in sections):
            message = "this card has no hand yet; write its lines between the brackets of lines"
            self._fault("empty-card", message, key_place(self._text, "section", 0, "lines"), len("lines"), 0)

    def _line(self, number: int, section: int, literal: TomlString, usual: str) -> None:
        line, faults = read_line(literal.value, usual)
        texts = self.draft.sections[section]
        hands = () if line is None else line.patterns(number, texts.get("title", ""), texts.get("place", ""))
        found = DraftLine(number, section, literal, line, hands)
        self.draft.lines.append(found)
        for fault in faults:
            self._add(self.draft.fault_in(found, fault))

    def _line_fault(self, line: DraftLine, code: str, message: str) -> None:
        self._add(self.draft.fault_of(line, code, message))

    def _note_duplicates(self) -> None:
        seen: dict[tuple[tuple[str, ...], frozenset[str], bool, bool], str] = {}
        for line in self.draft.lines:
            for hand in line.hands:
                groups = tuple(sorted(map(str, hand.groups)))
                key = (groups, frozenset(map(str, hand.rules)), hand.concealed_only, hand.no_jokers)
                first = seen.setdefault(key, hand.number)
                if first != hand.number:
                    self._line_fault(line, "duplicate-hand", f"hand {hand.number} is hand {first} once more")

    def _expand(self) -> None:
        total = 0
        budget = Budget(MOST_WORK)
        for line in self.draft.lines:
            for hand in line.hands:
                try:
                    line.concrete.append(expand(hand, budget))
                except ExpansionError as error:
                    self._line_fault(line, error.code, f"hand {hand.number}: {error.message}")
                    line.concrete.append(())
                    if budget.left < 0:
                        return
                total += len(line.concrete[-1])
                if total > MOST_CONCRETE:
                    message = f"the card means more than {MOST_CONCRETE} concrete hands"
                    self._line_fault(line, "too-many-hands", message)
                    return


def _usual_value(lines: list[str]) -> str:
    """Return the value that most lines of a section have, as the card language writes it."""
    worths = [(kind.lower(), int(value)) for line in lines for kind, value in _USUAL.findall(line)]
    found = Counter(f"{kind}{value}" for kind, value in worths if 1 <= value <= LARGEST_VALUE)
    return found.most_common(1)[0][0] if found else "x25"
