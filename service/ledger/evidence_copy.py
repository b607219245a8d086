"""The evidence of wins in a copy of the book: put in when it is made, and taken out again when it is brought back."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

from service.ledger.evidence_folder import EvidenceFolder
from service.ledger.game.win_evidence import MOST_BYTES, MOST_OF_BOOK

_TABLE: Final = "evidence_files"
"""In copies alone: the book itself has its files beside it, where one can be removed for good."""


@dataclass(frozen=True, slots=True)
class CopiedEvidence:
    """What came of the files of a book.

    Attributes:
        kept: how many have gone over, each as it was kept.
        left_out: how many were gone, altered, or more than a book may hold.
    """

    kept: int = 0
    left_out: int = 0


def put_in(copy: sqlite3.Connection, folder: EvidenceFolder) -> CopiedEvidence:
    """Put the evidence that a book keeps into its copy.

    Raises:
        OSError: where a file cannot be read.
        sqlite3.Error: where the copy cannot be written.
    """
    wanted = _kept_by(copy)
    copy.execute(f"CREATE TABLE IF NOT EXISTS {_TABLE} (sha256 TEXT PRIMARY KEY, data BLOB NOT NULL)")
    kept = 0
    for name, size in wanted:
        data = folder.file(name)
        if data is not None and len(data) == size and folder.name_of(data) == name:
            copy.execute(f"INSERT OR REPLACE INTO {_TABLE} VALUES (?, ?)", (name, data))  # noqa: S608 - our own name
            kept += 1
    copy.commit()
    return CopiedEvidence(kept, len(wanted) - kept)


def take_out(copy: sqlite3.Connection, folder: EvidenceFolder) -> CopiedEvidence:
    """Put the evidence that a copy holds into the folder, and leave the copy without it, a book like any other.

    Each file is compared with the hash that the book has of it, and none is read that is larger than the book says.

    Raises:
        OSError: where a file cannot be written.
        sqlite3.Error: where the copy cannot be read or written.
    """
    if not _has(copy, _TABLE):
        return CopiedEvidence()
    kept = room = 0
    wanted = _kept_by(copy)
    for name, size in wanted:
        room += size
        if size <= MOST_BYTES and room <= MOST_OF_BOOK and (data := _data(copy, name, size, folder)) is not None:
            folder.keep(data)
            kept += 1
    copy.execute(f"DROP TABLE {_TABLE}")
    copy.commit()
    copy.execute("VACUUM")
    return CopiedEvidence(kept, len(wanted) - kept)


def _data(copy: sqlite3.Connection, name: str, size: int, folder: EvidenceFolder) -> bytes | None:
    """Return the file of a hash; None where it is not the one that was kept."""
    found = copy.execute(
        f"SELECT data FROM {_TABLE} WHERE sha256 = ? AND typeof(data) = 'blob' AND length(data) = ?",  # noqa: S608
        (name, size),
    ).fetchone()
    return found[0] if found and folder.name_of(found[0]) == name else None


def _kept_by(copy: sqlite3.Connection) -> list[tuple[str, int]]:
    """List hash and size of what a book keeps, each file once."""
    if not _has(copy, "evidence"):
        return []
    return copy.execute(
        "SELECT sha256, max(size) FROM evidence WHERE removed_at IS NULL AND typeof(sha256) = 'text' "
        "AND typeof(size) = 'integer' AND size > 0 GROUP BY sha256 ORDER BY sha256"
    ).fetchall()


def _has(copy: sqlite3.Connection, table: str) -> bool:
    return bool(copy.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone())
