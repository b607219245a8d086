"""Migrations of the ledger's tables, one module of `versions` per step; Alembic runs them."""
