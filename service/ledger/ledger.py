"""The book as the command line and the HTTP interface use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy.engine import URL

from service.cards.card_library import CardLibrary
from service.ledger import add_entry, begin_game, keep_evidence, players
from service.ledger.add_entry import Entered
from service.ledger.context import LedgerContext, OpenGame
from service.ledger.database import queries
from service.ledger.database.connection import database_url
from service.ledger.database.copies import begin_anew, copy_book, restore_book
from service.ledger.evidence_copy import CopiedEvidence, put_in, take_out
from service.ledger.game import documents
from service.ledger.game.export import to_csv, to_json
from service.ledger.game.import_game import read_export
from service.ledger.game.limits import MOST_GAMES
from service.ledger.game.recompute import recompute
from service.ledger.game.records import Source
from service.ledger.game.season import season_document
from service.ledger.game.win_evidence import export_evidence
from service.shared.errors import ServiceError, error_object
from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    import sqlite3

    from service.shared.settings import Settings


MOST_OF_A_SEASON: Final = 200
"""Games that are added up at most: some years of a weekly table."""


class Ledger:
    """Games, players and entries of one database. May be used from many threads, and beside other programs.

    Every method may raise `ServiceError` with `book-lost`, `book-busy`, `book-unreachable`, `book-damaged`,
    `newer-book`, `disk-full` or `read-only`, and each that names a game with `unknown-game`.
    """

    def __init__(
        self,
        url: URL,
        library: CardLibrary,
        clock: Callable[[], datetime] | None = None,
        copies: int = 0,
        evidence: Path | None = None,
    ) -> None:
        self._context = LedgerContext(url, library, clock, copies, evidence)

    def close(self) -> None:
        """Close all connections."""
        self._context.close()

    def backup(self, target: Path) -> CopiedEvidence:
        """Copy the book, which others may be writing to, and the evidence kept with its wins to a new file.

        Raises:
            ServiceError: `no-file` for a book that is no file of SQLite.
            OSError, sqlite3.Error: as `service.ledger.database.copies.copy_book`.
        """
        done = CopiedEvidence()

        def with_evidence(copy: sqlite3.Connection) -> None:
            nonlocal done
            done = put_in(copy, self._context.evidence)

        with self._context.reading():
            copy_book(self._context.file, target, with_evidence)
        return done

    def restore(self, copy: Path) -> tuple[Path | None, CopiedEvidence]:
        """Put a copy in the place of a book that is gone, damaged or lacks entries, and its evidence beside it.

        Returns:
            Where that book is kept, and what came of the evidence.

        Raises:
            ServiceError, OSError: as `service.ledger.database.copies.restore_book`; `no-file` as `backup`.
        """
        done = CopiedEvidence()

        def with_evidence(book: sqlite3.Connection) -> None:
            nonlocal done
            done = take_out(book, self._context.evidence)

        return restore_book(self._context.file, copy, with_evidence), done

    def begin_anew(self) -> Path | None:
        """Let a new book be begun in the place of such a one, and say where that is kept.

        Raises:
            ServiceError, OSError: as `service.ledger.database.copies.begin_anew`; `no-file` as `backup`.
        """
        return begin_anew(self._context.file)

    def players(self) -> JsonObject:
        """List everybody who has ever been named, by name."""
        with self._context.reading() as connection:
            return {"players": [{"name": name} for _, name in queries.read_players(connection)]}

    def add_player(self, request: object) -> JsonObject:
        """Add `{"name"}`.

        Raises:
            RulesError, ServiceError: as `service.ledger.players.add_player`.
        """
        return players.add_player(self._context, request)

    def games(self, most: int = 50, skip: int = 0) -> JsonObject:
        """List the games, those put in last first, whatever the clock said.

        Where nothing can be entered, because the book lacks entries or may only be read, `fault` says so.
        """
        fault = self._context.fault
        try:
            found = self._games(most, skip)
        except ServiceError as error:
            if fault is None or error.code != fault.code:
                raise
            found = {"games": [], "total": 0}
        return found if fault is None else {**found, "fault": error_object(fault)}

    def _games(self, most: int, skip: int) -> JsonObject:
        with self._context.reading() as connection:
            found = queries.list_games(connection, most, skip)
            total = queries.count_games(connection)
        return {"games": [documents.game_line(game, version, last) for game, version, last in found], "total": total}

    def begin(self, request: object) -> Entered:
        """Begin a game.

        Raises:
            RulesError, ServiceError: as `service.ledger.begin_game.begin`.
        """
        game, new = begin_game.begin(self._context, request)
        return Entered(self.game(game.id), new)

    def import_game(self, document: object) -> JsonObject:
        """Put an exported game into the book; `differs` names the entries whose payments are others than in the file.

        Raises:
            RulesError, ServiceError: as `service.ledger.game.import_game.read_export` and
            `service.ledger.begin_game.add_imported`.
        """
        imported = read_export(document, self._context.library)
        begin_game.add_imported(self._context, imported)
        return {**self.game(imported.game.id), "differs": list(imported.differs)}

    def bring_in(self, document: object) -> tuple[str, bool, int, int]:
        """Put an exported game into the book, or those of its entries that the book lacks.

        Returns:
            Its id, whether it is new, how many entries are, and of how many wins the evidence is.

        Raises:
            RulesError, ServiceError: as `import_game`, and as `service.ledger.begin_game.bring_in`.
        """
        imported = read_export(document, self._context.library)
        return imported.game.id, *begin_game.bring_in(self._context, imported)

    def game(self, name: str) -> JsonObject:
        """Show a game with its entries, seats and standings."""
        opened = self._context.open(name)
        return documents.game_document(
            opened.game, opened.state, opened.entries, opened.ruleset, keep_evidence.shown(self._context, opened)
        )

    def state(self, name: str) -> JsonObject:
        """Show a game without its entries."""
        return self._state(self._context.open(name))

    def _state(self, opened: OpenGame) -> JsonObject:
        shown = keep_evidence.shown(self._context, opened)
        return documents.state_document(opened.game, opened.state, opened.ruleset, shown)

    def since(self, name: str, after: int) -> JsonObject:
        """Show a phone that has seen entries up to `after` the newer ones, and the state now."""
        opened = self._context.open(name)
        return {**_beyond(opened, after), "state": self._state(opened)}

    def entries(self, name: str, after: int = 0) -> JsonObject:
        """List the entries of a game beyond number `after`."""
        return _beyond(self._context.open(name), after)

    def versions(self, names: Sequence[str]) -> dict[str, int]:
        """Read the number of the newest entry of each game that has one."""
        with self._context.reading() as connection:
            return queries.versions(connection, names)

    def add(self, name: str, request: object) -> Entered:
        """Add an entry.

        Raises:
            ConflictError, RulesError, ServiceError: as `service.ledger.add_entry.add`.
        """
        return add_entry.add(self._context, name, request)

    def standings(self, name: str) -> JsonObject:
        """Show who has won how much."""
        opened = self._context.open(name)
        return {"version": opened.version, "standings": documents.standings(opened.state, opened.ruleset)}

    def season(self, since: str = "") -> JsonObject:
        """Add up the newest games that began on a day (`2026-01-31`) or later, those of each rule set by themselves.

        `left_out` says how many older ones there are, where there are more than `MOST_OF_A_SEASON`.
        """
        with self._context.reading() as connection:
            games = [game for game, _, _ in queries.list_games(connection, MOST_GAMES, 0)]
            people = dict(queries.read_players(connection))
        found = [game.id for game in games if game.started_at >= since]
        # One after the other: the entries of all at once would take much memory.
        opened = (self._context.open(name) for name in found[:MOST_OF_A_SEASON])
        document = season_document(((one.game, one.state, one.ruleset) for one in opened), people)
        left_out = len(found[MOST_OF_A_SEASON:])
        return {**document, "left_out": left_out} if left_out else document

    def settle_up(self, name: str) -> JsonObject:
        """Show who pays whom so that everybody is even, in the fewest payments."""
        opened = self._context.open(name)
        return documents.payments_document(opened.state, opened.ruleset)

    def chart(self, name: str) -> JsonObject:
        """Show the running totals of the evening."""
        return documents.chart_document(self._context.open(name).state)

    def recompute(self, name: str) -> JsonObject:
        """Judge and settle every entry again, and say which no longer agree (`service.ledger.game.recompute`).

        `evidence` names the wins whose evidence is missing or altered, where there are any.
        """
        opened = self._context.open(name)
        found = recompute(opened.entries, self._sources(opened), self._context.library)
        amiss = keep_evidence.amiss(self._context, opened) if opened.evidence else []
        return {"version": opened.version, **found, **({"evidence": amiss} if amiss else {})}

    def export_csv(self, name: str) -> str:
        """Write a game for a spreadsheet."""
        opened = self._context.open(name)
        return to_csv(opened.entries, opened.state)

    def export_json(self, name: str) -> JsonObject:
        """Write all that the book holds of a game; `import_game` reads it."""
        opened = self._context.open(name)
        evidence = export_evidence(opened.evidence, self._context.evidence.read) if opened.evidence else []
        return to_json(opened.game, opened.entries, self._sources(opened), evidence)

    def keep_evidence(self, name: str, entry: int, data: bytes) -> JsonObject:
        """Keep a bundle with a win, and show the game's state.

        Raises:
            ServiceError, OSError: as `service.ledger.keep_evidence.keep`.
        """
        keep_evidence.keep(self._context, name, entry, data)
        return self.state(name)

    def refuse_large_evidence(self, name: str, size: int) -> None:
        """Refuse evidence of so many bytes that a new win could not keep, before that win is entered.

        Raises:
            ServiceError, OSError: as `service.ledger.keep_evidence.refuse_large`.
        """
        keep_evidence.refuse_large(self._context, name, size)

    def evidence(self, name: str, entry: int) -> bytes:
        """Return the bundle of a win.

        Raises:
            ServiceError, OSError: as `service.ledger.keep_evidence.read`.
        """
        return keep_evidence.read(self._context, name, entry)

    def remove_evidence(self, name: str, entry: int | None) -> JsonObject:
        """Remove the evidence of a win, or with None of the whole game, and show the game's state.

        Raises:
            ServiceError, OSError: as `service.ledger.keep_evidence.remove`.
        """
        keep_evidence.remove(self._context, name, entry)
        return self.state(name)

    def _sources(self, opened: OpenGame) -> dict[str, Source]:
        """Read the texts a game was made by."""
        used = {name for one in opened.entries for name in (one.ruleset_sha256, one.card_sha256) if name is not None}
        with self._context.reading() as connection:
            return queries.read_sources(connection, sorted({*opened.game.sources, *used}))


def _beyond(opened: OpenGame, after: int) -> JsonObject:
    found = [documents.entry_document(entry, opened.state.removed_by) for entry in opened.entries[after:]]
    return {"version": opened.version, "entries": found}


def open_ledger(chosen: Settings, library: CardLibrary) -> Ledger:
    """Open the book that the settings name.

    Raises:
        ServiceError: `bad-setting`.
    """
    if chosen.database_url is None:
        url = URL.create("sqlite", database=str(chosen.book_file))
    else:
        url = database_url(chosen.database_url)
    return Ledger(url, library, copies=chosen.book_copies, evidence=chosen.data_dir / "evidence")
