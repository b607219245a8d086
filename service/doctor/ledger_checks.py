"""Check the ledger: reachable, at a schema step this program knows, and every row intact, also of its copies."""

from __future__ import annotations

import os
import shlex
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from service.doctor.finding import Finding
from service.ledger.database.regular_copies import regular_copies
from service.ledger.database.restore import how_to_go_on, how_to_mend, missing_in
from service.ledger.database.soundness import HEAD, LedgerFacts, read_file
from service.ledger.database.sqlite_faults import fault_of
from service.ledger.database.sqlite_file import is_writable
from service.shared.wording import plural
from service.storage.data_folder import last_changed

PG_RESTORE: Final = "bring a backup back: pg_restore --clean --dbname DATABASE FILE"
"""How to mend a damaged ledger in PostgreSQL."""


def judge_ledger(facts: LedgerFacts, kind: str, mend: str) -> Finding:
    """Judge whether the ledger in SQLite or PostgreSQL (`kind`) is intact, and at a schema step this program knows."""
    if facts.is_newer:
        message = f"{kind}: a newer Rackcheck has written the book (step {facts.step}, this program knows {HEAD})"
        return Finding("book", "fail", message, "update the program; nothing was changed in the book")
    if faults := (*facts.faults, *facts.gaps):
        more = f" and {len(faults) - 1} more" if len(faults) > 1 else ""
        return Finding("book", "fail", f"{kind}: the book is damaged: {faults[0]}{more}", mend)
    if facts.step is None:
        return Finding("book", "ok", f"{kind}: no book has been begun")
    held = f"{plural(facts.games, 'game')}, {plural(facts.entries, 'entry', 'entries')}"
    message = f"{kind}: {held}, every one as it was written; step {facts.step}"
    return Finding("book", "ok", message if facts.step == HEAD else f"{message}, brought to {HEAD} when next opened")


def check_file(file: Path) -> tuple[Finding, LedgerFacts]:
    """Check a ledger in SQLite without changing it."""
    facts = LedgerFacts(None)
    try:
        missing = missing_in(file)
        if file.exists():
            facts = read_file(file)
    except sqlite3.DatabaseError as error:
        return _unreadable(file, error), facts
    mend = how_to_go_on(file) if missing and not facts.is_newer else how_to_mend(file)
    found = judge_ledger(facts, "SQLite", mend)
    if missing and found.verdict == "ok":
        return Finding("book", "fail", f"{file}: {missing}", mend), facts
    if not file.exists() or found.verdict == "fail" or is_writable(file):
        return found, facts
    if os.statvfs(file).f_flag & os.ST_RDONLY:
        message = f"{file} lies on a read-only disk: it can be read, and nothing be entered"
        mend = "mount it for writing"
    else:
        message = f"{file} may not be written by this user: it can be read, and nothing be entered"
        mend = f"sudo chown {os.geteuid()} {shlex.quote(str(file))}*, and let this user write in {file.parent}"
    return Finding("book", "fail", message, mend), facts


def check_copies(book: Path) -> list[Finding]:
    """Check that the copies beside a ledger in SQLite can be brought back; raises the `OSError` of a closed folder."""
    copies = regular_copies(book)
    found = []
    for copy in copies:
        try:
            facts = read_file(copy)
            faults = (*facts.faults, *facts.gaps, *(["it holds no book"] if facts.step is None else []))
            fault = next(iter(faults), None)
        except sqlite3.DatabaseError as error:
            fault = str(error)
        if fault is not None:
            mend = f"rm {shlex.quote(str(copy))}; then make a copy: rackcheck game backup FILE"
            found.append(Finding("copies", "warn", f"{copy} cannot be brought back: {fault}", mend))
    if not copies:
        return [Finding("copies", "ok", "no copy of the book has been made yet")]
    day = datetime.fromtimestamp(last_changed(copies[0]) / 1e9, UTC).astimezone().isoformat(" ", "minutes")[:16]
    held = plural(len(copies), "copy", "copies")
    return found or [Finding("copies", "ok", f"{held} of the book, all as written; the newest of {day}")]


def _unreadable(file: Path, error: sqlite3.DatabaseError) -> Finding:
    fault = fault_of(error)
    match fault.part if fault is not None else "":
        case "not a database":
            return Finding("book", "fail", f"{file} is no book of Rackcheck", how_to_mend(file))
        case "malformed":
            return Finding("book", "fail", f"{file} is damaged: {error}", how_to_mend(file))
        case "locked":
            return Finding("book", "fail", f"{file} cannot be read: another program is writing to it", "try again")
    mend = f"see whether {file} and its folder may be read and written by this user, and whether its disk works"
    return Finding("book", "fail", f"{file} cannot be read: {error}", mend)


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
