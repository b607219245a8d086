"""The ledger's database with its card library, clock and evidence folder; open a game from it."""

from __future__ import annotations

import errno
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
from service.ledger.database.book_mark import BookMark, write_mark
from service.ledger.database.connection import Database
from service.ledger.database.migrate import bring_up, is_current
from service.ledger.database.regular_copies import keep_copies
from service.ledger.database.restore import how_to_go_on, missing_in
from service.ledger.database.sqlite_faults import READ_ONLY
from service.ledger.evidence_folder import EvidenceFolder
from service.ledger.game.pinned_rules import PinnedLibrary, read_rules, ruleset_source
from service.ledger.game.records import Entry, Game, Source
from service.ledger.game.shown.documents import ShownEntry, shown_entries
from service.ledger.game.state import GameState, replay
from service.ledger.game.win_evidence import WinEvidence
from service.shared.errors import ServiceError, error_object

_log: Final = logging.getLogger(__name__)

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters of an id, without letters and digits that look or sound alike."""

ID: Final = re.compile(f"[{LETTERS}]{{10}}")


@dataclass(frozen=True)
class OpenGame:
    """A game as read in one transaction.

    Attributes:
        source: the rule set's text for new entries: the present text of a shipped rule set, else the text stored at the
            beginning of the game.
        library: resolves the names of that rule set and of the cards.
        evidence: the evidence of its wins, by entry number.
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
        """The state after all entries."""
        return replay(self.game.sitting, self.entries, self.ruleset.rotation)

    def shown(self, after: int = 0) -> tuple[ShownEntry, ...]:
        """Show the entries beyond number `after`."""
        return shown_entries(self.entries[after:], self.state.removed_by)


class LedgerContext:
    """The ledger's database and the objects that its operations need; thread-safe.

    Args:
        url: the address of the database.
        library: resolves the names of rule sets and cards.
        clock: returns the time for new rows; None for the time of this machine.
        copies: how many regular copies of a SQLite ledger to keep; 0 for none.
        evidence: the folder for the evidence of wins; None for a folder beside a SQLite ledger.
    """

    def __init__(
        self, url: URL, library: CardLibrary, clock: Callable[[], datetime] | None, copies: int, evidence: Path | None
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
        """The file of a SQLite ledger.

        Raises:
            ServiceError: `no-file` for another database.
        """
        if self._database.file is None:
            raise ServiceError("no-file", "this book is no file of SQLite: use pg_dump and pg_restore", "book")
        return self._database.file

    @property
    def evidence(self) -> EvidenceFolder:
        """The folder for the evidence of wins.

        Raises:
            ServiceError: `no-file` without a folder and without a SQLite file.
        """
        return EvidenceFolder(self._evidence or self.file.parent / "evidence")

    @property
    def fault(self) -> ServiceError | None:
        """Why the ledger accepts no entries, None if it accepts them; raises as `reading`.

        Some are missing, it is read-only, or nobody has begun one and no file of it can be made.
        """
        self._prepare()
        if self._lost is None and self._database.is_read_only:
            return ServiceError("read-only", READ_ONLY, str(self._database.file))
        return self._lost

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one state of the ledger.

        Raises:
            ServiceError: `book-lost` if nothing of it is left; as `service.ledger.database.migrate.bring_up` and
                `Database.reading`.
        """
        self._prepare()
        if self._lost is not None and not self._ready:
            raise self._lost
        with self._database.reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a write transaction; commit it at the end, or roll it back on an exception.

        Raises:
            ServiceError: as `reading`; also `book-lost` while entries are missing, as a user may still restore them.
        """
        self._prepare()
        if self._lost is not None:
            raise self._lost
        with self._database.writing() as connection:
            yield connection
            held = None if self._database.file is None else queries.held(connection)
        if held is not None:
            self._keep(held)

    def _bring_up(self) -> None:
        """Create or migrate the ledger; one that nobody has begun has no entries, also where no file can be made."""
        try:
            renewed = bring_up(self._database)
        except OSError as error:
            if self._database.exists or error.errno not in {errno.EACCES, errno.EPERM, errno.EROFS}:
                raise
            told = error_object(error, str(self._database.file))
            self._lost = ServiceError(told["code"], told["message"], told["where"])
            self._ready = False
            return
        if renewed and self._database.file is not None:
            # An older version wrote no mark. A copy of today gets none by being read: a later copy may take its name.
            with self._database.reading() as connection:
                held = queries.held(connection)
            self._keep(held)

    def _prepare(self) -> None:
        """Check and migrate the ledger on first use, and again after its file was replaced."""
        with self._lock:
            file, identity = self._database.file, self._database.identity
            if self._ready and self._lost is None and identity in {None, self._seen}:
                return
            if file is not None:
                self._lost = _lost(file)
                self._database.only_read(self._lost is not None)
            self._ready = self._lost is None or is_current(self._database)
            if self._lost is None:
                self._bring_up()
            self._seen = self._database.identity

    def _keep(self, held: BookMark) -> None:
        """Update the mark of a SQLite ledger and copy it when due; a failure never stops the write."""
        file = self._database.file
        assert file is not None
        try:
            write_mark(file, held)
        except OSError as error:
            _log.warning("the mark of the book cannot be written: %s", error)
        keep_copies(file, held.entries, self._copies)

    def now(self) -> str:
        """Return the time for a new row, ISO 8601 in UTC; it is for people, and we never sort by it."""
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def open(self, name: str) -> OpenGame:
        """Read a game with its entries.

        Raises:
            ServiceError: `unknown-game`; `book-damaged`.
        """
        if ID.fullmatch(name):
            with self.reading() as connection:
                game = queries.read_game(connection, name)
                if game is not None:
                    entries = tuple(queries.read_entries(connection, name))
                    cards = dict.fromkeys(filter(None, (game.card_sha256, *(entry.card_sha256 for entry in entries))))
                    shipped = {*list_rulesets(), *list_cards()}
                    sources = queries.read_sources(connection, [game.ruleset_sha256, *cards], trusted=shipped)
                    played = [sources[sha256] for sha256 in cards]
                    rules = self._rules(game.ruleset, sources[game.ruleset_sha256], played)
                    return OpenGame(game, entries, *rules, queries.read_evidence(connection, name))
        if (fault := self.fault) is not None and fault.code == "book-lost":
            raise fault
        raise ServiceError("unknown-game", f"there is no game {name[:40]!r}; see the list of games", "game")

    def _rules(self, name: str, begun_by: Source, played: Sequence[Source]) -> tuple[Source, RuleSet, CardLibrary]:
        """Return a game's rules: each card as first used, but shipped rules and cards as they are today."""
        pinned = {source.id: source for source in reversed(played) if source.id not in list_cards()}
        if name in list_rulesets():
            library = PinnedLibrary(self.library, *pinned.values(), files=True) if pinned else self.library
            return ruleset_source(self.library, name), self.library.ruleset(name), library
        return begun_by, read_rules(begun_by), PinnedLibrary(self.library, begun_by, *pinned.values(), files=True)


def _lost(file: Path) -> ServiceError | None:
    """Return the error for missing games or entries; for a damaged file, None, as opening it reports the damage."""
    try:
        missing = missing_in(file)
    except sqlite3.DatabaseError:
        return None
    return ServiceError("book-lost", f"{missing}; {how_to_go_on(file)}", str(file)) if missing else None
