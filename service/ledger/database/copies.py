"""Copies of a book in SQLite: before its tables change, every few entries, on demand; and one brought back."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import shlex
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from filecmp import cmp
from itertools import count
from pathlib import Path
from typing import Final

from service.ledger.database.book_mark import (
    BookMark,
    copies_folder,
    copies_of,
    copy_file,
    is_emptied,
    mark_file,
    read_mark,
    write_mark,
)
from service.ledger.database.sqlite_file import held_by, open_to_read
from service.shared.errors import ServiceError
from service.storage.atomic_files import make_empty, make_folder, sync_folder

COPY_EVERY: Final = 20
"""Entries after which the book is copied again: about an evening."""

_BESIDE: Final = ("", "-wal", "-shm")
"""What the names of the files of a book end in."""

Finish = Callable[[sqlite3.Connection], object]
"""Works on a copy that is whole but has no name yet."""

_log: Final = logging.getLogger(__name__)


def copy_book(book: Path, target: Path, finish: Finish | None = None) -> None:
    """Copy a book that others may be writing to; whole and on the disk when this returns.

    Args:
        book: its file.
        target: the copy.
        finish: what is done to the copy before it gets its name.

    Raises:
        ServiceError: `disk-full` or `book-unreachable` where the book cannot be read or the copy not be written.
        FileExistsError: where there is a file of that name.
        OSError: where the copy cannot be made.
    """
    if target.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    try:
        part = _copied(book, target.with_name(f".{target.name}.part"), finish)
    except sqlite3.Error as error:
        raise _fault(error, f"the book cannot be copied ({error})", target) from error
    part.rename(target)
    sync_folder(target.parent)


def _fault(error: Exception, message: str, where: Path) -> ServiceError:
    full = "is full" in str(error) or getattr(error, "errno", None) in {errno.ENOSPC, errno.EDQUOT}
    advice = "Make room" if full else "See that its folder can be written"
    return ServiceError("disk-full" if full else "book-unreachable", f"{message}. {advice}, then try again", str(where))


def _copied(book: Path, part: Path, finish: Finish | None = None) -> Path:
    """Copy a book to a file that gets its name when it is whole; one that a killed program left is written over."""
    try:
        part.unlink(missing_ok=True)
        make_empty(part)
        with closing(open_to_read(book)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
            if finish is not None:
                finish(target)
        with part.open("rb") as made:
            os.fsync(made.fileno())
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    return part


def copy_before_upgrade(book: Path, step: str) -> Path:
    """Copy a book beside itself as `NAME.before-STEP.sqlite3`, while the caller keeps others from writing to it.

    A copy that is there already is never written over: one that holds the same is the copy, else the new one gets a
    number.

    Args:
        book: its file.
        step: the step it is about to be brought to.

    Raises:
        ServiceError: `disk-full` or `book-unreachable` where no copy can be made; nothing was changed then.
    """
    try:
        part = _copied(book, book.with_name(f".{book.stem}.before-{step}.part"))
        for target in _numbered(book, f"before-{step}"):
            if not target.exists():
                part.rename(target)
                sync_folder(book.parent)
                return target
            if cmp(part, target, shallow=False):
                part.unlink()
                return target
    except (sqlite3.Error, OSError) as error:
        message = "the book has to be renewed for this program, and no copy of it could be made before that"
        raise _fault(error, f"{message} ({error}): nothing was changed", book) from error
    raise AssertionError("unreachable: there is always a next number")


def _numbered(book: Path, word: str) -> Iterator[Path]:
    """`book.WORD.sqlite3`, `book.WORD-2.sqlite3` and so on."""
    for number in count(1):
        yield book.with_name(f"{book.stem}.{word}{'' if number == 1 else f'-{number}'}{book.suffix}")


def regular_copies(book: Path) -> list[Path]:
    """List the copies that were made every few entries, newest first."""
    return sorted(copies_of(book), key=lambda one: -one.stat().st_mtime_ns)


def keep_copies(book: Path, entries: int, most: int) -> None:
    """Copy the book every `COPY_EVERY` entries, and keep the newest copies.

    A copy that fails stops nobody: what was entered is in the book. The log says so.

    Args:
        book: its file.
        entries: how many it holds.
        most: copies to keep; 0 for none.
    """
    if not most:
        return
    try:
        copies = regular_copies(book)
        since = entries - copies_of(book)[copies[0]] if copies else COPY_EVERY
        # After an older copy was brought back the book holds fewer entries than the newest copy.
        if not entries or 0 <= since < COPY_EVERY:
            return
        folder = copies_folder(book)
        make_folder(folder)
        with _alone_in(folder):
            _copied(book, folder / f".{book.stem}.part").replace(copy_file(book, entries))
            for old in regular_copies(book)[most:]:
                old.unlink(missing_ok=True)
    except BlockingIOError:
        # Another program or thread makes this very copy.
        return
    except (sqlite3.Error, OSError) as error:
        _log.warning("no copy of the book could be made: %s", error)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Let one at a time work in a folder; raises BlockingIOError where somebody does."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def how_to_mend(book: Path) -> str:
    """Say how a copy of a damaged book is brought back, and how a new book is begun."""
    copies = regular_copies(book)
    copy = shlex.quote(str(copies[0])) if copies else "FILE, a copy that `rackcheck game backup FILE` has made"
    return f"bring a copy back: rackcheck game restore {copy}; to begin a new book: rackcheck game begin-anew"


def how_to_go_on(book: Path) -> str:
    """Say how a copy of a lost book is brought back, or what it still holds taken as it is."""
    left = _sound(book) if book.exists() else None
    if left is None or not left.games:
        return how_to_mend(book)
    return f"go on with what is left, {left}: rackcheck game restore {shlex.quote(str(book))}; or {how_to_mend(book)}"


def missing_in(book: Path) -> str:
    """Say what is missing in a book, by its mark; empty where nothing is.

    Raises:
        sqlite3.DatabaseError: where the book cannot be read.
    """
    mark = read_mark(book)
    missing = mark.missing_in(held_by(book)) if mark else ""
    return f"{missing} (its file has 0 bytes)" if missing and is_emptied(book) else missing


def restore_book(book: Path, copy: Path, finish: Finish | None = None) -> Path | None:
    """Put a copy in the place of a book that is gone, damaged or lacks entries.

    Where the copy is the book itself, it is from now on taken as it is, without the entries it has lost.

    Args:
        book: its file.
        copy: the copy, which stays as it is.
        finish: what is done to the new book before it gets its name.

    Returns:
        Where the files that were in its place are kept; None where there were none.

    Raises:
        ServiceError: `bad-backup` for a file that is no sound book; `book-exists` where the book misses nothing;
            `disk-full` or `book-unreachable` where the new book cannot be written.
        OSError: where a file cannot be read or written.
    """
    if not copy.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(copy))
    held = _sound(copy) if copy.is_file() else None
    if held is None:
        raise ServiceError("bad-backup", "this is no sound book of Rackcheck: name another copy", str(copy))
    if book.exists() and copy.samefile(book):
        write_mark(book, held)
        return None
    _refuse_sound(book)
    make_folder(book.parent)
    try:
        part = _copied(copy, book.with_name(f".{book.name}.restored.part"), finish)
    except sqlite3.Error as error:
        raise _fault(error, f"the copy cannot be brought back ({error})", book) from error
    kept = _set_aside(book)
    part.rename(book)
    sync_folder(book.parent)
    write_mark(book, held)
    return kept


def begin_anew(book: Path) -> Path | None:
    """Let a new book be begun in the place of one that is gone, damaged or lacks entries; see `restore_book`.

    The copies of the lost book are set aside too: those of the new one would take their places.

    Raises:
        ServiceError: `book-exists` where the book misses nothing.
        OSError: where a file cannot be written.
    """
    _refuse_sound(book)
    kept, copies = _set_aside(book), regular_copies(book)
    if copies:
        aside = next(one for one in _numbered(copies_folder(book), "lost") if not one.exists())
        make_folder(aside)
        for copy in copies:
            copy.rename(aside / copy.name)
    mark_file(book).unlink(missing_ok=True)
    return kept


def _sound(file: Path) -> BookMark | None:
    """Say what a sound book holds; None for any other file."""
    try:
        with closing(open_to_read(file)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return held_by(file) if sound else None
    except sqlite3.DatabaseError:
        return None


def _refuse_sound(book: Path) -> None:
    """Never move a book away to which others may be writing."""
    held, mark = _sound(book) if book.exists() else None, read_mark(book)
    if held is not None and held.games and not (mark and mark.missing_in(held)):
        message = f"the book is here, with {held}, and misses nothing: end the program and move it away yourself"
        raise ServiceError("book-exists", message, str(book))


def _set_aside(book: Path) -> Path | None:
    """Keep what is in the place of a book under another name."""
    there = [end for end in _BESIDE if book.with_name(book.name + end).exists()]
    if not there:
        return None
    kept = next(one for one in _numbered(book, "lost") if not one.exists())
    for end in there:
        book.with_name(book.name + end).rename(kept.with_name(kept.name + end))
    sync_folder(book.parent)
    return kept
