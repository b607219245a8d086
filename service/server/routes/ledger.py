"""The routes of the ledger: players, games and entries, standings and payments, exports, events."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import Response, StreamingResponse
from starlette.concurrency import run_in_threadpool

from service.ledger.game.export import SPREADSHEET_MARK
from service.ledger.game.limits import LARGEST_EXPORT
from service.ledger.game.shown.season import read_day
from service.ledger.ledger import Ledger
from service.server.routes.dependencies import JsonBody, Whole, kind_of, part
from service.server.schemas import bodies
from service.server.schemas import ledger as schemas
from service.server.schemas.core import ErrorAnswer
from service.server.transport.error_answers import JsonAnswer
from service.server.transport.event_streams import EventAnswer, EventStreams
from service.server.transport.request_body import BodyLimit
from service.shared import json_text
from service.shared.json_body import expect_json

_AGAIN: dict[int | str, dict[str, Any]] = {200: {"description": "It was sent before, with the same key."}}
_CONFLICT: dict[int | str, dict[str, Any]] = {409: {"model": schemas.ConflictAnswer | ErrorAnswer}}
router = APIRouter(prefix="/api/v1", responses=bodies.errors(404, 409, 415, 422), tags=["book"])

IMPORT: Final = "/games/import"
LARGER_BODIES: Final = {f"{router.prefix}{IMPORT}": BodyLimit(LARGEST_EXPORT, 60.0, "no game that was exported is")}
"""Body limits of the routes that take larger bodies, by path."""

LedgerOf = Annotated[Ledger, part("ledger")]
StreamsOf = Annotated[EventStreams, part("streams")]
Most = Annotated[Whole, Query(ge=1, le=200, description="how many games to list")]
Skip = Annotated[Whole, Query(ge=0, le=10_000, description="how many of the newest to leave out")]
SinceDay = Annotated[
    str,
    Query(
        json_schema_extra={"pattern": r"^(\d{4}-\d{2}-\d{2})?$"},
        description="the first day of the season, in the server's time zone; left out: all games",
    ),
]
After = Annotated[Whole, Query(ge=0, le=1_000_000, description="the newest entry that is known already")]
Since = Annotated[Whole | None, Query(ge=0, le=1_000_000, description="the newest entry that is known already")]
LastEvent = Annotated[str | None, Header(alias="Last-Event-ID", description="where the stream broke off")]


@router.get("/players", response_model=schemas.PlayerList)
def players(ledger: LedgerOf) -> JsonAnswer:
    """List everybody who has ever been named."""
    return JsonAnswer(ledger.players())


@router.post(
    "/players",
    status_code=201,
    response_model=schemas.PlayerDocument,
    openapi_extra=bodies.json_body(schemas.PlayerDocument),
)
def add_player(request: JsonBody, ledger: LedgerOf) -> JsonAnswer:
    """Add a player; one who is there already is answered 409."""
    return JsonAnswer(ledger.add_player(request), 201)


@router.get("/games", response_model=schemas.GameList)
def games(ledger: LedgerOf, most: Most = 50, skip: Skip = 0) -> JsonAnswer:
    """List the games; the one begun or imported last comes first."""
    return JsonAnswer(ledger.games(most, skip))


@router.get("/season", response_model=schemas.SeasonList)
def season(ledger: LedgerOf, since: SinceDay = "") -> JsonAnswer:
    """Add up the games of a season, those of each rule set by themselves."""
    return JsonAnswer(ledger.season(read_day(since, "query.since")))


@router.post(
    "/games",
    status_code=201,
    response_model=schemas.GameDocument,
    openapi_extra=bodies.json_body(schemas.NewGame),
    responses=_AGAIN,
)
def begin(request: JsonBody, ledger: LedgerOf) -> JsonAnswer:
    """Begin a game; names that are new become players."""
    found = ledger.begin(request)
    return JsonAnswer(found.shown, 201 if found.new else 200)


@router.post(
    IMPORT,
    status_code=201,
    response_model=schemas.ImportedDocument,
    openapi_extra=bodies.json_body(schemas.ExportDocument),
)
async def import_game(request: Request, ledger: LedgerOf) -> JsonAnswer:
    """Read in an exported game: every entry is judged and settled again."""
    expect_json(kind_of(request))
    # One import at a time: parsing so large a body takes much memory.
    async with request.app.state.importing:
        return await run_in_threadpool(_imported, await request.body(), ledger)


def _imported(body: bytes, ledger: Ledger) -> JsonAnswer:
    return JsonAnswer(ledger.import_game(json_text.loads(body, "body", LARGEST_EXPORT)), 201)


@router.get("/games/{game}", response_model=schemas.GameDocument)
def game(game: str, ledger: LedgerOf) -> JsonAnswer:
    """Show a game: who sits where, the standings, and every entry."""
    return JsonAnswer(ledger.game(game))


@router.get("/games/{game}/entries", response_model=schemas.EntryList)
def entries(game: str, ledger: LedgerOf, after: After = 0) -> JsonAnswer:
    """List the entries beyond the one that is known already."""
    return JsonAnswer(ledger.entries(game, after))


@router.post(
    "/games/{game}/entries",
    status_code=201,
    response_model=schemas.EntryDocument,
    openapi_extra=bodies.json_body(schemas.NewEntry),
    responses={**_AGAIN, **_CONFLICT},
)
async def add_entry(game: str, request: JsonBody, ledger: LedgerOf, streams: StreamsOf) -> JsonAnswer:
    """Enter a win, a wall, a penalty, a change of seats, a note or an undo.

    What is based on an older version of the game is refused with the newer entries, and nothing is entered.
    """
    found = await run_in_threadpool(ledger.add, game, request)
    streams.announce()
    return JsonAnswer(found.shown, 201 if found.new else 200)


@router.get("/games/{game}/standings", response_model=schemas.StandingList)
def standings(game: str, ledger: LedgerOf) -> JsonAnswer:
    """Say who has won how much."""
    return JsonAnswer(ledger.standings(game))


@router.get("/games/{game}/settle-up", response_model=schemas.SettleUpDocument)
def settle_up(game: str, ledger: LedgerOf) -> JsonAnswer:
    """Say who pays whom at the end of the evening, in the fewest payments."""
    return JsonAnswer(ledger.settle_up(game))


@router.get("/games/{game}/chart", response_model=schemas.ChartDocument)
def chart(game: str, ledger: LedgerOf) -> JsonAnswer:
    """Give everybody's running total, hand by hand."""
    return JsonAnswer(ledger.chart(game))


