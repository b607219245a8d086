"""Define the size of a patch: a face with some of its surroundings, cut from a picture or drawn."""

HEIGHT, WIDTH = 272, 216
"""Height and width of a patch, pixels."""
MARGIN = 0.24
"""Margin on each side of the face, as a share of the patch: room for large corner errors."""
