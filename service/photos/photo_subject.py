"""Read from the form whether a photo shows a rack or loose tiles on the table."""

from __future__ import annotations

from collections.abc import Mapping

from service.shared.errors import ServiceError


def shows_table(fields: Mapping[str, str]) -> bool:
    """Say whether a photo shows loose tiles: `shows` is `table`, and not `rack` (the default).

    Raises:
        ServiceError: `bad-request` for any other `shows`.
    """
    shows = fields.get("shows", "rack")
    if shows not in {"rack", "table"}:
        raise ServiceError("bad-request", "a photo shows a rack, or a table: discards and what others exposed", "shows")
    return shows == "table"
