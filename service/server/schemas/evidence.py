"""Models of opened evidence, and of the copy of the whole data."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, Field
from pydantic.config import JsonDict

from service.server.schemas.core import ErrorBody, OpenModel, with_examples

_CARD: Final[JsonDict] = {"name": "ours", "text": 'id = "ours"'}
_COPY: Final[JsonDict] = {
    "format": "rackcheck-copy",
    "version": 1,
    "program": "0.1.0",
    "created": "2026-01-31T20:15:00Z",
    "cards": [_CARD],
    "tables": [],
    "sets": [],
    "games": [],
}
_RECHECKED: Final[JsonDict] = {
    "evidence": "evidence",
    "created": "2026-01-31T20:15:00Z",
    "program": "rackcheck 0.1.0",
    "agrees": True,
    "checks": [{"what": "reading", "agrees": True, "text": "the photo reads the same: 14 tiles"}],
    "claim": {"card": "nmjl-1976"},
    "was": {"check": {"win": True, "value": 20}},
}
_BROUGHT: Final[JsonDict] = {
    "added": [{"what": "game", "name": "Friday", "entries": 12}],
    "there": [{"what": "set", "name": "Club"}],
    "refused": [
        {"what": "card", "name": "ours", "error": {"code": "card-exists", "message": "another card", "where": "ours"}}
    ],
}


class Finding(BaseModel):
    """One thing that was checked again."""

    what: str = Field(examples=["reading"])
    agrees: bool | None = Field(description="null where it could not be asked here")
    text: str = Field(examples=["the photo reads the same: 14 tiles"])


class EvidenceDocument(OpenModel):
    """A dispute bundle, checked again: what it says, and what follows from it now."""

    model_config = with_examples(_RECHECKED)

    created: str
    program: str
    agrees: bool
    checks: list[Finding]
    claim: dict[str, Any]
    was: dict[str, Any]


class CopyDocument(BaseModel):
    """All that is kept, as one file."""

    model_config = with_examples(_COPY)

    format: Literal["rackcheck-copy"]
    version: int
    program: str
    created: str
    cards: list[dict[str, str]]
    tables: list[dict[str, str]]
    sets: list[dict[str, Any]]
    games: list[dict[str, Any]]
    damaged: list[str] = Field(
        [], description="the damaged games, which are left out; it is missing where there are none"
    )


class Thing(OpenModel):
    """One thing of a copy; `entries` counts the new ones of a game, `evidence` its wins whose evidence is new."""

    what: Literal["card", "table", "set", "game"]
    name: str
    entries: int | None = None
    evidence: int | None = None


class Refused(Thing):
    """One thing that could not be brought in."""

    error: ErrorBody


class BroughtInDocument(BaseModel):
    """What came of a copy: what is new here, what was here already, what could not be brought in."""

    model_config = with_examples(_BROUGHT)

    added: list[Thing]
    there: list[Thing]
    refused: list[Refused]
