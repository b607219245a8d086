"""One reason of a verdict, with the place in a source that it rests on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason in words, and the place in the source that it rests on."""

    text: str
    source: str

    def __str__(self) -> str:
        return f"{self.text} ({self.source})"
