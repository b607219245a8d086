"""Where a face's corners lie, as the reader sees it, in place of those it was cut by.

The finder answers for a whole picture on a grid of eight pixels; the reader sees one face large, its own edges among
the picture, and says how far each corner is off. A network that looks again where an earlier one pointed refines
better than the first alone can (cascaded pose regression: Dollár, Welinder and Perona, 2010).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from vision.classification.face_crops import FACE_MARGIN, square_to_quad
from vision.quads import areas, convex

Quads = npt.NDArray[np.float32]
Floats = npt.NDArray[np.float32]

FARTHEST: Final = 0.6
"""Widths or heights of a frame by which a corner may be moved: what is farther off would be the next tile's."""

GROWN: Final = 3.0
"""Times larger or smaller a face may become: beyond that the answer is about something else than the face."""

_SQUARE: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def astray(frames: Floats) -> Floats:
    """(N,) how far the worst corner of each of `frames` (N, 8) is off, in widths and heights of the frame."""
    return np.asarray(np.linalg.norm(frames.reshape(-1, 4, 2), axis=2).max(axis=1, initial=0.0), np.float32)


def refined_corners(quads: Quads, frames: Floats) -> Quads:
    """Quads moved to where their faces lie.

    Args:
        quads: (N, 4, 2) float32 that the faces were cut by, from the corner at the crop's top left.
        frames: (N, 8) float32, how far the faces' corners lie from those, x and y of each corner, in widths and heights
            of the frame: what the reader answers.

    Returns:
        (N, 4, 2) float32; a quad whose answer makes no sense stays as it was.
    """
    if not len(quads):
        return quads
    moves = np.clip(np.nan_to_num(frames.reshape(-1, 4, 2)), -FARTHEST, FARTHEST)
    points = np.concatenate([_SQUARE + moves, np.ones((len(quads), 4, 1), np.float32)], axis=2)
    mapped = points @ square_to_quad(quads, FACE_MARGIN).transpose(0, 2, 1)
    moved = (mapped[..., :2] / mapped[..., 2:]).astype(np.float32)
    ratio = areas(moved) / np.maximum(areas(quads), 1e-6)
    sound = np.isfinite(moved).all(axis=(1, 2)) & convex(moved) & (ratio < GROWN) & (ratio > 1 / GROWN)
    return np.where(sound[:, None, None], moved, quads)
