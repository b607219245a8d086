"""A draft of a card: its lines, with remarks on everything that a person should look at."""

from __future__ import annotations

from dataclasses import asdict, dataclass

_LOOK = frozenset(
    {
        "suits-guessed",
        "not-understood",
        "exposed-guessed",
        "value-missing",
        "tile-count",
        "no-line",
        "unsure-letters",
        "remark-missing",
    }
)
"""Codes of remarks that a person should look at; the other remarks only explain a reading."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark on a drafted line.

    ``code`` is a stable kebab-case name, ``message`` a sentence for the player, ``text`` the piece of the source it
    is about, empty where it is about the whole line.
    """

    code: str
    message: str
    text: str = ""

    @property
    def look(self) -> bool:
        """Whether a person should look at it before using the line."""
        return self.code in _LOOK

    def to_json(self) -> dict[str, object]:
        """Return the remark as JSON."""
        return {**asdict(self), "look": self.look}


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One line of a drafted card.

    ``text`` is in the card's language, as far as the source goes: a line without a value has none. ``source`` is the
    pasted text, ``row`` its first row, counted from 1.
    """

    text: str
    source: str
    row: int
    remarks: tuple[Remark, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether the line holds no guess and leaves nothing out."""
        return not any(remark.look for remark in self.remarks)

    def to_json(self) -> dict[str, object]:
        """Return the line as JSON."""
        return {
            "text": self.text,
            "source": self.source,
            "row": self.row,
            "sure": self.sure,
            "remarks": [remark.to_json() for remark in self.remarks],
        }


@dataclass(frozen=True, slots=True)
class PastedSection:
    """Lines under one heading; the title is empty before the first heading."""

    title: str
    lines: tuple[PastedLine, ...]

    def to_json(self) -> dict[str, object]:
        """Return the section as JSON."""
        return {"title": self.title, "lines": [line.to_json() for line in self.lines]}


@dataclass(frozen=True, slots=True)
class LeftOver:
    """A row that is neither a line nor a heading, in its own text."""

    row: int
    text: str


@dataclass(frozen=True, slots=True)
class PastedCard:
    """A whole draft: a title where one stands above the card, sections, and the rows that are no line or heading.

    ``unread`` is the first row, counted from 1, that the reader left out because the text is too long; 0 for none.
    """

    title: str
    sections: tuple[PastedSection, ...]
    left: tuple[LeftOver, ...]
    unread: int = 0

    @property
    def lines(self) -> tuple[PastedLine, ...]:
        """All its lines, in their order."""
        return tuple(line for section in self.sections for line in section.lines)

    def to_json(self) -> dict[str, object]:
        """Return the draft as JSON."""
        return {
            "title": self.title,
            "sections": [section.to_json() for section in self.sections],
            "left": [asdict(one) for one in self.left],
            "unread": self.unread,
            "lines": len(self.lines),
            "look": sum(not line.sure for line in self.lines),
        }
