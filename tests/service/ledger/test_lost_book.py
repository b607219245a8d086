"""Test a ledger that is gone or lost entries: every part says so, none begins a new one, and a copy restores it."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import URL

from service.doctor.ledger_checks import check_file
from service.ledger.database.book_mark import read_mark
from service.ledger.database.connection import Database
from service.ledger.database.copies import alone_in
from service.ledger.database.sqlite_file import make_file
from service.server.app import create_app
from service.shared.errors import ServiceError
from service.shared.settings import Settings, settings
from tests.service.conftest import Run, RunCli
from tests.service.helpers import alter_book

FILES = ("book.sqlite3", "book.sqlite3-wal", "book.sqlite3-shm")


@pytest.fixture
def evening(run: RunCli, data_dir: Path) -> Iterator[Path]:
    """A data folder with a game of 3 entries, the newest of them only in SQLite's write-ahead log."""
    assert run("game", "new", "Ann,Bea,Cat,Dee", "--json").status == 0
    assert run("game", "wall", "--json").status == 0
    with closing(sqlite3.connect(data_dir / "book.sqlite3")) as held:
        # An open connection keeps SQLite from moving the log into the file.
        held.execute("SELECT count(*) FROM games").fetchone()
        for note in ("first", "second"):
            assert run("game", "note", note, "--json").status == 0
        yield data_dir


