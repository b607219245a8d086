"""Which drawn tile sets train and which only measure, by the number of their design."""

TRAINING_DESIGNS = range(20_000)
"""Numbers of the designs that train."""
HELD_OUT_DESIGNS = range(1_000_000, 1_000_060)
"""Numbers of the designs that only measure."""
HELD_OUT_NOVELTY_DESIGNS = range(2_000_000, 2_001_200)
"""Numbers that only measure, enough of them for a sample of novelty sets (`datasets.render.faces.novelty_motifs`)."""
_HELD_OUT_NAMES = frozenset(f"design-{n}" for held in (HELD_OUT_DESIGNS, HELD_OUT_NOVELTY_DESIGNS) for n in held)


def is_held_out(design: str | None) -> bool:
    """Return whether a rendered scene's design, named as in the index, only measures."""
    return design in _HELD_OUT_NAMES
