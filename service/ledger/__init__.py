"""The ledger: games, players, and append-only entries.

Public: `evidence_copy` and `ledger`.
"""
