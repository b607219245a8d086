"""Where the book lies: its database, the library its games name things on, the clock, and games as they are read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from threading import Lock
from typing import Final

from sqlalchemy.engine import URL

from rules.ruleset import RuleSet
from service.cards.card_library import CardLibrary
from service.ledger.database import queries
from service.ledger.database.connection import Database
from service.ledger.database.migrate import bring_up
from service.ledger.game.pinned_rules import PinnedLibrary, read_rules, ruleset_source
from service.ledger.game.records import Entry, Game, Source
from service.ledger.game.state import GameState, replay
from service.shared.errors import ServiceError

MOST_GAMES: Final = 10_000
MOST_PLAYERS: Final = 2_000
MOST_ENTRIES: Final = 2_000
"""Entries of one game: no evening comes near this, and a request must not fill a disk."""

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for each other when an id is read aloud."""

ID: Final = re.compile(f"[{LETTERS}]{{10}}")


@dataclass(frozen=True)
class OpenGame:
    """A game as read in one transaction.

    Attributes:
        source: the rule set's text that new entries are made by: today's of one that ships, else that of the beginning.
        library: where that rule set and the cards are found by name.
    """

    game: Game
    entries: tuple[Entry, ...]
    source: Source
    ruleset: RuleSet
    library: CardLibrary

    @property
    def version(self) -> int:
        """The number of the newest entry."""
        return len(self.entries)

    @cached_property
    def state(self) -> GameState:
        """What follows from all entries."""
        return replay(self.game.body["sitting"], self.entries, self.ruleset.rotation)


class LedgerContext:
    """The database of the book and what is needed beside it. May be used from many threads."""

    def __init__(self, url: URL, library: CardLibrary, clock: Callable[[], datetime] | None = None) -> None:
        self.library = library
        self._raw = Database(url)
        self._clock = clock or (lambda: datetime.now(UTC))
        self._ready = False
        self._lock = Lock()

    def close(self) -> None:
        """Close all connections."""
        self._raw.close()

    @property
    def database(self) -> Database:
        """The database with its tables as they must be, made or renewed when first asked for.

        Raises:
            ServiceError: as `service.ledger.database.migrate.bring_up`.
        """
        with self._lock:
            if not self._ready:
                bring_up(self._raw)
                self._ready = True
        return self._raw

    def now(self) -> str:
        """The time for a new line: for people to read, never to order anything by."""
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def open(self, name: str) -> OpenGame:
        """A game with its entries.

        Raises:
            ServiceError: `unknown-game`; `book-damaged`.
        """
        game = None
        if ID.fullmatch(name):
            with self.database.reading() as connection:
                game = queries.read_game(connection, name)
                if game is not None:
                    entries = tuple(queries.read_entries(connection, name))
                    begun_by = queries.read_sources(connection, [game.ruleset_sha256])[game.ruleset_sha256]
                    return self._opened(game, entries, begun_by)
        raise ServiceError("unknown-game", f"there is no game {name[:40]!r}; see the list of games", "game")

    def _opened(self, game: Game, entries: tuple[Entry, ...], begun_by: Source) -> OpenGame:
        name = game.body["ruleset"]
        if name in self.library.rulesets():
            return OpenGame(game, entries, ruleset_source(self.library, name), self.library.ruleset(name), self.library)
        return OpenGame(game, entries, begun_by, read_rules(begun_by), PinnedLibrary(self.library, begun_by))
