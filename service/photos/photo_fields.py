"""Read from the form of a photo what it shows, and the place that the user points at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from service.shared import json_text
from service.shared.errors import ServiceError
from vision.geometry import Quad, given_face
from vision.reading import TileReading

_WANTED: Final = "give four corners in pixels, clockwise from the top left: [[10, 20], [50, 20], [50, 80], [10, 80]]"


def shows_table(fields: Mapping[str, str]) -> bool:
    """Say whether a photo shows loose tiles: `shows` is `table`, and not `rack` (the default).

    Raises:
        ServiceError: `unknown-choice` for any other `shows`.
    """
    shows = fields.get("shows", "rack")
    if shows not in {"rack", "table"}:
        message = "a photo shows a rack, or a table: discards and what others exposed"
        raise ServiceError("unknown-choice", message, "shows")
    return shows == "table"


def read_place(fields: Mapping[str, str]) -> Quad:
    """Read the form field `quad`: the approximate quad of a tile's face, in pixels.

    Raises:
        ServiceError: `missing-field`, `bad-json`, `bad-quad`.
    """
    if "quad" not in fields:
        raise ServiceError("missing-field", _WANTED, "quad")
    quad = given_face(json_text.loads(fields["quad"], "quad"))
    if quad is None:
        raise ServiceError("bad-quad", _WANTED, "quad")
    return quad


def place_json(tile: TileReading) -> dict[str, object]:
    """Return the tile in the form of a scan document; its index and row mean nothing here."""
    return {"tile": tile.to_json()}
