"""How much a book and a game hold; whatever is within these limits can be exported and imported again."""

from __future__ import annotations

from typing import Final

from service.shared.errors import ServiceError

MOST_GAMES: Final = 10_000
MOST_PLAYERS: Final = 2_000

MOST_ENTRIES: Final = 2_000
"""Entries of one game: no evening comes near this, and a request must not fill a disk."""

MOST_SOURCES: Final = 2 * MOST_ENTRIES + 2
"""Texts of one game: those of its beginning, and of each entry a rule set and a card."""

LARGEST_EXPORT: Final = 100_000_000
"""Characters of an exported game: two thousand wins with the longest notes, the evidence of wins in base64
(`win_evidence`), and room to spare."""

_FULL: Final = 60_000_000
"""Characters of an export beyond which nothing more is entered: a later program may write a little more."""

_SPACED: Final = 1.5
"""Most characters of an export for one of a stored body: it has a space behind each comma and colon."""

_ESCAPED: Final = 12
"""Most characters of an export for one of a text: JSON writes what is beyond 16 bits as two escapes."""

_AROUND: Final = 1_000
"""Most characters of an export around one entry or text."""


def refuse_full(entries: int, bodies: int, sources: int, texts: int) -> None:
    """Refuse an entry after which the game could no longer be exported and imported again.

    Args:
        entries: how many the game has with it.
        bodies: characters of all their bodies, as they are stored.
        sources: how many texts of cards and rule sets they were made by.
        texts: characters of these.

    Raises:
        ServiceError: `book-full`.
    """
    if entries > MOST_ENTRIES:
        raise ServiceError("book-full", f"a game holds {MOST_ENTRIES} entries: begin another", "entries")
    if _SPACED * bodies + _ESCAPED * texts + _AROUND * (entries + sources + 1) > _FULL:
        raise ServiceError("book-full", "the texts of this game take too much room: begin another", "entries")
