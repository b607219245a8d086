"""Read photos with a taught tile set, on any host, and what a photo's form says: what it shows, and a place in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.tiles import may_be_one_meld
from service.shared import json_text
from service.shared.errors import ServiceError
from service.tilesets.tileset_store import TileSetStore
from vision import pipeline
from vision.geometry import Quad, given_face, hull
from vision.image.photo import open_photo
from vision.observation import NetworkCards
from vision.reading import RackReading, TileReading
from vision.requests import Steps
from vision.tilesets.tile_set import TileSet

_WANTED: Final = "give four corners in pixels, clockwise from the top left: [[10, 20], [50, 20], [50, 80], [10, 80]]"


def shows_table(fields: Mapping[str, str]) -> bool:
    """Say whether a photo shows loose tiles: `shows` is `table`, and not `rack` (the default).

    Raises:
        ServiceError: `unknown-choice` for any other `shows`.
    """
    shows = fields.get("shows", "rack")
    if shows not in {"rack", "table"}:
        message = "a photo shows a rack, or a table: discards and what others exposed"
        raise ServiceError("unknown-choice", message, "shows")
    return shows == "table"


def read_place(fields: Mapping[str, str]) -> Quad:
    """Read the form field `quad`: the approximate quad of a tile's face, in pixels.

    Raises:
        ServiceError: `missing-field`, `bad-json`, `bad-quad`.
    """
    if "quad" not in fields:
        raise ServiceError("missing-field", _WANTED, "quad")
    quad = given_face(json_text.loads(fields["quad"], "quad"))
    if quad is None:
        raise ServiceError("bad-quad", _WANTED, "quad")
    return quad


def place_json(tile: TileReading) -> dict[str, object]:
    """Return the tile in the form of a scan document; its index and row mean nothing here."""
    return {"tile": tile.to_json()}


def read_photo(
    data: bytes, name: str, sets: TileSetStore, tile_set: str | None, *, cards: NetworkCards, loose: bool = False
) -> Steps[RackReading]:
    """Read the tiles of one photo with the networks and the taught tile set `tile_set`; `loose` tiles form no rack.

    Raises:
        ServiceError: `unknown-set`.
        VisionError: for bytes that are no readable image; the message calls the photo `name`.
    """
    chosen = yield from sets.choose(tile_set, cards.classifier)
    photo = yield from open_photo(data, name)
    steps = pipeline.read_rack(photo, cards, may_be_one_meld, chosen.tile_set, chosen.others, loose=loose)
    return (yield from steps)


def read_by(data: bytes, name: str, tile_set: TileSet | None, cards: NetworkCards) -> Steps[RackReading]:
    """Read the tiles of one photo with this taught tile set and suggest no other set; raises VisionError."""
    photo = yield from open_photo(data, name)
    return (yield from pipeline.read_rack(photo, cards, may_be_one_meld, tile_set))


def read_pointed(
    data: bytes, name: str, place: Quad, sets: TileSetStore, tile_set: str | None, *, cards: NetworkCards
) -> Steps[TileReading]:
    """Read the one tile of a photo that the user points at.

    Raises:
        ServiceError: `bad-quad` for a place outside the photo, and as `read_photo`.
        VisionError: as `read_photo`.
    """
    chosen = yield from sets.choose(tile_set, cards.classifier)
    photo = yield from open_photo(data, name)
    left, top, right, bottom = hull(place)
    if right <= 0 or bottom <= 0 or left >= photo.width or top >= photo.height:
        message = f"the quad lies outside the photo, which has {photo.width} x {photo.height} pixels when it is upright"
        raise ServiceError("bad-quad", message, "quad")
    return (yield from pipeline.read_tile(photo, place, cards, chosen.tile_set))
