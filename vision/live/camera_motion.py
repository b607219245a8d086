"""Find how the picture moved between two looks at the same tiles, from the tiles themselves."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from vision.geometry import Point, Quad, area, centre, is_convex, is_finite, short_side, usual_side
from vision.live.motion_fit import fit_homography, fit_similarity, moved_by
from vision.requests import Homography

ALIKE: Final = 0.5
"""Likeness of two faces, 0 to 1, from which both may be one tile."""

MOST_SHIFTS: Final = 160
"""Most shifts that we try, from the pairs of faces that look most alike."""

PLAIN: Final = 0.15
"""Score of a pair of faces in one place that look nothing alike: a misread face still lies in its place."""

SPREAD: Final = 0.35
"""Distance, in short sides, at which a pair's score falls to 1/e while we search a shift; at twice that little is
left."""

FARTHEST: Final = 3 * SPREAD
"""Distance, in short sides, beyond which a pair of faces scores nothing."""

REACH: Final = 0.5
"""Distance of two centres, in short sides, up to which they are one tile; the next tile is a whole one away."""

LAZY: Final = 0.02
"""Score that a shift loses per short side away from the expected one: of equally good shifts the nearest wins."""

JUMP: Final = 0.7
"""Distance, in short sides, from the expected shift above which a shift is a jump: a row of like tiles that moved by
one place looks the same, but for its ends."""

UNLIKELY: Final = (0.1, 0.25)
"""Score that a jump loses for each face: without a measured picture shift, and with one."""

WITNESSES: Final = 0.25
"""Share of the faces that must match for a jump without a measured picture shift."""

FOR_HOMOGRAPHY: Final = 4
"""Fewest pairs of faces from which we fit a homography: fewer cannot tell a change of perspective from noise."""

TELLING: Final = 0.5
"""Share of the faces that must match before we fit more than a shift: a fit to a few neighbours is wild for tiles far
from them."""

GROWS: Final = 2.0
"""Largest factor by which a motion may change a face's area: more is a failed fit."""

IMPROBABLE: Final = 1e-4
"""Probability below which a label does not count for likeness."""

Kinds = Sequence[Sequence[float]]
"""Probabilities of the labels of each face."""

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """The motion from an earlier picture to a later one.

    Attributes:
        matrix: homography from pixels of the earlier picture to pixels of the later one.
        pairs: (index before, index after) of faces that are one tile, each face at most once.
    """

    matrix: Homography
    pairs: Pairs


def follow(
    before: Sequence[Quad],
    kinds: Kinds,
    after: Sequence[Quad],
    kinds_after: Kinds,
    drift: Point,
    *,
    measured: bool = False,
) -> Motion:
    """Find the motion that brings the faces of one look onto those of the next.

    Every face that looks like an earlier one proposes a shift. We take the shift that puts most like faces onto each
    other and refine it to a similarity or, with enough faces, to a homography. So we do not mistake a rack that moved
    by a whole tile for a rack with all tiles exchanged. Without common faces we take the picture's measured shift, or
    no motion if it is not measured. Without a measured shift, a jump that only few faces support is no motion either.

    Args:
        before: faces in the earlier picture.
        kinds: their label probabilities.
        after: faces in the later picture.
        kinds_after: their label probabilities.
        drift: expected shift of the picture, x, y in pixels: measured, or a continuation of the last motion.
        measured: whether the picture's own pixels gave `drift`.
    """
    alone = Motion(_shifted(drift if measured else (0.0, 0.0)), ())
    if not before or not after:
        return alone
    sizes = [max(short_side(quad), 1.0) for quad in before]
    jump = UNLIKELY[measured] * min(len(before), len(after))
    shift = _shift(
        list(map(centre, before)), sizes, list(map(centre, after)), _alike(kinds, kinds_after), (drift, jump)
    )
    matrix = _shifted(shift)
    pairs = _pairs(moved(matrix, before), after)
    for _ in range(2):
        if not pairs:
            return alone
        matrix = _fitted(before, after, pairs)
        few = len(pairs) < TELLING * len(before)
        if (
            measured
            and few
            and any(off > size for off, size in zip(_apart(matrix, alone.matrix, before), sizes, strict=True))
        ):
            # A fit to a few faces side by side is unreliable for faces far from them.
            matrix = alone.matrix
        pairs = _pairs(moved(matrix, before), after)
    if not measured and len(pairs) < WITNESSES * len(before):
        jumped = [off / size for off, size in zip(_apart(matrix, _shifted(drift), before), sizes, strict=True)]
        if median(jumped) > JUMP:
            return alone
    return Motion(matrix, pairs) if pairs else alone


def moved(matrix: Homography, quads: Iterable[Quad]) -> list[Quad]:
    """Return quads of the earlier picture in the later one."""
    return [
        (moved_by(matrix, one), moved_by(matrix, two), moved_by(matrix, three), moved_by(matrix, four))
        for one, two, three, four in quads
    ]


