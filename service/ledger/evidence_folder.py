"""The folder beside the book where the evidence of wins lies, each file named by its SHA-256."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from service.ledger.game.win_evidence import Condition, WinEvidence
from service.storage.atomic_files import write_private


@dataclass(frozen=True, slots=True)
class EvidenceFolder:
    """Files for their owner alone; a folder that is not there yet holds none."""

    folder: Path

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.zip"

    @staticmethod
    def name_of(data: bytes) -> str:
        """Return the hash that a file goes by."""
        return sha256(data).hexdigest()

    def keep(self, data: bytes) -> None:
        """Keep a file; one that is there already is written anew.

        Raises:
            OSError: where it cannot be written.
        """
        write_private(self._path(self.name_of(data)), data, replace=True)

    def read(self, evidence: WinEvidence) -> bytes | None:
        """Return what the file of this evidence holds, None where there is none or it was removed.

        Raises:
            OSError: where it cannot be read.
        """
        return self.file(evidence.sha256) if evidence.removed_at is None else None

    def file(self, name: str) -> bytes | None:
        """Return the file of a hash, None where there is none.

        Raises:
            OSError: where it cannot be read.
        """
        try:
            return self._path(name).read_bytes()
        except FileNotFoundError:
            return None

    def remove(self, name: str) -> None:
        """Remove the file of a hash.

        Raises:
            OSError: where it cannot be removed.
        """
        self._path(name).unlink(missing_ok=True)

    def size(self, names: Iterable[str]) -> int:
        """Return the bytes of the files of these hashes; those of a book that was set aside take no room of this one.

        Raises:
            OSError: where they cannot be looked at.
        """
        return sum(path.stat().st_size for path in map(self._path, names) if path.exists())

    def look(self, evidence: WinEvidence) -> Condition:
        """Say how evidence is found, by the size of its file alone: reading all of a game takes long."""
        if evidence.removed_at is not None:
            return "removed"
        try:
            size = self._path(evidence.sha256).stat().st_size
        except OSError:
            return "missing"
        return "kept" if size == evidence.size else "altered"
