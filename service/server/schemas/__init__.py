"""Models of bodies and answers for `/openapi.json`, with examples that the program makes itself.

Public: `bodies`, `cards`, `core`, `evidence`, `examples`, `ledger` and `tilesets`.
"""
