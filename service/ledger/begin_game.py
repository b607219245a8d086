"""Begin a game, or import an exported one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy import Connection

from rules.card.card import list_cards
from rules.errors import OutcomeError
from rules.input.strict_fields import StrictFields
from rules.settlement.seat_rotation import Sitting
from service.cards.card_library import CardLibrary
from service.ledger import keep_evidence
from service.ledger.context import ID, LETTERS, LedgerContext
from service.ledger.database import queries
from service.ledger.game.entering.complete_entry import check_sitting
from service.ledger.game.entry_request import LONGEST_LABEL, Seats, game_title, label, read_seats
from service.ledger.game.import_game import Imported
from service.ledger.game.limits import MOST_GAMES
from service.ledger.game.pinned_rules import card_source, read_rules, ruleset_source
from service.ledger.game.records import Entry, Game, Source, seats_of
from service.ledger.players import spell
from service.shared.errors import ServiceError


def begin(context: LedgerContext, request: object) -> tuple[Game, bool]:
    """Begin a game: `{"title", "ruleset", "card", "players", "waiting", "east", "key"}`.

    `players` are in turn order; the default East is the first of them. Return the game, and False if an earlier request
    with this key already began it.

    Raises:
        RulesError, ServiceError: naming the field at fault; `key-reused`; `book-full`.
    """
    fields = StrictFields.of(request, "", OutcomeError)
    title, key = label(fields, "title"), label(fields, "key")
    library = _library(context, key)
    source = ruleset_source(library, fields.text("ruleset", "name the rule set you play by"))
    ruleset = read_rules(source)
    asked_card = fields.optional_text("card") or ruleset.card
    seats = read_seats(fields)
    fields.done()
    begun_with = None if asked_card is None or ruleset.melds is not None else _card(library, asked_card, fields)
    card, card_sha256 = (begun_with.id, begun_with.sha256) if begun_with is not None else (None, None)
    with context.writing() as connection:
        queries.lock_games(connection)
        sitting = _spelled(connection, seats, context.now())
        check_sitting(sitting, ruleset)
        name = "".join(secrets.choice(LETTERS) for _ in range(10))
        title = game_title(title or "", ruleset.title)
        begun = (name, key, context.now(), source.sha256)
        game = Game(*begun, title, ruleset.id, card, seats_of(sitting), card_sha256)
        known = None if key is None else queries.find_game(connection, key)
        if known is not None and known.body() != game.body():
            raise ServiceError("key-reused", "this key has begun another game: make up a new one", "key")
        if known is not None:
            return known, False
        _refuse_too_many(connection)
        for text in (source, *([begun_with] if begun_with else [])):
            queries.keep_source(connection, text)
        queries.add_game(connection, game)
        return game, True


def _library(context: LedgerContext, key: str | None) -> CardLibrary:
    """Return the library of a request; one sent again means the texts that its game keeps, even if they are gone."""
    if key is not None:
        with context.reading() as connection:
            known = queries.find_game(connection, key)
        if known is not None:
            return context.open(known.id).library
    return context.library


def _card(library: CardLibrary, name: str, fields: StrictFields) -> Source:
    """Return the text of the card that a game begins with."""
    found = card_source(library, name)
    if len(found.id) > LONGEST_LABEL:
        fields.fail("card", f"give the card an id of at most {LONGEST_LABEL} characters", "too-long")
    if found.id in list_cards() and found != card_source(library.names_only(), found.id):
        # A game judges its later wins by the shipped card of that id, as it is today.
        message = f"this file has the id {found.id!r} of a card that comes with the program: give it another id"
        fields.fail("card", message, "shipped-card")
    return found


def _spelled(connection: Connection, seats: Seats, now: str) -> Sitting:
    """Spell the names of the seats as the ledger does, and add new players."""
    names = (*seats.players, *seats.waiting, *([seats.east] if seats.east else []))
    found = seats.spelled(spell(connection, names, now))
    # A table without players has no East; `check_sitting` reports the fault.
    return Sitting(found.players, found.waiting, found.east or next(iter(found.players), None))


def add_imported(context: LedgerContext, imported: Imported) -> None:
    """Store an imported game in the ledger, all of it or nothing.

    Raises:
        ServiceError: `game-exists` if the ledger already has the game; `bad-export`; `book-full`.
    """
    game = imported.game
    with context.writing() as connection:
        queries.lock_games(connection)
        if queries.read_game(connection, game.id) is not None:
            raise ServiceError("game-exists", f"the book holds game {game.id} already", "game.id")
        _add(context, connection, imported, None)


def bring_in(context: LedgerContext, imported: Imported) -> tuple[bool, int, int]:
    """Store an imported game, or add only the entries and evidence that the ledger lacks.

    Returns:
        Whether the game is new, the number of new entries, and the number of wins with new evidence.

    Raises:
        ServiceError: `game-exists` if the ledger has different entries of the game; as `add_imported`.
    """
    game = imported.game
    with context.writing() as connection:
        queries.lock_games(connection)
        held = queries.read_game(connection, game.id, lock=True)
        before = [] if held is None else queries.read_entries(connection, game.id)
        if held is not None and not _same_so_far(held, before, imported):
            message = f"the book holds game {game.id} with other entries: it stays as it is here"
            raise ServiceError("game-exists", message, "game.id")
        evidence = _add(context, connection, imported, None if held is None else len(before))
    return held is None, max(0, len(imported.entries) - len(before)), evidence


def _add(context: LedgerContext, connection: Connection, imported: Imported, held: int | None) -> int:
    """Add an imported game, or only its entries after number `held`; return the number of wins with new evidence."""
    game, lacking = imported.game, imported.entries[held or 0 :]
    sittings = [one.body.sitting for one in lacking if one.kind == "seats"]
    for source in imported.sources:
        queries.keep_source(connection, source)
    if held is None:
        if not ID.fullmatch(game.id):
            raise ServiceError("bad-export", "this is no id of a game", "game.id")
        _refuse_too_many(connection)
        queries.add_game(connection, game)
        sittings.insert(0, game.sitting)
    spell(connection, (name for one in sittings if one for name in one.everyone), context.now())
    for entry in lacking:
        queries.add_entry(connection, entry)
    return keep_evidence.bring_in(context, connection, game.id, imported.evidence)


def _same_so_far(held: Game, before: Sequence[Entry], imported: Imported) -> bool:
    """Say whether the entries of the ledger and of the file agree as far as both go."""
    pairs = zip(before, imported.entries, strict=False)
    return held.ruleset_sha256 == imported.game.ruleset_sha256 and all(_said(one) == _said(two) for one, two in pairs)


def _said(entry: Entry) -> tuple[object, ...]:
    body = entry.body
    return entry.kind, entry.entered_at, body.undoes, body.instead_of, body.question, body.sitting, body.note


def _refuse_too_many(connection: Connection) -> None:
    if queries.count_games(connection) >= MOST_GAMES:
        raise ServiceError("book-full", f"the book holds {MOST_GAMES} games", "games")
