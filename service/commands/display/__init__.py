"""Print answers for people, on a terminal.

Public: `cards`, `doctor`, `evidence`, `ledger`, `payments`, `rulings`, `scan`, `server`, `tilesets`,
`verdict` and `watch`.
"""
