"""Test that the program upgrades a ledger of every released schema step to the newest one, and to the step after it."""

from __future__ import annotations

import errno
import json
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.ledger.database import copies
from service.ledger.database.copies import write_fault
from service.ledger.database.soundness import HEAD
from service.ledger.ledger import Ledger
from service.shared.errors import ServiceError
from tests.service.conftest import ROOT, RunCli
from tests.service.fork_server import ForkServer
from tests.service.ledger.dumping import DUMPS, said
from tests.service.postgres import Postgres

STEPS = sorted(path.name for path in DUMPS.iterdir() if path.is_dir())
"""Every schema step that a ledger can have."""

# A possible next schema step: it changes tables and rewrites a row of every player.
NEXT = '''"""A step of the next version."""

import os
import time
from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "NEXT"
down_revision = "LAST"
branch_labels = None
depends_on = None


def wait(place):
    if os.environ.get("WAIT_AT") == place:
        Path(os.environ["WAIT_FILE"]).touch()
        time.sleep(600)


def upgrade():
    wait("begun")
    op.create_table("houses", sa.Column("id", sa.String(16), primary_key=True), sa.Column("name", sa.String(40)))
    op.add_column("players", sa.Column("house", sa.String(16)))
    wait("half")
    op.execute("UPDATE players SET house = 'ours'")
    wait("done")
'''

# The copy is complete, but still has its temporary name.
WAIT_IN_COPY = """
import os, time
_named = numbered
def numbered(*given):
    if os.environ.get("WAIT_AT") == "copied":
        Path(os.environ["WAIT_FILE"]).touch()
        time.sleep(600)
    return _named(*given)
"""


def load_sqlite(step: str, file: Path) -> None:
    """Load a dump into SQLite, as a user of that step has it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("PRAGMA journal_mode=WAL;")
        for name in ("sqlite.sql", "rows.sql"):
            connection.executescript((DUMPS / step / name).read_text("utf-8"))


def load_postgresql(step: str, server: Postgres, url: URL) -> None:
    """Load a dump into PostgreSQL."""
    address = server.url(str(url.database))
    for name in ("postgresql.sql", "rows.sql"):
        command = [str(server.programs / "psql"), "-q", "-X", "-v", "ON_ERROR_STOP=1", "-f", str(DUMPS / step / name)]
        subprocess.run([*command, address], check=True, capture_output=True, text=True)


@pytest.fixture(params=STEPS)
def step(request: pytest.FixtureRequest) -> str:
    """Each released step."""
    return str(request.param)


@pytest.fixture
def old_book(request: pytest.FixtureRequest, step: str, url: URL) -> URL:
    """A ledger of that step on each kind of database."""
    if url.get_backend_name() == "sqlite":
        load_sqlite(step, Path(str(url.database)))
    else:
        load_postgresql(step, request.getfixturevalue("postgres"), url)
    return url


def expected(step: str) -> dict[str, Any]:
    """Return the answers of that step's program about its ledger."""
    found: dict[str, Any] = json.loads((DUMPS / step / "said.json").read_text("utf-8"))
    return found


def told(url: URL, games: list[str]) -> dict[str, Any]:
    """Return this program's answers about a ledger."""
    ledger = Ledger(url, CardFolder(Path("none"), files=False), evidence=Path("none"))
    try:
        return said(ledger, games)
    finally:
        ledger.close()


def test_every_step_has_its_dump() -> None:
    """Every step has the dump that `python -m tests.service.ledger.dumping` makes before a release."""
    assert STEPS[-1:] == [HEAD]
    steps = ROOT / "service" / "ledger" / "database" / "migrations" / "versions"
    assert sorted(path.name[1:5] for path in steps.glob("v*.py")) == STEPS


def test_a_dump_is_small_and_holds_every_kind_of_entry(step: str) -> None:
    """A dump is small and has every kind of entry, a correction and a house rule set."""
    size = sum(path.stat().st_size for path in (DUMPS / step).iterdir())
    assert size < 200_000
    entries = [entry for game in expected(step).values() for entry in game["entries"]]
    assert {entry["kind"] for entry in entries} == {"win", "wall", "penalty", "seats", "note", "undo"}
    assert any(entry["body"].get("instead_of") for entry in entries)
    assert "our-house" in {game["game"]["ruleset"] for game in expected(step).values()}


def test_a_book_of_every_step_says_what_it_said(step: str, old_book: URL) -> None:
    """Balances, payments and every field of every entry equal the answers of that step's program."""
    before = expected(step)
    assert told(old_book, list(before)) == before


