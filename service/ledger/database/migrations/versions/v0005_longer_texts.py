"""Room for keys as long as a request may have, and for any id of a card or rule set; SQLite counts no characters."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Widen the columns; what is in them stays as it was written."""
    if op.get_bind().dialect.name == "sqlite":
        return
    for table in ("games", "entries"):
        op.alter_column(table, "key", type_=sa.String(80))
    op.alter_column("sources", "id", type_=sa.Text())
