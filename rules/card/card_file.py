"""Read the text of a card file into hands, and gather every fault with its line and column."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from rules.card.expansion import Budget, ConcreteHand, ExpansionError, expand
from rules.card.pattern import HandPattern
from rules.card.pattern_parser import Line, PatternError, parse_line
from rules.card.toml_positions import TomlString, key_place, line_and_column, strings_under
from rules.errors import CardError

LARGEST_FILE: Final = 200_000
"""Most characters of a card file; far above any card that ships."""
MOST_CONCRETE: Final = 100_000
"""Most concrete hands of a whole card, so that a hostile file cannot exhaust the machine."""

MOST_SECTIONS: Final = 200
MOST_FAULTS: Final = 100
"""Most faults told of one card: finding the place of each is another walk through the text."""

MOST_WORK: Final = 200_000
"""Most combinations tried for a whole card, as `rules.card.expansion.Budget` counts; cards that ship take a tenth."""

ID_FORM: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")

_TEXTS_OF_CARD: Final = {"id": True, "title": True, "source": False, "ruleset": False}
_TEXTS_OF_SECTION: Final = {"title": True, "place": False}
"""Fields that hold text, and whether they must be there."""

_Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CardText:
    """What a card file says; the fields are those of `rules.card.card.Card`."""

    id: str
    title: str
    source: str
    ruleset: str | None
    hands: tuple[HandPattern, ...]
    concrete: tuple[tuple[ConcreteHand, ...], ...]
    places: tuple[_Place, ...]
    """Line and column of the line that each hand stands in."""


def read_card_text(text: str, name: str) -> tuple[CardText | None, tuple[CardError, ...]]:
    """Return what the file says and no fault, or None and every fault in the order of the file."""
    reader = _Reader(text, name)
    found = None
    with suppress(_EnoughError):
        found = reader.read()
    faults = tuple(sorted(reader.faults, key=lambda fault: (fault.line, fault.column)))
    return (None if faults else found), faults


def _no_toml(error: Exception) -> str:
    """Say why a text is no TOML; the reader speaks of itself where a text is too much for it."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply; a card has lists of one level"
    if not isinstance(error, tomllib.TOMLDecodeError):
        return "a number has thousands of digits; write it shorter"
    return str(error).partition(" (at ")[0]


class _EnoughError(Exception):
    """The card has as many faults as are told."""


