"""The routes of evidence bundles, of the evidence of a win in the ledger, and of the copy of the whole data."""

from __future__ import annotations

from functools import partial
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from service.cards.card_library import CardLibrary
from service.evidence import bundle_file, whole_copy
from service.evidence.collect import gather_bundle
from service.evidence.recheck import Recheck, recheck
from service.evidence.win_evidence import keep_with_win
from service.judging.photo_claim import claim_of_form
from service.ledger.ledger import Ledger
from service.photos.scan_queue import ScanPool
from service.photos.scanner import encode_overlay
from service.server.routes.dependencies import RulesOf, ScansOf, SetsOf, Whole, kind_of
from service.server.routes.ledger import LedgerOf, StreamsOf
from service.server.routes.photo_form import photo_form
from service.server.schemas import bodies
from service.server.schemas import evidence as evidence_schemas
from service.server.schemas import ledger as ledger_schemas
from service.server.transport.error_answers import JsonAnswer
from service.server.transport.event_streams import EventStreams
from service.server.transport.request_body import BodyLimit
from service.shared.json_body import expect_json
from service.shared.networks import load_networks, read_here
from service.tilesets.tileset_store import TileSetStore

RECHECK: Final = "/evidence/recheck"
COPY: Final = "/copy"
LARGER_BODIES: Final = {
    f"/api/v1{RECHECK}": BodyLimit(bundle_file.MOST_BYTES, 60.0, "no evidence that was saved is"),
    f"/api/v1{COPY}": BodyLimit(whole_copy.MOST_BYTES, 60.0, "no copy that was saved is"),
}
"""Body limits of the routes that take larger bodies, by path."""

router = APIRouter(prefix="/api/v1", responses=bodies.errors(404, 415, 422))


@router.post("/evidence", response_class=Response, responses=bodies.ZIP, openapi_extra=bodies.EVIDENCE)
async def evidence(request: Request, scans: ScansOf, library: RulesOf, sets: SetsOf) -> Response:
    """Read a photo, judge the claim and answer all of it as one file, for a dispute that may be opened again later."""
    return _zip(await run_in_threadpool(bundle_file.write_bundle, await _made(request, scans, library, sets)))


async def _made(request: Request, scans: ScanPool, library: CardLibrary, sets: TileSetStore) -> bundle_file.Bundle:
    with scans.place() as place:
        data, name, fields = await photo_form(request)
        claim = claim_of_form(fields)
        tile_set = fields.get("set", request.app.state.tile_set) or None
        gather = partial(gather_bundle, data, name, claim, library, sets=sets, tile_set=tile_set, draw=encode_overlay)
        made: bundle_file.Bundle = await place.run(read_here, lambda cards: gather(cards=cards))
        return made


def _zip(data: bytes) -> Response:
    return Response(
        data,
        media_type="application/zip",
        headers={"Content-Disposition": 'attachment; filename="rackcheck-evidence.zip"'},
    )


@router.post(
    "/games/{game}/entries/{entry}/evidence",
    status_code=201,
    response_model=ledger_schemas.StateDocument,
    openapi_extra=bodies.EVIDENCE,
    responses=bodies.errors(409),
)
async def keep_evidence(  # noqa: PLR0917 - FastAPI gives them by name
    game: str, entry: Whole, request: Request, scans: ScansOf, sets: SetsOf, ledger: LedgerOf, streams: StreamsOf
) -> JsonAnswer:
    """Read a photo, judge the claim by the game's own rules and keep all of it with a win of the book."""
    bundle = await _made(request, scans, await run_in_threadpool(ledger.library, game), sets)
    found = await run_in_threadpool(keep_with_win, ledger, game, entry, bundle)
    streams.announce()
    return JsonAnswer(found, 201)


@router.get("/games/{game}/entries/{entry}/evidence", response_class=Response, responses=bodies.ZIP)
def kept_evidence(game: str, entry: Whole, ledger: LedgerOf) -> Response:
    """Give out the evidence that was kept with a win, or with the win whose place it took."""
    return _zip(ledger.evidence(game, entry))


@router.delete("/games/{game}/entries/{entry}/evidence", response_model=ledger_schemas.StateDocument)
async def remove_evidence(game: str, entry: Whole, ledger: LedgerOf, streams: StreamsOf) -> JsonAnswer:
    """Remove the evidence of a win; the book says that it was there."""
    return await _removed(ledger, game, entry, streams)


@router.delete("/games/{game}/evidence", response_model=ledger_schemas.StateDocument)
async def remove_all_evidence(game: str, ledger: LedgerOf, streams: StreamsOf) -> JsonAnswer:
    """Remove the evidence of all wins of a game."""
    return await _removed(ledger, game, None, streams)


async def _removed(ledger: Ledger, game: str, entry: int | None, streams: EventStreams) -> JsonAnswer:
    found = await run_in_threadpool(ledger.remove_evidence, game, entry)
    streams.announce()
    return JsonAnswer(found)


@router.post(RECHECK, response_model=evidence_schemas.EvidenceDocument, openapi_extra=bodies.SAVED_FILE)
async def recheck_evidence(request: Request, scans: ScansOf) -> JsonAnswer:
    """Open a dispute bundle: does its photo read the same, do verdict and payments still follow?"""
    with scans.place() as place:
        return JsonAnswer(await place.run(_rechecked, await request.body()))


def _rechecked(data: bytes) -> Recheck:
    return recheck(bundle_file.read_bundle(data, "evidence"), "evidence", load_networks)


@router.get(COPY, response_model=evidence_schemas.CopyDocument)
def save_copy(request: Request) -> JsonAnswer:
    """Save the book, taught sets, cards and rules of tables as one file."""
    headers = {"Content-Disposition": f'attachment; filename="{whole_copy.FILE}"'}
    return JsonAnswer(whole_copy.make_copy(_kept(request)), headers=headers)


@router.post(
    COPY,
    response_model=evidence_schemas.BroughtInDocument,
    openapi_extra=bodies.json_body(evidence_schemas.CopyDocument),
)
async def open_copy(request: Request, scans: ScansOf) -> JsonAnswer:
    """Bring in what a saved copy holds and is not here; what is here stays."""
    expect_json(kind_of(request))
    with scans.place() as place:
        data, kept = await request.body(), _kept(request)
        return JsonAnswer(await place.run(read_here, lambda cards: whole_copy.bring_in(data, kept, cards.classifier)))


def _kept(request: Request) -> whole_copy.Kept:
    state = request.app.state
    return whole_copy.Kept(state.library, state.sets, state.ledger)
