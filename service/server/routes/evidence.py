"""The route of dispute bundles."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from service.cards.card_library import CardLibrary
from service.evidence.bundle_file import write_bundle
from service.evidence.collect import collect_bundle
from service.judging.photo_claim import PhotoClaim, read_claim
from service.judging.verify import verify_photo
from service.photos.scanner import encode_overlay, scan_image
from service.server.routes.dependencies import LibraryOf, ScansOf, SetsOf
from service.server.routes.photo_form import photo_form
from service.server.schemas import bodies
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.networks import load_networks
from service.tilesets.tileset_store import ChosenSet, TileSetStore

router = APIRouter(prefix="/api/v1", responses=bodies.errors(400, 404, 408, 413, 415, 422, 503))


@router.post("/evidence", response_class=Response, responses=bodies.ZIP, openapi_extra=bodies.EVIDENCE)
async def evidence(request: Request, scans: ScansOf, library: LibraryOf, sets: SetsOf) -> Response:
    """Read a photo, judge the claim and answer all of it as one file, for a dispute that may be opened again later."""
    with scans.place() as place:
        data, name, fields = await photo_form(request)
        if "claim" not in fields:
            raise ServiceError("missing-field", "the form has no text named 'claim'", "claim")
        claim = read_claim(json_text.loads(fields["claim"], "claim"))
        made = await place.run(_bundle, data, name, claim, library, sets=sets, tile_set=fields.get("set") or None)
    return Response(
        made,
        media_type="application/zip",
        headers={"Content-Disposition": 'attachment; filename="rackcheck-evidence.zip"'},
    )


def _bundle(
    data: bytes, name: str, claim: PhotoClaim, library: CardLibrary, *, sets: TileSetStore, tile_set: str | None
) -> bytes:
    # The claim first: a misspelt card is told before the photo is read.
    setup = claim.setup(library)
    networks = load_networks()
    taught = None if tile_set is None else sets.load(tile_set, networks.classifier)
    scan = scan_image(data, name, networks, ChosenSet(taught))
    verdict = verify_photo(scan.reading, name, setup, claim)
    return write_bundle(collect_bundle(data, encode_overlay(scan), verdict, library, tile_set=taught))
