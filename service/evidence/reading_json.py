"""Read a reading from untrusted JSON, the inverse of `RackReading.to_json`."""

from __future__ import annotations

from typing import Final, cast

from rules.input.strict_fields import StrictFields
from service.judging.seen_rack import read_alternatives
from service.shared.errors import of_code
from vision import Issue, RackReading, SetInUse, TileReading
from vision.geometry import Quad

MOST_TILES: Final = 500
"""Maximum number of tiles of a reading, far more than a photo of a table shows."""

_FARTHEST: Final = 1e9
"""Largest absolute coordinate of a corner, in pixels."""


def read_reading(document: object, where: str) -> RackReading:
    """Read a scan document, without its timing.

    Raises:
        ServiceError: `bad-evidence` for a missing field or one of the wrong type.
        VisionError: for an impossible value, such as an unknown label.
    """
    fields = StrictFields.of(document, where, of_code("bad-evidence"))
    return RackReading(
        width=fields.whole("width", least=0),
        height=fields.whole("height", least=0),
        tiles=tuple(map(_read_tile, fields.children("tiles", most=MOST_TILES))),
        rack=fields.raw_text("rack"),  # empty without tiles
        issues=tuple(map(_read_issue, fields.children("issues"))),
        model=fields.text("model"),
        exposures=_read_groups(fields, "exposures"),
        aside=fields.wholes("aside", least=0, most_items=MOST_TILES),
        tile_set=_read_set(fields.child("set")) if fields.has("set") else None,
        alike=_read_groups(fields, "alike") if fields.has("alike") else (),
    )


def _read_tile(fields: StrictFields) -> TileReading:
    return TileReading(
        label=fields.text("label"),
        confidence=fields.number("confidence", least=0, most=1),
        alternatives=read_alternatives(fields),
        quad=cast("Quad", tuple(_read_corner(fields, at, one) for at, one in fields.items("quad"))),
        row=fields.whole("row", least=0),
        index=fields.whole("index", least=0),
        sure=fields.flag("sure"),
    )


def _read_corner(fields: StrictFields, at: int, item: object) -> tuple[float, float]:
    name = f"quad[{at}]"
    if not isinstance(item, list) or len(item) != 2:
        fields.fail(name, "must be a point of two numbers", "wrong-type")
    x, y = (fields.as_number(one, name, least=-_FARTHEST, most=_FARTHEST) for one in item)
    return x, y


def _read_issue(fields: StrictFields) -> Issue:
    places = fields.wholes("tiles", least=0, most_items=MOST_TILES)
    return Issue(fields.text("code"), fields.text("message"), places)


def _read_groups(fields: StrictFields, name: str) -> tuple[tuple[int, ...], ...]:
    return tuple(_read_places(fields, f"{name}[{at}]", group) for at, group in fields.items(name))


def _read_places(fields: StrictFields, name: str, group: object) -> tuple[int, ...]:
    if not isinstance(group, list):
        fields.fail(name, "must be a list of whole numbers", "wrong-type")
    return tuple(fields.as_whole(one, name, least=0) for one in group)


def _read_set(fields: StrictFields) -> SetInUse:
    # Bundles of earlier versions lack `doubted` and `better`.
    doubted = fields.flag("doubted", default=False)
    return SetInUse(fields.text("name"), fields.flag("used"), doubted, fields.optional_text("better"))
