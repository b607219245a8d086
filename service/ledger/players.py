"""The players of the ledger; each has one spelling of their name, whatever the case of later input."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from rules.errors import OutcomeError
from rules.input.names import name_key
from rules.input.strict_fields import StrictFields
from service.ledger.context import LedgerContext
from service.ledger.database import queries
from service.ledger.game.limits import MOST_PLAYERS
from service.ledger.game.player_names import clean_name
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the ledger."""

    name: str

    def to_json(self) -> JsonObject:
        """Return the contract's document."""
        return {"name": self.name}


@dataclass(frozen=True, slots=True)
class PlayerList:
    """Players, sorted by name."""

    players: tuple[Player, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's list."""
        return {"players": [one.to_json() for one in self.players]}


def add_player(context: LedgerContext, request: object) -> Player:
    """Add the player `{"name"}`.

    Raises:
        ServiceError: `bad-name`; `player-exists`; `book-full`.
    """
    fields = StrictFields.of(request, "", OutcomeError)
    name = clean_name(fields.value("name", "give the player's name"), "name")
    fields.done()
    with context.writing() as connection:
        known = dict(queries.read_players(connection))
        if name_key(name) in known:
            raise ServiceError("player-exists", f"there is a player {known[name_key(name)]} already", "name")
        spell(connection, (name,), context.now())
    return Player(name)


def spell(connection: Connection, names: Iterable[str], now: str) -> dict[str, str]:
    """Add new players, and return the ledger's spelling of all of its players by their keys.

    Raises:
        ServiceError: `book-full`.
    """
    known = dict(queries.read_players(connection))
    for name in names:
        key = name_key(name)
        if key not in known:
            if len(known) >= MOST_PLAYERS:
                raise ServiceError("book-full", f"the book holds {MOST_PLAYERS} players", "players")
            queries.add_player(connection, key, name, now)
            known[key] = name
    return known
