"""Store the evidence of wins inside a copy of the ledger, and extract it when the copy is restored."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

from service.ledger.evidence_folder import EvidenceFolder
from service.ledger.game.win_evidence import MOST_BYTES, MOST_OF_BOOK

_TABLE: Final = "evidence_files"
"""Table for the files in a copy; the ledger itself keeps them in a folder, so that removing one is final."""


@dataclass(frozen=True, slots=True)
class CopiedEvidence:
    """The result of copying the evidence of a ledger.

    Attributes:
        kept: number of wins whose file is copied unaltered; several wins may share one.
        left_out: number of wins whose file was missing, altered, or beyond the limits of a ledger.
    """

    kept: int = 0
    left_out: int = 0


def put_in(copy: sqlite3.Connection, folder: EvidenceFolder) -> CopiedEvidence:
    """Write the evidence of a ledger into its copy; raises the `OSError` of a file, the `sqlite3.Error` of the copy."""
    wanted = _kept_by(copy)
    copy.execute(f"CREATE TABLE IF NOT EXISTS {_TABLE} (sha256 TEXT PRIMARY KEY, data BLOB NOT NULL)")
    kept = 0
    for name, size, wins in wanted:
        data = folder.file(name)
        if data is not None and len(data) == size and folder.name_of(data) == name:
            copy.execute(f"INSERT OR REPLACE INTO {_TABLE} VALUES (?, ?)", (name, data))  # noqa: S608 - our own name
            kept += wins
    copy.commit()
    return CopiedEvidence(kept, sum(wins for *_, wins in wanted) - kept)


def take_out(copy: sqlite3.Connection, folder: EvidenceFolder) -> CopiedEvidence:
    """Move the evidence from a copy to the folder, so that the copy becomes an ordinary ledger; raises as `put_in`.

    We compare each file with its size and hash in the ledger, and read no file of another size.
    """
    if not _has(copy, _TABLE):
        return CopiedEvidence()
    kept = room = 0
    wanted = _kept_by(copy)
    for name, size, wins in wanted:
        room += size
        if size <= MOST_BYTES and room <= MOST_OF_BOOK and (data := _data(copy, name, size, folder)) is not None:
            folder.keep(data)
            kept += wins
    copy.execute(f"DROP TABLE {_TABLE}")
    copy.commit()
    copy.execute("VACUUM")
    return CopiedEvidence(kept, sum(wins for *_, wins in wanted) - kept)


def _data(copy: sqlite3.Connection, name: str, size: int, folder: EvidenceFolder) -> bytes | None:
    """Return the file with this hash and size; None if it is missing or altered."""
    found = copy.execute(
        f"SELECT data FROM {_TABLE} WHERE sha256 = ? AND typeof(data) = 'blob' AND length(data) = ?",  # noqa: S608
        (name, size),
    ).fetchone()
    return found[0] if found and folder.name_of(found[0]) == name else None


def _kept_by(copy: sqlite3.Connection) -> list[tuple[str, int, int]]:
    """List hash and size of the evidence files in a ledger, each once, and how many wins it belongs to."""
    if not _has(copy, "evidence"):
        return []
    return copy.execute(
        "SELECT sha256, max(size), count(*) FROM evidence WHERE removed_at IS NULL AND typeof(sha256) = 'text' "
        "AND typeof(size) = 'integer' AND size > 0 GROUP BY sha256 ORDER BY sha256"
    ).fetchall()


def _has(copy: sqlite3.Connection, table: str) -> bool:
    return bool(copy.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone())
