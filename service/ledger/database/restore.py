"""Say what a SQLite ledger has lost; restore a copy in its place, or begin a new ledger."""

from __future__ import annotations

import errno
import logging
import os
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from service.ledger.database.book_mark import BookMark, copies_folder, is_emptied, mark_file, read_mark, write_mark
from service.ledger.database.copies import Finish, T, alone_in, copied, numbered, write_fault
from service.ledger.database.regular_copies import regular_copies
from service.ledger.database.soundness import read_file, unknown_step
from service.ledger.database.sqlite_faults import fault_of
from service.ledger.database.sqlite_file import held_by, make_file
from service.shared.errors import ServiceError
from service.storage.atomic_files import make_folder, sync_folder

_BESIDE: Final = ("", "-wal", "-shm")
"""Suffixes of the files that belong to a SQLite ledger."""

_log: Final = logging.getLogger(__name__)


def how_to_mend(book: Path) -> str:
    """Word how to restore a copy of a damaged ledger, and how to begin a new one."""
    copies = regular_copies(book)
    copy = shlex.quote(str(copies[0])) if copies else "FILE, a copy that `rackcheck game backup FILE` has made"
    return f"bring a copy back: rackcheck game restore {copy}; to begin a new book: rackcheck game begin-anew"


def how_to_go_on(book: Path) -> str:
    """Word how to restore a copy of a lost ledger, or how to go on with the rest of it.

    Raises:
        ServiceError: `newer-book`.
    """
    whole = _whole(book)
    if whole is None or not whole[0].games:
        return how_to_mend(book)
    return (
        f"go on with what is left, {whole[0]}: rackcheck game restore {shlex.quote(str(book))}; or {how_to_mend(book)}"
    )


def missing_in(book: Path) -> str:
    """Describe what a ledger lacks compared with its mark; an empty text if nothing.

    Raises:
        sqlite3.DatabaseError: if we cannot read the ledger.
    """
    mark = read_mark(book)
    missing = mark.missing_in(held_by(book)) if mark else ""
    return f"{missing} (its file has 0 bytes)" if missing and is_emptied(book) else missing


def restore_book(book: Path, copy: Path, finish: Finish[T]) -> tuple[Path | None, T | None]:
    """Replace a missing, damaged or incomplete ledger by a copy, which stays as it is.

    If the copy is the ledger file itself, accept the file without its lost entries.

    Returns:
        The new path of the replaced ledger, or None without one; the result of `finish`, or None without a copy.

    Raises:
        ServiceError: `bad-backup` for a file that is no sound ledger; `book-exists` if the ledger lacks nothing;
            `newer-book` if a newer version has written either; `book-busy` while another program replaces the ledger or
            writes to it; `disk-full`, `read-only` or `book-unreachable` if we cannot read it or write the new one.
        OSError: if we cannot read or write a file.
    """
    if not copy.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(copy))
    whole = _whole(copy)
    if whole is None:
        raise ServiceError("bad-backup", "this is no sound book of Rackcheck: name another copy", str(copy))
    held, gaps = whole
    for gap in gaps:
        _log.warning("in this book %s", gap)
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
        ServiceError: `book-exists` if the ledger lacks nothing; `newer-book` if a newer version has written it;
            `book-busy` while another program replaces it or writes to it; `disk-full`, `read-only` or
            `book-unreachable` if we cannot read it.
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


def _whole(file: Path) -> tuple[BookMark, tuple[str, ...]] | None:
    """Return identity and counts of a ledger without damage, and its gaps; None for any other file.

    Raises:
        ServiceError: `newer-book`, since we cannot tell what is damage in tables that we do not know; `book-busy`,
            `book-unreachable`, `disk-full` or `read-only` if it may be sound and cannot be read now.
    """
    if not file.is_file():
        return None
    try:
        facts, held = read_file(file), held_by(file)
    except sqlite3.DatabaseError as error:
        fault = fault_of(error)
        if fault is not None and fault.may_be_sound:
            raise ServiceError(fault.code, fault.message, str(file)) from error
        return None
    if facts.is_newer:
        raise unknown_step(str(facts.step), str(file))
    return None if held is None or facts.faults else (held, facts.gaps)


def _refuse_sound(book: Path) -> None:
    """Refuse to replace a complete ledger, as others may be writing to it."""
    held, gaps = _whole(book) or (None, ())
    if held is not None and held.games and not gaps and not missing_in(book):
        message = f"the book is here, with {held}, and misses nothing: end the program and move it away yourself"
        raise ServiceError("book-exists", message, str(book))


def _set_aside(book: Path) -> Path | None:
    """Rename the files of a ledger to `NAME.lost.sqlite3`; return the new path, or None without files.

    We rename a link to a disk that is away too: it leads back to the ledger there.
    """
    there = [end for end in _BESIDE if os.path.lexists(book.with_name(book.name + end))]
    if not there:
        return None
    kept = next(one for one in numbered(book, "lost") if not os.path.lexists(one))
    for end in there:
        book.with_name(book.name + end).rename(kept.with_name(kept.name + end))
    sync_folder(book.parent)
    return kept
