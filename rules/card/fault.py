"""Faults of a card as values: the place of each, a message, and one text that would mend it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from rules.errors import CardError

Level = Literal["error", "warning", "note"]
"""``error``: nobody can play by the card; ``warning``: it reads, but is probably mistyped; ``note``: good to know."""


@dataclass(frozen=True, slots=True)
class LineMend:
    """Replace ``length`` characters of a line from ``start``, counted from 0, by ``text``; ``say`` is that in words."""

    start: int
    length: int
    text: str
    say: str


@dataclass(frozen=True, slots=True)
class LineFault:
    """A fault in the text of one line; ``start`` counts its characters from 0."""

    code: str
    message: str
    start: int
    length: int = 0
    mend: LineMend | None = None
    level: Level = "error"


@dataclass(frozen=True, slots=True)
class Mend:
    """Replace ``length`` characters of a card file from ``line`` and ``column`` by ``text``; ``say`` is that in words.

    ``start`` and ``end`` are the same places in the text of its line, counted from 0; None outside of lines.
    """

    line: int
    column: int
    length: int
    text: str
    say: str
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class CardFault:
    """A fault in a card file; ``line`` and ``column`` count from 1, ``length`` the characters at fault.

    ``section`` (from 0) and ``hand`` (the line's printed number) are its place on the card, ``start`` its place in the
    text of its line, counted from 0; each is None for a fault outside of sections or lines.
    """

    code: str
    message: str
    line: int
    column: int
    length: int = 0
    section: int | None = None
    hand: str | None = None
    start: int | None = None
    mend: Mend | None = None
    level: Level = "error"

    def to_json(self) -> dict[str, Any]:
        """Return all its fields."""
        return asdict(self)

    def error(self, file: str) -> CardError:
        """Return the fault as the error of a file."""
        return CardError(self.code, self.message, file=file, line=self.line, column=self.column)
