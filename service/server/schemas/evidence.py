"""The JSON of opened evidence, and of the copy of all that is kept, as models."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from service.server.schemas.core import ErrorBody


class Finding(BaseModel):
    """One thing that was checked again."""

    what: str = Field(examples=["reading"])
    agrees: bool | None = Field(description="null where it could not be asked here")
    text: str = Field(examples=["the photo reads the same: 14 tiles"])


class EvidenceDocument(BaseModel):
    """A dispute bundle, checked again: what it says, and what follows from it now."""

    model_config = ConfigDict(extra="allow")

    created: str
    program: str
    agrees: bool
    checks: list[Finding]
    claim: dict[str, Any]
    was: dict[str, Any]


class CopyDocument(BaseModel):
    """All that is kept, as one file."""

    format: Literal["rackcheck-copy"]
    version: int
    program: str
    created: str
    cards: list[dict[str, str]]
    tables: list[dict[str, str]]
    sets: list[dict[str, Any]]
    games: list[dict[str, Any]]


class Thing(BaseModel):
    """One thing of a copy; `entries` counts the new ones of a game."""

    model_config = ConfigDict(extra="allow")

    what: Literal["card", "table", "set", "game"]
    name: str
    entries: int | None = None


class Refused(Thing):
    """One thing that could not be brought in."""

    error: ErrorBody


class BroughtInDocument(BaseModel):
    """What came of a copy: what is new here, what was here already, what could not be brought in."""

    added: list[Thing]
    there: list[Thing]
    refused: list[Refused]


BODIES: Final = (CopyDocument,)
"""Bodies that are read elsewhere: named so that the OpenAPI document holds them."""
