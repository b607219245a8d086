"""The routes of the book: games, entries, and what follows from them."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from service.ledger.ledger import Book
from service.server.routes.core import JsonObject, json_body
from service.server.routes.ledger_events import Watch
from service.server.schemas import ledger as documents
from service.server.schemas.core import ErrorAnswer
from service.server.transport.error_answers import JsonAnswer

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorAnswer} for status in (400, 404, 409, 413, 415, 422, 503)
}
_AGAIN: dict[int | str, dict[str, Any]] = {200: {"description": "It was sent before, with the same key."}}
_CONFLICT: dict[int | str, dict[str, Any]] = {409: {"model": documents.ConflictAnswer | ErrorAnswer}}
_CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "`entry` for each new entry, whose number is the event's id, then `state`; both carry JSON.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}

book = APIRouter(prefix="/api/v1", default_response_class=JsonAnswer, responses=_ERRORS, tags=["book"])


async def _book(request: Request) -> Book:
    found: Book = request.app.state.book
    return found


async def _watch(request: Request) -> Watch:
    found: Watch = request.app.state.watch
    return found


BookOf = Annotated[Book, Depends(_book)]
WatchOf = Annotated[Watch, Depends(_watch)]
Most = Annotated[int, Query(ge=1, le=200, description="how many games to list")]
Skip = Annotated[int, Query(ge=0, le=10_000, description="how many of the newest to leave out")]
After = Annotated[int, Query(ge=0, le=1_000_000, description="the newest entry that is known already")]
Since = Annotated[int | None, Query(ge=0, le=1_000_000, description="the newest entry that is known already")]
LastEvent = Annotated[str | None, Header(alias="Last-Event-ID", description="where the stream broke off")]


@book.get("/players", response_model=documents.PlayerList)
def players(book: BookOf) -> JsonAnswer:
    """List everybody who has ever been named."""
    return JsonAnswer(book.players())


@book.post(
    "/players",
    status_code=201,
    response_model=documents.PlayerDocument,
    openapi_extra=json_body("PlayerDocument"),
)
def add_player(request: JsonObject, book: BookOf) -> JsonAnswer:
    """Add a player; one who is there already is answered 409."""
    return JsonAnswer(book.add_player(request), 201)


@book.get("/games", response_model=documents.GameList)
def games(book: BookOf, most: Most = 50, skip: Skip = 0) -> JsonAnswer:
    """List the games, those put in last first."""
    return JsonAnswer(book.games(most, skip))


@book.post(
    "/games",
    status_code=201,
    response_model=documents.GameDocument,
    openapi_extra=json_body("NewGame"),
    responses=_AGAIN,
)
def begin(request: JsonObject, book: BookOf) -> JsonAnswer:
    """Begin a game; names that are new become players."""
    found = book.begin(request)
    return JsonAnswer(found.document, 201 if found.new else 200)


@book.post(
    "/games/import",
    status_code=201,
    response_model=documents.ImportedDocument,
    openapi_extra=json_body("ExportDocument"),
)
def import_game(request: JsonObject, book: BookOf) -> JsonAnswer:
    """Read in an exported game: every entry is judged and settled again."""
    return JsonAnswer(book.import_game(request), 201)


@book.get("/games/{game}", response_model=documents.GameDocument)
def game(game: str, book: BookOf) -> JsonAnswer:
    """Show a game: who sits where, the standings, and every entry."""
    return JsonAnswer(book.game(game))


@book.get("/games/{game}/entries", response_model=documents.EntryList)
def entries(game: str, book: BookOf, after: After = 0) -> JsonAnswer:
    """List the entries beyond the one that is known already."""
    return JsonAnswer(book.entries(game, after))


@book.post(
    "/games/{game}/entries",
    status_code=201,
    response_model=documents.EntryDocument,
    openapi_extra=json_body("NewEntry"),
    responses={**_AGAIN, **_CONFLICT},
)
async def add_entry(game: str, request: JsonObject, book: BookOf, watch: WatchOf) -> JsonAnswer:
    """Enter a win, a wall, a penalty, a change of seats, a note or an undo.

    What is based on an older version of the game is refused with the newer entries, and nothing is entered.
    """
    found = await run_in_threadpool(book.add, game, request)
    watch.announce()
    return JsonAnswer(found.document, 201 if found.new else 200)


@book.get("/games/{game}/standings", response_model=documents.StandingList)
def standings(game: str, book: BookOf) -> JsonAnswer:
    """Say who has won how much."""
    return JsonAnswer(book.standings(game))


@book.get("/games/{game}/settle-up", response_model=documents.SettleUpDocument)
def settle_up(game: str, book: BookOf) -> JsonAnswer:
    """Say who pays whom at the end of the evening, in the fewest payments."""
    return JsonAnswer(book.settle_up(game))


@book.get("/games/{game}/chart", response_model=documents.ChartDocument)
def chart(game: str, book: BookOf) -> JsonAnswer:
    """Give everybody's running total, hand by hand."""
    return JsonAnswer(book.chart(game))


@book.get("/games/{game}/recompute", response_model=documents.RecomputeDocument)
def recompute(game: str, book: BookOf) -> JsonAnswer:
    """Judge and settle every entry again by the texts it was made by, and say which no longer agree."""
    return JsonAnswer(book.recompute(game))


@book.get("/games/{game}/export.csv", response_class=Response, responses=_CSV)
def export_csv(game: str, book: BookOf) -> Response:
    """Give the game as a table for a spreadsheet."""
    # Spreadsheets take a file for UTF-8 only when it begins with this mark.
    text = "\N{BYTE ORDER MARK}" + book.export_csv(game)
    return Response(text, media_type="text/csv; charset=utf-8", headers=_file(game, "csv"))


@book.get("/games/{game}/export.json", response_model=documents.ExportDocument)
def export_json(game: str, book: BookOf) -> JsonAnswer:
    """Give everything the book holds of the game, to be read in elsewhere."""
    return JsonAnswer(book.export_json(game), headers=_file(game, "json"))


def _file(game: str, suffix: str) -> dict[str, str]:
    """Let a browser keep the answer as a file."""
    return {"Content-Disposition": f'attachment; filename="rackcheck-{game}.{suffix}"'}


@book.get("/games/{game}/events", response_class=StreamingResponse, responses=_STREAM)
async def events(
    game: str, book: BookOf, watch: WatchOf, after: Since = None, last_event: LastEvent = None
) -> StreamingResponse:
    """Follow a game: entries of all phones as they are made, as server-sent events.

    A stream that broke off goes on behind `Last-Event-ID`, a new one behind `after`, or behind the newest entry.
    """
    await run_in_threadpool(book.state, game)
    watch.admit()
    known = int(last_event) if last_event and last_event.isdecimal() and len(last_event) < 8 else after
    return StreamingResponse(
        watch.stream(game, known), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )
