"""What the tests of faults share: servers that start often, books on both databases, and how long it goes on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from sqlalchemy.engine import URL

from service.ledger.database.connection import database_url
from tests.faults.nursery import Nursery, nursery
from tests.service.postgres import Postgres, running_postgres

LONG = os.environ.get("RACKCHECK_FAULTS") == "long"
"""Whether the tests of faults go on for thousands of entries."""

_NUMBERS = count(1)


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """Starts servers in an instant."""
    with nursery(tmp_path_factory.mktemp("servers")) as found:
        yield found


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A database server of these tests' own."""
    with running_postgres() as found:
        yield found


@pytest.fixture
def tell(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a line of figures in a long run."""

    def telling(line: str) -> None:
        if LONG:
            with capsys.disabled():
                sys.stdout.write(f"\n{request.node.name}: {line}\n")

    return telling


@dataclass(frozen=True)
class Place:
    """Where a book is kept: the database, and the environment of a server that keeps its book there."""

    url: URL
    environment: dict[str, str]


def sqlite_place(folder: Path) -> Place:
    """A book in the data folder."""
    url = URL.create("sqlite", database=str(folder / "book.sqlite3"))
    return Place(url, {"RACKCHECK_DATA_DIR": str(folder)})


def postgres_place(folder: Path, server: Postgres) -> Place:
    """A book in a new database of a server."""
    name = f"faults{next(_NUMBERS)}"
    engine = create_engine(database_url(server.url("postgres")), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    address = server.url(name)
    return Place(database_url(address), {"RACKCHECK_DATA_DIR": str(folder), "RACKCHECK_DATABASE_URL": address})


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty book on each database."""
    folder = tmp_path / "data"
    return (
        sqlite_place(folder)
        if request.param == "sqlite"
        else postgres_place(folder, request.getfixturevalue("postgres"))
    )
