"""Teach, store, merge and share the players' own tile sets."""
