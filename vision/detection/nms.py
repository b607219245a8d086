"""Non-maximum suppression of quads: keep one detection of each tile."""

from __future__ import annotations

from collections.abc import Sequence

from vision.geometry import Quad, area, hull, shared_area


def nms(quads: Sequence[Quad], scores: Sequence[float], most: float) -> list[int]:
    """Return the indices of the quads to keep, highest score first.

    If two quads share more than `most` of the smaller one's area, we drop the one with the lower score: two faces never
    lie one on the other, so even a small quad inside a large one is a duplicate detection.
    """
    hulls, sizes = [hull(quad) for quad in quads], [area(quad) for quad in quads]
    kept: list[int] = []
    for index in sorted(range(len(quads)), key=lambda index: -scores[index]):
        x0, y0, x1, y1 = hulls[index]
        for other in kept:
            u0, v0, u1, v1 = hulls[other]
            # Quads share no more than their upright hulls do, and the hulls of most neighbours in a rack do not meet.
            if u0 >= x1 or x0 >= u1 or v0 >= y1 or y0 >= v1:
                continue
            limit = most * min(sizes[index], sizes[other])
            room = (min(x1, u1) - max(x0, u0)) * (min(y1, v1) - max(y0, v0))
            if room > limit and shared_area(quads[index], quads[other]) > limit:
                break
        else:
            kept.append(index)
    return kept


def covered(quads: Sequence[Quad], most: float) -> list[bool]:
    """Say of each quad whether another one overlaps more than `most` of its area."""
    hulls, sizes = [hull(quad) for quad in quads], [max(area(quad), 1e-6) for quad in quads]
    hidden = [False] * len(quads)
    for one, (x0, y0, x1, y1) in enumerate(hulls):
        for two in range(one):
            u0, v0, u1, v1 = hulls[two]
            if u0 >= x1 or x0 >= u1 or v0 >= y1 or y0 >= v1:
                continue
            room = (min(x1, u1) - max(x0, u0)) * (min(y1, v1) - max(y0, v0))
            if room > most * min(sizes[one], sizes[two]):
                shared = shared_area(quads[one], quads[two])
                hidden[one] = hidden[one] or shared > most * sizes[one]
                hidden[two] = hidden[two] or shared > most * sizes[two]
    return hidden
