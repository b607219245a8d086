"""Say what a SQLite ledger has lost; restore a copy in its place, or begin a new ledger."""

from __future__ import annotations

import errno
import os
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from service.ledger.database.book_mark import (
    BookMark,
    copies_folder,
    is_emptied,
    mark_file,
    read_mark,
    write_mark,
)
from service.ledger.database.copies import Finish, T, alone_in, copied, numbered, write_fault
from service.ledger.database.regular_copies import regular_copies
from service.ledger.database.sqlite_file import held_by, make_file, open_to_read
from service.ledger.game.records import read_beginning, sha256
from service.shared.errors import ServiceError
from service.storage.atomic_files import make_folder, sync_folder

_BESIDE: Final = ("", "-wal", "-shm")
"""Suffixes of the files that belong to a SQLite ledger."""


def how_to_mend(book: Path) -> str:
    """Word how to restore a copy of a damaged ledger, and how to begin a new one."""
    copies = regular_copies(book)
    copy = shlex.quote(str(copies[0])) if copies else "FILE, a copy that `rackcheck game backup FILE` has made"
    return f"bring a copy back: rackcheck game restore {copy}; to begin a new book: rackcheck game begin-anew"


def how_to_go_on(book: Path) -> str:
    """Word how to restore a copy of a lost ledger, or how to go on with the rest of it."""
    left = _sound(book) if book.exists() else None
    if left is None or not left.games:
        return how_to_mend(book)
    return f"go on with what is left, {left}: rackcheck game restore {shlex.quote(str(book))}; or {how_to_mend(book)}"


def missing_in(book: Path) -> str:
    """Describe what a ledger lacks compared with its mark; an empty text if nothing.

    Raises:
        sqlite3.DatabaseError: if we cannot read the ledger.
    """
    mark = read_mark(book)
    missing = mark.missing_in(held_by(book)) if mark else ""
    return f"{missing} (its file has 0 bytes)" if missing and is_emptied(book) else missing


def restore_book(book: Path, copy: Path, finish: Finish[T]) -> tuple[Path | None, T | None]:
    """Replace a missing, damaged or incomplete ledger by a copy.

    If the copy is the ledger file itself, accept the file without its lost entries.

    Args:
        book: the ledger file.
        copy: the copy, which stays as it is.
        finish: works on the new ledger before it gets its name.

    Returns:
        The new path of the replaced ledger, or None without one; the result of `finish`, or None without a copy.

    Raises:
        ServiceError: `bad-backup` for a file that is no sound ledger; `book-exists` if the ledger lacks nothing;
            `book-busy` while another program replaces it; `disk-full` or `book-unreachable` if we cannot write the new
            ledger.
        OSError: if we cannot read or write a file.
    """
    if not copy.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(copy))
    held = _sound(copy) if copy.is_file() else None
    if held is None:
        raise ServiceError("bad-backup", "this is no sound book of Rackcheck: name another copy", str(copy))
    if book.exists() and copy.samefile(book):
        _mark_anew(book, held)
        return None, None
    with _replacing(book):
        part = book.with_name(f".{book.name}.restored.part")
        try:
            done = copied(copy, part, finish)
        except sqlite3.Error as error:
            raise write_fault(error, f"the copy cannot be brought back ({error})", book) from error
        kept = _set_aside(book)
        part.rename(book)
        sync_folder(book.parent)
        _mark_anew(book, held)
    return kept, done


@contextmanager
def _replacing(book: Path) -> Iterator[None]:
    """Refuse to replace a complete ledger, and lock its folder, so that two programs never replace it at once."""
    make_folder(book.parent)
    try:
        with alone_in(book.parent):
            _refuse_sound(book)
            yield
    except BlockingIOError:
        message = "another program is bringing the book back, or begins a new one: wait, then see the list of games"
        raise ServiceError("book-busy", message, str(book)) from None


def _mark_anew(book: Path, held: BookMark) -> None:
    """Replace the mark of a ledger; the old one would make a copy without a game look like a loss."""
    mark_file(book).unlink(missing_ok=True)
    write_mark(book, held)


def begin_anew(book: Path) -> Path | None:
    """Set a missing, damaged or incomplete ledger aside and make the file of a new one; return the old one's new path.

    We set its regular copies aside too, since the copies of the new ledger would replace them. A running server refuses
    to make a file that has disappeared, so we make it here.

    Raises:
        ServiceError: `book-exists` if the ledger lacks nothing; `book-busy` while another program replaces it.
        OSError: if we cannot write a file.
    """
    with _replacing(book):
        kept, copies = _set_aside(book), regular_copies(book)
        if copies:
            aside = next(one for one in numbered(copies_folder(book), "lost") if not one.exists())
            make_folder(aside)
            for copy in copies:
                copy.rename(aside / copy.name)
        mark_file(book).unlink(missing_ok=True)
        make_file(book)
    return kept


def _sound(file: Path) -> BookMark | None:
    """Return identity and counts of a sound ledger, each row as it was written; None for any other file."""
    try:
        held = held_by(file)
        with closing(open_to_read(file)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            sound = sound and not connection.execute("PRAGMA foreign_key_check").fetchall()
            sound = sound and not (held and _renamed(connection))
            written = "SELECT body, body_sha256 FROM entries UNION ALL SELECT text, sha256 FROM sources"
            rows = connection.execute(written) if held else ()
            for (body,) in connection.execute("SELECT body FROM games") if held else ():
                read_beginning(str(body))
            return held if sound and all(sha256(str(text)) == name for text, name in rows) else None
    except (sqlite3.DatabaseError, ValueError, LookupError, TypeError):
        return None


def _renamed(connection: sqlite3.Connection) -> bool:
    """Say whether a table has columns of other names; one of another schema step has another number of them."""
    from service.ledger.database.schema import META  # noqa: PLC0415 - slow to load; the doctor does without it

    for table in META.sorted_tables:
        names = {name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table.name,))}
        if len(names) == len(table.columns) and names != {column.name for column in table.columns}:
            return True
    return False


def _refuse_sound(book: Path) -> None:
    """Refuse to replace a complete ledger, as others may be writing to it."""
    held, mark = _sound(book) if book.exists() else None, read_mark(book)
    if held is not None and held.games and not (mark and mark.missing_in(held)):
        message = f"the book is here, with {held}, and misses nothing: end the program and move it away yourself"
        raise ServiceError("book-exists", message, str(book))


def _set_aside(book: Path) -> Path | None:
    """Rename the files of a ledger to `NAME.lost.sqlite3`; return the new path, or None without files."""
    there = [end for end in _BESIDE if book.with_name(book.name + end).exists()]
    if not there:
        return None
    kept = next(one for one in numbered(book, "lost") if not one.exists())
    for end in there:
        book.with_name(book.name + end).rename(kept.with_name(kept.name + end))
    sync_folder(book.parent)
    return kept
