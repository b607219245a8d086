"""Read photos with a taught tile set, on any host."""

from __future__ import annotations

from rules.tiles import may_be_one_meld
from service.shared.errors import ServiceError
from service.tilesets.tileset_store import TileSetStore
from vision import pipeline
from vision.geometry import Quad, hull
from vision.image.photo import open_photo
from vision.observation import NetworkCards
from vision.reading import RackReading, TileReading
from vision.requests import Steps
from vision.tilesets.tile_set import TileSet


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
