"""Choose the segments of rows that make up the rack, among all segments in view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from vision.layout.exposures import OneMeld, split_exposures
from vision.layout.row_segments import RowSegment
from vision.reading import BACK

WHOLE_HAND: Final = 14
"""Tiles of a whole hand; a hand of four sets and a pair has one more for each kong."""

SETS: Final = 4
"""Exposures of such a hand that leave only its pair."""

KONG: Final = 4
"""Tiles of a kong."""

LARGEST_RACK: Final = WHOLE_HAND + SETS
"""Tiles of a hand with four kongs."""

MISSING: Final = 0.6
"""Cost of each tile that a rack of 13 lacks."""

WINNING: Final = 1.3
"""Cost of 13 tiles instead of a whole hand: so a tile set apart joins the rack if it lies close."""

SPARE: Final = (0.35, 0.15)
"""Cost of more than 14 tiles, and of each tile above 14."""

TOO_MANY: Final = 0.9
"""Cost of each tile more than a rack can hold."""

SMALL: Final = 2.5
"""Cost of tiles smaller than the largest in view, for each factor of e: other players' racks are farther away."""

FACE_DOWN: Final = 4.0
"""Cost if all tiles lie face down: a wall is no rack."""

JOIN: Final = 0.3
"""Cost of each further segment."""

WIDER: Final = 1.45
"""Largest factor between the tile widths of two segments of a rack, where they come nearest."""

OBLIQUE: Final = 18.0
"""Largest angle in degrees between two segments of one rack."""

FARTHEST: Final = 2.0
"""Widest gap between two rows of one rack, in tile widths."""

SIDEWARD: Final = 4.0
"""Widest gap between two segments of one rack along the rows, in tile widths."""

REACH: Final = SIDEWARD + FARTHEST + 1.0
"""Distance of two tiles' centres, in longer tile sides, beyond which we do not compare their segments."""

COMPANY: Final = 1.3
"""Distance of two tiles' centres, in longer tile sides, within which they lie together."""

POOREST: Final = -5.0
"""Score below which no segments stand out as a rack."""

RIVAL: Final = 0.4
"""Difference of scores within which the player may mean a second rack as well."""


def select_rack(parts: Sequence[RowSegment], labels: Sequence[str], one_meld: OneMeld) -> list[RowSegment] | None:
    """Choose the segments of the rack, or None if no segments stand out as one.

    A rack is segments that lie close together, with tiles of one size at one slant. The best number of tiles is 13 or
    14, or one more for each kong if four exposures leave only a pair. Large tiles beat small ones, and faces beat
    backs.

    Args:
        parts: all segments in view.
        labels: labels of all tiles, by index.
        one_meld: which tiles may lie in one exposure.
    """
    if not parts:
        return None
    costs = _joins(parts)
    for column, part in enumerate(parts):
        if len(part.tiles) == 1 and labels[part.tiles[0]] == BACK:  # nobody sets a tile apart face down
            for row in costs:
                row[column] = math.inf
    counts, widths = [len(part.tiles) for part in parts], [part.width for part in parts]
    largest = max((width for width, count in zip(widths, counts, strict=True) if count >= 3), default=max(widths))
    backs = [sum(labels[index] == BACK for index in part.tiles) for part in parts]
    small = [SMALL * math.log(min(1.0, width / largest)) * count for width, count in zip(widths, counts, strict=True)]
    kongs = [_kongs(part, labels, one_meld) for part in parts]

    def tiles(chosen: frozenset[int]) -> int:
        return sum(counts[index] for index in chosen)

    def worth(chosen: frozenset[int], total: int, *, lacks: bool = False) -> float:
        drawn = _count(total - sum(kongs[index] for index in chosen))
        size = sum(small[index] for index in chosen) / total
        down = FACE_DOWN * sum(backs[index] for index in chosen) / total
        return (drawn if lacks else max(drawn, _count(total))) + size - down

    found: dict[frozenset[int], float] = {}
    for seed, count in enumerate(counts):
        chosen, total, paid, reach = frozenset((seed,)), count, 0.0, costs[seed]
        # Four exposures lack a pair, however many tiles they have: it joins them if it lies close.
        score = worth(chosen, total, lacks=kongs[seed] > 0)
        while True:
            nearer = [
                (worth(chosen | {other}, total + counts[other]) - paid - cost, other)
                for other, cost in enumerate(reach)
                # Only one long row may have more tiles than a rack holds.
                if cost < math.inf and other not in chosen and total + counts[other] <= LARGEST_RACK
            ]
            better, other = max(nearer, default=(-math.inf, -1))
            if better <= score:
                break
            score, paid, chosen, total = better, paid + reach[other], chosen | {other}, total + counts[other]
            reach = list(map(min, reach, costs[other]))
        found[chosen] = max(worth(chosen, total) - paid, found.get(chosen, -math.inf))
    best = max(found, key=lambda one: found[one])
    if found[best] < POOREST or any(
        found[one] > found[best] - RIVAL and 2 * tiles(one - best) >= tiles(one) for one in found
    ):
        return None
    return [parts[index] for index in sorted(best)]


