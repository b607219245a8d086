"""Test that a backup of the ledger contains the evidence of its wins and restores it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.ledger.evidence_copy import CopiedEvidence, put_in, take_out
from service.ledger.evidence_folder import EvidenceFolder
from service.ledger.ledger import Ledger
from service.shared.errors import ServiceError
from tests.service.conftest import RunCli
from tests.service.helpers import WIN

FOUR = {"ruleset": "nmjl-1976", "players": ["Ann", "Bea", "Cat", "Dee"]}
A_WIN: dict[str, Any] = {"kind": "win", "outcome": {"winner": "Ann"}, "check": {"rack": WIN}}
FIRST, SECOND = b"photo, reading, card, rules and verdict", b"another photo"


def opened(folder: Path) -> Ledger:
    """Open the ledger in a folder."""
    url = URL.create("sqlite", database=str(folder / "book.sqlite3"))
    return Ledger(url, CardFolder(folder / "cards", files=False))


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """The folder of a ledger with two wins with evidence, and one whose evidence was removed."""
    folder = tmp_path / "book"
    with closing(opened(folder)) as ledger:
        game = str(ledger.begin(FOUR).shown.to_json()["id"])
        for number in range(3):
            ledger.add(game, {**A_WIN, "based_on": number})
        for number, data in ((1, FIRST), (2, SECOND), (3, b"removed")):
            ledger.keep_evidence(game, number, data)
        ledger.remove_evidence(game, 3)
    return folder


def copied(book: Path) -> tuple[Path, CopiedEvidence]:
    """Make a backup of the ledger."""
    target = book.parent / "copy.sqlite3"
    with closing(opened(book)) as ledger:
        return target, ledger.backup(target)


def restored(book: Path, copy: Path) -> tuple[CopiedEvidence, dict[int, str], Ledger]:
    """Restore a backup into an empty folder; return the result and the state of each win's evidence."""
    ledger = opened(book.parent / "anew")
    (_, done) = ledger.restore(copy)
    game = ledger.games().to_json()["games"][0]["id"]
    return done, {one["entry"]: one["state"] for one in ledger.game(game).to_json()["evidence"]}, ledger


def change(copy: Path, statement: str, *values: object) -> None:
    """Change a backup as a disk fault or a stranger would."""
    with closing(sqlite3.connect(copy)) as held:
        held.execute(statement, values)
        held.commit()


def test_a_copy_holds_the_evidence_and_brings_it_back(book: Path) -> None:
    """Every photo returns byte for byte, readable by its owner alone; removed evidence stays removed."""
    copy, done = copied(book)
    assert done == CopiedEvidence(2, 0)
    assert copy.stat().st_mode & 0o777 == 0o600
    done, states, ledger = restored(book, copy)
    with closing(ledger):
        assert done == CopiedEvidence(2, 0)
        assert states == {1: "kept", 2: "kept", 3: "removed"}
        game = ledger.games().to_json()["games"][0]["id"]
        assert [ledger.evidence(game, number) for number in (1, 2)] == [FIRST, SECOND]
        assert "evidence" not in ledger.recompute(game).to_json()
    files = [*(book.parent / "anew" / "evidence").iterdir()]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert len(files) == 2


