"""The routes of taught tile sets: teach, correct, show, change, import and export."""

from __future__ import annotations

from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, FastAPI, Header, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from service.cards.card_questions import expected_version
from service.server.routes.dependencies import JsonBody, ScansOf, SetsOf
from service.server.routes.photo_form import photo_form
from service.server.schemas import bodies, tilesets
from service.server.transport.error_answers import JsonAnswer
from service.server.transport.request_body import BodyLimit
from service.shared.networks import read_here
from service.tilesets import manage, set_lists
from service.tilesets.corrections import correct
from service.tilesets.merging import merge_sets
from service.tilesets.set_questions import face_picture, merge_question, new_set_name, read_forgotten, read_told
from service.tilesets.teaching_session import propose_labels, teach_photo
from vision.tilesets.tile_set_file import MOST_BYTES

_SETS: Final = "/api/v1/sets"
LARGER_BODIES: Final = {_SETS: BodyLimit(MOST_BYTES, 60.0, "no set that was exported is")}
"""Body limits of the routes that take larger bodies, by path."""

IfMatch = Annotated[str | None, Header(description="the `version` that is to be forgotten")]

sets_routes = APIRouter(prefix=_SETS, responses=bodies.errors(404, 409, 415, 422))


@sets_routes.get("", response_model=tilesets.SetList)
def sets_list(request: Request, sets: SetsOf) -> JsonAnswer:
    """List the taught sets, and the one photos are read by that choose none."""
    return JsonAnswer({**set_lists.set_list(sets).to_json(), "default": request.app.state.tile_set})


@sets_routes.post("", status_code=201, response_model=tilesets.SetEntry, openapi_extra=bodies.SAVED_FILE)
async def sets_import(request: Request, scans: ScansOf, sets: SetsOf, name: str | None = None) -> JsonAnswer:
    """Take a set from the file of another installation; everything in it is checked."""
    with scans.place() as place:
        data = await request.body()
        kept = await place.run(read_here, lambda cards: manage.import_set(data, "file", name, sets, cards.classifier))
        return JsonAnswer(set_lists.SetSummary.of(kept), 201)


@sets_routes.get("/{name}", response_model=tilesets.SetEntry)
def sets_show(name: str, sets: SetsOf) -> JsonAnswer:
    """Show what a set was taught, face by face."""
    return JsonAnswer(set_lists.ShownSet(sets.load(name)))


@sets_routes.get("/{name}/file", response_class=Response)
def sets_export(name: str, sets: SetsOf) -> Response:
    """The set as a file, to keep or to give away."""
    kept, file = manage.export_set(name, sets)
    named = quote(f"{kept}.json", safe="")
    headers = {"Content-Disposition": f"attachment; filename=\"set.json\"; filename*=UTF-8''{named}"}
    return Response(file, media_type="application/json", headers=headers)


@sets_routes.get("/{name}/faces/{face}", response_class=Response)
def sets_face(name: str, face: str, sets: SetsOf) -> Response:
    """The picture of one taught face."""
    picture, kind = face_picture(name, face, sets)
    return Response(picture, media_type=kind)


@sets_routes.delete("/{name}/faces/{face}", response_model=tilesets.SetForgotten)
def sets_forget(name: str, face: str, sets: SetsOf) -> JsonAnswer:
    """Take a face out of a set again."""
    return JsonAnswer(manage.forget_faces(name, [face], sets))


@sets_routes.post("/{name}/forget", response_model=tilesets.SetForgotten, openapi_extra=bodies.SET_FACES)
async def sets_forget_all(name: str, question: JsonBody, request: Request, sets: SetsOf) -> JsonAnswer:
    """Take faces out of a set again, all or none: `{"faces": [ids]}`. A lesson or a merge is undone so.

    Faces that the set knew before a correction get back their labels: `{"was": {id: label}}`. With `"undo": true` faces
    that are gone are skipped, and a set without any face left is forgotten.
    """
    ids, was, undo = read_forgotten(question)
    left = await run_in_threadpool(manage.forget_faces, name, ids, sets, was, undo=undo)
    if undo and not left.tile_set.faces:
        await _heed_everywhere(request.app, left.tile_set.name, None)
    return JsonAnswer(left)


