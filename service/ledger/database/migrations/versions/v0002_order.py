"""The order in which games were put into the book; those of before have none, and come before all others."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"
branch_labels: Final = None
depends_on: Final = None


def upgrade() -> None:
    """Add the column; the games that are there stay as they were written."""
    op.add_column("games", sa.Column("number", sa.Integer))
    op.create_index("one_game_a_number", "games", ["number"], unique=True)
