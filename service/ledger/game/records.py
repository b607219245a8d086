"""The records of the ledger (sources, games, entries), each with its stored JSON form."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal

from rules.ruleset import RuleSet
from rules.settlement.seat_rotation import EastGoes, Sitting
from rules.settlement.transfers import Transfer
from service.shared.json_text import JsonObject

Kind = Literal["win", "wall", "penalty", "seats", "note", "undo"]

KINDS: Final[tuple[Kind, ...]] = ("win", "wall", "penalty", "seats", "note", "undo")
"""Kinds of entries; `penalty` is a ruling or a payment that the table agreed on, `seats` a change of seats."""


def written(value: Mapping[str, Any]) -> str:
    """Return the canonical JSON text of an object: sorted keys, ASCII, so that equal objects have equal texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def sha256(text: str) -> str:
    """Return the SHA-256 of a text in hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def is_as_written(text: object, digest: str) -> bool:
    """Say whether a text has its hash; SQLite reads a text of a damaged file as NULL or as bytes, which have none."""
    return isinstance(text, str) and sha256(text) == digest


def fingerprint(request: object) -> str:
    """Return the hash of a request, to tell a repeated request from another one with the same key."""
    return sha256(json.dumps(request, sort_keys=True))


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a card or a rule set, in the version that a game or an entry used."""

    kind: Literal["card", "ruleset"]
    id: str
    text: str

    @property
    def sha256(self) -> str:
        """The SHA-256 that identifies this text."""
        return sha256(self.text)


@dataclass(frozen=True, slots=True)
class Game:
    """The beginning of a game.

    Attributes:
        key: the sender's key, so that a repeated request begins no second game.
        started_at: the time of the request, by the server's clock.
        ruleset, card: ids; None for a game without a card.
        sitting: the seats at the start.
        card_sha256: hash of the card's text; None without a card, and for a game from an older version.
    """

    id: str
    key: str | None
    started_at: str
    ruleset_sha256: str
    title: str
    ruleset: str
    card: str | None
    sitting: Sitting
    card_sha256: str | None = None

    @property
    def sources(self) -> tuple[str, ...]:
        """The hashes of the texts at the beginning of the game."""
        return (self.ruleset_sha256, *([self.card_sha256] if self.card_sha256 else []))

    def body(self) -> JsonObject:
        """Return the stored body."""
        return {"title": self.title, "ruleset": self.ruleset, "card": self.card, "sitting": sitting_json(self.sitting)}


@dataclass(frozen=True, slots=True)
class GameMark:
    """A mark of what a game shows; it changes with each new entry and with the evidence of its wins.

    Attributes:
        version: the number of the newest entry.
        evidence: how many wins had evidence kept and removed, and the latest times of both; empty without any.
    """

    version: int
    evidence: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class StoredSettlement:
    """The stored settlement of an entry.

    Attributes:
        net: points won or lost by each person at the table, in the order of the seats; sums to zero.
        sheet: the score sheet, if the rule set has one.
        ruling: the answer of the ruling behind a penalty, as in the contract.
    """

    transfers: tuple[Transfer, ...]
    net: Mapping[str, int]
    sheet: Mapping[str, int] | None
    source: str
    ruling: Mapping[str, Any] | None

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> StoredSettlement:
        """Read a settle answer of the contract, or a stored one."""
        transfers = (Transfer(one["from"], one["to"], one["points"], one["why"]) for one in document["transfers"])
        return cls(tuple(transfers), document["net"], document["sheet"], document["source"], document["ruling"])

    def to_json(self) -> JsonObject:
        """Return the JSON for storage and for the contract."""
        return {
            "transfers": [transfer.to_json() for transfer in self.transfers],
            "net": self.net,
            "sheet": self.sheet,
            "source": self.source,
            "ruling": self.ruling,
        }

    def scores(self, ruleset: RuleSet) -> Mapping[str, int]:
        """Return everybody's win or loss; in a tournament, where nobody pays, that on the score sheet."""
        return self.net if ruleset.tournament is None else self.sheet or {}

    def by_seats(self, names: Iterable[str]) -> StoredSettlement:
        """Return the same settlement with its people in the order of these names; the stored JSON sorts them."""
        places = {name: place for place, name in enumerate(names)}

        def ordered(points: Mapping[str, int]) -> Mapping[str, int]:
            return dict(sorted(points.items(), key=lambda one: places.get(one[0], len(places))))

        return replace(self, net=ordered(self.net), sheet=self.sheet and ordered(self.sheet))

    @property
    def payments(self) -> list[list[str | int]]:
        """The payments as lists of payer, payee and points."""
        return [[one.payer, one.payee, one.points] for one in self.transfers]


