"""What the networks learn from and are measured on: photo indexes, splits, rendered scenes, training, evaluation.

Not part of the installed program. Of the project it imports `rules.tiles`, `vision` and `models` only.
"""
