"""How the picture moved between two looks at the same tiles, from the tiles themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.quads import Quads, areas, convex, short_sides, usual_side

Floats = npt.NDArray[np.float32]
Matrix = npt.NDArray[np.float64]

ALIKE: Final = 0.5
"""Likeness of two faces, 0 to 1, from which one may be the other seen again."""

MOST_SHIFTS: Final = 160
"""Shifts tried at most, of the likest faces."""

PLAIN: Final = 0.15
"""What a pair of faces in one place is worth where they look nothing alike: a face misread is in its place still."""

SPREAD: Final = 0.35
"""How far off a face may lie while a shift is sought, in short sides of it: next to nothing is left at twice that."""

REACH: Final = 0.5
"""Distance of two centres, in short sides, up to which they are one tile; the next tile is a whole one away."""

LAZY: Final = 0.02
"""Taken off a shift's worth per short side away from what was expected: of like shifts the nearest is meant."""

JUMP: Final = 0.7
"""Short sides from what was expected from which a shift is a jump: a row of like tiles that moved by one place looks
the same, but for its ends."""

UNLIKELY: Final = (0.1, 0.25)
"""What a jump loses of its worth for each face, where the picture does not say how far it moved and where it does. With
the first, and `WITNESSES`, the live readings of 144 films are exact in 3,308 moments of 4,320 and surely wrong in 9
labels; without them in 3,301 and in 15, and with 0.3 in 3,289 and in 35."""

WITNESSES: Final = 0.25
"""Part of the faces that must be found for a jump to be believed of which the picture says nothing: one face of a row
finds its like anywhere."""

FOR_HOMOGRAPHY: Final = 4
"""Pairs of faces from which a perspective change is told from noise."""

TELLING: Final = 0.5
"""Part of the faces from which more than a shift is told: a few neighbours would say wild things of tiles far from
them, most of all where they are blurred. Of 72 films 1,565 of 1,819 standing moments are exact, 1,522 of 1,807 where
two pairs turn and stretch the row."""

