"""The folder with the evidence of wins, each file named by its SHA-256."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from rules.input.open_file import open_file
from service.ledger.game.win_evidence import Condition, WinEvidence
from service.storage.atomic_files import write_private


@dataclass(frozen=True, slots=True)
class EvidenceFolder:
    """Evidence files, readable by their owner alone; the folder need not exist.

    Every method but `look` may raise the `OSError` of the disk.
    """

    folder: Path

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.zip"

    @staticmethod
    def name_of(data: bytes) -> str:
        """Return the hash that names a file."""
        return sha256(data).hexdigest()

    def keep(self, data: bytes) -> None:
        """Store a file; overwrite an existing one."""
        write_private(self._path(self.name_of(data)), data, replace=True)

    def read(self, evidence: WinEvidence) -> bytes | None:
        """Return the bytes of this evidence; None for a missing or removed file."""
        return self.file(evidence.sha256) if evidence.removed_at is None else None

    def file(self, name: str) -> bytes | None:
        """Return the bytes of the file with this hash; None if it is missing."""
        try:
            with open_file(self._path(name)) as file:
                return file.read()
        except FileNotFoundError:
            return None

    def remove(self, name: str) -> None:
        """Delete the file with this hash, if it exists."""
        self._path(name).unlink(missing_ok=True)

    def size(self, names: Iterable[str]) -> int:
        """Return the total size in bytes of these files; others in the folder, as of a lost ledger, do not count."""
        return sum(path.stat().st_size for path in map(self._path, names) if path.exists())

    def look(self, evidence: WinEvidence) -> Condition:
        """Return the condition of evidence by its file size alone, since reading all files of a game is slow."""
        if evidence.removed_at is not None:
            return "removed"
        try:
            size = self._path(evidence.sha256).stat().st_size
        except OSError:
            return "missing"
        return "kept" if size == evidence.size else "altered"
