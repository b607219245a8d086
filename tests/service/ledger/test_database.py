"""Test the ledger's database: tables, two programs at once, and errors that say what to do."""

from __future__ import annotations

import resource
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from service.cards.card_folder import CardFolder
from service.ledger.database import queries
from service.ledger.database.book_mark import BookMark
from service.ledger.database.connection import Database, database_url
from service.ledger.database.migrate import bring_up
from service.ledger.database.schema import META
from service.ledger.database.soundness import HEAD
from service.ledger.database.sqlite_file import held_by, is_writable
from service.ledger.game.entry_request import LONGEST_LABEL
from service.ledger.game.records import Source
from service.ledger.ledger import Ledger
from service.shared.errors import ServiceError, error_object
from service.shared.http_status import status_of
from tests.service.doctor.test_doctor import somebody_else
from tests.service.helpers import alter_book
from tests.service.ledger.test_ledger import begin, picked, points
from tests.service.postgres import Postgres


def _file(url: URL) -> Path:
    return Path(str(url.database))


ON_FILES = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
"""For faults that only a database file can have."""


def test_the_migrations_make_the_tables_the_program_uses(url: URL) -> None:
    """The migrations make the tables that the statements use, and end at the step that the program requires."""
    database = Database(url)
    bring_up(database)
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), META) == []
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD
    database.close()
    if database.file is not None:
        assert not list(database.file.parent.glob("*before*")), "a new ledger was never another"


def test_programs_that_start_together_make_the_tables_once(url: URL) -> None:
    """Four servers that start on an empty database make the tables once, and none fails."""
    gate = threading.Barrier(4)

    def starting(_: int) -> None:
        database = Database(url)
        gate.wait()
        bring_up(database)
        database.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(starting, range(4)))
    ledger = Ledger(url, CardFolder(Path("none"), files=False))
    assert ledger.games().to_json() == {"games": [], "total": 0}
    ledger.close()


def test_a_newer_book_is_left_alone(url: URL, open_ledger: Callable[[], Ledger]) -> None:
    """A ledger of a newer program stays unchanged; the message says to update."""
    first = open_ledger()
    begin(first)
    database = Database(url)
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with pytest.raises(ServiceError) as caught:
        open_ledger().games()
    assert (caught.value.code, status_of(caught.value.code)) == ("newer-book", 503)
    assert "update" in caught.value.message


@pytest.mark.parametrize("table", ["games", "entries", "sources"])
@pytest.mark.parametrize("change", ["UPDATE {} SET body = body", "DELETE FROM {}"], ids=["update", "delete"])
def test_nothing_is_ever_changed(url: URL, ledger: Ledger, table: str, change: str) -> None:
    """The database itself refuses to change or delete entries, whoever asks."""
    game = begin(ledger)
    ledger.add(game, picked("Ann", based_on=0))
    database = Database(url)
    statement = change.format(table).replace("body = body", "text = text" if table == "sources" else "body = body")
    with pytest.raises(DBAPIError, match="never changed"), database.writing() as connection:
        connection.execute(text(statement))
    database.close()
    assert points(ledger, game)["Ann"] == 150


@ON_FILES
def test_sqlite_keeps_what_it_has_acknowledged(url: URL, ledger: Ledger) -> None:
    """SQLite uses a write-ahead log, flushed at each transaction, and foreign keys."""
    begin(ledger)
    database = Database(url)
    with database.reading() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    database.close()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


def test_a_reader_sees_one_state_of_the_book(url: URL, ledger: Ledger) -> None:
    """An entry that another program makes while a reader reads is in none of the reader's answers."""
    game = begin(ledger)
    database = Database(url)
    with database.reading() as connection:
        assert queries.versions(connection, [game]) == {}
        ledger.add(game, {"kind": "wall", "based_on": 0})
        assert queries.versions(connection, [game]) == {}
    with database.reading() as connection:
        assert queries.versions(connection, [game]) == {game: 1}
    database.close()


