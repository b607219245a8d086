"""The tables of the ledger, for SQLite and PostgreSQL; `service.ledger.database.migrations` creates them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

META: Final = MetaData()

_KEY: Final = String(64).with_variant(String(80), "postgresql")
"""Type of a request key, as long as `service.ledger.game.entry_request.LONGEST_LABEL`; SQLite ignores lengths."""

PLAYERS: Final = Table(
    "players",
    META,
    # The name without case, so that Ann and ann are one person.
    Column("key", String(80), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("added_at", String(32), nullable=False),
)

SOURCES: Final = Table(
    "sources",
    META,
    Column("sha256", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("id", String(64).with_variant(Text(), "postgresql"), nullable=False),
    Column("text", Text, nullable=False),
)
"""Texts of the cards and rule sets that entries used, so that we can recompute a settlement after they change."""

GAMES: Final = Table(
    "games",
    META,
    Column("id", String(16), primary_key=True),
    Column("key", _KEY, unique=True),
    Column("started_at", String(32), nullable=False),
    Column("ruleset_sha256", String(64), ForeignKey("sources.sha256"), nullable=False),
    Column("body", Text, nullable=False),
    # The order of insertion, whatever the times; NULL for games from before step 0002.
    Column("number", Integer),
    # The card at the beginning; NULL without a card, and for games from before step 0003.
    Column("card_sha256", String(64), ForeignKey("sources.sha256")),
    Index("one_game_a_number", "number", unique=True),
)

ENTRIES: Final = Table(
    "entries",
    META,
    Column("game_id", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("key", _KEY),
    Column("request_sha256", String(64), nullable=False),
    Column("entered_at", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("ruleset_sha256", String(64), ForeignKey("sources.sha256"), nullable=False),
    Column("card_sha256", String(64), ForeignKey("sources.sha256")),
    Column("body", Text, nullable=False),
    Column("body_sha256", String(64), nullable=False),
    UniqueConstraint("game_id", "key", name="one_entry_a_key"),
)
"""Append-only: triggers refuse updates and deletions."""

EVIDENCE: Final = Table(
    "evidence",
    META,
    Column("game_id", String(16), primary_key=True),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("sha256", String(64), nullable=False),
    Column("size", Integer, nullable=False),
    Column("kept_at", String(32), nullable=False),
    Column("removed_at", String(32)),
    ForeignKeyConstraint(["game_id", "entry"], ["entries.game_id", "entries.seq"], name="evidence_of_an_entry"),
)
"""Evidence of wins. The files are in the evidence folder; `removed_at` records that a user removed one."""
