"""Describe request bodies and errors for `/openapi.json`; the program parses bodies itself, to name every fault."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from pydantic import BaseModel

from service.judging.answers import MOST_GAMES
from service.photos.live_sessions import MOST_FRAME_BYTES, MOST_FRAME_SIDE
from service.server.schemas import cards, core, evidence, ledger

Described = dict[str, Any]
"""A part of an OpenAPI document."""

_MODELS: Final[dict[str, type[BaseModel]]] = {
    name: model
    for area in (cards, core, evidence, ledger)
    for name, model in vars(area).items()
    if isinstance(model, type) and issubclass(model, BaseModel)
}
"""The models by name: a route describes its body by the model's name, and no signature names the model."""

_REFERENCE: Final = re.compile('"#/components/schemas/([^"]+)"')
_BINARY: Final = {"type": "string", "format": "binary"}
_PHOTO: Final = {**_BINARY, "description": "a JPEG, PNG or WebP photo"}
_GUARD: Final = (400, 403, 408, 413, 503)
_NAMES: Final = {"type": "array", "items": {"type": "string"}}


def errors(*statuses: int) -> dict[int | str, Described]:
    """Describe the error answers of routes by status, with those that `request_guard.Guard` gives for every route."""
    # By name: FastAPI would build the model anew for each status of each route, a fifth of a server's start.
    content = {"application/json": _schema(core.ErrorAnswer)}
    return {status: {"content": content} for status in (*_GUARD, *statuses)}


def add_models(document: Described) -> None:
    """Add the models that an OpenAPI document refers to and does not hold; changes `document` in place."""
    held = document["components"]["schemas"]
    for name in sorted({*_REFERENCE.findall(json.dumps(document))} - {*held}):
        made = _MODELS[name].model_json_schema(ref_template="#/components/schemas/{model}")
        held.update(made.pop("$defs", {}))
        held[name] = made


def begun(model: type[BaseModel]) -> dict[int | str, Described]:
    """Describe the 201 answer, for an id that did not exist."""
    return {201: {"model": model, "description": "There was none of this id before."}}


def _body(*kinds: tuple[str, Described]) -> Described:
    return {"requestBody": {"required": True, "content": dict(kinds)}}


def _schema(model: type[BaseModel]) -> Described:
    return {"schema": {"$ref": f"#/components/schemas/{model.__name__}"}}


def json_body(model: type[BaseModel]) -> Described:
    """Describe a JSON body by a model of `service.server.schemas`."""
    return _body(("application/json", _schema(model)))


def _json(schema: Described, example: Described) -> Described:
    return _body(("application/json", {"schema": schema, "example": example}))


def _fields(properties: Described, example: Described) -> Described:
    """Describe a JSON body of fields; the fields of the example are required."""
    return _json({"type": "object", "required": [*example], "properties": properties}, example)


def _form(properties: Described, *required: str, image: Described = _PHOTO, **more: Described) -> Described:
    """Describe a form with a photo."""
    schema = {"type": "object", "required": ["image", *required], "properties": {"image": image, **properties}}
    return _body(("multipart/form-data", {"schema": schema, **more}))


def _text(description: str) -> Described:
    return {"type": "string", "description": description}


CARD: Final = _body(("text/plain", {"schema": {"type": "string"}}), ("application/json", _schema(cards.CardText)))
_OPTIONAL_TEXT: Final = {"type": ["string", "null"]}
_CARD_NAME: Final = {
    "id": {**_OPTIONAL_TEXT, "description": "the new id"},
    "title": {**_OPTIONAL_TEXT, "description": "the new title; left out, it stays"},
}
CARD_COPY: Final = _fields(_CARD_NAME, {"id": "our-new-card"})
CARD_NAME: Final = _json(
    # Either field is enough: a card may keep its id and get another title.
    {"type": "object", "properties": _CARD_NAME, "anyOf": [{"required": [name]} for name in _CARD_NAME]},
    {"id": "our-new-card"},
)
SETTLE: Final = _json(
    {
        "anyOf": [
            _schema(core.SettleQuestion)["schema"],
            # Any item is valid here: a malformed one gets an error of its own, and the others get answers.
            {"type": "array", "items": {}, "maxItems": MOST_GAMES, "description": "games, each as one alone"},
        ]
    },
    core.SettleQuestion.model_json_schema()["examples"][0],
)

