"""Read and write the tables; this module has every SQL statement of the ledger's operations."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, Row, Table, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from service.ledger.database.book_mark import BookMark
from service.ledger.database.schema import ENTRIES, EVIDENCE, GAMES, PLAYERS, SOURCES
from service.ledger.database.sqlite_file import HELD_QUERY
from service.ledger.game.records import (
    Entry,
    EntryBody,
    Game,
    GameMark,
    Source,
    is_as_written,
    read_beginning,
    sha256,
    written,
)
from service.ledger.game.win_evidence import WinEvidence
from service.shared.errors import ServiceError


def read_players(connection: Connection) -> list[tuple[str, str]]:
    """Read the keys and names of all players, sorted by key."""
    found = connection.execute(select(PLAYERS.c.key, PLAYERS.c.name).order_by(PLAYERS.c.key))
    return [(row.key, row.name) for row in found]


def add_player(connection: Connection, key: str, name: str, now: str) -> None:
    """Add a player, unless another transaction has just added them."""
    _add_unless_there(connection, PLAYERS, {"key": key, "name": name, "added_at": now})


def keep_source(connection: Connection, source: Source) -> None:
    """Store a text, unless the ledger already has it."""
    values = {"sha256": source.sha256, "kind": source.kind, "id": source.id, "text": source.text}
    _add_unless_there(connection, SOURCES, values)


def _add_unless_there(connection: Connection, table: Table, values: Mapping[str, str]) -> None:
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).values(values).on_conflict_do_nothing())


def read_sources(connection: Connection, hashes: Sequence[str], trusted: Collection[str] = ()) -> dict[str, Source]:
    """Read stored texts by their hashes; `trusted` are ids whose texts nobody reads from the ledger.

    Raises:
        ServiceError: `book-damaged` for an altered or missing text.
    """
    found = {}
    for row in connection.execute(select(SOURCES).where(SOURCES.c.sha256.in_(hashes))):
        if row.id not in trusted and not is_as_written(row.text, row.sha256):
            message = f"the text of the {row.kind} {row.id} is not as it was stored: put back the last backup"
            raise ServiceError("book-damaged", message, "book")
        found[row.sha256] = Source(row.kind, row.id, row.text)
    if not found.keys() >= set(hashes):
        message = "the text of a card or rule set is missing: put back the last backup"
        raise ServiceError("book-damaged", message, "book")
    return found


def add_game(connection: Connection, game: Game) -> None:
    """Add a game with the next number; call `lock_games` first, else a concurrent beginning raises an error."""
    last = connection.execute(select(func.max(GAMES.c.number))).scalar() or 0
    values = {
        "id": game.id,
        "key": game.key,
        "started_at": game.started_at,
        "ruleset_sha256": game.ruleset_sha256,
        "body": written(game.body()),
        "number": last + 1,
        "card_sha256": game.card_sha256,
    }
    connection.execute(insert(GAMES).values(values))


def lock_games(connection: Connection) -> None:
    """Lock the table of games until the end of this transaction; in SQLite every writer holds such a lock already."""
    if connection.dialect.name != "sqlite":
        connection.execute(text("LOCK TABLE games IN SHARE ROW EXCLUSIVE MODE"))


def read_game(connection: Connection, name: str, *, lock: bool = False) -> Game | None:
    """Read a game; with `lock`, its other writers wait for the end of this transaction (in SQLite they always do)."""
    asked = select(GAMES).where(GAMES.c.id == name)
    row = connection.execute(asked.with_for_update() if lock else asked).first()
    return None if row is None else _game(row)


def find_game(connection: Connection, key: str) -> Game | None:
    """Find the game with the key of its request."""
    row = connection.execute(select(GAMES).where(GAMES.c.key == key)).first()
    return None if row is None else _game(row)


_NEWEST_FIRST: Final = (func.coalesce(GAMES.c.number, 0).desc(), GAMES.c.started_at.desc(), GAMES.c.id)
"""The reverse order of insertion, whatever the times."""


def list_games(connection: Connection, most: int, skip: int) -> dict[str, tuple[Game, int, str | None] | None]:
    """List games by id, each with number and time of its newest entry; None for a game of a damaged beginning.

    They are in reverse order of insertion, whatever their times.

    Raises:
        ServiceError: `book-damaged` for a game without an id.
    """
    newest = select(ENTRIES.c.game_id, func.max(ENTRIES.c.seq).label("version")).group_by(ENTRIES.c.game_id).subquery()
    # The newest entry is the one of the largest number; its time may be older after the clock was set back.
    of_newest = (ENTRIES.c.game_id == newest.c.game_id) & (ENTRIES.c.seq == newest.c.version)
    asked = (
        select(GAMES, newest.c.version, ENTRIES.c.entered_at.label("last"))
        .outerjoin(newest, newest.c.game_id == GAMES.c.id)
        .outerjoin(ENTRIES, of_newest)
        .order_by(*_NEWEST_FIRST)
        .limit(most)
        .offset(skip)
    )
    found: dict[str, tuple[Game, int, str | None] | None] = {}
    for row in connection.execute(asked):
        _require_text(row.id)
        try:
            found[row.id] = _game(row), row.version or 0, row.last
        except ServiceError:
            found[row.id] = None
    return found


def game_times(connection: Connection) -> list[tuple[str, str]]:
    """Read id and time of the beginning of all games, in the order of `list_games`.

    Raises:
        ServiceError: `book-damaged` for a game without an id or a time.
    """
    rows = connection.execute(select(GAMES.c.id, GAMES.c.started_at).order_by(*_NEWEST_FIRST)).all()
    for row in rows:
        _require_text(row.id, row.started_at)
    return [(row.id, row.started_at) for row in rows]


def held(connection: Connection) -> BookMark:
    """Return the identity and the counts of a SQLite ledger."""
    return BookMark(*connection.exec_driver_sql(HELD_QUERY).one())


def count_games(connection: Connection) -> int:
    """Count the games of the ledger."""
    return connection.execute(select(func.count()).select_from(GAMES)).scalar_one()


def versions(connection: Connection, games: Sequence[str]) -> dict[str, int]:
    """Read the number of the newest entry of each game that has one."""
    asked = select(ENTRIES.c.game_id, func.max(ENTRIES.c.seq).label("version"))
    found = connection.execute(asked.where(ENTRIES.c.game_id.in_(games)).group_by(ENTRIES.c.game_id))
    return {row.game_id: row.version for row in found}


def marks(connection: Connection, games: Sequence[str]) -> dict[str, GameMark]:
    """Read the marks of these games; one that the ledger lacks has that of a game without entries."""
    newest = versions(connection, games)
    of, kept_at, removed_at = EVIDENCE.c.game_id, EVIDENCE.c.kept_at, EVIDENCE.c.removed_at
    told = (func.count(kept_at), func.count(removed_at), func.max(kept_at), func.max(removed_at))
    found = connection.execute(select(of, *told).where(of.in_(games)).group_by(of))
    evidence = {game: tuple(rest) for game, *rest in found}
    return {game: GameMark(newest.get(game, 0), evidence.get(game, ())) for game in games}


_SIZE: Final = text(
    "SELECT (SELECT coalesce(sum(length(body)), 0) FROM entries WHERE game_id = :game), count(*), "
    "coalesce(sum(length(text)), 0) FROM sources WHERE sha256 IN (SELECT ruleset_sha256 FROM games WHERE id = :game "
    "UNION SELECT ruleset_sha256 FROM entries WHERE game_id = :game "
    "UNION SELECT card_sha256 FROM games WHERE id = :game "
    "UNION SELECT card_sha256 FROM entries WHERE game_id = :game)"
)


def size(connection: Connection, game: str) -> tuple[int, int, int]:
    """Return the characters of all bodies of a game, the number of its texts, and the characters of these texts."""
    bodies, texts, characters = connection.execute(_SIZE, {"game": game}).one()
    return int(bodies), int(texts), int(characters)


def add_entry(connection: Connection, entry: Entry) -> None:
    """Add an entry; its number must be free."""
    body = written(entry.body.to_json(entry.kind))
    values = {"game_id": entry.game_id, **entry.head(), "body": body, "body_sha256": sha256(body)}
    connection.execute(insert(ENTRIES).values(values))


def read_entries(connection: Connection, game: str) -> list[Entry]:
    """Read all entries of a game in the order of their numbers.

    Raises:
        ServiceError: `book-damaged` for an altered entry, or for a gap in the numbers.
    """
    rows = connection.execute(select(ENTRIES).where(ENTRIES.c.game_id == game).order_by(ENTRIES.c.seq))
    entries = [_entry(row) for row in rows]
    for number, entry in enumerate(entries, 1):
        if entry.seq != number:
            raise ServiceError("book-damaged", f"entry {number} is missing: put back the last backup", f"game {game}")
    return entries


def read_evidence(connection: Connection, game: str) -> dict[int, WinEvidence]:
    """Read the evidence records of a game, by the numbers of its wins."""
    rows = connection.execute(select(EVIDENCE).where(EVIDENCE.c.game_id == game).order_by(EVIDENCE.c.entry))
    return {row.entry: WinEvidence(row.entry, row.sha256, row.size, row.kept_at, row.removed_at) for row in rows}


def put_evidence(connection: Connection, game: str, evidence: WinEvidence) -> None:
    """Write the evidence record of a win, replacing an existing one."""
    this = (EVIDENCE.c.game_id == game) & (EVIDENCE.c.entry == evidence.entry)
    values = {"sha256": evidence.sha256, "size": evidence.size, "kept_at": evidence.kept_at}
    values |= {"removed_at": evidence.removed_at}
    if not connection.execute(update(EVIDENCE).where(this).values(values)).rowcount:
        connection.execute(insert(EVIDENCE).values({"game_id": game, "entry": evidence.entry, **values}))


def kept_evidence(connection: Connection) -> list[str]:
    """Read the hashes of all evidence files that are not removed."""
    asked = select(EVIDENCE.c.sha256).where(EVIDENCE.c.removed_at.is_(None)).distinct()
    return list(connection.execute(asked).scalars())


def _require_text(*values: object) -> None:
    """Refuse a row of the games whose columns a damaged file has lost; SQLite reads them as NULL."""
    if not all(isinstance(value, str) for value in values):
        message = "a game has lost its id or its time: put back the last backup"
        raise ServiceError("book-damaged", message, "book")


def _game(row: Row[Any]) -> Game:
    try:
        title, ruleset, card, sitting = read_beginning(row.body)
    except (ValueError, LookupError, TypeError) as error:
        message = "the beginning of this game is not as it was written: put back the last backup"
        raise ServiceError("book-damaged", message, f"game {row.id}") from error
    begun = (row.id, row.key, row.started_at, row.ruleset_sha256)
    return Game(*begun, title, ruleset, card, sitting, row.card_sha256)


def _entry(row: Row[Any]) -> Entry:
    if not is_as_written(row.body, row.body_sha256):
        message = f"entry {row.seq} is not as it was written: put back the last backup"
        raise ServiceError("book-damaged", message, f"game {row.game_id}")
    return Entry(
        game_id=row.game_id,
        seq=row.seq,
        kind=row.kind,
        key=row.key,
        request_sha256=row.request_sha256,
        entered_at=row.entered_at,
        ruleset_sha256=row.ruleset_sha256,
        card_sha256=row.card_sha256,
        body=_body(row.body),
    )


@lru_cache(maxsize=1024)
def _body(text: str) -> EntryBody:
    """Parse a stored body; we cache it, as bodies never change and each view of a game reads all its entries."""
    return EntryBody.of(json.loads(text))
