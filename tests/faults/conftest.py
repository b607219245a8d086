"""Fixtures of the fault tests: servers that start often, ledgers on both databases, and the length of a run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from service.ledger.database.connection import database_url
from tests.faults.nursery import Nursery, nursery
from tests.service.postgres import Postgres, running_postgres

LONG = os.environ.get("RACKCHECK_FAULTS") == "long"
"""Whether the fault tests run on for thousands of entries."""


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """Start a nursery whose servers start at once."""
    with nursery(tmp_path_factory.mktemp("servers")) as found:
        yield found


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Start a database server for these tests alone."""
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
    """A place of a ledger: its database, and the environment of a server that uses it."""

    url: URL
    environment: dict[str, str]


def sqlite_place(folder: Path) -> Place:
    """Return the place of a ledger in the data folder."""
    url = URL.create("sqlite", database=str(folder / "book.sqlite3"))
    return Place(url, {"RACKCHECK_DATA_DIR": str(folder)})


def postgres_place(folder: Path, server: Postgres) -> Place:
    """Return the place of a ledger in a new database of a server."""
    address = server.new_database()
    return Place(database_url(address), {"RACKCHECK_DATA_DIR": str(folder), "RACKCHECK_DATABASE_URL": address})


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Return an empty ledger on each database."""
    folder = tmp_path / "data"
    return (
        sqlite_place(folder)
        if request.param == "sqlite"
        else postgres_place(folder, request.getfixturevalue("postgres"))
    )
