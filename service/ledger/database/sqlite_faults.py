"""What an error of SQLite says of a ledger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

READ_ONLY: Final = (
    "the book can be read and not be written: its file or folder is another user's, or its disk read-only; "
    "see rackcheck doctor"
)

_DISK_FULL: Final = "the disk is full: nothing was entered; make room and try again"


@dataclass(frozen=True, slots=True)
class SqliteFault:
    """The meaning of an error.

    Attributes:
        part: the part of the error's text, in small letters, that tells it.
        may_be_sound: whether the file may be a sound ledger all the same, which no copy should replace.
    """

    part: str
    code: str
    message: str
    may_be_sound: bool = True


_FAULTS: Final = (
    SqliteFault("locked", "book-busy", "another program is writing to the book; try again"),
    SqliteFault("is full", "disk-full", _DISK_FULL),
    # A writer needs a small file beside the book, the index of the write-ahead log.
    SqliteFault("ioerr_shmsize", "disk-full", _DISK_FULL),
    SqliteFault("readonly", "read-only", READ_ONLY),
    SqliteFault(
        "unable to open",
        "book-unreachable",
        "the book cannot be opened: its file or folder is another user's, or is gone; see rackcheck doctor",
    ),
    SqliteFault(
        "no such",
        "book-damaged",
        "these are not the tables of the book that was opened: put the book back, then start the program again",
        may_be_sound=False,
    ),
    SqliteFault("malformed", "book-damaged", "the file of the book is damaged", may_be_sound=False),
    SqliteFault(
        "not a database", "book-damaged", "this file is no book of Rackcheck: name another", may_be_sound=False
    ),
    SqliteFault(
        "disk i/o",
        "book-unreachable",
        "the disk of the book fails: look at it, then see in the game what was entered",
        may_be_sound=False,
    ),
)


def _text(error: BaseException) -> str:
    return f"{error} {getattr(error, 'sqlite_errorname', '')}".lower()


def fault_of(error: BaseException) -> SqliteFault | None:
    """Return the meaning of an error of SQLite; None for an error of the program."""
    text = _text(error)
    return next((fault for fault in _FAULTS if fault.part in text), None)


def lacks_room(error: BaseException) -> bool:
    """Say whether SQLite could not make a file beside a ledger, which it needs even to read one."""
    # The index of the write-ahead log is made without room on a full disk, and not at all in a folder of others.
    text = _text(error)
    return any(part in text for part in ("unable to open", "readonly", "ioerr_shm", "is full"))
