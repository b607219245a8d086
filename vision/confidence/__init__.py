"""Decide which tiles are sure and which we ask about, and name the issues of the photo and the rack."""