def test_a_book_of_every_step_goes_on(step: str, old_book: URL, tmp_path: Path) -> None:
    """After the upgrade an entry with evidence can be added, and the balances sum to zero."""
    ledger = Ledger(old_book, CardFolder(Path("none"), files=False), evidence=tmp_path / "evidence")
    game = next(name for name, one in expected(step).items() if one["game"]["ruleset"] == "nmjl-1976")
    version = ledger.state(game).to_json()["version"]
    outcome = {"winner": "Bea", "won_by": "self-pick", "value": 25}
    assert ledger.add(game, {"kind": "win", "outcome": outcome, "based_on": version}).new
    assert sum(line["points"] for line in ledger.standings(game).to_json()["standings"]) == 0
    shown = ledger.keep_evidence(game, version + 1, b"photo and verdict").to_json()["evidence"]
    assert [one["state"] for one in shown if one["entry"] == version + 1] == ["kept"]
    assert ledger.evidence(game, version + 1) == b"photo and verdict"
    ledger.close()


def test_an_old_book_that_may_only_be_read_says_what_it_needs(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that cannot upgrade a book names its step and the way out; a book of today's step it just reads."""
    file = tmp_path / "book.sqlite3"
    load_sqlite(step, file)
    monkeypatch.setattr("service.ledger.database.connection.is_writable", lambda _: False)
    ledger = Ledger(URL.create("sqlite", database=str(file)), CardFolder(Path("none"), files=False))
    if step == HEAD:
        assert ledger.games(5, 0).to_json()["total"]
    else:
        with pytest.raises(ServiceError, match=rf"step {step}, this program needs {HEAD}") as caught:
            ledger.games(5, 0)
        assert (caught.value.code, caught.value.where) == ("read-only", str(file))
        assert "copy it into a folder of your own" in caught.value.message
    ledger.close()


def test_two_books_of_a_folder_are_copied_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two ledgers of one folder whose names differ only in their ends are renewed at once, each with its own copy."""
    one, other = tmp_path / "club.sqlite3", tmp_path / "club.db"
    for number, book in enumerate((one, other)):
        with closing(sqlite3.connect(book)) as made:
            made.execute(f"PRAGMA user_version = {number + 1}")
    copied = copies.copied

    def meanwhile(book: Path, part: Path, finish: copies.Finish[None]) -> None:
        copied(book, part, finish)
        if book == one:
            copies.copy_before_upgrade(other, HEAD)

    monkeypatch.setattr(copies, "copied", meanwhile)
    kept = [copies.copy_before_upgrade(one, HEAD), tmp_path / f"club.before-{HEAD}.db"]
    for number, copy in enumerate(kept):
        with closing(sqlite3.connect(copy)) as held:
            assert held.execute("PRAGMA user_version").fetchone() == (number + 1,)


# The next version


@pytest.fixture(scope="module")
def next_program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServer]:
    """The next version's program: this one with one more step, forked from a process that has loaded it."""
    folder = tmp_path_factory.mktemp("next")
    leave = shutil.ignore_patterns("*.onnx", "__pycache__", "page")
    for package in ("models", "rules", "service", "vision"):
        shutil.copytree(ROOT / package, folder / package, ignore=leave)
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "tests" / "service").mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "service" / "fork_server.py", folder / "tests" / "service")
    following = f"{int(HEAD) + 1:04}"
    ledger = folder / "service" / "ledger" / "database"
    text = NEXT.replace("NEXT", following).replace("LAST", HEAD)
    (ledger / "migrations" / "versions" / f"v{following}_next.py").write_text(text, "utf-8")
    soundness = ledger / "soundness.py"
    changed = soundness.read_text("utf-8").replace(f'"{HEAD}": {{}},', f'"{HEAD}": {{}}, "{following}": {{}},')
    soundness.write_text(changed, "utf-8")
    with (ledger / "copies.py").open("a", encoding="utf-8") as copies:
        copies.write(WAIT_IN_COPY)
    forks = ForkServer(root=folder)
    yield forks
    forks.close()


def environment(url: URL, **more: str) -> dict[str, str]:
    """Return the environment variables for a ledger."""
    if url.get_backend_name() == "sqlite":
        return {"RACKCHECK_DATA_DIR": str(Path(str(url.database)).parent), **more}
    return {"RACKCHECK_DATABASE_URL": url.render_as_string(hide_password=False), **more}


