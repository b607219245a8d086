"""The routes: each reads a request, asks one flow and hands back its document."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool

from service.cards import card_lists
from service.cards.card_folder import CardFolder
from service.judging import answers
from service.photos.scan_queue import ScanPool, scan_document
from service.server.routes.photo_form import photo_form
from service.server.schemas import core
from service.server.transport.error_answers import JsonAnswer
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.version import version

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": core.ErrorAnswer} for status in (400, 404, 413, 415, 422, 503)
}

router = APIRouter(default_response_class=JsonAnswer)
api = APIRouter(prefix="/api/v1", default_response_class=JsonAnswer, responses=_ERRORS)


# What a route is given is no coroutine's work, but a plain function would be run in a thread of its own each time.
async def _shelf(request: Request) -> CardFolder:
    shelf: CardFolder = request.app.state.shelf
    return shelf


async def _scans(request: Request) -> ScanPool:
    scans: ScanPool = request.app.state.scans
    return scans


def expect_json(request: Request) -> None:
    """Refuse a body that does not say that it is JSON.

    Raises:
        ServiceError: `unsupported-type`.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise ServiceError("unsupported-type", "send application/json", "Content-Type")


async def _json_objects(request: Request) -> dict[str, Any] | list[Any]:
    """The request's body, which is one JSON object or an array of them."""
    expect_json(request)
    body = json_text.loads(await request.body(), "body")
    if not isinstance(body, dict | list):
        raise ServiceError("wrong-type", "send one JSON object", "body")
    return body


async def _json_object(request: Request) -> dict[str, Any]:
    """The request's body, which is one JSON object."""
    body = await _json_objects(request)
    if isinstance(body, list):
        raise ServiceError("wrong-type", "send one JSON object", "body")
    return body


async def _card_text(request: Request) -> str:
    """The text of a card: the body itself, or the field `text` of a JSON object."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json":
        text = (await _json_object(request)).get("text")
        if not isinstance(text, str):
            raise ServiceError("missing-field", "give the text of a card", "text")
        return text
    return (await request.body()).decode("utf-8")


ShelfOf = Annotated[CardFolder, Depends(_shelf)]
ScansOf = Annotated[ScanPool, Depends(_scans)]
JsonObjects = Annotated[dict[str, Any] | list[Any], Depends(_json_objects)]
JsonObject = Annotated[dict[str, Any], Depends(_json_object)]
CardTextOf = Annotated[str, Depends(_card_text)]


def _body(*kinds: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {kind: {"schema": schema} for kind, schema in kinds}}}


def json_body(model: str) -> dict[str, Any]:
    """The OpenAPI entry of a JSON body that a flow reads itself, described by a model of `schemas.core`."""
    return _body(("application/json", {"$ref": f"#/components/schemas/{model}"}))


def _settle_body() -> dict[str, Any]:
    described = json_body("SettleQuestion")
    content = described["requestBody"]["content"]["application/json"]
    # An item that is no such question is answered too, with its error: nothing is refused for its sake.
    several = {"type": "array", "items": {}, "maxItems": answers.MOST_GAMES, "description": "games, each as one alone"}
    content["schema"] = {"anyOf": [content["schema"], several]}
    content["example"] = core.SettleQuestion.model_json_schema()["examples"][0]
    return described


_PHOTO_BODY = _body(
    (
        "multipart/form-data",
        {
            "type": "object",
            "required": ["image"],
            "properties": {
                "image": {"type": "string", "format": "binary", "description": "a JPEG, PNG or WebP photo"},
                "set": {
                    "type": "string",
                    "description": "read by this taught set: a name of /api/v1/sets; empty: by none",
                },
            },
        },
    )
)
_CARD_BODY = _body(("text/plain", {"type": "string"}), ("application/json", {"$ref": "#/components/schemas/CardText"}))


@router.get("/healthz", response_model=core.Health)
async def healthz() -> JsonAnswer:
    """Say that the program answers."""
    return JsonAnswer({"status": "ok", "version": version()})


@api.post("/scan", response_model=core.ScanDocument, openapi_extra=_PHOTO_BODY)
async def scan(request: Request, scans: ScansOf) -> JsonAnswer:
    """Read the tiles of one photograph; 503 with Retry-After where too many are being read."""
    with scans.place() as place:
        data, name, fields = await photo_form(request)
        tile_set = fields.get("set", request.app.state.tile_set) or None
        return JsonAnswer(await place.run(scan_document, data, name, request.app.state.sets, tile_set))


@api.post("/check", response_model=core.CheckDocument, openapi_extra=json_body("CheckQuestion"))
async def check(question: JsonObject, shelf: ShelfOf) -> JsonAnswer:
    """Judge a rack by a card."""
    return JsonAnswer((await run_in_threadpool(answers.check, question, shelf)).to_json())


@api.post("/settle", response_model=core.SettleAnswer, openapi_extra=_settle_body())
async def settle(question: JsonObjects, shelf: ShelfOf) -> JsonAnswer:
    """Say who pays whom; of an array of games each is answered in order, one that cannot be settled with its error."""
    if isinstance(question, list):
        found = await run_in_threadpool(answers.settle_all, question, shelf)
        return JsonAnswer([one.to_json() for one in found])
    return JsonAnswer(answers.settle(question, shelf).to_json())


@api.get("/cards", response_model=core.CardList)
def cards(shelf: ShelfOf) -> JsonAnswer:
    """List the cards."""
    return JsonAnswer({"cards": card_lists.card_list(shelf)})


@api.get("/cards/{card}", response_model=core.CardEntry)
def card(card: str, shelf: ShelfOf) -> JsonAnswer:
    """Show one card, hand by hand."""
    return JsonAnswer(card_lists.show_card(card, shelf))


@api.post(
    "/cards",
    status_code=201,
    response_model=core.CardEntry,
    openapi_extra=_CARD_BODY,
    responses={409: {"model": core.ErrorAnswer}},
)
async def add_card(text: CardTextOf, shelf: ShelfOf) -> JsonAnswer:
    """Check the text of a card and keep it under its own id; a bad one is answered with line and column."""
    return JsonAnswer(await run_in_threadpool(card_lists.add_card, text, shelf), 201)


@api.get("/rulesets", response_model=core.RulesetList)
def rulesets(shelf: ShelfOf) -> JsonAnswer:
    """List the rule sets."""
    return JsonAnswer({"rulesets": card_lists.ruleset_list(shelf)})


@api.get("/rulings", response_model=core.RulingList)
def rulings(shelf: ShelfOf, ruleset: str = answers.DEFAULT_RULESET) -> JsonAnswer:
    """List the rulings with their inputs, and on which of them the rule set's source is silent."""
    return JsonAnswer(answers.ruling_list(ruleset, shelf).to_json())


@api.post("/rulings/{ruling}", response_model=core.RulingDocument, openapi_extra=json_body("RulingQuestion"))
async def rule(ruling: str, question: JsonObject, shelf: ShelfOf) -> JsonAnswer:
    """Answer one ruling."""
    return JsonAnswer(answers.rule(ruling, question, shelf).to_json())