SAVED_FILE: Final = _body(
    ("application/octet-stream", {"schema": {**_BINARY, "description": "the file as it was saved"}})
)
CARD_PHOTO: Final = _form({})
SCAN: Final = _form(
    {
        "set": _text("read by this taught set: a name of /api/v1/sets; empty: by none"),
        "shows": {"type": "string", "enum": ["rack", "table"], "description": "table: discards and others' exposures"},
    }
)
SCAN_TILE: Final = _form(
    {
        "quad": _text("where the tile lies, as JSON: [[x, y], ...], four corners clockwise from its top left"),
        "set": _text("read by this taught set; empty: by none"),
    },
    "quad",
)
EVIDENCE: Final = _form(
    {"claim": _schema(core.EvidenceClaim)["schema"], "set": _text("read by this taught set too; empty: by none")},
    "claim",
    encoding={"claim": {"contentType": "application/json"}},
)
LIVE: Final = _form(
    {
        "time": {"type": "number", "description": "when it was taken, in seconds of the camera's own clock"},
        "session": _text("as the answer to the camera's first picture named it; left out, one begins"),
        "set": _text("a new session is read by this taught set; empty: by none"),
    },
    "time",
    image={
        **_BINARY,
        "description": f"a JPEG, PNG or WebP picture of at most {MOST_FRAME_BYTES} bytes and {MOST_FRAME_SIDE} pixels "
        "a side",
    },
)

_LABELS: Final = _text('{"tiles": [{"quad" or "box", "label"}]} as JSON text; label NONE: no face of the set')
SET_PROPOSAL: Final = _form({"labels": _LABELS}, image=_BINARY)
_KNOWN: Final = _text("yes teaches only a set that is here; else a new name begins one")
SET_TEACHING: Final = _form({"labels": _LABELS, "known": _KNOWN}, "labels", image=_BINARY)
_TEACHES: Final = _text("yes teaches; else the answer only says the effect")
SET_CORRECTIONS: Final = _form({"labels": _LABELS, "keep": _TEACHES, "known": _KNOWN}, "labels", image=_BINARY)
_CHANGES: Final = {
    "type": ["boolean", "null"],
    "default": True,
    "description": "false: nothing changes; the answer says what would",
}
SET_MERGE: Final = _fields({"others": _NAMES, "keep": _CHANGES}, {"others": ["The new jokers"]})
SET_NAME: Final = _fields({"name": {"type": "string"}}, {"name": "The club's"})
SET_FACES: Final = _fields(
    {
        "faces": _NAMES,
        "was": {
            "type": ["object", "null"],
            "additionalProperties": {"type": "string"},
            "description": "faces that stay and get back this label, from the answer to a correction",
        },
        "undo": {
            "type": ["boolean", "null"],
            "default": False,
            "description": "true: faces that are gone are skipped, and a set without any face left is forgotten",
        },
    },
    {"faces": ["0123456789ab", "456789abcdef"]},
)

ZIP: Final[dict[int | str, Described]] = {
    200: {
        "description": "the bundle, which `rackcheck evidence show` reads",
        "content": {"application/zip": {"schema": _BINARY}},
    }
}
CSV: Final[dict[int | str, Described]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
EVENTS: Final[dict[int | str, Described]] = {
    200: {
        "description": "`entry` for each new entry, whose number is the event's id, then `state`; both carry JSON. "
        "`state` comes alone where evidence of a win was kept or removed.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}
