"""Corrections that teach: a tile that a person put right becomes a face of the set, and what that changes is shown."""

from __future__ import annotations

import math
from collections.abc import Sequence

from service.photos.scanner import load_networks
from service.shared.json_text import JsonObject
from service.shared.wording import plural, tile_name
from service.tilesets.teaching import NamedTile, TaughtPhoto, teach
from service.tilesets.tileset_store import TileSetStore
from vision import (
    Networks,
    Photo,
    RackReading,
    TileReading,
    TileSet,
    decode,
    empty_tile_set,
    observe,
    propose,
    read_rack,
)

ORIGIN = "correction"
"""Where a face comes from that was not laid out to be taught."""


def correct(
    data: bytes, image: str, told: Sequence[NamedTile], name: str, sets: TileSetStore, *, keep: bool
) -> JsonObject:
    """What corrections of one photo would teach a set, or with `keep` have taught it.

    `changes` are the tiles of this photo that are read otherwise with them than before, the corrected ones among them;
    `faces` are the ids of what is taught, those named otherwise than before among them, by which it can be forgotten
    again. A set of a new name is begun.

    Raises:
        ServiceError: `nothing-taught`, `shelf-full`.
        VisionError: `bad-set-name`, `set-full`, or for bytes that are no picture.
    """
    networks, photo = load_networks(), decode(data, image)
    with sets.changing():
        new = empty_tile_set(name, networks.classifier.card)
        before = sets.load(new.name, networks.classifier) if sets.has(new.name) else new
        after = _taught(before, photo, told, networks)
        held = {(face.id, face.label) for face in before.faces}
        changes = _changes(_read(photo, before, networks), _read(photo, after, networks))
        if keep:
            sets.put(after)
    return {
        "set": after.name,
        "kept": keep,
        "faces": [face.id for face in after.faces if (face.id, face.label) not in held],
        "changes": changes,
        "text": _text(changes),
    }


def forget(name: str, faces: Sequence[str], sets: TileSetStore) -> JsonObject:
    """Take faces out of a set again.

    Raises:
        ServiceError: `unknown-set`.
        VisionError: `unknown-taught-face`.
    """
    with sets.changing():
        after = sets.load(name).without(faces)
        sets.put(after)
    return {"set": after.name, "forgotten": list(faces), "faces": len(after.faces)}


def _taught(profile: TileSet, photo: Photo, told: Sequence[NamedTile], networks: Networks) -> TileSet:
    (proposal,) = propose([observe(photo, networks)])
    taught, _ = teach(profile, [TaughtPhoto(ORIGIN, photo, proposal, tuple(told))], networks)
    return taught


def _read(photo: Photo, profile: TileSet, networks: Networks) -> RackReading:
    return read_rack(photo, networks, profile if profile.faces else None)


def _changes(before: RackReading, after: RackReading) -> list[JsonObject]:
    """The tiles that are read otherwise, each with what it `was` and `is`; None where it was or is no tile."""
    found = []
    waiting = list(after.tiles)
    for tile in before.tiles:
        same = _nearest(tile, waiting)
        if same is not None:
            waiting.remove(same)
        if same is None or same.label != tile.label or same.sure != tile.sure:
            found.append(_change(tile, same))
    return found + [_change(None, tile) for tile in waiting]


def _nearest(tile: TileReading, others: Sequence[TileReading]) -> TileReading | None:
    """The tile in the same place, or None."""
    width = math.dist(tile.quad[0], tile.quad[1])
    best = min(others, key=lambda other: math.dist(_centre(tile), _centre(other)), default=None)
    return best if best is not None and math.dist(_centre(tile), _centre(best)) < width / 2 else None


def _centre(tile: TileReading) -> tuple[float, float]:
    return sum(x for x, _ in tile.quad) / 4, sum(y for _, y in tile.quad) / 4


def _change(was: TileReading | None, now: TileReading | None) -> JsonObject:
    place = was or now
    assert place is not None
    return {
        "quad": [[round(x, 2), round(y, 2)] for x, y in place.quad],
        "index": None if was is None else was.index,
        "was": _brief(was),
        "is": _brief(now),
    }


def _brief(tile: TileReading | None) -> JsonObject | None:
    return None if tile is None else {"label": tile.label, "sure": tile.sure}


def _text(changes: Sequence[JsonObject]) -> str:
    """The effect in a player's words."""
    if not changes:
        return "No tile of this photo would be read differently."
    told = []
    for change in changes:
        if change["was"] is None:
            told.append(f"a {tile_name(change['is']['label'])} would be seen")
            continue
        number = change["index"] + 1
        if change["is"] is None:
            told.append(f"tile {number} would be left out")
        elif change["is"]["label"] != change["was"]["label"]:
            told.append(f"tile {number} as {tile_name(change['is']['label'])}, not {tile_name(change['was']['label'])}")
        else:
            how = "surely" if change["is"]["sure"] else "no longer surely"
            told.append(f"tile {number} {how} as {tile_name(change['is']['label'])}")
    return f"{plural(len(changes), 'tile')} of this photo would be read differently: {'; '.join(told)}."
