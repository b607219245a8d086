"""Teach a tile set the faces that the player has labelled."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from service.shared.wording import file_name
from service.tilesets.labels import NamedTile
from service.tilesets.set_lists import SetAnswer
from vision.classification.faces import NONE, Faces
from vision.classification.homography import rectify_request
from vision.geometry import Quad, area, box_corners, hull, scaled, shared_area
from vision.image.photo import Photo
from vision.image.view import close_enough
from vision.reading import Issue
from vision.requests import Pixels, Steps
from vision.tilesets.label_proposals import Proposal
from vision.tilesets.taught_faces import teach_faces
from vision.tilesets.tile_set import TileSet

SAME_PLACE: Final = 0.5
"""Minimum intersection over union of the player's box and a detected face for a match."""

IN_PHOTO: Final = 0.5
"""Minimum share of a quad's bounding box inside the photo, so that there is a face to crop."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtPhoto:
    """One photo for teaching, with the proposed labels of its faces and the tiles that the player labelled."""

    name: str
    photo: Photo
    proposal: Proposal
    named: tuple[NamedTile, ...]


@dataclass(frozen=True, slots=True)
class MissedTile:
    """A labelled tile without a detected face in its place; `number` counts the labelled tiles from 1."""

    image: str
    number: int
    label: str

    def to_json(self) -> JsonObject:
        """Return the contract's entry."""
        return {"image": self.image, "tile": self.number, "label": self.label}


@dataclass(frozen=True, slots=True)
class Taught(SetAnswer):
    """The result of teaching: the tile set with the new faces.

    Attributes:
        count: number of taught faces.
        changed: number of known faces that got a new label.
        missed: labelled tiles without a detected face.
        issues: issues of the photos.
    """

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
            **self.summary.to_json(),
            "issues": [one.to_json() for one in self.issues],
        }


def teach(before: TileSet, photos: Sequence[TaughtPhoto]) -> Steps[Taught]:
    """Add the labelled faces to a tile set.

    A box or quad on a detected face teaches that face. For a quad elsewhere, or one that lies another way up, we crop
    the quad itself; for a box elsewhere we report a missed tile.

    Raises:
        ServiceError: `nothing-taught`; `bad-labels` for a quad outside its photo, and for a face with two names.
        VisionError: `set-full`.
    """
    crops, labels, origins, missed = [], [], [], []
    for photo in photos:
        places = [_same_place(photo.proposal.faces.quads, named.corners) for named in photo.named]
        _check_one_name(photo, places)
        for number, (named, at) in enumerate(zip(photo.named, places, strict=True), 1):
            if named.label == NONE:
                continue
            crop = yield from _crop(photo, named, at, number)
            if crop is None:
                missed.append(MissedTile(photo.name, number, named.label))
            else:
                crops.append(crop)
                labels.append(named.label)
                origins.append(file_name(photo.name))
    if not crops:
        raise ServiceError("nothing-taught", "no face of these photos was named; nothing is taught", "labels")
    after = before.with_faces((yield from teach_faces(crops, labels, origins)))
    known = {face.id: face.label for face in before.faces}
    changed = sum(known.get(face.id, face.label) != face.label for face in after.faces)
    return Taught(after, len(crops), changed, tuple(missed))


def places_of(faces: Faces, named: Sequence[NamedTile]) -> dict[int, str]:
    """Return face index to the player's label, for the faces that match a labelled tile."""
    found = {}
    for one in named:
        at = _same_place(faces.quads, one.corners)
        if at is not None:
            found[at] = one.label
    return found


def _check_one_name(photo: TaughtPhoto, places: Sequence[int | None]) -> None:
    """Refuse two names for one detected face, at the same one of `places`; raises ServiceError (`bad-labels`)."""
    first: dict[int, tuple[int, str]] = {}
    for number, (named, at) in enumerate(zip(photo.named, places, strict=True), 1):
        if at is not None and first.setdefault(at, (number, named.label))[1] != named.label:
            message = f"this is tile {first[at][0]} again, named otherwise: name each tile once"
            raise ServiceError("bad-labels", message, f"{photo.name}: tile {number}")


def _crop(photo: TaughtPhoto, named: NamedTile, at: int | None, number: int) -> Steps[Pixels | None]:
    """Return the upright crop of a labelled tile in the place of face `at`; None for a box without a detected face.

    Raises:
        ServiceError: `bad-labels` for a quad outside the photo.
    """
    faces = photo.proposal.faces
    if at is not None and not (named.exact and _turned(named.corners, faces.quads[at])):
        return faces.crops[at]
    if not named.exact:
        return None
    width, height = photo.photo.width, photo.photo.height
    box = box_corners(hull(named.corners))
    if shared_area(box, box_corners((0, 0, width, height))) < IN_PHOTO * area(box):
        message = f"the quad lies outside the photo, which has {width} x {height} pixels when it is upright"
        raise ServiceError("bad-labels", message, f"{photo.name}: tile {number}")
    clear = yield from close_enough(photo.photo, (named.corners,))
    (cut,) = yield rectify_request(clear.pixels, [scaled(named.corners, clear.scale)])
    return cut


def _same_place(quads: Sequence[Quad], quad: Quad) -> int | None:
    """Return the index of the quad whose box overlaps that of `quad` most, or None below `SAME_PLACE`."""
    box = box_corners(hull(quad))
    shared = [_overlap(box_corners(hull(one)), box) for one in quads]
    best = max(range(len(shared)), key=shared.__getitem__, default=None)
    return best if best is not None and shared[best] >= SAME_PLACE else None


def _turned(quad: Quad, face: Quad) -> bool:
    """Say whether a quad in the place of a face lies another way up."""
    return min(range(4), key=lambda corner: math.dist(face[corner], quad[0])) != 0


def _overlap(one: Quad, other: Quad) -> float:
    """Return the intersection of two quads over their union."""
    both = shared_area(one, other)
    return both / max(area(one) + area(other) - both, 1e-6)
