"""Read the body of a request by its `Content-Type`, and whole numbers of its address, as the phone edition does too."""

from __future__ import annotations

import re
from typing import Any

from service.shared import json_text
from service.shared.errors import ServiceError


def expect_json(kind: str) -> None:
    """Refuse a body whose `Content-Type` is not JSON.

    Args:
        kind: the request's `Content-Type`.

    Raises:
        ServiceError: `unsupported-type`.
    """
    if not is_json(kind):
        raise ServiceError("unsupported-type", "send application/json", "Content-Type")


def read_objects(body: bytes, kind: str) -> dict[str, Any] | list[Any]:
    """Read a body that is one JSON object or an array of them.

    Raises:
        ServiceError: `unsupported-type`, `bad-json`, `too-large`, `wrong-type`.
    """
    expect_json(kind)
    found = json_text.loads(body, "body")
    if not isinstance(found, dict | list):
        raise ServiceError("wrong-type", "send one JSON object, or an array of them", "body")
    return found


def read_object(body: bytes, kind: str) -> dict[str, Any]:
    """Read a body that is one JSON object; raise as `read_objects`."""
    expect_json(kind)
    found = json_text.loads(body, "body")
    if not isinstance(found, dict):
        raise ServiceError("wrong-type", "send one JSON object", "body")
    return found


def is_json(kind: str) -> bool:
    """Say whether a `Content-Type` is JSON."""
    return kind.partition(";")[0].strip().lower() == "application/json"


def whole_number(text: object) -> int:
    """Return the whole number that `text` writes in the digits 0 to 9, with or without a sign.

    Raises:
        ValueError: what to write, if it is none or has more digits than Python reads.
    """
    if not re.fullmatch(r"[+-]?[0-9]+", str(text).strip()):
        raise ValueError("write a whole number")
    try:
        return int(str(text))
    except ValueError:
        raise ValueError("write a smaller number") from None
