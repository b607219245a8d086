"""Print answers for people, on a terminal.

Public: `cards`, `chart`, `doctor`, `evidence`, `ledger`, `payments`, `rulings`, `scan`, `server`, `site`, `tilesets`,
`verdict` and `watch`.
"""
