"""Endpoints for photos, cameras and evidence, and for the copy of the owner's whole data."""

from __future__ import annotations

from typing import Final

from service.browser.messages import Answer, Asked, answer_json
from service.browser.routing import Access, Endpoint, query_text, read_whole
from service.browser.stores import Stores
from service.cards.card_library import CardLibrary
from service.cards.photographed.read_photo import card_of_photo
from service.evidence.bundle_file import Bundle, read_bundle, write_bundle
from service.evidence.collect import collect_bundle
from service.evidence.recheck import check_again
from service.evidence.whole_copy import FILE as COPY_FILE
from service.evidence.whole_copy import Kept, bring_in, make_copy
from service.evidence.win_evidence import keep_with_win
from service.judging.photo_claim import claim_of_form
from service.judging.verify import verify_photo
from service.photos.live_sessions import frame_time
from service.photos.photo_reading import place_json, read_by, read_photo, read_place, read_pointed, shows_table
from service.shared.json_body import expect_json

_OF_WIN: Final = "/api/v1/games/{game}/entries/{entry}/evidence"


async def _scan(stores: Stores, asked: Asked) -> Answer:
    form = asked.photo
    loose, chosen = shows_table(form.fields), form.fields.get("set") or None
    steps = read_photo(form.data, form.name, stores.sets, chosen, cards=stores.network_cards, loose=loose)
    return answer_json((await stores.host.drive(steps)).to_json(form.name))


async def _tile(stores: Stores, asked: Asked) -> Answer:
    form = asked.photo
    place, chosen = read_place(form.fields), form.fields.get("set") or None
    steps = read_pointed(form.data, form.name, place, stores.sets, chosen, cards=stores.network_cards)
    return answer_json(place_json(await stores.host.drive(steps)))


async def _live(stores: Stores, asked: Asked) -> Answer:
    form = asked.photo
    session, time = form.fields.get("session") or None, frame_time(form.fields)
    chosen = form.fields.get("set") or None
    steps = stores.live.step(form.data, time, session, stores.sets, chosen, cards=stores.network_cards)
    return answer_json((await stores.host.drive(steps)).to_json())


async def _evidence(stores: Stores, asked: Asked) -> Answer:
    return _zip(write_bundle(await _made(stores, asked, stores.rules(query_text(asked, "game")))))


def _zip(data: bytes) -> Answer:
    return Answer(200, data, "application/zip", "rackcheck-evidence.zip")


async def _made(stores: Stores, asked: Asked, library: CardLibrary) -> Bundle:
    form = asked.photo
    claim = claim_of_form(form.fields)
    # Read the claim first: a misspelt card must fail before we read the photo.
    setup = claim.setup(library)
    name, cards = form.fields.get("set") or None, stores.network_cards
    tile_set = None if name is None else await stores.host.drive(stores.sets.fitting(name, cards.classifier))
    # Read by this tile set alone: the bundle does not hold the others.
    steps = read_by(form.data, form.name, tile_set, cards)
    verdict = verify_photo(await stores.host.drive(steps), form.name, setup, claim)
    # The browser draws no overlay of the tiles: the program that opens the bundle draws it.
    return collect_bundle(form.data, None, verdict, library, tile_set=tile_set)


async def _keep(stores: Stores, asked: Asked, game: str, entry: str) -> Answer:
    bundle = await _made(stores, asked, stores.ledger.library(game))
    return answer_json(keep_with_win(stores.ledger, game, _number(entry), bundle).to_json(), 201)


def _kept_evidence(stores: Stores, _asked: Asked, game: str, entry: str) -> Answer:
    return _zip(stores.ledger.evidence(game, _number(entry)))


def _remove(stores: Stores, _asked: Asked, game: str, entry: str | None = None) -> Answer:
    return answer_json(stores.ledger.remove_evidence(game, None if entry is None else _number(entry)).to_json())


def _number(entry: str) -> int:
    return read_whole(entry, "path.entry")


async def _recheck(stores: Stores, asked: Asked) -> Answer:
    steps = check_again(read_bundle(asked.body, "evidence"), "evidence", stores.sets.crop_of)
    return answer_json((await stores.host.drive(steps)).to_json())


async def _card(stores: Stores, asked: Asked) -> Answer:
    form = asked.photo
    return answer_json((await stores.host.drive(card_of_photo(form.data, form.name))).to_json())


def _save_copy(stores: Stores, _asked: Asked) -> Answer:
    return answer_json(make_copy(_kept(stores)), file=COPY_FILE)


async def _open_copy(stores: Stores, asked: Asked) -> Answer:
    expect_json(asked.kind)
    steps = bring_in(asked.body, _kept(stores), stores.network_cards.classifier)
    return answer_json((await stores.host.drive(steps)).to_json())


def _kept(stores: Stores) -> Kept:
    return Kept(stores.library, stores.sets, stores.ledger)


ENDPOINTS: Final = (
    Endpoint("POST", "/api/v1/scan", _scan, Access.READS),
    Endpoint("POST", "/api/v1/scan/tile", _tile, Access.READS),
    Endpoint("POST", "/api/v1/live", _live, Access.READS),
    Endpoint("POST", "/api/v1/cards/photo", _card, Access.NOTHING),
    Endpoint("POST", "/api/v1/evidence", _evidence, Access.READS),
    Endpoint("POST", "/api/v1/evidence/recheck", _recheck, Access.NOTHING),
    Endpoint("POST", _OF_WIN, _keep, Access.WRITES),
    Endpoint("GET", _OF_WIN, _kept_evidence, Access.WRITES),
    Endpoint("DELETE", _OF_WIN, _remove, Access.WRITES),
    Endpoint("DELETE", "/api/v1/games/{game}/evidence", _remove, Access.WRITES),
    Endpoint("GET", "/api/v1/copy", _save_copy, Access.WRITES),
    Endpoint("POST", "/api/v1/copy", _open_copy, Access.WRITES),
)
