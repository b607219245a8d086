"""The dependencies of routes: the stores of the application, and the body of the request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from pydantic import BeforeValidator
from starlette.concurrency import run_in_threadpool

from service.cards.card_folder import CardFolder
from service.cards.card_library import CardLibrary
from service.cards.card_questions import read_card_text, read_table_text
from service.photos.scan_queue import ScanPool
from service.shared.json_body import read_object, read_objects
from service.shared.whole_number import whole_number
from service.tilesets.tileset_store import TileSetStore


def part(name: str) -> Any:  # noqa: ANN401 - FastAPI's `Depends`
    """Return the dependency on a part of the application, by its name in `app.state`."""

    # A coroutine although it never waits: FastAPI would run a plain function in a thread each time.
    async def found(request: Request) -> Any:  # noqa: ANN401 - the route names the type
        return getattr(request.app.state, name)

    return Depends(found)


def kind_of(request: Request) -> str:
    """Return the `Content-Type` of the request."""
    return request.headers.get("content-type", "")


def body(read: Callable[[bytes, str], Any]) -> Any:  # noqa: ANN401 - FastAPI's `Depends`
    """Return the dependency on the body of the request, as `read` makes it of the bytes and their `Content-Type`."""

    async def found(request: Request) -> Any:  # noqa: ANN401 - the route names the type
        return read(await request.body(), kind_of(request))

    return Depends(found)


PlayedIn = Annotated[str | None, Query(description="a game of the book: judge by its own cards and rules")]


async def _rules(request: Request, game: PlayedIn = None) -> CardLibrary:
    """Return the cards and rule sets of today, or those that a game of the book plays by."""
    state = request.app.state
    found: CardLibrary = state.library if game is None else await run_in_threadpool(state.ledger.library, game)
    return found


LibraryOf = Annotated[CardFolder, part("library")]
RulesOf = Annotated[CardLibrary, Depends(_rules)]
SetsOf = Annotated[TileSetStore, part("sets")]
ScansOf = Annotated[ScanPool, part("scans")]
JsonBodies = Annotated[dict[str, Any] | list[Any], body(read_objects)]
JsonBody = Annotated[dict[str, Any], body(read_object)]
CardTextOf = Annotated[str, body(read_card_text)]
TableTextOf = Annotated[str, body(read_table_text)]
Whole = Annotated[int, BeforeValidator(whole_number)]
"""A whole number of an address, read as the phone edition does: pydantic alone takes `1_0` and `5.0` too."""
