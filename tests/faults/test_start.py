"""A server reports trouble with its files at the start, before anybody plays."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.nursery import PATIENCE, Nursery
from tests.faults.phones import EVENING, Line


def _file_for_folder(data: Path) -> None:
    data.write_text("shopping list", "utf-8")


def _file_above(data: Path) -> None:
    data.parent.write_text("shopping list", "utf-8")


def _garbage(data: Path) -> None:
    data.mkdir(parents=True)
    (data / "book.sqlite3").write_bytes(b"this is no database" * 1000)


def _of_another_program(data: Path) -> None:
    data.mkdir(parents=True)
    with closing(sqlite3.connect(data / "book.sqlite3")) as other:
        other.execute("CREATE TABLE shopping (what TEXT)")


def _folder_for_book(data: Path) -> None:
    (data / "book.sqlite3").mkdir(parents=True)


TROUBLES: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "a file for the data folder": (_file_for_folder, "nothing can be kept: ", "move it away"),
    "a file above the data folder": (_file_above, "nothing can be kept: ", "move it away"),
    "a book of garbage": (_garbage, "the book cannot be used: ", "game restore"),
    "a book of another program": (_of_another_program, "the book cannot be used: ", "game restore"),
    "a folder for the book": (_folder_for_book, "the book cannot be used: ", "may be read and written"),
}


def _said(server_said: Callable[[], str], words: str) -> str:
    until = time.monotonic() + PATIENCE
    while words not in (said := " ".join(server_said().split())):
        assert time.monotonic() < until, said
        time.sleep(0.02)
    return said


@pytest.mark.parametrize(("make", "what", "mend"), TROUBLES.values(), ids=TROUBLES)
def test_trouble_is_said_at_the_start(
    servers: Nursery, tmp_path: Path, make: Callable[[Path], None], what: str, mend: str
) -> None:
    """The terminal shows the fault and the remedy; entries get their own error, and everything else works.

    Once the obstacle has moved away, the next server keeps games.
    """
    data = tmp_path / "home" / "data"
    data.parent.mkdir()
    if make is _file_above:
        data.parent.rmdir()
    make(data)
    environment = {"RACKCHECK_DATA_DIR": str(data), "RACKCHECK_DATABASE_URL": ""}
    server = servers.start(environment=environment)
    said = _said(lambda: server.said, what)
    assert mend in said
    line = Line(server.address)
    assert line.get("cards").status == 200
    refused = line.post("games", EVENING)
    assert refused.status == 503 or refused.code == "file-not-found"
    assert refused.code not in {"internal", "file-exists"}
    assert "Traceback" not in server.said
    server.kill()
    shutil.move(data.parent, tmp_path / "away")
    server = servers.start(environment=environment)
    assert Line(server.address).post("games", EVENING).status == 201
    server.kill()


def test_a_book_of_a_newer_version_is_said_at_the_start_and_left_alone(servers: Nursery, tmp_path: Path) -> None:
    """The server reports a newer ledger at the start, not with the evening's first game, and leaves it unchanged."""
    environment = {"RACKCHECK_DATA_DIR": str(tmp_path), "RACKCHECK_DATABASE_URL": ""}
    server = servers.start(environment=environment)
    assert Line(server.address).post("games", EVENING).status == 201
    server.kill()
    book = tmp_path / "book.sqlite3"
    with closing(sqlite3.connect(book)) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    server = servers.start(environment=environment)
    said = _said(lambda: server.said, "the book cannot be used: ")
    assert "newer" in said
    refused = Line(server.address).post("games", EVENING)
    assert refused.status == 503
    assert "newer" in refused.message
    server.kill()
    with closing(sqlite3.connect(book)) as newer:
        assert newer.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
        assert newer.execute("SELECT count(*) FROM games").fetchall() == [(1,)]
