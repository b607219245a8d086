"""The database goes away in the middle of an evening and comes back: PostgreSQL stops, SQLite's file moves.

Answers say what to do, the same server goes on when the database is back, and every entry is in the ledger once.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from service.cards.card_folder import CardFolder
from service.ledger.ledger import Ledger
from service.shared.errors import ServiceError
from service.shared.http_status import status_of
from tests.faults.audit import audit
from tests.faults.conftest import LONG, postgres_place, sqlite_place
from tests.faults.nursery import Nursery
from tests.faults.phones import (
    EVENING,
    Diary,
    Phone,
    Watcher,
    at_once,
    begin_games,
    wait_for_count,
    wait_for_more,
)
from tests.service.postgres import Postgres


def test_postgres_stops_and_starts_while_phones_enter(
    servers: Nursery, postgres: Postgres, tmp_path: Path, tell: Callable[[str], None]
) -> None:
    """While the database is gone, phones that enter learn that it does not answer and what to do; then all goes on.

    The database crashes and stops in order, in turns. The server never starts again.
    """
    phones, each, times = (8, 150, 10) if LONG else (3, 8, 2)
    place = postgres_place(tmp_path / "data", postgres)
    server = servers.start(environment=place.environment)
    diary = Diary()
    games = begin_games(server.address, diary, 2)
    callers = [Phone(f"phone-{at}", server.address, [games[at % 2]], diary) for at in range(phones)]
    with at_once(callers, each, [Watcher(server.address, games, diary)]) as going:
        for number in range(1, times + 1):
            wait_for_count(diary, number * phones * each // (times + 1), going)
            postgres.stop("immediate" if number % 2 else "fast")
            try:
                wait_for_more(diary, "503 book-unreachable", going)
            finally:
                postgres.start()
    server.kill()
    held = audit(place.url, diary)
    assert held["entries"] + len(diary.refused) == phones * each
    told = diary.errors["book-unreachable"]
    assert told["where"].startswith("postgresql")
    assert "send it again later" in told["message"]
    assert "internal" not in diary.errors
    tell(f"the database was gone {times} times; the book holds {held}; answers {dict(diary.happened)}")


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # the driver leaves a dead socket to Python
def test_a_database_that_hangs(postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger reports a database that takes requests but never answers, as behind a dead network, and goes on.

    A late answer to an old request never counts as the answer to the next one.
    """
    place, library = postgres_place(tmp_path / "data", postgres), CardFolder(tmp_path / "cards", files=False)
    # On a busy machine, making the tables may take longer than the short wait below.
    patient = Ledger(place.url, library)
    game = patient.begin({**EVENING, "key": "first"}).shown.to_json()["id"]
    patient.close()
    monkeypatch.setattr("service.ledger.database.connection.WAIT_SECONDS", 0.5)
    book = Ledger(place.url, library)
    assert book.game(game).to_json()
    frozen = _family(int((postgres.data / "postmaster.pid").read_text("utf-8").split()[0]))
    for process in frozen:
        os.kill(process, signal.SIGSTOP)
    try:
        for ask in (book.games, lambda: book.begin({**EVENING, "key": "hung"}), lambda: book.game(game)):
            with pytest.raises(ServiceError) as caught:
                ask()
            assert (caught.value.code, status_of(caught.value.code)) == ("book-unreachable", 503)
            # The driver leaves Python a socket with unsent last words; Python then complains here, not later.
            del caught
            gc.collect()
    finally:
        for process in frozen:
            os.kill(process, signal.SIGCONT)
    assert book.game(game).to_json()["id"] == game
    assert book.begin({**EVENING, "key": "hung"}).shown.to_json()["version"] == 0
    assert book.games().to_json()["total"] == 2
    book.close()


def _family(process: int) -> list[int]:
    """Return the ids of a process and its children: the database server and its workers."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()
    return [process, *map(int, children)]


def test_the_file_of_the_book_is_moved_away_and_back(servers: Nursery, tmp_path: Path) -> None:
    """While the file is away the server refuses entries, writes into no file elsewhere, and begins no new ledger."""
    place = sqlite_place(tmp_path / "data")
    server = servers.start(environment=place.environment)
    diary = Diary()
    games = begin_games(server.address, diary, 1)
    book, away = Path(str(place.url.database)), tmp_path / "elsewhere"
    with at_once([Phone("phone", server.address, games, diary)], 8) as going:
        wait_for_count(diary, 3, going)
        book.rename(away)
        wait_for_more(diary, "503 book-unreachable", going)
        assert not book.exists()
        away.rename(book)
    server.kill()
    audit(place.url, diary)
    assert "put it back" in diary.errors["book-unreachable"]["message"]
    assert diary.errors["book-unreachable"]["where"] == str(book)
