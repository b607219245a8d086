"""Build what the detector should answer: a peak at each tile's centre and the four corners seen from it.

Centres as points follow Zhou et al., "Objects as Points" (2019): a Gaussian a tile, its largest value kept where tiles
overlap. Unlike there, the answer is four corners instead of a size, because a rack leans, and the Gaussian follows the
box, because tiles stand side by side.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

STRIDE = 8
"""Pixels a cell of the detector's answer spans."""
SPREAD = 0.16
"""Standard deviation of a tile's Gaussian, as a share of its box's sides (at least half a cell)."""
LEARN_CORNERS_FROM = 0.45
"""Gaussian above which a cell learns the corners too, so that a peak a cell off still answers well."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class DetectorTargets:
    """The wanted answer, on a grid of ``h, w`` cells.

    ``heat`` (h, w) float32 in [0, 1]; ``background_weight`` (h, w) float32: how much a wrong "tile here" costs (0:
    unknown ground); ``corners`` (8, h, w) float32 pixels; ``corner_weight`` (h, w) float32; ``boxed`` (h, w) float32: 1
    where only the hull of the corners is known, and ``corners`` holds that hull.
    """

    heat: Floats
    background_weight: Floats
    corners: Floats
    corner_weight: Floats
    boxed: Floats


def build_targets(
    quads: Floats, exact: npt.NDArray[np.bool_], ignored: Floats, size: tuple[int, int], elsewhere: float | Floats
) -> DetectorTargets:
    """Draw the targets of one picture.

    ``quads`` (n, 4, 2) float32 pixels; ``exact`` (n,) whether those are corners or a hull; ``ignored`` (m, 4) float32
    boxes of things neither tile nor background; ``size`` (height, width) pixels, multiples of ``STRIDE``;
    ``elsewhere`` in [0, 1], one for all or (h, w) cells: how certainly the ground away from all quads holds no tile.
    """
    h, w = size[0] // STRIDE, size[1] // STRIDE
    heat = np.zeros((h, w), np.float32)
    background_weight = np.array(np.broadcast_to(elsewhere, (h, w)), np.float32)
    corners = np.zeros((8, h, w), np.float32)
    boxed = np.zeros((h, w), np.float32)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32) * STRIDE + STRIDE / 2
    for quad, known in zip(quads, exact, strict=True):
        low, high = quad.min(axis=0), quad.max(axis=0)
        # Corners of the photograph's own boxes are hulls: the middle of a hull is the middle of the tile.
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
