"""Sources, games and entries: what the book holds, each with the one JSON form in which it is stored."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from rules.settlement.seat_rotation import EastGoes, Sitting
from rules.settlement.transfers import Transfer
from service.shared.json_text import JsonObject

Kind = Literal["win", "wall", "penalty", "seats", "note", "undo"]

KINDS: Final[tuple[Kind, ...]] = ("win", "wall", "penalty", "seats", "note", "undo")
"""What an entry can be. A penalty is a ruling or a payment the table has agreed on; `seats` is a change of seats."""


def written(value: Mapping[str, Any]) -> str:
    """Write the one text of a JSON object: keys in order, ASCII, so that equal objects have equal texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def sha256(text: str) -> str:
    """Hash a text, in hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def fingerprint(request: object) -> str:
    """Hash a request, to tell an entry that is sent again from another one with the same key."""
    return sha256(json.dumps(request, sort_keys=True))


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a card or a rule set, as it was when something was settled by it."""

    kind: Literal["card", "ruleset"]
    id: str
    text: str

    @property
    def sha256(self) -> str:
        """The hash that stands for this text."""
        return sha256(self.text)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was begun.

    Attributes:
        id: made up by the book.
        key: made up by the sender, so that a game sent twice begins once.
        started_at: the time by the clock of then.
        ruleset_sha256: hash of the rule set's text.
        title: what the players call it.
        ruleset, card: ids; a game without a card has None.
        sitting: who sat where at the start.
        card_sha256: hash of the card's text; None without a card, and for a game that an older version has begun.
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
        """The hashes of the texts that it was begun with."""
        return (self.ruleset_sha256, *([self.card_sha256] if self.card_sha256 else []))

    def body(self) -> JsonObject:
        """Return the body as it is stored."""
        return {
            "title": self.title,
            "ruleset": self.ruleset,
            "card": self.card,
            "sitting": sitting_json(self.sitting),
        }


@dataclass(frozen=True, slots=True)
class StoredSettlement:
    """Who paid whom, as it was settled then.

    Attributes:
        transfers: the payments.
        net: what each person at the table won or lost; sums to zero.
        sheet: the score sheet, where the rule set keeps one.
        source: where the rule set says so.
        ruling: the answer of the ruling behind a penalty, as the contract has it.
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
        """Return the form in which it is stored and shown."""
        return {
            "transfers": [transfer.to_json() for transfer in self.transfers],
            "net": self.net,
            "sheet": self.sheet,
            "source": self.source,
            "ruling": self.ruling,
        }

    @property
    def payments(self) -> list[list[str | int]]:
        """From, to and points of each payment."""
        return [[one.payer, one.payee, one.points] for one in self.transfers]


@dataclass(frozen=True, slots=True)
class EntryBody:
    """What an entry says; a field that its kind does not have is None.

    Attributes:
        based_on: the number of the newest entry that the sender had seen.
        by: who or which phone entered it.
        note: words of the table.
        program: the version of the program that wrote it.
        undoes: the entry that no longer counts.
        instead_of: the entry whose place this one takes.
        hand: the number of the hand it happened in.
        sitting: who sat where in that hand; of a change of seats, who sits where from now on.
        question: the settle question of the contract.
        settlement: who paid whom.
        check: the check question of the contract and the match that was paid, as `question` and `match`.
        model: the network that read the rack from a photo.
        east_goes: of a change of seats, where East goes from now on where the rules do not say it.
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
        """Return the body of an entry of this kind as it is stored."""
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
        game_id: its game.
        seq: its number in the game, from 1.
        kind: what it is.
        key: made up by the sender, so that an entry sent twice is entered once.
        request_sha256: hash of the request, to tell an entry sent again from another one with the same key.
        entered_at: the time by the clock of then.
        ruleset_sha256, card_sha256: hashes of the texts that it was settled and judged by.
        body: what it says.
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

    @property
    def removes(self) -> int | None:
        """The entry that this one takes out of effect: one that it undoes, or whose place it takes."""
        return self.body.undoes or self.body.instead_of


def read_sitting(document: Mapping[str, Any]) -> Sitting:
    """Read a stored sitting."""
    return Sitting(tuple(document["players"]), tuple(document.get("waiting", ())), document.get("east"))


def sitting_json(sitting: Sitting) -> JsonObject:
    """Return players, those who wait, and East, as they are stored."""
    return {"players": list(sitting.players), "waiting": list(sitting.waiting), "east": sitting.acting_east}


def seats_of(sitting: Sitting) -> Sitting:
    """Return who sits where, without how they came to sit there."""
    return Sitting(sitting.players, sitting.waiting, sitting.acting_east)