def test_two_backups_to_one_name_leave_one_whole(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who makes a backup while another is being made to the same name ruins neither, and replaces none."""
    target, begun, others = book.parent / "copy.sqlite3", count(), list[bytes]()

    def meanwhile(copy: sqlite3.Connection, folder: EvidenceFolder) -> CopiedEvidence:
        done = put_in(copy, folder)
        if next(begun) == 0:
            copied(book)
            others.append(target.read_bytes())
        return done

    monkeypatch.setattr("service.ledger.ledger.put_in", meanwhile)
    with pytest.raises(FileExistsError) as caught:
        copied(book)
    assert caught.value.filename == str(target)
    assert others == [target.read_bytes()]
    assert [file.name for file in book.parent.iterdir() if file.is_file()] == ["copy.sqlite3"]
    _, states, ledger = restored(book, target)
    ledger.close()
    assert states == {1: "kept", 2: "kept", 3: "removed"}


@pytest.mark.parametrize(
    "other", [Ledger.restore, lambda ledger, _: ledger.begin_anew()], ids=["restore", "begin anew"]
)
def test_only_one_at_a_time_replaces_a_book(
    book: Path, monkeypatch: pytest.MonkeyPatch, other: Callable[[Ledger, Path], object]
) -> None:
    """Who restores a copy while somebody else does is told so, and takes nothing from the first."""
    copy, _ = copied(book)
    refused = list[str]()

    def meanwhile(part: sqlite3.Connection, folder: EvidenceFolder) -> CopiedEvidence:
        with closing(opened(book.parent / "anew")) as second, pytest.raises(ServiceError) as caught:
            other(second, copy)
        refused.append(caught.value.code)
        return take_out(part, folder)

    monkeypatch.setattr("service.ledger.ledger.take_out", meanwhile)
    done, states, ledger = restored(book, copy)
    ledger.close()
    assert refused == ["book-busy"]
    assert (done, states) == (CopiedEvidence(2, 0), {1: "kept", 2: "kept", 3: "removed"})
    assert not [*(book.parent / "anew").glob("*.lost*")]


def test_the_book_that_comes_back_holds_no_photos_itself(book: Path) -> None:
    """The restored database holds no photos, so a photo removed later is gone for good."""
    copy, _ = copied(book)
    assert FIRST in copy.read_bytes()
    _, _, ledger = restored(book, copy)
    ledger.close()
    anew = book.parent / "anew"
    assert all(FIRST not in file.read_bytes() for file in anew.iterdir() if file.is_file())
    with closing(sqlite3.connect(anew / "book.sqlite3")) as held:
        assert not held.execute("SELECT 1 FROM sqlite_master WHERE name = 'evidence_files'").fetchall()


def test_what_is_gone_or_altered_is_left_out_and_counted(book: Path) -> None:
    """Missing or altered evidence is left out and counted; the backup is made, since entries matter more."""
    for file in (book / "evidence").iterdir():
        if file.read_bytes() == FIRST:
            file.unlink()
        else:
            file.write_bytes(SECOND.swapcase())
    copy, done = copied(book)
    assert done == CopiedEvidence(0, 2)
    done, states, ledger = restored(book, copy)
    ledger.close()
    assert (done, states) == (CopiedEvidence(0, 2), {1: "missing", 2: "missing", 3: "removed"})


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        ("UPDATE evidence_files SET data = CAST(replace(data, 'photo', 'PHOTO') AS BLOB)", 0),
        ("UPDATE evidence_files SET data = CAST(data AS TEXT)", 0),
        ("UPDATE evidence_files SET sha256 = '../../' || sha256", 0),
        ("UPDATE evidence SET sha256 = '../../elsewhere' WHERE entry = 1", 1),
        ("UPDATE evidence SET size = 5000000 WHERE entry = 1", 1),
        ("UPDATE evidence SET size = -1 WHERE entry = 1", 1),
        ("UPDATE evidence SET size = 'many' WHERE entry = 1", 1),
        ("DELETE FROM evidence_files", 0),
        ("DROP TABLE evidence_files", 0),
    ],
)
def test_only_what_was_kept_is_taken_out(book: Path, statement: str, kept: int) -> None:
    """Altered, oversized or misnamed files are not restored; the entries are."""
    copy, _ = copied(book)
    change(copy, statement)
    anew = opened(book.parent / "anew")
    with closing(anew):
        _, done = anew.restore(copy)
        assert anew.games().to_json()["total"] == 1
    assert done.kept == kept
    folder = book.parent / "anew" / "evidence"
    assert len([*folder.iterdir()] if folder.exists() else []) == kept
    assert not (book.parent / "elsewhere.zip").exists()


def test_no_more_is_taken_out_than_a_book_may_hold(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound on stored evidence also applies to a restore."""
    copy, _ = copied(book)
    monkeypatch.setattr("service.ledger.evidence_copy.MOST_OF_BOOK", len(FIRST) + 1)
    done, _, ledger = restored(book, copy)
    ledger.close()
    assert done == CopiedEvidence(1, 1)


def test_a_copy_of_before_holds_none(book: Path) -> None:
    """An automatic copy, which has no evidence, restores the ledger without it."""
    with closing(opened(book)) as ledger:
        ledger.games()
    for end in ("-wal", "-shm"):
        (book / f"book.sqlite3{end}").unlink(missing_ok=True)
    done, states, ledger = restored(book, book / "book.sqlite3")
    ledger.close()
    assert (done, states[1]) == (CopiedEvidence(), "missing")


def test_wins_that_share_one_file_are_each_counted(book: Path) -> None:
    """One photo may be kept with two wins: the copy has the evidence of both, and gives it back to both."""
    with closing(opened(book)) as ledger:
        ledger.keep_evidence(ledger.games().to_json()["games"][0]["id"], 3, FIRST)
    copy, done = copied(book)
    assert done == CopiedEvidence(3, 0)
    done, states, anew = restored(book, copy)
    with closing(anew):
        assert (done, states) == (CopiedEvidence(3, 0), {1: "kept", 2: "kept", 3: "kept"})


def test_a_disk_that_is_full_leaves_the_book_as_it_was(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger is replaced only after its photos are written."""
    copy, _ = copied(book)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("service.ledger.evidence_folder.write_private", full)
    with closing(opened(book.parent / "anew")) as anew:
        with pytest.raises((ServiceError, OSError)):
            anew.restore(copy)
        assert anew.games().to_json()["total"] == 0
    assert not [*(book.parent / "anew").glob(".*.part*")]


def test_the_commands_say_it(run: RunCli, tmp_path: Path, data_dir: Path) -> None:
    """`game backup` and `game restore` print for how many wins the backup has evidence."""
    assert run("game", "new", "Ann,Bea,Cat,Dee", "--json").status == 0
    assert run("game", "win", "Ann", "--rack", WIN, "--json").status == 0
    with closing(opened(data_dir)) as ledger:
        ledger.keep_evidence(ledger.games().to_json()["games"][0]["id"], 1, FIRST)
    copy = tmp_path / "friday.sqlite3"
    assert run("game", "backup", copy, "--json").document["evidence"] == {"kept": 1, "left_out": 0}
    assert "with the evidence of 1 win" in run("game", "backup", tmp_path / "again.sqlite3").out
    for file in data_dir.glob("book.sqlite3*"):
        file.unlink()
    (data_dir / "evidence").rename(tmp_path / "away")
    told = run("game", "restore", copy)
    assert "the book is back" in told.out
    assert "with the evidence of 1 win" in told.out
    assert run("game", "recompute", "--json").status == 0
