"""Sides of tiles, which pass for blank tiles lying above or below them.

Looking down on a rack or across a table one sees of a tile its face and one of the sides that join face and back:
blank, as wide as the face, as deep as the tile is thick. To both networks that is a Soap or a back seen from low down.
It shares a whole edge with the face, corner for corner, while no readable face stands beside it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from vision.classification.faces import NONE, SOAP, Faces
from vision.geometry import Quad, hull, side_lengths
from vision.reading import BACK

Edge = tuple[int, int]
"""A face's place, and which of its edges: 0 is the upper one, the others follow clockwise."""

TOUCHING: Final = 0.15
"""Part of an edge's length by which its ends may lie off another edge's for the two to be one."""

FLAT: Final = 0.05
"""Unevenness (`vision.requests.Measurement.UNEVENNESS`) below which a face is a side."""


def blank_faces(faces: Faces, likely: float) -> list[int]:
    """Return which faces are blank and read with a probability below `likely`, if any readable face is in view."""
    best = faces.best
    if all(label in {SOAP, BACK, NONE} for label in best):
        return []
    return [
        index
        for index, (face, label) in enumerate(zip(faces, best, strict=True))
        if label in {SOAP, BACK} and max(face.probabilities) < likely
    ]


def tile_sides(faces: Faces, unevenness: Mapping[int, float]) -> set[int]:
    """Return which faces are only the sides of other tiles.

    Such a face is flat, shares an edge with the upper or the lower edge of a readable face, and is less deep than that
    edge is long, as whole tiles are only when seen from low down. One that stands in a row with a readable face, or
    with blank ones that do, is a tile.

    Args:
        faces: the faces.
        unevenness: of the `blank_faces` among them.
    """
    flat = {index for index, uneven in unevenness.items() if uneven < FLAT}
    if not flat:
        return set()
    best = faces.best
    blank = [label in {SOAP, BACK} for label in best]
    readable = [label not in {SOAP, BACK, NONE} for label in best]
    along = _shared_edges(faces.quads, [index for index, one in enumerate(blank) if one])
    found = set()
    for (one, edge), (other, its) in along.items():
        if one in flat and readable[other] and its % 2 == 0 and _depth(faces.each[one].quad, edge) < 1:
            beside = ((edge + 1) % 4, (edge + 3) % 4)
            if not any(_ends_readable(along, (one, side), blank, readable) for side in beside):
                found.add(one)
    return found


def _ends_readable(along: Mapping[Edge, Edge], start: Edge, blank: Sequence[bool], readable: Sequence[bool]) -> bool:
    """Say whether the row of blank faces that goes on beyond an edge ends at a readable one."""
    at = start
    for _ in range(len(blank)):
        beyond = along.get(at)
        if beyond is None or not blank[beyond[0]]:
            return beyond is not None and readable[beyond[0]]
        at = beyond[0], (beyond[1] + 2) % 4
    return False


def _shared_edges(quads: Sequence[Quad], chosen: Sequence[int]) -> dict[Edge, Edge]:
    """Return of each edge of the chosen faces the edge of another face along which it lies, the nearest of several."""
    lengths = [side_lengths(quad) for quad in quads]
    reach = TOUCHING * max((max(four) for four in lengths), default=0.0)
    hulls = [hull(quad) for quad in quads]
    found = {}
    for one in chosen:
        quad = quads[one]
        x0, y0, x1, y1 = hulls[one]
        near = [
            other
            for other, (u0, v0, u1, v1) in enumerate(hulls)
            if other != one and u0 - reach <= x1 and x0 - reach <= u1 and v0 - reach <= y1 and y0 - reach <= v1
        ]
        for edge in range(4):
            first, last, length = quad[edge], quad[(edge + 1) % 4], lengths[one][edge]
            best, nearest = math.inf, (0, 0)
            for other in near:
                for its in range(4):
                    # Faces are clockwise: an edge that two of them share runs one way in one and the other way in the
                    # other.
                    begin, end = quads[other][its], quads[other][(its + 1) % 4]
                    gap = max(math.dist(first, end), math.dist(last, begin))
                    gap /= max(length, lengths[other][its], 1e-6)
                    if gap < best:
                        best, nearest = gap, (other, its)
            if best <= TOUCHING:
                found[one, edge] = nearest
    return found


def _depth(quad: Quad, edge: int) -> float:
    """Return how far a face reaches from an edge, in lengths of that edge."""
    lengths = side_lengths(quad)
    return (lengths[(edge + 1) % 4] + lengths[(edge + 3) % 4]) / 2 / max(lengths[edge], 1e-6)
