"""Quads as arrays, for callers that work on many at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.geometry import Quad

Floats = npt.NDArray[np.float32]


def hulls(quads: Floats | Sequence[Quad]) -> Floats:
    """Return (N, 4) the upright hulls x0, y0, x1, y1 of N quads."""
    corners = np.asarray(quads, np.float32).reshape(-1, 4, 2)
    return np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)
