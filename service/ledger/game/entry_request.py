"""Parse entry requests strictly, without deciding anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.errors import OutcomeError
from rules.input.one_line import is_one_line, one_line
from rules.input.strict_fields import StrictFields
from rules.settlement.seat_rotation import EAST_GOES, EastGoes
from service.ledger.game.player_names import clean_name, clean_names, spelling
from service.ledger.game.records import KINDS, Kind

LONGEST_NOTE: Final = 500
LONGEST_LABEL: Final = 80
MOST_WAITING: Final = 4
"""Maximum number of waiting people: two may bet, and a club may have a few more who want to play."""
MOST_TRANSFERS: Final = 20
"""Maximum number of payments in one agreement, so that everybody at a table can pay everybody else."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Requested seats: players in turn order, waiting people, and East."""

    players: tuple[str, ...]
    waiting: tuple[str, ...]
    east: str | None

    def spelled(self, known: Mapping[str, str]) -> Seats:
        """Spell the names as `known` does, by their keys; a stranger's name stays as it is."""
        players, waiting = (tuple(spelling(name, known) for name in names) for names in (self.players, self.waiting))
        return Seats(players, waiting, None if self.east is None else spelling(self.east, known))


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """A parsed entry request.

    Attributes:
        based_on: the number of the newest entry that the sender saw; 0 for none.
        key: the sender's key for this entry, so that a repeated request adds no second entry.
        by: the person or phone that enters it.
        instead_of: the number of a wrong entry that this one replaces.
        undoes: the number of the entry to undo.
        outcome: the `outcome` of a settle question; `kind` may be missing if the entry's kind implies it.
        bets: the bets of waiting people, as `bettors` of a settle question.
        check: the check question about the winning rack.
        model: the network that read the rack from a photo.
        transfers: payments that the table agreed on.
        east_goes: where East goes from this entry on, if the rules do not say it.
    """

    kind: Kind
    based_on: int
    key: str | None = None
    by: str | None = None
    note: str | None = None
    instead_of: int | None = None
    undoes: int | None = None
    outcome: Mapping[str, Any] | None = None
    bets: tuple[Mapping[str, Any], ...] = ()
    check: Mapping[str, Any] | None = None
    model: str | None = None
    transfers: tuple[Mapping[str, Any], ...] = ()
    seats: Seats | None = None
    east_goes: EastGoes | None = None


def parse_entry_request(request: object) -> EntryRequest:
    """Read the body of an entry.

    Raises:
        OutcomeError, ServiceError: naming a field that is missing, unknown or of the wrong type.
    """
    fields = StrictFields.of(request, "", OutcomeError)
    kind = fields.choice("kind", KINDS)
    found = EntryRequest(
        kind,
        based_on=fields.whole("based_on", least=0, hint="give the version of the game this is based on"),
        key=label(fields, "key"),
        by=label(fields, "by"),
        note=short_text(fields, "note", LONGEST_NOTE),
    )
    match kind:
        case "undo":
            found = replace(found, undoes=fields.whole("undoes", least=1, hint="give the number of the entry to undo"))
        case "note":
            if found.note is None:
                fields.fail("note", "is missing: write the note", "missing-field")
        case "seats":
            way = fields.choice("east_goes", EAST_GOES) if fields.has("east_goes") else None
            found = replace(found, seats=read_seats(fields), east_goes=way)
        case _:
            found = _played(fields, found)
    fields.done()
    return found


def read_seats(fields: StrictFields) -> Seats:
    """Read the fields `players`, `waiting` and `east`.

    Raises:
        ServiceError, or the reader's error: naming the field.
    """
    players = clean_names(_list(fields, "players"), "players")
    waiting = clean_names(_list(fields, "waiting"), "waiting") if fields.has("waiting") else ()
    if len(waiting) > MOST_WAITING:
        fields.fail("waiting", f"at most {MOST_WAITING} people wait at one table", "wrong-number")
    east = clean_name(fields.value("east", "name East"), "east") if fields.has("east") else None
    return Seats(players, waiting, east)


def _played(fields: StrictFields, request: EntryRequest) -> EntryRequest:
    """Read the fields of a win, a wall or a penalty."""
    instead_of = fields.whole("instead_of", least=1) if fields.has("instead_of") else None
    request = replace(request, instead_of=instead_of, bets=_objects(fields, "bets"))
    if request.kind == "wall":
        return request
    outcome = fields.mapping("outcome") if fields.has("outcome") else None
    if request.kind == "win":
        check, model = fields.mapping("check") if fields.has("check") else None, label(fields, "model")
        if outcome is None:
            fields.fail("outcome", 'is missing: say who won, as {"winner": "Ann", ...}', "missing-field")
        return replace(request, outcome=outcome, check=check, model=model)
    transfers = _objects(fields, "transfers")
    if len(transfers) > MOST_TRANSFERS:
        fields.fail("transfers", f"at most {MOST_TRANSFERS} payments in one entry", "wrong-number")
    if (outcome is None) == (not transfers):
        message = "give the outcome of a ruling, or the transfers the table has agreed on"
        fields.fail("outcome", message, "contradiction" if transfers else "missing-field")
    if transfers and request.bets:
        # Nothing pays a bet here, and nobody must believe that it was paid.
        message = "bets go with a ruling: add what the bettors pay to the payments that the table has agreed on"
        fields.fail("bets", message, "contradiction")
    return replace(request, outcome=outcome, transfers=transfers)


def label(fields: StrictFields, name: str) -> str | None:
    """Read a text of at most `LONGEST_LABEL` characters, as `short_text` does."""
    return short_text(fields, name, LONGEST_LABEL)


def short_text(fields: StrictFields, name: str, longest: int) -> str | None:
    """Read a text for people; None without the field.

    Raises:
        The reader's error: `too-long` or `not-text`.
    """
    text = fields.optional_text(name)
    if text is not None and (len(text) > longest or not is_one_line(text.replace("\n", " "))):
        fields.fail(name, f"at most {longest} printable characters", "too-long" if len(text) > longest else "not-text")
    return text


def game_title(text: str, otherwise: str) -> str:
    """Return a title as one line of at most `LONGEST_LABEL` characters; `otherwise` stands in for an empty one."""
    return one_line(text)[:LONGEST_LABEL].rstrip() or one_line(otherwise)[:LONGEST_LABEL].rstrip()


def _list(fields: StrictFields, name: str) -> list[object]:
    return [item for _, item in fields.items(name, "list the people in the order of turns")]


def _objects(fields: StrictFields, name: str) -> tuple[Mapping[str, Any], ...]:
    if not fields.has(name):
        return ()
    return tuple(fields.as_mapping(item, f"{name}[{at}]") for at, item in fields.items(name))
