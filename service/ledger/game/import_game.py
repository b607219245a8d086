"""Read an exported game: replay each entry from its request and its seats, and trust nothing else in the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from rules.card.card_file import ID_FORM
from rules.errors import OutcomeError, RulesError
from rules.input.strict_fields import LARGEST, StrictFields
from rules.ruleset import RuleSet
from rules.settlement.seat_rotation import RotationRules, Sitting
from service.cards.card_library import CardLibrary
from service.ledger.game.entering.complete_entry import check_sitting, enter
from service.ledger.game.entering.corrections import PLAYED
from service.ledger.game.entering.entry_context import EntryContext
from service.ledger.game.entry_request import LONGEST_LABEL, game_title, parse_entry_request, read_seats
from service.ledger.game.export import FORMAT, FORMAT_VERSION
from service.ledger.game.limits import MOST_ENTRIES, MOST_SOURCES
from service.ledger.game.pinned_rules import PinnedLibrary, read_card, read_rules
from service.ledger.game.records import Entry, Game, Source, fingerprint, seats_of
from service.ledger.game.state import GameState, advance, begun, replay
from service.ledger.game.win_evidence import WinFile, read_evidence
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject

_PATH: Final = re.compile(r"[/\\]|\.toml$")
"""Matches a path, by which version 0.1.0 named a file of house rules."""

_TIME: Final = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z")


@dataclass(frozen=True, slots=True)
class Imported:
    """A game as this program judges and settles it.

    Attributes:
        differs: the numbers of the entries whose payments or score sheet differ from the file.
    """

    game: Game
    entries: tuple[Entry, ...]
    sources: tuple[Source, ...]
    differs: tuple[int, ...]
    evidence: tuple[WinFile, ...] = ()


def read_export(document: object, library: CardLibrary, most: int = MOST_ENTRIES) -> Imported:
    """Judge and settle the game of an export (`service.ledger.game.export.to_json`) of at most `most` entries again.

    Raises:
        RulesError, ServiceError: naming the place at fault; `bad-export` for a document that is no export.
    """
    fields = StrictFields.of(document, "", OutcomeError)
    if fields.table.get("format") != FORMAT or fields.table.get("format_version") != FORMAT_VERSION:
        message = f"this is no exported game ({FORMAT}, version {FORMAT_VERSION})"
        raise ServiceError("bad-export", message, "format")
    sources = {source.sha256: source for source in _sources(fields)}
    game = _game(fields.child("game"), sources)
    made = _Replay(game, sources, library)
    differs = []
    for at, item in fields.items("entries", most=LARGEST):
        if at >= most:
            raise ServiceError("book-full", f"a game holds {most} entries", "entries")
        given = StrictFields.of(item, f"entries[{at}]", OutcomeError)
        try:
            made.add(given)
        except (RulesError, ServiceError) as error:
            # The rules and the ledger name a field of a request, and do not know which entry it belongs to.
            known = error.where.startswith(given.where)
            where = error.where if known else ": ".join(filter(None, (given.where, error.where)))
            raise ServiceError(error.code, error.message, where) from error
        if made.settled != _settled(given.child("body").table):
            differs.append(at + 1)
    used = {*game.sources, *(name for entry in made.entries for name in entry.sources)}
    return Imported(
        game,
        tuple(made.entries),
        tuple(one for name, one in sources.items() if name in used),
        tuple(differs),
        tuple(read_evidence(fields, made.entries, _time)),
    )


def _sources(fields: StrictFields) -> list[Source]:
    found = []
    for at, item in fields.items("sources", most=MOST_SOURCES):
        given = StrictFields.of(item, f"sources[{at}]", OutcomeError)
        kind = given.choice("kind", ("card", "ruleset"))
        text = given.value("text", "give the text of the file")
        if not isinstance(text, str) or "\0" in text:
            raise ServiceError("bad-export", "this is no text of a card or rule set", given.where)
        source = Source("card" if kind == "card" else "ruleset", given.text("id"), text)
        if source.sha256 != given.text("sha256"):
            raise ServiceError("bad-export", "this text is not the one that was exported", f"{given.where}.text")
        found.append(_by_its_own_id(source, given))
    return found


def _by_its_own_id(source: Source, given: StrictFields) -> Source:
    """Return a source under the id in its text, since the ledger stores each text once for all games."""
    read = read_card if source.kind == "card" else read_rules
    try:
        named = read(source).id
    except RulesError:
        other = read_rules if source.kind == "card" else read_card
        with suppress(RulesError):
            other(source)
            raise ServiceError("bad-export", f"this text is no {source.kind}", given.place("kind")) from None
        # If this program cannot parse the text, no other game here uses it, so its id does not matter.
        return source
    if named != source.id and not _PATH.search(source.id):
        raise ServiceError("bad-export", f"this text calls itself {named!r}", given.place("id"))
    return Source(source.kind, named, source.text)


def _source(fields: StrictFields, name: str, sources: Mapping[str, Source]) -> Source:
    found = sources.get(fields.text(name))
    if found is None:
        raise ServiceError("bad-export", "the text with this hash is not in the file", fields.place(name))
    return found


def _time(fields: StrictFields, name: str) -> str:
    text = fields.text(name)
    if not _TIME.fullmatch(text) or not _is_time(text):
        fields.fail(name, "must be a time such as 2026-01-31T20:15:00Z", "wrong-type")
    return text


def _is_time(text: str) -> bool:
    """Say whether the calendar has this day, and the day this time."""
    try:
        return bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _game(fields: StrictFields, sources: Mapping[str, Source]) -> Game:
    source = _source(fields, "ruleset_sha256", sources)
    ruleset = read_rules(source)
    sitting = _sitting(fields, ruleset)
    # `title` may have several lines, as in older versions; `game_title` joins them below.
    title, card = fields.text("title"), fields.optional_text("card")
    for name, text in (("title", title), ("card", card or "")):
        if len(text) > LONGEST_LABEL:
            raise ServiceError("bad-export", f"at most {LONGEST_LABEL} characters", fields.place(name))
    if card is not None and not ID_FORM.fullmatch(card):
        raise ServiceError("bad-export", "this is no id of a card", fields.place("card"))
    started_at = _time(fields, "started_at")
    begun_with = _source(fields, "card_sha256", sources).sha256 if fields.has("card_sha256") else None
    begun = (fields.text("id"), None, started_at, source.sha256)
    title = game_title(title, ruleset.title)
    return Game(*begun, title, ruleset.id, card, seats_of(sitting), begun_with)


def _sitting(fields: StrictFields, ruleset: RuleSet) -> Sitting:
    seats = read_seats(fields.child("sitting"))
    sitting = Sitting(seats.players, seats.waiting, seats.east)
    check_sitting(sitting, ruleset)
    return sitting


class _Replay:
    """Replays a game, entry by entry."""

    def __init__(self, game: Game, sources: Mapping[str, Source], library: CardLibrary) -> None:
        self.entries: list[Entry] = []
        self._game = game
        self._sources = sources
        self._library = library
        self._rules: RotationRules | None = None
        self._state = begun(game.sitting)

    def add(self, fields: StrictFields) -> None:
        """Enter the next entry again, from its request, on top of the entries before it."""
        number = len(self.entries) + 1
        if fields.whole("seq", least=1) != number:
            raise ServiceError("bad-export", f"entry {number} belongs here: one is missing", fields.place("seq"))
        source = _source(fields, "ruleset_sha256", self._sources)
        ruleset = read_rules(source)
        card = _source(fields, "card_sha256", self._sources) if fields.has("card_sha256") else None
        pinned = PinnedLibrary(self._library, source, *([card] if card else []))
        if ruleset.id != self._game.ruleset:
            raise ServiceError("bad-export", "another rule set than the game's", fields.place("ruleset_sha256"))
        request = _request(fields.text("kind"), fields.child("body").table, number - 1)
        if card is not None and request.get("check"):
            # Version 0.1.0 stored the path of a file of house rules in place of the card's id.
            request["check"]["card"] = card.id
        draft = parse_entry_request(request)
        now = self._now(ruleset.rotation)
        context = EntryContext(self._game.sitting, self.entries, self._game.card, ruleset, pinned, now, imported=True)
        if draft.kind in PLAYED:
            context = replace(context, sitting=_played_by(fields.child("body"), ruleset, now))
        made = enter(draft, context)
        entry = Entry(
            game_id=self._game.id,
            seq=number,
            kind=draft.kind,
            key=None,
            request_sha256=fingerprint(request),
            entered_at=_time(fields, "entered_at"),
            ruleset_sha256=source.sha256,
            card_sha256=None if card is None else card.sha256,
            body=made.body,
        )
        self.entries.append(entry)
        if entry.removes is None:
            advance(self._state, entry, ruleset.rotation)
        else:
            self._rules = None

    @property
    def settled(self) -> object:
        """Who pays whom in the newest entry, and its score sheet."""
        settlement = self.entries[-1].body.settlement
        return settlement and (settlement.payments, settlement.sheet)

    def _now(self, rules: RotationRules) -> GameState:
        """Return the state after all entries; replay them if the last one removed another, or the rotation differs."""
        if self._rules != rules:
            self._state, self._rules = replay(self._game.sitting, self.entries, rules), rules
        return self._state


def _played_by(body: StrictFields, ruleset: RuleSet, now: GameState) -> Sitting | None:
    """Return the seats of a hand, which an older version may have moved otherwise; None unless all sat at the table."""
    if not body.has("sitting"):
        return None
    sitting = _sitting(body, ruleset)
    return sitting if set(sitting.everyone) <= set(now.points) else None


def _request(kind: str, body: Mapping[str, Any], based_on: int) -> JsonObject:
    """Return the request that a phone would have sent for an entry."""
    request: JsonObject = {"kind": kind, "based_on": based_on, "by": body.get("by"), "note": body.get("note")}
    if kind == "undo":
        return request | {"undoes": body.get("undoes")}
    if kind == "seats":
        way = {"east_goes": body["east_goes"]} if body.get("east_goes") else {}
        return request | dict(_mapping(body.get("sitting"))) | way
    if kind == "note":
        return request
    question, check = _mapping(body.get("question")), _mapping(body.get("check"))
    request |= {"instead_of": body.get("instead_of"), "bets": question.get("bettors")}
    if kind == "wall":
        return request
    if not question:
        return request | {"transfers": _mapping(body.get("settlement")).get("transfers")}
    request["outcome"] = question.get("outcome")
    if kind == "win":
        asked = _mapping(check.get("question"))
        request["model"] = body.get("model")
        request["check"] = {name: asked.get(name) for name in ("rack", "card", "options")} if asked else None
    return request


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _settled(body: Mapping[str, Any]) -> object:
    """Return payments and score sheet of an entry in the file, unchecked, for comparison only."""
    settlement = _mapping(body.get("settlement"))
    transfers = settlement.get("transfers")
    if not isinstance(transfers, list):
        return transfers
    payments = [[one.get(name) for name in ("from", "to", "points")] for one in transfers if isinstance(one, Mapping)]
    return payments, settlement.get("sheet")
