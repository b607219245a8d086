"""The evidence that a win keeps: what the book says of it, and how it travels in an exported game."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
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
"""Largest evidence of one win."""

MOST_OF_GAME: Final = 24_000_000
"""Bytes of the evidence of one game: it travels in the exported game (`service.ledger.game.limits.LARGEST_EXPORT`)."""

MOST_OF_BOOK: Final = 64_000_000
"""Bytes of all evidence of a book: it travels in the copy of everything, which a phone holds in memory."""

Condition = Literal["kept", "missing", "altered", "removed"]
"""How evidence is found: as it was kept; its file is gone, or is another than was kept; a person has removed it."""

_HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class WinEvidence:
    """What the book says of the evidence of one win.

    Attributes:
        entry: the number of the win.
        sha256: the hash of the bundle's file, which lies beside the book.
        size: its bytes.
        kept_at: the time by the clock of then.
        removed_at: when a person has removed it; None while it is kept.
    """

    entry: int
    sha256: str
    size: int
    kept_at: str
    removed_at: str | None = None


def condition_of(evidence: WinEvidence, data: bytes | None) -> Condition:
    """Say how evidence is found; `data` is what its file holds, None where there is none."""
    if evidence.removed_at is not None:
        return "removed"
    if data is None:
        return "missing"
    return "kept" if sha256(data).hexdigest() == evidence.sha256 else "altered"


def holder(number: int, entries: Sequence[Entry], kept: Mapping[int, WinEvidence]) -> int:
    """Find the entry whose evidence a win goes by: its own, or that of the win whose place it took."""
    at: int | None = number
    while at is not None and at not in kept:
        at = entries[at - 1].body.instead_of
    return number if at is None else at


def evidence_document(
    entries: Sequence[Entry], kept: Mapping[int, WinEvidence], condition: Callable[[WinEvidence], Condition]
) -> list[JsonObject]:
    """Show which wins have evidence; a corrected win goes by that of the entry whose place it took (`of`)."""
    found = []
    for entry in entries:
        of = holder(entry.seq, entries, kept) if entry.kind == "win" else 0
        if (evidence := kept.get(of)) is not None:
            found.append({"entry": entry.seq, "of": of, **_facts(evidence), "state": condition(evidence)})
    return found


def _facts(evidence: WinEvidence) -> JsonObject:
    return {"sha256": evidence.sha256, "bytes": evidence.size, "kept_at": evidence.kept_at}


def export_evidence(kept: Mapping[int, WinEvidence], read: Callable[[WinEvidence], bytes | None]) -> list[JsonObject]:
    """Write the evidence of a game; of what is removed, missing or altered the facts alone."""
    found = []
    for number, evidence in sorted(kept.items()):
        data = read(evidence)
        whole = data is not None and condition_of(evidence, data) == "kept"
        text = b64encode(data).decode("ascii") if whole and data is not None else None
        found.append({"entry": number, **_facts(evidence), "removed_at": evidence.removed_at, "file": text})
    return found


def read_evidence(
    fields: StrictFields, entries: Sequence[Entry], time: Callable[[StrictFields, str], str]
) -> Iterator[tuple[WinEvidence, bytes | None]]:
    """Read the evidence of an exported game; a file that is not the one of its hash counts as missing.

    Args:
        fields: the export.
        entries: those of its game.
        time: reads a field that is a time.

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
        yield evidence, data if condition_of(evidence, data) == "kept" and data and len(data) == size else None


def _data(fields: StrictFields) -> bytes | None:
    text = fields.optional_text("file")
    if text is None or len(text) > 2 * MOST_BYTES:
        return None
    try:
        return b64decode(text, validate=True)
    except (BadBase64, ValueError):
        return None
