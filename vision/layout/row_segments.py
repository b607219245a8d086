"""Straight segments of rows: tiles of one size that stand side by side, as in a rack or an exposure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

from vision.geometry import Point, Quad, fitted_line

LIKE: Final = 1.4
"""Largest factor between the widths of neighbours in a row."""

SLANT: Final = math.radians(15.0)
"""Largest angle in radians between the sides of neighbours."""

LEVEL: Final = 0.25
"""Share of a tile's height by which a neighbour may lie off the line that the sides of both predict."""

OVERLAP: Final = 0.25
"""Share of a tile's width by which its neighbour may seem to overlap it."""

REACH: Final = 1.0
"""Widest gap in tile widths within a segment."""

TOUCH: Final = 0.3
"""The same beside a tile that lies on its side, as loose tiles do."""

NEAREST: Final = 5
"""Number of tiles of each segment, nearest to the other one, from which we measure the slant of both."""


class TilePose(NamedTuple):
    """Position, size and slant of a tile relative to the rows.

    Attributes:
        along, across: its middle along the rows and across them, pixels.
        width, height: its extent along the row and across it, pixels.
        shape: the face's other side in face widths, along the rows and across them: the slant of the surface under the
            tile.
        slope: how much the face's own side rises across per pixel along.
        angle: the angle of this slope in radians, -pi to pi.
        sideways: whether the face lies on its side.
    """

    along: float
    across: float
    width: float
    height: float
    shape: Point
    slope: float
    angle: float
    sideways: bool


@dataclass(frozen=True, slots=True, eq=False)
class RowSegment:
    """Tiles that follow each other in a straight row.

    Attributes:
        tiles: their indices in reading order.
        poses: their poses.
        slope: how much the row rises across per pixel along.
        width, height: median width and height of a tile in pixels.
    """

    tiles: tuple[int, ...]
    poses: tuple[TilePose, ...]
    slope: float
    width: float
    height: float

    @classmethod
    def of(cls, tiles: Sequence[int], poses: Sequence[TilePose], slope: float) -> RowSegment:
        """Measure the tiles with these indices and poses."""
        width, height = median(pose.width for pose in poses), median(pose.height for pose in poses)
        return cls(tuple(tiles), tuple(poses), slope, width, height)

    def part(self, start: int, end: int) -> RowSegment:
        """Return the tiles from one place in the row to before another."""
        return RowSegment.of(self.tiles[start:end], self.poses[start:end], self.slope)

    def gaps(self) -> list[float]:
        """Return the gaps between neighbours, in tile widths."""
        return [
            (math.hypot(right.along - left.along, right.across - left.across) - (right.width + left.width) / 2)
            / self.width
            for left, right in pairwise(self.poses)
        ]


def tile_pose(quad: Quad, direction: Point) -> TilePose:
    """Measure the pose of a face relative to rows that run along `direction`, a unit vector."""
    x, y = direction
    (a0, c0), (a1, c1), (a2, c2), (a3, c3) = ((px * x + py * y, py * x - px * y) for px, py in quad)
    # Half the way along the face's top and down its side, in the frame of the rows.
    top, side = ((a1 + a2 - a0 - a3) / 2, (c1 + c2 - c0 - c3) / 2), ((a2 + a3 - a0 - a1) / 2, (c2 + c3 - c0 - c1) / 2)
    wide, high = max(math.hypot(*top), 1e-9), max(math.hypot(*side), 1e-9)
    # Near a corner-to-corner view neither axis runs along the row; the nearer one has the larger cosine.
    sideways = abs(side[0]) / high > abs(top[0]) / wide
    (along, rise), other = (side, top) if sideways else (top, side)
    width, height = (high, wide) if sideways else (wide, high)
    if along < 0:
        along, rise = -along, -rise
    shape = other[0] / width, other[1] / width
    return TilePose(
        (a0 + a1 + a2 + a3) / 4,
        (c0 + c1 + c2 + c3) / 4,
        width,
        height,
        (-shape[0], -shape[1]) if shape[1] < 0 else shape,
        rise / max(along, 1e-6),
        math.atan2(rise, along),
        sideways,
    )


def measure_segment(tiles: Sequence[int], poses: Sequence[TilePose]) -> RowSegment:
    """Return the tiles at these indices as one segment; `poses` holds the poses of all tiles."""
    chosen = [poses[index] for index in tiles]
    if len(tiles) >= 3:
        _, slope = fitted_line([(pose.along, pose.across) for pose in chosen])
    else:
        slope = median(pose.slope for pose in chosen)
    return RowSegment.of(tiles, chosen, min(max(slope, -2.0), 2.0))


def slant_between(one: RowSegment, two: RowSegment) -> float:
    """Return the difference of slant of two segments where they come nearest, in face widths; 0 on one plane."""
    shapes = [_nearest_shape(one, two), _nearest_shape(two, one)]
    return math.dist(*shapes)


def _nearest_shape(one: RowSegment, two: RowSegment) -> Point:
    """Return the median shape of the tiles of a segment that are nearest to the other one."""
    near = sorted(
        one.poses,
        key=lambda pose: min((pose.along - to.along) ** 2 + (pose.across - to.across) ** 2 for to in two.poses),
    )[:NEAREST]
    return median(pose.shape[0] for pose in near), median(pose.shape[1] for pose in near)


def split_row(row: Sequence[int], poses: Sequence[TilePose]) -> list[RowSegment]:
    """Split a row (indices in reading order) into straight segments, in the order of their first tiles.

    Each tile continues with the next one that stands like it; we skip tiles between them that stand otherwise.
    """
    chains: list[list[int]] = []
    for index in row:
        before = next((chain for chain in reversed(chains) if _follows(poses[chain[-1]], poses[index])), None)
        if before is None:
            chains.append([index])
        else:
            before.append(index)
    return [measure_segment(chain, poses) for chain in chains]


def _follows(one: TilePose, two: TilePose) -> bool:
    """Say whether the second of two tiles, which comes later in the row, continues a straight segment of the first."""
    narrow, wide = (one.width, two.width) if one.width < two.width else (two.width, one.width)
    gap = two.along - one.along - (narrow + wide) / 2
    reach = TOUCH if one.sideways or two.sideways else REACH
    if not (-OVERLAP * narrow < gap < reach * wide and wide < LIKE * narrow):
        return False
    rise = two.across - one.across - math.tan((one.angle + two.angle) / 2) * (two.along - one.along)
    return abs(two.angle - one.angle) < SLANT and abs(rise) < LEVEL * min(one.height, two.height)
