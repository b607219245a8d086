"""Read the body of a request by its `Content-Type`, for the server and for the browser edition."""

from __future__ import annotations

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
