"""The answers of commands that store cards and tables, or write them to files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from service.cards.card_changes import KeptCard
from service.cards.table_rules import KeptTable
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class Changed:
    """A card or a table that a command stored."""

    done: Literal["added", "changed", "renamed", "copied"]
    kept: KeptCard | KeptTable

    def to_json(self) -> JsonObject:
        """Return the stored card or table, with what the command did."""
        return {"done": self.done, **self.kept.to_json()}


@dataclass(frozen=True, slots=True)
class Moved:
    """A card or a table that a command removed or exported.

    Attributes:
        done: what the command did.
        id: the name of the card or table.
        file: the file that holds its text now; None if the command only prints the text.
        text: its text.
    """

    done: Literal["removed", "exported"]
    id: str
    file: str | None
    text: str

    def to_json(self) -> JsonObject:
        """Return all its fields."""
        return {"done": self.done, "id": self.id, "file": self.file, "text": self.text}


@dataclass(frozen=True, slots=True)
class Template:
    """The text of a card to start from; `file` is as in `Moved`."""

    file: str | None
    text: str

    def to_json(self) -> JsonObject:
        """Return file and text."""
        return {"file": self.file, "text": self.text}
