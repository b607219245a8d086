"""Longer columns for the keys of requests and the ids of cards and rule sets; SQLite ignores lengths."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"


def upgrade() -> None:
    """Widen the columns; leave their content unchanged."""
    if op.get_bind().dialect.name == "sqlite":
        return
    for table in ("games", "entries"):
        op.alter_column(table, "key", type_=sa.String(80))
    op.alter_column("sources", "id", type_=sa.Text())
