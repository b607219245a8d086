"""Decide which tiles are sure, which we ask about, and what is wrong with the photo."""
