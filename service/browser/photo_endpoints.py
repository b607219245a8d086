"""Photos and cameras for the page, read in the browser."""

from __future__ import annotations

from typing import Final

from models import load_model_card
from rules.tiles import may_be_one_meld
from service.browser.messages import Answer, Asked, answer_json
from service.browser.routing import Access, Endpoint
from service.browser.stores import Stores
from service.cards.photographed.read_photo import card_of_photo
from service.evidence.bundle_file import write_bundle
from service.evidence.collect import collect_bundle
from service.judging.photo_claim import read_claim
from service.judging.verify import verify_photo
from service.photos.live_sessions import frame_time
from service.photos.photo_subject import shows_table
from service.photos.pointed_place import place_json, read_place
from service.shared import json_text
from service.shared.errors import ServiceError
from vision.image.photo import open_photo
from vision.pipeline import read_rack, read_tile


async def _scan(stores: Stores, asked: Asked) -> Answer:
    form = asked.photo
    _no_set(form.fields.get("set"))
    loose = shows_table(form.fields)
    photo = await stores.host.drive(open_photo(form.data, form.name))
    reading = await stores.host.drive(read_rack(photo, stores.network_cards, may_be_one_meld, loose=loose))
    return answer_json(reading.to_json(form.name))


async def _tile(stores: Stores, asked: Asked) -> Answer:
    form = asked.photo
    _no_set(form.fields.get("set"))
    place = read_place(form.fields)
    photo = await stores.host.drive(open_photo(form.data, form.name))
    return answer_json(place_json(await stores.host.drive(read_tile(photo, place, stores.network_cards))))


async def _live(stores: Stores, asked: Asked) -> Answer:
    form = asked.photo
    session, time = form.fields.get("session") or None, frame_time(form.fields)
    chosen = form.fields.get("set") or None
    steps = stores.live.step(form.data, time, session, stores.network_cards, tile_set=chosen, choose=_no_set)
    return answer_json((await stores.host.drive(steps)).to_json())


async def _evidence(stores: Stores, asked: Asked) -> Answer:
    form = asked.photo
    if "claim" not in form.fields:
        raise ServiceError("missing-field", "the form has no text named 'claim'", "claim")
    _no_set(form.fields.get("set"))
    claim = read_claim(json_text.loads(form.fields["claim"], "claim"))
    # The claim first: a misspelt card is told before the photo is read.
    setup = claim.setup(stores.library)
    photo = await stores.host.drive(open_photo(form.data, form.name))
    reading = await stores.host.drive(read_rack(photo, stores.network_cards, may_be_one_meld))
    # Nothing here draws the outlines of the tiles: whoever opens the file has them drawn anew.
    bundle = collect_bundle(form.data, None, verify_photo(reading, form.name, setup, claim), stores.library)
    return Answer(200, write_bundle(bundle), "application/zip", "rackcheck-evidence.zip")


async def _card(stores: Stores, asked: Asked) -> Answer:
    form = asked.photo
    finder, reader = load_model_card("print-finder"), load_model_card("print-reader")
    return answer_json(await stores.host.drive(card_of_photo(form.data, form.name, finder, reader)))


def _no_set(name: str | None) -> None:
    """Refuse a taught set: this edition keeps none.

    Raises:
        ServiceError: `unknown-set`.
    """
    if name:
        raise ServiceError("unknown-set", f"the phone edition keeps no taught set {name!r}", "set")


ENDPOINTS: Final = (
    Endpoint("POST", "/api/v1/scan", _scan, Access.NOTHING),
    Endpoint("POST", "/api/v1/scan/tile", _tile, Access.NOTHING),
    Endpoint("POST", "/api/v1/cards/photo", _card, Access.NOTHING),
    Endpoint("POST", "/api/v1/live", _live, Access.NOTHING),
    Endpoint("POST", "/api/v1/evidence", _evidence, Access.READS),
)