class _Reader:
    """One pass over a card file."""

    def __init__(self, text: str, name: str) -> None:
        self._text = text
        self._name = name
        self.faults: list[CardError] = []

    def _fault(self, code: str, message: str, place: _Place) -> None:
        if len(self.faults) >= MOST_FAULTS:
            raise _EnoughError
        self.faults.append(CardError(code, message, file=self._name, line=place[0], column=place[1]))

    def read(self) -> CardText | None:
        document = self._document()
        if document is None:
            return None
        head = self._texts(document, _TEXTS_OF_CARD, None, 0, others=("section",))
        if "id" in head and not ID_FORM.fullmatch(head["id"]):
            message = f"{head['id']!r} is no id: use small letters, digits and single hyphens"
            self._fault("bad-id", message, key_place(self._text, None, 0, "id"))
        hands, places = self._sections(document.get("section"))
        concrete = self._expand(hands, places)
        self._note_duplicates(hands, places)
        if self.faults:
            return None
        texts = (head["id"], head["title"], head.get("source", head["title"]), head.get("ruleset"))
        return CardText(*texts, tuple(hands), tuple(concrete), tuple(places))

    def _document(self) -> dict[str, object] | None:
        if len(self._text) > LARGEST_FILE:
            self._fault("too-long", f"a card file has at most {LARGEST_FILE} characters", (1, 1))
            return None
        try:
            return tomllib.loads(self._text)
        except (ValueError, RecursionError) as error:
            found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            place = (int(found[1]), int(found[2])) if found else line_and_column(self._text, len(self._text))
            self._fault("bad-toml", f"this is no TOML file: {_no_toml(error)}", place)
            return None

    def _texts(
        self, table: dict[str, object], known: dict[str, bool], header: str | None, nth: int, others: tuple[str, ...]
    ) -> dict[str, str]:
        """Return the text fields of a table; note what is missing, misspelt or no text."""
        found: dict[str, str] = {}
        for key, needed in known.items():
            value = table.get(key)
            if value is None:
                if needed:
                    place = key_place(self._text, header, nth, key)
                    self._fault("missing-field", f"the field {key} is missing", place)
            elif not isinstance(value, str) or not value.strip() or not value.isprintable():
                place = key_place(self._text, header, nth, key)
                self._fault("wrong-type", f"{key} must be a text of one line, not blank", place)
            else:
                found[key] = value.strip()
        for key in table:
            if key not in known and key not in others:
                message = f"{key!r} is no field here; there are {', '.join((*known, *others))}"
                self._fault("unknown-field", message, key_place(self._text, header, nth, key))
        return found

    def _sections(self, sections: object) -> tuple[list[HandPattern], list[_Place]]:
        if not isinstance(sections, list) or not sections or not all(isinstance(table, dict) for table in sections):
            code = "missing-field" if sections is None else "wrong-type"
            message = "a card has one or more tables [[section]]"
            self._fault(code, message, key_place(self._text, None, 0, "section"))
            return [], []
        if len(sections) > MOST_SECTIONS:
            message = f"a card has at most {MOST_SECTIONS} sections, not {len(sections)}"
            self._fault("too-many-sections", message, key_place(self._text, "section", MOST_SECTIONS, None))
            return [], []
        literals = iter(strings_under(self._text, "lines"))
        hands: list[HandPattern] = []
        places: list[_Place] = []
        number = 0
        for nth, table in enumerate(sections):
            texts = self._texts(table, _TEXTS_OF_SECTION, "section", nth, others=("lines",))
            lines = table.get("lines")
            if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
                message = "lines must be a list of texts, one a line of the card"
                self._fault("wrong-type", message, key_place(self._text, "section", nth, "lines"))
                next(literals, None)
                continue
            for literal in next(literals, ()):
                number += 1
                line = self._line(literal)
                if line is not None:
                    made = line.patterns(number, texts.get("title", ""), texts.get("place", ""))
                    hands += made
                    places += [line_and_column(self._text, literal.offsets[0])] * len(made)
        return hands, places

    def _line(self, literal: TomlString) -> Line | None:
        try:
            return parse_line(literal.value)
        except PatternError as error:
            place = line_and_column(self._text, literal.offsets[min(error.start, len(literal.offsets) - 1)])
            self._fault(error.code, error.message, place)
            return None

    def _note_duplicates(self, hands: list[HandPattern], places: list[_Place]) -> None:
        seen: dict[tuple[tuple[str, ...], frozenset[str], bool], str] = {}
        for hand, place in zip(hands, places, strict=True):
            groups = tuple(sorted(map(str, hand.groups)))
            first = seen.setdefault((groups, frozenset(map(str, hand.rules)), hand.concealed_only), hand.number)
            if first != hand.number:
                self._fault("duplicate-hand", f"hand {hand.number} is hand {first} once more", place)

    def _expand(self, hands: list[HandPattern], places: list[_Place]) -> list[tuple[ConcreteHand, ...]]:
        concrete: list[tuple[ConcreteHand, ...]] = []
        total = 0
        budget = Budget(MOST_WORK)
        for hand, place in zip(hands, places, strict=True):
            try:
                concrete.append(expand(hand, budget))
            except ExpansionError as error:
                self._fault(error.code, f"hand {hand.number}: {error.message}", place)
                if budget.left < 0:
                    break
                continue
            total += len(concrete[-1])
            if total > MOST_CONCRETE:
                message = f"the card means more than {MOST_CONCRETE} concrete hands"
                self._fault("too-many-hands", message, place)
                break
        return concrete
