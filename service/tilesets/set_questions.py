"""Read questions about taught tile sets from forms and JSON bodies, for the server and the browser edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.shared import json_text
from service.shared.errors import ServiceError
from service.tilesets.labels import NamedTile, parse_label, read_labels
from service.tilesets.tileset_store import MOST_SETS, TileSetStore
from vision.image.file_header import read_header
from vision.tilesets.tile_set import MOST_FACES


def read_told(fields: Mapping[str, str]) -> tuple[NamedTile, ...]:
    """Read the labels of a photo's tiles from its form fields.

    Raises:
        ServiceError: `missing-field`, and as `service.tilesets.labels.read_labels`.
    """
    if "labels" not in fields:
        raise ServiceError("missing-field", "the form has no field 'labels' with what each tile is", "labels")
    return read_labels(json_text.loads(fields["labels"], "labels"))


def read_forgotten(question: Mapping[str, Any]) -> tuple[list[str], dict[str, str], bool]:
    """Read `{"faces": [ids], "was": {id: label}, "undo": whether}`, of which `was` and `undo` may be missing.

    Raises:
        ServiceError: `wrong-type`, `out-of-range`, `bad-label`.
    """
    faces, was = _texts(question, "faces", "give the ids of the faces", MOST_FACES), question.get("was")
    if not isinstance(was, Mapping | None):
        raise ServiceError("wrong-type", "give the former label of each face by its id", "was")
    labels = {name: parse_label(label, "was") for name, label in (was or {}).items()}
    return faces, labels, _yes_or_no(question, "undo", "write true where this undoes a lesson or a merge", usual=False)


def merge_question(question: Mapping[str, Any]) -> tuple[list[str], bool]:
    """Read `{"others": [names], "keep": whether}`.

    Raises:
        ServiceError: `wrong-type`, `out-of-range`.
    """
    others = _texts(question, "others", "give the names of the other sets", MOST_SETS)
    return others, _yes_or_no(question, "keep", "write true, or false to change nothing", usual=True)


def new_set_name(question: Mapping[str, Any]) -> str:
    """Read `{"name": NEW}`; raises ServiceError (`missing-field`)."""
    new = question.get("name")
    if not isinstance(new, str):
        raise ServiceError("missing-field", "give the new name", "name")
    return new


def face_picture(name: str, face: str, sets: TileSetStore) -> tuple[bytes, str]:
    """Return the picture of one taught face and its media type.

    Raises:
        ServiceError: `unknown-set`, `unknown-taught-face`.
    """
    for one in sets.load(name).faces:
        if one.id == face:
            return one.picture, f"image/{read_header(one.picture, 'face.picture').kind}"
    raise ServiceError("unknown-taught-face", f"the set {name} has no such face", "face")


def _yes_or_no(question: Mapping[str, Any], field: str, what: str, *, usual: bool) -> bool:
    """Read a yes or no in a JSON body, `usual` if it is missing; raises ServiceError (`wrong-type`)."""
    given = question.get(field)
    found = usual if given is None else given
    if not isinstance(found, bool):
        raise ServiceError("wrong-type", what, field)
    return found


def _texts(question: Mapping[str, Any], field: str, what: str, most: int) -> list[str]:
    """Read a list of texts in a JSON body.

    Raises:
        ServiceError: `wrong-type`, and `out-of-range` for more than `most`.
    """
    found = question.get(field)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise ServiceError("wrong-type", what, field)
    if len(found) > most:
        raise ServiceError("out-of-range", f"{len(found)} are more than the {most} that are kept", field)
    return found
