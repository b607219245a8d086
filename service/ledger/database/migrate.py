"""Migrate the tables of a ledger to the version of this program."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from service.ledger.database.connection import Database
from service.ledger.database.copies import copy_before_upgrade
from service.ledger.database.soundness import HEAD, STEPS, unknown_step
from service.shared.errors import ServiceError

_log: Final = logging.getLogger(__name__)
_FOLDER: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x7261636B
"""Key of the PostgreSQL advisory lock, which lets one program at a time migrate the tables."""


def bring_up(database: Database) -> bool:
    """Create or migrate the tables and return whether we had to; programs that start together wait for each other.

    The migration is one transaction. We copy a SQLite ledger first, and log a warning with the path of the copy; the
    owner of a database server makes backups of it.

    Raises:
        ServiceError: `newer-book` for a ledger from a newer version; `read-only` for one from an older version that we
            may only read; `book-damaged` for a damaged step and for a file with tables of another program; any error of
            `copy_before_upgrade`.
    """
    if is_current(database):
        return False
    if database.is_read_only:
        with database.reading() as connection:
            found = _version(connection)
        if found is not None:
            message = (
                f"an older Rackcheck has written this book (step {found}, this program needs {HEAD}), and here it may "
                "only be read: let its owner run this program once, or copy it into a folder of your own"
            )
            raise ServiceError("read-only", message, str(database.file))
    with database.writing() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
        found = _version(connection)
        if found == HEAD:
            return False
        if found is None and database.is_sqlite and inspect(connection).get_table_names():
            # Programs may share a database on a server, but a file with other tables belongs to another program.
            message = "this file is no book of Rackcheck: move it away, or name another"
            raise ServiceError("book-damaged", message, str(database.url.database))
        if found is not None and database.is_sqlite:
            kept = copy_before_upgrade(Path(str(database.url.database)), HEAD)
            _log.warning("the book is brought from step %s to %s; as it was it is kept as %s", found, HEAD, kept)
        _upgrade(connection)
    return True


def is_current(database: Database) -> bool:
    """Say whether the tables are at the newest step; change nothing."""
    if not database.exists:
        return False
    with database.reading() as connection:
        return _version(connection) == HEAD


def _version(connection: Connection) -> str | None:
    """Return the migration step of the tables; None for a database without tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found is not None and found not in STEPS:
        raise unknown_step(str(found), "book")
    return found


def _upgrade(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - slow to load, and needed only when the tables change
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    # Alembic interpolates percent signs in its settings, so we escape them.
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
