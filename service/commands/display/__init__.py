"""Print answers for people, on a terminal.

Public: `cards`, `doctor`, `evidence`, `ledger`, `payments`, `rulings`, `scan`, `server`, `site`, `tilesets`,
`verdict` and `watch`.
"""
