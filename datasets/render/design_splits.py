"""Which drawn tile sets train and which only measure, by the number of their design."""

TRAINING_DESIGNS = range(20_000)
"""Numbers of the designs that train."""
HELD_OUT_DESIGNS = range(1_000_000, 1_000_060)
"""Numbers of the designs that only measure."""
HELD_OUT_NOVELTY_DESIGNS = range(2_000_000, 2_001_200)
"""Numbers that only measure, enough of them for a sample of novelty sets (`datasets.render.faces.novelty_motifs`)."""
TILE_SET_DESIGNS = range(3_000_000, 3_900_000)
"""Numbers of random tile sets (`datasets.render.tilesets`) that train."""
HELD_OUT_TILE_SET_DESIGNS = range(3_900_000, 4_000_000)
"""Numbers of random tile sets that only measure, of icon packs and fonts that never train."""
_HELD_OUT_NAMES = frozenset(f"design-{n}" for held in (HELD_OUT_DESIGNS, HELD_OUT_NOVELTY_DESIGNS) for n in held)


def is_held_out(design: str | None) -> bool:
    """Return whether a rendered scene's design, named as in the index, only measures."""
    name, _, number = (design or "").partition("-")
    drawn = name == "design" and number.isdecimal() and int(number) in HELD_OUT_TILE_SET_DESIGNS
    return drawn or design in _HELD_OUT_NAMES
