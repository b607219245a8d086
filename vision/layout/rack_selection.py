"""The pieces of rows that make up the rack, chosen among everything in view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.layout.row_segments import RowSegment
from vision.reading import BACK

LARGEST_RACK: Final = 18
"""Tiles of a hand of 14 with four kongs."""

MISSING: Final = 0.6
"""Cost of each tile that a rack of 13 lacks."""

WINNING: Final = 1.3
"""Cost of 13 tiles where 14 are a whole hand: a tile set apart belongs to the rack if it lies close."""

SPARE: Final = (0.35, 0.15)
"""Cost of having more than 14 tiles, and of each that is more than 14."""

TOO_MANY: Final = 0.9
"""Cost of each tile that is more than a rack can hold."""

SMALL: Final = 2.5
"""Cost of tiles smaller than the largest in view, for each factor of e: other players' racks are farther away."""

FACE_DOWN: Final = 4.0
"""Cost where all tiles lie face down: a wall is no rack."""

JOIN: Final = 0.3
"""Cost of a further piece."""

WIDER: Final = 1.45
"""Times wider the tiles of one piece of a rack may be than those of the other where they come nearest."""

OBLIQUE: Final = 18.0
"""Degrees between two pieces of one rack at most."""

FARTHEST: Final = 2.0
"""Tile widths of room between two rows of one rack at most."""

SIDEWARD: Final = 4.0
"""Tile widths of room between two pieces of one rack at most, along the rows."""

COMPANY: Final = 1.3
"""Tile heights from the middle of a tile to the next one's within which they lie together."""

POOREST: Final = -5.0
"""The score below which nothing in view stands out as a rack."""

RIVAL: Final = 0.4
"""A second rack whose score is so close to the first one's might be meant as well."""


def gather(parts: Sequence[RowSegment], labels: Sequence[str]) -> list[RowSegment] | None:
    """The pieces of the rack, or None where nothing stands out as one.

    A rack is pieces that lie close together, with tiles of one size at one slant, 13 or 14 of them best of all; large
    tiles rather than small ones, faces rather than backs.

    Args:
        parts: all pieces in view.
        labels: of all tiles, by index.
    """
    if not parts:
        return None
    joins = _joins(parts)
    # Nobody sets a tile apart face down.
    joins[:, [labels[part.tiles[0]] == BACK and len(part.tiles) == 1 for part in parts]] = math.inf
    costs: list[list[float]] = joins.tolist()
    counts, widths = [len(part.tiles) for part in parts], [part.width for part in parts]
    largest = max((width for width, count in zip(widths, counts, strict=True) if count >= 3), default=max(widths))
    backs = [sum(labels[index] == BACK for index in part.tiles) for part in parts]
    small = [SMALL * math.log(min(1.0, width / largest)) * count for width, count in zip(widths, counts, strict=True)]

    def tiles(chosen: frozenset[int]) -> int:
        return sum(counts[index] for index in chosen)

    def worth(chosen: frozenset[int], total: int) -> float:
        size = sum(small[index] for index in chosen) / total
        return _count(total) + size - FACE_DOWN * sum(backs[index] for index in chosen) / total

    found: dict[frozenset[int], float] = {}
    for seed, count in enumerate(counts):
        chosen, total, paid, reach = frozenset((seed,)), count, 0.0, costs[seed]
        score = worth(chosen, total)
        while True:
            nearer = [
                (worth(chosen | {other}, total + counts[other]) - paid - cost, other)
                for other, cost in enumerate(reach)
                # More than a rack holds is believed of one long row only.
                if cost < math.inf and other not in chosen and total + counts[other] <= LARGEST_RACK
            ]
            better, other = max(nearer, default=(-math.inf, -1))
            if better <= score:
                break
            score, paid, chosen, total = better, paid + reach[other], chosen | {other}, total + counts[other]
            reach = list(map(min, reach, costs[other]))
        found[chosen] = max(score, found.get(chosen, -math.inf))
    best = max(found, key=lambda one: found[one])
    if found[best] < POOREST or any(
        found[one] > found[best] - RIVAL and 2 * tiles(one - best) >= tiles(one) for one in found
    ):
        return None
    return [parts[index] for index in sorted(best)]


