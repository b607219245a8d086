"""What the routes of taught sets answer, as models for `/openapi.json`."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class _Document(BaseModel):
    model_config = ConfigDict(extra="allow")


class SetEntry(_Document):
    """A taught set."""

    set: str = Field(examples=["Grandma's"])
    faces: int
    kinds: dict[str, int] = Field(description="how many faces of each kind")
    missing: list[str] = Field(description="the kinds it has not been taught")


class SetList(BaseModel):
    """The sets that `set` of a scan can name."""

    sets: list[SetEntry]
    default: str | None = Field(None, description="the set of a scan that names none")


class SetProposal(_Document):
    """What each face of a photo may be; put right, it is the `labels` of a lesson."""

    image: str
    width: int
    height: int
    tiles: list[dict[str, Any]]
    unsure: list[int]


class SetTaught(SetEntry):
    """What a lesson has taught."""

    taught: int
    missed: list[dict[str, Any]] = Field(description="named boxes in whose place nothing was found")


class SetCorrected(_Document):
    """What corrections teach, and what they change in the photo they come from."""

    set: str
    kept: bool
    faces: list[str] = Field(description="ids of what was taught, by which it can be forgotten again")
    changes: list[dict[str, Any]]
    text: str


class SetForgotten(_Document):
    """What was taken out of a set."""

    set: str
    forgotten: list[str]
    faces: int


class SetDeleted(BaseModel):
    """A set that is no more."""

    set: str
    deleted: bool