@dataclass(frozen=True, slots=True)
class EntryBody:
    """The content of an entry; fields that its kind does not have are None.

    Those of a request are as in `service.ledger.game.entry_request.EntryRequest`.

    Attributes:
        program: the version of the program that wrote it.
        sitting: the seats of that hand; for a change of seats, the new seats.
        question: the settle question of the contract.
        check: the check question of the contract and the paid match, as `question` and `match`.
    """

    based_on: int
    by: str | None
    note: str | None
    program: str
    undoes: int | None = None
    instead_of: int | None = None
    hand: int | None = None
    sitting: Sitting | None = None
    question: Mapping[str, Any] | None = None
    settlement: StoredSettlement | None = None
    check: Mapping[str, Any] | None = None
    model: str | None = None
    east_goes: EastGoes | None = None

    def __post_init__(self) -> None:
        if self.settlement is not None and self.sitting is not None:
            object.__setattr__(self, "settlement", self.settlement.by_seats(self.sitting.everyone))

    @property
    def outcome(self) -> Mapping[str, Any]:
        """The outcome of the settle question; empty without one."""
        return self.question["outcome"] if self.question else {}

    @property
    def card_hand(self) -> str | None:
        """The card's hand that the check found; None without a check."""
        return self.check["match"].get("hand") if self.check else None

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> EntryBody:
        """Read a stored body."""
        found = dict(document)
        if found.get("sitting") is not None:
            found["sitting"] = read_sitting(found["sitting"])
        if found.get("settlement") is not None:
            found["settlement"] = StoredSettlement.of(found["settlement"])
        return cls(**found)

    def to_json(self, kind: Kind) -> JsonObject:
        """Return the stored body of an entry of this kind."""
        body: JsonObject = {"based_on": self.based_on, "by": self.by, "note": self.note, "program": self.program}
        if kind == "undo":
            body["undoes"] = self.undoes
        if self.east_goes is not None:
            body["east_goes"] = self.east_goes
        if self.sitting is not None:
            body["sitting"] = sitting_json(self.sitting)
        if self.settlement is not None:
            body |= {"instead_of": self.instead_of, "hand": self.hand, "settlement": self.settlement.to_json()}
        for name, part in (("question", self.question), ("check", self.check)):
            if part is not None:
                body[name] = part
        return body | {"model": self.model} if kind == "win" else body


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a game.

    Attributes:
        seq: its number in the game, from 1.
        key: the sender's key, so that a repeated request adds no second entry.
        request_sha256: hash of the request, to tell a repeated request from another one with the same key.
        entered_at: the time of the request, by the server's clock.
        ruleset_sha256, card_sha256: hashes of the rule set that settled it and of the card that judged it.
    """

    game_id: str
    seq: int
    kind: Kind
    key: str | None
    request_sha256: str
    entered_at: str
    ruleset_sha256: str
    card_sha256: str | None
    body: EntryBody

    def head(self) -> JsonObject:
        """Return everything but its game and its body, as the ledger and an export store it."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name not in {"game_id", "body"}}

    @property
    def sources(self) -> tuple[str, ...]:
        """The hashes of the texts that settled and judged it."""
        return (self.ruleset_sha256, *([self.card_sha256] if self.card_sha256 else []))

    @property
    def removes(self) -> int | None:
        """The number of the entry that this one undoes or replaces."""
        return self.body.undoes or self.body.instead_of


def read_sitting(document: Mapping[str, Any]) -> Sitting:
    """Read a stored sitting."""
    return Sitting(tuple(document["players"]), tuple(document.get("waiting", ())), document.get("east"))


def read_beginning(body: str) -> tuple[str, str, str | None, Sitting]:
    """Read title, rule set, card and seats of the stored body of a game.

    Raises:
        ValueError, LookupError, TypeError: for an altered body.
    """
    found = json.loads(body)
    return found["title"], found["ruleset"], found["card"], read_sitting(found["sitting"])


def sitting_json(sitting: Sitting) -> JsonObject:
    """Return the stored form of a sitting: players, waiting people and East."""
    return {"players": list(sitting.players), "waiting": list(sitting.waiting), "east": sitting.acting_east}


def seats_of(sitting: Sitting) -> Sitting:
    """Return the seats alone, without the history of passes and streak."""
    return Sitting(sitting.players, sitting.waiting, sitting.acting_east)
