"""Test that the doctor and the restore of a copy call the same ledgers sound, and say the same of each damage."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from service.cards.card_folder import CardFolder
from service.doctor.ledger_checks import check_file
from service.ledger.database import sqlite_file
from service.ledger.database.book_mark import mark_file
from service.ledger.database.restore import begin_anew, restore_book
from service.ledger.database.schema import META
from service.ledger.database.soundness import STEPS, read_file
from service.ledger.ledger import Ledger
from service.shared.errors import ServiceError
from tests.service.ledger.dumping import DUMPS
from tests.service.ledger.test_ledger import begin, picked
from tests.service.ledger.test_upgrade import load_sqlite


@dataclass(frozen=True)
class Damage:
    """What a bad disk did to a ledger: statements around its triggers, or other bytes.

    Attributes:
        said: what the doctor says of it.
        answer: the error of a restore of it; empty if it is brought back.
    """

    said: str
    answer: str = "bad-backup"
    statements: tuple[str, ...] = ()
    was: bytes = b""
    now: bytes = b""

    def do(self, file: Path) -> None:
        """Damage a ledger."""
        with closing(sqlite3.connect(file)) as book:
            for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                book.execute(f"DROP TRIGGER {name}")
            for statement in self.statements:
                book.execute(statement)
            book.commit()
        if self.now:
            held = file.read_bytes()
            assert self.was in held
            file.write_bytes(held.replace(self.was or held, self.now, 1))


def rows(said: str, *statements: str, answer: str = "bad-backup") -> Damage:
    """Return damage by statements."""
    return Damage(said, answer, statements)


DAMAGES = {
    "a byte of an entry": Damage("entry 1 of game", was=b'"points":50,', now=b'"points":90,'),
    "a byte of the rules": Damage("the text of the ruleset nmjl-1976", was=b"self_pick = 2", now=b"self_pick = 3"),
    "a byte of a beginning": Damage("the beginning of game", was=b'"sitting":{"east"', now=b'"sittinh":{"east"'),
    "a name of a table": Damage("is damaged", was=b"tableentriesentries", now=b"table\xd7ntriesentries"),
    "an entry gone": rows("entry 2 of game", "DELETE FROM entries WHERE seq = 2", answer=""),
    "an entry of no number": rows("entry 2 of game", "UPDATE entries SET seq = 'x' WHERE seq = 2", answer=""),
    "rules gone": rows("a row of entries belongs to none of sources", "DELETE FROM sources"),
    **{
        f"no table {table}": rows(f"the table {table} is missing", f"DROP TABLE {table}")
        for table in ("players", "sources", "games", "entries", "evidence")
    },
    **{
        f"another column in {table}": rows(
            f"the table {table} has no {column}", f"ALTER TABLE {table} RENAME COLUMN {column} TO x"
        )
        for table, column in (
            ("players", "name"),
            ("sources", "sha256"),
            ("games", "number"),
            ("entries", "kind"),
            ("evidence", "size"),
        )
    },
    "no table of the step": rows("no book of Rackcheck", "DROP TABLE alembic_version"),
    "no step": rows("no book of Rackcheck", "DELETE FROM alembic_version"),
    "a step that never was": rows("a schema step 000%", "UPDATE alembic_version SET version_num = '000%'"),
    "a step that is no number": rows("a schema step 00p5", "UPDATE alembic_version SET version_num = '00p5'"),
    "a newer step": rows("a newer Rackcheck", "UPDATE alembic_version SET version_num = '9999'", answer="newer-book"),
    "another database": Damage("no book of Rackcheck", was=b"", now=b"shopping: tea" * 1000),
    "another file of SQLite": rows(
        "no book of Rackcheck",
        *(f"DROP TABLE {table}" for table in ("evidence", "entries", "games", "sources", "players", "alembic_version")),
        "CREATE TABLE shopping (what)",
    ),
}


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A sound ledger of one game with three entries, without a log beside it."""
    file = tmp_path / "sound" / "book.sqlite3"
    ledger = Ledger(URL.create("sqlite", database=str(file)), CardFolder(tmp_path / "cards", files=False))
    game = begin(ledger)
    for version, entry in enumerate((picked("Ann"), {"kind": "wall"}, {"kind": "note", "note": "tea"})):
        ledger.add(game, {**entry, "based_on": version})
    ledger.close()
    assert check_file(file)[0].verdict == "ok"
    return file


