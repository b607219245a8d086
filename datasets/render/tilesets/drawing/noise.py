"""Make smooth noise."""

import cv2
import numpy as np

from datasets.render.drawing.canvas import Floats32, Rng


def cloud(rng: Rng, cells: int, height: int, width: int) -> Floats32:
    """Return smooth noise (height, width) in -1 to 1, about ``cells`` blobs across."""
    small = rng.normal(0, 1, (cells + 2, cells + 2)).astype(np.float32)
    return np.clip(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC) / 2, -1, 1)
