"""The answers of commands that judge: the verdict, the card and rules that somebody chose, and what the command did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from service.shared.errors import ErrorObject
from service.shared.json_text import JsonObject

if TYPE_CHECKING:
    from rules.rulings.decide import RulingAnswer
    from service.cards.table_card import JudgedBy, TableCard
    from service.evidence.recheck import Recheck
    from service.judging.answers import RulingList
    from service.judging.rack_check import RackCheck
    from service.judging.verify import PhotoVerdict
    from vision.reading import RackReading


def _named(by: JudgedBy | None) -> JsonObject:
    """Return `judged_by` for an answer whose card or rules somebody chose."""
    return {} if by is None else {"judged_by": by.to_json()}


@dataclass(frozen=True, slots=True)
class JudgedRack:
    """The answer of `check`; `by` is what `named_by` returns, and None for a line `of_batch`."""

    check: RackCheck
    by: JudgedBy | None = None
    of_batch: bool = False

    def to_json(self) -> JsonObject:
        """Return the contract's check document, with `judged_by` or the line's `id`."""
        named = {"id": self.check.id} if self.of_batch else _named(self.by)
        return {**named, **self.check.to_json()}


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
    by: JudgedBy | None = None
    evidence: KeptEvidence | None = None

    def to_json(self) -> JsonObject:
        """Return the contract's verify document, with `judged_by` and the written bundle."""
        kept = {} if self.evidence is None else {"evidence": self.evidence.to_json()}
        return {**_named(self.by), **self.verdict.to_json(), **kept}


@dataclass(frozen=True, slots=True)
class ScannedPhoto:
    """The answer of `scan`; `overlay` is as in `SteadyReading`."""

    image: str
    reading: RackReading
    overlay: str | None = None

    def to_json(self) -> JsonObject:
        """Return the contract's scan document, with the overlay."""
        return {**self.reading.to_json(self.image), **_overlay(self.overlay)}


def _overlay(file: str | None) -> JsonObject:
    return {} if file is None else {"overlay": file}


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
    by: JudgedBy | None = None
    overlay: str | None = None

    def to_json(self) -> JsonObject:
        """Return the scan document, or with a verdict the verify document, and the time."""
        found = (
            self.reading.to_json(self.image) if self.verdict is None else {**_named(self.by), **self.verdict.to_json()}
        )
        return {**found, "time": round(self.time, 3), **_overlay(self.overlay)}


@dataclass(frozen=True, slots=True)
class JudgedRulings:
    """The answer of `rulings`: the rulings of a rule set, and who chose it."""

    listed: RulingList
    by: JudgedBy

    def to_json(self) -> JsonObject:
        """Return the contract's list, with `judged_by`."""
        return {**_named(self.by), **self.listed.to_json()}


@dataclass(frozen=True, slots=True)
class JudgedRuling:
    """The answer of `rule`; `assumed` holds the facts missing from the question, with the default of each."""

    answer: RulingAnswer
    by: JudgedBy
    assumed: Mapping[str, str]

    def to_json(self) -> JsonObject:
        """Return the contract's ruling, with `judged_by`."""
        return {**_named(self.by), **self.answer.to_json()}


@dataclass(frozen=True, slots=True)
class TableUse:
    """The answer of `use`: the card and rules of the table, by their names and by their titles; None without any."""

    kept: TableCard | None = None
    by: JudgedBy | None = None

    def to_json(self) -> JsonObject:
        """Return both as `use` and `judged_by`."""
        return {
            "use": None if self.kept is None else self.kept.to_json(),
            "judged_by": None if self.by is None else self.by.to_json(),
        }


@dataclass(frozen=True, slots=True)
class RecheckedFile:
    """One answer of `evidence show`: a rechecked bundle, with the SHA-256 of its file."""

    recheck: Recheck
    sha256: str

    def to_json(self) -> JsonObject:
        """Return the contract's evidence document, with the hash."""
        return {**self.recheck.to_json(), "sha256": self.sha256}
