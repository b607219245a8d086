"""Where the book lies: its database, the library its games name things on, the clock, and games as they are read."""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from rules.card.card import list_cards
from rules.ruleset import RuleSet, list_rulesets
from service.cards.card_library import CardLibrary
from service.ledger.database import queries
from service.ledger.database.book_mark import BookMark, read_mark, write_mark
from service.ledger.database.connection import READ_ONLY, Database
from service.ledger.database.copies import how_to_go_on, keep_copies, missing_in
from service.ledger.database.migrate import bring_up, is_current
from service.ledger.evidence_folder import EvidenceFolder
from service.ledger.game.pinned_rules import PinnedLibrary, read_rules, ruleset_source
from service.ledger.game.records import Entry, Game, Source
from service.ledger.game.state import GameState, replay
from service.ledger.game.win_evidence import WinEvidence
from service.shared.errors import ServiceError

_log: Final = logging.getLogger(__name__)

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for each other when an id is read aloud."""

ID: Final = re.compile(f"[{LETTERS}]{{10}}")


@dataclass(frozen=True)
class OpenGame:
    """A game as read in one transaction.

    Attributes:
        source: the rule set's text that new entries are made by: today's of one that ships, else that of the beginning.
        library: where that rule set and the cards are found by name.
        evidence: what is known of the evidence of its wins, by their numbers.
    """

    game: Game
    entries: tuple[Entry, ...]
    source: Source
    ruleset: RuleSet
    library: CardLibrary
    evidence: Mapping[int, WinEvidence]

    @property
    def version(self) -> int:
        """The number of the newest entry."""
        return len(self.entries)

    @cached_property
    def state(self) -> GameState:
        """What follows from all entries."""
        return replay(self.game.sitting, self.entries, self.ruleset.rotation)


class LedgerContext:
    """The database of the book and what is needed beside it. May be used from many threads.

    Args:
        url: the address of the database.
        library: where rule sets and cards are found by name.
        clock: tells the time for new lines.
        copies: how many regular copies of a book in SQLite are kept; 0 for none.
        evidence: the folder where the evidence of wins lies; left out, one beside a book in SQLite.
    """

    def __init__(
        self,
        url: URL,
        library: CardLibrary,
        clock: Callable[[], datetime] | None = None,
        copies: int = 0,
        evidence: Path | None = None,
    ) -> None:
        self.library = library
        self._database = Database(url)
        self._evidence = evidence
        self._clock = clock or (lambda: datetime.now(UTC))
        self._copies = copies
        self._seen: tuple[int, int] | None = None
        self._ready = False
        self._lost: ServiceError | None = None
        self._lock = Lock()

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    @property
    def file(self) -> Path:
        """The file of a book in SQLite.

        Raises:
            ServiceError: `no-file` for any other.
        """
        if self._database.file is None:
            raise ServiceError("no-file", "this book is no file of SQLite: use pg_dump and pg_restore", "book")
        return self._database.file

    @property
    def evidence(self) -> EvidenceFolder:
        """The folder where the evidence of wins lies.

        Raises:
            ServiceError: `no-file` for a book that is no file and was given no folder.
        """
        return EvidenceFolder(self._evidence or self.file.parent / "evidence")

    @property
    def fault(self) -> ServiceError | None:
        """Why nothing can be entered: entries of the book are gone, or it may only be read. None where all is well.

        Raises:
            ServiceError: as `reading`.
        """
        self._prepare()
        if self._lost is None and self._database.is_read_only:
            return ServiceError("read-only", READ_ONLY, str(self._database.file))
        return self._lost

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Hold a transaction that sees one state of the book; of one that is gone there is nothing to see.

        Raises:
            ServiceError: `book-lost`; as `service.ledger.database.migrate.bring_up` and `Database.reading`.
        """
        self._prepare()
        if self._lost is not None and not self._ready:
            raise self._lost
        with self._database.reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Hold a transaction that is kept whole when it ends without an exception, and else not at all.

        Raises:
            ServiceError: as `reading`; also `book-lost` where entries are gone that others may still bring back.
        """
        self._prepare()
        if self._lost is not None:
            raise self._lost
        with self._database.writing() as connection:
            yield connection
            held = None if self._database.file is None else queries.held(connection)
        if held is not None:
            self._keep(held)

    def _prepare(self) -> None:
        """Bring the tables up when the book is first asked for, and again where another file was put in its place."""
        with self._lock:
            file, identity = self._database.file, self._database.identity
            if self._ready and self._lost is None and identity in {None, self._seen}:
                return
            if file is not None:
                self._lost = _lost(file)
                self._database.only_read = self._lost is not None
            self._ready = self._lost is None or is_current(self._database)
            if self._lost is None:
                bring_up(self._database)
                self._mark_old_book()
            self._seen = self._database.identity

    def _mark_old_book(self) -> None:
        """Write the mark of a book that an older version has begun."""
        file = self._database.file
        if file is not None and not self._database.is_read_only and not (read_mark(file) or BookMark(None, 0, 0)).games:
            with self._database.reading() as connection:
                held = queries.held(connection)
            self._keep(held)

    def _keep(self, held: BookMark) -> None:
        """Note beside a book in SQLite what it holds, and copy it now and then; what fails there stops nobody."""
        file = self._database.file
        assert file is not None
        try:
            write_mark(file, held)
        except OSError as error:
            _log.warning("the mark of the book cannot be written: %s", error)
        keep_copies(file, held.entries, self._copies)

    def now(self) -> str:
        """Return the time for a new line: for people to read, never to order anything by."""
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def open(self, name: str) -> OpenGame:
        """Read a game with its entries.

        Raises:
            ServiceError: `unknown-game`; `book-damaged`.
        """
        game = None
        if ID.fullmatch(name):
            with self.reading() as connection:
                game = queries.read_game(connection, name)
                if game is not None:
                    entries = tuple(queries.read_entries(connection, name))
                    cards = list(dict.fromkeys(entry.card_sha256 for entry in entries if entry.card_sha256))
                    if game.card_sha256:
                        cards = [game.card_sha256, *(sha256 for sha256 in cards if sha256 != game.card_sha256)]
                    sources = queries.read_sources(connection, [game.ruleset_sha256, *cards])
                    played = [sources[sha256] for sha256 in cards]
                    evidence = queries.read_evidence(connection, name)
                    return self._opened(game, entries, sources[game.ruleset_sha256], played, evidence)
        if (fault := self.fault) is not None and fault.code == "book-lost":
            raise fault
        raise ServiceError("unknown-game", f"there is no game {name[:40]!r}; see the list of games", "game")

    def _opened(
        self,
        game: Game,
        entries: tuple[Entry, ...],
        begun_by: Source,
        played: Sequence[Source],
        evidence: Mapping[int, WinEvidence],
    ) -> OpenGame:
        """Open a game by the rules and card of its beginning, other cards as first played; what ships is today's."""
        pinned = {source.id: source for source in reversed(played) if source.id not in list_cards()}
        name = game.ruleset
        if name in list_rulesets():
            library = PinnedLibrary(self.library, *pinned.values(), files=True) if pinned else self.library
            source, ruleset = ruleset_source(self.library, name), self.library.ruleset(name)
            return OpenGame(game, entries, source, ruleset, library, evidence)
        library = PinnedLibrary(self.library, begun_by, *pinned.values())
        return OpenGame(game, entries, begun_by, read_rules(begun_by), library, evidence)


def _lost(file: Path) -> ServiceError | None:
    """Say what is missing in a book; opening it tells of a file that is no sound database."""
    try:
        missing = missing_in(file)
    except sqlite3.DatabaseError:
        return None
    return ServiceError("book-lost", f"{missing}; {how_to_go_on(file)}", str(file)) if missing else None
