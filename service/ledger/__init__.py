"""The ledger: games, players, and append-only entries.

Public: `ledger`.
"""
