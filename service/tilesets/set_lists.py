"""Sum up taught tile sets, and list and show them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.tiles import ALL_TILES
from service.shared import json_text
from service.shared.errors import ErrorObject, error_object
from service.shared.json_text import JsonObject
from service.tilesets.tileset_store import TileSetStore
from vision.reading import BACK
from vision.tilesets.tile_set import TaughtFace, TileSet


@dataclass(frozen=True, slots=True)
class SetSummary:
    """A tile set without its faces, so that a list of sets holds no pictures.

    Attributes:
        name: its name.
        faces: number of its faces.
        kinds: number of faces of each taught kind, in the order in which players count tiles.
        missing: the kinds without a face.
        reader: name of the classifier of its embeddings.
        renewed_from: the classifier before that, as `name@version`, or None.
    """

    name: str
    faces: int
    kinds: Mapping[str, int]
    missing: tuple[str, ...]
    reader: str
    renewed_from: str | None

    @classmethod
    def of(cls, tile_set: TileSet) -> SetSummary:
        """Sum up a tile set."""
        counts = {tile.code: sum(face.label == tile.code for face in tile_set.faces) for tile in ALL_TILES}
        counts[BACK] = sum(face.label == BACK for face in tile_set.faces)
        return cls(
            name=tile_set.name,
            faces=len(tile_set.faces),
            kinds={label: count for label, count in counts.items() if count},
            missing=tuple(label for label, count in counts.items() if not count and label != BACK),
            reader=tile_set.made_by.name,
            renewed_from=tile_set.renewed_from,
        )

    def to_json(self) -> JsonObject:
        """Return the contract's entry."""
        return {
            "set": self.name,
            "faces": self.faces,
            "kinds": dict(self.kinds),
            "missing": list(self.missing),
            "reader": self.reader,
            "renewed_from": self.renewed_from,
        }


@dataclass(frozen=True, slots=True)
class DamagedSet:
    """A tile set whose file we cannot read."""

    name: str
    error: ErrorObject

    def to_json(self) -> JsonObject:
        """Return the contract's entry."""
        return {"set": self.name, "faces": 0, "kinds": {}, "missing": [], "error": self.error}


@dataclass(frozen=True, slots=True)
class SetList:
    """The taught tile sets."""

    sets: tuple[SetSummary | DamagedSet, ...]

    def to_json(self) -> JsonObject:
        """Return the contract's list."""
        return {"sets": [one.to_json() for one in self.sets]}


@dataclass(frozen=True, slots=True)
class SetAnswer:
    """An answer about one tile set."""

    tile_set: TileSet

    @property
    def summary(self) -> SetSummary:
        """The tile set without its faces."""
        return SetSummary.of(self.tile_set)


@dataclass(frozen=True, slots=True)
class ShownSet(SetAnswer):
    """A tile set with its faces; `pictures` is the folder of their saved pictures, or None."""

    pictures: str | None = None

    @property
    def faces(self) -> list[TaughtFace]:
        """The faces by label, and then in the order of teaching."""
        return sorted(self.tile_set.faces, key=lambda face: face.label)

    @property
    def taught(self) -> list[JsonObject]:
        """The faces for JSON."""
        return [face_to_json(face) for face in self.faces]

    @property
    def version(self) -> str:
        """The version of the faces: a prefix of their SHA-256, in hexadecimal."""
        return hashlib.sha256(json_text.dumps(self.taught).encode()).hexdigest()[:16]

    def to_json(self) -> JsonObject:
        """Return the contract's entry with the faces and their version."""
        saved = {} if self.pictures is None else {"pictures": self.pictures}
        return {**self.summary.to_json(), "version": self.version, "taught": self.taught, **saved}


def face_to_json(face: TaughtFace) -> JsonObject:
    """Return a face's `id`, `label` and origin (`from`)."""
    return {"id": face.id, "label": face.label, "from": face.origin}


def set_list(sets: TileSetStore) -> SetList:
    """List the taught tile sets, damaged ones too."""
    return SetList(tuple(_listed(name, sets) for name in sets.names()))


def _listed(name: str, sets: TileSetStore) -> SetSummary | DamagedSet:
    try:
        # A set goes by the name of its file.
        return replace(SetSummary.of(sets.load(name)), name=name)
    except Exception as error:  # noqa: BLE001 - one bad file must not hide the other sets
        return DamagedSet(name, error_object(error))
