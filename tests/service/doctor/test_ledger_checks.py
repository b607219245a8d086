"""Test the doctor on ledgers that are sound, newer, damaged or out of reach, on SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.doctor import examine
from service.doctor import ledger_checks as look
from service.doctor.finding import Finding
from service.ledger.database.connection import Database
from service.ledger.database.regular_copies import COPY_EVERY, regular_copies
from service.ledger.database.soundness import LedgerFacts
from service.ledger.ledger import Ledger
from tests.service.ledger.test_ledger import begin, picked
from tests.service.postgres import Postgres


def judged(url: URL) -> tuple[Finding, LedgerFacts]:
    """Return the doctor's verdict on the ledger at an address."""
    address = url.render_as_string(hide_password=False)
    if url.get_backend_name() == "sqlite":
        # A ledger in the data folder, as most users have it.
        return examine._book(examine._Settings(Path(str(url.database)).parent, None, "127.0.0.1", 0))
    return examine._book(examine._Settings(Path("none"), address, "127.0.0.1", 0))


def test_a_book_that_is_well(url: URL, open_ledger: Callable[[], Ledger]) -> None:
    """A sound ledger passes before the first game and after two entries, while in use; the check changes nothing."""
    assert judged(url)[0].verdict == "ok"
    ledger = open_ledger()
    game = begin(ledger)
    ledger.add(game, picked("Ann", based_on=0))
    ledger.add(game, {"kind": "wall", "based_on": 1})
    found, facts = judged(url)
    assert (found.verdict, facts.games, facts.entries) == ("ok", 1, 2)
    assert facts.newest == ledger.game(game).to_json()["entries"][-1]["entered_at"]
    ((what, when),) = look.happened(facts)
    assert (what, when.isoformat()[:10]) == ("the newest entry of the book", facts.newest[:10])
    assert ledger.state(game).to_json()["version"] == 2


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        pytest.param(["UPDATE alembic_version SET version_num = '9999'"], "newer Rackcheck", id="newer"),
        pytest.param(
            ["UPDATE entries SET body = replace(body, '150', '950') WHERE seq = 1"], "entry 1", id="altered-entry"
        ),
        pytest.param(
            ["UPDATE sources SET text = replace(text, 'self_pick = 2', 'self_pick = 3')"],
            "the text of the ruleset nmjl-1976",
            id="altered-rules",
        ),
        pytest.param(
            ["UPDATE games SET body = replace(body, 'sitting', 'sittinh')"],
            "the beginning of game",
            id="altered-beginning",
        ),
        pytest.param(["DELETE FROM entries WHERE seq = 1"], "entry 1 of game", id="missing-entry"),
        pytest.param(["DROP TABLE evidence"], "the table evidence is missing", id="missing-table"),
        pytest.param(
            ["ALTER TABLE players RENAME COLUMN name TO nane"], "the table players has no name", id="renamed-column"
        ),
        pytest.param(["UPDATE alembic_version SET version_num = '000%'"], "a schema step 000%", id="altered-step"),
    ],
)
def test_a_book_that_is_not(url: URL, open_ledger: Callable[[], Ledger], statements: list[str], said: str) -> None:
    """A newer ledger, an altered entry and a missing entry are reported with what to do."""
    ledger = open_ledger()
    game = begin(ledger)
    ledger.add(game, picked("Ann", based_on=0))
    ledger.add(game, {"kind": "wall", "based_on": 1})
    ledger.close()
    database = Database(url)
    with database.writing() as connection:
        if database.is_sqlite:
            triggers = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all()
            for name in triggers:
                connection.execute(text(f"DROP TRIGGER {name}"))
        else:
            for table in ("entries", "games", "sources"):
                connection.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER ALL"))
        for statement in statements:
            connection.execute(text(statement))
    database.close()
    found, _ = judged(url)
    assert (found.verdict, said in found.message) == ("fail", True)
    restore = "game restore" if database.is_sqlite else "pg_restore"
    assert "update the program" in found.mend or restore in found.mend


@pytest.mark.parametrize("driver", ["sqlite", "sqlite+pysqlite"])
def test_a_book_that_is_not_begun(tmp_path: Path, driver: str) -> None:
    """The doctor makes no file where a setting says that the book will be, also if its address names a driver."""
    found, _ = examine._book(examine._Settings(tmp_path, f"{driver}:///{tmp_path}/b.sqlite3", "127.0.0.1", 0))
    assert (found.verdict, found.message, list(tmp_path.iterdir())) == ("ok", "SQLite: no book has been begun", [])


def test_a_file_that_is_no_book(tmp_path: Path) -> None:
    """A foreign file, a foreign database and a ledger with damaged pages are reported."""
    file = tmp_path / "book.sqlite3"
    file.write_bytes(b"tiles " * 2000)
    assert look.check_file(file)[0].verdict == "fail"
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE shopping (what TEXT)")
    found = look.check_file(file)[0]
    assert (found.verdict, "no book of Rackcheck" in found.message) == ("fail", True)


def test_a_book_whose_pages_are_spoilt(tmp_path: Path, open_ledger: Callable[[], Ledger], url: URL) -> None:
    """SQLite's own check or the entries' hashes find bytes overwritten in the middle of the file."""
    if url.get_backend_name() != "sqlite":
        pytest.skip("PostgreSQL keeps its own files")
    ledger = open_ledger()
    game = begin(ledger)
    for version in range(12):
        ledger.add(game, {"kind": "note", "note": "x" * 400, "based_on": version})
    ledger.close()
    file = Path(str(url.database))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(file.read_bytes())
    place = data.index(b"x" * 200)
    data[place : place + 100] = bytes(100)
    file.write_bytes(data)
    found, _ = judged(url)
    assert (found.verdict, "backup" in found.mend) == ("fail", True)


def test_the_copies_beside_the_book(url: URL, library: CardFolder) -> None:
    """The doctor counts the copies beside the book, and names each that cannot be brought back, with what to do."""
    if url.get_backend_name() != "sqlite":
        pytest.skip("PostgreSQL has its own copies")
    file = Path(str(url.database))
    assert look.check_copies(file)[0].message == "no copy of the book has been made yet"
    with closing(Ledger(url, library, copies=3)) as ledger:
        game = begin(ledger)
        for version in range(2 * COPY_EVERY):
            ledger.add(game, {"kind": "note", "note": "x", "based_on": version})
    (found,) = look.check_copies(file)
    assert (found.verdict, found.message.split(";")[0]) == ("ok", "2 copies of the book, all as written")
    newest, oldest = regular_copies(file)
    oldest.write_bytes(b"")
    newest.write_bytes(b"tiles " * 2000)
    told, _ = examine._data(examine._Settings(file.parent, None, "127.0.0.1", 0))
    copies = [one for one in told if one.check == "copies"]
    assert [(one.verdict, one.mend.split(";")[0]) for one in copies] == [
        ("warn", f"rm {newest}"),
        ("warn", f"rm {oldest}"),
    ]


def test_a_database_that_does_not_answer(postgres: Postgres) -> None:
    """An unreachable server and a missing database are reported without the password."""
    for address in (
        "postgresql://rackcheck:secret@127.0.0.1:1/book",
        f"postgresql://rackcheck:secret@127.0.0.1:{postgres.port}/no_such_book",
    ):
        found, _ = examine._book(examine._Settings(Path("none"), address, "127.0.0.1", 0))
        assert (found.verdict, "RACKCHECK_DATABASE_URL" in found.mend) == ("fail", True)
        assert "secret" not in f"{found.message} {found.mend}"