def run_next(forks: ForkServer, url: URL, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run one command of the next program."""
    return forks.run(arguments, environment(url), timeout=300)


def exported(forks: ForkServer, url: URL, game: str) -> dict[str, Any]:
    """Return a game as the next program exports it."""
    found = run_next(forks, url, "game", "export", "--game", game)
    assert found.returncode == 0, found.stderr
    document: dict[str, Any] = json.loads(found.stdout)
    return document


def backups(url: URL) -> list[Path]:
    """Return the copies beside a ledger, unfinished ones included."""
    folder = Path(str(url.database)).parent
    return sorted(path for path in folder.iterdir() if ".before-" in path.name)


def test_the_next_program_renews_the_book_and_says_what_it_kept(
    step: str, old_book: URL, next_program: ForkServer, run: RunCli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries and balances stay the same, SQLite's file is copied with a notice, and this program then refuses."""
    before = expected(step)
    game = next(iter(before))
    listed = run_next(next_program, old_book, "game", "standings", "--game", game, "--json")
    assert listed.returncode == 0, listed.stderr
    assert json.loads(listed.stdout)["standings"] == before[game]["standings"]
    after = exported(next_program, old_book, game)
    assert (after["game"], after["entries"]) == (before[game]["game"], before[game]["entries"])
    on_file = old_book.get_backend_name() == "sqlite"
    if on_file:
        (kept,) = backups(old_book)
        assert str(kept) in listed.stderr
        assert told(URL.create("sqlite", database=str(kept)), list(before)) == before
    else:
        assert "kept" not in listed.stderr
    for name, value in environment(old_book).items():
        monkeypatch.setenv(name, value)
    refused = run("game", "standings", "--json")
    assert refused.status == 1
    assert refused.document["error"]["code"] == "newer-book"
    assert "update the program" in refused.document["error"]["message"]


@pytest.mark.parametrize("place", ["copied", "begun", "half", "done"])
def test_an_upgrade_that_is_killed_leaves_the_old_book(
    place: str, old_book: URL, step: str, next_program: ForkServer, tmp_path: Path
) -> None:
    """Kill -9 at any moment of the upgrade leaves the whole old ledger, and the next start upgrades it."""
    if place == "copied" and old_book.get_backend_name() != "sqlite":
        pytest.skip("PostgreSQL is not copied")
    marker = tmp_path / "waits"
    waiting = environment(old_book, WAIT_AT=place, WAIT_FILE=str(marker))
    process = next_program.start(["game", "list", "--json"], waiting, tmp_path / "log")
    try:
        until = time.monotonic() + 240
        while not marker.exists():
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
    finally:
        process.kill()
        process.wait()
    before = expected(step)
    # This program knows no newer tables: it would refuse an upgraded ledger and fail on half of one.
    assert told(old_book, list(before)) == before
    game = next(iter(before))
    after = exported(next_program, old_book, game)
    assert (after["game"], after["entries"]) == (before[game]["game"], before[game]["entries"])
    with pytest.raises(ServiceError) as caught:
        told(old_book, [game])
    assert caught.value.code == "newer-book"
    if old_book.get_backend_name() == "sqlite":
        # One copy however often the upgrade began: the next start deletes the unfinished one. A ledger of an older step
        # was upgraded to this program's step first, and that made another copy.
        copies = backups(old_book)
        assert len(copies) == 1 if step == HEAD else 2 <= len(copies) <= 3
        assert not any(kept.suffix == ".part" for kept in copies)
        for kept in copies:
            assert told(URL.create("sqlite", database=str(kept)), list(before)) == before


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_no_copy_no_upgrade(old_book: URL, step: str, next_program: ForkServer) -> None:
    """If the copy fails the ledger is not upgraded, and the message says what to do."""
    file = Path(str(old_book.database))
    following = f"{int(HEAD) + 1:04}"
    # A folder with the name of the unfinished copy cannot be deleted as a file, even by root.
    (file.parent / f".{file.name}.before-{following}.part").mkdir()
    found = run_next(next_program, old_book, "game", "list", "--json")
    assert found.returncode == 1
    error = json.loads(found.stdout)["error"]
    assert error["code"] == "book-unreachable"
    assert re.search(r"nothing was changed.*then try again", error["message"])
    before = expected(step)
    assert told(old_book, list(before)) == before


@pytest.mark.parametrize(
    ("error", "name"),
    [
        (sqlite3.OperationalError("database or disk is full"), "SQLITE_FULL"),
        (sqlite3.OperationalError("disk I/O error"), "SQLITE_IOERR_SHMSIZE"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), ""),
    ],
    ids=["full", "no-room-for-the-index", "quota"],
)
def test_a_copy_for_which_there_is_no_room_says_so(error: Exception, name: str, tmp_path: Path) -> None:
    """Whatever has no room for a copy, the error asks to make room."""
    error.sqlite_errorname = name  # type: ignore[attr-defined]  # as SQLite names its own errors
    found = write_fault(error, "no copy", tmp_path)
    assert (found.code, found.message) == ("disk-full", "no copy. Make room, then try again")
