"""The detector's output as quads and scores."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from vision.errors import VisionError
from vision.geometry import Quad, area, is_convex, is_finite, single, single_quad
from vision.requests import DetectorOutput

CELL: Final = 8
"""Pixels of the view per cell of the network's output, along each axis."""

GRID: Final = 16
"""Parts of a pixel that a corner is rounded to. Processors differ in the last digit of a network's answer; rounded far
below what the detector can tell, they cut the same crops, to which the classifier says the same."""

MOST_PEAKS: Final = 400
"""Peaks of one view that are decoded at most, highest first: two full sets of tiles are fewer."""


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """Tile faces that the detector found.

    Attributes:
        quads: in pixels, clockwise, from the corner that is top left in the picture; which way up the faces stand is
            not known yet.
        scores: one a quad, 0 to 1.
    """

    quads: tuple[Quad, ...] = ()
    scores: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if len(self.quads) != len(self.scores) or not all(map(is_finite, self.quads)):
            message = f"need as many finite quads as scores, got {len(self.quads)} and {len(self.scores)}"
            raise VisionError("bad-quads", message, "detections.quads")
        if not all(0 <= score <= 1 for score in self.scores):
            raise VisionError("bad-probability", "need scores from 0 to 1", "detections.scores")

    def __len__(self) -> int:
        return len(self.scores)

    def chosen(self, indices: list[int]) -> Detections:
        """Return the detections with these numbers, in this order."""
        return Detections(tuple(self.quads[index] for index in indices), tuple(self.scores[index] for index in indices))


def decode_output(output: DetectorOutput, least: float) -> Detections:
    """Return the faces of a view, in its pixels, whose score is at least `least`."""
    across = output.shape[1]
    (least,) = single((least,))
    peaks = [place for place, score in enumerate(output.scores) if score >= least]
    if len(peaks) > MOST_PEAKS:
        peaks = sorted(peaks, key=lambda place: -output.scores[place])[:MOST_PEAKS]
    quads, scores = [], []
    for place in peaks:
        row, column = divmod(place, across)
        x, y = (column + 0.5) * CELL, (row + 0.5) * CELL
        offsets = output.offsets[8 * place : 8 * place + 8]
        if not all(map(math.isfinite, offsets)):
            continue
        rounded = [round(value * GRID) / GRID for value in offsets]
        quad = single_quad([value + (y if axis % 2 else x) for axis, value in enumerate(rounded)])
        if is_finite(quad) and is_convex(quad) and area(quad) >= CELL * CELL:
            quads.append(quad)
            scores.append(min(output.scores[place], 1.0))
    return Detections(tuple(quads), tuple(scores))
