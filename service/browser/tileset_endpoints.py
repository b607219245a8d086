"""Endpoints for taught tile sets: teach, correct, show, change, import and export."""

from __future__ import annotations

from typing import Final

from service.browser.messages import Answer, Asked, answer_json
from service.browser.routing import Access, Endpoint, query_text
from service.browser.stores import Stores
from service.shared.json_body import read_object
from service.tilesets import manage, set_lists
from service.tilesets.corrections import correct
from service.tilesets.merging import merge_sets
from service.tilesets.set_questions import (
    face_picture,
    merge_question,
    new_set_name,
    read_forgotten,
    read_told,
    set_file_name,
)
from service.tilesets.teaching_session import propose_labels, teach_photo


def _list(stores: Stores, _asked: Asked) -> Answer:
    return answer_json({**set_lists.set_list(stores.sets).to_json(), "default": None})


async def _import(stores: Stores, asked: Asked) -> Answer:
    card = stores.network_cards.classifier
    steps = manage.import_set(asked.body, "file", query_text(asked, "name"), stores.sets, card)
    kept = await stores.host.drive(steps)
    return answer_json(set_lists.SetSummary.of(kept).to_json(), 201)


def _show(stores: Stores, _asked: Asked, name: str) -> Answer:
    return answer_json(set_lists.ShownSet(stores.sets.load(name)).to_json())


def _export(stores: Stores, _asked: Asked, name: str) -> Answer:
    kept, file = manage.export_set(name, stores.sets)
    return Answer(200, file, "application/json", set_file_name(kept))


def _face(stores: Stores, _asked: Asked, name: str, face: str) -> Answer:
    picture, kind = face_picture(name, face, stores.sets)
    return Answer(200, picture, kind)


def _forget(stores: Stores, _asked: Asked, name: str, face: str) -> Answer:
    return answer_json(manage.forget_faces(name, [face], stores.sets).to_json())


def _forget_all(stores: Stores, asked: Asked, name: str) -> Answer:
    ids, was = read_forgotten(read_object(asked.body, asked.kind))
    return answer_json(manage.forget_faces(name, ids, stores.sets, was).to_json())


async def _propose(stores: Stores, asked: Asked, name: str) -> Answer:
    form = asked.photo
    said = read_told(form.fields) if "labels" in form.fields else ()
    steps = propose_labels(form.data, form.name, said, name, stores.sets, cards=stores.network_cards)
    return answer_json((await stores.host.drive(steps)).to_json())


async def _teach(stores: Stores, asked: Asked, name: str) -> Answer:
    form = asked.photo
    steps = teach_photo(form.data, form.name, read_told(form.fields), name, stores.sets, cards=stores.network_cards)
    return answer_json((await stores.host.drive(steps)).to_json())


async def _correct(stores: Stores, asked: Asked, name: str) -> Answer:
    form = asked.photo
    told, keep = read_told(form.fields), form.fields.get("keep") == "yes"
    steps = correct(form.data, form.name, told, name, stores.sets, cards=stores.network_cards, keep=keep)
    return answer_json((await stores.host.drive(steps)).to_json())


async def _merge(stores: Stores, asked: Asked, name: str) -> Answer:
    others, keep = merge_question(read_object(asked.body, asked.kind))
    steps = merge_sets(name, others, stores.sets, stores.network_cards.classifier, keep=keep)
    return answer_json((await stores.host.drive(steps)).to_json())


def _rename(stores: Stores, asked: Asked, name: str) -> Answer:
    return answer_json(
        manage.rename_set(name, new_set_name(read_object(asked.body, asked.kind)), stores.sets).to_json()
    )


def _delete(stores: Stores, _asked: Asked, name: str) -> Answer:
    return answer_json(manage.delete_set(name, stores.sets).to_json())


_SET: Final = "/api/v1/sets/{name}"

# The page lists the sets after a photo that made a taught set over for a newer classifier: the browser then stores it.
ENDPOINTS: Final = (
    Endpoint("GET", "/api/v1/sets", _list, Access.WRITES),
    Endpoint("POST", "/api/v1/sets", _import, Access.WRITES),
    Endpoint("GET", _SET, _show, Access.READS),
    Endpoint("GET", f"{_SET}/file", _export, Access.READS),
    Endpoint("GET", f"{_SET}/faces/{{face}}", _face, Access.READS),
    Endpoint("DELETE", f"{_SET}/faces/{{face}}", _forget, Access.WRITES),
    Endpoint("POST", f"{_SET}/forget", _forget_all, Access.WRITES),
    Endpoint("POST", f"{_SET}/proposal", _propose, Access.READS),
    Endpoint("POST", f"{_SET}/lessons", _teach, Access.WRITES),
    Endpoint("POST", f"{_SET}/corrections", _correct, Access.WRITES),
    Endpoint("POST", f"{_SET}/merge", _merge, Access.WRITES),
    Endpoint("POST", f"{_SET}/name", _rename, Access.WRITES),
    Endpoint("DELETE", _SET, _delete, Access.WRITES),
)
