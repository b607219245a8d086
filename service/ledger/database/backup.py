"""A copy of a book in SQLite as it was, made before its tables are renewed."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from filecmp import cmp
from itertools import count
from pathlib import Path

from service.shared.errors import ServiceError
from service.storage.atomic_files import publish


def copy_before_upgrade(file: Path, step: str) -> Path:
    """Copy a book beside itself as `NAME.before-STEP.sqlite3`, whole and on the disk when this returns.

    Whoever calls holds the right to write to the book, so that nothing is entered meanwhile. A copy that is there
    already is never written over: where it holds the same it is the copy, else the new one gets a number.

    Args:
        file: the book.
        step: the step it is about to be brought to.

    Raises:
        ServiceError: `disk-full` or `book-unreachable` where no copy can be made; nothing was changed then.
    """
    part = file.with_name(f".{file.stem}.before-{step}.part")
    try:
        part.unlink(missing_ok=True)
        # As private as the book before anything is in it.
        part.touch(mode=0o600)
        shutil.copymode(file, part)
        with part.open("rb") as made:
            publish(made.fileno(), file.parent)
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        return _name(part, file, step)
    except (sqlite3.Error, OSError) as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        full = "is full" in str(error) or getattr(error, "errno", None) in {errno.ENOSPC, errno.EDQUOT}
        message = (
            f"the book has to be renewed for this program, and no copy of it could be made before that ({error}): "
            f"nothing was changed. {'Make room' if full else 'See that its folder can be written'}, then try again"
        )
        raise ServiceError("disk-full" if full else "book-unreachable", message, str(file)) from error


def _name(part: Path, file: Path, step: str) -> Path:
    """Give the finished copy its name, unless it is there already."""
    with part.open("rb") as made:
        os.fsync(made.fileno())
    for number in count(1):
        target = file.with_name(f"{file.stem}.before-{step}{'' if number == 1 else f'-{number}'}{file.suffix}")
        if not target.exists():
            part.rename(target)
            _flush(target.parent)
            return target
        if cmp(part, target, shallow=False):
            part.unlink()
            return target
    raise AssertionError("unreachable: there is always a next number")


def _flush(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
