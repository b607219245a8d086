"""Add an entry exactly once, on top of the version that its sender has seen, or not at all."""

from __future__ import annotations

from dataclasses import replace

from service.ledger.context import LedgerContext, OpenGame
from service.ledger.database import queries
from service.ledger.game.entering.complete_entry import enter
from service.ledger.game.entering.entry_context import EntryContext
from service.ledger.game.entry_request import EntryRequest, parse_entry_request
from service.ledger.game.limits import refuse_full
from service.ledger.game.player_names import spelled
from service.ledger.game.records import Entry, Source, fingerprint
from service.ledger.game.shown.documents import ShownEntry, Stored
from service.ledger.players import spell
from service.shared.errors import ConflictError, ServiceError


def add(context: LedgerContext, name: str, request: object) -> Stored[ShownEntry]:
    """Add an entry to a game once; answer a repeated request with the stored entry.

    Raises:
        ConflictError: if the game has entries after `based_on`.
        ServiceError: `unknown-game`, `bad-version`, `key-reused`, `book-full`, and any error of `enter`.
        RulesError: naming the field at fault.
    """
    draft, sent_as = parse_entry_request(request), fingerprint(request)
    opened = context.open(name)
    if (sent := _sent(opened, draft, sent_as)) is not None:
        return sent
    _refuse_conflict(opened, draft.based_on)
    if draft.seats is not None:
        # A newcomer may have played in another game; a stranger is one person, however these seats write the name.
        strangers = spelled((*draft.seats.players, *draft.seats.waiting))
        with context.reading() as connection:
            known = strangers | dict(queries.read_players(connection))
        draft = replace(draft, seats=draft.seats.spelled(known))
    game = opened.game
    # We judge and settle before the write transaction, so that other writers never wait for it.
    made = enter(draft, EntryContext(game.sitting, opened.entries, game.card, opened.ruleset, opened.library))
    entry = Entry(
        game_id=game.id,
        seq=opened.version + 1,
        kind=draft.kind,
        key=draft.key,
        request_sha256=sent_as,
        entered_at=context.now(),
        ruleset_sha256=opened.source.sha256,
        card_sha256=None if made.card is None else made.card.sha256,
        body=made.body,
    )
    if _write(context, entry, [opened.source, *([made.card] if made.card else [])]):
        return Stored(ShownEntry(entry), new=True)
    # Another request wrote an entry between our read and our write.
    opened = context.open(name)
    if (sent := _sent(opened, draft, sent_as)) is not None:
        return sent
    raise _conflict(opened, draft.based_on)


def _write(context: LedgerContext, entry: Entry, sources: list[Source]) -> bool:
    """Write an entry if its number is still free; return False if not."""
    with context.writing() as connection:
        queries.read_game(connection, entry.game_id, lock=True)
        if queries.versions(connection, [entry.game_id]).get(entry.game_id, 0) != entry.seq - 1:
            return False
        for source in sources:
            queries.keep_source(connection, source)
        if entry.kind == "seats" and entry.body.sitting is not None:
            spell(connection, entry.body.sitting.everyone, context.now())
        queries.add_entry(connection, entry)
        refuse_full(entry.seq, *queries.size(connection, entry.game_id))
    return True


def _sent(opened: OpenGame, draft: EntryRequest, sent_as: str) -> Stored[ShownEntry] | None:
    """Find the stored entry with the key of this request; None without one."""
    found = next((entry for entry in opened.entries if draft.key is not None and entry.key == draft.key), None)
    if found is None:
        return None
    if found.request_sha256 != sent_as:
        raise ServiceError("key-reused", "this key belongs to another entry: make up a new one", "key")
    return Stored(ShownEntry(found, opened.state.removed_by.get(found.seq)), new=False)


def _refuse_conflict(opened: OpenGame, based_on: int) -> None:
    if based_on > opened.version:
        message = f"the game is at version {opened.version}: this was based on {based_on}, which is not there"
        raise ServiceError("bad-version", message, "based_on")
    if based_on < opened.version:
        raise _conflict(opened, based_on)


def _conflict(opened: OpenGame, based_on: int) -> ConflictError:
    return ConflictError(opened.version, [one.to_json() for one in opened.shown(based_on)])
