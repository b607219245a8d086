"""Models of the answers about taught tile sets for `/openapi.json`."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from service.server.schemas.core import OpenModel

_QUAD = [[10.0, 20.0], [60.0, 20.0], [60.0, 90.0], [10.0, 90.0]]
_BOX = [10.0, 20.0, 60.0, 90.0]
_READ = {"index": 0, "label": "J", "confidence": 0.97, "sure": True}
_FACE = "0123456789ab"
_ADDED = {"id": _FACE, "label": "J", "from": "jokers.jpg"}
_OTHERWISE = {"id": "456789abcdef", "label": "5B", "there": "6B"}
_ODD = "what is odd about the faces: `other-set`, `set-in-doubt`, `two-sets`, `kinds-lacking`"
_ISSUES = [
    {"code": "set-in-doubt", "message": "These faces may not be of the set Grandma's. Look them over …", "tiles": []}
]


class SetEntry(OpenModel):
    """A taught set."""

    set: str = Field(examples=["Grandma's"])
    faces: int = Field(examples=[44])
    kinds: dict[str, int] = Field(description="how many faces of each kind", examples=[{"5B": 1, "F": 8, "J": 2}])
    missing: list[str] = Field(description="the kinds it has not been taught", examples=[["9C"]])
    reader: str | None = Field(None, description="the reader of its embeddings", examples=["classifier-22@22.0"])
    renewed_from: str | None = Field(
        None,
        description="the reader before, where the set was made over for this one; all faces were kept",
        examples=["reader-10@10.0"],
    )


class SetList(BaseModel):
    """The sets that `set` of a scan can name."""

    sets: list[SetEntry] = Field(
        examples=[[{"set": "Grandma's", "faces": 44, "kinds": {"5B": 1, "F": 8, "J": 2}, "missing": ["9C"]}]]
    )
    default: str | None = Field(None, description="the set of a scan that names none", examples=["Grandma's"])


class SetProposal(OpenModel):
    """What each face of a photo may be; put right, it is the `labels` of a lesson."""

    image: str = Field(examples=["faces.jpg"])
    width: int = Field(examples=[4032])
    height: int = Field(examples=[3024])
    tiles: list[dict[str, Any]] = Field(
        description="tiles of one `group` look alike",
        examples=[[{**_READ, "row": 0, "quad": _QUAD, "box": _BOX, "group": 0}]],
    )
    unsure: list[int] = Field(examples=[[7]])
    issues: list[dict[str, Any]] = Field(description=_ODD, examples=[_ISSUES])


class SetTaught(SetEntry):
    """What a lesson has taught."""

    taught: int = Field(examples=[43])
    missed: list[dict[str, Any]] = Field(
        description="named boxes in whose place nothing was found",
        examples=[[{"image": "faces.jpg", "tile": 3, "label": "9C"}]],
    )
    issues: list[dict[str, Any]] = Field(description=_ODD, examples=[_ISSUES])


class SetCorrected(OpenModel):
    """What corrections teach, and what they change in the photo they come from."""

    set: str = Field(examples=["Grandma's"])
    kept: bool = Field(examples=[True])
    faces: list[str] = Field(
        description="ids of what was taught, by which it can be forgotten again", examples=[[_FACE]]
    )
    was: dict[str, str] = Field(
        description="the labels that those of them had which the set knew before, by id", examples=[{_FACE: "9D"}]
    )
    changes: list[dict[str, Any]] = Field(
        examples=[
            [{"quad": _QUAD, "index": 6, "was": {"label": "1D", "sure": False}, "is": {"label": "J", "sure": True}}]
        ]
    )
    text: str = Field(examples=["1 tile of this photo would be read differently: tile 7 as Joker, not 1 Dot."])


class SetRenamed(SetEntry):
    """A set under its new name."""

    was: str = Field(description="the name it had", examples=["Grandma"])


class SetMerged(SetEntry):
    """What a set has learnt from others, or without `keep` would learn."""

    kept: bool = Field(examples=[True])
    added: int = Field(description="how many faces it has more than before", examples=[1])
    taken: list[dict[str, Any]] = Field(
        description="of each other set: the `faces` that come from it, with the ids by which they can be forgotten "
        "again; how many of its faces were `known` already; of these, the ones it names `otherwise`: `label` stands",
        examples=[[{"set": "The new jokers", "faces": [_ADDED], "known": 2, "otherwise": [_OTHERWISE]}]],
    )
    issues: list[dict[str, Any]] = Field(
        description="`two-sets`: tiles of the same kinds do not look alike in both; `set-in-doubt`: they may not",
        examples=[[]],
    )


class SetForgotten(OpenModel):
    """What was taken out of a set."""

    set: str = Field(examples=["Grandma's"])
    forgotten: list[str] = Field(examples=[[_FACE]])
    faces: int = Field(examples=[43])


class SetDeleted(BaseModel):
    """A set that is no more."""

    set: str = Field(examples=["Grandma's"])
    deleted: bool = Field(examples=[True])
