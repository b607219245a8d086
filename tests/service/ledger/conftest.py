"""Ledgers for tests: on SQLite, and on a real PostgreSQL if one is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.ledger.database.connection import database_url
from service.ledger.ledger import Ledger
from tests.service.postgres import Postgres, running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests."""
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return URL.create("sqlite", database=str(tmp_path / "data" / "book.sqlite3"))
    server: Postgres = request.getfixturevalue("postgres")
    return database_url(server.new_database())


@pytest.fixture
def library(tmp_path: Path) -> CardFolder:
    """The shipped cards and rule sets, and house files by path."""
    return CardFolder(tmp_path / "cards", files=True)


@pytest.fixture
def open_ledger(url: URL, library: CardFolder) -> Iterator[Callable[[], Ledger]]:
    """Open the same ledger repeatedly, as several programs do."""
    opened: list[Ledger] = []

    def opening() -> Ledger:
        opened.append(Ledger(url, library))
        return opened[-1]

    yield opening
    for one in opened:
        one.close()


@pytest.fixture
def ledger(open_ledger: Callable[[], Ledger]) -> Ledger:
    """An empty ledger."""
    return open_ledger()
