"""Commands for the things that an installation stores by name: cards, tables, tile sets.

Public: `cards`, `tables` and `tilesets`.
"""
