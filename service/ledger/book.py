"""The book as the command line and the HTTP interface use it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from rules.errors import OutcomeError
from rules.fields import Fields
from rules.rotation import Sitting
from rules.ruleset import RuleSet
from service.errors import ConflictError, ServiceError
from service.ledger import store, views
from service.ledger.drafts import LONGEST_LABEL, parse_draft, read_seats
from service.ledger.engine import Database, database_url
from service.ledger.entering import Desk, check_sitting, enter, sitting_document
from service.ledger.migrate import bring_up
from service.ledger.names import clean_name, name_key
from service.ledger.pins import PinnedShelf, card_source, read_rules, ruleset_source
from service.ledger.replay import State, replay
from service.ledger.values import Document, Entry, Game, Source, fingerprint
from service.settings import Settings
from service.shelf import Shelf

MOST_GAMES: Final = 10_000
MOST_PLAYERS: Final = 2_000
MOST_ENTRIES: Final = 2_000
"""Entries of one game: no evening comes near this, and a request must not fill a disk."""

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for each other when an id is read aloud."""

_ID: Final = re.compile(f"[{_LETTERS}]{{10}}")


@dataclass(frozen=True, slots=True)
class Opened:
    """A game as read in one transaction."""

    game: Game
    entries: tuple[Entry, ...]
    source: Source
    ruleset: RuleSet

    @property
    def state(self) -> State:
        """What follows from all entries."""
        return replay(self.game.body["sitting"], self.entries, self.ruleset.rotation)


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry that is in the book; `new` is false where it had been sent before."""

    document: Document
    new: bool


class Book:
    """Games, players and entries of one database. May be used from many threads, and beside other programs."""

    def __init__(self, url: URL, shelf: Shelf, clock: Callable[[], datetime] | None = None) -> None:
        self._database = Database(url)
        self._shelf = shelf
        self._clock = clock or (lambda: datetime.now(UTC))
        self._ready = False
        self._lock = Lock()

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    def prepare(self) -> Database:
        """The database with its tables as they must be, made or renewed when first asked for.

        Raises:
            ServiceError: as `service.ledger.migrate.bring_up`.
        """
        with self._lock:
            if not self._ready:
                bring_up(self._database)
                self._ready = True
        return self._database

    # --- players ------------------------------------------------------------------------------------------------------

    def players(self) -> Document:
        """Everybody who has ever been named, by name."""
        with self.prepare().reading() as connection:
            return {"players": [{"name": name} for _, name in store.read_players(connection)]}

    def add_player(self, request: object) -> Document:
        """Add `{"name"}`.

        Raises:
            ServiceError: `bad-name`; `player-exists`; `book-full`.
        """
        fields = Fields.of(request, "", OutcomeError)
        name = clean_name(fields.value("name", "give the player's name"), "name")
        fields.done()
        with self.prepare().writing() as connection:
            known = dict(store.read_players(connection))
            if name_key(name) in known:
                message = f"there is a player {known[name_key(name)]} already"
                raise ServiceError("player-exists", message, "name")
            self._spell(connection, (name,))
        return {"name": name}

    def _spell(self, connection: Connection, names: tuple[str, ...]) -> dict[str, str]:
        """Each name as the book spells it; one that is new is added."""
        known = dict(store.read_players(connection))
        for name in names:
            if name_key(name) not in known:
                if len(known) >= MOST_PLAYERS:
                    raise ServiceError("book-full", f"the book holds {MOST_PLAYERS} players", "players")
                store.add_player(connection, name_key(name), name, self._now())
                known[name_key(name)] = name
        return {name: known[name_key(name)] for name in names}

    # --- games --------------------------------------------------------------------------------------------------------

    def games(self, most: int = 50, skip: int = 0) -> Document:
        """Games, those begun last first."""
        with self.prepare().reading() as connection:
            found = store.list_games(connection, most, skip)
            total = store.count_games(connection)
        return {"games": [_line(game, version, last) for game, version, last in found], "total": total}

    def begin(self, request: object) -> Entered:
        """Begin a game: `{"title", "ruleset", "card", "players", "waiting", "east", "key"}`.

        Players are in the order of turns; East is the first of them where nobody else is named.

        Raises:
            RulesError, ServiceError: naming the field at fault; `key-reused`; `book-full`.
        """
        fields = Fields.of(request, "", OutcomeError)
        title, key = fields.optional_text("title"), fields.optional_text("key")
        for name, text in (("title", title), ("key", key)):
            if text is not None and (len(text) > LONGEST_LABEL or not text.isprintable()):
                fields.fail(name, f"at most {LONGEST_LABEL} printable characters", "too-long")
        source = ruleset_source(self._shelf, fields.text("ruleset", "name the rule set you play by"))
        ruleset = read_rules(source)
        card = fields.optional_text("card") or ruleset.card
        seats = read_seats(fields)
        fields.done()
        card_id = None if card is None or ruleset.sets is not None else card_source(self._shelf, card).id
        with self.prepare().writing() as connection:
            spelling = self._spell(connection, (*seats["players"], *seats["waiting"]))
            players = tuple(spelling[name] for name in seats["players"])
            east = self._spell(connection, (seats["east"],))[seats["east"]] if seats["east"] else players[0]
            sitting = Sitting(players, tuple(spelling[name] for name in seats["waiting"]), east)
            check_sitting(sitting, ruleset)
            body = {
                "title": title or f"{ruleset.title}",
                "ruleset": ruleset.id,
                "card": card_id,
                "sitting": sitting_document(sitting),
            }
            known = None if key is None else store.find_game(connection, key)
            if known is not None and known.body != body:
                raise ServiceError("key-reused", "this key has begun another game: make up a new one", "key")
            if known is None and store.count_games(connection) >= MOST_GAMES:
                raise ServiceError("book-full", f"the book holds {MOST_GAMES} games", "games")
            game = known or self._add_game(connection, key, source, body)
        return Entered(self.game(game.id), known is None)

    def _add_game(self, connection: Connection, key: str | None, source: Source, body: Mapping[str, Any]) -> Game:
        name = "".join(secrets.choice(_LETTERS) for _ in range(10))
        game = Game(name, key, self._now(), source.sha256, body)
        store.keep_source(connection, source)
        store.add_game(connection, game)
        return game

    def open(self, name: str) -> Opened:
        """A game with its entries.

        Raises:
            ServiceError: `unknown-game`; `book-damaged`.
        """
        if not _ID.fullmatch(name):
            raise _no_game(name)
        with self.prepare().reading() as connection:
            game = store.read_game(connection, name)
            if game is None:
                raise _no_game(name)
            entries = tuple(store.read_entries(connection, name))
            source = store.read_sources(connection, [game.ruleset_sha256])[game.ruleset_sha256]
        return Opened(game, entries, source, self._rules(game, source))

    def _rules(self, game: Game, source: Source) -> RuleSet:
        """The rule set of a game: the one that ships, or a house's as it was when the game began."""
        if game.body["ruleset"] in self._shelf.rulesets():
            return self._shelf.ruleset(game.body["ruleset"])
        return read_rules(source)

    def game(self, name: str) -> Document:
        """A game with its entries, seats and standings.

        Raises:
            ServiceError: as `open`.
        """
        opened = self.open(name)
        return views.game_document(opened.game, opened.state, opened.entries, opened.ruleset)

    def state(self, name: str) -> Document:
        """A game without its entries.

        Raises:
            ServiceError: as `open`.
        """
        opened = self.open(name)
        return views.state_document(opened.game, opened.state, opened.ruleset)

    def since(self, name: str, after: int) -> Document:
        """What a phone needs that has seen entries up to number `after`: the newer ones, and the state now.

        Raises:
            ServiceError: as `open`.
        """
        opened = self.open(name)
        state = opened.state
        return {
            "version": state.version,
            "entries": [views.entry_document(entry, state.removed_by) for entry in opened.entries[after:]],
            "state": views.state_document(opened.game, state, opened.ruleset),
        }

    def versions(self, names: list[str]) -> dict[str, int]:
        """The number of the newest entry of each game that has one."""
        with self.prepare().reading() as connection:
            return store.versions(connection, names)

    # --- entries ------------------------------------------------------------------------------------------------------

    def entries(self, name: str, after: int = 0) -> Document:
        """The entries of a game beyond number `after`.

        Raises:
            ServiceError: as `open`.
        """
        found = self.since(name, after)
        return {"version": found["version"], "entries": found["entries"]}

    def add(self, name: str, request: object) -> Entered:
        """Add an entry (`service.ledger.drafts`); one that was sent before is answered again and entered once.

        Raises:
            ConflictError: where somebody else has entered something since `based_on`.
            ServiceError: `unknown-game`, `key-reused`, `book-full` and what `service.ledger.entering.enter` raises.
            RulesError: naming the field at fault.
        """
        draft = parse_draft(request)
        sent_as = fingerprint(request)
        opened = self.open(name)
        if draft.key is not None and (sent := _sent(opened, draft.key, sent_as)) is not None:
            return sent
        self._refuse_conflict(opened, draft.based_on)
        if len(opened.entries) >= MOST_ENTRIES:
            raise ServiceError("book-full", f"a game holds {MOST_ENTRIES} entries: begin another", "entries")
        game, shelf = opened.game, self._shelf_of(opened)
        body = enter(draft, Desk(game.body["sitting"], opened.entries, game.body["card"], opened.ruleset, shelf))
        ruleset = ruleset_source(self._shelf, game.body["ruleset"]) if _ships(opened, self._shelf) else opened.source
        card = _card_of(body, self._shelf)
        entry = Entry(
            game_id=game.id,
            seq=len(opened.entries) + 1,
            kind=draft.kind,
            key=draft.key,
            request_sha256=sent_as,
            entered_at=self._now(),
            ruleset_sha256=ruleset.sha256,
            card_sha256=None if card is None else card.sha256,
            body=body,
        )
        if not self._write(entry, [ruleset, *([card] if card else [])]):
            # Somebody was faster between our reading and our writing.
            return self._beaten(name, draft.key, sent_as, draft.based_on)
        gone = replay(game.body["sitting"], (*opened.entries, entry), opened.ruleset.rotation).removed_by
        return Entered(views.entry_document(entry, gone), new=True)

    def _write(self, entry: Entry, sources: list[Source]) -> bool:
        """Write an entry whose number is still free; False where it is not."""
        with self.prepare().writing() as connection:
            store.read_game(connection, entry.game_id, lock=True)
            if store.versions(connection, [entry.game_id]).get(entry.game_id, 0) != entry.seq - 1:
                return False
            for source in sources:
                store.keep_source(connection, source)
            sitting = entry.body.get("sitting") if entry.kind == "seats" else None
            if sitting is not None:
                self._spell(connection, (*sitting["players"], *sitting["waiting"]))
            store.add_entry(connection, entry)
        return True

    def _beaten(self, name: str, key: str | None, sent_as: str, based_on: int) -> Entered:
        opened = self.open(name)
        sent = None if key is None else _sent(opened, key, sent_as)
        if sent is not None:
            return sent
        raise _conflict(opened, based_on)

    def _refuse_conflict(self, opened: Opened, based_on: int) -> None:
        version = len(opened.entries)
        if based_on > version:
            message = f"the game is at version {version}: this was based on {based_on}, which is not there"
            raise ServiceError("bad-version", message, "based_on")
        if based_on < version:
            raise _conflict(opened, based_on)

    def _shelf_of(self, opened: Opened) -> Shelf:
        return self._shelf if _ships(opened, self._shelf) else PinnedShelf(self._shelf, opened.source)

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    # --- what follows from them ---------------------------------------------------------------------------------------

    def standings(self, name: str) -> Document:
        """Who has won how much.

        Raises:
            ServiceError: as `open`.
        """
        opened = self.open(name)
        state = opened.state
        return {"version": state.version, "standings": views.standings(state, opened.ruleset)}

    def settle_up(self, name: str) -> Document:
        """Who pays whom so that everybody is even, in the fewest payments.

        Raises:
            ServiceError: as `open`.
        """
        return views.payments_document(self.open(name).state)

    def chart(self, name: str) -> Document:
        """The running totals of the evening.

        Raises:
            ServiceError: as `open`.
        """
        return views.chart_document(self.open(name).state)


