"""Arithmetic of quads: (N, 4, 2) float32 corners in pixels, clockwise in the picture (y grows downwards)."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Quads = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float32]

_NEXT: Final = (1, 2, 3, 0)
"""The corner after each; for so few, np.roll takes ten times as long."""


def areas(quads: Quads) -> Floats:
    """(N,) signed areas in square pixels: positive for quads that run clockwise in the picture."""
    x, y = quads[..., 0], quads[..., 1]
    turned: Floats = ((x * y[:, _NEXT] - x[:, _NEXT] * y).sum(axis=1) / 2).astype(np.float32)
    return turned


def convex(quads: Quads) -> npt.NDArray[np.bool_]:
    """(N,) whether each quad is convex, runs clockwise and has an area: what the picture of a flat face must be."""
    sides = quads[:, _NEXT] - quads
    after = sides[:, _NEXT]
    turns = sides[..., 0] * after[..., 1] - sides[..., 1] * after[..., 0]
    return np.asarray((turns > 1e-6).all(axis=1))


def short_sides(quads: Quads) -> Floats:
    """(N,) the shorter of the mean width and the mean height of each quad, in pixels."""
    lengths = np.linalg.norm(quads[:, _NEXT] - quads, axis=2)
    short: Floats = np.minimum(lengths[:, 0] + lengths[:, 2], lengths[:, 1] + lengths[:, 3]).astype(np.float32) / 2
    return short


def hulls(quads: Quads) -> Floats:
    """(N, 4) upright hulls x0, y0, x1, y1."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


def suppress(quads: Quads, scores: Floats, most: float) -> npt.NDArray[np.intp]:
    """Non-maximum suppression of convex quads.

    Of two quads whose intersection is more than `most` of the smaller one's area, the one with the lower score goes:
    two faces never lie one on the other, so even a small quad inside a large one is a second answer for one tile.

    Returns:
        Indices of the quads that stay, highest score first.
    """
    order = np.argsort(-scores, kind="stable")
    quads, boxes, sizes = quads[order], hulls(quads)[order], areas(quads)[order]
    low, high = boxes[:, None, :2], boxes[:, None, 2:]
    near = ((low < boxes[None, :, 2:]) & (boxes[None, :, :2] < high)).all(axis=2)
    waiting = np.ones(len(quads), bool)
    for best, rival in np.argwhere(np.triu(near, 1)).tolist():
        if waiting[best] and waiting[rival]:
            shared, _ = cv2.intersectConvexConvex(quads[best], quads[rival])
            waiting[rival] = shared <= most * min(sizes[best], sizes[rival])
    return np.asarray(order[waiting], np.intp)


def covered(quads: Quads) -> Floats:
    """(N,) the largest part of each convex quad, 0 to 1, that another one overlaps."""
    boxes, sizes = hulls(quads), np.maximum(areas(quads), 1e-6)
    near = (boxes[:, None, :2] < boxes[None, :, 2:]).all(axis=2) & (boxes[None, :, :2] < boxes[:, None, 2:]).all(axis=2)
    most = np.zeros(len(quads), np.float32)
    for one, two in np.argwhere(np.triu(near, 1)).tolist():
        shared, _ = cv2.intersectConvexConvex(quads[one], quads[two])
        most[one] = max(most[one], shared / sizes[one])
        most[two] = max(most[two], shared / sizes[two])
    return most