@ON_FILES
def test_a_writer_that_does_not_end(url: URL, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program holds the write lock, reading works, writing is refused as busy, and nothing is entered."""
    game = begin(ledger)
    monkeypatch.setattr("service.ledger.database.connection.WAIT_SECONDS", 0.2)
    waiting = Ledger(url, CardFolder(Path("none"), files=False))
    holder = sqlite3.connect(_file(url), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert waiting.game(game).to_json()["version"] == 0
    with pytest.raises(ServiceError) as caught:
        waiting.add(game, {"kind": "wall", "based_on": 0})
    assert (caught.value.code, status_of(caught.value.code)) == ("book-busy", 503)
    holder.execute("ROLLBACK")
    holder.close()
    assert waiting.add(game, {"kind": "wall", "based_on": 0}).new
    waiting.close()


@ON_FILES
def test_a_file_that_is_no_book(url: URL, library: CardFolder) -> None:
    """A file of another type is refused and not overwritten."""
    _file(url).parent.mkdir()
    _file(url).write_bytes(b"tiles " * 1000)
    ledger = Ledger(url, library)
    with pytest.raises(ServiceError) as caught:
        ledger.games()
    assert caught.value.code == "book-damaged"
    assert _file(url).read_bytes() == b"tiles " * 1000
    ledger.close()


@ON_FILES
def test_tables_that_are_gone_are_told_with_the_command_that_brings_them_back(url: URL, ledger: Ledger) -> None:
    """Somebody takes a table out of the open book: the message names `game restore`, as for a damaged file."""
    begin(ledger)
    with sqlite3.connect(_file(url)) as raw:
        raw.execute("DROP TABLE entries")
    raw.close()
    with pytest.raises(ServiceError) as caught:
        ledger.games()
    assert caught.value.code == "book-damaged"
    assert "put the book back" in caught.value.message
    assert "rackcheck game restore" in caught.value.message


@ON_FILES
def test_a_book_in_the_folder_of_another_user_can_be_read(
    url: URL, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who may read the file and make none beside it reads every entry, and what the owner enters later."""
    game = begin(ledger)
    states = []
    for based_on in range(2):
        ledger.add(game, {"kind": "wall", "based_on": based_on})
        ledger.close()
        states.append(_file(url).read_bytes())
    monkeypatch.setattr("service.ledger.database.connection.is_writable", lambda _: False)
    # pytest makes its folders private to root; the other user could not even see them.
    with TemporaryDirectory() as folder:
        file = Path(folder) / "book.sqlite3"
        database = Database(URL.create("sqlite", database=str(file)))
        for entries, state in enumerate(states, 1):
            file.write_bytes(state)
            file.chmod(0o644)
            Path(folder).chmod(0o555)
            try:
                with somebody_else():
                    assert held_by(file) == BookMark(game, 1, entries)
                    with database.reading() as connection:
                        assert queries.versions(connection, [game]) == {game: entries}
            finally:
                Path(folder).chmod(0o755)
        database.close()


def test_a_new_book_where_no_file_can_be_made_lists_no_game_and_says_why(library: CardFolder) -> None:
    """Reading a book that nobody has begun needs no folder to write in; with one, the same ledger begins a game."""
    with TemporaryDirectory() as folder:
        ledger = Ledger(URL.create("sqlite", database=str(Path(folder) / "book.sqlite3")), library)
        Path(folder).chmod(0o555)
        try:
            with somebody_else():
                found = ledger.games()
        finally:
            Path(folder).chmod(0o755)
        assert (found.total, found.games) == (0, ())
        assert found.fault is not None
        assert (found.fault["code"], found.fault["where"]) == ("no-permission", str(Path(folder) / "book.sqlite3"))
        assert list(Path(folder).iterdir()) == []
        begin(ledger)
        assert (ledger.games().total, ledger.games().fault) == (1, None)
        ledger.close()


@ON_FILES
def test_a_full_disk_lets_the_book_be_read_and_refuses_entries(url: URL, open_ledger: Callable[[], Ledger]) -> None:
    """Reading needs no room on the disk, an entry names the full disk, and with room the same ledger goes on."""
    first = open_ledger()
    game = begin(first)
    first.close()
    ledger = open_ledger()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        assert ledger.games().total == 1
        assert ledger.state(game).version == 0
        with pytest.raises(ServiceError) as caught:
            ledger.add(game, {"kind": "wall", "based_on": 0})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert caught.value.code == "disk-full"
    open_ledger().add(game, {"kind": "wall", "based_on": 0})
    assert ledger.state(game).version == 1
    ledger.add(game, {"kind": "wall", "based_on": 1})
    assert ledger.state(game).version == 2


@ON_FILES
@pytest.mark.skipif(not Path("/dev/shm").is_dir(), reason="this system has no folder in memory")  # noqa: S108
def test_a_book_with_a_log_is_read_where_no_file_can_be_made(
    url: URL, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut left the last entries in the log; they are read though the folder for temporary files is full too."""
    game = begin(ledger)
    ledger.add(game, {"kind": "wall", "based_on": 0})
    log = Path(f"{_file(url)}-wal")
    assert log.stat().st_size > 0
    monkeypatch.setattr("tempfile.tempdir", "/proc/full")
    with TemporaryDirectory(dir="/dev/shm") as folder:
        file = Path(folder) / "book.sqlite3"
        for source, target in ((_file(url), file), (log, Path(f"{file}-wal"))):
            target.write_bytes(source.read_bytes())
            target.chmod(0o644)
        Path(folder).chmod(0o555)
        try:
            with somebody_else():
                assert held_by(file) == BookMark(game, 1, 1)
        finally:
            Path(folder).chmod(0o755)


@ON_FILES
def test_a_book_behind_a_link_lies_where_the_link_leads(
    url: URL, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log that a power cut left lies beside the file itself, and so do the files that a writer makes."""
    game = begin(ledger)
    ledger.add(game, {"kind": "wall", "based_on": 0})
    with TemporaryDirectory() as folder:
        link, far = Path(folder) / "book.sqlite3", Path(folder) / "elsewhere"
        far.mkdir()
        file = far / "evenings.db"
        link.symlink_to(file)
        for source, target in ((_file(url), file), (Path(f"{_file(url)}-wal"), Path(f"{file}-wal"))):
            target.write_bytes(source.read_bytes())
            target.chmod(0o644)
        Path(folder).chmod(0o755)
        with somebody_else():
            assert held_by(link) == BookMark(game, 1, 1)
        for locked, writable in ((far, False), (link.parent, True)):
            monkeypatch.setattr("os.access", lambda path, _mode, locked=locked: Path(path) != locked)
            assert is_writable(link) is writable


def test_a_folder_that_is_a_file(tmp_path: Path, library: CardFolder) -> None:
    """A data folder that cannot exist is reported with its path."""
    (tmp_path / "data").write_text("", encoding="utf-8")
    ledger = Ledger(URL.create("sqlite", database=str(tmp_path / "data" / "book.sqlite3")), library)
    with pytest.raises((ServiceError, OSError)) as caught:
        ledger.games()
    found = error_object(caught.value)
    assert found["code"] != "internal"
    assert str(tmp_path / "data") in found["where"]
    ledger.close()


@ON_FILES
def test_an_entry_that_was_altered_is_noticed(url: URL, ledger: Ledger) -> None:
    """If somebody changes an entry around the triggers, the ledger reports damage and serves nothing of that game."""
    game = begin(ledger)
    ledger.add(game, picked("Ann", based_on=0))
    alter_book(_file(url), "entries", "body = replace(body, '150', '950')")
    with pytest.raises(ServiceError) as caught:
        ledger.game(game)
    assert (caught.value.code, caught.value.where) == ("book-damaged", f"game {game}")


@ON_FILES
def test_a_text_that_was_altered_is_noticed(url: URL, ledger: Ledger, library: CardFolder) -> None:
    """If a disk changes a stored text, no game is paid or exported by it; shipped rules are those of the program."""
    library.put_table("ours", 'id = "ours"\ntitle = "Ours"\nparent = "nmjl-1976"\n', "")
    ours, shipped = begin(ledger, ruleset="ours"), begin(ledger)
    alter_book(_file(url), "sources", "text = text || '#' WHERE kind = 'ruleset'")
    ledger.add(shipped, picked("Ann", based_on=0))
    for ask in (lambda: ledger.add(ours, picked("Ann", based_on=0)), lambda: ledger.export_json(shipped)):
        with pytest.raises(ServiceError) as caught:
            ask()
        assert caught.value.code == "book-damaged"


@ON_FILES
def test_a_season_adds_up_the_other_games_and_names_the_damaged_one(url: URL, ledger: Ledger) -> None:
    """One altered entry hides its own game only."""
    sound, damaged = begin(ledger), begin(ledger)
    for game in (sound, damaged):
        ledger.add(game, picked("Ann", based_on=0))
    alter_book(_file(url), "entries", f"body = replace(body, '150', '950') WHERE game_id = '{damaged}'")
    season = ledger.season().to_json()
    assert season["damaged"] == [damaged]
    assert [one["games"] for one in season["seasons"]] == [1]


@ON_FILES
def test_a_game_whose_beginning_was_altered_is_named(url: URL, ledger: Ledger) -> None:
    """A game without a readable beginning is damaged: a season leaves it out, and the list names it."""
    sound, damaged = begin(ledger), begin(ledger)
    for game in (sound, damaged):
        ledger.add(game, picked("Ann", based_on=0))
    alter_book(_file(url), "games", f"body = replace(body, 'sitting', 'sittinh') WHERE id = '{damaged}'")
    season = ledger.season().to_json()
    assert season["damaged"] == [damaged]
    assert [one["games"] for one in season["seasons"]] == [1]
    listed = ledger.games().to_json()
    assert ([one["id"] for one in listed["games"]], listed["damaged"], listed["total"]) == ([sound], [damaged], 2)
    with pytest.raises(ServiceError) as caught:
        ledger.game(damaged)
    assert (caught.value.code, caught.value.where) == ("book-damaged", f"game {damaged}")


@ON_FILES
def test_a_missing_entry_is_noticed(url: URL, ledger: Ledger) -> None:
    """A missing entry in the middle is reported."""
    game = begin(ledger)
    for version in range(3):
        ledger.add(game, {"kind": "wall", "based_on": version})
    with sqlite3.connect(_file(url)) as raw:
        raw.execute("DROP TRIGGER entries_no_delete")
        raw.execute("DELETE FROM entries WHERE seq = 2")
    raw.close()
    with pytest.raises(ServiceError) as caught:
        ledger.settle_up(game)
    assert caught.value.code == "book-damaged"


@ON_FILES
def test_a_copy_of_the_file_is_a_book(url: URL, ledger: Ledger, library: CardFolder, tmp_path: Path) -> None:
    """A backup's copy opens as the same ledger."""
    game = begin(ledger)
    ledger.add(game, picked("Ann", based_on=0))
    copy = tmp_path / "copy.sqlite3"
    with sqlite3.connect(_file(url)) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
    other = Ledger(URL.create("sqlite", database=str(copy)), library)
    assert other.game(game).to_json() == ledger.game(game).to_json()
    other.close()


@pytest.mark.parametrize("address", ["mysql://host/x", "nonsense", "", "postgresql+nodriver", "sqlite"])
def test_an_address_that_is_none(address: str) -> None:
    """A wrong database address gives an error with the variable's name and without the password."""
    with pytest.raises(ServiceError) as caught:
        database_url(address)
    assert (caught.value.code, caught.value.where) == ("bad-setting", "RACKCHECK_DATABASE_URL")


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
def test_a_book_in_memory_is_refused(address: str) -> None:
    """No process would see the entries of another, and nothing would stay."""
    with pytest.raises(ServiceError, match="give sqlite:///FILE"):
        database_url(address)


@pytest.mark.parametrize("address", ["postgresql://host/book?sslmode=require", "sqlite:///book.sqlite3?mode=ro"])
def test_an_option_that_the_driver_does_not_know_is_named(address: str) -> None:
    """What another program may set behind the address is refused by its name, and the driver's own options pass."""
    option = address.partition("?")[2].partition("=")[0]
    with pytest.raises(ServiceError, match=f"leave out the option {option} ") as caught:
        database_url(address)
    assert (caught.value.code, caught.value.where) == ("bad-setting", "RACKCHECK_DATABASE_URL")
    assert database_url("postgresql://host/book?application_name=club").query == {"application_name": "club"}


def test_a_database_that_does_not_answer(library: CardFolder) -> None:
    """An unreachable database server gives 503 with a message, without the password."""
    ledger = Ledger(database_url("postgresql://rackcheck:secret@127.0.0.1:1/book"), library)
    with pytest.raises(ServiceError) as caught:
        ledger.games()
    assert (caught.value.code, status_of(caught.value.code)) == ("book-unreachable", 503)
    assert "secret" not in f"{caught.value.message} {caught.value.where}"
    ledger.close()


def test_a_database_that_goes_and_comes_back(postgres: Postgres, library: CardFolder) -> None:
    """While the server is down every call says so; when it is back, the ledger has all its entries."""
    ledger = Ledger(database_url(postgres.url("postgres")), library)
    game = begin(ledger)
    ledger.add(game, picked("Ann", based_on=0, key="k1"))
    postgres.stop()
    try:
        with pytest.raises(ServiceError) as caught:
            ledger.add(game, picked("Bea", based_on=1, key="k2"))
        assert caught.value.code == "book-unreachable"
    finally:
        postgres.start()
    assert ledger.game(game).to_json()["version"] == 1
    assert ledger.add(game, picked("Bea", based_on=1, key="k2")).new
    ledger.close()


def test_what_ships_holds_the_migrations() -> None:
    """The package contains the migrations, so that an installed program can upgrade a ledger."""
    steps = Path(__file__).resolve().parents[3] / "service" / "ledger" / "database" / "migrations" / "versions"
    assert [path.name for path in sorted(steps.glob("v*.py"))][-1].startswith(f"v{HEAD}")


def test_a_key_is_as_long_as_a_request_may_have_it(ledger: Ledger) -> None:
    """Keys of 80 characters, of a game and an entry, and a longer id of a source text are accepted."""
    game = begin(ledger, key="k" * LONGEST_LABEL)
    assert begin(ledger, key="k" * LONGEST_LABEL) == game
    request = {"kind": "wall", "based_on": 0, "key": "e" * LONGEST_LABEL}
    assert ledger.add(game, request).new
    assert not ledger.add(game, request).new
    with ledger._context.writing() as connection:
        queries.keep_source(connection, Source("card", "house" * 40, "a text"))


def test_what_postgresql_cannot_hold_is_told_without_its_words(postgres: Postgres, library: CardFolder) -> None:
    """A text that no column accepts is an error of the request, without our SQL in it."""
    ledger = Ledger(database_url(postgres.url("postgres")), library)
    with pytest.raises(ServiceError) as caught, ledger._context.writing() as connection:
        queries.add_player(connection, "k" * 90, "Ann", "2026-01-01T00:00:00Z")
    found = error_object(caught.value)
    assert (found["code"], status_of(found["code"])) == ("bad-text", 422)
    assert "INSERT" not in found["message"]
    ledger.close()
