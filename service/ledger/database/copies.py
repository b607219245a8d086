"""Copy a SQLite ledger, on demand and before a migration."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from filecmp import cmp
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

from service.ledger.database.sqlite_faults import fault_of
from service.ledger.database.sqlite_file import reading
from service.shared.errors import ServiceError
from service.storage.atomic_files import give_name, make_empty, sync_folder, unfinished
from service.storage.data_folder import lock

T = TypeVar("T")

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})

Finish = Callable[[sqlite3.Connection], T]
"""Works on a complete copy before it gets its final name, and returns what it has done."""


def copy_book(book: Path, target: Path, finish: Finish[T]) -> T:
    """Copy a ledger even while others write to it; return the result of `finish`, with the whole copy on the disk.

    Raises:
        ServiceError: `disk-full` or `book-unreachable` if we cannot read the ledger or write the copy.
        FileExistsError: if `target` exists.
        OSError: if we cannot make the copy.
    """
    if target.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    # Two copies to one name at once each have a file of their own, and one of them gets the name.
    part = unfinished(target)
    try:
        done = copied(book, part, finish)
        try:
            give_name(part, target)
        finally:
            part.unlink(missing_ok=True)
    except sqlite3.Error as error:
        raise write_fault(error, f"the book cannot be copied ({error})", target) from error
    except OSError as error:
        # The temporary file is no name that the user knows; other errors name a file of evidence.
        if error.filename == str(part):
            error.filename = str(target)
        raise
    sync_folder(target.parent)
    return done


def write_fault(error: Exception, message: str, where: Path) -> ServiceError:
    """Return the error for a copy that could not be made: `disk-full` or `book-unreachable`."""
    fault = fault_of(error)
    full = (fault is not None and fault.code == "disk-full") or getattr(error, "errno", None) in _FULL
    advice = "Make room" if full else "See that its folder can be written"
    return ServiceError("disk-full" if full else "book-unreachable", f"{message}. {advice}, then try again", str(where))


def copied(book: Path, part: Path, finish: Finish[T]) -> T:
    """Copy a ledger to the temporary file `part`; overwrite one that a killed program left."""
    try:
        part.unlink(missing_ok=True)
        make_empty(part)
        with reading(book) as source, closing(sqlite3.connect(part)) as target:
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

    Raises:
        ServiceError: `disk-full` or `book-unreachable` if we cannot make a copy; nothing has changed then.
    """
    part = book.with_name(f".{book.name}.before-{step}.part")
    try:
        copied(book, part, lambda _copy: None)
        for target in numbered(book, f"before-{step}"):
            if not target.exists():
                part.rename(target)
                sync_folder(book.parent)
                return target
            if cmp(part, target, shallow=False):
                part.unlink()
                return target
    except (sqlite3.Error, OSError) as error:
        message = "the book has to be renewed for this program, and no copy of it could be made before that"
        raise write_fault(error, f"{message} ({error}): nothing was changed", book) from error
    raise AssertionError("unreachable: there is always a next number")


def numbered(book: Path, word: str) -> Iterator[Path]:
    """Yield `book.WORD.sqlite3`, `book.WORD-2.sqlite3` and so on."""
    for number in count(1):
        yield book.with_name(f"{book.stem}.{word}{'' if number == 1 else f'-{number}'}{book.suffix}")


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Lock a folder; raises BlockingIOError if somebody else has the lock, another OSError if the disk has no locks."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        lock(handle, folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)
