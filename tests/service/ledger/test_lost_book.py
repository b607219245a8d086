"""A book that is gone or has lost entries: told everywhere, nothing begun in its place, and a copy brought back."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from service.doctor.ledger_checks import check_file
from service.ledger.database.sqlite_file import make_file
from service.server.app import create_app
from service.shared.settings import Settings, settings
from tests.service.conftest import RunCli

FILES = ("book.sqlite3", "book.sqlite3-wal", "book.sqlite3-shm")


@pytest.fixture
def evening(run: RunCli, data_dir: Path) -> Iterator[Path]:
    """A data folder with a game of 3 entries, the newest of which are in the log of the book alone."""
    assert run("game", "new", "Ann,Bea,Cat,Dee", "--json").status == 0
    assert run("game", "wall", "--json").status == 0
    with closing(sqlite3.connect(data_dir / "book.sqlite3")) as held:
        # Whoever has the book open keeps SQLite from bringing the log into the file.
        held.execute("SELECT count(*) FROM games").fetchone()
        for note in ("first", "second"):
            assert run("game", "note", note, "--json").status == 0
        yield data_dir


def _copied(evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder as a power cut or a copy of all its files leaves it."""
    folder = tmp_path / "after"
    shutil.copytree(evening, folder)
    monkeypatch.setenv("RACKCHECK_DATA_DIR", str(folder))
    settings.cache_clear()
    return folder


def empty(folder: Path) -> None:
    """A file of 0 bytes, without its log."""
    for name in FILES[1:]:
        (folder / name).unlink(missing_ok=True)
    (folder / FILES[0]).write_bytes(b"")


def gone(folder: Path) -> None:
    """No file at all."""
    for name in FILES:
        (folder / name).unlink(missing_ok=True)


def without_log(folder: Path) -> None:
    """A copy of the file alone."""
    for name in FILES[1:]:
        (folder / name).unlink()


def garbled_log(folder: Path) -> None:
    """A log whose first page is spoilt."""
    log = folder / FILES[1]
    log.write_bytes(bytes(range(256)) + log.read_bytes()[256:])
    (folder / FILES[2]).unlink()


def another(folder: Path) -> None:
    """Another book, with a game and as many entries."""
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
    """What the book's file and its log hold; SQLite makes an empty log for whoever reads."""
    found = {name: (folder / name).read_bytes() for name in FILES[:2] if (folder / name).exists()}
    return {name: data for name, data in found.items() if data or name == FILES[0]}


LOSSES = pytest.mark.parametrize("lose", [empty, gone, without_log, garbled_log, another])


