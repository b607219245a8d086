"""Bring the tables of a book up to what this program needs."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from service.ledger.database.connection import Database
from service.ledger.database.copies import copy_before_upgrade
from service.shared.errors import ServiceError

HEAD: Final = "0005"
"""The newest step of `service.ledger.database.migrations`."""

_log: Final = logging.getLogger(__name__)
_FOLDER: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x7261636B
"""The number under which PostgreSQL lets one program at a time bring the tables up."""


def bring_up(database: Database) -> None:
    """Make or renew the tables; programs that start at the same time wait for each other.

    A book is renewed whole or not at all. One in SQLite is copied first, and a warning names the copy; a database with
    a server of its own has backups of its own.

    Raises:
        ServiceError: `newer-book` for a book that a newer version has written; `book-damaged` for a file with tables of
            another program; what `copy_before_upgrade` raises.
    """
    if is_current(database):
        return
    with database.writing() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        found = _version(connection)
        if found == HEAD:
            return
        if found is None and database.is_sqlite and inspect(connection).get_table_names():
            # A server's database may be shared; a file with tables in it belongs to some other program.
            message = "this file is no book of Rackcheck: move it away, or name another"
            raise ServiceError("book-damaged", message, str(database.url.database))
        if found is not None and database.is_sqlite:
            kept = copy_before_upgrade(Path(str(database.url.database)), HEAD)
            _log.warning("the book is brought from step %s to %s; as it was it is kept as %s", found, HEAD, kept)
        _upgrade(connection)


def is_current(database: Database) -> bool:
    """Say whether there are tables of the newest step; change nothing."""
    if not database.exists:
        return False
    with database.reading() as connection:
        return _version(connection) == HEAD


def _version(connection: Connection) -> str | None:
    """Read the step the tables are at, None for a database without any.

    Raises:
        ServiceError: `newer-book`.
    """
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    # Steps are numbered; a number beyond our last is one that this program does not know.
    if found is not None and found > HEAD:
        message = (
            f"a newer Rackcheck has written this book (step {found}, this program knows {HEAD}): update the program"
        )
        raise ServiceError("newer-book", message, "book")
    return found


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - slow to load, and needed only when the tables change
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    # A percent sign means something in the settings of Alembic.
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
