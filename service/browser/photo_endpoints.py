"""Endpoints for photos, cameras and evidence, and for the copy of the owner's whole data."""

from __future__ import annotations

from typing import Final

from service.browser.messages import Answer, Asked
from service.browser.routing import Parts, nothing, query_text, read_whole, reads, writes
from service.browser.stores import Stores
from service.cards.card_library import CardLibrary
from service.cards.photographed.read_photo import card_of_photo
from service.evidence.bundle_file import Bundle, read_bundle, write_bundle
from service.evidence.collect import gather_bundle
from service.evidence.recheck import check_again
from service.evidence.whole_copy import Kept, bring_in, make_copy
from service.evidence.win_evidence import keep_with_win
from service.judging.photo_claim import claim_of_form
from service.photos.live_sessions import frame_time
from service.photos.photo_fields import place_json, read_place, shows_table
from service.photos.photo_reading import read_photo, read_pointed
from service.shared.json_body import expect_json
from service.shared.json_text import JsonObject
from vision.requests import Steps


def _scan(stores: Stores, asked: Asked, _of: Parts) -> Steps[JsonObject]:
    form = asked.photo
    loose, chosen = shows_table(form.fields), form.fields.get("set") or None
    steps = read_photo(form.data, form.name, stores.sets, chosen, cards=stores.network_cards, loose=loose)
    return (yield from steps).to_json(form.name)


def _tile(stores: Stores, asked: Asked, _of: Parts) -> Steps[JsonObject]:
    form = asked.photo
    place, chosen = read_place(form.fields), form.fields.get("set") or None
    steps = read_pointed(form.data, form.name, place, stores.sets, chosen, cards=stores.network_cards)
    return place_json((yield from steps))


def _live(stores: Stores, asked: Asked, _of: Parts) -> object:
    form = asked.photo
    session, time = form.fields.get("session") or None, frame_time(form.fields)
    chosen = form.fields.get("set") or None
    return stores.live.step(form.data, time, session, stores.sets, chosen, cards=stores.network_cards)


def _evidence(stores: Stores, asked: Asked, _of: Parts) -> Steps[Answer]:
    return _zip(write_bundle((yield from _made(stores, asked, stores.rules(query_text(asked, "game"))))))


def _zip(data: bytes) -> Answer:
    return Answer(200, data, "application/zip")


def _made(stores: Stores, asked: Asked, library: CardLibrary) -> Steps[Bundle]:
    form = asked.photo
    claim, chosen = claim_of_form(form.fields), form.fields.get("set") or None
    sets, cards = stores.sets, stores.network_cards
    # The browser draws no overlay of the tiles: the program that opens the bundle draws it.
    return gather_bundle(form.data, form.name, claim, library, sets=sets, tile_set=chosen, cards=cards)


def _keep(stores: Stores, asked: Asked, of: Parts) -> Steps[object]:
    bundle = yield from _made(stores, asked, stores.ledger.library(of["game"]))
    return keep_with_win(stores.ledger, of["game"], _number(of), bundle)


def _remove(stores: Stores, _asked: Asked, of: Parts) -> object:
    return stores.ledger.remove_evidence(of["game"], _number(of) if "entry" in of else None)


def _number(of: Parts) -> int:
    return read_whole(of["entry"], "path.entry")


def _recheck(stores: Stores, asked: Asked, _of: Parts) -> object:
    return check_again(read_bundle(asked.body, "evidence"), "evidence", stores.sets.crop_of)


def _open_copy(stores: Stores, asked: Asked, _of: Parts) -> object:
    expect_json(asked.kind)
    return bring_in(asked.body, _kept(stores), stores.network_cards.classifier)


def _kept(stores: Stores) -> Kept:
    return Kept(stores.library, stores.sets, stores.ledger)


_OF_WIN: Final = "/api/v1/games/{game}/entries/{entry}/evidence"

ENDPOINTS: Final = (
    reads("POST", "/api/v1/scan", _scan),
    reads("POST", "/api/v1/scan/tile", _tile),
    reads("POST", "/api/v1/live", _live),
    nothing("POST", "/api/v1/cards/photo", lambda _, asked, __: card_of_photo(asked.photo.data, asked.photo.name)),
    reads("POST", "/api/v1/evidence", _evidence),
    nothing("POST", "/api/v1/evidence/recheck", _recheck),
    writes("POST", _OF_WIN, _keep, status=201),
    writes("GET", _OF_WIN, lambda stores, _, of: _zip(stores.ledger.evidence(of["game"], _number(of)))),
    writes("DELETE", _OF_WIN, _remove),
    writes("DELETE", "/api/v1/games/{game}/evidence", _remove),
    writes("GET", "/api/v1/copy", lambda stores, *_: make_copy(_kept(stores))),
    writes("POST", "/api/v1/copy", _open_copy),
)
