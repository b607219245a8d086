"""Export an installation to one file, and import it elsewhere: ledger, tile sets, cards, rules of tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from models import ModelCard
from rules.errors import RulesError
from rules.input.strict_fields import StrictFields
from service.cards.card_folder import CardFolder
from service.cards.kept_texts import KeptTexts
from service.evidence.bundle_file import now_text
from service.ledger.game.limits import MOST_GAMES
from service.shared import json_text
from service.shared.errors import ErrorObject, ServiceError, error_object, of_code, unless_damaged
from service.shared.json_text import JsonObject
from service.shared.version import version
from service.tilesets import manage
from service.tilesets.tileset_store import MOST_SETS, TileSetStore
from vision.errors import VisionError
from vision.requests import Steps
from vision.tilesets.tile_set import TileSet, numbered

if TYPE_CHECKING:
    from service.ledger.ledger import Ledger

FORMAT: Final = "rackcheck-copy"
VERSION: Final = 1
FILE: Final = "rackcheck-copy.json"
"""Name of the file."""

MOST_BYTES: Final = 128_000_000
"""Largest file, in bytes, that we write and read."""

_MOST_TEXTS: Final = 1_000
_bad_copy: Final = of_code("bad-copy")


@dataclass(frozen=True, slots=True)
class Kept:
    """The stores of an installation: cards and rules of tables, taught tile sets, the ledger."""

    library: CardFolder
    sets: TileSetStore
    ledger: Ledger


@dataclass(frozen=True, slots=True)
class CopiedItem:
    """One item of a copy.

    Attributes:
        what: `card`, `table`, `set` or `game`.
        name: the name that it has here, or the title of a game.
        entries: the number of new entries of a game; None for any other item.
        evidence: the number of a game's wins with new evidence.
        error: why we did not import it; None if we did.
    """

    what: str
    name: str
    entries: int | None = None
    evidence: int = 0
    error: ErrorObject | None = None

    def to_json(self) -> JsonObject:
        """Return kind and name, and the fields that the item has."""
        return {
            "what": self.what,
            "name": self.name,
            **({} if self.entries is None else {"entries": self.entries}),
            **({"evidence": self.evidence} if self.evidence else {}),
            **({} if self.error is None else {"error": self.error}),
        }


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """The result of an import.

    Attributes:
        added: new items, and games with new entries or evidence.
        there: items that this installation already has.
        refused: items that we did not import, each with its `error`; an item of that name here stays.
    """

    added: list[CopiedItem] = field(default_factory=list)
    there: list[CopiedItem] = field(default_factory=list)
    refused: list[CopiedItem] = field(default_factory=list)

    def refuse(self, item: CopiedItem, error: Exception) -> None:
        """Add an item that we did not import because of this error."""
        self.refused.append(replace(item, error=error_object(error)))

    def to_json(self) -> JsonObject:
        """Return every field under its own name."""
        return {
            "added": [item.to_json() for item in self.added],
            "there": [item.to_json() for item in self.there],
            "refused": [item.to_json() for item in self.refused],
        }


def make_copy(kept: Kept) -> JsonObject:
    """Return the copy of an installation as JSON, without faulty taught tile sets; `damaged` names the games left out.

    Raises:
        ServiceError: `copy-too-large` for a copy above the size that we can read; for a ledger with missing entries.
        OSError: if we cannot read a folder.
    """
    library = kept.library
    games, damaged = _games(kept.ledger)
    copy = {
        "format": FORMAT,
        "version": VERSION,
        "program": version(),
        "created": now_text(),
        "cards": _texts(library.added),
        "tables": _texts(library.tables),
        "sets": [json_text.loads(file, "", MOST_BYTES) for file in _set_files(kept.sets)],
        "games": games,
        **({"damaged": damaged} if damaged else {}),
    }
    size = len(json_text.dumps(copy))
    if size > MOST_BYTES:
        message = (
            f"a copy would have {-(-size // 1_000_000)} MB, and at most {MOST_BYTES // 1_000_000} MB can be opened "
            "again: save large sets as files and forget them here, or remove the evidence of older wins"
        )
        raise ServiceError("copy-too-large", message, "copy")
    return copy


def bring_in(data: bytes, kept: Kept, card: ModelCard) -> Steps[BroughtIn]:
    """Import the new items of a copy; of the items here, change only games that continue in the copy.

    Raises:
        ServiceError: `bad-json`, `bad-copy` for bytes that are no copy, `newer-copy`.
    """
    fields = StrictFields.of(json_text.loads(data, "body", MOST_BYTES), "", _bad_copy)
    if fields.text("format") != FORMAT:
        raise ServiceError("bad-copy", "this is some other file: choose one that Rackcheck saved as a copy", "format")
    if fields.whole("version", least=1) > VERSION:
        message = "a newer Rackcheck has saved this copy: open it with a version that is as new"
        raise ServiceError("newer-copy", message, "version")
    found = BroughtIn()
    for what in ("card", "table"):
        for at, item in fields.items(f"{what}s", most=_MOST_TEXTS):
            _bring_text(found, what, StrictFields.of(item, f"{what}s[{at}]", _bad_copy), kept.library)
    for at, item in fields.items("sets", most=MOST_SETS):
        yield from _bring_set(found, item, f"sets[{at}]", kept.sets, card)
    for _, item in fields.items("games", most=MOST_GAMES):
        _bring_game(found, item, kept.ledger)
    return found


def _bring_set(found: BroughtIn, item: object, where: str, sets: TileSetStore, card: ModelCard) -> Steps[None]:
    """Import a taught tile set, under a free name if another set has its name."""
    named = item.get("name") if isinstance(item, dict) else None
    one = CopiedItem("set", str(named)[:64])
    try:
        data = json_text.dumps(item).encode()
        given = sets.read(data, where)
        while True:
            name, is_here = _place(given, sets)
            if is_here:
                found.there.append(replace(one, name=name))
                return
            try:
                yield from manage.import_set(data, where, name, sets, card)
            except ServiceError as error:
                # While we computed its embeddings, somebody may have made a set of that name.
                if error.code != "set-exists":
                    raise
            else:
                found.added.append(replace(one, name=name))
                return
    except (RulesError, ServiceError, VisionError) as error:
        found.refuse(one, error)


def _place(given: TileSet, sets: TileSetStore) -> tuple[str, bool]:
    """Return the name under which we have a tile set, and True; else a free name for it, and False."""
    name, number = given.name, 1
    while sets.has(name):
        here = sets.load(name)
        if _taught(here) == _taught(given):
            return here.name, True
        number += 1
        name = numbered(given.name, number)
    return name, False


def _taught(tile_set: TileSet) -> set[tuple[str, str]]:
    return {(face.id, face.label) for face in tile_set.faces}


def _bring_game(found: BroughtIn, item: object, ledger: Ledger) -> None:
    game = item.get("game") if isinstance(item, dict) else None
    title = game.get("title") if isinstance(game, dict) else None
    one = CopiedItem("game", str(title)[:80])
    try:
        _, new, entries, evidence = ledger.bring_in(item)
    except (RulesError, ServiceError) as error:
        found.refuse(one, error)
    else:
        here = replace(one, entries=entries, evidence=evidence)
        (found.added if new or entries or evidence else found.there).append(here)


def _put(what: str, name: str, text: str, library: CardFolder) -> bool:
    """Store a card or the rules of a table; return whether the text is new."""
    here = None
    if what == "table":
        here = library.tables.text(name)
    elif name in library.cards():
        here = library.text_of(name)
    if here is None:
        (library.put_table if what == "table" else library.put)(name, text, "")
    elif here != text:
        message = f"another {what} is called {name!r} here and stays: give it another name, then open the copy again"
        raise ServiceError(f"{what}-exists", message, name)
    return here is None


def _bring_text(found: BroughtIn, what: str, fields: StrictFields, library: CardFolder) -> None:
    name, text = fields.text("name"), fields.raw_text("text")
    one = CopiedItem(what, name)
    try:
        (found.added if _put(what, name, text, library) else found.there).append(one)
    except (RulesError, ServiceError) as error:
        found.refuse(one, error)


def _texts(kept: KeptTexts) -> list[JsonObject]:
    return [{"name": name, "text": text} for name in kept.names() if (text := kept.text(name)) is not None]


def _set_files(sets: TileSetStore) -> Iterator[bytes]:
    for name in sets.names():
        try:
            yield manage.export_set(name, sets)[1]
        except (ServiceError, VisionError):
            continue


def _games(ledger: Ledger) -> tuple[list[JsonObject], list[str]]:
    """Return the exports of all games, the oldest first, and the ids of the damaged ones."""
    found, damaged = [], []
    for name in reversed(ledger.game_ids()):
        if (game := unless_damaged(ledger.export_json, name)) is None:
            damaged.append(name)
        else:
            found.append(game)
    return found, damaged
