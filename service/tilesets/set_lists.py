"""Show taught tile sets as the contract's JSON."""

from __future__ import annotations

from rules.tiles import ALL_TILES
from service.shared.errors import error_object
from service.shared.json_text import JsonObject
from service.tilesets.tileset_store import TileSetStore
from vision.reading import BACK
from vision.tilesets.tile_set import TaughtFace, TileSet


def set_to_json(tile_set: TileSet) -> JsonObject:
    """Return a tile set's number of faces per kind, its missing kinds, and the classifier of its embeddings."""
    counts = {tile.code: sum(face.label == tile.code for face in tile_set.faces) for tile in ALL_TILES}
    counts[BACK] = sum(face.label == BACK for face in tile_set.faces)
    return {
        "set": tile_set.name,
        "faces": len(tile_set.faces),
        "kinds": {label: count for label, count in counts.items() if count},
        "missing": [label for label, count in counts.items() if not count and label != BACK],
        "reader": tile_set.made_by.name,
        "renewed_from": tile_set.renewed_from,
    }


def face_to_json(face: TaughtFace) -> JsonObject:
    """Return a face's `id`, `label` and origin (`from`)."""
    return {"id": face.id, "label": face.label, "from": face.origin}


def set_list(sets: TileSetStore) -> list[JsonObject]:
    """List the taught tile sets; a damaged one has an `error`."""
    entries = []
    for name in sets.names():
        try:
            entries.append({**set_to_json(sets.load(name)), "set": name})
        except Exception as error:  # noqa: BLE001 - one bad file must not hide the other sets
            entries.append({"set": name, "faces": 0, "kinds": {}, "missing": [], "error": error_object(error)})
    return entries


def show_set(name: str, sets: TileSetStore) -> JsonObject:
    """Show a tile set with its faces, by label and then in the order of teaching.

    Raises:
        ServiceError, VisionError: for an unknown or damaged tile set.
    """
    tile_set = sets.load(name)
    faces = sorted(tile_set.faces, key=lambda face: face.label)
    return {**set_to_json(tile_set), "taught": [face_to_json(face) for face in faces]}
