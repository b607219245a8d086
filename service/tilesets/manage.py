"""Import, export, rename and delete taught tile sets, and remove faces from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from models import ModelCard
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.shared.wording import plural, tile_name
from service.storage.atomic_files import write_atomic
from service.tilesets.labels import parse_label
from service.tilesets.set_lists import SetAnswer, ShownSet
from service.tilesets.tileset_store import TileSetStore
from vision.classification.faces import NONE
from vision.image.file_header import read_header
from vision.requests import Steps
from vision.tilesets.taught_faces import renewed
from vision.tilesets.tile_set import TaughtFace, TileSet, set_name
from vision.tilesets.tile_set_file import write_tile_set


@dataclass(frozen=True, slots=True)
class Renamed(SetAnswer):
    """A tile set under its new name, and its old name."""

    was: str

    def to_json(self) -> JsonObject:
        """Return the tile set and its old name."""
        return {"set": self.tile_set.name, "was": self.was, **self.summary.to_json()}


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A tile set after the removal of faces.

    Attributes:
        tile_set: the tile set without the faces.
        ids: the ids of the removed faces.
        face: the removed face, if the player named it by its tile.
    """

    tile_set: TileSet
    ids: tuple[str, ...]
    face: TaughtFace | None = None

    def to_json(self) -> JsonObject:
        """Return the tile set's name, the ids, and the number of remaining faces."""
        named = {} if self.face is None else {"label": self.face.label, "from": self.face.origin}
        left = len(self.tile_set.faces)
        return {**named, "set": self.tile_set.name, "forgotten": list(self.ids), "faces": left}


@dataclass(frozen=True, slots=True)
class Deleted:
    """The name of a deleted tile set."""

    name: str

    def to_json(self) -> JsonObject:
        """Return the contract's answer."""
        return {"set": self.name, "deleted": True}


def export_set(name: str, sets: TileSetStore) -> tuple[str, bytes]:
    """Return the name of a tile set and the bytes of its file.

    Raises:
        ServiceError, VisionError: for an unknown or damaged tile set.
    """
    tile_set = sets.load(name)
    return tile_set.name, write_tile_set(tile_set)


def import_set(data: bytes, where: str, name: str | None, sets: TileSetStore, card: ModelCard) -> Steps[TileSet]:
    """Store a tile set from an untrusted file, under its own name or another.

    We validate the whole file and compute its embeddings again from its crops, so that each embedding matches its crop.

    Raises:
        ServiceError: `set-exists`, `shelf-full`.
        VisionError: for a fault of the file.
    """
    tile_set = sets.read(data, where)
    tile_set = yield from renewed(tile_set, card)
    if name is not None:
        tile_set = replace(tile_set, name=set_name(name))
    with sets.changing():
        sets.add(tile_set)
    return tile_set


def rename_set(name: str, new: str, sets: TileSetStore) -> Renamed:
    """Rename a tile set; raises as `TileSetStore.rename`."""
    with sets.changing():
        was = sets.load_kept(name).name
        return Renamed(sets.rename(was, new), was)


def forget_faces(
    name: str,
    ids: Sequence[str],
    sets: TileSetStore,
    was: Mapping[str, str] = MappingProxyType({}),
    *,
    undo: bool = False,
) -> Forgotten:
    """Remove faces from a tile set; those in `was` stay, and get back the label that they had before a correction.

    An `undo` skips faces that somebody else has removed, and deletes a tile set of which no face is left.

    Raises:
        ServiceError: `unknown-set`.
        VisionError: `unknown-taught-face`, `bad-label`.
    """
    with sets.changing():
        before = sets.load_kept(name)
        if undo:
            there = {face.id for face in before.faces}
            ids, was = [one for one in ids if one in there], {one: was[one] for one in was if one in there}
        gone = tuple(dict.fromkeys(one for one in ids if one not in was))
        after = before.without(gone).relabelled(was)
        if undo and not after.faces:
            sets.delete(name)
        else:
            sets.put(after)
    return Forgotten(after, gone)


def forget_face(name: str, tile: str, number: int | None, sets: TileSetStore) -> Forgotten:
    """Remove one face of a tile; `number` counts the faces of that tile from 1, in the order of teaching.

    Raises:
        ServiceError: `unknown-set`, `bad-label`; `not-taught` if the tile set has no face of the tile; `which-face` if
            `number` is out of range, or missing although there are several faces.
    """
    label = parse_label(tile, "TILE")
    if label == NONE:
        raise ServiceError("bad-label", f"{tile!r} names no tile; write it as in 5B, N, F or J", "TILE")
    with sets.changing():
        tile_set = sets.load_kept(name)
        name, held = tile_set.name, [face for face in tile_set.faces if face.label == label]
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
        return replace(forget_faces(name, [face.id], sets), face=face)


def save_pictures(name: str, folder: Path, sets: TileSetStore) -> None:
    """Write each face's picture into a folder, as TILE-N.webp with N as `forget_face` counts; overwrite no file.

    Pictures from a browser without WebP end in `.png`.

    Raises:
        ServiceError, VisionError: for an unknown or damaged tile set.
        OSError: if we cannot write them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    count: Counter[str] = Counter()
    for face in sets.load(name).faces:
        count[face.label] += 1
        kind = read_header(face.picture, "face.picture").kind
        write_atomic(folder / f"{face.label}-{count[face.label]}.{kind}", face.picture, replace=False)


def delete_set(name: str, sets: TileSetStore, expected: str | None = None) -> Deleted:
    """Delete a tile set; if given, only with the faces of the version `expected`.

    Raises:
        ServiceError: `unknown-set`, `version-conflict`.
        VisionError: for a damaged tile set whose version is expected.
    """
    with sets.changing():
        if expected not in {None, "*"} and ShownSet(sets.load_kept(name)).version != expected:
            raise ServiceError("version-conflict", f"the set {name!r} was taught since: look at it first", "version")
        return Deleted(sets.delete(name))
