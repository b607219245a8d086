"""Build the detector's targets: a peak at each tile's centre, and the four corners of the tile.

Centres as points follow Zhou et al., "Objects as Points" (2019): one Gaussian per tile, and the maximum where they
overlap. Unlike them, we predict four corners instead of a size, because a rack leans, and shape the Gaussian like the
box, because tiles stand side by side.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vision.host.arrays import Floats

STRIDE = 8
"""Side of a detector cell, pixels."""
SPREAD = 0.16
"""Standard deviation of a tile's Gaussian, as a share of its box's sides (at least half a cell)."""
LEARN_CORNERS_FROM = 0.45
"""Heat above which a cell learns the corners too, so that a peak one cell off still predicts them well."""


class DetectorTargets(NamedTuple):
    """The detector's targets on a grid of ``h, w`` cells.

    ``heat`` (h, w) float32 in [0, 1]; ``background_weight`` (h, w) float32: weight of the background loss (0: unknown
    ground); ``corners`` (8, h, w) float32 pixels; ``corner_weight`` (h, w) float32; ``boxed`` (h, w) float32: 1 where
    only the hull of the corners is known, and ``corners`` holds the hull.
    """

    heat: Floats
    background_weight: Floats
    corners: Floats
    corner_weight: Floats
    boxed: Floats


def build_targets(
    quads: Floats, exact: npt.NDArray[np.bool_], ignored: Floats, size: tuple[int, int], elsewhere: float | Floats
) -> DetectorTargets:
    """Build the targets of one picture.

    ``quads`` (n, 4, 2) float32 pixels; ``exact`` (n,): true for corners, false for a hull; ``ignored`` (m, 4) float32:
    boxes that count neither as tile nor as background; ``size`` (height, width) pixels, multiples of ``STRIDE``;
    ``elsewhere`` in [0, 1], a scalar or (h, w) cells: background weight away from all quads.
    """
    h, w = size[0] // STRIDE, size[1] // STRIDE
    heat = np.zeros((h, w), np.float32)
    background_weight = np.array(np.broadcast_to(elsewhere, (h, w)), np.float32)
    corners = np.zeros((8, h, w), np.float32)
    boxed = np.zeros((h, w), np.float32)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32) * STRIDE + STRIDE / 2
    for quad, known in zip(quads, exact, strict=True):
        low, high = quad.min(axis=0), quad.max(axis=0)
        # A box of a photograph is a hull, and the centre of a hull is the centre of the tile.
        centre = quad.mean(axis=0)
        spread = np.maximum((high - low) * SPREAD, STRIDE / 2)
        near = (np.abs(xs - centre[0]) < (high - low)[0] * 0.75) & (np.abs(ys - centre[1]) < (high - low)[1] * 0.75)
        background_weight[near] = 1.0
        bump = np.exp(-0.5 * (((xs - centre[0]) / spread[0]) ** 2 + ((ys - centre[1]) / spread[1]) ** 2))
        column = int(np.clip(centre[0] // STRIDE, 0, w - 1))
        line = int(np.clip(centre[1] // STRIDE, 0, h - 1))
        bump[line, column] = 1.0
        best = bump > heat
        heat[best] = bump[best]
        corners[:, best] = quad.reshape(8, 1)
        boxed[best] = 0.0 if known else 1.0
    for x0, y0, x1, y1 in ignored:
        inside = (xs > x0 - STRIDE) & (xs < x1 + STRIDE) & (ys > y0 - STRIDE) & (ys < y1 + STRIDE)
        background_weight[inside & (heat < LEARN_CORNERS_FROM)] = 0.0
    return DetectorTargets(
        heat, background_weight, corners, np.where(heat > LEARN_CORNERS_FROM, heat, 0).astype(np.float32), boxed
    )
