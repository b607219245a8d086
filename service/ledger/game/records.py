"""What the book holds, as values: sources, games and entries; and the one form in which they are written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

Document = dict[str, Any]
"""A JSON object."""

Kind = Literal["win", "wall", "penalty", "seats", "note", "undo"]

KINDS: Final[tuple[Kind, ...]] = ("win", "wall", "penalty", "seats", "note", "undo")
"""What an entry can be. A penalty is a ruling or a payment the table has agreed on; `seats` is a change of seats."""


def written(value: Mapping[str, Any]) -> str:
    """The one text of a JSON object: keys in order, ASCII, so that equal objects have equal texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def sha256(text: str) -> str:
    """The hash of a text in hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def fingerprint(request: object) -> str:
    """The hash of what was sent, to tell an entry that is sent again from another one with the same key."""
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

    `body` holds `title`, `ruleset` and `card` (ids; the card may be None) and `sitting`, who sat where at the start.
    """

    id: str
    key: str | None
    started_at: str
    ruleset_sha256: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a game, numbered from 1.

    `body` holds, as far as the kind has it: `based_on`, `by`, `note`, `instead_of`, `undoes`, `bets`, `hand` with the
    seats before it, `question` and `settlement` (the contract's settle documents), `check` (its question and the match
    that was paid), `model` (the reader of the photo), `sitting` (a change of seats) and `program` (its version).
    """

    game_id: str
    seq: int
    kind: Kind
    key: str | None
    request_sha256: str
    entered_at: str
    ruleset_sha256: str
    card_sha256: str | None
    body: Mapping[str, Any]

    @property
    def removes(self) -> int | None:
        """The entry that this one takes out of effect: one that it undoes, or whose place it takes."""
        found: int | None = self.body.get("undoes") or self.body.get("instead_of")
        return found
