"""The text of a game's card at its beginning; older games use the card of their first judged win."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0003"
down_revision: Final = "0002"


def upgrade() -> None:
    """Add the column; leave existing games unchanged."""
    # In ADD COLUMN, SQLite needs the reference inline; for PostgreSQL we add a separate constraint.
    if op.get_bind().dialect.name == "sqlite":
        op.execute("ALTER TABLE games ADD COLUMN card_sha256 VARCHAR(64) REFERENCES sources (sha256)")
        return
    op.add_column("games", sa.Column("card_sha256", sa.String(64)))
    op.create_foreign_key("games_card_sha256_fkey", "games", "sources", ["card_sha256"], ["sha256"])
