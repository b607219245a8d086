"""The insertion order of games; older games have no number and sort before all others."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"


def upgrade() -> None:
    """Add the column; leave existing games unchanged."""
    op.add_column("games", sa.Column("number", sa.Integer))
    op.create_index("one_game_a_number", "games", ["number"], unique=True)
