"""Limits of a ledger and a game; within them every game can be exported and imported again."""

from __future__ import annotations

from typing import Final

from service.shared.errors import ServiceError

MOST_GAMES: Final = 10_000
MOST_PLAYERS: Final = 2_000

MOST_ENTRIES: Final = 2_000
"""Maximum number of entries of one game, far above any evening, so that requests cannot fill the disk."""

MOST_SOURCES: Final = 2 * MOST_ENTRIES + 2
"""Maximum number of texts of one game: a rule set and a card for its beginning and for each entry."""

LARGEST_EXPORT: Final = 100_000_000
"""Maximum characters of an exported game: `MOST_ENTRIES` wins with the longest notes, the evidence in base64
(`win_evidence`), and room to spare."""

_FULL: Final = 60_000_000
"""Estimated characters of an export beyond which the game is full; a later version may write a little more."""

_SPACED: Final = 1.5
"""Maximum export characters per character of a stored body, as the export has a space after comma and colon."""

_ESCAPED: Final = 12
"""Maximum export characters per character of a text: JSON writes a character beyond 16 bits as two escapes."""

_AROUND: Final = 1_000
"""Maximum export characters around one entry or text."""


def refuse_full(entries: int, bodies: int, sources: int, texts: int) -> None:
    """Refuse an entry that would make the game too large to export and import again.

    `entries` counts the new one too, `sources` the texts of cards and rule sets; `bodies` and `texts` are characters.

    Raises:
        ServiceError: `book-full`.
    """
    if entries > MOST_ENTRIES:
        raise ServiceError("book-full", f"a game holds {MOST_ENTRIES} entries: begin another", "entries")
    if _SPACED * bodies + _ESCAPED * texts + _AROUND * (entries + sources + 1) > _FULL:
        raise ServiceError("book-full", "the texts of this game take too much room: begin another", "entries")
