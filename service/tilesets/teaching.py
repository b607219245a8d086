"""Teaching a set of tiles: what is proposed, what a person says, and the set that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rules.errors import TileTextError
from rules.tiles import ALL_TILES, parse_tiles
from service.shared.errors import ServiceError
from service.shared.json_text import JsonObject
from vision import Networks, Photo, RackReading, TileReading, TileSet, teach_faces
from vision.host.face_crops import hulls, rectify
from vision.reading import BACK
from vision.requests import FACE_SIZE
from vision.tilesets.label_proposals import Proposal
from vision.tilesets.tile_set import MOST_FACES

Quads = npt.NDArray[np.float32]

NOT_A_TILE: Final = "NONE"
"""What a person says of a box that holds no face of the set."""

SAME_PLACE: Final = 0.5
"""Intersection over union from which a box that a person names is a face that was found."""

FARTHEST: Final = 1e6
"""No picture has pixels beyond this."""


@dataclass(frozen=True, slots=True)
class NamedTile:
    """A person's word on one tile of a photo.

    Attributes:
        label: a tile code, `BACK`, or `NONE` for what is no face of the set.
        corners: four corners x, y in pixels of the full upright picture, clockwise from the face's own top left.
        exact: the corners are the face's own; else they are those of an upright box around it.
    """

    label: str
    corners: tuple[tuple[float, float], ...]
    exact: bool


@dataclass(frozen=True, slots=True, eq=False)
class TaughtPhoto:
    """One photo of a set's faces with what is said of them.

    Attributes:
        name: the photo's.
        photo: its pixels.
        proposal: the faces found, and what was proposed.
        told: tiles that a person has named.
    """

    name: str
    photo: Photo
    proposal: Proposal
    told: tuple[NamedTile, ...]


def parse_label(text: object, where: str) -> str:
    """A tile in any of its written forms, `BACK` or `NONE`; raises ServiceError (`bad-label`)."""
    if isinstance(text, str):
        plain = text.strip().upper()
        if plain in {BACK, NOT_A_TILE}:
            return plain
        try:
            tiles = parse_tiles(text)
        except TileTextError as error:
            raise ServiceError("bad-label", error.message, where) from None
        if len(tiles) == 1:
            return tiles[0].code
    raise ServiceError("bad-label", f"{text!r} names no single tile; write it as in 5B, N, F, J or NONE", where)


def parse_told(document: object, where: str = "labels") -> tuple[NamedTile, ...]:
    """The tiles of one image's labels: `{"tiles": [{"quad" or "box", "label"}]}`; other fields are left alone.

    Raises:
        ServiceError: `bad-labels` naming the tile, `bad-label`.
    """
    tiles = document.get("tiles") if isinstance(document, Mapping) else None
    if not isinstance(tiles, list):
        message = 'give {"image": ..., "tiles": [{"box" or "quad": ..., "label": ...}]}'
        raise ServiceError("bad-labels", message, where)
    if len(tiles) > MOST_FACES:
        # Each is cut out and embedded before a set can say that it is full.
        raise ServiceError("bad-labels", f"names {len(tiles)} tiles; a set keeps {MOST_FACES} faces", where)
    return tuple(_told(tile, f"{where}: tile {number}") for number, tile in enumerate(tiles, 1))


def _told(tile: object, where: str) -> NamedTile:
    if not isinstance(tile, Mapping):
        raise ServiceError("bad-labels", "must be a JSON object", where)
    label = parse_label(tile.get("label"), where)
    if tile.get("quad") is not None:
        quad = tile["quad"]
        if not isinstance(quad, list) or len(quad) != 4:
            raise ServiceError("bad-labels", "quad must be four corners [x, y]", where)
        return NamedTile(label, tuple(_numbers(corner, 2, where) for corner in quad), exact=True)  # type: ignore[misc]
    x0, y0, x1, y1 = _numbers(tile.get("box"), 4, where)
    if not (x0 < x1 and y0 < y1):
        raise ServiceError("bad-labels", "box must be [x0, y0, x1, y1] with x0 < x1 and y0 < y1", where)
    return NamedTile(label, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), exact=False)


def _numbers(value: object, count: int, where: str) -> tuple[float, ...]:
    if isinstance(value, list) and len(value) == count and all(_is_place(one) for one in value):
        return tuple(float(one) for one in value)
    message = "give a box [x0, y0, x1, y1] or a quad of four corners [x, y], in pixels"
    raise ServiceError("bad-labels", message, where)


def _is_place(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < FARTHEST


def labels_of(image: str, labels: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """The labels of one image among those of a file: by its path as given, else by its file name.

    Raises:
        ServiceError: `no-labels`.
    """
    for same in (lambda name: name == image, lambda name: PurePath(name).name == PurePath(image).name):
        for one in labels:
            if same(str(one.get("image", ""))):
                return one
    raise ServiceError("no-labels", f"the labels name no image {PurePath(image).name!r}", image)


def as_proposed(proposal: Proposal, corrections: Mapping[int, str]) -> tuple[NamedTile, ...]:
    """The proposal taken as a person's word, but for the tiles of these numbers, counted from 1.

    Raises:
        ServiceError: `no-such-tile`.
    """
    count = len(proposal.labels)
    wrong = [number for number in corrections if not 1 <= number <= count]
    if wrong:
        raise ServiceError("no-such-tile", f"there is no tile {wrong[0]}; the photo shows {count}", f"tile {wrong[0]}")
    return tuple(
        NamedTile(corrections.get(number, label), quad, exact=True)
        for number, (label, quad) in enumerate(zip(proposal.labels, proposal.faces.quads, strict=True), 1)
    )


def proposed_reading(photo: Photo, proposal: Proposal, networks: Networks) -> RackReading:
    """The proposal as a reading, so that it can be shown and drawn like any other; it is no rack."""
    tiles = tuple(
        TileReading(
            label=label,
            confidence=min(1.0, face.probabilities[proposal.faces.labels.index(label)]),
            alternatives=(),
            quad=face.quad,
            row=line,
            index=index,
            sure=sure,
        )
        for index, (label, face, line, sure) in enumerate(
            zip(proposal.labels, proposal.faces, proposal.rows, proposal.sure, strict=True)
        )
    )
    return RackReading(photo.width, photo.height, tiles, "", (), networks.name)


def teach(profile: TileSet, lessons: Sequence[TaughtPhoto], networks: Networks) -> tuple[TileSet, JsonObject]:
    """The set with the named faces in it, and the contract's teach document.

    Where a box is named, the face found there is taught; a quad in whose place nothing was found is cut as it stands.
    Boxes in whose place nothing was found are listed as `missed`.

    Raises:
        ServiceError: `nothing-taught`.
        VisionError: `set-full`.
    """
    crops, labels, origins, missed = [], [], [], []
    for lesson in lessons:
        for number, told in enumerate(lesson.told, 1):
            crop = _crop(lesson, told)
            if crop is None:
                missed.append({"image": lesson.name, "tile": number, "label": told.label})
            elif told.label != NOT_A_TILE:
                crops.append(crop)
                labels.append(told.label)
                origins.append(PurePath(lesson.name).name)
    if not crops:
        raise ServiceError("nothing-taught", "no face of these photos was named; nothing is taught", "labels")
    after = profile.with_faces(teach_faces(networks.classifier, np.stack(crops), labels, origins))
    return after, {
        "set": after.name,
        "taught": len(crops),
        "changed": sum(_before(profile, one.id) not in {None, one.label} for one in after.faces),
        "missed": missed,
        **summary(after),
    }


def summary(profile: TileSet) -> JsonObject:
    """What a set knows: how many faces, of which kinds, which kinds it lacks, and the reader it was embedded for."""
    counts = {tile.code: sum(face.label == tile.code for face in profile.faces) for tile in ALL_TILES}
    counts[BACK] = sum(face.label == BACK for face in profile.faces)
    return {
        "faces": len(profile.faces),
        "kinds": {label: count for label, count in counts.items() if count},
        "missing": [label for label, count in counts.items() if not count and label != BACK],
        "reader": profile.made_by.name,
        "renewed_from": profile.renewed_from,
    }


def _before(profile: TileSet, face: str) -> str | None:
    return next((one.label for one in profile.faces if one.id == face), None)


def _crop(lesson: TaughtPhoto, told: NamedTile) -> npt.NDArray[np.uint8] | None:
    """The face that a person means, upright; None where nothing is."""
    quad = np.array([told.corners], np.float32)
    found = lesson.proposal.faces
    at = _same_place(np.array(found.quads, np.float32).reshape(-1, 4, 2), quad)
    if at is not None:
        crop: npt.NDArray[np.uint8] = found.crops[at]
        return crop
    if not told.exact:
        return None
    cut: npt.NDArray[np.uint8] = rectify(lesson.photo.pixels, quad * np.float32(lesson.photo.scale), FACE_SIZE)[0]
    return cut


def _same_place(quads: Quads, quad: Quads) -> int | None:
    """The index of the quad in the place of another, or None."""
    if not len(quads):
        return None
    a, b = hulls(quads), hulls(quad)[0]
    low, high = np.maximum(a[:, :2], b[:2]), np.minimum(a[:, 2:], b[2:])
    both = np.prod(np.maximum(high - low, 0), axis=1)
    union = np.prod(a[:, 2:] - a[:, :2], axis=1) + np.prod(b[2:] - b[:2]) - both
    shared = both / np.maximum(union, 1e-6)
    best = int(shared.argmax())
    return best if shared[best] >= SAME_PLACE else None
