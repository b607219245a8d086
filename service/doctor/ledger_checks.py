"""Check the ledger: reachable, at a schema step this program knows, and every row intact."""

from __future__ import annotations

import os
import re
import shlex
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from service.doctor.finding import Finding
from service.doctor.package_checks import ROOT
from service.ledger.database.restore import how_to_go_on, how_to_mend, missing_in
from service.ledger.database.sqlite_file import is_writable, open_to_read
from service.ledger.game.records import is_as_written, read_beginning
from service.shared.wording import plural

VERSION_QUERY: Final = "SELECT version_num FROM alembic_version"
_ENTRIES: Final = "SELECT game_id, seq, entered_at, body, body_sha256 FROM entries ORDER BY game_id, seq"
_GAMES: Final = "SELECT id, body FROM games"
_TEXTS: Final = "SELECT kind, id, text, sha256 FROM sources"

_TABLES: Final = frozenset({"games", "sources", "entries"})
_STEPS: Final = ROOT / "service" / "ledger" / "database" / "migrations" / "versions"
_RESTORE: Final = {
    "SQLite": "bring a backup back: rackcheck game restore FILE",
    "PostgreSQL": "bring a backup back: pg_restore --clean --dbname DATABASE FILE",
}


@dataclass(frozen=True, slots=True)
class LedgerFacts:
    """The facts about a ledger.

    Attributes:
        step: the schema step of its tables; None without tables.
        games, entries: their numbers.
        faults: damage and missing entries, each as a text.
        newest: the time of the newest entry, by the clock at that time; empty without entries.
    """

    step: str | None
    games: int = 0
    entries: int = 0
    faults: tuple[str, ...] = ()
    newest: str = ""


def newest_step() -> str:
    """Return the newest schema step of this program, from the names of its migrations: to load them needs a package."""
    return max((found[1] for path in _STEPS.glob("v*.py") if (found := re.match(r"v(\d+)_", path.name))), default="")


def read_facts(step: str | None, ask: Callable[[str], Iterable[Any]], faults: Iterable[str] = ()) -> LedgerFacts:
    """Gather facts by the queries that `ask` answers with rows.

    Check the beginning of each game, the hash of each text and entry, and that no number is missing.
    """
    found, begun, count, newest, expected = list(faults), 0, 0, "", ("", 0)
    for game, body in ask(_GAMES):
        begun += 1
        try:
            read_beginning(body)
        except (ValueError, LookupError, TypeError):
            found.append(f"the beginning of game {game} is not as it was written")
    for kind, name, text, digest in ask(_TEXTS):
        if not is_as_written(text, digest):
            found.append(f"the text of the {kind} {name} is not as it was stored")
    for game, number, entered_at, body, digest in ask(_ENTRIES):
        after = expected[1] if game == expected[0] else 1
        if number != after:
            found.append(f"entry {after} of game {game} is missing")
        if not is_as_written(body, digest):
            found.append(f"entry {number} of game {game} is not as it was written")
        expected, count, newest = (game, number + 1), count + 1, max(newest, str(entered_at))
    return LedgerFacts(step, begun, count, tuple(found), newest)


def judge_ledger(facts: LedgerFacts, head: str, kind: str) -> Finding:
    """Judge whether the ledger is intact, and at a schema step this program knows.

    Args:
        facts: the facts about the ledger.
        head: the newest schema step of this program.
        kind: `SQLite` or `PostgreSQL`, for the message.
    """
    if facts.step is None:
        return Finding("book", "ok", f"{kind}: no book has been begun")
    if facts.step > head:
        message = f"{kind}: a newer Rackcheck has written the book (step {facts.step}, this program knows {head})"
        return Finding("book", "fail", message, "update the program; nothing was changed in the book")
    if facts.faults:
        more = f" and {len(facts.faults) - 1} more" if len(facts.faults) > 1 else ""
        return Finding("book", "fail", f"{kind}: the book is damaged: {facts.faults[0]}{more}", _RESTORE[kind])
    held = f"{plural(facts.games, 'game')}, {plural(facts.entries, 'entry', 'entries')}"
    message = f"{kind}: {held}, every one as it was written; step {facts.step}"
    return Finding("book", "ok", message if facts.step == head else f"{message}, brought to {head} when next opened")


def check_file(file: Path) -> tuple[Finding, LedgerFacts]:
    """Check a ledger in SQLite without changing it."""
    facts = LedgerFacts(None)
    try:
        missing = missing_in(file)
        if file.exists():
            facts = _read_file(file)
    except sqlite3.DatabaseError as error:
        return _unreadable(file, error), facts
    found = judge_ledger(facts, newest_step(), "SQLite")
    if missing and found.verdict == "ok":
        return Finding("book", "fail", f"{file}: {missing}", how_to_go_on(file)), facts
    if not file.exists() or found.verdict == "fail" or is_writable(file):
        return found, facts
    if os.statvfs(file).f_flag & os.ST_RDONLY:
        message, mend = (
            f"{file} lies on a read-only disk: it can be read, and nothing be entered",
            "mount it for writing",
        )
    else:
        message = f"{file} may not be written by this user: it can be read, and nothing be entered"
        mend = f"sudo chown {os.geteuid()} {shlex.quote(str(file))}*, and let this user write in {file.parent}"
    return Finding("book", "fail", message, mend), facts


def _unreadable(file: Path, error: sqlite3.DatabaseError) -> Finding:
    message = str(error)
    if "not a database" in message:
        return Finding("book", "fail", f"{file} is no book of Rackcheck", how_to_mend(file))
    if "malformed" in message:
        return Finding("book", "fail", f"{file} is damaged: {message}", how_to_mend(file))
    mend = f"see whether {file} and its folder may be read and written by this user, and whether its disk works"
    return Finding("book", "fail", f"{file} cannot be read: {message}", mend)


def _read_file(file: Path) -> LedgerFacts:
    with closing(open_to_read(file)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        faults = [text for (text,) in connection.execute("PRAGMA integrity_check") if text != "ok"]
        faults += [
            f"a row of {row[0]} belongs to none of {row[2]}" for row in connection.execute("PRAGMA foreign_key_check")
        ]
        if "alembic_version" not in tables:
            if tables:
                raise sqlite3.DatabaseError("file is not a database of Rackcheck")
            return LedgerFacts(None, faults=tuple(faults))
        row = connection.execute(VERSION_QUERY).fetchone()
        step = None if row is None else str(row[0])
        if not tables >= _TABLES or step is None or step > newest_step():
            missing = sorted(_TABLES - tables)
            return LedgerFacts(step, faults=(*faults, *(f"the table {name} is missing" for name in missing)))
        return read_facts(step, connection.execute, faults)


def judge_unreachable(where: str, message: str) -> Finding:
    """Make the finding for a database server that did not answer; `where` must not hold the password."""
    mend = (
        "see whether the server runs and RACKCHECK_DATABASE_URL names its host, port, user, password and database: "
        f"psql {where}"
    )
    return Finding("book", "fail", f"the database cannot be used: {message}", mend)


def happened(facts: LedgerFacts) -> list[tuple[str, datetime]]:
    """Return the time of the newest entry: the clock must be later."""
    try:
        when = datetime.fromisoformat(facts.newest)
    except ValueError:
        return []
    return [("the newest entry of the book", when if when.tzinfo else when.replace(tzinfo=UTC))]