def _kongs(part: RowSegment, labels: Sequence[str], one_meld: OneMeld) -> int:
    """Return the number of kongs without a joker in a segment of exactly four exposures; 0 for any other segment."""
    read = [labels[index] for index in part.tiles]
    way = split_exposures(read, part.gaps(), one_meld) if len(read) > 3 * SETS else None
    if way is None or way.single is not None or len(way.groups) != SETS:
        return 0
    return sum(end - start == KONG and len(set(read[start:end])) == 1 for start, end in way.groups)


def _count(tiles: int) -> float:
    """Return the score of a number of tiles, each kong as three, for a rack: 0 for 14, less for any other number."""
    if tiles > LARGEST_RACK:
        return -TOO_MANY * (tiles - LARGEST_RACK)
    if tiles > WHOLE_HAND:
        return -SPARE[0] - SPARE[1] * (tiles - WHOLE_HAND)
    return 0.0 if tiles == WHOLE_HAND else -WINNING - MISSING * (WHOLE_HAND - 1 - tiles)


def _joins(parts: Sequence[RowSegment]) -> list[list[float]]:
    """Return N rows of N costs of joining two segments in one rack, infinite if they cannot be parts of one."""
    found = [[math.inf] * len(parts) for _ in parts]
    near = [_Near.of(part) for part in parts]
    nearest: list[tuple[float, int]] = [(math.inf, -1)] * len(parts)
    for one, first in enumerate(near):
        for two in range(one + 1, len(parts)):
            second = near[two]
            if first.is_far_from(second):
                continue
            step, close, pair = first.nearest(second)
            if close:
                found[one][two] = found[two][one] = _join(parts[one], parts[two], pair)
            if step < nearest[one][0]:
                nearest[one] = step, two
            if step < nearest[two][0]:
                nearest[two] = step, one
    # A tile of a wall or a pile that happens to lie straight is no tile set apart.
    for number, (step, company) in enumerate(nearest):
        if len(parts[number].tiles) == 1 and step < COMPANY * near[number].reach / REACH:
            allowed = found[number][company]
            for other in range(len(parts)):
                found[number][other] = found[other][number] = math.inf
            found[number][company] = found[company][number] = allowed
    return found


class _Near(NamedTuple):
    """A segment's places, to find the nearest tiles of two segments.

    Attributes:
        places: each tile's middle along the rows and across them, and the step up to which another tile is near.
        left, top, right, bottom: bounds of the middles.
        reach: the longest of these steps.
    """

    places: list[tuple[float, float, float]]
    left: float
    top: float
    right: float
    bottom: float
    reach: float

    @classmethod
    def of(cls, part: RowSegment) -> _Near:
        """Measure a segment."""
        places = [(pose.along, pose.across, REACH * max(pose.width, pose.height)) for pose in part.poses]
        along, across, reaches = zip(*places, strict=True)
        return cls(places, min(along), min(across), max(along), max(across), max(reaches))

    def is_far_from(self, other: _Near) -> bool:
        """Say whether no tile of one is near a tile of the other."""
        reach = max(other.reach, self.reach)
        return (
            other.left - self.right >= reach
            or self.left - other.right >= reach
            or other.top - self.bottom >= reach
            or self.top - other.bottom >= reach
        )

    def nearest(self, other: _Near) -> tuple[float, bool, tuple[int, int]]:
        """Return the step between the nearest tiles, whether any two are near, and the places of the nearest two."""
        best, close, pair = math.inf, False, (0, 0)
        for one, (along, across, reach) in enumerate(self.places):
            for two, (u, v, its) in enumerate(other.places):
                step = math.hypot(u - along, v - across)
                if step < reach and step < its:
                    close = True
                if step < best:
                    best, pair = step, (one, two)
        return best, close, pair


def _join(one: RowSegment, two: RowSegment, nearest: tuple[int, int]) -> float:
    """Return the cost of joining two segments in one rack, infinite if they cannot be parts of one.

    `nearest` gives the places of the two nearest tiles, in the first segment and in the second one.
    """
    first, second = one.poses[nearest[0]], two.poses[nearest[1]]
    along, over = second.along - first.along, second.across - first.across
    width, height = (first.width + second.width) / 2, (first.height + second.height) / 2
    slope = (one.slope * len(one.tiles) + two.slope * len(two.tiles)) / (len(one.tiles) + len(two.tiles))
    apart = abs(over - slope * along)
    room, gap = abs(along) / width - 1.0, (apart - height) / width
    if gap > FARTHEST or room > SIDEWARD or (apart < 0.5 * height and room < -0.4):
        return math.inf
    wider = abs(math.log(max(1e-6, first.width) / max(1e-6, second.width)))
    oblique = abs(math.degrees(math.atan(one.slope) - math.atan(two.slope)))
    if wider > math.log(WIDER) or oblique > OBLIQUE:
        return math.inf
    return JOIN + 3 * wider + 0.02 * oblique + 0.8 * max(0.0, gap - 0.2) + 0.3 * max(0.0, room)
