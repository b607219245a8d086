"""Compare confidence with accuracy."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

BINS = 15
"""Number of equal-width confidence bins, as in Guo et al. 2017, "On Calibration of Modern Neural Networks"."""

WRONG_WHILE_SURE = 0.001
"""Share of sure tiles that may be wrong, 0..1."""

Certainty = Sequence[tuple[float, bool]]
"""One entry per tile: its confidence, and whether its label is right."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Tiles of similar confidence: their number, their mean confidence and the share of right labels."""

    tiles: int
    confidence: float
    right: float


def reliability(certainty: Certainty, bins: int = BINS) -> list[Bin]:
    """Sort tiles into equal-width bins of confidence from 0 to 1; omit empty bins."""
    confidence = np.array([value for value, _ in certainty], float)
    right = np.array([good for _, good in certainty], float)
    place = np.minimum((confidence * bins).astype(int), bins - 1)
    held = [place == b for b in range(bins)]
    return [Bin(int(one.sum()), float(confidence[one].mean()), float(right[one].mean())) for one in held if one.any()]


def calibration_error(certainty: Certainty) -> float:
    """Return the expected calibration error: the tile-weighted mean gap of confidence and accuracy; 0 without tiles."""
    gaps = (one.tiles * abs(one.confidence - one.right) for one in reliability(certainty))
    return float(sum(gaps) / max(1, len(certainty)))
