"""The dependencies of routes: the stores of the application, and the body of the request."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request

from service.cards.card_folder import CardFolder
from service.cards.card_questions import read_card_text
from service.photos.scan_queue import ScanPool
from service.shared.json_body import expect_json, read_object, read_objects
from service.tilesets.tileset_store import TileSetStore


# Coroutines although they never wait: FastAPI would run a plain function in a thread each time.
async def _library(request: Request) -> CardFolder:
    library: CardFolder = request.app.state.library
    return library


async def _sets(request: Request) -> TileSetStore:
    sets: TileSetStore = request.app.state.sets
    return sets


async def _scans(request: Request) -> ScanPool:
    scans: ScanPool = request.app.state.scans
    return scans


def kind_of(request: Request) -> str:
    """Return the `Content-Type` of the request."""
    return request.headers.get("content-type", "")


async def _json_objects(request: Request) -> dict[str, Any] | list[Any]:
    """Read a body with one JSON object or an array of them."""
    expect_json(kind_of(request))
    return read_objects(await request.body(), kind_of(request))


async def json_object(request: Request) -> dict[str, Any]:
    """Read a body with one JSON object."""
    expect_json(kind_of(request))
    return read_object(await request.body(), kind_of(request))


async def _card_text(request: Request) -> str:
    """Read the text of a card."""
    return read_card_text(await request.body(), kind_of(request))


LibraryOf = Annotated[CardFolder, Depends(_library)]
SetsOf = Annotated[TileSetStore, Depends(_sets)]
ScansOf = Annotated[ScanPool, Depends(_scans)]
JsonBodies = Annotated[dict[str, Any] | list[Any], Depends(_json_objects)]
JsonBody = Annotated[dict[str, Any], Depends(json_object)]
CardTextOf = Annotated[str, Depends(_card_text)]
