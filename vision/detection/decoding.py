"""Decode the detector's output into quads and scores."""

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
"""Steps in a pixel to which we round a corner, far below the detector's accuracy. Processors differ in the last digit
of a network's output; after rounding they cut the same crops, so that the classifier's output is the same too."""

MOST_PEAKS: Final = 400
"""Most peaks of one view that we decode, highest first: two full tile sets have fewer tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class Detections:
    """Tile faces that the detector found.

    Attributes:
        quads: in pixels, clockwise, from the corner that is top left in the picture; the detector does not tell which
            way up a face stands.
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
        """Return the detections at these indices, in this order."""
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
