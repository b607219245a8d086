"""Split drawn tile sets into training and held-out ones, by the number of their design."""

TRAINING_DESIGNS = range(20_000)
"""Design numbers for training."""
HELD_OUT_DESIGNS = range(1_000_000, 1_000_060)
"""Design numbers for measuring only."""
HELD_OUT_NOVELTY_DESIGNS = range(2_000_000, 2_001_200)
"""Design numbers for measuring only, enough for a sample of novelty sets (`datasets.render.faces.novelty_motifs`)."""
TILE_SET_DESIGNS = range(3_000_000, 3_900_000)
"""Numbers of random tile sets (`datasets.render.tilesets`) for training."""
HELD_OUT_TILE_SET_DESIGNS = range(3_900_000, 4_000_000)
"""Numbers of random tile sets for measuring only; they use held-out icon packs and fonts."""
_HELD_OUT = (HELD_OUT_DESIGNS, HELD_OUT_NOVELTY_DESIGNS, HELD_OUT_TILE_SET_DESIGNS)


def design_number(design: str | None) -> int | None:
    """Return the number of a design named as in the index, "design-17"; None for any other name."""
    name, _, number = (design or "").partition("-")
    return int(number) if name == "design" and number.isdecimal() else None


def is_held_out(design: str | None) -> bool:
    """Return whether a rendered scene's design, named as in the index, is held out of training."""
    number = design_number(design)
    return number is not None and any(number in held for held in _HELD_OUT)
