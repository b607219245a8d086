"""Collect and compare upright boxes."""

from collections.abc import Iterable

import numpy as np

from datasets.photographs.index import LabelledTile
from vision import TileReading
from vision.host.arrays import Floats


def boxes_of(tiles: Iterable[LabelledTile] | Iterable[TileReading]) -> Floats:
    """Return the boxes (N, 4) of labelled tiles or of readings as float32 pixels."""
    return np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)


def overlap(a: Floats, b: Floats) -> Floats:
    """Return the intersection over union (n, m) of boxes (n, 4) and (m, 4)."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    both = np.prod(np.maximum(high - low, 0), axis=2)
    area_a = np.prod(a[:, 2:] - a[:, :2], axis=1)
    area_b = np.prod(b[:, 2:] - b[:, :2], axis=1)
    return np.asarray(both / np.maximum(area_a[:, None] + area_b[None, :] - both, 1e-6), np.float32)
