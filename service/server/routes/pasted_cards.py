"""The routes that make a draft of a card; they store nothing."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool

from service.cards.card_questions import pasted_draft
from service.cards.photographed.native_print import read_card_photo
from service.server.routes.dependencies import CardTextOf, ScansOf
from service.server.routes.photo_form import photo_form
from service.server.schemas import bodies, pasted_cards
from service.server.transport.error_answers import JsonAnswer

pasted_routes = APIRouter(
    prefix="/api/v1/cards", default_response_class=JsonAnswer, responses=bodies.errors(404, 415, 422)
)


@pasted_routes.post("/draft", response_model=pasted_cards.PastedCard, openapi_extra=bodies.json_body("PastedText"))
async def draft(text: CardTextOf) -> JsonAnswer:
    """Make a draft of a card from pasted text: lines as people type them, cells of a spreadsheet, a card file."""
    return JsonAnswer((await run_in_threadpool(pasted_draft, text)).to_json())


@pasted_routes.post(
    "/photo", response_model=pasted_cards.PastedCard, openapi_extra=bodies.CARD_PHOTO, responses=bodies.errors(501)
)
async def photo(request: Request, scans: ScansOf) -> JsonAnswer:
    """Make a draft of a card from a photo of its print; 501 where the machine has no text recognition."""
    with scans.place() as place:
        data, name, _ = await photo_form(request)
        return JsonAnswer((await place.run(read_card_photo, data, name)).to_json())
