"""Find the place of an entry: at the end of the game, or that of the entry which it replaces or undoes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from service.ledger.game.entering.entry_context import EntryContext
from service.ledger.game.entry_request import EntryRequest
from service.ledger.game.records import Entry
from service.ledger.game.state import GameState, removers, replay
from service.shared.errors import ServiceError

PLAYED: Final = ("win", "wall", "penalty")
"""Kinds of entries with seats of their own."""


def state_for(request: EntryRequest, context: EntryContext) -> GameState:
    """Return the state for the entry: the present one, or the one before the entry that it replaces."""
    if request.instead_of is None:
        return context.now or replay(context.start, context.entries, context.ruleset.rotation)
    target = _in_effect(request.instead_of, context.entries, "instead_of")
    if target.kind not in PLAYED:
        message = f"entry {target.seq} is a {target.kind}: only a win, a wall or a penalty has a place to be taken"
        raise ServiceError("contradiction", message, "instead_of")
    return replay(context.start, context.entries, context.ruleset.rotation, before=target.seq)


def entry_to_undo(seq: int, entries: Sequence[Entry]) -> int:
    """Find the entry to undo.

    Raises:
        ServiceError: `contradiction` if a restored entry would remove an entry that another has removed since.
    """
    target = _in_effect(seq, entries, "undoes")
    undo = replace(target, seq=len(entries) + 1, kind="undo", body=replace(target.body, undoes=seq, instead_of=None))
    gone = removers(entries)
    for twice, by in removers([*entries, undo]).items():
        if len(by) > 1:
            first = gone[twice][0]
            while first in gone:  # another correction has replaced this one in turn
                first = gone[first][0]
            message = f"entry {twice} was changed again since: undo entry {first} first"
            raise ServiceError("contradiction", message, "undoes")
    return target.seq


def _in_effect(seq: int, entries: Sequence[Entry], where: str) -> Entry:
    if seq > len(entries):
        raise ServiceError("no-such-entry", f"there is no entry {seq}; the newest is {len(entries)}", where)
    gone = removers(entries)
    if seq in gone:
        by = entries[gone[seq][0] - 1]
        what = "undid it" if by.kind == "undo" else "took its place"
        raise ServiceError("not-in-effect", f"entry {seq} no longer counts: entry {by.seq} {what}", where)
    return entries[seq - 1]
