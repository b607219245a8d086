"""How sharp faces are, whatever their light."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

_INNER: Final = (slice(8, -8), slice(6, -6))
"""Rows and columns of a crop that surely lie on the face."""

_NOISE: Final = 4.0
"""Added to the spread of the grey values, so that the noise of a blank face does not pass for detail."""


def sharpness(crops: Pixels) -> Floats:
    """(N,) mean absolute second difference over the spread of the grey values, the smaller of the two directions.

    Dividing by the spread cancels contrast and light; a hand that shook blurs in one direction only.

    Args:
        crops: (N, H, W, 3) uint8 BGR.
    """
    if not len(crops):
        return np.zeros(0, np.float32)
    grey = cv2.cvtColor(crops.reshape(-1, crops.shape[2], 3), cv2.COLOR_BGR2GRAY).reshape(crops.shape[:3])
    inner = np.asarray(grey, np.float32)[:, _INNER[0], _INNER[1]]
    across = np.abs(inner[:, :, 2:] - 2 * inner[:, :, 1:-1] + inner[:, :, :-2]).mean(axis=(1, 2))
    down = np.abs(inner[:, 2:] - 2 * inner[:, 1:-1] + inner[:, :-2]).mean(axis=(1, 2))
    return np.asarray(np.minimum(across, down) / (inner.std(axis=(1, 2)) + _NOISE), np.float32)