def answer_of(book: Path, copy: Path) -> str:
    """Restore a copy; return the code of the error, or an empty text."""
    try:
        restore_book(book, copy, lambda _: None)
    except ServiceError as error:
        return error.code
    return ""


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_doctor_and_restore_agree(damage: Damage, book: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """What the doctor calls damaged is no copy to bring back silently, and may be replaced by a sound copy."""
    shutil.copytree(book.parent, tmp_path / "spoilt")
    spoilt = tmp_path / "spoilt" / book.name
    damage.do(spoilt)
    finding, _ = check_file(spoilt)
    assert (finding.verdict, damage.said in finding.message) == ("fail", True), finding
    assert answer_of(tmp_path / "elsewhere" / book.name, spoilt) == damage.answer
    assert bool(damage.answer) != (damage.said in caplog.text)
    # Only its rows tell of the damage: what was counted after the last entry is gone too.
    mark_file(spoilt).unlink()
    assert answer_of(spoilt, book) == ("newer-book" if damage.answer == "newer-book" else "")


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_book_may_be_begun_anew(damage: Damage, book: Path) -> None:
    """A book that the doctor calls damaged never keeps a new one from beginning; one of a newer program stays."""
    damage.do(book)
    mark_file(book).unlink()
    if damage.answer == "newer-book":
        with pytest.raises(ServiceError, match="update the program"):
            begin_anew(book)
    else:
        kept = begin_anew(book)
        assert kept is not None
        assert kept.exists()


def test_a_book_that_another_program_holds_is_not_replaced(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another program writes to a book it may be sound: a copy in its place would lose what that one enters."""
    monkeypatch.setattr(sqlite_file, "WAIT_SECONDS", 0.1)
    copy = shutil.copyfile(book, tmp_path / "copy.sqlite3")
    with closing(sqlite3.connect(book)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert answer_of(book, copy) == "book-busy"
        with pytest.raises(ServiceError, match="another program is writing"):
            begin_anew(book)
        # A copy may be held as well.
        assert answer_of(tmp_path / "elsewhere" / book.name, book) == "book-busy"
        finding, _ = check_file(book)
        assert (finding.verdict, finding.mend) == ("fail", "try again")
    assert answer_of(book, copy) == "book-exists"


@pytest.mark.parametrize("name", ["a step that never was", "a step that is no number"])
def test_a_book_of_a_damaged_step_is_told(name: str, book: Path) -> None:
    """The program says of such a book that it is damaged, and neither migrates it nor calls it newer."""
    DAMAGES[name].do(book)
    before = book.read_bytes()
    ledger = Ledger(URL.create("sqlite", database=str(book)), CardFolder(Path("none"), files=False))
    with pytest.raises(ServiceError, match="put back the last backup") as caught:
        ledger.games()
    ledger.close()
    assert (caught.value.code, book.read_bytes() == before) == ("book-damaged", True)


def test_a_book_with_a_gap_may_be_gone_on_with(book: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Without a better copy the other games go on: the book itself is accepted, and what it lacks is said."""
    rows("", "DELETE FROM entries WHERE seq = 2").do(book)
    assert answer_of(book, book) == ""
    assert "entry 2 of game" in caplog.text


@pytest.mark.parametrize("name", ["an entry gone", "a byte of an entry", "no table evidence"])
def test_the_doctor_names_the_copy_that_mends(name: str, book: Path) -> None:
    """Of a damaged book the doctor names the newest copy, as the program does, and what is left if that will do."""
    DAMAGES[name].do(book)
    copies = book.with_name("copies")
    copies.mkdir()
    (copies / "book-after-2.sqlite3").touch()
    mend = check_file(book)[0].mend
    assert f"rackcheck game restore {copies / 'book-after-2.sqlite3'};" in mend
    assert (f"go on with what is left, 1 game with 2 entries: rackcheck game restore {book}" in mend) == (
        name == "an entry gone"
    )


def test_the_columns_are_those_of_the_tables() -> None:
    """The steps name each column of each table."""
    named: dict[str, set[str]] = {}
    for tables in STEPS.values():
        for table, columns in tables.items():
            named.setdefault(table, set()).update(columns.split())
    assert named == {name: set(table.columns.keys()) for name, table in META.tables.items()}


@pytest.mark.parametrize("step", sorted(path.name for path in DUMPS.iterdir() if path.is_dir()))
def test_a_book_of_each_step_is_sound(step: str, tmp_path: Path) -> None:
    """A ledger of an older step lacks only what later steps add, and can be brought back."""
    load_sqlite(step, tmp_path / "book.sqlite3")
    facts = read_file(tmp_path / "book.sqlite3")
    assert (facts.step, facts.faults, facts.gaps) == (step, (), ())
    assert answer_of(tmp_path / "new" / "book.sqlite3", tmp_path / "book.sqlite3") == ""
