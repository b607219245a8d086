"""Read the player's labels for the tiles of a photo: labels of boxes or quads, or corrections of a proposal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

from rules.errors import TileTextError
from rules.input.strict_fields import StrictFields
from rules.tiles import parse_tiles
from service.shared.errors import ServiceError, of_code
from vision.classification.faces import NONE
from vision.geometry import FARTHEST, SMALLEST, Quad, as_quads, given_face
from vision.reading import BACK
from vision.tilesets.label_proposals import Proposal
from vision.tilesets.tile_set import MOST_FACES

_bad_labels: Final = of_code("bad-labels")
_WANTED: Final = 'give {"image": ..., "tiles": [{"box" or "quad": ..., "label": ...}]}'


@dataclass(frozen=True, slots=True)
class NamedTile:
    """The player's label for one tile of a photo.

    Attributes:
        label: a tile code, `BACK`, or `NONE` for no face of the tile set.
        corners: four corners x, y in pixels of the full upright picture, clockwise from the face's own top left.
        exact: `corners` is the quad of the face; if not, an upright box around it.
    """

    label: str
    corners: Quad
    exact: bool


def parse_label(text: object, where: str) -> str:
    """Read a tile in any of its written forms, `BACK` or `NONE`; raises ServiceError (`bad-label`)."""
    if isinstance(text, str):
        plain = text.strip().upper()
        if plain in {BACK, NONE}:
            return plain
        try:
            tiles = parse_tiles(text)
        except TileTextError as error:
            raise ServiceError("bad-label", error.message, where) from None
        if len(tiles) == 1:
            return tiles[0].code
    raise ServiceError("bad-label", f"{text!r} names no single tile; write it as in 5B, N, F, J or NONE", where)


def read_labels(document: object, where: str = "labels") -> tuple[NamedTile, ...]:
    """Read the labels of one image: `{"tiles": [{"quad" or "box", "label"}]}`; ignore other fields.

    Raises:
        ServiceError: `bad-labels` naming the tile, `bad-label`.
    """
    fields = StrictFields.of(document, where, _bad_labels)
    given = fields.table.get("tiles")
    if isinstance(given, list) and len(given) > MOST_FACES:
        # Otherwise we would crop and embed each tile before the tile set reports that it is full.
        raise _bad_labels("too-many-items", f"names {len(given)} tiles; a set keeps {MOST_FACES} faces", where)
    tiles = fields.items("tiles", _WANTED, most=MOST_FACES)
    return tuple(_read_tile(StrictFields.of(tile, f"{where}: tile {at + 1}", _bad_labels)) for at, tile in tiles)


def _read_tile(fields: StrictFields) -> NamedTile:
    label = parse_label(fields.table.get("label"), fields.where)
    if fields.has("quad"):
        corners = [_read_numbers(fields, "quad", corner, 2) for _, corner in fields.items("quad")]
        if len(corners) != 4:
            fields.fail("quad", "must be four corners [x, y]", "wrong-type")
        quad = given_face(corners)
        if quad is None:
            message = (
                f"must run clockwise round a face of at least {SMALLEST:g} pixels, from its own top left, as in "
                "[[10, 20], [50, 20], [50, 80], [10, 80]]"
            )
            fields.fail("quad", message, "wrong-type")
        return NamedTile(label, quad, exact=True)
    hint = "give a box [x0, y0, x1, y1] or a quad of four corners [x, y], in pixels"
    x0, y0, x1, y1 = _read_numbers(fields, "box", fields.value("box", hint), 4)
    if not (x0 < x1 and y0 < y1):
        fields.fail("box", "must be [x0, y0, x1, y1] with x0 < x1 and y0 < y1", "wrong-type")
    return NamedTile(label, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), exact=False)


def _read_numbers(fields: StrictFields, name: str, value: object, count: int) -> list[float]:
    if not isinstance(value, list) or len(value) != count:
        fields.fail(name, f"must hold {count} numbers, in pixels", "wrong-type")
    return [fields.as_number(one, name, least=-FARTHEST, most=FARTHEST) for one in value]


def labels_of_photos(names: Sequence[str], given: Sequence[object]) -> list[tuple[NamedTile, ...]]:
    """Read the labels of each photo from the objects of a labels file; find a photo by its path, else its file name.

    A file name that several of the photos have names none of them.

    Raises:
        ServiceError: `no-labels` for a photo without labels, `bad-labels`, `bad-label`.
    """
    labels = [one for one in given if isinstance(one, Mapping)]
    if len(labels) < len(given) or not labels:
        raise ServiceError("bad-labels", 'give one JSON object an image: {"image": ..., "tiles": [...]}', "labels")
    if len(names) == len(labels) == 1 and "image" not in labels[0]:
        return [read_labels(labels[0], names[0])]
    files = Counter(PurePath(name).name for name in {*names})
    return [_labels_of(name, labels, alone=files[PurePath(name).name] == 1) for name in names]


def _labels_of(image: str, labels: Sequence[Mapping[str, Any]], *, alone: bool) -> tuple[NamedTile, ...]:
    named = [(str(one.get("image", "")), one) for one in labels]
    file = PurePath(image).name
    found = [one for name, one in named if name == image]
    if alone and not found:
        found = [one for name, one in named if PurePath(name).name == file]
    if not found:
        raise ServiceError("no-labels", f"the labels name no image {(file if alone else image)!r}", image)
    told, *others = {read_labels(one, image) for one in found}
    if others:
        message = (
            f"the labels name an image {file!r} more than once, each time otherwise: put all tiles of a photo into one "
            "object, and write its path as in the command"
        )
        raise ServiceError("bad-labels", message, image)
    return told


def as_proposed(proposal: Proposal, corrections: Mapping[int, str]) -> tuple[NamedTile, ...]:
    """Return the tiles of a proposal as the player's labels; `corrections` maps tile numbers, from 1, to labels.

    Raises:
        ServiceError: `no-such-tile`.
    """
    count = len(proposal.labels)
    wrong = [number for number in corrections if not 1 <= number <= count]
    if wrong:
        raise ServiceError("no-such-tile", f"there is no tile {wrong[0]}; the photo shows {count}", f"tile {wrong[0]}")
    return tuple(
        NamedTile(corrections.get(number, label), quad, exact=True)
        for number, (label, quad) in enumerate(zip(proposal.labels, as_quads(proposal.faces.quads), strict=True), 1)
    )
