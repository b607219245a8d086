"""A reading from its JSON: the inverse of `RackReading.to_json`, for documents that anyone may have written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn, cast

from service.shared.errors import ServiceError
from vision import Issue, RackReading, SetInUse, TileReading
from vision.geometry import Quad

_MOST_TILES = 500


def read_reading(document: object, where: str) -> RackReading:
    """The reading that a scan document tells of; its timing is not read.

    Raises:
        ServiceError: `bad-evidence` for a field that is missing or of the wrong kind.
        VisionError: for values no reading has, such as an unknown label.
    """
    table = _table(document, where)
    tiles = _list(table, "tiles", where)
    if len(tiles) > _MOST_TILES:
        _fail(f"{where}.tiles", f"holds more than {_MOST_TILES} tiles")
    return RackReading(
        width=_whole(table, "width", where),
        height=_whole(table, "height", where),
        tiles=tuple(_tile(tile, f"{where}.tiles[{at}]") for at, tile in enumerate(tiles)),
        rack=_text(table, "rack", where),
        issues=tuple(_issue(one, f"{where}.issues[{at}]") for at, one in enumerate(_list(table, "issues", where))),
        model=_text(table, "model", where),
        exposures=tuple(_places(group, f"{where}.exposures") for group in _list(table, "exposures", where)),
        aside=_places(table.get("aside"), f"{where}.aside"),
        tile_set=None if table.get("set") is None else _set(table["set"], f"{where}.set"),
    )


def _set(document: object, where: str) -> SetInUse:
    table = _table(document, where)
    # Bundles of before these were told lack them.
    doubted = _flag(table, "doubted", where) if "doubted" in table else False
    better = None if table.get("better") is None else _text(table, "better", where)
    return SetInUse(_text(table, "name", where), _flag(table, "used", where), doubted, better)


def _tile(document: object, where: str) -> TileReading:
    table = _table(document, where)
    quad = _list(table, "quad", where)
    return TileReading(
        label=_text(table, "label", where),
        confidence=_number(table.get("confidence"), f"{where}.confidence"),
        alternatives=tuple(_alternative(one, f"{where}.alternatives") for one in _list(table, "alternatives", where)),
        quad=cast("Quad", tuple(_point(corner, f"{where}.quad") for corner in quad)),
        row=_whole(table, "row", where),
        index=_whole(table, "index", where),
        sure=_flag(table, "sure", where),
    )


def _alternative(item: object, where: str) -> tuple[str, float]:
    if not isinstance(item, list) or len(item) != 2 or not isinstance(item[0], str):
        _fail(where, "must hold pairs of a label and a number")
    return item[0], _number(item[1], where)


def _point(item: object, where: str) -> tuple[float, float]:
    if not isinstance(item, list) or len(item) != 2:
        _fail(where, "must hold points of two numbers")
    return _number(item[0], where), _number(item[1], where)


def _issue(document: object, where: str) -> Issue:
    table = _table(document, where)
    return Issue(_text(table, "code", where), _text(table, "message", where), _places(table.get("tiles"), where))


def _table(document: object, where: str) -> Mapping[str, Any]:
    if not isinstance(document, dict):
        _fail(where, "must be an object")
    return document


def _list(table: Mapping[str, Any], name: str, where: str) -> list[object]:
    value = table.get(name)
    if not isinstance(value, list):
        _fail(f"{where}.{name}", "must be a list")
    return value


def _places(value: object, where: str) -> tuple[int, ...]:
    if not isinstance(value, list) or any(isinstance(one, bool) or not isinstance(one, int) for one in value):
        _fail(where, "must be a list of whole numbers")
    return tuple(value)


def _text(table: Mapping[str, Any], name: str, where: str) -> str:
    value = table.get(name)
    if not isinstance(value, str):
        _fail(f"{where}.{name}", "must be text")
    return value


def _whole(table: Mapping[str, Any], name: str, where: str) -> int:
    value = table.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        _fail(f"{where}.{name}", "must be a whole number")
    return value


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -1e9 < value < 1e9:
        _fail(where, "must be a number")
    return float(value)


def _flag(table: Mapping[str, Any], name: str, where: str) -> bool:
    value = table.get(name)
    if not isinstance(value, bool):
        _fail(f"{where}.{name}", "must be true or false")
    return value


def _fail(where: str, message: str) -> NoReturn:
    raise ServiceError("bad-evidence", message, where)
