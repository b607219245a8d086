"""The evidence of wins; older wins have none."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0004"
down_revision: Final = "0003"


def upgrade() -> None:
    """Add the table; leave existing games and entries unchanged."""
    op.create_table(
        "evidence",
        sa.Column("game_id", sa.String(16), primary_key=True),
        sa.Column("entry", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("kept_at", sa.String(32), nullable=False),
        sa.Column("removed_at", sa.String(32)),
        sa.ForeignKeyConstraint(["game_id", "entry"], ["entries.game_id", "entries.seq"], name="evidence_of_an_entry"),
    )
