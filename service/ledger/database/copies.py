"""Copy a SQLite ledger (before a migration, every few entries, on demand), and restore a copy."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import secrets
import shlex
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from filecmp import cmp
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

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
from service.ledger.database.sqlite_file import held_by, make_file, open_to_read
from service.ledger.game.records import read_beginning, sha256
from service.shared.errors import ServiceError
from service.storage.atomic_files import give_name, make_empty, make_folder, sync_folder
from service.storage.data_folder import last_changed

COPY_EVERY: Final = 20
"""Number of entries between two regular copies, about an evening."""

_TICK: Final = 2_000_000_000
"""Nanoseconds between two times that every file system tells apart; FAT counts in steps of two seconds."""

_BESIDE: Final = ("", "-wal", "-shm")
"""Suffixes of the files that belong to a SQLite ledger."""

T = TypeVar("T")

Finish = Callable[[sqlite3.Connection], T]
"""Works on a complete copy before it gets its final name, and returns what it has done."""

_log: Final = logging.getLogger(__name__)


def copy_book(book: Path, target: Path, finish: Finish[T]) -> T:
    """Copy a ledger even while others write to it; the copy is complete and on the disk on return.

    Args:
        book: the ledger file.
        target: the file of the copy.
        finish: works on the copy before it gets its name; we return its result.

    Raises:
        ServiceError: `disk-full` or `book-unreachable` if we cannot read the ledger or write the copy.
        FileExistsError: if `target` exists.
        OSError: if we cannot make the copy.
    """
    if target.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    # Two copies to one name at once each have a file of their own, and one of them gets the name.
    part = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.part")
    try:
        done = _copied(book, part, finish)
        try:
            give_name(part, target)
        finally:
            part.unlink(missing_ok=True)
    except sqlite3.Error as error:
        raise _fault(error, f"the book cannot be copied ({error})", target) from error
    except OSError as error:
        # The temporary file is no name that the user knows; other errors name a file of evidence.
        if error.filename == str(part):
            error.filename = str(target)
        raise
    sync_folder(target.parent)
    return done


def _fault(error: Exception, message: str, where: Path) -> ServiceError:
    full = "is full" in str(error) or getattr(error, "errno", None) in {errno.ENOSPC, errno.EDQUOT}
    advice = "Make room" if full else "See that its folder can be written"
    return ServiceError("disk-full" if full else "book-unreachable", f"{message}. {advice}, then try again", str(where))


def _unchanged(_copy: sqlite3.Connection) -> None:
    """Leave a copy as it is."""


def _copied(book: Path, part: Path, finish: Finish[T]) -> T:
    """Copy a ledger to the temporary file `part`; overwrite one that a killed program left."""
    try:
        part.unlink(missing_ok=True)
        make_empty(part)
        with closing(open_to_read(book)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
            done = finish(target)
        with part.open("rb") as made:
            os.fsync(made.fileno())
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    return done


def copy_before_upgrade(book: Path, step: str) -> Path:
    """Copy a ledger beside itself as `NAME.before-STEP.sqlite3`, while the caller holds the write lock.

    We never overwrite an existing copy: if it has the same bytes we return it, else the new copy gets a number.

    Args:
        book: the ledger file.
        step: the migration step that follows.

    Raises:
        ServiceError: `disk-full` or `book-unreachable` if we cannot make a copy; nothing has changed then.
    """
    part = book.with_name(f".{book.stem}.before-{step}.part")
    try:
        _copied(book, part, _unchanged)
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
    """Yield `book.WORD.sqlite3`, `book.WORD-2.sqlite3` and so on."""
    for number in count(1):
        yield book.with_name(f"{book.stem}.{word}{'' if number == 1 else f'-{number}'}{book.suffix}")


def regular_copies(book: Path) -> list[Path]:
    """List the regular copies of a ledger, newest first."""
    return sorted(copies_of(book), key=last_changed, reverse=True)


def keep_copies(book: Path, entries: int, most: int) -> None:
    """Copy the ledger every `COPY_EVERY` entries, and keep the newest copies.

    We only log a failure, since the new entry is safe in the ledger.

    Args:
        book: the ledger file.
        entries: number of entries in the ledger.
        most: number of copies to keep; 0 for none.
    """
    if not most:
        return
    try:
        before = copies_of(book)
        newest = max(before, key=last_changed, default=None)
        since = COPY_EVERY if newest is None else entries - before[newest]
        # After the restore of an older copy the ledger has fewer entries than the newest copy (`since` is negative).
        if not entries or 0 <= since < COPY_EVERY:
            return
        folder = copies_folder(book)
        make_folder(folder)
        with _alone_in(folder):
            part = folder / f".{book.stem}.part"
            _copied(book, part, _unchanged)
            if newest is not None and (latest := last_changed(newest)) >= last_changed(part):
                # Somebody has set the clock back; the order of the times must stay that of the copies.
                os.utime(part, ns=(latest + _TICK, latest + _TICK))
            part.replace(copy_file(book, entries))
            for old in regular_copies(book)[most:]:
                old.unlink(missing_ok=True)
    except BlockingIOError:
        # Another program or thread is making this copy.
        return
    except (sqlite3.Error, OSError) as error:
        _log.warning("no copy of the book could be made: %s", error)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Lock a folder; raises BlockingIOError if somebody else has the lock, another OSError if the disk has no locks."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError as error:
            message = f"this disk locks no folder ({error.strerror}): move the data folder to a disk that does"
            raise OSError(error.errno, message, str(folder)) from error
        yield
    finally:
        os.close(handle)


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
            done = _copied(copy, part, finish)
        except sqlite3.Error as error:
            raise _fault(error, f"the copy cannot be brought back ({error})", book) from error
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
        with _alone_in(book.parent):
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
            aside = next(one for one in _numbered(copies_folder(book), "lost") if not one.exists())
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
    kept = next(one for one in _numbered(book, "lost") if not one.exists())
    for end in there:
        book.with_name(book.name + end).rename(kept.with_name(kept.name + end))
    sync_folder(book.parent)
    return kept
