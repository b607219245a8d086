"""The routes of the HTTP interface: each translates a request into one call, and its value into an answer.

Public: `cards`, `core`, `evidence`, `ledger`, `live`, `page_files`, `pairing` and `tilesets`.
"""
