"""The answers of `rackcheck game` beside those of the ledger: what a command entered, wrote or removed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    from pathlib import Path

    from service.ledger.evidence_copy import CopiedEvidence
    from service.ledger.game.documents import ShownEntry, ShownState


@dataclass(frozen=True, slots=True)
class EnteredEntry:
    """A new entry of a game, and the state after it."""

    game: str
    entry: ShownEntry
    state: ShownState

    def to_json(self) -> JsonObject:
        """Return the document of `game win` and its like."""
        return {"game": self.game, "entry": self.entry.to_json(), "state": self.state.to_json()}


@dataclass(frozen=True, slots=True)
class ChangedEvidence:
    """A game after a change of the evidence of a win, or with `entry` None of all wins."""

    game: str
    entry: int | None
    state: ShownState

    def to_json(self) -> JsonObject:
        """Return the document of `game keep` and `game evidence --remove`."""
        return {"game": self.game, "entry": self.entry, "state": self.state.to_json()}


@dataclass(frozen=True, slots=True)
class SavedEvidence:
    """The evidence of a win, written to a file."""

    game: str
    entry: int
    file: str

    def to_json(self) -> JsonObject:
        """Return the document of `game evidence --save`."""
        return {"game": self.game, "entry": self.entry, "file": self.file}


@dataclass(frozen=True, slots=True)
class ExportedGame:
    """A game, written to a file."""

    game: str
    file: str

    def to_json(self) -> JsonObject:
        """Return the document of `game export`."""
        return {"game": self.game, "file": self.file}


@dataclass(frozen=True, slots=True)
class CopiedBook:
    """A copy of the ledger; `damaged` are the ids of games that are damaged in the ledger and in the copy."""

    file: str
    evidence: CopiedEvidence
    damaged: tuple[str, ...]

    def to_json(self) -> JsonObject:
        """Return the document of `game backup`."""
        damaged = {"damaged": list(self.damaged)} if self.damaged else {}
        return {"file": self.file, "done": "backup", "evidence": asdict(self.evidence), **damaged}


@dataclass(frozen=True, slots=True)
class RestoredBook:
    """A ledger restored from a copy; `kept` is the path of the ledger that it replaced, or None."""

    file: str
    kept: Path | None
    evidence: CopiedEvidence

    def to_json(self) -> JsonObject:
        """Return the document of `game restore`."""
        return {
            "file": self.file,
            "done": "restore",
            "kept": self.kept and str(self.kept),
            "evidence": asdict(self.evidence),
        }


@dataclass(frozen=True, slots=True)
class NewBook:
    """A new ledger in the place of a lost one, which is `kept` under another path, unless nothing of it was left."""

    kept: Path | None

    def to_json(self) -> JsonObject:
        """Return the document of `game begin-anew`."""
        return {"done": "begin-anew", "kept": self.kept and str(self.kept)}
