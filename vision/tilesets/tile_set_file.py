"""Read and write the file of a taught tile set: JSON with crops and embeddings, checked like any upload."""

from __future__ import annotations

import base64
import json
import math
import re
import struct
from array import array
from collections.abc import Callable
from typing import Final

from rules.input.declared_types import checked
from rules.input.strict_fields import StrictFields
from vision.errors import VisionError
from vision.requests import VIEWS, Pixels
from vision.tilesets.tile_set import MOST_FACES, TAKE_SAVED, MadeBy, TaughtFace, TileSet, set_name

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
    """Return the file of a tile set; `read_tile_set` reads it back.

    The file keeps embeddings in half precision and 200 characters of an origin, with `?` for what is no UTF-8, as in
    the name of a photo from another system.

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
                "from": face.origin.encode("utf-8", "replace").decode()[:_LONGEST_ORIGIN],
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
            `bad-set-name`, `bad-label`, `bad-embedding`, `set-full`; for the picture of a face as
            `vision.tilesets.crop_file.crop_request` and `crop_of`.
    """
    if len(data) > MOST_BYTES:
        message = f"the file has {len(data)} bytes, at most {MOST_BYTES} are read: no set that was exported is larger"
        raise VisionError("set-too-large", message, where)
    try:
        document = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except (UnicodeDecodeError, RecursionError, ValueError) as error:
        message = f"this is no file of a taught set: {_unreadable(error)}. Instead {TAKE_SAVED}"
        raise VisionError("bad-set", message, where) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise VisionError("bad-set", f"this is no file of a taught set: {TAKE_SAVED}", where)
    fields = StrictFields.of(document, f"{where}: ", _bad_set)
    version = fields.whole("version", least=1)
    if version != VERSION:
        message = f"this program reads version {VERSION}, not {version}; use the program that wrote it, or a newer one"
        raise VisionError("newer-set", message, fields.place("version"))
    name = set_name(fields.raw_text("name"))
    classifier = fields.child("reader")
    sha256 = classifier.text("sha256")
    if len(sha256) != 64 or not set(sha256) <= _HEX:
        classifier.fail("sha256", "must be 64 hexadecimal digits", "bad-set")
    made_by = MadeBy(_origin(classifier, "name"), sha256)
    faces = tuple(_face(face, crop_of) for face in fields.children("faces", most=MOST_FACES))
    # Files of earlier versions do not say which classifier was before.
    before = _origin(fields, "renewed_from") if fields.has("renewed_from") else None
    return TileSet(name, made_by, faces, before)


def _bad_set(code: str, message: str, where: str) -> VisionError:
    return VisionError("set-full" if code == "too-many-items" else "bad-set", message, where)


def _face(fields: StrictFields, crop_of: CropOf) -> TaughtFace:
    picture = _bytes(fields, "picture")
    crop = crop_of(picture, fields.place("picture"))
    label, origin = fields.raw_text("label"), _origin(fields, "from")
    try:
        return TaughtFace(label, picture, crop, _views(fields), origin)
    except VisionError as error:
        raise VisionError(error.code, error.message, fields.where) from None


def _views(fields: StrictFields) -> array[float]:
    """Return the embeddings, rescaled to exact unit length."""
    held = _bytes(fields, "views")
    size, rest = divmod(len(held), 2 * VIEWS)
    if rest or not 0 < size <= _LARGEST_EMBEDDING:
        message = f"must hold {VIEWS} embeddings of at most {_LARGEST_EMBEDDING} half floats each"
        fields.fail("views", message, "bad-set")
    values = struct.unpack(f"<{size * VIEWS}e", held)
    found = array("f")
    for start in range(0, len(values), size):
        view = values[start : start + size]
        length = math.hypot(*view)
        if not abs(length - 1) <= 0.01:
            raise VisionError("bad-embedding", "an embedding has not unit length", fields.where)
        found.extend(value / length for value in view)
    return found


def _bytes(fields: StrictFields, name: str) -> bytes:
    try:
        return base64.b64decode(fields.raw_text(name), validate=True)
    except ValueError:
        fields.fail(name, "is no base64", "bad-set")


def _origin(fields: StrictFields, name: str) -> str:
    """Return where something comes from, in words: a text to show, which may be blank."""
    text = fields.raw_text(name)
    if _HALF.search(text):
        fields.fail(name, "holds half a surrogate pair, which is no character: leave it out", "bad-set")
    return text[:_LONGEST_ORIGIN]


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