def _copied(evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the folder as a power cut or a copy of all its files leaves it."""
    folder = tmp_path / "after"
    shutil.copytree(evening, folder)
    monkeypatch.setenv("RACKCHECK_DATA_DIR", str(folder))
    settings.cache_clear()
    return folder


def empty(folder: Path) -> None:
    """Leave a file of 0 bytes, without its log."""
    for name in FILES[1:]:
        (folder / name).unlink(missing_ok=True)
    (folder / FILES[0]).write_bytes(b"")


def gone(folder: Path) -> None:
    """Delete the file and its log."""
    for name in FILES:
        (folder / name).unlink(missing_ok=True)


def without_log(folder: Path) -> None:
    """Keep only the database file."""
    for name in FILES[1:]:
        (folder / name).unlink()


def garbled_log(folder: Path) -> None:
    """Damage the first page of the log."""
    log = folder / FILES[1]
    log.write_bytes(bytes(range(256)) + log.read_bytes()[256:])
    (folder / FILES[2]).unlink()


def another(folder: Path) -> None:
    """Put another ledger there, with a game and as many entries."""
    gone(folder)
    for name in ("book.mark.json", "copies"):
        (folder / name).rename(folder / f"{name} of before")
    with TestClient(create_app(Settings(data_dir=folder, host_names="testserver"))) as client:
        game = client.post("/api/v1/games", json={"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]})
        for version in range(3):
            entry = {"kind": "wall", "based_on": version}
            assert client.post(f"/api/v1/games/{game.json()['id']}/entries", json=entry).status_code == 201
    shutil.rmtree(folder / "copies")
    for name in ("book.mark.json", "copies"):
        (folder / f"{name} of before").rename(folder / name)


def _bytes(folder: Path) -> dict[str, bytes]:
    """Return the bytes of the database file and its log; SQLite's empty log for readers counts as none."""
    found = {name: (folder / name).read_bytes() for name in FILES[:2] if (folder / name).exists()}
    return {name: data for name, data in found.items() if data or name == FILES[0]}


def altered(folder: Path) -> None:
    """Alter the text of an entry, as a bad disk does."""
    alter_book(folder / FILES[0], "entries", "body = replace(body, 'Ann', 'Anm') WHERE seq = 1")


def altered_rules(folder: Path) -> None:
    """Alter the text of the rule set."""
    alter_book(folder / FILES[0], "sources", "text = replace(text, 'self_pick = 2', 'self_pick = 3')")


def altered_game(folder: Path) -> None:
    """Alter the beginning of a game."""
    alter_book(folder / FILES[0], "games", "body = replace(body, 'sitting', 'sittinh')")


def altered_column(folder: Path) -> None:
    """Alter one letter in the definition of a table, in the name of a column."""
    with closing(sqlite3.connect(folder / FILES[0])) as book:
        book.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file = folder / FILES[0]
    file.write_bytes(file.read_bytes().replace(b"entered_at VARCHAR", b"enteree_at VARCHAR", 1))


LOSSES = (empty, gone, without_log, garbled_log, another)


@pytest.mark.parametrize("lose", LOSSES)
def test_a_loss_is_told_and_nothing_is_begun(
    lose: Callable[[Path], None],
    evening: Path,
    tmp_path: Path,
    run: RunCli,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game list, the API, an entry, a new game and the doctor each say what is missing and what to do."""
    game = run("game", "list", "--json").document["games"][0]["id"]
    folder = _copied(evening, tmp_path, monkeypatch)
    lose(folder)
    before = _bytes(folder)
    listed = run("game", "list", "--json").document
    assert listed["fault"]["code"] == "book-lost"
    assert "rackcheck game restore" in listed["fault"]["message"]
    assert run("game", "list").out.startswith("error")
    for command in (("new", "Eve,Flo,Gil,Hal"), ("wall", "--game", game), ("wall",), ("show",)):
        if command == ("show",) and listed["games"]:
            continue
        assert run("game", *command, "--json").document["error"]["code"] == "book-lost", command
    with TestClient(create_app(Settings(data_dir=folder, host_names="testserver"))) as client:
        assert client.get("/api/v1/games").json()["fault"]["code"] == "book-lost"
        entry = {"ruleset": "nmjl-1976", "players": ["Eve", "Flo", "Gil", "Hal"]}
        assert client.post("/api/v1/games", json=entry).status_code == 503
    finding, _ = check_file(folder / "book.sqlite3")
    assert (finding.verdict, "rackcheck game restore" in finding.mend) == ("fail", True)
    assert _bytes(folder) == before


@pytest.mark.parametrize("lose", [*LOSSES, altered, altered_rules, altered_game, altered_column])
def test_a_copy_is_brought_back(
    lose: Callable[[Path], None], evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`game restore` of a backup restores all entries and keeps the old files; then the game goes on."""
    backup = tmp_path / "backup.sqlite3"
    assert run("game", "backup", backup, "--json").status == 0
    assert run("game", "backup", backup, "--json").document["error"]["code"] == "file-exists"
    nowhere = tmp_path / "none" / "backup.sqlite3"
    assert run("game", "backup", nowhere, "--json").document["error"]["where"] == str(nowhere)
    # A ledger that misses nothing is never set aside.
    assert run("game", "restore", backup, "--json").document["error"]["code"] == "book-exists"
    assert run("game", "begin-anew", "--json").document["error"]["code"] == "book-exists"
    folder = _copied(evening, tmp_path, monkeypatch)
    lose(folder)
    there = (folder / "book.sqlite3").exists()
    told = run("game", "restore", backup, "--json").document
    assert (told["kept"] is not None) == there
    assert not there or Path(told["kept"]).exists()
    assert run("game", "note", "third", "--json").document["entry"]["seq"] == 4
    assert check_file(folder / "book.sqlite3")[0].verdict == "ok"


def test_a_disk_without_locks_is_named(evening: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no folder can be locked, the error names the folder and the way out, and nothing is set aside."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    gone(evening)
    monkeypatch.setattr("fcntl.flock", refuse)
    error = run("game", "begin-anew", "--json").document["error"]
    assert error["where"] == str(evening)
    assert "move the data folder to a disk that does" in error["message"]
    assert not list(evening.glob("*.lost*"))


def test_a_new_book_is_begun_when_told_to(
    evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`game begin-anew` keeps what is left of the old ledger, and a new one can begin."""
    folder = _copied(evening, tmp_path, monkeypatch)
    without_log(folder)
    kept = run("game", "begin-anew", "--json").document["kept"]
    assert Path(kept).exists()
    assert run("game", "list", "--json").document == {"games": [], "total": 0}
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").status == 0
    assert run("game", "list", "--json").document["total"] == 1


def test_a_link_to_a_disk_that_is_away_is_kept(evening: Path, run: RunCli, tmp_path: Path) -> None:
    """Where the book was a link to a disk that is gone, the link is set aside each time, and a new book can begin."""
    for number in ("", "-2"):
        gone(evening)
        (evening / "book.sqlite3").symlink_to(tmp_path / f"disk{number}" / "book.sqlite3")
        kept = evening / f"book.lost{number}.sqlite3"
        assert run("game", "begin-anew", "--json").document["kept"] == str(kept)
        assert kept.readlink() == tmp_path / f"disk{number}" / "book.sqlite3"
        assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").status == 0


@pytest.mark.parametrize("lose", [empty, gone])
def test_copies_tell_of_a_book_whose_mark_is_gone_too(
    lose: Callable[[Path], None], evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the mark is gone too, the copies still show the loss: they are offered, and no new ledger begins."""
    folder = _copied(evening, tmp_path, monkeypatch)
    lose(folder)
    (folder / "book.mark.json").unlink()
    assert "copies/book-after-1.sqlite3" in run("game", "list", "--json").document["fault"]["message"]
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").document["error"]["code"] == "book-lost"


def test_an_empty_file_is_a_lost_book(data_dir: Path, run: RunCli) -> None:
    """A file of 0 bytes counts as a lost ledger even without a mark or copies, since no ledger begins that way."""
    data_dir.mkdir()
    book = data_dir / "book.sqlite3"
    book.write_bytes(b"")
    fault = run("game", "list", "--json").document["fault"]
    assert fault["code"] == "book-lost"
    assert "0 bytes" in fault["message"]
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").document["error"]["code"] == "book-lost"
    finding, _ = check_file(book)
    assert (finding.verdict, "rackcheck game restore" in finding.mend) == ("fail", True)
    assert book.read_bytes() == b""
    assert run("game", "begin-anew", "--json").status == 0
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").status == 0


def test_a_list_without_games_that_may_only_be_read_says_both(
    data_dir: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the terminal stand the reason why nothing can be entered, and that no game has been begun."""
    assert run("game", "list").out.startswith("No game has been begun: rackcheck game new")
    monkeypatch.setattr("service.ledger.database.connection.is_writable", lambda _: False)
    listed = run("game", "list")
    assert listed.status == 0
    assert "can be read and not be written" in " ".join(listed.out.split())
    assert listed.out.endswith("\nNo game has been begun.\n")
    assert str(data_dir) in listed.out.replace("\n", "")


def test_a_file_of_another_kind_is_no_book(data_dir: Path, run: RunCli) -> None:
    """A file that is no database is reported and stays as it is."""
    data_dir.mkdir()
    book = data_dir / "book.sqlite3"
    book.write_bytes(b"shopping: tea" * 1000)
    for command in (("list",), ("new", "Eve,Flo,Gil,Hal")):
        assert run("game", *command, "--json").document["error"]["code"] == "book-damaged"
    assert check_file(book)[0].verdict == "fail"
    assert book.read_bytes() == b"shopping: tea" * 1000


def test_a_running_server_goes_on_with_the_new_book(evening: Path, run: RunCli) -> None:
    """A server that had the lost ledger open begins the next game in the new one, without a restart."""
    with TestClient(create_app(Settings(data_dir=evening, host_names="testserver"))) as client:
        assert client.get("/api/v1/games").json()["total"] == 1
        gone(evening)
        assert client.get("/api/v1/games").status_code == 503
        assert run("game", "begin-anew", "--json").status == 0
        assert client.get("/api/v1/games").json() == {"games": [], "total": 0}
        game = {"ruleset": "nmjl-1976", "players": ["Eve", "Flo", "Gil", "Hal"]}
        assert client.post("/api/v1/games", json=game).status_code == 201


def test_a_copy_without_a_game_is_brought_back_too(evening: Path, run: RunCli, tmp_path: Path) -> None:
    """A copy from before the first game is a ledger that a game can begin in; the old mark calls it no loss."""
    with TestClient(create_app(Settings(data_dir=tmp_path / "first", host_names="testserver"))) as client:
        assert client.post("/api/v1/players", json={"name": "Ann"}).status_code == 201
    gone(evening)
    assert run("game", "restore", tmp_path / "first" / "book.sqlite3", "--json").status == 0
    assert run("game", "list", "--json").document == {"games": [], "total": 0}
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").status == 0


def test_a_book_without_a_game_is_nothing_to_go_on_with(evening: Path, run: RunCli, tmp_path: Path) -> None:
    """A ledger without a game in the place of the lost one is told as a loss, and only copies are offered."""
    with TestClient(create_app(Settings(data_dir=tmp_path / "first", host_names="testserver"))) as client:
        assert client.post("/api/v1/players", json={"name": "Ann"}).status_code == 201
    gone(evening)
    shutil.copyfile(tmp_path / "first" / "book.sqlite3", evening / "book.sqlite3")
    told = run("game", "list", "--json").document["fault"]["message"]
    assert told.startswith("the book that was here is gone: 1 game with 3 entries; bring a copy back")


def test_a_copy_with_a_gap_is_brought_back_and_told(
    evening: Path, run: RunCli, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A copy that lacks an entry before others is better than none; what it lacks is told."""
    copy = tmp_path / "copy.sqlite3"
    assert run("game", "backup", copy, "--json").status == 0
    alter_book(copy, "entries", "seq = 9 WHERE seq = 2")
    gone(evening)
    assert run("game", "restore", copy, "--json").status == 0
    assert "in this book entry 2 of game" in caplog.text


def test_a_copy_comes_back_where_the_whole_folder_is_gone(evening: Path, run: RunCli, tmp_path: Path) -> None:
    """Somebody who has only a copy left brings it back into a new data folder."""
    copy = tmp_path / "copy.sqlite3"
    assert run("game", "backup", copy, "--json").status == 0
    mark = read_mark(evening / "book.sqlite3")
    shutil.rmtree(evening)
    assert run("game", "restore", copy, "--json").document["kept"] is None
    assert read_mark(evening / "book.sqlite3") == mark
    assert run("game", "list", "--json").document["total"] == 1


def test_two_programs_never_bring_a_book_back_at_once(evening: Path, run: RunCli, tmp_path: Path) -> None:
    """While another program replaces the ledger, `game restore` and `game begin-anew` wait for its end and say so."""
    copy = tmp_path / "copy.sqlite3"
    assert run("game", "backup", copy, "--json").status == 0
    gone(evening)
    with alone_in(evening):
        for command in (("restore", copy), ("begin-anew",)):
            assert run("game", *command, "--json").document["error"]["code"] == "book-busy"
    assert run("game", "restore", copy, "--json").status == 0


def test_a_copy_without_room_replaces_nothing(evening: Path, run: RunCli, tmp_path: Path) -> None:
    """Where the copy cannot be written, what is left of the ledger stays in its place, and no part of it remains."""
    copy = tmp_path / "copy.sqlite3"
    assert run("game", "backup", copy, "--json").status == 0
    without_log(evening)
    before = _bytes(evening)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        error = run("game", "restore", copy, "--json").document["error"]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    # A limit on the size of a file is a failing disk to SQLite, and not a full one.
    assert error["code"] == "book-unreachable"
    assert error["message"].startswith("the copy cannot be brought back (")
    assert _bytes(evening) == before
    assert not [path.name for path in evening.iterdir() if ".part" in path.name or ".lost" in path.name]


def test_a_book_that_was_only_begun_is_not_lost(data_dir: Path, run: RunCli) -> None:
    """A database without tables, from a program killed too early, is no loss: the next program makes the tables."""
    make_file(data_dir / "book.sqlite3")
    assert (data_dir / "book.sqlite3").stat().st_size > 0
    assert run("game", "list", "--json").document == {"games": [], "total": 0}
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").status == 0


def test_a_new_book_takes_no_copy_of_the_lost_one(
    evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new ledger leaves the lost one's copies alone, for a person who wants it back later, and so does a third."""
    monkeypatch.setattr("service.ledger.database.regular_copies.COPY_EVERY", 1)
    folder = _copied(evening, tmp_path, monkeypatch)
    held = {file.read_bytes() for file in (folder / "copies").iterdir()}
    gone(folder)
    assert run("game", "begin-anew", "--json").status == 0
    assert "fault" not in run("game", "list", "--json").document
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").status == 0
    for note in ("first", "second", "third", "fourth"):
        assert run("game", "note", note, "--json").status == 0
    later = {file.read_bytes() for file in (folder / "copies").iterdir()}
    gone(folder)
    assert run("game", "begin-anew", "--json").status == 0
    assert {file.read_bytes() for file in (folder / "copies.lost").iterdir()} == held
    assert {file.read_bytes() for file in (folder / "copies.lost-2").iterdir()} == later


def test_what_is_left_is_taken_as_it_is(
    evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`game restore` of the damaged ledger itself goes on without the lost entries, after showing the others."""
    folder = _copied(evening, tmp_path, monkeypatch)
    with closing(sqlite3.connect(folder / "book.sqlite3")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for name in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name[0]}")
        connection.execute("DELETE FROM entries WHERE seq = 3")
        connection.commit()
    listed = run("game", "list", "--json").document
    assert "lost 1 entry of 1 game with 3 entries; go on with what is left, 1 game" in listed["fault"]["message"]
    assert listed["games"][0]["version"] == 2
    assert len(run("game", "show", "--json").document["entries"]) == 2
    assert run("game", "restore", folder / "book.sqlite3", "--json").document["kept"] is None
    assert run("game", "note", "again", "--json").document["entry"]["seq"] == 3


def test_no_copy_of_a_book(evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is no ledger, or is missing, replaces no ledger."""
    folder = _copied(evening, tmp_path, monkeypatch)
    gone(folder)
    wrong = tmp_path / "shopping.txt"
    wrong.write_text("tea")
    assert run("game", "restore", wrong, "--json").document["error"]["code"] == "bad-backup"
    assert run("game", "restore", tmp_path / "none", "--json").document["error"]["code"] == "file-not-found"
    assert not (folder / "book.sqlite3").exists()


def test_a_mark_that_is_damaged_harms_nobody(evening: Path, run: RunCli) -> None:
    """A mark emptied by a power cut loses only its numbers, and the next entry writes them again."""
    mark = evening / "book.mark.json"
    mark.write_bytes(b"")
    assert "fault" not in run("game", "list", "--json").document
    assert run("game", "note", "third", "--json").status == 0
    assert '"entries": 4' in mark.read_text()


def test_a_copy_that_brings_nothing_new_leaves_the_mark(evening: Path) -> None:
    """Opening a copy of games that are all here writes no file: the phone edition counts changed files as changes."""
    mark = evening / "book.mark.json"
    with TestClient(create_app(Settings(data_dir=evening)), base_url="http://127.0.0.1") as server:
        copy = server.get("/api/v1/copy").content
        before = mark.stat()
        headers = {"Content-Type": "application/json"}
        brought = server.post("/api/v1/copy", content=copy, headers=headers).json()
    assert [len(brought[what]) for what in ("added", "there", "refused")] == [0, 1, 0]
    assert (mark.stat().st_ino, mark.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_regular_copies_are_few_and_bring_the_book_back(
    data_dir: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program copies the ledger every few entries, keeps the set number, and offers the newest after a loss."""
    monkeypatch.setattr("service.ledger.database.regular_copies.COPY_EVERY", 2)
    with TestClient(create_app(Settings(data_dir=data_dir, host_names="testserver", book_copies=2))) as client:
        entry = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}
        game = client.post("/api/v1/games", json=entry).json()["id"]
        for version in range(8):
            note = {"kind": "note", "note": "x", "based_on": version}
            assert client.post(f"/api/v1/games/{game}/entries", json=note).status_code == 201
    copies = sorted(path.name for path in (data_dir / "copies").iterdir() if not path.name.startswith("."))
    assert copies == ["book-after-5.sqlite3", "book-after-7.sqlite3"]
    gone(data_dir)
    message = run("game", "list", "--json").document["fault"]["message"]
    assert f"rackcheck game restore {data_dir / 'copies' / 'book-after-7.sqlite3'};" in message
    assert run("game", "restore", data_dir / "copies" / "book-after-7.sqlite3", "--json").status == 0
    assert run("game", "list", "--json").document["games"][0]["version"] == 7


def test_a_copy_that_a_bad_disk_emptied_is_not_offered(
    data_dir: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the copies the newest that still is a database is named, though an emptied file was changed last."""
    monkeypatch.setattr("service.ledger.database.regular_copies.COPY_EVERY", 1)
    assert run("game", "new", "Ann,Bea,Cat,Dee", "--json").status == 0
    for _ in range(2):
        assert run("game", "wall", "--json").status == 0
    gone(data_dir)
    copies = data_dir / "copies"
    (copies / "book-after-2.sqlite3").write_bytes(b"tea" * 1000)
    assert f"restore {copies / 'book-after-1.sqlite3'};" in run("game", "list", "--json").document["fault"]["message"]


def test_a_copy_that_cannot_be_made_is_told(data_dir: Path, run: RunCli, caplog: pytest.LogCaptureFixture) -> None:
    """The entry stands where its copy cannot be made, as with a file in the place of the folder; the log says so."""
    assert run("game", "new", "Ann,Bea,Cat,Dee", "--json").status == 0
    (data_dir / "copies").write_bytes(b"")
    assert run("game", "wall", "--json").status == 0
    assert "no copy of the book could be made" in caplog.text


@pytest.mark.parametrize(
    "books",
    [
        pytest.param(("monday.sqlite3", "friday.sqlite3"), id="other-names"),
        pytest.param(("book.sqlite3", "book.db"), id="one-stem"),
        pytest.param(("book.sqlite", "book"), id="one-without-a-suffix"),
    ],
)
def test_books_in_one_folder_have_copies_of_their_own(
    data_dir: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch, books: tuple[str, str]
) -> None:
    """Two ledgers in one folder have separate marks and copies, and neither takes or deletes the other's."""

    def use(book: str) -> None:
        monkeypatch.setenv("RACKCHECK_DATABASE_URL", f"sqlite:///{data_dir / book}")
        settings.cache_clear()

    data_dir.mkdir()
    monkeypatch.setattr("service.ledger.database.regular_copies.COPY_EVERY", 1)
    for book in books:
        use(book)
        assert run("game", "new", "Ann,Bea,Cat,Dee", "--json").status == 0
        for _ in range(5):
            assert run("game", "wall", "--json").status == 0
    here, other = ({f"{Path(book).stem}-after-{entries}{Path(book).suffix}" for entries in (3, 4, 5)} for book in books)
    assert {path.name for path in (data_dir / "copies").glob("[!.]*")} == here | other
    (data_dir / books[1]).unlink()
    fault = run("game", "list", "--json").document["fault"]["message"]
    assert f"restore {data_dir / 'copies' / max(other)};" in fault
    assert run("game", "begin-anew", "--json").status == 0
    use(books[0])
    listed = run("game", "list", "--json").document
    assert ("fault" in listed, len(listed["games"])) == (False, 1)
    assert {path.name for path in (data_dir / "copies").glob("[!.]*")} == here


def test_a_copy_that_was_read_leaves_nothing_behind(
    evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever reads a copy finds no more beside it, and the copy of a new book under its name is no lost one."""
    folder, copy = tmp_path / "copies of ours", tmp_path / "copies of ours" / "copy.sqlite3"
    folder.mkdir()

    def copied_and_read() -> Run:
        assert run("game", "backup", copy, "--json").status == 0
        with monkeypatch.context() as reading:
            reading.setenv("RACKCHECK_DATABASE_URL", f"sqlite:///{copy}")
            settings.cache_clear()
            assert run("game", "recompute", "--json").status == 0
            listed = run("game", "list", "--json")
        settings.cache_clear()
        return listed

    assert len(copied_and_read().document["games"]) == 1
    assert [path.name for path in folder.iterdir()] == [copy.name]
    copy.unlink()
    gone(evening)
    assert run("game", "begin-anew").status == 0
    assert run("game", "new", "Eve,Fay,Gus,Hal", "--json").status == 0
    assert "fault" not in copied_and_read().document


def test_what_is_left_is_offered_with_the_copies(
    evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ledger that lost its newest entries may have more than the newest copy, so it is offered too."""
    folder = _copied(evening, tmp_path, monkeypatch)
    without_log(folder)
    book = folder / "book.sqlite3"
    message = run("game", "list", "--json").document["fault"]["message"]
    assert f"go on with what is left, 1 game with 1 entry: rackcheck game restore {book}; or" in message
    assert f"go on with what is left, 1 game with 1 entry: rackcheck game restore {book};" in check_file(book)[0].mend
    assert run("game", "restore", book, "--json").status == 0
    assert run("game", "wall", "--json").status == 0


def test_a_copy_that_was_brought_back_leaves_nothing_behind(data_dir: Path, run: RunCli) -> None:
    """`game restore` and the doctor leave no log of SQLite beside the copy and the book that they read."""
    assert run("game", "new", "Ann,Bea,Cat,Dee", "--json").status == 0
    book, copies = data_dir / "book.sqlite3", data_dir / "copies"
    assert run("game", "wall", "--json").status == 0
    copy = copies / "book-after-1.sqlite3"
    book.write_bytes(b"tea")
    assert run("game", "restore", copy, "--json").status == 0
    assert check_file(book)[0].verdict == "ok"
    assert [file for file in (*copies.iterdir(), *data_dir.iterdir()) if file.name.endswith(("-wal", "-shm"))] == []


@pytest.mark.parametrize("garbage", [b"shopping: tea" * 1000, None], ids=["another file", "half a book"])
def test_the_copy_that_mends_a_damaged_book_is_named(evening: Path, run: RunCli, garbage: bytes | None) -> None:
    """Commands, and not only the doctor, name the copy that repairs a damaged ledger."""
    book = evening / "book.sqlite3"
    for name in FILES[1:]:
        (evening / name).unlink()
    book.write_bytes(garbage or book.read_bytes()[:30_000])
    for command in (("list",), ("wall",)):
        fault = run("game", *command, "--json").document["error"]
        assert fault["code"] == "book-damaged"
        assert f"rackcheck game restore {evening / 'copies' / 'book-after-1.sqlite3'}" in fault["message"]


def test_a_pipe_is_no_backup(evening: Path, run: RunCli, tmp_path: Path) -> None:
    """A pipe as backup is refused without waiting for a writer."""
    gone(evening)
    os.mkfifo(tmp_path / "pipe")
    assert run("game", "restore", tmp_path / "pipe", "--json").document["error"]["code"] == "bad-backup"


def test_copies_can_be_switched_off(data_dir: Path) -> None:
    """With RACKCHECK_BOOK_COPIES=0 no copy is made."""
    with TestClient(create_app(Settings(data_dir=data_dir, host_names="testserver", book_copies=0))) as client:
        entry = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}
        game = client.post("/api/v1/games", json=entry).json()["id"]
        client.post(f"/api/v1/games/{game}/entries", json={"kind": "wall", "based_on": 0})
    assert not (data_dir / "copies").exists()


def test_what_is_kept_is_private(data_dir: Path, run: RunCli) -> None:
    """Only this user can read the data folder, the ledger, its log, its mark and its copies."""
    assert run("game", "new", "Ann,Bea,Cat,Dee", "--json").status == 0
    with closing(sqlite3.connect(data_dir / "book.sqlite3")) as held:
        held.execute("SELECT count(*) FROM games").fetchone()
        assert run("game", "wall", "--json").status == 0
        modes = {path: path.stat().st_mode & 0o777 for path in (data_dir, *data_dir.rglob("*"))}
    assert {path for path in modes if path.name.startswith("book.sqlite3")} >= {data_dir / name for name in FILES}
    assert {path: oct(mode) for path, mode in modes.items() if mode & 0o077} == {}


def test_a_book_that_goes_while_it_is_opened_is_not_begun_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file goes right after the program has seen it: it says so, and makes no other book in its place."""
    book = tmp_path / "book.sqlite3"
    database = Database(URL.create("sqlite", database=str(book)))
    with database.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE kept (what)")
    look, going = database.refuse_gone, [book]

    def look_and_lose() -> None:
        look()
        if going:
            going.pop().rename(tmp_path / "elsewhere")

    monkeypatch.setattr(database, "refuse_gone", look_and_lose)
    with pytest.raises(ServiceError, match="put it back"), database.writing():
        pass
    assert not book.exists()
    database.close()


WITHOUT_CONSTRAINTS = """
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', 'DEFAULT 0') WHERE name = 'games';
    PRAGMA writable_schema = RESET;
    UPDATE games SET {column} = NULL;
    PRAGMA writable_schema = ON;
    UPDATE sqlite_master SET sql = replace(sql, 'DEFAULT 0', 'NOT NULL') WHERE name = 'games';
    PRAGMA writable_schema = RESET;
"""
SPOILT_ROWS = {
    "an entry that is no UTF-8": ("UPDATE entries SET body = CAST(x'7bff7d' AS TEXT)", "entry 1 is not as it was"),
    "an entry without text": ("UPDATE entries SET body = x'00'", "entry 1 is not as it was"),
    "rules that are no UTF-8": ("UPDATE sources SET id = 'x', text = CAST(x'ff' AS TEXT)", "is not as it was stored"),
    "rules that are gone": ("DELETE FROM sources", "the text of a card or rule set is missing"),
    "a game that is no UTF-8": ("UPDATE games SET body = CAST(x'ff' AS TEXT)", "the beginning of this game is not"),
    "a game without an id": (WITHOUT_CONSTRAINTS.format(column="id"), "a game has lost its id or its time"),
    "a game without a time": (WITHOUT_CONSTRAINTS.format(column="started_at"), "a game has lost its id or its time"),
}


@pytest.mark.parametrize("spoilt", SPOILT_ROWS.values(), ids=SPOILT_ROWS)
def test_spoilt_rows_are_told_and_a_copy_is_brought_back(
    spoilt: tuple[str, str], evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of the wrong kind, as a bad disk leaves them, are damage with advice; nobody sees a fault of the program."""
    statements, message = spoilt
    backup = tmp_path / "backup.sqlite3"
    assert run("game", "backup", backup, "--json").status == 0
    game = run("game", "list", "--json").document["games"][0]["id"]
    folder = _copied(evening, tmp_path, monkeypatch)
    with closing(sqlite3.connect(folder / FILES[0])) as book:
        for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            book.execute(f"DROP TRIGGER {name}")
        book.executescript(statements)
    with TestClient(create_app(Settings(data_dir=folder, host_names="testserver"))) as client:
        answers = [client.get(f"/api/v1/{path}") for path in (f"games/{game}", "games", "season", "copy")]
    errors = [one.json()["error"] for one in answers if one.status_code != 200]
    assert {one["code"] for one in errors} <= {"book-damaged", "book-lost"}
    assert any(message in one["message"] and "put back the last backup" in one["message"] for one in errors)
    assert check_file(folder / FILES[0])[0].verdict == "fail"
    assert run("game", "restore", backup, "--json").status == 0
    assert len(run("game", "show", "--game", game, "--json").document["entries"]) == 3