def open_book(chosen: Settings, shelf: Shelf) -> Book:
    """The book that the settings name.

    Raises:
        ServiceError: `bad-setting`.
    """
    if chosen.database_url is not None:
        return Book(database_url(chosen.database_url), shelf)
    return Book(URL.create("sqlite", database=str(chosen.book_file)), shelf)


def _line(game: Game, version: int, last: str | None) -> Document:
    """A game as a list shows it."""
    return {
        "id": game.id,
        "title": game.body["title"],
        "ruleset": game.body["ruleset"],
        "card": game.body["card"],
        "players": [*game.body["sitting"]["players"], *game.body["sitting"]["waiting"]],
        "started_at": game.started_at,
        "last_entry_at": last,
        "version": version,
    }


def _no_game(name: str) -> ServiceError:
    return ServiceError("unknown-game", f"there is no game {name[:40]!r}; see the list of games", "game")


def _ships(opened: Opened, shelf: Shelf) -> bool:
    return opened.game.body["ruleset"] in shelf.rulesets()


def _card_of(body: Mapping[str, Any], shelf: Shelf) -> Source | None:
    """The card that a win was judged by."""
    check = body.get("check")
    name = None if check is None else check["question"]["card"]
    return None if name is None else card_source(shelf, name)


def _sent(opened: Opened, key: str, sent_as: str) -> Entered | None:
    """The entry that was sent with this key before.

    Raises:
        ServiceError: `key-reused` where it was another one.
    """
    for entry in opened.entries:
        if entry.key == key:
            if entry.request_sha256 != sent_as:
                raise ServiceError("key-reused", "this key belongs to another entry: make up a new one", "key")
            return Entered(views.entry_document(entry, opened.state.removed_by), new=False)
    return None


def _conflict(opened: Opened, based_on: int) -> ConflictError:
    gone = opened.state.removed_by
    newer = [views.entry_document(entry, gone) for entry in opened.entries[based_on:]]
    return ConflictError(len(opened.entries), newer)
