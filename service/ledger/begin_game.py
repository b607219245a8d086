"""Begin a game, or put one that was exported into the book."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from rules.errors import OutcomeError
from rules.input.strict_fields import StrictFields
from rules.settlement.seat_rotation import Sitting
from service.ledger.complete_entry import check_sitting, sitting_document
from service.ledger.context import ID, LETTERS, LedgerContext
from service.ledger.database import queries
from service.ledger.game.entry_request import LONGEST_LABEL, label, read_seats
from service.ledger.game.limits import MOST_GAMES
from service.ledger.game.pinned_rules import card_source, read_rules, ruleset_source
from service.ledger.game.records import Document, Game, Source
from service.ledger.import_game import Imported
from service.ledger.players import spell
from service.shared.errors import ServiceError


def begin(context: LedgerContext, request: object) -> tuple[Game, bool]:
    """Begin a game: `{"title", "ruleset", "card", "players", "waiting", "east", "key"}`.

    Players are in the order of turns; East is the first of them where nobody else is named. The flag is false where the
    key has begun this very game before.

    Raises:
        RulesError, ServiceError: naming the field at fault; `key-reused`; `book-full`.
    """
    fields = StrictFields.of(request, "", OutcomeError)
    title, key = label(fields, "title"), label(fields, "key")
    source = ruleset_source(context.library, fields.text("ruleset", "name the rule set you play by"))
    ruleset = read_rules(source)
    asked_card = fields.optional_text("card") or ruleset.card
    seats = read_seats(fields)
    fields.done()
    card = None if asked_card is None or ruleset.melds is not None else card_source(context.library, asked_card).id
    if card is not None and len(card) > LONGEST_LABEL:
        fields.fail("card", f"give the card an id of at most {LONGEST_LABEL} characters", "too-long")
    with context.writing() as connection:
        queries.lock_games(connection)
        sitting = _spelled(connection, seats, context.now())
        check_sitting(sitting, ruleset)
        body = {
            "title": title or " ".join(ruleset.title.split())[:LONGEST_LABEL],
            "ruleset": ruleset.id,
            "card": card,
            "sitting": sitting_document(sitting),
        }
        known = None if key is None else queries.find_game(connection, key)
        if known is not None and known.body != body:
            raise ServiceError("key-reused", "this key has begun another game: make up a new one", "key")
        return known or _add(connection, key, source, body, context.now()), known is None


def _spelled(connection: Connection, seats: Mapping[str, Any], now: str) -> Sitting:
    """The seats with each name as the book spells it."""
    east = seats["east"]
    spelling = spell(connection, (*seats["players"], *seats["waiting"], *([east] if east else [])), now)
    players = tuple(spelling[name] for name in seats["players"])
    waiting = tuple(spelling[name] for name in seats["waiting"])
    # A table of nobody has no East; `check_sitting` says what is wrong with it.
    return Sitting(players, waiting, spelling[east] if east else next(iter(players), None))


def _add(connection: Connection, key: str | None, source: Source, body: Document, now: str) -> Game:
    _refuse_too_many(connection)
    name = "".join(secrets.choice(LETTERS) for _ in range(10))
    game = Game(name, key, now, source.sha256, body)
    queries.keep_source(connection, source)
    queries.add_game(connection, game)
    return game


def add_imported(context: LedgerContext, imported: Imported) -> None:
    """Put a game that was read from a file into the book, whole or not at all.

    Raises:
        ServiceError: `game-exists` where the book holds it already; `bad-export`; `book-full`.
    """
    game = imported.game
    if not ID.fullmatch(game.id):
        raise ServiceError("bad-export", "this is no id of a game", "game.id")
    with context.writing() as connection:
        queries.lock_games(connection)
        if queries.read_game(connection, game.id) is not None:
            raise ServiceError("game-exists", f"the book holds game {game.id} already", "game.id")
        _refuse_too_many(connection)
        for source in imported.sources:
            queries.keep_source(connection, source)
        queries.add_game(connection, game)
        sittings = [game.body["sitting"], *(one.body["sitting"] for one in imported.entries if one.kind == "seats")]
        spell(connection, (name for one in sittings for name in (*one["players"], *one["waiting"])), context.now())
        for entry in imported.entries:
            queries.add_entry(connection, entry)


def _refuse_too_many(connection: Connection) -> None:
    if queries.count_games(connection) >= MOST_GAMES:
        raise ServiceError("book-full", f"the book holds {MOST_GAMES} games", "games")
