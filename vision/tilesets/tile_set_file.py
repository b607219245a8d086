"""Read and write the file of a taught tile set: JSON with crops and embeddings, checked like any upload."""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
import struct
from array import array
from collections.abc import Callable
from typing import Any, Final, TypeVar

from rules.input.declared_types import checked
from vision.errors import VisionError
from vision.requests import VIEWS, Pixels
from vision.tilesets.tile_set import MOST_FACES, MadeBy, TaughtFace, TileSet, set_name

T = TypeVar("T")

CropOf = Callable[[bytes, str], Pixels]
"""Decodes the picture of a crop; its second argument names the place, for messages."""

FORMAT: Final = "rackcheck-set"
VERSION: Final = 1
MOST_BYTES: Final = 40_000_000
"""Largest file in bytes: `MOST_FACES` faces with crops of pure noise as PNG, which a browser without WebP writes."""

_LARGEST_EMBEDDING: Final = 1024
_LONGEST_ORIGIN: Final = 200
_HEX: Final = frozenset("0123456789abcdef")
_HALF: Final = re.compile("[\ud800-\udfff]")


@checked(VisionError)
def write_tile_set(tile_set: TileSet) -> bytes:
    """Return the file of a tile set, embeddings in half precision; `read_tile_set` reads it back.

    Raises:
        VisionError: `set-full` for a set too large to read back.
    """
    document = {
        "format": FORMAT,
        "version": VERSION,
        "name": tile_set.name,
        "reader": {"name": tile_set.made_by.name, "sha256": tile_set.made_by.sha256},
        "renewed_from": tile_set.renewed_from,
        "faces": [
            {
                "label": face.label,
                "from": face.origin,
                "picture": _text(face.picture),
                "views": _text(struct.pack(f"<{len(face.views)}e", *face.views)),
            }
            for face in tile_set.faces
        ],
    }
    data = json.dumps(document, ensure_ascii=True, indent=0).encode("ascii")
    if len(data) > MOST_BYTES:
        message = (
            f"the set {tile_set.name} would take {len(data)} bytes, and at most {MOST_BYTES} are kept: take some faces "
            "out first, or begin another set"
        )
        raise VisionError("set-full", message, "set.faces")
    return data


def read_tile_set(data: bytes, where: str, crop_of: CropOf) -> TileSet:
    """Read a tile set's file, checking everything in it.

    The file cannot prove that its embeddings belong to its crops: the caller makes new ones for a file from elsewhere
    (`vision.tilesets.taught_faces.renewed`).

    Raises:
        VisionError: `bad-set` naming the field, `set-too-large`, `newer-set` for a version this program does not know,
            `bad-set-name`, `bad-label`, `bad-embedding`, `set-full`.
    """
    if len(data) > MOST_BYTES:
        message = f"the file has {len(data)} bytes, at most {MOST_BYTES} are read: no set that was exported is larger"
        raise VisionError("set-too-large", message, where)
    try:
        document = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        message = f"this is no file of a taught set: {_unreadable(error)}. Take the file that `sets export` wrote"
        raise VisionError("bad-set", message, where) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise VisionError("bad-set", "this is no file of a taught set: take the file that `sets export` wrote", where)
    fields = _Fields(document, where)
    version = fields.take("version", int)
    if version != VERSION:
        message = f"this program reads version {VERSION}, not {version}; use the program that wrote it, or a newer one"
        raise VisionError("newer-set", message, f"{where}: version")
    name = set_name(fields.take("name", str))
    classifier = _Fields(fields.take("reader", dict), f"{where}: reader")
    sha256 = classifier.take("sha256", str)
    if len(sha256) != 64 or not set(sha256) <= _HEX:
        raise classifier.fault("sha256", "must be 64 hexadecimal digits")
    made_by = MadeBy(classifier.take("name", str)[:_LONGEST_ORIGIN], sha256)
    entries = fields.take("faces", list)
    if len(entries) > MOST_FACES:
        raise VisionError("set-full", f"{len(entries)} faces, at most {MOST_FACES} are kept", f"{where}: faces")
    faces = tuple(_face(entry, f"{where}: face {number}", crop_of) for number, entry in enumerate(entries, 1))
    before = fields.optional("renewed_from", str)
    return TileSet(name, made_by, faces, None if before is None else before[:_LONGEST_ORIGIN])


def _face(entry: object, where: str, crop_of: CropOf) -> TaughtFace:
    fields = _Fields(entry, where)
    picture = fields.bytes("picture")
    crop = crop_of(picture, f"{where}: picture")
    label, origin = fields.take("label", str), fields.take("from", str)[:_LONGEST_ORIGIN]
    try:
        return TaughtFace(label, picture, crop, _views(fields), origin)
    except VisionError as error:
        raise VisionError(error.code, error.message, where) from None


def _views(fields: _Fields) -> array[float]:
    """Return the embeddings, rescaled to exact unit length."""
    held = fields.bytes("views")
    size, rest = divmod(len(held), 2 * VIEWS)
    if rest or not 0 < size <= _LARGEST_EMBEDDING:
        raise fields.fault("views", f"must hold {VIEWS} embeddings of at most {_LARGEST_EMBEDDING} half floats each")
    values = struct.unpack(f"<{size * VIEWS}e", held)
    found = array("f")
    for start in range(0, len(values), size):
        view = values[start : start + size]
        length = math.hypot(*view)
        if not abs(length - 1) <= 0.01:
            raise VisionError("bad-embedding", "an embedding has not unit length", fields.where)
        found.extend(value / length for value in view)
    return found


class _Fields:
    """A JSON object with access to its values by type; every fault names its place."""

    def __init__(self, values: object, where: str) -> None:
        self.where = where
        if not isinstance(values, dict):
            raise VisionError("bad-set", "must be a JSON object", where)
        self._values: dict[str, Any] = values

    def fault(self, field: str, what: str) -> VisionError:
        return VisionError("bad-set", f"{field} {what}", self.where)

    def take(self, field: str, kind: type[T]) -> T:
        value = self._values.get(field)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.fault(field, f"must be there and be a {kind.__name__}")
        if isinstance(value, str) and _HALF.search(value):
            raise self.fault(field, "holds half a surrogate pair, which is no character: leave it out")
        return value

    def optional(self, field: str, kind: type[T]) -> T | None:
        """Return the value, or None if it is missing: files of earlier versions lack some."""
        return None if self._values.get(field) is None else self.take(field, kind)

    def bytes(self, field: str) -> bytes:
        try:
            return base64.b64decode(self.take(field, str), validate=True)
        except (binascii.Error, ValueError):
            raise self.fault(field, "is no base64") from None


def _unreadable(error: Exception) -> str:
    """Return why a file is no JSON; other errors of the JSON reader keep their own words."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return "it is no UTF-8 text"
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at line {error.lineno}, column {error.colno}"
    return str(error)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
