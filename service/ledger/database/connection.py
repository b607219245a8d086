"""The ledger's database: connections, transactions, and database errors as `ServiceError`."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from service.ledger.database.restore import how_to_mend
from service.ledger.database.sqlite_faults import fault_of, lacks_room
from service.ledger.database.sqlite_file import (
    WAIT_SECONDS,
    is_writable,
    log_of,
    make_file,
    open_to_read,
    open_to_write,
)
from service.shared.errors import ServiceError

_UNANSWERED: Final = (
    "the database does not answer; send it again later: with its key nothing is entered twice "
    "(at a terminal, first see with rackcheck game show whether it is entered)"
)
_POSTGRES_FAULTS: Final = (
    ("22", "bad-text", "the database cannot hold a text of this request: make it shorter, of printable characters"),
    ("53100", "disk-full", "the disk of the database is full: nothing was entered; make room and try again"),
    ("25006", "read-only", "the database may only be read: nothing was entered; let it be written, and try again"),
    ("53", "book-busy", "the database has no room for one more; try again, or raise its limits"),
    ("40", "book-busy", "another program is writing to the book; try again"),
    ("55P03", "book-busy", "another program is writing to the book; try again"),
    ("28", "book-unreachable", "the database lets this user or password not in: put RACKCHECK_DATABASE_URL right"),
    ("3D000", "book-unreachable", "there is no such database: make it (createdb), or put RACKCHECK_DATABASE_URL right"),
    ("42501", "book-unreachable", "this user of the database may not do that: let it own the database"),
    ("08", "book-unreachable", _UNANSWERED),
    ("57", "book-unreachable", _UNANSWERED),
    ("58", "book-unreachable", "the disk of the database fails: look at it, then see in the game what was entered"),
)
"""PostgreSQL errors by the beginning of their SQLSTATE (its manual, appendix A); the first match counts."""

_POSTGRES_OPTIONS: Final = frozenset({"application_name", "unix_sock"})
"""What an address of PostgreSQL may set behind its ?: those texts that the driver takes and we do not set."""


def database_url(text: str) -> URL:
    """Parse the address of a database, and set the driver for PostgreSQL.

    Raises:
        ServiceError: `bad-setting` for anything but an address of a SQLite file or of PostgreSQL, and for options
            behind it (?sslmode=...) that its driver does not know.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        url = None
    kind = "" if url is None else url.get_backend_name()
    # A book in memory would be another one to each process, and gone with it.
    in_memory = url is not None and kind == "sqlite" and url.database in {None, "", ":memory:"}
    if url is None or kind not in {"sqlite", "postgresql", "postgres"} or in_memory:
        message = "give sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
        raise ServiceError("bad-setting", message, "RACKCHECK_DATABASE_URL")
    for option in url.query:
        if kind == "sqlite" or option not in _POSTGRES_OPTIONS:
            message = f"leave out the option {option} behind the ?: the program does not know it"
            raise ServiceError("bad-setting", message, "RACKCHECK_DATABASE_URL")
    return url.set(drivername="sqlite" if kind == "sqlite" else "postgresql+pg8000")


