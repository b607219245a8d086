"""What routes are given: the stores of the application, and the body of the request."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request

from service.cards.card_folder import CardFolder
from service.photos.scan_queue import ScanPool
from service.shared import json_text
from service.shared.errors import ServiceError
from service.tilesets.tileset_store import TileSetStore


# What a route is given is no coroutine's work, but a plain function would be run in a thread of its own each time.
async def _library(request: Request) -> CardFolder:
    library: CardFolder = request.app.state.library
    return library


async def _sets(request: Request) -> TileSetStore:
    sets: TileSetStore = request.app.state.sets
    return sets


async def _scans(request: Request) -> ScanPool:
    scans: ScanPool = request.app.state.scans
    return scans


def _is_json(request: Request) -> bool:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def expect_json(request: Request) -> None:
    """Refuse a body that does not say that it is JSON.

    Raises:
        ServiceError: `unsupported-type`.
    """
    if not _is_json(request):
        raise ServiceError("unsupported-type", "send application/json", "Content-Type")


async def _json_objects(request: Request) -> dict[str, Any] | list[Any]:
    """Read a body that is one JSON object or an array of them."""
    expect_json(request)
    body = json_text.loads(await request.body(), "body")
    if not isinstance(body, dict | list):
        raise ServiceError("wrong-type", "send one JSON object", "body")
    return body


async def _json_object(request: Request) -> dict[str, Any]:
    """Read a body that is one JSON object."""
    body = await _json_objects(request)
    if isinstance(body, list):
        raise ServiceError("wrong-type", "send one JSON object", "body")
    return body


async def _card_text(request: Request) -> str:
    """Read the text of a card: the body itself, or the field `text` of a JSON object."""
    if _is_json(request):
        text = (await _json_object(request)).get("text")
        if not isinstance(text, str):
            raise ServiceError("missing-field", "give the text of a card", "text")
        return text
    return (await request.body()).decode("utf-8")


LibraryOf = Annotated[CardFolder, Depends(_library)]
SetsOf = Annotated[TileSetStore, Depends(_sets)]
ScansOf = Annotated[ScanPool, Depends(_scans)]
JsonObjects = Annotated[dict[str, Any] | list[Any], Depends(_json_objects)]
JsonObject = Annotated[dict[str, Any], Depends(_json_object)]
CardTextOf = Annotated[str, Depends(_card_text)]