def _count(tiles: int) -> float:
    """What a number of tiles speaks for a rack: 0 for 14, less for any other number."""
    if tiles > LARGEST_RACK:
        return -TOO_MANY * (tiles - LARGEST_RACK)
    if tiles > 14:
        return -SPARE[0] - SPARE[1] * (tiles - 14)
    return 0.0 if tiles == 14 else -WINNING - MISSING * (13 - tiles)


def _joins(parts: Sequence[RowSegment]) -> npt.NDArray[np.float64]:
    """(N, N) costs of taking each two pieces for parts of one rack, infinite where they cannot be."""
    found = np.full((len(parts), len(parts)), np.inf)
    counts = np.array([len(part.tiles) for part in parts])
    ends = counts.cumsum()
    starts = ends - counts
    along, over = np.concatenate([part.centres for part in parts]).T
    sizes = np.concatenate([np.maximum(part.widths, part.heights) for part in parts])
    steps = np.hypot(along - along[:, None], over - over[:, None])
    near = steps < (SIDEWARD + FARTHEST + 1.0) * np.minimum(sizes, sizes[:, None])
    # The tiles stand piece by piece: any of a block of them, one piece's rows and another one's columns, will do.
    close = np.logical_or.reduceat(np.logical_or.reduceat(near, starts, axis=0), starts, axis=1)
    for one, two in zip(*(side.tolist() for side in close.nonzero()), strict=True):
        if one < two:
            block = steps[starts[one] : ends[one], starts[two] : ends[two]]
            nearest = divmod(int(block.argmin()), block.shape[1])
            found[one, two] = found[two, one] = _join(parts[one], parts[two], nearest)
    # A tile of a wall or a pile that happens to lie straight is none that was set apart.
    owner = np.arange(len(parts)).repeat(counts)
    steps[owner == owner[:, None]] = np.inf
    nearest_tile = steps.argmin(axis=1)
    accompanied = (steps.min(axis=1) < COMPANY * sizes) & (counts[owner] == 1)
    for number, company in zip(owner[accompanied], owner[nearest_tile[accompanied]], strict=True):
        allowed = found[number, company]
        found[number] = found[:, number] = np.inf
        found[number, company] = found[company, number] = allowed
    return found


def _join(one: RowSegment, two: RowSegment, nearest: tuple[int, int]) -> float:
    """Cost of taking two pieces for parts of one rack, infinite where they cannot be.

    `nearest`: the place in the first piece and in the second one of the two tiles that come nearest.
    """
    first, second = nearest
    along, over = (float(step) for step in two.centres[second] - one.centres[first])
    widths = float(one.widths[first]), float(two.widths[second])
    width, height = sum(widths) / 2, float(one.heights[first] + two.heights[second]) / 2
    wider = abs(math.log(max(1e-6, widths[0]) / max(1e-6, widths[1])))
    oblique = abs(math.degrees(math.atan(one.slope) - math.atan(two.slope)))
    slope = (one.slope * len(one.tiles) + two.slope * len(two.tiles)) / (len(one.tiles) + len(two.tiles))
    apart = abs(over - slope * along)
    room, gap = abs(along) / width - 1.0, (apart - height) / width
    if wider > math.log(WIDER) or oblique > OBLIQUE or gap > FARTHEST or room > SIDEWARD:
        return math.inf
    if apart < 0.5 * height and room < -0.4:
        return math.inf
    return JOIN + 3 * wider + 0.02 * oblique + 0.8 * max(0.0, gap - 0.2) + 0.3 * max(0.0, room)