class Database:
    """One database; thread-safe.

    SQLite flushes every transaction to the disk before it acknowledges it (WAL, `synchronous=FULL`), and writers wait
    for each other up to `WAIT_SECONDS`.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        self.file = Path(url.database) if self.is_sqlite and url.database else None
        self._opened = False
        self._only_read = False
        try:
            self._engine = self._make()
        except (ArgumentError, NoSuchModuleError, ImportError):
            raise ServiceError("bad-setting", "no driver for this kind of database", "RACKCHECK_DATABASE_URL") from None

    def _make(self) -> Engine:
        if not self.is_sqlite:
            # We test each connection before use, since a database server closes them all when it restarts.
            # We give up a hanging connection, as behind a dead network, so that not every thread waits for it.
            waiting = {"timeout": WAIT_SECONDS, "tcp_keepalive": True}
            engine = create_engine(self.url, connect_args=waiting, pool_pre_ping=True, pool_timeout=WAIT_SECONDS)
            event.listen(engine, "handle_error", _hang_up)
            return engine
        opening = {} if self.file is None else {"creator": self._open_file}
        engine = create_engine(self.url, pool_timeout=WAIT_SECONDS, **opening)
        self._listen(engine)
        event.listen(engine, "checkout", self._look_again)
        return engine

    def _listen(self, engine: Engine) -> None:
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "connect", self._remember)
        event.listen(engine, "begin", _begin)

    def _open_file(self) -> sqlite3.Connection:
        """Open the ledger file, read-only if this user may not write it."""
        assert self.file is not None
        return open_to_read(self.file) if self._only_read or self.is_read_only else open_to_write(self.file)

    def only_read(self, wanted: bool) -> None:
        """Open a SQLite ledger read-only from now on, even if this user may write it; or as this user may again."""
        if wanted != self._only_read:
            self._only_read = wanted
            self._engine.dispose()

    @property
    def exists(self) -> bool:
        """Whether there is a database to read; the first writer creates a SQLite file, and a server always exists."""
        return self.file is None or self.file.exists()

    @property
    def is_read_only(self) -> bool:
        """Whether the ledger is a file that this user may not write."""
        return self.file is not None and self.file.exists() and not is_writable(self.file)

    @property
    def identity(self) -> tuple[int, int] | None:
        """Device and inode number of the ledger file; None without a file."""
        try:
            found = None if self.file is None else self.file.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return found and (found.st_dev, found.st_ino)

    @property
    def _opened_as(self) -> tuple[object, ...]:
        """What an open connection depends on: the file; for a reader also its changes, which `immutable` would hide."""
        if self.file is None or not self.is_read_only:
            return (self.identity,)
        files = (self.file, log_of(self.file))
        return (self.identity, *(one.stat().st_mtime_ns if one.exists() else None for one in files))

    @property
    def _shown(self) -> str:
        return self.url.render_as_string(hide_password=True)

    def _remember(self, _raw: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        """Record which file a connection has opened."""
        record.info["file"] = self._opened_as
        self._opened = True

    def _look_again(self, _raw: sqlite3.Connection, record: ConnectionPoolEntry, _fairy: object) -> None:
        """Reopen a ledger file that somebody has replaced, since writes to the old file would be lost."""
        self.refuse_gone()
        if record.info["file"] != self._opened_as:
            raise DisconnectionError

    def refuse_gone(self) -> None:
        """Refuse to go on if the ledger file has disappeared; never silently begin a new one.

        Raises:
            ServiceError: `book-unreachable`.
        """
        if self._opened and not self.exists:
            assert self.file is not None
            message = f"the file of the book is gone: put it back, or {how_to_mend(self.file)}"
            raise ServiceError("book-unreachable", message, str(self.url.database))

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one state of the ledger.

        Raises:
            ServiceError: `book-busy`, `book-unreachable`, `book-damaged`, `disk-full` or `read-only`.
        """
        self.refuse_gone()
        with self._telling(), self._connect_to_read() as connection, connection.begin():
            if not self.is_sqlite:
                # PostgreSQL else shows each statement what others have committed since the one before.
                connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield connection

    def _connect_to_read(self) -> Connection:
        """Connect; read a ledger on a full disk as one on a read-only disk, anew each time, as room may come back."""
        try:
            return self._engine.connect()
        except DBAPIError as error:
            if self.file is None or error.orig is None or not lacks_room(error.orig):
                raise
            engine = create_engine(self.url, creator=partial(open_to_read, self.file), poolclass=NullPool)
            self._listen(engine)
            return engine.connect()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a write transaction; commit it at the end, or roll it back on an exception; raises as `reading`."""
        self.refuse_gone()
        # A file that goes after the look above is no new ledger: opening it then fails.
        if self.file is not None and not self._opened and not self.file.exists():
            make_file(self.file)
        with self._telling(), self._engine.connect() as opened:
            connection = opened.execution_options(rackcheck_writes=True)
            with connection.begin():
                yield connection

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        try:
            yield
        except PoolTimeoutError:
            raise ServiceError("book-busy", "too many ask for the book at once; try again", "book") from None
        except DBAPIError as error:
            self.refuse_gone()
            found = self._fault(error)
            if found is None:
                raise
            if found.code not in {"book-busy", "bad-text"}:
                # A connection keeps the state in which it opened, such as read-only: the next use must open another.
                self._engine.dispose()
            raise found from error
        except OSError as error:
            # The driver passes network errors through unchanged; an error of a file has a `filename`.
            if self.is_sqlite or error.filename is not None:
                raise
            self._engine.dispose()
            raise ServiceError("book-unreachable", _UNANSWERED, self._shown) from error

    def _fault(self, error: DBAPIError) -> ServiceError | None:
        """Return the `ServiceError` for a database error; None for an error of the program."""
        if isinstance(error.orig, sqlite3.Error):
            fault = fault_of(error.orig)
            if fault is None:
                return None
            mend = f"; {how_to_mend(self.file)}" if self.file and fault.code == "book-damaged" else ""
            return ServiceError(fault.code, fault.message + mend, str(self.url.database))
        state = _sqlstate(error.orig)
        for part, code, message in _POSTGRES_FAULTS:
            if state.startswith(part):
                return ServiceError(code, message, self._shown)
        if error.connection_invalidated or type(error.orig).__name__ in {"InterfaceError", "OperationalError"}:
            return ServiceError("book-unreachable", _UNANSWERED, self._shown)
        return None


def _sqlstate(error: BaseException | None) -> str:
    """Return the SQLSTATE of a PostgreSQL error; an empty text without one."""
    fields = error.args[0] if error is not None and error.args else None
    return str(fields.get("C", "")) if isinstance(fields, dict) else ""


def _hang_up(context: ExceptionContext) -> None:
    """Drop a connection after a missing answer, as a late answer would look like that of the next statement."""
    if isinstance(context.original_exception, OSError):
        context.is_disconnect = True


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """Set up a SQLite connection; `_begin`, not the driver, begins its transactions."""
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA synchronous=FULL")
    mode, read_only = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "query_only"))
    if mode != "wal" and not read_only:
        _write_ahead(connection)


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch a new file to a write-ahead log; retry, since SQLite refuses one of two programs that do so at once."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


def _begin(connection: Connection) -> None:
    """Begin a write transaction with the write lock, as SQLite may refuse to upgrade a reader without waiting."""
    options: dict[str, Any] = dict(connection.get_execution_options())
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("rackcheck_writes") else "BEGIN")