@LOSSES
def test_a_loss_is_told_and_nothing_is_begun(
    lose: Callable[[Path], None],
    evening: Path,
    tmp_path: Path,
    run: RunCli,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The list, the page's API, an entry, a new game and the doctor each say what is missing and what to do."""
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


@LOSSES
def test_a_copy_is_brought_back(
    lose: Callable[[Path], None], evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`game restore` of a backup brings all entries back and keeps what was there; then the game goes on."""
    backup = tmp_path / "backup.sqlite3"
    assert run("game", "backup", backup, "--json").status == 0
    assert run("game", "backup", backup, "--json").document["error"]["code"] == "file-exists"
    # A book that misses nothing is never put away.
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


def test_a_new_book_is_begun_when_told_to(
    evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`game begin-anew` keeps what is left of the old book and lets a new one be begun."""
    folder = _copied(evening, tmp_path, monkeypatch)
    without_log(folder)
    kept = run("game", "begin-anew", "--json").document["kept"]
    assert Path(kept).exists()
    assert run("game", "list", "--json").document == {"games": [], "total": 0}
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").status == 0
    assert run("game", "list", "--json").document["total"] == 1


@pytest.mark.parametrize("lose", [empty, gone])
def test_copies_tell_of_a_book_whose_mark_is_gone_too(
    lose: Callable[[Path], None], evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a book that is lost with its mark the copies are left: they are offered, and no new book is begun."""
    folder = _copied(evening, tmp_path, monkeypatch)
    lose(folder)
    (folder / "book.mark.json").unlink()
    assert "copies/book-after-1.sqlite3" in run("game", "list", "--json").document["fault"]["message"]
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").document["error"]["code"] == "book-lost"


def test_an_empty_file_is_a_lost_book(data_dir: Path, run: RunCli) -> None:
    """No book begins as a file of 0 bytes: it was one, whoever wrote it, also where no mark or copy tells of it."""
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


def test_a_file_of_another_kind_is_no_book(data_dir: Path, run: RunCli) -> None:
    """What is no database is told, and stays as it is."""
    data_dir.mkdir()
    book = data_dir / "book.sqlite3"
    book.write_bytes(b"shopping: tea" * 1000)
    for command in (("list",), ("new", "Eve,Flo,Gil,Hal")):
        assert run("game", *command, "--json").document["error"]["code"] == "book-damaged"
    assert check_file(book)[0].verdict == "fail"
    assert book.read_bytes() == b"shopping: tea" * 1000


def test_a_book_that_was_only_begun_is_not_lost(data_dir: Path, run: RunCli) -> None:
    """A program that was killed before it made the tables has left a file without any: the next one goes on with it."""
    make_file(data_dir / "book.sqlite3")
    assert (data_dir / "book.sqlite3").stat().st_size > 0
    assert run("game", "list", "--json").document == {"games": [], "total": 0}
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").status == 0


def test_a_new_book_takes_no_copy_of_the_lost_one(
    evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever finds later that the old book is wanted after all finds its copies."""
    monkeypatch.setattr("service.ledger.database.copies.COPY_EVERY", 1)
    folder = _copied(evening, tmp_path, monkeypatch)
    held = {file.read_bytes() for file in (folder / "copies").iterdir()}
    gone(folder)
    assert run("game", "begin-anew", "--json").status == 0
    assert "fault" not in run("game", "list", "--json").document
    assert run("game", "new", "Eve,Flo,Gil,Hal", "--json").status == 0
    for note in ("first", "second", "third", "fourth"):
        assert run("game", "note", note, "--json").status == 0
    assert {file.read_bytes() for file in (folder / "copies.lost").iterdir()} == held


def test_what_is_left_is_taken_as_it_is(
    evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`game restore` of the book itself goes on without the entries it has lost; before that they can be read."""
    folder = _copied(evening, tmp_path, monkeypatch)
    with closing(sqlite3.connect(folder / "book.sqlite3")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for name in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name[0]}")
        connection.execute("DELETE FROM entries WHERE seq = 3")
        connection.commit()
    listed = run("game", "list", "--json").document
    assert "lost 1 entry of 1 game with 3 entries" in listed["fault"]["message"]
    assert listed["games"][0]["version"] == 2
    assert len(run("game", "show", "--json").document["entries"]) == 2
    assert run("game", "restore", folder / "book.sqlite3", "--json").document["kept"] is None
    assert run("game", "note", "again", "--json").document["entry"]["seq"] == 3


def test_no_copy_of_a_book(evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is no book, or is not there, takes no book's place."""
    folder = _copied(evening, tmp_path, monkeypatch)
    gone(folder)
    wrong = tmp_path / "shopping.txt"
    wrong.write_text("tea")
    assert run("game", "restore", wrong, "--json").document["error"]["code"] == "bad-backup"
    assert run("game", "restore", tmp_path / "none", "--json").document["error"]["code"] == "file-not-found"
    assert not (folder / "book.sqlite3").exists()


def test_a_mark_that_is_damaged_harms_nobody(evening: Path, run: RunCli) -> None:
    """Of a mark that a power cut has emptied only the numbers are lost, and the next entry writes them anew."""
    mark = evening / "book.mark.json"
    mark.write_bytes(b"")
    assert "fault" not in run("game", "list", "--json").document
    assert run("game", "note", "third", "--json").status == 0
    assert '"entries": 4' in mark.read_text()


def test_regular_copies_are_few_and_bring_the_book_back(
    data_dir: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy every few entries, as many as are wanted; the newest is offered when the book is gone."""
    monkeypatch.setattr("service.ledger.database.copies.COPY_EVERY", 2)
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


def test_books_in_one_folder_have_copies_of_their_own(
    data_dir: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second book is begun beside one that has copies; neither takes the other's for its own, or forgets them."""

    def use(book: str) -> None:
        monkeypatch.setenv("RACKCHECK_DATABASE_URL", f"sqlite:///{data_dir / book}")
        settings.cache_clear()

    data_dir.mkdir()
    monkeypatch.setattr("service.ledger.database.copies.COPY_EVERY", 1)
    for book in ("monday.sqlite3", "friday.sqlite3"):
        use(book)
        assert run("game", "new", "Ann,Bea,Cat,Dee", "--json").status == 0
        for _ in range(5):
            assert run("game", "wall", "--json").status == 0
    kept = {f"{day}-after-{entries}.sqlite3" for day in ("monday", "friday") for entries in (3, 4, 5)}
    assert {path.name for path in (data_dir / "copies").glob("[!.]*")} == kept
    (data_dir / "friday.sqlite3").unlink()
    fault = run("game", "list", "--json").document["fault"]["message"]
    assert f"restore {data_dir / 'copies' / 'friday-after-5.sqlite3'};" in fault
    assert run("game", "begin-anew", "--json").status == 0
    use("monday.sqlite3")
    assert len(run("game", "list", "--json").document["games"]) == 1
    assert {path.name for path in (data_dir / "copies").glob("[!.]*")} == {one for one in kept if "monday" in one}


def test_what_is_left_is_offered_with_the_copies(
    evening: Path, tmp_path: Path, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A book that has lost its newest entries may still hold more than the newest copy."""
    folder = _copied(evening, tmp_path, monkeypatch)
    without_log(folder)
    book = folder / "book.sqlite3"
    message = run("game", "list", "--json").document["fault"]["message"]
    assert f"go on with what is left, 1 game with 1 entry: rackcheck game restore {book}; or" in message
    assert f"go on with what is left, 1 game with 1 entry: rackcheck game restore {book};" in check_file(book)[0].mend
    assert run("game", "restore", book, "--json").status == 0
    assert run("game", "wall", "--json").status == 0


@pytest.mark.parametrize("garbage", [b"shopping: tea" * 1000, None], ids=["another file", "half a book"])
def test_the_copy_that_mends_a_damaged_book_is_named(evening: Path, run: RunCli, garbage: bytes | None) -> None:
    """By the commands, not by doctor alone."""
    book = evening / "book.sqlite3"
    for name in FILES[1:]:
        (evening / name).unlink()
    book.write_bytes(garbage or book.read_bytes()[:30_000])
    for command in (("list",), ("wall",)):
        fault = run("game", *command, "--json").document["error"]
        assert fault["code"] == "book-damaged"
        assert f"rackcheck game restore {evening / 'copies' / 'book-after-1.sqlite3'}" in fault["message"]


def test_a_pipe_is_no_backup(evening: Path, run: RunCli, tmp_path: Path) -> None:
    """It is refused, and nobody waits for a writer."""
    gone(evening)
    os.mkfifo(tmp_path / "pipe")
    assert run("game", "restore", tmp_path / "pipe", "--json").document["error"]["code"] == "bad-backup"


def test_copies_can_be_switched_off(data_dir: Path) -> None:
    """With RACKCHECK_BOOK_COPIES=0 none is made."""
    with TestClient(create_app(Settings(data_dir=data_dir, host_names="testserver", book_copies=0))) as client:
        entry = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}
        game = client.post("/api/v1/games", json=entry).json()["id"]
        client.post(f"/api/v1/games/{game}/entries", json={"kind": "wall", "based_on": 0})
    assert not (data_dir / "copies").exists()


def test_what_is_kept_is_private(data_dir: Path, run: RunCli) -> None:
    """The data folder is this user's alone, and so are the book, its log, its mark and its copies."""
    assert run("game", "new", "Ann,Bea,Cat,Dee", "--json").status == 0
    with closing(sqlite3.connect(data_dir / "book.sqlite3")) as held:
        held.execute("SELECT count(*) FROM games").fetchone()
        assert run("game", "wall", "--json").status == 0
        modes = {path: path.stat().st_mode & 0o777 for path in (data_dir, *data_dir.rglob("*"))}
    assert {path for path in modes if path.name.startswith("book.sqlite3")} >= {data_dir / name for name in FILES}
    assert {path: oct(mode) for path, mode in modes.items() if mode & 0o077} == {}
