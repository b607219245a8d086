"""What can be done with taught sets, but for teaching them: plain functions from a question to a document."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from service.shared.errors import ServiceError, error_object
from service.shared.json_text import JsonObject
from service.shared.wording import plural, tile_name
from service.storage.atomic_files import write_atomic
from service.tilesets.corrections import forget
from service.tilesets.teaching import NOT_A_TILE, parse_label, summary
from service.tilesets.tileset_store import TileSetStore
from vision import Networks, TileSet, read_tile_set, renewed, write_tile_set
from vision.tilesets.tile_set import set_name


def set_list(sets: TileSetStore) -> list[JsonObject]:
    """One entry a set; a file with a fault carries the `error`."""
    entries = []
    for name in sets.names():
        try:
            entries.append({"set": name, **summary(sets.load(name))})
        except Exception as error:  # noqa: BLE001 - one spoilt file must not hide the other sets
            entries.append({"set": name, "faces": 0, "kinds": {}, "missing": [], "error": error_object(error)})
    return entries


def show_set(name: str, sets: TileSetStore) -> JsonObject:
    """A set with its faces, each with its `id`, `label` and where it comes from.

    Raises:
        ServiceError, VisionError: for a set that is not there or has a fault.
    """
    profile = sets.load(name)
    return {"set": profile.name, **summary(profile), "taught": faces_of(profile)}


def faces_of(profile: TileSet) -> list[JsonObject]:
    """The faces as entries, by label and in the order they were taught."""
    faces = sorted(profile.faces, key=lambda face: face.label)
    return [{"id": face.id, "label": face.label, "from": face.origin} for face in faces]


def export_set(name: str, sets: TileSetStore) -> tuple[str, bytes]:
    """The name of a set and its file, to keep elsewhere or to give away.

    Raises:
        ServiceError, VisionError: for a set that is not there or has a fault.
    """
    profile = sets.load(name)
    return profile.name, write_tile_set(profile)


def import_set(data: bytes, where: str, name: str | None, sets: TileSetStore, networks: Networks) -> JsonObject:
    """Keep a set from a file, under its own name or another.

    The file may come from anyone: all of it is checked, and its embeddings are made anew from its crops, so that
    what it says of a face is what its picture shows.

    Raises:
        ServiceError: `empty-set`, `set-exists`, `shelf-full`.
        VisionError: naming the fault of the file.
    """
    profile = read_tile_set(data, where)
    if not profile.faces:
        raise ServiceError("empty-set", "the set holds no face", where)
    profile = renewed(profile, networks.classifier)
    if name is not None:
        profile = replace(profile, name=set_name(name))
    with sets.changing():
        sets.add(profile)
    return {"set": profile.name, **summary(profile)}


def rename_set(name: str, new: str, sets: TileSetStore) -> JsonObject:
    """Give a set another name; raises as `TileSetStore.rename`."""
    with sets.changing():
        was = sets.load(name).name
        profile = sets.rename(was, new)
    return {"set": profile.name, "was": was, **summary(profile)}


def forget_face(name: str, tile: str, number: int | None, sets: TileSetStore) -> JsonObject:
    """Take one face of a tile out of a set; `number` counts the faces of that tile from 1, as `show_set` lists them.

    Raises:
        ServiceError: `unknown-set`, `bad-label`; `not-taught` for a tile it has no face of; `which-face` where it has
            several and none is named, or not so many.
    """
    label = parse_label(tile, "TILE")
    if label == NOT_A_TILE:
        raise ServiceError("bad-label", f"{tile!r} names no tile; write it as in 5B, N, F or J", "TILE")
    with sets.changing():
        profile = sets.load(name)
        name, held = profile.name, [face for face in profile.faces if face.label == label]
        if not held:
            raise ServiceError("not-taught", f"the set {name} has no face of {tile_name(label)}", "TILE")
        at = 1 if number is None and len(held) == 1 else number
        if at is None or not 1 <= at <= len(held):
            origins = ", ".join(f"{count} from {face.origin}" for count, face in enumerate(held, 1))
            message = (
                f"the set {name} has {plural(len(held), 'face')} of {tile_name(label)}: {origins}; say which by its "
                "number (sets show --pictures DIR saves their pictures)"
            )
            raise ServiceError("which-face", message, "N")
        face = held[at - 1]
        return {"label": label, "from": face.origin, **forget(name, [face.id], sets)}


def save_pictures(name: str, folder: Path, sets: TileSetStore) -> JsonObject:
    """Write each face's picture into a folder, as TILE-N.webp with N as `forget_face` counts; no file is overwritten.

    Raises:
        ServiceError, VisionError: for a set that is not there or has a fault.
        OSError: where they cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    count: Counter[str] = Counter()
    for face in sets.load(name).faces:
        count[face.label] += 1
        write_atomic(folder / f"{face.label}-{count[face.label]}.webp", face.picture, replace=False)
    return {"pictures": str(folder)}


def delete_set(name: str, sets: TileSetStore) -> JsonObject:
    """Forget a set; raises ServiceError (`unknown-set`)."""
    with sets.changing():
        return {"set": sets.delete(name), "deleted": True}
