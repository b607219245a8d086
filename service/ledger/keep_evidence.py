"""Store, return and remove the evidence of a win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from service.ledger.context import LedgerContext, OpenGame
from service.ledger.database import queries
from service.ledger.game.win_evidence import (
    MOST_BYTES,
    MOST_OF_BOOK,
    MOST_OF_GAME,
    Condition,
    LostEvidence,
    ShownEvidence,
    WinEvidence,
    WinFile,
    condition_of,
    holder,
    shown_evidence,
)
from service.shared.errors import ServiceError

_MEGABYTE = 1_000_000


def keep(context: LedgerContext, name: str, entry: int, data: bytes) -> None:
    """Store a bundle with a win; storing the same one again changes nothing, and another needs a removal first.

    Raises:
        ServiceError: `unknown-game`, `no-such-entry`, `no-win`, `evidence-kept`, `evidence-full`.
        OSError: if we cannot write it.
    """
    opened = context.open(name)
    _win(opened, entry)
    _refuse_large(len(data))
    folder = context.evidence
    with context.writing() as connection:
        queries.read_game(connection, name, lock=True)
        before = queries.read_evidence(connection, name).get(entry)
        new = WinEvidence(entry, folder.name_of(data), len(data), context.now())
        if before is not None and before.removed_at is None:
            if before.sha256 != new.sha256:
                message = f"entry {entry} keeps other evidence already: remove that first"
                raise ServiceError("evidence-kept", message, "entry")
            new = before
        if before is None or folder.look(before) in {"removed", "missing"}:
            _refuse_full(context, connection, name, new.size)
        folder.keep(data)
        queries.put_evidence(connection, name, new)


def refuse_large(context: LedgerContext, name: str, size: int) -> None:
    """Refuse evidence of `size` bytes if a new win of the game has no room for it.

    Raises:
        ServiceError: `evidence-full`.
        OSError: if we cannot look at the folder.
    """
    _refuse_large(size)
    with context.reading() as connection:
        _refuse_full(context, connection, name, size)


def _refuse_large(size: int) -> None:
    if size > MOST_BYTES:
        message = (
            f"evidence of one win is at most {_mb(MOST_BYTES)}, and this has {_mb(size)}: read a smaller photo, "
            "or by a set of fewer faces; or save the evidence as a file"
        )
        raise ServiceError("evidence-full", message, "evidence")


def _win(opened: OpenGame, entry: int) -> None:
    if not 1 <= entry <= opened.version:
        message = f"there is no entry {entry}; the newest is {opened.version}"
        raise ServiceError("no-such-entry", message, "entry")
    if opened.entries[entry - 1].kind != "win":
        raise ServiceError("no-win", f"entry {entry} is no win: evidence is kept with wins", "entry")


def _refuse_full(context: LedgerContext, connection: Connection, name: str, size: int) -> None:
    """Refuse evidence beyond the limits of a game or the ledger; a missing file takes no room."""
    folder, of_wins = context.evidence, queries.read_evidence(connection, name).values()
    of_game = sum(one.size for one in of_wins if folder.look(one) not in {"removed", "missing"})
    of_book = folder.size(queries.kept_evidence(connection))
    for held, most, what in ((of_game, MOST_OF_GAME, "game"), (of_book, MOST_OF_BOOK, "book")):
        if held + size > most:
            message = f"the evidence of one {what} takes at most {_mb(most)}: remove some of an older win first"
            raise ServiceError("evidence-full", message, what)


def _mb(size: int) -> str:
    return f"{-(-size // _MEGABYTE)} MB"  # rounded up: a size just above a limit is not said to be the limit


def read(context: LedgerContext, name: str, entry: int) -> bytes:
    """Return the bundle of a win, or of the win that it replaces.

    Raises:
        ServiceError: `unknown-game`, `no-such-entry`, `no-win`; `no-evidence`; `evidence-removed`, `evidence-missing`,
            `evidence-altered` for a stored bundle that we cannot return.
        OSError: if we cannot read it.
    """
    opened = context.open(name)
    _win(opened, entry)
    evidence = opened.evidence.get(holder(entry, opened.entries, opened.evidence))
    if evidence is None:
        raise ServiceError("no-evidence", f"no evidence was kept with entry {entry}", "entry")
    data = context.evidence.read(evidence)
    match condition_of(evidence, data):
        case "removed":
            raise ServiceError("evidence-removed", f"the evidence was removed on {evidence.removed_at}", "entry")
        case "missing":
            message = f"the evidence is gone: its file {evidence.sha256}.zip is not in the folder evidence"
            raise ServiceError("evidence-missing", f"{message}; bring it back from a copy", "entry")
        case "altered":
            message = f"the evidence was altered: the file is not the one of {evidence.kept_at}"
            raise ServiceError("evidence-altered", f"{message}; bring it back from a copy", "entry")
    assert data is not None
    return data


def remove(context: LedgerContext, name: str, entry: int | None) -> None:
    """Remove the evidence of a win, or with None of all wins of a game; the ledger records the removal.

    Raises:
        ServiceError: `unknown-game`, `no-such-entry`, `no-win`, `no-evidence`.
        OSError: if we cannot delete a file.
    """
    opened = context.open(name)
    with context.writing() as connection:
        queries.read_game(connection, name, lock=True)
        # We read it here, as another may have kept new evidence since we opened the game.
        kept = queries.read_evidence(connection, name)
        chosen = list(kept.values())
        if entry is not None:
            _win(opened, entry)
            of = holder(entry, opened.entries, kept)
            chosen = [one for one in chosen if one.entry == of]
            if not chosen:
                raise ServiceError("no-evidence", f"no evidence was kept with entry {entry}", "entry")
        now = context.now()
        gone = [one for one in chosen if one.removed_at is None]
        for one in gone:
            queries.put_evidence(connection, name, replace(one, removed_at=now))
        # Two wins may share a file, for example after a second import of a game.
        for sha256 in {one.sha256 for one in gone}.difference(queries.kept_evidence(connection)):
            context.evidence.remove(sha256)


def shown(context: LedgerContext, opened: OpenGame) -> tuple[ShownEvidence, ...]:
    """Show which wins of a game have evidence, and its condition."""
    return shown_evidence(opened.entries, opened.evidence, context.evidence.look) if opened.evidence else ()


def amiss(context: LedgerContext, opened: OpenGame) -> tuple[LostEvidence, ...]:
    """Read all evidence of a game and list missing and altered files."""
    found = ((one, _condition(context, one)) for one in opened.evidence.values())
    return tuple(LostEvidence(one.entry, state) for one, state in found if state in {"missing", "altered"})


def _condition(context: LedgerContext, evidence: WinEvidence) -> Condition:
    return condition_of(evidence, context.evidence.read(evidence))


def bring_in(context: LedgerContext, connection: Connection, name: str, found: Sequence[WinFile]) -> int:
    """Store the evidence of an imported game that the ledger lacks or has altered; return the number of new files.

    Evidence that a user removed here stays removed. For evidence beyond the limits the ledger stores only the hash, and
    the file counts as missing.
    """
    new = 0
    here = queries.read_evidence(connection, name)
    for one in found:
        evidence = one.evidence
        before = here.get(evidence.entry)
        if before is not None and before.sha256 != evidence.sha256:
            continue
        state = "missing" if before is None else _condition(context, before)
        wanted = state == "altered" or (state == "missing" and _fits(context, connection, name, evidence.size))
        if before is None:
            queries.put_evidence(connection, name, evidence)
        if wanted and one.data is not None:
            context.evidence.keep(one.data)
            new += 1
    return new


def _fits(context: LedgerContext, connection: Connection, name: str, size: int) -> bool:
    try:
        _refuse_full(context, connection, name, size)
    except ServiceError:
        return False
    return True
