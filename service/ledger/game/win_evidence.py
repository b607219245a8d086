"""The evidence of a win: its record in the ledger, and its form in an exported game."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal

from rules.input.strict_fields import StrictFields
from service.ledger.game.limits import MOST_ENTRIES
from service.ledger.game.records import Entry
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject

MOST_BYTES: Final = 4_000_000
"""Maximum size of the evidence of one win, in bytes."""

MOST_OF_GAME: Final = 24_000_000
"""Maximum bytes of evidence of one game, as the export contains it (`service.ledger.game.limits.LARGEST_EXPORT`)."""

MOST_OF_BOOK: Final = 64_000_000
"""Maximum bytes of all evidence, as the copy of everything contains it and a phone holds that copy in memory."""

Condition = Literal["kept", "missing", "altered", "removed"]
"""Condition of evidence: unaltered; file missing; file altered; removed by a user."""

_HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class WinEvidence:
    """The ledger's record of the evidence of one win.

    Attributes:
        sha256: the hash of the bundle's file in the evidence folder.
        size: the size of the file in bytes.
        kept_at: the time of storing, by the server's clock.
        removed_at: the time of its removal by a user; None before.
    """

    entry: int
    sha256: str
    size: int
    kept_at: str
    removed_at: str | None = None


@dataclass(frozen=True, slots=True)
class LostEvidence:
    """Evidence of the win `entry` that is missing or altered."""

    entry: int
    state: Condition


def condition_of(evidence: WinEvidence, data: bytes | None) -> Condition:
    """Return the condition of evidence; `data` are the bytes of its file, None for a missing file."""
    if evidence.removed_at is not None:
        return "removed"
    if data is None:
        return "missing"
    return "kept" if sha256(data).hexdigest() == evidence.sha256 else "altered"


def holder(number: int, entries: Sequence[Entry], kept: Mapping[int, WinEvidence]) -> int:
    """Return the number of the entry with a win's evidence: its own, or that of the win that it replaces.

    A win in place of a wall game or a penalty has none of an earlier win: the table had said that nobody won.
    """
    at: int | None = number
    while at is not None and at not in kept and entries[at - 1].kind == "win":
        at = entries[at - 1].body.instead_of
    return at if at is not None and at in kept else number


@dataclass(frozen=True, slots=True)
class ShownEvidence:
    """The evidence of the win `entry` and its condition; a corrected win has that of the entry that it replaces."""

    entry: int
    evidence: WinEvidence
    state: Condition

    def to_json(self) -> JsonObject:
        """Return the contract's line."""
        return {"entry": self.entry, "of": self.evidence.entry, **_facts(self.evidence), "state": self.state}


def shown_evidence(
    entries: Sequence[Entry], kept: Mapping[int, WinEvidence], condition: Callable[[WinEvidence], Condition]
) -> tuple[ShownEvidence, ...]:
    """Show which wins have evidence."""
    found = []
    for entry in entries:
        of = holder(entry.seq, entries, kept) if entry.kind == "win" else 0
        if (evidence := kept.get(of)) is not None:
            found.append(ShownEvidence(entry.seq, evidence, condition(evidence)))
    return tuple(found)


def _facts(evidence: WinEvidence) -> JsonObject:
    return {"sha256": evidence.sha256, "bytes": evidence.size, "kept_at": evidence.kept_at}


@dataclass(frozen=True, slots=True)
class WinFile:
    """Evidence in an exported game; `data` is its file, or None if that is removed, missing or altered."""

    evidence: WinEvidence
    data: bytes | None

    def to_json(self) -> JsonObject:
        """Return the evidence as the export has it."""
        return {
            "entry": self.evidence.entry,
            **_facts(self.evidence),
            "removed_at": self.evidence.removed_at,
            "file": None if self.data is None else b64encode(self.data).decode("ascii"),
        }


def export_evidence(kept: Mapping[int, WinEvidence], read: Callable[[WinEvidence], bytes | None]) -> Iterator[WinFile]:
    """Read the evidence of a game for an export, one file at a time, since all take much memory."""
    for _, evidence in sorted(kept.items()):
        data = read(evidence)
        yield WinFile(evidence, data if condition_of(evidence, data) == "kept" else None)


def read_evidence(
    fields: StrictFields, entries: Sequence[Entry], time: Callable[[StrictFields, str], str]
) -> Iterator[WinFile]:
    """Read the evidence of an exported game of these entries; a file that does not match its hash counts as missing.

    Raises:
        RulesError, ServiceError: naming the field at fault; `bad-export`.
    """
    seen = set()
    for at, item in fields.items("evidence", most=MOST_ENTRIES) if fields.has("evidence") else ():
        given = StrictFields.of(item, f"evidence[{at}]", fields.error)
        number = given.whole("entry", least=1)
        if number in seen or number > len(entries) or entries[number - 1].kind != "win":
            raise ServiceError("bad-export", "evidence belongs to one win of the game", given.place("entry"))
        seen.add(number)
        name, size = given.text("sha256"), given.whole("bytes", least=1, most=MOST_BYTES)
        if not _HASH.fullmatch(name):
            raise ServiceError("bad-export", "this is no hash of a file", given.place("sha256"))
        removed = time(given, "removed_at") if given.has("removed_at") else None
        evidence = WinEvidence(number, name, size, time(given, "kept_at"), removed)
        data = _data(given)
        whole = condition_of(evidence, data) == "kept" and data and len(data) == size
        yield WinFile(evidence, data if whole else None)


def _data(fields: StrictFields) -> bytes | None:
    text = fields.optional_text("file")
    if text is None or len(text) > 2 * MOST_BYTES:
        return None
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return None
