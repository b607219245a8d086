"""Read from the form whether a photo shows a rack or loose tiles on the table."""

from __future__ import annotations

from collections.abc import Mapping

from service.shared.errors import ServiceError


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
