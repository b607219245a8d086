"""Tiles of which the finder saw each half as a tile of its own: which two they are, and where the whole face lies.

Half of a 4 Dot is a 2 Dot lying on its side, to the eye and to both networks; what tells is that all tiles of a set are
of one size. Two that lie side by side, each too small for its neighbours and both together just as large, are one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.quads import areas, side_lengths

Quads = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]
Corners = Sequence[Sequence[float]]
Face = tuple[float, float, float]
"""Area and middle of a face, x and y, in pixels: plain numbers, of which few are asked for."""

NEIGHBOURS: Final = 6
"""Faces around a half that say how large a whole one is, its other half among them."""

NEAREST: Final = 3
"""Of these may be its other half."""

PART: Final = 0.85
"""Area of a part, beside that of a whole face, at most: a half is often framed too large."""

SHORT, LONG = 1.3, 1.5
"""Times longer or shorter the sides of what both make may be than those of the neighbours; two whole tiles side by side
make a short side of 1.4."""

ALIKE: Final = 1.25
"""The same for both sides of a whole face, once the reader has put its corners right."""

APART: Final = 0.3
"""Widths of a half that may lie between both, or that they may overlap or be shifted."""


@dataclass(frozen=True, slots=True, eq=False)
class HalfTiles:
    """M pairs of quads that may be the two halves of one face.

    Attributes:
        pairs: (M, 2) the places of each pair among the quads; none stands in two of them.
        quads: (M, 4, 2) float32, the face that both make, clockwise.
        usual: (M, 2) float32, the short and the long side of the faces around, in pixels.
    """

    pairs: Places
    quads: Quads
    usual: Floats

    def alike(self, quads: Quads) -> npt.NDArray[np.bool_]:
        """(M,) whether the faces (M, 4, 2), as the reader has put their corners, are as large as those around them."""
        return np.asarray((_ratios(_sides(quads), self.usual) <= ALIKE).all(axis=1))


def halves(quads: Quads) -> HalfTiles:
    """What may be two halves of one face among N quads (N, 4, 2), float32 and clockwise.

    Without neighbours nothing says how large a tile is: then there are none. What would be half of two faces is a tile
    in a row of small ones: an exposure lying flat, farther off than the tiles that say how large one is.
    """
    found: list[tuple[int, int]] = []
    wholes: list[Quads] = []
    usual: list[Floats] = []
    if len(quads) > NEIGHBOURS:
        sizes, sides = areas(quads), _sides(quads)
        x, y = quads.mean(axis=1).T
        each = list(zip(sizes.tolist(), x.tolist(), y.tolist(), strict=True))
        apart = np.hypot(x - x[:, None], y - y[:, None])
        np.fill_diagonal(apart, np.inf)
        nearest = apart.argsort(axis=1, kind="stable")[:, :NEIGHBOURS]
        # In most photos this leaves none: it is asked of all faces at once.
        small = (sizes < PART * sizes.max()) & (sizes <= PART * np.median(sizes[nearest], axis=1))
        for one in np.flatnonzero(small).tolist():
            near = nearest[one].tolist()
            # The other half lies nearer than most whole tiles do.
            for two in [other for other in near if other > one][:NEAREST]:
                around = [other for other in near if other != two]
                if sizes[two] > PART * np.float32(median(sizes[around].tolist())):
                    continue
                whole = _together(quads[one], quads[two])
                if whole is None or _goes_on(each[one], each[two], each):
                    continue
                expected = np.median(sides[around], axis=0)
                if (_ratios(_sides(whole[None]), expected[None]) <= (SHORT, LONG)).all():
                    found.append((one, two))
                    wholes.append(_as_large(whole, expected))
                    usual.append(expected)
    pairs = np.array(found, np.intp).reshape(-1, 2)
    alone = (np.bincount(pairs.ravel(), minlength=1)[pairs] == 1).all(axis=1)
    return HalfTiles(
        pairs[alone],
        np.array(wholes, np.float32).reshape(-1, 4, 2)[alone],
        np.array(usual, np.float32).reshape(-1, 2)[alone],
    )


def _goes_on(one: Face, two: Face, each: Sequence[Face]) -> bool:
    """Whether the row that two of the faces make goes on to either side with another one as small."""
    (size1, x1, y1), (size2, x2, y2) = one, two
    step_x, step_y, usual = x2 - x1, y2 - y1, (size1 + size2) / 2
    near = APART * math.hypot(step_x, step_y)
    beyond = (x1 - step_x, y1 - step_y), (x2 + step_x, y2 + step_y)
    return any(
        usual / SHORT < size < usual * SHORT and min(math.dist((x, y), place) for place in beyond) < near
        for size, x, y in each
    )


def _together(one: Quads, two: Quads) -> Quads | None:
    """The quad (4, 2) that two make that lie side by side, from the far side of one to that of the other; else None."""
    # Plain numbers: it is asked of a few pairs in many photos, and for four corners numpy takes six times as long.
    corners_one, corners_two = one.tolist(), two.tolist()
    (x1, y1), (x2, y2) = _middle(corners_one), _middle(corners_two)
    near_one, far_one = _split(corners_one, x2 - x1, y2 - y1)
    near_two, far_two = _split(corners_two, x1 - x2, y1 - y2)
    lengths = math.dist(*near_one), math.dist(*near_two)
    between = math.dist(_middle(near_one), _middle(near_two))
    if min(lengths) * SHORT < max(lengths) or between > APART * max(lengths):
        return None
    corners = [*far_one, *far_two]
    x, y = _middle(corners)
    return np.array(sorted(corners, key=lambda corner: math.atan2(corner[1] - y, corner[0] - x)), np.float32)


def _middle(corners: Corners) -> tuple[float, float]:
    """The mean x and y."""
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _split(corners: Corners, toward_x: float, toward_y: float) -> tuple[Corners, Corners]:
    """The two corners of four that lie farthest in a direction, and the two others."""
    order = sorted(corners, key=lambda corner: -(corner[0] * toward_x + corner[1] * toward_y))
    return order[:2], order[2:]


def _as_large(quad: Quads, usual: Floats) -> Quads:
    """The quad (4, 2) with its long and short side as long as usual (2,): halves are mostly framed beyond the face."""
    after, below = (quad[1] + quad[2] - quad[0] - quad[3]) / 2, (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    wide, high = float(np.linalg.norm(after)), float(np.linalg.norm(below))
    short, long = usual / 2
    after *= (short if wide < high else long) / wide
    below *= (long if wide < high else short) / high
    corners = np.stack([-after - below, after - below, after + below, below - after])
    return np.asarray(corners + quad.mean(axis=0), np.float32)


def _ratios(sides: Floats, usual: Floats) -> Floats:
    """(N, 2) how many times longer or shorter each side is than usual, at least 1."""
    return np.asarray(np.maximum(sides / usual, usual / np.maximum(sides, 1e-6)), np.float32)


def _sides(quads: Quads) -> Floats:
    """(N, 2) the shorter and the longer of the mean width and height of each quad."""
    lengths = side_lengths(quads)
    return np.asarray(np.sort((lengths[:, :2] + lengths[:, 2:]) / 2, axis=1), np.float32)
