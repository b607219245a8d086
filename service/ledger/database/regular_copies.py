"""Copy a SQLite ledger every few entries, and keep the newest copies."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Final

from rules.input.open_file import open_file
from service.ledger.database.book_mark import copies_folder, copies_of, copy_file
from service.ledger.database.copies import alone_in, copied
from service.storage.atomic_files import make_folder
from service.storage.data_folder import last_changed

COPY_EVERY: Final = 20
"""Number of entries between two regular copies, about an evening."""

_HEADER: Final = b"SQLite format 3\0"
_NUMBER: Final = slice(60, 64)
"""The beginning of a SQLite file, and the place of `user_version`, free for programs (its file format, 1.3)."""

_log: Final = logging.getLogger(__name__)


def regular_copies(book: Path) -> list[Path]:
    """List the regular copies of a ledger, newest first."""
    return sorted(copies_of(book), key=_order, reverse=True)


def _order(copy: Path) -> tuple[int, int]:
    """Return a key that is larger for a newer copy.

    Each copy holds its number, as the times of files change when somebody copies the folder or sets the clock back.
    Those of an older version have no number: they come first, in the order of their times.
    """
    return _number(copy), last_changed(copy)


def _number(copy: Path) -> int:
    """Return the number of a copy; 0 without one, and for a file that is damaged or cannot be read."""
    try:
        with open_file(copy) as file:
            header = file.read(_NUMBER.stop)
    except OSError:
        return 0
    return int.from_bytes(header[_NUMBER], "big") if header.startswith(_HEADER) else 0


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
        newest = max(before, key=_order, default=None)
        since = COPY_EVERY if newest is None else entries - before[newest]
        # After the restore of an older copy the ledger has fewer entries than the newest copy (`since` is negative).
        if not entries or 0 <= since < COPY_EVERY:
            return
        folder = copies_folder(book)
        make_folder(folder)
        with alone_in(folder):
            part = folder / f".{book.stem}.part"
            number = 1 + max(map(_number, copies_of(book)), default=0)
            copied(book, part, lambda copy: copy.execute(f"PRAGMA user_version = {number}"))
            part.replace(copy_file(book, entries))
            for old in regular_copies(book)[most:]:
                old.unlink(missing_ok=True)
    except BlockingIOError:
        # Another program or thread is making this copy.
        return
    except (sqlite3.Error, OSError) as error:
        _log.warning("no copy of the book could be made: %s", error)
