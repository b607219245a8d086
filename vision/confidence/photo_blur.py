"""How blurred a picture of tiles is, out of focus or because the hand shook, told by all faces in it together."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.quads import Quads

Floats = npt.NDArray[np.float32]

SOFT: Final = 0.045
"""Median sharpness of the faces below this is blur: of 144 validation photographs one in a hundred has less than 0.048,
half of 130 had less than 0.049 once blurred by 2 pixels or shaken by 13."""

SHAKEN: Final = 0.4
"""`shake` above which the hand shook: 3 of 863 photographs of scenes have up to 0.44, all others less than this."""

TOO_SHAKEN: Final = 0.7
"""`shake` above which no label may be sure: of labels with a probability of 0.999 in photographs shaken on purpose by
0.3 and 0.4 of a tile's width 3 of 958 and 2 of 312 are wrong, all of them above this."""

USUAL: Final = {"B": 0.55, "C": -0.3}
"""How much more detail a still face of the suit has from left to right than up and down, in natural logarithms: the
canes of Bams stand, most strokes of Craks lie (medians over 173 photographs; -0.06 of Dots)."""

FEWEST: Final = 4
"""Faces from which a shake is told: a face alone may be drawn in stripes."""

LEAST: Final = 1e-4
"""Detail below this counts as this much: a blank face has none."""


class Blur(Enum):
    """How blurred a picture of tiles is."""

    NONE = "none"
    SOME = "some"
    HEAVY = "heavy"


def blur(detail: Floats, quads: Quads, labels: Sequence[str]) -> Blur:
    """How blurred a picture is by its faces; the arguments are those of `shake`."""
    shaken = shake(detail, quads, labels)
    if shaken > TOO_SHAKEN:
        return Blur.HEAVY
    soft = len(detail) > 0 and float(np.median(detail[:, :2].min(axis=1))) < SOFT
    return Blur.SOME if soft or shaken > SHAKEN else Blur.NONE


def shake(detail: Floats, quads: Quads, labels: Sequence[str]) -> float:
    """How much more detail the faces of a picture show across one direction than along it, in natural logarithms.

    Blur alike in all directions, light, and contrast change nothing. What differs between the four directions on one
    face is written as a vector of twice the angle, turned with the face into the picture; the median over all faces
    leaves what they have in common. A hand that shook along a line has that in common, whichever way each tile lies.

    Args:
        detail: (N, 4) of each face, `vision.image.sharpness.detail`.
        quads: (N, 4, 2) corners of the faces from their own top left.
        labels: N labels that the faces were read as.

    Returns:
        0 where none is told, as with fewer than `FEWEST` faces. Of 863 photographs the largest is 0.44; of 173 of them,
        shaken by an eighth of a tile's width, half have more than 0.5, by 0.3 of it three in four more than 0.7.
    """
    if len(detail) < FEWEST:
        return 0.0
    logs = np.log(np.maximum(detail, LEAST))
    across = logs[:, 0] - logs[:, 1] - np.array([_usual(label) for label in labels], np.float32)
    aslant = logs[:, 2] - logs[:, 3]
    side = quads[:, 1] - quads[:, 0]
    twice = 2 * np.arctan2(side[:, 1], side[:, 0])
    east = np.median(across * np.cos(twice) - aslant * np.sin(twice))
    south = np.median(across * np.sin(twice) + aslant * np.cos(twice))
    return float(np.hypot(east, south))


def _usual(label: str) -> float:
    # 1 Bam is a bird.
    return 0.0 if label == "1B" else USUAL.get(label[1:], 0.0)