@router.get("/games/{game}/recompute", response_model=schemas.RecomputeDocument)
def recompute(game: str, ledger: LedgerOf) -> JsonAnswer:
    """Judge and settle every entry again by the texts it was made by, and say which no longer agree."""
    return JsonAnswer(ledger.recompute(game))


@router.get("/games/{game}/export.csv", response_class=Response, responses=bodies.CSV)
def export_csv(game: str, ledger: LedgerOf) -> Response:
    """Give the game as a table for a spreadsheet."""
    text = SPREADSHEET_MARK + ledger.export_csv(game)
    return Response(text, media_type="text/csv; charset=utf-8", headers=_file(game, "csv"))


@router.get("/games/{game}/export.json", response_model=schemas.ExportDocument)
def export_json(game: str, ledger: LedgerOf) -> JsonAnswer:
    """Give everything the book holds of the game, to be read in elsewhere."""
    return JsonAnswer(ledger.export_json(game), headers=_file(game, "json"))


def _file(game: str, suffix: str) -> dict[str, str]:
    """Return the header that makes a browser save the answer as a file."""
    return {"Content-Disposition": f'attachment; filename="rackcheck-{game}.{suffix}"'}


@router.get("/games/{game}/events", response_class=StreamingResponse, responses=bodies.EVENTS)
async def events(
    game: str, ledger: LedgerOf, streams: StreamsOf, after: Since = None, last_event: LastEvent = None
) -> StreamingResponse:
    """Follow a game: entries of all phones as they are made, as server-sent events.

    A stream that broke off goes on behind `Last-Event-ID`, a new one behind `after`, or behind the newest entry.
    """
    await run_in_threadpool(ledger.state, game)
    known = int(last_event) if last_event and last_event.isdecimal() and len(last_event) < 8 else after
    return EventAnswer(streams, game, known)
