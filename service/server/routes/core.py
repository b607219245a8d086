"""The routes of scans, checks, settlements, rule sets and rulings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from service.cards import ruleset_lists
from service.judging import answers
from service.photos.photo_fields import place_json, read_place, shows_table
from service.photos.photo_reading import read_photo, read_pointed
from service.server.access.pairing import spoken_code
from service.server.routes.dependencies import JsonBodies, JsonBody, LibraryOf, RulesOf, ScansOf, SetsOf
from service.server.routes.photo_form import photo_form
from service.server.schemas import bodies, core
from service.server.transport.error_answers import JsonAnswer
from service.shared.networks import read_here
from service.shared.version import version

FindWords = Annotated[str, Query(max_length=answers.LONGEST_WORDS, description="what happened, in a player's words")]

router = APIRouter()
api = APIRouter(prefix="/api/v1", responses=bodies.errors(404, 415, 422))


@router.get("/healthz", response_model=core.Health, responses=bodies.errors())
async def healthz() -> JsonAnswer:
    """Say that the program answers."""
    return JsonAnswer({"status": "ok", "version": version()})


@api.get("/join", response_model=core.JoinDocument)
async def join(request: Request) -> JsonAnswer:
    """Say with which code another phone may come in; whoever is in may ask."""
    pairing = request.app.state.access.pairing
    return JsonAnswer({"code": None if pairing is None else spoken_code(pairing.code)})


@api.post("/scan", response_model=core.ScanDocument, openapi_extra=bodies.SCAN)
async def scan(request: Request, scans: ScansOf, sets: SetsOf) -> JsonAnswer:
    """Read the tiles of one photograph; 503 with Retry-After where too many are being read."""
    with scans.place() as place:
        data, name, fields = await photo_form(request)
        tile_set = fields.get("set", request.app.state.tile_set) or None
        loose = shows_table(fields)
        reading = await place.run(
            read_here, lambda cards: read_photo(data, name, sets, tile_set, cards=cards, loose=loose)
        )
        return JsonAnswer(reading.to_json(name))


@api.post("/scan/tile", response_model=core.PointedTile, openapi_extra=bodies.SCAN_TILE)
async def scan_tile(request: Request, scans: ScansOf, sets: SetsOf) -> JsonAnswer:
    """Read the one tile at a place of a photo that a person points at; it is never sure."""
    with scans.place() as place:
        data, name, fields = await photo_form(request)
        tile_set = fields.get("set", request.app.state.tile_set) or None
        quad = read_place(fields)
        found = await place.run(read_here, lambda cards: read_pointed(data, name, quad, sets, tile_set, cards=cards))
        return JsonAnswer(place_json(found))


@api.post("/check", response_model=core.CheckDocument, openapi_extra=bodies.json_body(core.CheckQuestion))
def check(question: JsonBody, library: RulesOf) -> JsonAnswer:
    """Judge a rack by a card; of one as it was seen in a photo, ask about tiles that change the verdict."""
    return JsonAnswer(answers.check_or_ask(question, library))


@api.post("/settle", response_model=core.SettleAnswer, openapi_extra=bodies.SETTLE)
def settle(question: JsonBodies, library: RulesOf) -> JsonAnswer:
    """Say who pays whom; of an array of games each is answered in order, one that cannot be settled with its error."""
    if isinstance(question, list):
        return JsonAnswer(answers.settle_all(question, library))
    return JsonAnswer(answers.settle(question, library))


@api.get("/rulesets", response_model=core.RulesetList)
def rulesets(library: LibraryOf) -> JsonAnswer:
    """List the rule sets."""
    return JsonAnswer(ruleset_lists.ruleset_list(library))


@api.get("/rulings", response_model=core.RulingList)
def rulings(library: RulesOf, ruleset: str = answers.DEFAULT_RULESET, find: FindWords = "") -> JsonAnswer:
    """List the rulings with their inputs, and on which of them the rule set's source is silent.

    With `find`, words as players say them, only those that may be meant, the likeliest first.
    """
    return JsonAnswer(answers.ruling_list(ruleset, library, find))


@api.post("/rulings/{ruling}", response_model=core.RulingDocument, openapi_extra=bodies.json_body(core.RulingQuestion))
def rule(ruling: str, question: JsonBody, library: RulesOf) -> JsonAnswer:
    """Answer one ruling."""
    return JsonAnswer(answers.rule(ruling, question, library))
