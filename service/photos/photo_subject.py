"""What a photo shows, as the form says that brings it: a rack, or tiles on the table."""

from __future__ import annotations

from collections.abc import Mapping

from service.shared.errors import ServiceError


def shows_table(fields: Mapping[str, str]) -> bool:
    """Say whether a photo shows loose tiles (`shows` is `table`) and no rack, as one does of which nothing is said.

    Raises:
        ServiceError: `bad-request` for anything else.
    """
    shows = fields.get("shows", "rack")
    if shows not in {"rack", "table"}:
        raise ServiceError("bad-request", "a photo shows a rack, or a table: discards and what others exposed", "shows")
    return shows == "table"
