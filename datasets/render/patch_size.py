"""The size of a patch: a face with some of its surroundings, cut from a picture or drawn."""

HEIGHT, WIDTH = 272, 216
"""Pixels of a patch."""
MARGIN = 0.24
"""Share of a patch around the face on each side: room for corners that are badly off."""
