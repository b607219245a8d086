"""Teach a tile set the faces that a person has named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

import numpy as np
import numpy.typing as npt

from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.tilesets.labels import NOT_A_TILE, NamedTile
from service.tilesets.set_lists import set_to_json
from vision import Issue, Networks, Photo, TileSet, teach_faces
from vision.classification.faces import Faces
from vision.host.face_crops import hulls, rectify
from vision.requests import FACE_SIZE
from vision.tilesets.label_proposals import Proposal

Quads = npt.NDArray[np.float32]

SAME_PLACE: Final = 0.5
"""Intersection over union from which a box that a person names is a face that was found."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtPhoto:
    """One photo of a set's faces, with what was found in it and the tiles that a person has named."""

    name: str
    photo: Photo
    proposal: Proposal
    named: tuple[NamedTile, ...]


@dataclass(frozen=True, slots=True)
class MissedTile:
    """A tile that a person has named and in whose place no face was found; `number` counts them from 1."""

    image: str
    number: int
    label: str

    def to_json(self) -> JsonObject:
        """Return the contract's entry."""
        return {"image": self.image, "tile": self.number, "label": self.label}


@dataclass(frozen=True, slots=True)
class Taught:
    """What a set has learnt.

    Attributes:
        tile_set: the set with the new faces.
        count: how many faces were taught.
        changed: how many known faces have another label now.
        missed: named tiles that were not found.
        issues: what is odd about the photos.
    """

    tile_set: TileSet
    count: int
    changed: int
    missed: tuple[MissedTile, ...]
    issues: tuple[Issue, ...] = ()

    def to_json(self) -> JsonObject:
        """Return the contract's teach document."""
        return {
            "set": self.tile_set.name,
            "taught": self.count,
            "changed": self.changed,
            "missed": [one.to_json() for one in self.missed],
            **set_to_json(self.tile_set),
            "issues": [one.to_json() for one in self.issues],
        }


def teach(before: TileSet, photos: Sequence[TaughtPhoto], networks: Networks) -> Taught:
    """Add the named faces to a set.

    Where a box is named we teach the face found there; a quad without one is cut as it stands.

    Raises:
        ServiceError: `nothing-taught`.
        VisionError: `set-full`.
    """
    crops, labels, origins, missed = [], [], [], []
    for photo in photos:
        for number, named in enumerate(photo.named, 1):
            crop = _crop(photo, named)
            if crop is None:
                missed.append(MissedTile(photo.name, number, named.label))
            elif named.label != NOT_A_TILE:
                crops.append(crop)
                labels.append(named.label)
                origins.append(PurePath(photo.name).name)
    if not crops:
        raise ServiceError("nothing-taught", "no face of these photos was named; nothing is taught", "labels")
    after = before.with_faces(teach_faces(networks.classifier, np.stack(crops), labels, origins))
    known = {face.id: face.label for face in before.faces}
    changed = sum(known.get(face.id, face.label) != face.label for face in after.faces)
    return Taught(after, len(crops), changed, tuple(missed))


def places_of(faces: Faces, named: Sequence[NamedTile]) -> dict[int, str]:
    """Return the labels of the faces that lie where a person has named tiles, by the places of the faces."""
    quads = np.array(faces.quads, np.float32).reshape(-1, 4, 2)
    found = {}
    for one in named:
        at = _same_place(quads, np.array([one.corners], np.float32))
        if at is not None:
            found[at] = one.label
    return found


def _crop(photo: TaughtPhoto, named: NamedTile) -> npt.NDArray[np.uint8] | None:
    """Return the face a person means, upright; None where there is none."""
    quad = np.array([named.corners], np.float32)
    faces = photo.proposal.faces
    at = _same_place(np.array(faces.quads, np.float32).reshape(-1, 4, 2), quad)
    if at is not None:
        found: npt.NDArray[np.uint8] = faces.crops[at]
        return found
    if not named.exact:
        return None
    cut: npt.NDArray[np.uint8] = rectify(photo.photo.pixels, quad * np.float32(photo.photo.scale), FACE_SIZE)[0]
    return cut


def _same_place(quads: Quads, quad: Quads) -> int | None:
    """Return the index of the quad in the place of another, or None."""
    if not len(quads):
        return None
    a, b = hulls(quads), hulls(quad)[0]
    low, high = np.maximum(a[:, :2], b[:2]), np.minimum(a[:, 2:], b[2:])
    both = np.prod(np.maximum(high - low, 0), axis=1)
    union = np.prod(a[:, 2:] - a[:, :2], axis=1) + np.prod(b[2:] - b[:2]) - both
    shared = both / np.maximum(union, 1e-6)
    best = int(shared.argmax())
    return best if shared[best] >= SAME_PLACE else None
