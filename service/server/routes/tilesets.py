"""The routes of taught sets: teach one, let a correction teach it, look at it, carry it elsewhere."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response
from starlette.concurrency import run_in_threadpool

from service.server.routes.dependencies import JsonObject, ScansOf, SetsOf
from service.server.routes.photo_form import photo_form
from service.server.schemas import bodies, tilesets
from service.server.transport.error_answers import JsonAnswer
from service.shared import json_text
from service.shared.errors import ServiceError
from service.shared.networks import load_networks
from service.tilesets import manage, set_lists
from service.tilesets.corrections import correct
from service.tilesets.labels import NamedTile, read_labels
from service.tilesets.merging import merge_sets
from service.tilesets.teaching_session import TeachingSession
from service.tilesets.tileset_store import MOST_SETS, TileSetStore
from vision.tilesets.tile_set import MOST_FACES

sets_routes = APIRouter(
    prefix="/api/v1/sets", default_response_class=JsonAnswer, responses=bodies.errors(400, 404, 409, 413, 415, 422, 503)
)


@sets_routes.get("", response_model=tilesets.SetList)
def sets_list(request: Request, sets: SetsOf) -> JsonAnswer:
    """List the taught sets, and the one photos are read by that choose none."""
    return JsonAnswer({"sets": set_lists.set_list(sets), "default": request.app.state.tile_set})


@sets_routes.post("", status_code=201, response_model=tilesets.SetEntry)
async def sets_import(request: Request, scans: ScansOf, sets: SetsOf, name: str | None = None) -> JsonAnswer:
    """Take a set from the file of another installation; everything in it is checked."""
    with scans.place() as place:
        data = await request.body()
        document = await place.run(_imported, data, name, sets)
        return JsonAnswer(document, 201)


def _imported(data: bytes, name: str | None, sets: TileSetStore) -> dict[str, Any]:
    return set_lists.set_to_json(manage.import_set(data, "file", name, sets, load_networks()))


@sets_routes.get("/{name}", response_model=tilesets.SetEntry)
def sets_show(name: str, sets: SetsOf) -> JsonAnswer:
    """Show what a set was taught, face by face."""
    return JsonAnswer(set_lists.show_set(name, sets))


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
    for one in sets.load(name).faces:
        if one.id == face:
            return Response(one.picture, media_type="image/webp")
    raise ServiceError("unknown-taught-face", f"the set {name} has no such face", "face")


@sets_routes.delete("/{name}/faces/{face}", response_model=tilesets.SetForgotten)
async def sets_forget(name: str, face: str, sets: SetsOf) -> JsonAnswer:
    """Take a face out of a set again: a correction is undone so."""
    return JsonAnswer((await run_in_threadpool(manage.forget_faces, name, [face], sets)).to_json())


@sets_routes.post("/{name}/forget", response_model=tilesets.SetForgotten, openapi_extra=bodies.SET_FACES)
async def sets_forget_all(name: str, question: JsonObject, sets: SetsOf) -> JsonAnswer:
    """Take faces out of a set again, all or none: `{"faces": [ids]}`. A lesson or a merge is undone so."""
    faces = _texts(question, "faces", "give the ids of the faces", MOST_FACES)
    return JsonAnswer((await run_in_threadpool(manage.forget_faces, name, faces, sets)).to_json())


@sets_routes.post("/{name}/proposal", response_model=tilesets.SetProposal, openapi_extra=bodies.SET_PROPOSAL)
async def sets_propose(name: str, request: Request, scans: ScansOf, sets: SetsOf) -> JsonAnswer:
    """Propose what the faces of a photo are, in the light of the `labels` said so far; teaches nothing."""
    with scans.place() as place:
        data, image, fields = await photo_form(request)
        named = _named_tiles(fields) if "labels" in fields else ()
        return JsonAnswer(await place.run(_proposed, data, image, named, name, sets))


def _proposed(data: bytes, image: str, named: tuple[NamedTile, ...], name: str, sets: TileSetStore) -> dict[str, Any]:
    (look,) = TeachingSession.open(name, sets).look([(image, data)], [named])
    return look.to_json()


@sets_routes.post("/{name}/lessons", response_model=tilesets.SetTaught, openapi_extra=bodies.SET_TEACHING)
async def sets_teach(name: str, request: Request, scans: ScansOf, sets: SetsOf) -> JsonAnswer:
    """Teach a set the faces of a photo, as a person names them; a set of a new name is begun."""
    with scans.place() as place:
        data, image, fields = await photo_form(request)
        return JsonAnswer(await place.run(_taught, data, image, _named_tiles(fields), name, sets))


def _taught(data: bytes, image: str, named: tuple[NamedTile, ...], name: str, sets: TileSetStore) -> dict[str, Any]:
    session = TeachingSession.open(name, sets)
    return session.teach(session.look([(image, data)]), [named]).to_json()


@sets_routes.post("/{name}/corrections", response_model=tilesets.SetCorrected, openapi_extra=bodies.SET_CORRECTIONS)
async def sets_correct(name: str, request: Request, scans: ScansOf, sets: SetsOf) -> JsonAnswer:
    """Say what corrected tiles of a photo would change if they taught the set; with `keep` they teach it."""
    with scans.place() as place:
        data, image, fields = await photo_form(request)
        named, keep = _named_tiles(fields), fields.get("keep") == "yes"
        effect = await place.run(correct, data, image, named, name, sets, keep=keep)
        return JsonAnswer(effect.to_json())


@sets_routes.post("/{name}/merge", response_model=tilesets.SetMerged, openapi_extra=bodies.SET_MERGE)
async def sets_merge(name: str, question: JsonObject, scans: ScansOf, sets: SetsOf) -> JsonAnswer:
    """Add the faces of other sets: `{"others": [names]}`; with `"keep": false` only say which."""
    others = _texts(question, "others", "give the names of the other sets", MOST_SETS)
    keep = question.get("keep", True)
    if not isinstance(keep, bool):
        raise ServiceError("wrong-type", "write true, or false to change nothing", "keep")
    with scans.place() as place:
        return JsonAnswer(await place.run(_merged, name, others, sets, keep=keep))


def _merged(name: str, others: list[str], sets: TileSetStore, *, keep: bool) -> dict[str, Any]:
    return merge_sets(name, others, sets, load_networks(), keep=keep).to_json()


@sets_routes.post("/{name}/name", response_model=tilesets.SetRenamed, openapi_extra=bodies.SET_NAME)
async def sets_rename(name: str, question: JsonObject, request: Request, sets: SetsOf) -> JsonAnswer:
    """Give a set another name: `{"name": NEW}`."""
    new = question.get("name")
    if not isinstance(new, str):
        raise ServiceError("missing-field", "give the new name", "name")
    renamed = await run_in_threadpool(manage.rename_set, name, new, sets)
    news = {"was": renamed.was, "now": renamed.tile_set.name}
    heed(request.app, **news)
    await request.app.state.messages.tell({"ask": "renamed", **news})
    return JsonAnswer(renamed.to_json())


def heed(app: FastAPI, was: str, now: str) -> None:
    """Go on reading the photos that choose no set by the same one, whatever it is called now."""
    if app.state.tile_set == was:
        app.state.tile_set = now


@sets_routes.delete("/{name}", response_model=tilesets.SetDeleted)
async def sets_delete(name: str, sets: SetsOf) -> JsonAnswer:
    """Forget a set."""
    return JsonAnswer({"set": await run_in_threadpool(manage.delete_set, name, sets), "deleted": True})


def _texts(question: dict[str, Any], field: str, what: str, most: int) -> list[str]:
    """A list of texts in a JSON body.

    Raises:
        ServiceError: `wrong-type`, and `out-of-range` for more than `most`.
    """
    found = question.get(field)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise ServiceError("wrong-type", what, field)
    if len(found) > most:
        raise ServiceError("out-of-range", f"{len(found)} are more than the {most} that are kept", field)
    return found


def _named_tiles(fields: dict[str, str]) -> tuple[NamedTile, ...]:
    if "labels" not in fields:
        raise ServiceError("missing-field", "the form has no field 'labels' with what each tile is", "labels")
    return read_labels(json_text.loads(fields["labels"], "labels"))
