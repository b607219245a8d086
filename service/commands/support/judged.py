"""The answers of commands that judge: the verdict, the card and rules that somebody chose, and what the command did."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from service.shared.errors import ErrorObject
from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    from service.evidence.recheck import Recheck
    from service.judging.rack_check import RackCheck
    from service.judging.verify import PhotoVerdict
    from vision.reading import RackReading


@dataclass(frozen=True, slots=True)
class JudgedRack:
    """The answer of `check`; `named` is what `named_by` returns, or the `id` of a line in a batch."""

    check: RackCheck
    named: JsonObject

    def to_json(self) -> JsonObject:
        """Return the contract's check document, with `judged_by` or the line's `id`."""
        return {**self.named, **self.check.to_json()}


@dataclass(frozen=True, slots=True)
class KeptEvidence:
    """A bundle that `verify --evidence` wrote, with the SHA-256 of its file; or the error, if we could not write it."""

    file: str
    sha256: str | None = None
    error: ErrorObject | None = None

    def to_json(self) -> JsonObject:
        """Return the file with its hash or the error."""
        return {"file": self.file, **({"sha256": self.sha256} if self.error is None else {"error": self.error})}


@dataclass(frozen=True, slots=True)
class JudgedPhoto:
    """The answer of `verify`; `by` is what `named_by` returns."""

    verdict: PhotoVerdict
    by: JsonObject = field(default_factory=dict)
    evidence: KeptEvidence | None = None

    def to_json(self) -> JsonObject:
        """Return the contract's verify document, with `judged_by` and the written bundle."""
        kept = {} if self.evidence is None else {"evidence": self.evidence.to_json()}
        return {**self.by, **self.verdict.to_json(), **kept}


@dataclass(frozen=True, slots=True)
class SteadyReading:
    """One answer of `watch`: a reading that stood, and its verdict if somebody chose a card or rules.

    Attributes:
        image: the name of the camera or film.
        time: when it stood, in seconds.
        reading: the reading.
        verdict: the verdict on it; None without a card or rules.
        by: what `named_by` returns.
        overlay: the file of the picture with its tiles outlined; None if nobody asked for it.
    """

    image: str
    time: float
    reading: RackReading
    verdict: PhotoVerdict | None = None
    by: JsonObject = field(default_factory=dict)
    overlay: str | None = None

    def to_json(self) -> JsonObject:
        """Return the scan document, or with a verdict the verify document, and the time."""
        found = self.reading.to_json(self.image) if self.verdict is None else {**self.by, **self.verdict.to_json()}
        return {
            **found,
            "time": round(self.time, 3),
            **({} if self.overlay is None else {"overlay": self.overlay}),
        }


@dataclass(frozen=True, slots=True)
class RecheckedFile:
    """One answer of `evidence show`: a rechecked bundle, with the SHA-256 of its file."""

    recheck: Recheck
    sha256: str

    def to_json(self) -> JsonObject:
        """Return the contract's evidence document, with the hash."""
        return {**self.recheck.to_json(), "sha256": self.sha256}
