"""Copy a SQLite ledger every few entries, and keep the newest copies."""

from __future__ import annotations

import logging
import os
import sqlite3
from pathlib import Path
from typing import Final

from service.ledger.database.book_mark import copies_folder, copies_of, copy_file
from service.ledger.database.copies import alone_in, copied
from service.storage.atomic_files import make_folder
from service.storage.data_folder import last_changed

COPY_EVERY: Final = 20
"""Number of entries between two regular copies, about an evening."""

_TICK: Final = 2_000_000_000
"""Nanoseconds between two times that every file system tells apart; FAT counts in steps of two seconds."""

_log: Final = logging.getLogger(__name__)


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
        with alone_in(folder):
            part = folder / f".{book.stem}.part"
            copied(book, part, lambda _copy: None)
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
