"""Players, games and entries."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None

_APPEND_ONLY: Final = ("sources", "games", "entries")


def upgrade() -> None:
    """Create the tables, and triggers that refuse updates and deletions."""
    op.create_table(
        "players",
        sa.Column("key", sa.String(80), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("added_at", sa.String(32), nullable=False),
    )
    op.create_table(
        "sources",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("key", sa.String(64), unique=True),
        sa.Column("started_at", sa.String(32), nullable=False),
        sa.Column("ruleset_sha256", sa.String(64), sa.ForeignKey("sources.sha256"), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String(64)),
        sa.Column("request_sha256", sa.String(64), nullable=False),
        sa.Column("entered_at", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("ruleset_sha256", sa.String(64), sa.ForeignKey("sources.sha256"), nullable=False),
        sa.Column("card_sha256", sa.String(64), sa.ForeignKey("sources.sha256")),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("body_sha256", sa.String(64), nullable=False),
        sa.UniqueConstraint("game_id", "key", name="one_entry_a_key"),
    )
    if op.get_bind().dialect.name == "postgresql":
        _guard_postgresql()
    else:
        _guard_sqlite()


def _guard_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION rackcheck_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the book is added to and never changed'; END $$"
    )
    for table in _APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION rackcheck_append_only()"
        )


def _guard_sqlite() -> None:
    for table in _APPEND_ONLY:
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                "BEGIN SELECT RAISE(ABORT, 'the book is added to and never changed'); END"
            )
