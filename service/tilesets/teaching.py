"""Teach a tile set the faces that a person has named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.tilesets.labels import NOT_A_TILE, NamedTile
from service.tilesets.set_lists import set_to_json
from vision.classification.faces import Faces
from vision.classification.homography import rectify_request
from vision.geometry import Box, Quad, hull, scaled
from vision.image.photo import Photo
from vision.image.view import close_enough
from vision.reading import Issue
from vision.requests import Pixels, Steps
from vision.tilesets.label_proposals import Proposal
from vision.tilesets.taught_faces import teach_faces
from vision.tilesets.tile_set import TileSet

SAME_PLACE: Final = 0.5
"""Intersection over union from which a box that a person names is a face that was found."""

IN_PHOTO: Final = 0.5
"""Share of the hull of a quad that must lie in the photo, so that there is a face to cut out."""


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


def teach(before: TileSet, photos: Sequence[TaughtPhoto]) -> Steps[Taught]:
    """Add the named faces to a set.

    Where a box is named we teach the face found there; a quad without one is cut as it stands.

    Raises:
        ServiceError: `nothing-taught`; `bad-labels` for a quad outside its photo.
        VisionError: `set-full`.
    """
    crops, labels, origins, missed = [], [], [], []
    for photo in photos:
        for number, named in enumerate(photo.named, 1):
            crop = yield from _crop(photo, named, number)
            if crop is None:
                missed.append(MissedTile(photo.name, number, named.label))
            elif named.label != NOT_A_TILE:
                crops.append(crop)
                labels.append(named.label)
                origins.append(PurePath(photo.name).name)
    if not crops:
        raise ServiceError("nothing-taught", "no face of these photos was named; nothing is taught", "labels")
    after = before.with_faces((yield from teach_faces(crops, labels, origins)))
    known = {face.id: face.label for face in before.faces}
    changed = sum(known.get(face.id, face.label) != face.label for face in after.faces)
    return Taught(after, len(crops), changed, tuple(missed))


def places_of(faces: Faces, named: Sequence[NamedTile]) -> dict[int, str]:
    """Return the labels of the faces that lie where a person has named tiles, by the places of the faces."""
    found = {}
    for one in named:
        at = _same_place(faces.quads, one.corners)
        if at is not None:
            found[at] = one.label
    return found


def _crop(photo: TaughtPhoto, named: NamedTile, number: int) -> Steps[Pixels | None]:
    """Return the face a person means, upright; None where there is none.

    Raises:
        ServiceError: `bad-labels` for a quad outside the photo.
    """
    faces = photo.proposal.faces
    at = _same_place(faces.quads, named.corners)
    if at is not None:
        return faces.crops[at]
    if not named.exact:
        return None
    width, height = photo.photo.width, photo.photo.height
    if _shared(hull(named.corners), (0, 0, width, height)) < IN_PHOTO * _size(hull(named.corners)):
        message = f"the quad lies outside the photo, which has {width} x {height} pixels when it is upright"
        raise ServiceError("bad-labels", message, f"{photo.name}: tile {number}")
    clear = yield from close_enough(photo.photo, (named.corners,))
    (cut,) = yield rectify_request(clear.pixels, [scaled(named.corners, clear.scale)])
    return cut


def _same_place(quads: Sequence[Quad], quad: Quad) -> int | None:
    """Return the index of the quad in the place of another, or None."""
    shared = [_overlap(hull(one), hull(quad)) for one in quads]
    best = max(range(len(shared)), key=shared.__getitem__, default=None)
    return best if best is not None and shared[best] >= SAME_PLACE else None


def _overlap(one: Box, other: Box) -> float:
    """Return the intersection of two boxes over their union."""
    both = _shared(one, other)
    return both / max(_size(one) + _size(other) - both, 1e-6)


def _shared(one: Box, other: Box) -> float:
    """Return the area that two boxes share."""
    across = max(0.0, min(one[2], other[2]) - max(one[0], other[0]))
    down = max(0.0, min(one[3], other[3]) - max(one[1], other[1]))
    return across * down


def _size(box: Box) -> float:
    """Return the area of a box."""
    left, top, right, bottom = box
    return (right - left) * (bottom - top)
