"""Endpoints for taught tile sets: teach, correct, show, change, import and export."""

from __future__ import annotations

from typing import Final

from service.browser.messages import Answer, Asked
from service.browser.routing import Parts, query_text, reads, writes
from service.browser.stores import Stores
from service.cards.card_questions import expected_version
from service.shared.json_text import JsonObject
from service.tilesets import manage, set_lists
from service.tilesets.corrections import CorrectionEffect, correct
from service.tilesets.merging import Merged, merge_sets
from service.tilesets.set_questions import face_picture, merge_question, new_set_name, read_forgotten, read_told
from service.tilesets.teaching import Taught
from service.tilesets.teaching_session import TeachingPhoto, propose_labels, teach_photo
from vision.requests import Steps


def _list(stores: Stores, _asked: Asked, _of: Parts) -> JsonObject:
    return {**set_lists.set_list(stores.sets).to_json(), "default": None}


def _import(stores: Stores, asked: Asked, _of: Parts) -> Steps[set_lists.SetSummary]:
    card, name = stores.network_cards.classifier, query_text(asked, "name")
    return set_lists.SetSummary.of((yield from manage.import_set(asked.body, "file", name, stores.sets, card)))


def _forget_all(stores: Stores, asked: Asked, of: Parts) -> manage.Forgotten:
    ids, was, undo = read_forgotten(asked.document)
    return manage.forget_faces(of["name"], ids, stores.sets, was, undo=undo)


def _propose(stores: Stores, asked: Asked, of: Parts) -> Steps[TeachingPhoto]:
    form = asked.photo
    said = read_told(form.fields) if "labels" in form.fields else ()
    return propose_labels(form.data, form.name, said, of["name"], stores.sets, cards=stores.network_cards)


def _teach(stores: Stores, asked: Asked, of: Parts) -> Steps[Taught]:
    form = asked.photo
    told, known = read_told(form.fields), form.fields.get("known") == "yes"
    return teach_photo(form.data, form.name, told, of["name"], stores.sets, cards=stores.network_cards, known=known)


def _correct(stores: Stores, asked: Asked, of: Parts) -> Steps[CorrectionEffect]:
    form = asked.photo
    told, keep, known = read_told(form.fields), form.fields.get("keep") == "yes", form.fields.get("known") == "yes"
    cards = stores.network_cards
    return correct(form.data, form.name, told, of["name"], stores.sets, cards=cards, keep=keep, known=known)


def _merge(stores: Stores, asked: Asked, of: Parts) -> Steps[Merged]:
    others, keep = merge_question(asked.document)
    return merge_sets(of["name"], others, stores.sets, stores.network_cards.classifier, keep=keep)


def _rename(stores: Stores, asked: Asked, of: Parts) -> manage.Renamed:
    return manage.rename_set(of["name"], new_set_name(asked.document), stores.sets)


def _delete(stores: Stores, asked: Asked, of: Parts) -> manage.Deleted:
    return manage.delete_set(of["name"], stores.sets, expected_version(asked.if_match, None))


_SET: Final = "/api/v1/sets/{name}"
_FACE: Final = f"{_SET}/faces/{{face}}"

# The page lists the sets after a photo that made a taught set over for a newer classifier: the browser then stores it.
ENDPOINTS: Final = (
    writes("GET", "/api/v1/sets", _list),
    writes("POST", "/api/v1/sets", _import, status=201),
    reads("GET", _SET, lambda stores, _, of: set_lists.ShownSet(stores.sets.load(of["name"]))),
    reads("GET", f"{_SET}/file", lambda stores, _, of: Answer(200, manage.export_set(of["name"], stores.sets)[1])),
    reads("GET", _FACE, lambda stores, _, of: Answer(200, *face_picture(of["name"], of["face"], stores.sets))),
    writes("DELETE", _FACE, lambda stores, _, of: manage.forget_faces(of["name"], [of["face"]], stores.sets)),
    writes("POST", f"{_SET}/forget", _forget_all),
    reads("POST", f"{_SET}/proposal", _propose),
    writes("POST", f"{_SET}/lessons", _teach),
    writes("POST", f"{_SET}/corrections", _correct),
    writes("POST", f"{_SET}/merge", _merge),
    writes("POST", f"{_SET}/name", _rename),
    writes("DELETE", _SET, _delete),
)
