"""A PostgreSQL server of our own on the loopback, for tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from service.ledger.database.connection import database_url
from tests.service.running_server import free_port

_DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian installs each version's programs, outside the search path."""

_NUMBERS = count(1)


@dataclass(frozen=True)
class Postgres:
    """A server on `port`; everybody on this machine has all rights, and its data end with it."""

    programs: Path
    data: Path
    port: int

    def url(self, database: str) -> str:
        """Return the address of one database."""
        return f"postgresql://rackcheck@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Make an empty database, and return its address."""
        name = f"book{next(_NUMBERS)}"
        engine = create_engine(database_url(self.url("postgres")), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {name}")
        engine.dispose()
        return self.url(name)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        log = str(self.data / "log")
        _run(self.programs / "pg_ctl", "-D", str(self.data), "-l", log, "-o", options, "-t", "300", "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server: at once, like a power cut, or in a `mode` of pg_ctl."""
        _run(self.programs / "pg_ctl", "-D", str(self.data), "-m", mode, "-t", "300", "-w", "stop")


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A new server in a folder of its own; skips where PostgreSQL is not installed."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="rackcheck-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
        server = Postgres(programs, folder / "data", free_port())
        arguments = ("--username=rackcheck", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        _run(programs / "initdb", "-D", str(server.data), *arguments)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    """Return the folder of initdb and pg_ctl of the newest installed version."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not versions:
        pytest.skip("PostgreSQL is not installed; scripts/test installs it where that takes no password")
    return versions[-1].parent


def _run(*command: str | Path) -> None:
    """Run one of the server's programs; the server refuses to run as root, so root gives it to its own user."""
    user = "postgres" if os.geteuid() == 0 else None
    # Its output goes to a file, since a pipe would stay open as long as the server runs.
    with tempfile.TemporaryFile() as said:
        done = subprocess.run(
            [str(part) for part in command], stdout=said, stderr=said, user=user, cwd=tempfile.gettempdir(), check=False
        )
        said.seek(0)
        assert done.returncode == 0, said.read().decode()
