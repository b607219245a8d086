"""Straight pieces of rows: tiles of one size that stand side by side, as in a rack or a group of exposures."""

from __future__ import annotations

import math
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

_SLANT: Final = math.radians(SLANT)

LEVEL: Final = 0.25
"""Part of a tile's height by which a neighbour may lie higher or lower than the sides of both say."""

OVERLAP: Final = 0.25
"""Part of a tile's width by which its neighbour may seem to overlap it."""

REACH: Final = 1.0
"""Tile widths of free room that a piece of a row bridges at most."""

TOUCH: Final = 0.3
"""The same beside a tile that lies on its side: loose tiles do, those of a row hardly ever."""


@dataclass(frozen=True, slots=True, eq=False)
class RowSegment:
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

    def part(self, start: int, end: int) -> RowSegment:
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
        along, over = (self.centres[1:] - self.centres[:-1]).T
        return np.asarray((np.hypot(along, over) - (self.widths[1:] + self.widths[:-1]) / 2) / self.width)


@dataclass(frozen=True, slots=True, eq=False)
class TilePoses:
    """How each of N tiles lies to the rows; measured once for all of them, since pieces are taken and left often.

    Attributes:
        centres: (N, 2) their middles along the rows and across them, pixels.
        widths, heights: (N,) what they take up along the row and across it, pixels.
        shapes: (N, 2) the other side of each face in face widths, along the rows and across them.
        slopes: (N,) how much the face's own side rises across per pixel along.
        each: of each tile centre, width, height, the slope as an angle in radians, -pi to pi, and whether the face lies
            on its side: plain numbers, which two tiles are compared by ten times as fast.
    """

    centres: Floats
    widths: Floats
    heights: Floats
    shapes: Floats
    slopes: Floats
    each: tuple[tuple[float, float, float, float, float, bool], ...]


def stances(quads: Floats, along: Floats, across: Floats) -> TilePoses:
    """The stances of faces (N, 4, 2), in pixels, to rows that run `along` and follow each other `across`, (2,) each."""
    frame = np.array([along, across]).T
    # The four corners' places along the rows and across them, (4, N, 2); from here on everything is in that frame.
    first, second, third, fourth = (quads @ frame).transpose(1, 0, 2)
    # Of each face the way along its top and the way down its side, (2, N, 2), and how long they are.
    axes = np.array([second + third - first - fourth, third + fourth - first - second]) / 2
    lengths = np.maximum(np.hypot(axes[..., 0], axes[..., 1]), 1e-9)
    # Near a corner-to-corner view neither axis runs along the row; the nearer one has the larger cosine.
    top, side = np.abs(axes[..., 0]) / lengths
    sideways = side > top
    everyone, own = np.arange(len(quads)), sideways.astype(np.intp)
    axis, other = axes[own, everyone], axes[1 - own, everyone]
    axis *= np.where(axis[:, :1] < 0, -1, 1)
    widths, heights = lengths[own, everyone], lengths[1 - own, everyone]
    shapes = other / widths[:, None]
    centres = (first + second + third + fourth) / 4
    angles = np.arctan2(axis[:, 1], axis[:, 0])
    return TilePoses(
        centres=centres,
        widths=widths,
        heights=heights,
        shapes=shapes * np.where(shapes[:, 1:] < 0, -1, 1),
        slopes=axis[:, 1] / np.maximum(axis[:, 0], 1e-6),
        each=tuple(zip(*(column.tolist() for column in (*centres.T, widths, heights, angles, sideways)), strict=True)),
    )


def measure(tiles: Sequence[int], seen: TilePoses) -> RowSegment:
    """The tiles at these indices as one piece."""
    chosen = list(tiles)
    centres = seen.centres[chosen]
    if len(tiles) >= 3:
        # The line of least squares; np.polyfit takes ten times as long for it.
        apart, rise = (centres - centres.sum(axis=0) / len(tiles)).T
        slope = float(apart @ rise) / max(float(apart @ apart), 1e-9)
    else:
        slope = median(seen.slopes[chosen].tolist())
    return RowSegment(
        tuple(tiles),
        centres,
        seen.widths[chosen],
        seen.heights[chosen],
        seen.shapes[chosen],
        min(max(slope, -2.0), 2.0),
    )


def slant_between(one: RowSegment, two: RowSegment) -> float:
    """How differently the faces of two pieces lie where they come nearest, in face widths; 0 on one plane."""
    steps = ((two.centres[None, :] - one.centres[:, None]) ** 2).sum(axis=2)
    first, second = np.argsort(steps.min(axis=1))[:5], np.argsort(steps.min(axis=0))[:5]
    # For so few numbers, np.median takes ten times as long as the standard library's.
    apart = (median(one.shapes[first, axis].tolist()) - median(two.shapes[second, axis].tolist()) for axis in range(2))
    return math.hypot(*apart)


def pieces(row: Sequence[int], seen: TilePoses) -> list[RowSegment]:
    """The straight pieces of a row (indices in reading order), by their first tiles.

    Each tile goes on to the next one that stands like it; what lies between them but stands otherwise is passed over.
    """
    chains: list[list[int]] = []
    for index in row:
        before = next((chain for chain in reversed(chains) if _followed(chain[-1], index, seen)), None)
        if before is None:
            chains.append([index])
        else:
            before.append(index)
    return [measure(chain, seen) for chain in chains]


def _followed(one: int, two: int, seen: TilePoses) -> bool:
    """Whether the second of two tiles, which comes after the first in a row, goes on a straight piece with it."""
    along1, over1, width1, height1, angle1, sideways1 = seen.each[one]
    along2, over2, width2, height2, angle2, sideways2 = seen.each[two]
    narrow, wide = (width1, width2) if width1 < width2 else (width2, width1)
    room = along2 - along1 - (narrow + wide) / 2
    reach = TOUCH if sideways1 or sideways2 else REACH
    if not (-OVERLAP * narrow < room < reach * wide and wide < LIKE * narrow):
        return False
    rise = over2 - over1 - math.tan((angle1 + angle2) / 2) * (along2 - along1)
    return abs(angle2 - angle1) < _SLANT and abs(rise) < LEVEL * min(height1, height2)
