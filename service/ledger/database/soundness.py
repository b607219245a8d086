"""Read whether a ledger is sound: its tables, its schema step, and every row as it was written."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from service.ledger.database.sqlite_file import reading
from service.ledger.game.records import is_as_written, read_beginning
from service.shared.errors import ServiceError

STEPS: Final[Mapping[str, Mapping[str, str]]] = {
    "0001": {
        "players": "key name added_at",
        "sources": "sha256 kind id text",
        "games": "id key started_at ruleset_sha256 body",
        "entries": "game_id seq key request_sha256 entered_at kind ruleset_sha256 card_sha256 body body_sha256",
    },
    "0002": {"games": "number"},
    "0003": {"games": "card_sha256"},
    "0004": {"evidence": "game_id entry sha256 size kept_at removed_at"},
    "0005": {},
}
"""The columns that each migration step adds, by table; the tables in SQLAlchemy's terms are slow to load."""

HEAD: Final = max(STEPS)
"""The newest migration step in `service.ledger.database.migrations`."""

POSTGRESQL_COLUMNS: Final = (
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
)
_SQLITE_COLUMNS: Final = (
    "SELECT held.name, info.name FROM sqlite_master held, pragma_table_info(held.name) info WHERE held.type = 'table'"
)
_ENTRIES: Final = "SELECT game_id, seq, entered_at, body, body_sha256 FROM entries ORDER BY game_id, seq"


@dataclass(frozen=True, slots=True)
class LedgerFacts:
    """The facts about a ledger.

    Attributes:
        step: the schema step of its tables; None without tables.
        faults: the damage, each as a text.
        newest: the time of the newest entry, by the clock at that time; empty without entries.
        gaps: the entries that are missing before others of their game, each as a text.
    """

    step: str | None
    games: int = 0
    entries: int = 0
    faults: tuple[str, ...] = ()
    newest: str = ""
    gaps: tuple[str, ...] = ()

    @property
    def is_newer(self) -> bool:
        """Whether a newer version has written it; we know no tables of such a step."""
        return self.step is not None and _is_newer(self.step)


def _is_newer(step: str) -> bool:
    """Say whether a step comes from a newer version; steps have increasing numbers."""
    return step.isdecimal() and step > HEAD


def unknown_step(step: str, where: str) -> ServiceError:
    """Return the error for a step that is not in `STEPS`: `newer-book`, or `book-damaged`."""
    if _is_newer(step):
        text = f"a newer Rackcheck has written this book (step {step}, this program knows {HEAD}): update the program"
        return ServiceError("newer-book", text, where)
    return ServiceError("book-damaged", f"there has never been a schema step {step}: put back the last backup", where)


def read_facts(ask: Callable[[str], Iterable[Any]], columns: str) -> LedgerFacts:
    """Gather facts by the queries that `ask` answers with rows; `columns` asks for each table with each column.

    Check the tables, the beginning of each game, the hash of each text and entry, and that no number is missing. We
    know no tables of a newer step, so we check nothing in them.
    """
    there = defaultdict[str, set[str]](set)
    for table, column in ask(columns):
        there[table].add(column)
    found = ask("SELECT version_num FROM alembic_version") if "version_num" in there["alembic_version"] else ()
    step = next((str(one) for (one,) in found), None)
    if step is None or _is_newer(step):
        return LedgerFacts(step)
    lacking = tuple(_lacking(step, there))
    return LedgerFacts(step, faults=lacking) if lacking else _read_rows(step, ask)


def _lacking(step: str, there: Mapping[str, set[str]]) -> Iterable[str]:
    """Yield what the tables of a step lack."""
    if step not in STEPS:
        yield f"there has never been a schema step {step}"
        return
    wanted = defaultdict[str, set[str]](set)
    for added in (tables for number, tables in STEPS.items() if number <= step):
        for table, names in added.items():
            wanted[table] |= set(names.split())
    for table, columns in wanted.items():
        if not there.get(table):
            yield f"the table {table} is missing"
        elif lost := sorted(columns - there[table]):
            yield f"the table {table} has no {', '.join(lost)}"


def _read_rows(step: str, ask: Callable[[str], Iterable[Any]]) -> LedgerFacts:
    faults, begun, newest, numbers = [], 0, "", defaultdict[str, list[int]](list)
    for game, body in ask("SELECT id, body FROM games"):
        begun += 1
        try:
            read_beginning(body)
        except (ValueError, LookupError, TypeError):
            faults.append(f"the beginning of game {game} is not as it was written")
    for kind, name, text, digest in ask("SELECT kind, id, text, sha256 FROM sources"):
        if not is_as_written(text, digest):
            faults.append(f"the text of the {kind} {name} is not as it was stored")
    for game, number, entered_at, body, digest in ask(_ENTRIES):
        if not is_as_written(body, digest):
            faults.append(f"entry {number} of game {game} is not as it was written")
        numbers[game].append(number)
        newest = max(newest, str(entered_at))
    gaps = [
        f"entry {number} of game {game} is missing"
        for game, held in numbers.items()
        for number in sorted({*range(1, len(held) + 1)}.difference(held))
    ]
    return LedgerFacts(step, begun, sum(map(len, numbers.values())), tuple(faults), newest, tuple(gaps))


def read_file(file: Path) -> LedgerFacts:
    """Gather the facts about a ledger in SQLite without changing it.

    Raises:
        sqlite3.DatabaseError: if we cannot read it, or if it is no database of Rackcheck.
    """
    with reading(file) as connection:
        spoilt = tuple(text for (text,) in connection.execute("PRAGMA integrity_check") if text != "ok")
        facts = read_facts(connection.execute, _SQLITE_COLUMNS)
        if facts.step is None and connection.execute(_SQLITE_COLUMNS).fetchone():
            raise sqlite3.DatabaseError("file is not a database of Rackcheck")
        if not facts.faults:
            # SQLite refuses this check where a table lacks what another refers to.
            loose = connection.execute("PRAGMA foreign_key_check")
            spoilt += tuple(f"a row of {table} belongs to none of {other}" for table, _, other, _ in loose)
        return replace(facts, faults=(*spoilt, *facts.faults))