GROWS: Final = 2.0
"""Times the area of a face that a motion may make of it: more is a fit gone wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """What became of the earlier picture.

    Attributes:
        matrix: (3, 3) float64 homography from pixels of the earlier picture to pixels of the later one.
        pairs: (index before, index after) of faces that are one tile, each face at most once.
    """

    matrix: Matrix
    pairs: tuple[tuple[int, int], ...]


def follow(
    before: Quads,
    kinds: Floats,
    after: Quads,
    kinds_after: Floats,
    drift: tuple[float, float],
    *,
    told: bool = False,
) -> Motion:
    """The motion that brings the faces of one look onto those of the next.

    Every face that looks like one of the earlier ones proposes a shift; the one that puts most like faces onto each
    other is refined to a similarity or, with enough faces, to a homography. So a rack that moved by a whole tile is
    not taken for one whose tiles were all exchanged. Without faces in common the picture's own shift counts, where it
    is told; else nothing is known and nothing moves, nor does it where few faces alone say that all jumped.

    Args:
        before: (N, 4, 2) corners in the earlier picture.
        kinds: (N, L) probabilities of the labels of these.
        after: (M, 4, 2) corners in the later picture.
        kinds_after: (M, L) probabilities of the labels of those.
        drift: x, y in pixels that the picture is expected to have moved, were it to go on as before.
        told: whether that is what the picture itself says (`vision.live.image_shift`).
    """
    alone = Motion(_moved(drift) if told else np.eye(3), ())
    if not len(before) or not len(after):
        return alone
    sizes = np.maximum(short_sides(before), 1.0)
    alike = np.sqrt(np.maximum(kinds, 0)) @ np.sqrt(np.maximum(kinds_after, 0)).T
    shift = _shift(before.mean(axis=1), sizes, after.mean(axis=1), alike, np.array(drift, np.float32), told=told)
    matrix = _moved((float(shift[0]), float(shift[1])))
    pairs = _pairs(apply(matrix, before), after)
    for _ in range(2):
        if not pairs:
            return alone
        matrix = _fitted(before, after, pairs)
        few = len(pairs) < TELLING * len(before)
        if told and few and (_apart(matrix, alone.matrix, before) > sizes).any():
            # A few faces that lie side by side say little of what is far from them.
            matrix = alone.matrix
        pairs = _pairs(apply(matrix, before), after)
    if not told and len(pairs) < WITNESSES * len(before):
        jumped = _apart(matrix, _moved(drift), before) / sizes
        if np.median(jumped) > JUMP:
            return alone
    return Motion(matrix, pairs) if pairs else alone


def apply(matrix: Matrix, quads: Quads) -> Quads:
    """Corners (N, 4, 2) of the earlier picture in the later one."""
    points = np.concatenate([quads, np.ones((*quads.shape[:2], 1))], axis=2) @ matrix.T
    depth = points[..., 2:]
    depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    return np.asarray(points[..., :2] / depth, np.float32)


def aligned(quads: Quads, like: Quads) -> npt.NDArray[np.intp]:
    """(N,) how far the corners of each quad (N, 4, 2) are numbered ahead of those of `like` (N, 4, 2).

    Corner i of `like` is corner `(i + ahead) % 4` of the quad.
    """
    around = (np.arange(4)[:, None] + np.arange(4)[None, :]) % 4
    apart = np.linalg.norm(quads[:, around] - like[:, None], axis=3).sum(axis=2)
    return np.asarray(apart.argmin(axis=1), np.intp)


def _apart(one: Matrix, other: Matrix, quads: Quads) -> Floats:
    """(N,) pixels between where two motions bring the middle of each quad."""
    return np.asarray(np.linalg.norm((apply(one, quads) - apply(other, quads)).mean(axis=1), axis=1), np.float32)


def _moved(shift: tuple[float, float]) -> Matrix:
    return np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]], np.float64)


def _shift(before: Floats, sizes: Floats, after: Floats, alike: Floats, drift: Floats, *, told: bool) -> Floats:
    """(2,) the shift of centres (N, 2) with sizes (N,) that puts most of them onto like centres (M, 2)."""
    likest = np.argsort(-alike, axis=None, kind="stable")[:MOST_SHIFTS]
    first, second = np.unravel_index(likest[alike.ravel()[likest] >= ALIKE], alike.shape)
    shifts = np.concatenate([drift[None], np.zeros((1, 2), np.float32), after[second] - before[first]])
    moved = before[None] + shifts[:, None]
    apart = np.linalg.norm(moved[:, :, None] - after[None, None], axis=3) / sizes[None, :, None]
    worth = (np.exp(-((apart / SPREAD) ** 2)) * (PLAIN + alike[None])).max(axis=2).sum(axis=1)
    unexpected = np.linalg.norm(shifts - drift[None], axis=1) / float(np.median(sizes))
    jumps = UNLIKELY[told] * min(len(before), len(after)) * (unexpected > JUMP)
    return np.asarray(shifts[int(np.argmax(worth - LAZY * unexpected - jumps))], np.float32)


def _pairs(moved: Quads, after: Quads) -> tuple[tuple[int, int], ...]:
    """Faces of both looks that lie in one place, the closest first, each at most once."""
    sizes = np.maximum(short_sides(moved), 1.0)
    apart = np.linalg.norm(moved.mean(axis=1)[:, None] - after.mean(axis=1)[None], axis=2) / sizes[:, None]
    pairs: list[tuple[int, int]] = []
    for flat in np.argsort(apart, axis=None, kind="stable"):
        first, second = divmod(int(flat), apart.shape[1])
        if not apart[first, second] <= REACH:
            break
        if all(first != one and second != other for one, other in pairs):
            pairs.append((first, second))
    return tuple(pairs)


def _fitted(before: Quads, after: Quads, pairs: Sequence[tuple[int, int]]) -> Matrix:
    """The motion (3, 3) that the corners of the pairs agree on."""
    one, other = before[[i for i, _ in pairs]], after[[j for _, j in pairs]]
    ahead = aligned(other, one)
    other = np.take_along_axis(other, ((np.arange(4)[None] + ahead[:, None]) % 4)[:, :, None], axis=1)
    matrix = np.eye(3)
    matrix[:2, 2] = np.median(other.mean(axis=1) - one.mean(axis=1), axis=0)
    if len(pairs) < max(2, TELLING * len(before)):
        return matrix
    near = 0.2 * usual_side(one)
    source, target = one.reshape(-1, 2), other.reshape(-1, 2)
    if len(pairs) >= FOR_HOMOGRAPHY:
        found, _ = cv2.findHomography(source, target, cv2.RANSAC, near)
        if found is not None and _sound(np.asarray(found, np.float64), before):
            return np.asarray(found, np.float64)
    similar, _ = cv2.estimateAffinePartial2D(source, target, method=cv2.RANSAC, ransacReprojThreshold=near)
    if similar is None:
        return matrix
    grown = np.vstack([similar, [0.0, 0.0, 1.0]])
    return grown if _sound(grown, before) else matrix


def _sound(matrix: Matrix, quads: Quads) -> bool:
    """Whether every quad stays a quad of about its size."""
    moved = apply(matrix, quads)
    if not np.isfinite(moved).all():
        return False
    grown = np.abs(areas(moved)) / np.maximum(np.abs(areas(quads)), 1e-6)
    return bool(convex(moved).all() and (grown < GROWS).all() and (grown > 1 / GROWS).all())
