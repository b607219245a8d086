"""Open the file of a SQLite ledger, with the standard library alone."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from service.ledger.database.book_mark import BookMark
from service.ledger.database.sqlite_faults import lacks_room
from service.storage.atomic_files import write_private

WAIT_SECONDS: Final = 10
"""Seconds that a writer waits for another before it reports that the ledger is busy."""

_IN_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - `TemporaryDirectory` makes a folder of its own there
"""A folder in memory, on Linux."""

HELD_QUERY: Final = (
    "SELECT (SELECT id FROM games ORDER BY rowid LIMIT 1), (SELECT count(*) FROM games), (SELECT count(*) FROM entries)"
)


def is_writable(file: Path) -> bool:
    """Say whether this user may write the ledger file, and the files that SQLite makes beside it."""
    return os.access(file, os.W_OK) and os.access(file.resolve().parent, os.W_OK)


def make_file(file: Path) -> None:
    """Make the file of a new ledger and its folder, for this user alone; leave an existing ledger as it is.

    The file has its content at once, since a file of 0 bytes means a lost ledger.

    Raises:
        OSError: if we cannot make it.
    """
    with closing(sqlite3.connect(":memory:")) as empty:
        # SQLite writes its header with the first change, even if a second one reverts it.
        empty.execute("PRAGMA user_version = 1")
        empty.execute("PRAGMA user_version = 0")
        write_private(file, empty.serialize(), replace=False)


def open_to_write(file: Path) -> sqlite3.Connection:
    """Open a ledger for reading and writing, from any thread.

    Raises:
        sqlite3.OperationalError: if there is none; we never make one here.
    """
    address = f"{file.resolve().as_uri()}?mode=rw"
    opened = sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS, check_same_thread=False)
    opened.text_factory = _text
    return opened


def _text(data: bytes) -> str:
    """Decode a text; one that is damaged no longer has its hash, which tells the entry, the game or the card."""
    return data.decode("utf-8", "replace")


def open_to_read(file: Path) -> sqlite3.Connection:
    """Open a ledger read-only, even on a disk that is read-only or full.

    Raises:
        sqlite3.DatabaseError: if we cannot open it, or if it is no database.
    """
    address = f"{file.resolve().as_uri()}?mode=ro"
    found = sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS, check_same_thread=False)
    try:
        found.execute("SELECT count(*) FROM sqlite_master")
    except UnicodeDecodeError as error:
        # SQLite's own message quotes a damaged name, which Python cannot decode.
        found.close()
        raise sqlite3.DatabaseError(f"malformed database schema: {error}") from error
    except sqlite3.DatabaseError as error:
        found.close()
        if not lacks_room(error):
            raise
        # SQLite cannot make files beside it. Without a write-ahead log the file itself holds every entry.
        found = (
            _merged_copy(file)
            if _has_log(file)
            else sqlite3.connect(f"{address}&immutable=1", uri=True, check_same_thread=False)
        )
    found.execute("PRAGMA query_only=ON")
    found.text_factory = _text
    return found


@contextmanager
def reading(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a ledger read-only for the length of the `with` block; leave no file beside it that was not there."""
    log = log_of(file)
    bare = not log.exists()
    try:
        with closing(open_to_read(file)) as connection:
            yield connection
    finally:
        if bare and log.exists():
            # SQLite removes an empty log only with the last connection that may write.
            with suppress(sqlite3.Error, UnicodeDecodeError), closing(open_to_write(file)) as last:
                last.execute("SELECT count(*) FROM sqlite_master")


def _merged_copy(file: Path) -> sqlite3.Connection:
    """Return an in-memory copy of a ledger, merged with the write-ahead log that a power cut left beside it."""
    try:
        return _merged_in(file, None)
    except OSError:
        # The folder for temporary files often lies on the same full disk.
        if not _IN_MEMORY.is_dir():
            raise
        return _merged_in(file, _IN_MEMORY)


def _merged_in(file: Path, place: Path | None) -> sqlite3.Connection:
    found = sqlite3.connect(":memory:", check_same_thread=False)
    with tempfile.TemporaryDirectory(dir=place) as folder:
        copied = Path(folder) / file.name
        shutil.copyfile(file, copied)
        shutil.copyfile(log_of(file), log_of(copied))
        with closing(sqlite3.connect(copied)) as copy:
            copy.backup(found)
    return found


def held_by(file: Path) -> BookMark | None:
    """Return the identity and the counts of a ledger; None for a missing file or one without tables.

    It raises as `open_to_read`.
    """
    if not file.exists():
        return None
    with reading(file) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"games", "entries"} <= tables:
            return None
        return BookMark(*connection.execute(HELD_QUERY).fetchone())


def log_of(file: Path) -> Path:
    """Return the path of a ledger's write-ahead log; where the ledger is a link, it lies beside the file itself."""
    real = file.resolve()
    return real.with_name(f"{real.name}-wal")


def _has_log(file: Path) -> bool:
    log = log_of(file)
    return log.exists() and log.stat().st_size > 0