@sets_routes.post("/{name}/proposal", response_model=tilesets.SetProposal, openapi_extra=bodies.SET_PROPOSAL)
async def sets_propose(name: str, request: Request, scans: ScansOf, sets: SetsOf) -> JsonAnswer:
    """Propose what the faces of a photo are, in the light of the `labels` said so far; teaches nothing."""
    with scans.place() as place:
        data, image, fields = await photo_form(request)
        told = read_told(fields) if "labels" in fields else ()
        found = await place.run(read_here, lambda cards: propose_labels(data, image, told, name, sets, cards=cards))
        return JsonAnswer(found)


@sets_routes.post("/{name}/lessons", response_model=tilesets.SetTaught, openapi_extra=bodies.SET_TEACHING)
async def sets_teach(name: str, request: Request, scans: ScansOf, sets: SetsOf) -> JsonAnswer:
    """Teach a set the faces of a photo, as a person names them; a set of a new name is begun."""
    with scans.place() as place:
        data, image, fields = await photo_form(request)
        told, known = read_told(fields), fields.get("known") == "yes"
        found = await place.run(
            read_here, lambda cards: teach_photo(data, image, told, name, sets, cards=cards, known=known)
        )
        return JsonAnswer(found)


@sets_routes.post("/{name}/corrections", response_model=tilesets.SetCorrected, openapi_extra=bodies.SET_CORRECTIONS)
async def sets_correct(name: str, request: Request, scans: ScansOf, sets: SetsOf) -> JsonAnswer:
    """Say what corrected tiles of a photo would change if they taught the set; with `keep` they teach it."""
    with scans.place() as place:
        data, image, fields = await photo_form(request)
        told, keep, known = read_told(fields), fields.get("keep") == "yes", fields.get("known") == "yes"
        found = await place.run(
            read_here, lambda cards: correct(data, image, told, name, sets, cards=cards, keep=keep, known=known)
        )
        return JsonAnswer(found)


@sets_routes.post("/{name}/merge", response_model=tilesets.SetMerged, openapi_extra=bodies.SET_MERGE)
async def sets_merge(name: str, question: JsonBody, scans: ScansOf, sets: SetsOf) -> JsonAnswer:
    """Add the faces of other sets: `{"others": [names]}`; with `"keep": false` only say which."""
    others, keep = merge_question(question)
    with scans.place() as place:
        found = await place.run(read_here, lambda cards: merge_sets(name, others, sets, cards.classifier, keep=keep))
        return JsonAnswer(found)


@sets_routes.post("/{name}/name", response_model=tilesets.SetRenamed, openapi_extra=bodies.SET_NAME)
async def sets_rename(name: str, question: JsonBody, request: Request, sets: SetsOf) -> JsonAnswer:
    """Give a set another name: `{"name": NEW}`."""
    renamed = await run_in_threadpool(manage.rename_set, name, new_set_name(question), sets)
    await _heed_everywhere(request.app, renamed.was, renamed.tile_set.name)
    return JsonAnswer(renamed)


async def _heed_everywhere(app: FastAPI, was: str, now: str | None) -> None:
    """Let every worker follow a tile set that is the server's default."""
    heed(app, was, now)
    await app.state.messages.tell({"ask": "renamed", "was": was, "now": now})


def heed(app: FastAPI, was: str, now: str | None) -> None:
    """Follow the new name of a tile set, or its deletion (None), if it is the server's default."""
    if app.state.tile_set == was:
        app.state.tile_set = now


@sets_routes.delete("/{name}", response_model=tilesets.SetDeleted, responses=bodies.errors(412))
async def sets_delete(name: str, request: Request, sets: SetsOf, if_match: IfMatch = None) -> JsonAnswer:
    """Forget a set; with `If-Match` only one of this version."""
    deleted = await run_in_threadpool(manage.delete_set, name, sets, expected_version(if_match, None))
    await _heed_everywhere(request.app, deleted.name, None)
    return JsonAnswer(deleted)
