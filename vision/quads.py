"""Arithmetic of quads: (N, 4, 2) float32 corners in pixels, clockwise in the picture (y grows downwards).

A rack has few faces, and numpy's own overhead is what these cost: functions for the general case (np.roll,
np.linalg.norm, np.median, np.triu) take two to ten times as long as what is written out here.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Quads = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float32]

_NEXT: Final = np.array([1, 2, 3, 0])
"""The corner after each."""


def areas(quads: Quads) -> Floats:
    """(N,) signed areas in square pixels: positive for quads that run clockwise in the picture."""
    after = quads.take(_NEXT, axis=1)
    turned = (quads[..., 0] * after[..., 1] - after[..., 0] * quads[..., 1]).sum(axis=1) / 2
    return np.asarray(turned, np.float32)


def convex(quads: Quads) -> npt.NDArray[np.bool_]:
    """(N,) whether each quad is convex, runs clockwise and has an area: what the picture of a flat face must be."""
    sides = quads.take(_NEXT, axis=1) - quads
    after = sides.take(_NEXT, axis=1)
    turns = sides[..., 0] * after[..., 1] - sides[..., 1] * after[..., 0]
    return np.asarray((turns > 1e-6).all(axis=1))


def side_lengths(quads: Quads) -> Floats:
    """(N, 4) the lengths of each quad's sides, from corner 0 to corner 1 on, in pixels."""
    sides = quads.take(_NEXT, axis=1) - quads
    sides *= sides
    return np.asarray(np.sqrt(sides[..., 0] + sides[..., 1]), np.float32)


def short_sides(quads: Quads) -> Floats:
    """(N,) the shorter of the mean width and the mean height of each quad, in pixels."""
    lengths = side_lengths(quads)
    both = lengths[:, :2] + lengths[:, 2:]
    return np.asarray(np.minimum(both[:, 0], both[:, 1]), np.float32) / np.float32(2)


def usual_side(quads: Quads) -> float:
    """The median short side of N quads, at least one, in pixels."""
    sides = np.sort(short_sides(quads))
    return float(sides[(len(sides) - 1) // 2 : len(sides) // 2 + 1].mean())


def hulls(quads: Quads) -> Floats:
    """(N, 4) upright hulls x0, y0, x1, y1."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


def beyond(quads: Quads, width: int, height: int) -> Floats:
    """(N,) how far the outermost corner of each quad lies outside a picture of this size, in short sides of the quad.

    Negative where the whole quad lies inside: its distance from the edge.
    """
    x, y = quads[..., 0], quads[..., 1]
    out = np.maximum(np.maximum(-x, x - width), np.maximum(-y, y - height)).max(axis=1, initial=-np.inf)
    return np.asarray(out / np.maximum(short_sides(quads), 1e-6), np.float32)


def suppress(quads: Quads, scores: Floats, most: float) -> npt.NDArray[np.intp]:
    """Non-maximum suppression of convex quads.

    Of two quads whose intersection is more than `most` of the smaller one's area, the one with the lower score goes:
    two faces never lie one on the other, so even a small quad inside a large one is a second answer for one tile.

    Returns:
        Indices of the quads that stay, highest score first.
    """
    order = np.argsort(-scores, kind="stable")
    quads = quads[order]
    sizes = areas(quads)
    waiting = np.ones(len(quads), bool)
    for best, rival in _overlapping(quads, sizes, most):
        if waiting[best] and waiting[rival]:
            shared = _shared(quads[best], quads[rival])
            waiting[rival] = shared <= most * min(sizes[best], sizes[rival])
    return np.asarray(order[waiting], np.intp)


def covered(quads: Quads, most: float) -> npt.NDArray[np.bool_]:
    """(N,) whether another one overlaps more than `most` of each convex quad's area, 0 <= most <= 1."""
    sizes = np.maximum(areas(quads), 1e-6)
    hidden = np.zeros(len(quads), bool)
    for one, two in _overlapping(quads, sizes, most):
        shared = _shared(quads[one], quads[two])
        hidden[one] |= shared / sizes[one] > most
        hidden[two] |= shared / sizes[two] > most
    return hidden


def _shared(one: Quads, two: Quads) -> float:
    """Area in square pixels that two convex quads (4, 2) share.

    Where an edge of one lies exactly along an edge of the other, from outside, OpenCV (5.0.0, 4.14.0) may answer the
    whole area, as if one lay within the other. What does has its middle there.
    """
    shared, outline = cv2.intersectConvexConvex(one, two)
    if outline is None or not shared:
        return 0.0
    x, y = outline.reshape(-1, 2).mean(axis=0).tolist()
    within = all(cv2.pointPolygonTest(quad, (x, y), measureDist=False) >= 0 for quad in (one, two))
    return float(shared) if within else 0.0


def _overlapping(quads: Quads, sizes: Floats, most: float) -> list[tuple[int, int]]:
    """Which two quads may share more than `most` of the smaller one's area, each pair once and in order.

    They share no more than their upright hulls do. Of the neighbours in a rack that touch hardly any two share so much:
    whether quads do is asked ten times less often.
    """
    left, top, right, bottom = hulls(quads).T
    across = np.minimum(right[:, None], right) - np.maximum(left[:, None], left)
    down = np.minimum(bottom[:, None], bottom) - np.maximum(top[:, None], top)
    shared = np.maximum(across, 0) * np.maximum(down, 0)
    first, second = (shared > np.maximum(most * np.minimum(sizes[:, None], sizes), 0)).nonzero()
    return [(one, two) for one, two in zip(first.tolist(), second.tolist(), strict=True) if one < two]