def ahead_of(quad: Quad, like: Quad) -> int:
    """Return the offset of a quad's corner numbers from those of a quad in the same place.

    Corner i of `like` is corner `(i + ahead) % 4` of the quad.
    """
    return min(range(4), key=lambda ahead: sum(math.dist(quad[(at + ahead) % 4], like[at]) for at in range(4)))


def _apart(one: Homography, other: Homography, quads: Sequence[Quad]) -> list[float]:
    """Return the distance in pixels between the places to which two motions bring each quad's middle."""
    return [math.dist(centre(a), centre(b)) for a, b in zip(moved(one, quads), moved(other, quads), strict=True)]


def _shifted(shift: Point) -> Homography:
    return 1.0, 0.0, shift[0], 0.0, 1.0, shift[1], 0.0, 0.0, 1.0


def _alike(kinds: Kinds, kinds_after: Kinds) -> list[list[float]]:
    """Return the likeness of each pair of faces, 0 to 1: the cosine of the roots of their probabilities."""
    roots = [_roots(row) for row in kinds]
    roots_after = [_roots(row) for row in kinds_after]
    return [
        [sum(value * other.get(label, 0.0) for label, value in one.items()) for other in roots_after] for one in roots
    ]


def _roots(row: Sequence[float]) -> dict[int, float]:
    return {label: math.sqrt(value) for label, value in enumerate(row) if value >= IMPROBABLE}


def _shift(
    before: Sequence[Point],
    sizes: Sequence[float],
    after: Sequence[Point],
    alike: Sequence[Sequence[float]],
    expected: tuple[Point, float],
) -> Point:
    """Return the shift that puts most face centres onto centres of like faces.

    `expected` holds the expected shift, and the score that a jump away from it loses.
    """
    drift, jump = expected
    likest = sorted(
        (-like, one, two) for one, row in enumerate(alike) for two, like in enumerate(row) if like >= ALIKE
    )[:MOST_SHIFTS]
    shifts = [drift, (0.0, 0.0)]
    shifts += [(after[two][0] - before[one][0], after[two][1] - before[one][1]) for _, one, two in likest]
    order = sorted(range(len(after)), key=lambda index: after[index][0])
    places = [after[index][0] for index in order]
    usual = median(sizes)
    best, found = -math.inf, drift
    for shift in shifts:
        worth = 0.0
        for middle, size, row in zip(before, sizes, alike, strict=True):
            x, y, reach, most = middle[0] + shift[0], middle[1] + shift[1], FARTHEST * size, 0.0
            for index in order[bisect_left(places, x - reach) : bisect_right(places, x + reach)]:
                apart = math.dist((x, y), after[index])
                if apart < reach:
                    most = max(most, math.exp(-((apart / size / SPREAD) ** 2)) * (PLAIN + row[index]))
            worth += most
        unexpected = math.dist(shift, drift) / usual
        worth -= LAZY * unexpected + (jump if unexpected > JUMP else 0.0)
        if worth > best:
            best, found = worth, shift
    return found


def _pairs(before: Sequence[Quad], after: Sequence[Quad]) -> Pairs:
    """Return the pairs of faces of both looks that lie in one place, the closest first, each face at most once."""
    centres = list(map(centre, after))
    near = []
    for one, quad in enumerate(before):
        middle, size = centre(quad), max(short_side(quad), 1.0)
        reach = REACH * size
        near += [
            (round(math.dist(middle, place) / size, 6), one, two)
            for two, place in enumerate(centres)
            if abs(middle[0] - place[0]) <= reach and math.dist(middle, place) <= reach
        ]
    pairs, taken, taken_after = [], set(), set()
    for _, one, two in sorted(near):
        if one not in taken and two not in taken_after:
            pairs.append((one, two))
            taken.add(one)
            taken_after.add(two)
    return tuple(pairs)


def _fitted(before: Sequence[Quad], after: Sequence[Quad], pairs: Pairs) -> Homography:
    """Return the motion that the corners of the pairs agree on."""
    source: list[Point] = []
    target: list[Point] = []
    for one, two in pairs:
        ahead = ahead_of(after[two], before[one])
        source += before[one]
        target += (after[two][(at + ahead) % 4] for at in range(4))
    steps = [(centre(before[one]), centre(after[two])) for one, two in pairs]
    matrix = _shifted((median(b[0] - a[0] for a, b in steps), median(b[1] - a[1] for a, b in steps)))
    if len(pairs) < max(2, TELLING * len(before)):
        return matrix
    near = 0.2 * usual_side(before[one] for one, _ in pairs)
    if len(pairs) >= FOR_HOMOGRAPHY:
        found = fit_homography(source, target, near)
        if found is not None and _is_sound(found, before):
            return found
    similar = fit_similarity(source, target, near)
    return similar if similar is not None and _is_sound(similar, before) else matrix


def _is_sound(matrix: Homography, quads: Sequence[Quad]) -> bool:
    """Say whether every quad stays a quad of about its size."""
    return all(
        is_finite(after) and is_convex(after) and 1 / GROWS < area(after) / max(abs(area(quad)), 1e-6) < GROWS
        for quad, after in zip(quads, moved(matrix, quads), strict=True)
    )
