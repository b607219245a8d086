"""Straight pieces of rows: tiles of one size that stand side by side, as in a rack or a group of exposures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

LIKE: Final = 1.4
"""Times wider one tile may be than its neighbour in a row."""

SLANT: Final = 15.0
"""Degrees by which the sides of neighbours may differ."""

LEVEL: Final = 0.25
"""Part of a tile's height by which a neighbour may lie higher or lower than the sides of both say."""

OVERLAP: Final = 0.25
"""Part of a tile's width by which its neighbour may seem to overlap it."""

REACH: Final = 1.0
"""Tile widths of free room that a piece of a row bridges at most."""

TOUCH: Final = 0.3
"""The same beside a tile that lies on its side: loose tiles do, those of a row hardly ever."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """N tiles that follow each other in a straight row.

    Attributes:
        tiles: their indices in reading order.
        centres: (N, 2) their middles along the rows and across them, pixels.
        widths, heights: (N,) what they take up along the row and across it, pixels.
        shapes: (N, 2) the other side of each face in face widths, along the rows and across them: the slant of what it
            lies on.
        slope: how much the row rises across per pixel along.
    """

    tiles: tuple[int, ...]
    centres: Floats
    widths: Floats
    heights: Floats
    shapes: Floats
    slope: float

    @property
    def width(self) -> float:
        """Median width of a tile in pixels."""
        return float(median(self.widths.tolist()))

    @property
    def height(self) -> float:
        """Median height of a tile in pixels."""
        return float(median(self.heights.tolist()))

    def part(self, start: int, end: int) -> Piece:
        """The tiles from one place in the row to before another."""
        keep = slice(start, end)
        return replace(
            self,
            tiles=self.tiles[keep],
            centres=self.centres[keep],
            widths=self.widths[keep],
            heights=self.heights[keep],
            shapes=self.shapes[keep],
        )

    def free(self) -> Floats:
        """(N - 1,) the room between tiles that follow each other, in tile widths."""
        steps = np.linalg.norm(np.diff(self.centres, axis=0), axis=1)
        return np.asarray((steps - (self.widths[1:] + self.widths[:-1]) / 2) / self.width)


def measure(tiles: Sequence[int], quads: Floats, along: Floats, across: Floats) -> Piece:
    """The tiles of `quads` (all, 4, 2) at these indices as one piece."""
    chosen = quads[list(tiles)]
    frame = np.stack([along, across], axis=1)
    centres = chosen.mean(axis=1) @ frame
    top, side, _ = _axes(chosen, along)
    slope = float(median(((top @ across) / np.maximum(np.abs(top @ along), 1e-6)).tolist()))
    if len(tiles) >= 3:
        # The line of least squares; np.polyfit takes ten times as long for it.
        apart, rise = (centres - centres.mean(axis=0)).T
        slope = float(apart @ rise / max(apart @ apart, 1e-9))
    widths, heights = np.linalg.norm(top, axis=1), np.linalg.norm(side, axis=1)
    shapes = side @ frame / np.maximum(widths, 1e-9)[:, None]
    shapes *= np.where(shapes[:, 1:] < 0, -1, 1)
    return Piece(tuple(tiles), centres, widths, heights, shapes, float(np.clip(slope, -2, 2)))


def slant_between(one: Piece, two: Piece) -> float:
    """How differently the faces of two pieces lie where they come nearest, in face widths; 0 on one plane."""
    steps = np.linalg.norm(two.centres[None, :] - one.centres[:, None], axis=2)
    first, second = np.argsort(steps.min(axis=1))[:5], np.argsort(steps.min(axis=0))[:5]
    apart = np.median(one.shapes[first], axis=0) - np.median(two.shapes[second], axis=0)
    return float(np.linalg.norm(apart))


def pieces(row: Sequence[int], quads: Floats, along: Floats, across: Floats) -> list[Piece]:
    """The straight pieces of a row (indices in reading order), by their first tiles.

    Each tile goes on to the next one that stands like it; what lies between them but stands otherwise is passed over.
    """
    whole = measure(row, quads, along, across)
    top, _, sideways = _axes(quads[list(row)], along)
    angles = np.arctan2(top @ across, top @ along)
    step = whole.centres[None, :] - whole.centres[:, None]
    mean = np.tan((angles[None, :] + angles[:, None]) / 2)
    low = np.minimum(whole.heights[None, :], whole.heights[:, None])
    narrow = np.minimum(whole.widths[None, :], whole.widths[:, None])
    wide = np.maximum(whole.widths[None, :], whole.widths[:, None])
    room = step[..., 0] - (whole.widths[None, :] + whole.widths[:, None]) / 2
    reach = np.where(sideways[None, :] | sideways[:, None], TOUCH, REACH)
    likely = (
        (wide < LIKE * narrow)
        & (np.abs(angles[None, :] - angles[:, None]) < np.deg2rad(SLANT))
        & (np.abs(step[..., 1] - mean * step[..., 0]) < LEVEL * low)
        & (room < reach * wide)
        & (room > -OVERLAP * narrow)
    )
    chains: list[list[int]] = []
    for place, index in enumerate(row):
        before = next((chain for chain in reversed(chains) if likely[row.index(chain[-1]), place]), None)
        if before is None:
            chains.append([index])
        else:
            before.append(index)
    return [measure(chain, quads, along, across) for chain in chains]


def _axes(quads: Floats, along: Floats) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
    """Of each face (N, 4, 2) the axis nearer to the rows' direction, pointing along it, and the other one, in pixels.

    The third array says which faces lie on their sides.
    """
    top = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    side = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    lengths = np.maximum(np.linalg.norm(np.stack([top, side]), axis=2), 1e-9)
    # Near a corner-to-corner view neither axis runs along the row; the nearer one has the larger cosine.
    sideways = np.abs(side @ along) / lengths[1] > np.abs(top @ along) / lengths[0]
    first, second = np.where(sideways[:, None], side, top), np.where(sideways[:, None], top, side)
    return first * np.where(first @ along < 0, -1, 1)[:, None], second, sideways
