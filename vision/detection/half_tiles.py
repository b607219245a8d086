"""Tiles of which the detector saw each half as a tile of its own: which two they are, and where the whole face lies.

Half of a 4 Dot is a 2 Dot lying on its side, to the eye and to both networks; but all tiles of a set are of one size.
Two that lie side by side, each too small for its neighbours and both together just as large, are one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from vision.geometry import Point, Quad, area, centre, single_quad, width_and_height

NEIGHBOURS: Final = 6
"""Faces around a half that say how large a whole one is, its other half among them."""

NEAREST: Final = 3
"""Of these may be its other half."""

PART: Final = 0.85
"""Area of a half, beside that of a whole face, at most: a half is often framed too large."""

SHORT, LONG = 1.3, 1.5
"""Times longer or shorter the sides of what both make may be than those of the neighbours."""

ALIKE: Final = 1.25
"""The same for both sides of a whole face, once the classifier has put its corners right."""

APART: Final = 0.3
"""Widths of a half that may lie between both, or that they may overlap or be shifted."""

Sides = tuple[float, float]
"""The shorter and the longer of a quad's mean width and height, in pixels."""


@dataclass(frozen=True, slots=True)
class HalfTiles:
    """Two quads that may be the two halves of one face.

    Attributes:
        one, two: their places among the quads.
        quad: the face that both make, clockwise.
        usual: the sides of the faces around.
    """

    one: int
    two: int
    quad: Quad
    usual: Sides

    def fits(self, quad: Quad) -> bool:
        """Say whether a face, as the classifier has put its corners, is as large as those around it."""
        return all(ratio <= ALIKE for ratio in _ratios(_sides(quad), self.usual))


def find_half_tiles(quads: Sequence[Quad]) -> list[HalfTiles]:
    """Return the pairs of quads that may be two halves of one face; no quad stands in two of them.

    Without neighbours nothing says how large a tile is: then there are none. What would be half of two faces is a tile
    in a row of small ones: an exposure lying flat, farther off than the tiles that say how large one is.
    """
    if len(quads) <= NEIGHBOURS:
        return []
    sizes = [area(quad) for quad in quads]
    largest = PART * max(sizes)
    small = [index for index, size in enumerate(sizes) if size < largest]
    if not small:
        return []
    middles = [centre(quad) for quad in quads]
    found: list[HalfTiles] = []
    for one in small:
        x, y = middles[one]
        steps = [(u - x) * (u - x) + (v - y) * (v - y) for u, v in middles]
        near = [other for other in sorted(range(len(quads)), key=steps.__getitem__) if other != one][:NEIGHBOURS]
        if sizes[one] > PART * median(sizes[other] for other in near):
            continue
        # The other half lies nearer than most whole tiles do.
        for two in [other for other in near if other > one][:NEAREST]:
            around = [other for other in near if other != two]
            if sizes[two] > PART * median(sizes[other] for other in around):
                continue
            whole = _together(quads[one], quads[two])
            if whole is None or _goes_on(one, two, sizes, middles):
                continue
            sides = [_sides(quads[other]) for other in around]
            usual = median(short for short, _ in sides), median(long for _, long in sides)
            ratios = _ratios(_sides(whole), usual)
            if ratios[0] <= SHORT and ratios[1] <= LONG:
                found.append(HalfTiles(one, two, _as_large(whole, usual), usual))
    times = Counter(place for pair in found for place in (pair.one, pair.two))
    return [pair for pair in found if times[pair.one] == times[pair.two] == 1]


def _goes_on(one: int, two: int, sizes: Sequence[float], middles: Sequence[Point]) -> bool:
    """Say whether the row that two of the faces make goes on to either side with another one as small."""
    (x1, y1), (x2, y2) = middles[one], middles[two]
    step_x, step_y, usual = x2 - x1, y2 - y1, (sizes[one] + sizes[two]) / 2
    near = APART * math.hypot(step_x, step_y)
    beyond = (x1 - step_x, y1 - step_y), (x2 + step_x, y2 + step_y)
    return any(
        usual / SHORT < size < usual * SHORT and min(math.dist(middle, place) for place in beyond) < near
        for size, middle in zip(sizes, middles, strict=True)
    )


def _together(one: Quad, two: Quad) -> Quad | None:
    """Return the quad that two make that lie side by side, from the far side of one to that of the other; else None."""
    (x1, y1), (x2, y2) = centre(one), centre(two)
    near_one, far_one = _split(one, x2 - x1, y2 - y1)
    near_two, far_two = _split(two, x1 - x2, y1 - y2)
    lengths = math.dist(*near_one), math.dist(*near_two)
    between = math.dist(_middle(near_one), _middle(near_two))
    if min(lengths) * SHORT < max(lengths) or between > APART * max(lengths):
        return None
    corners = [*far_one, *far_two]
    x, y = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
    first, second, third, fourth = sorted(corners, key=lambda corner: math.atan2(corner[1] - y, corner[0] - x))
    return first, second, third, fourth


def _middle(side: Sequence[Point]) -> Point:
    (x0, y0), (x1, y1) = side
    return (x0 + x1) / 2, (y0 + y1) / 2


def _split(corners: Quad, toward_x: float, toward_y: float) -> tuple[list[Point], list[Point]]:
    """Return the two corners of four that lie farthest in a direction, and the two others."""
    order = sorted(corners, key=lambda corner: -(corner[0] * toward_x + corner[1] * toward_y))
    return order[:2], order[2:]


def _as_large(quad: Quad, usual: Sides) -> Quad:
    """Return the quad with sides as long as usual: halves are mostly framed beyond the face."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
    along, down = ((x1 + x2 - x0 - x3) / 2, (y1 + y2 - y0 - y3) / 2), ((x2 + x3 - x0 - x1) / 2, (y2 + y3 - y0 - y1) / 2)
    wide, high = math.hypot(*along), math.hypot(*down)
    short, long = usual[0] / 2, usual[1] / 2
    stretch_x, stretch_y = (short / wide, long / high) if wide < high else (long / wide, short / high)
    (ax, ay), (dx, dy) = (value * stretch_x for value in along), (value * stretch_y for value in down)
    x, y = centre(quad)
    return single_quad(
        (x - ax - dx, y - ay - dy, x + ax - dx, y + ay - dy, x + ax + dx, y + ay + dy, x + dx - ax, y + dy - ay)
    )


def _ratios(sides: Sides, usual: Sides) -> list[float]:
    """Return how many times longer or shorter each side is than usual, at least 1."""
    return [max(side / other, other / max(side, 1e-6)) for side, other in zip(sides, usual, strict=True)]


def _sides(quad: Quad) -> Sides:
    width, height = width_and_height(quad)
    return min(width, height), max(width, height)
