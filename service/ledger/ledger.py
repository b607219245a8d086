"""The ledger's interface for the command line and the HTTP routes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy.engine import URL

from rules.input.strict_fields import describe
from service.cards.card_library import CardLibrary
from service.ledger import add_entry, begin_game, keep_evidence, players
from service.ledger.context import LedgerContext, OpenGame
from service.ledger.database import queries
from service.ledger.database.connection import database_url
from service.ledger.database.copies import copy_book
from service.ledger.database.restore import begin_anew, restore_book
from service.ledger.evidence_copy import CopiedEvidence, put_in, take_out
from service.ledger.game.export import to_csv, to_json
from service.ledger.game.import_game import read_export
from service.ledger.game.limits import MOST_GAMES
from service.ledger.game.recompute import Recomputed, recompute
from service.ledger.game.records import GameMark, Source
from service.ledger.game.shown.documents import (
    EntryList,
    GameLine,
    GameList,
    ImportedGame,
    ShownEntry,
    ShownGame,
    ShownState,
    Standings,
    Stored,
)
from service.ledger.game.shown.season import SeasonList, add_up
from service.ledger.game.shown.totals import Chart, SettleUp
from service.ledger.game.win_evidence import export_evidence
from service.ledger.players import Player, PlayerList
from service.shared.errors import ServiceError, error_object, unless_damaged
from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    from service.shared.settings import Settings


MOST_OF_A_SEASON: Final = 200
"""Maximum number of games in a season, some years of a weekly table."""


class Ledger:
    """Games, players and entries of one database; safe for many threads and several programs at once.

    Every method may raise `ServiceError` with `book-lost`, `book-busy`, `book-unreachable`, `book-damaged`,
    `newer-book`, `disk-full` or `read-only`, and every method that names a game also with `unknown-game`. A method that
    takes a request or a file also raises as the function that reads it, naming the field at fault.
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
        """Copy the ledger and the evidence of its wins to a new file, even while others write.

        Raises:
            ServiceError: `no-file` for a ledger outside SQLite.
            OSError, sqlite3.Error: as `service.ledger.database.copies.copy_book`.
        """
        with self._context.reading():
            return copy_book(self._context.file, target, partial(put_in, folder=self._context.evidence))

    def restore(self, copy: Path) -> tuple[Path | None, CopiedEvidence]:
        """Replace a missing, damaged or incomplete ledger by a copy, and restore the evidence of the copy.

        Returns:
            The path of the replaced ledger, or None, and the result for the evidence.

        Raises:
            ServiceError, OSError: as `service.ledger.database.restore.restore_book`; `no-file` as `backup`.
        """
        kept, done = restore_book(self._context.file, copy, partial(take_out, folder=self._context.evidence))
        return kept, done or CopiedEvidence()

    def begin_anew(self) -> Path | None:
        """Set such a ledger aside so that a new one can begin; return its new path, or None.

        Raises:
            ServiceError, OSError: as `service.ledger.database.restore.begin_anew`; `no-file` as `backup`.
        """
        return begin_anew(self._context.file)

    def players(self) -> PlayerList:
        """List all players, sorted by name."""
        with self._context.reading() as connection:
            return PlayerList(tuple(Player(name) for _, name in queries.read_players(connection)))

    def add_player(self, request: object) -> Player:
        """Add the player `{"name"}`."""
        return players.add_player(self._context, request)

    def games(self, most: int = 50, skip: int = 0) -> GameList:
        """List the games in reverse order of insertion, whatever their times; name those of a damaged beginning.

        If the ledger accepts no entries, because some are missing or it is read-only, `fault` holds the error.

        Raises:
            ServiceError: `out-of-range`, where `most` or `skip` is no number of games that a ledger can hold.
        """
        for name, number in (("most", most), ("skip", skip)):
            if not 0 <= number <= MOST_GAMES:
                raise ServiceError("out-of-range", f"must be 0 to {MOST_GAMES}, not {describe(number)}", name)
        fault = self._context.fault
        try:
            found = self._games(most, skip)
        except ServiceError as error:
            if fault is None or error.code != fault.code:
                raise
            found = GameList((), 0)
        return found if fault is None else replace(found, fault=error_object(fault))

    def _games(self, most: int, skip: int) -> GameList:
        with self._context.reading() as connection:
            found = queries.list_games(connection, most, skip)
            total = queries.count_games(connection)
        lines = tuple(GameLine(*one) for one in found.values() if one is not None)
        return GameList(lines, total, damaged=tuple(name for name, one in found.items() if one is None))

    def game_ids(self) -> list[str]:
        """Return the ids of all games in the order of `games`, damaged ones too."""
        with self._context.reading() as connection:
            return list(queries.list_games(connection, MOST_GAMES, 0))

    def begin(self, request: object) -> Stored[ShownGame]:
        """Begin a game."""
        game, new = begin_game.begin(self._context, request)
        return Stored(self.game(game.id), new)

    def import_game(self, document: object) -> ImportedGame:
        """Import an exported game."""
        imported = read_export(document, self._context.library)
        begin_game.add_imported(self._context, imported)
        return ImportedGame(self.game(imported.game.id), imported.differs)

    def bring_in(self, document: object) -> tuple[str, bool, int, int]:
        """Import an exported game, or only the entries that the ledger lacks.

        Returns:
            The game's id, whether it is new, the number of new entries, and the number of wins with new evidence.
        """
        imported = read_export(document, self._context.library)
        return imported.game.id, *begin_game.bring_in(self._context, imported)

    def game(self, name: str) -> ShownGame:
        """Show a game with its entries, seats and standings."""
        opened = self._context.open(name)
        return ShownGame(self._state(opened), opened.shown())

    def library(self, name: str) -> CardLibrary:
        """Return the cards and rule sets as a game plays by them."""
        return self._context.open(name).library

    def state(self, name: str) -> ShownState:
        """Show a game without its entries."""
        return self._state(self._context.open(name))

    def _state(self, opened: OpenGame) -> ShownState:
        return ShownState(opened.game, opened.state, opened.ruleset, keep_evidence.shown(self._context, opened))

    def since(self, name: str, after: int) -> ShownGame:
        """Show the entries beyond number `after`, and the present state."""
        opened = self._context.open(name)
        return ShownGame(self._state(opened), opened.shown(after))

    def entries(self, name: str, after: int = 0) -> EntryList:
        """List the entries of a game beyond number `after`."""
        opened = self._context.open(name)
        return EntryList(opened.version, opened.shown(after))

    def marks(self, names: Sequence[str]) -> dict[str, GameMark]:
        """Read the marks of games, which tell whether they show something new."""
        with self._context.reading() as connection:
            return queries.marks(connection, names)

    def add(self, name: str, request: object) -> Stored[ShownEntry]:
        """Add an entry; raises ConflictError if the game has newer ones than its sender saw."""
        return add_entry.add(self._context, name, request)

    def standings(self, name: str) -> Standings:
        """Show the standings."""
        opened = self._context.open(name)
        return Standings.of(opened.state, opened.ruleset)

    def season(self, since: str = "") -> SeasonList:
        """Add up the newest `MOST_OF_A_SEASON` games since a time (ISO 8601 in UTC), separately for each rule set.

        A damaged game does not count; the answer names it.
        """
        with self._context.reading() as connection:
            games = queries.game_times(connection)
            people = dict(queries.read_players(connection))
        found = [name for name, started_at in games if started_at >= since]
        sound, damaged = [], []
        # We open one game at a time, as the entries of all at once would take much memory.
        for name in found[:MOST_OF_A_SEASON]:
            if (opened := unless_damaged(self._context.open, name)) is None:
                damaged.append(name)
            else:
                sound.append((opened.game, opened.state, opened.ruleset))
        return SeasonList(add_up(sound, people), left_out=len(found[MOST_OF_A_SEASON:]), damaged=tuple(damaged))

    def damaged(self) -> tuple[str, ...]:
        """Return the ids of the damaged games; this reads the whole ledger."""
        return tuple(name for name in self.game_ids() if unless_damaged(self._context.open, name) is None)

    def settle_up(self, name: str) -> SettleUp:
        """Show the fewest payments that make everybody even."""
        opened = self._context.open(name)
        return SettleUp.of(opened.state, opened.ruleset)

    def chart(self, name: str) -> Chart:
        """Show the running totals of the evening."""
        opened = self._context.open(name)
        return Chart(opened.state, opened.ruleset)

    def recompute(self, name: str) -> Recomputed:
        """Judge and settle every entry again, and report those that differ (`service.ledger.game.recompute`)."""
        opened = self._context.open(name)
        game = opened.game.sitting, opened.entries, opened.ruleset
        found = recompute(*game, self._sources(opened), self._context.library)
        return replace(found, evidence=keep_evidence.amiss(self._context, opened)) if opened.evidence else found

    def export_csv(self, name: str) -> str:
        """Return a game as CSV for a spreadsheet."""
        opened = self._context.open(name)
        return to_csv(opened.entries, opened.state, opened.ruleset)

    def export_json(self, name: str) -> JsonObject:
        """Return everything that the ledger stores of a game, for `import_game`."""
        opened = self._context.open(name)
        evidence = export_evidence(opened.evidence, self._context.evidence.read) if opened.evidence else ()
        return to_json(opened.game, opened.entries, self._sources(opened), evidence)

    def keep_evidence(self, name: str, entry: int, data: bytes) -> ShownState:
        """Store a bundle with a win, and show the game's state."""
        keep_evidence.keep(self._context, name, entry, data)
        return self.state(name)

    def refuse_large_evidence(self, name: str, size: int) -> None:
        """Refuse evidence of `size` bytes if a new win has no room for it, before we enter the win."""
        keep_evidence.refuse_large(self._context, name, size)

    def evidence(self, name: str, entry: int) -> bytes:
        """Return the bundle of a win."""
        return keep_evidence.read(self._context, name, entry)

    def remove_evidence(self, name: str, entry: int | None) -> ShownState:
        """Remove the evidence of a win, or with None of the whole game, and show the game's state."""
        keep_evidence.remove(self._context, name, entry)
        return self.state(name)

    def _sources(self, opened: OpenGame) -> dict[str, Source]:
        """Read the stored texts of all rule sets and cards that a game used."""
        used = {name for one in opened.entries for name in one.sources}
        with self._context.reading() as connection:
            return queries.read_sources(connection, sorted({*opened.game.sources, *used}))


def open_ledger(chosen: Settings, library: CardLibrary) -> Ledger:
    """Open the ledger that the settings name.

    Raises:
        ServiceError: `bad-setting`.
    """
    if chosen.database_url is None:
        url = URL.create("sqlite", database=str(chosen.book_file))
    else:
        url = database_url(chosen.database_url)
    return Ledger(url, library, copies=chosen.book_copies, evidence=chosen.data_dir / "evidence")
