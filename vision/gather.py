"""The pieces of rows that make up the rack, chosen among everything in view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.pieces import Piece
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


def gather(parts: Sequence[Piece], labels: Sequence[str]) -> list[Piece] | None:
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
    largest = max((part.width for part in parts if len(part.tiles) >= 3), default=max(part.width for part in parts))
    backs = [sum(labels[index] == BACK for index in part.tiles) for part in parts]
    counts = [len(part.tiles) for part in parts]
    alone = [SMALL * math.log(min(1.0, part.width / largest)) for part in parts]

    def tiles(chosen: frozenset[int]) -> int:
        return sum(counts[index] for index in chosen)

    def worth(chosen: frozenset[int]) -> float:
        total = tiles(chosen)
        size = sum(alone[index] * counts[index] for index in chosen) / total
        return _count(total) + size - FACE_DOWN * sum(backs[index] for index in chosen) / total

    found: dict[frozenset[int], float] = {}
    for seed in range(len(parts)):
        chosen, paid = frozenset((seed,)), 0.0
        score = worth(chosen)
        while True:
            reach = joins[sorted(chosen)].min(axis=0)
            nearer = [
                (worth(chosen | {other}) - paid - reach[other], other)
                for other in range(len(parts))
                if other not in chosen and np.isfinite(reach[other])
            ]
            # More than a rack holds is believed of one long row only.
            nearer = [(value, other) for value, other in nearer if tiles(chosen | {other}) <= LARGEST_RACK]
            better, other = max(nearer, default=(-math.inf, -1))
            if better <= score:
                break
            score, paid, chosen = better, paid + float(reach[other]), chosen | {other}
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


def _joins(parts: Sequence[Piece]) -> npt.NDArray[np.float64]:
    """(N, N) costs of taking each two pieces for parts of one rack, infinite where they cannot be."""
    found = np.full((len(parts), len(parts)), np.inf)
    centres = np.concatenate([part.centres for part in parts])
    owner = np.repeat(np.arange(len(parts)), [len(part.tiles) for part in parts])
    sizes = np.concatenate([np.maximum(part.widths, part.heights) for part in parts])
    steps = np.linalg.norm(centres[None, :] - centres[:, None], axis=2)
    near = steps < (SIDEWARD + FARTHEST + 1.0) * np.minimum(sizes[None, :], sizes[:, None])
    for one, two in sorted({(int(a), int(b)) for a, b in zip(*owner[np.argwhere(near).T], strict=True) if a < b}):
        found[one, two] = found[two, one] = _join(parts[one], parts[two])
    # A tile of a wall or a pile that happens to lie straight is none that was set apart.
    steps[owner[None, :] == owner[:, None]] = np.inf
    nearest = steps.argmin(axis=1)
    accompanied = steps.min(axis=1) < COMPANY * sizes
    for number, company in zip(owner[accompanied], owner[nearest[accompanied]], strict=True):
        if len(parts[number].tiles) == 1:
            allowed = found[number, company]
            found[number] = found[:, number] = np.inf
            found[number, company] = found[company, number] = allowed
    return found


def _join(one: Piece, two: Piece) -> float:
    """Cost of taking two pieces for parts of one rack, infinite where they cannot be."""
    steps = two.centres[None, :] - one.centres[:, None]
    nearest = np.unravel_index(np.argmin((steps**2).sum(axis=2)), steps.shape[:2])
    first, second = int(nearest[0]), int(nearest[1])
    along, over = (float(value) for value in steps[first, second])
    width = (one.widths[first] + two.widths[second]) / 2
    height = (one.heights[first] + two.heights[second]) / 2
    wider = abs(math.log(max(1e-6, one.widths[first]) / max(1e-6, two.widths[second])))
    oblique = abs(math.degrees(math.atan(one.slope) - math.atan(two.slope)))
    slope = (one.slope * len(one.tiles) + two.slope * len(two.tiles)) / (len(one.tiles) + len(two.tiles))
    apart = abs(over - slope * along)
    room, gap = abs(along) / width - 1.0, (apart - height) / width
    if wider > math.log(WIDER) or oblique > OBLIQUE or gap > FARTHEST or room > SIDEWARD:
        return math.inf
    if apart < 0.5 * height and room < -0.4:
        return math.inf
    cost = JOIN + 3 * wider + 0.02 * oblique + 0.8 * max(0.0, gap - 0.2) + 0.3 * max(0.0, room)
    return float(cost)
