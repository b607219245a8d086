"""Measure how blurred a picture of tiles is, out of focus or shaken, from all its faces together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from statistics import median
from typing import Final

from vision.classification.faces import Detail
from vision.geometry import Quad

SOFT: Final = 0.045
"""Median sharpness of the faces below which a picture is out of focus."""

SHAKEN: Final = 0.4
"""`shake` above which we treat a picture as shaken."""

TOO_SHAKEN: Final = 0.7
"""`shake` above which no label may be sure."""

USUAL: Final = {"B": 0.55, "C": -0.3}
"""How much more detail a still face of the suit has from left to right than up and down, in natural logarithms: the
canes of Bams stand, most strokes of Craks lie."""

FEWEST: Final = 4
"""Fewest faces from which we measure a shake: the drawing of a single face may be striped."""

LEAST: Final = 1e-4
"""Least detail that we reckon with: a blank face has none."""


class Blur(Enum):
    """How blurred a picture of tiles is."""

    NONE = "none"
    SOME = "some"
    HEAVY = "heavy"


def blur(details: Sequence[Detail], quads: Sequence[Quad], labels: Sequence[str]) -> Blur:
    """Return how blurred a picture is, by its faces; the arguments are those of `shake`."""
    shaken = shake(details, quads, labels)
    if shaken > TOO_SHAKEN:
        return Blur.HEAVY
    soft = len(details) > 0 and median(min(detail[:2]) for detail in details) < SOFT
    return Blur.SOME if soft or shaken > SHAKEN else Blur.NONE


def shake(details: Sequence[Detail], quads: Sequence[Quad], labels: Sequence[str]) -> float:
    """Return how much more detail the faces show across one direction than along it, in natural logarithms.

    Blur that is equal in all directions, light, and contrast change nothing. On each face, the difference between the
    four directions is a vector of twice the angle, which we turn with the face into the picture. The median over all
    faces keeps the common part: a hand that shook along a line blurs all faces along it, whichever way each tile lies.

    Args:
        details: detail of each face.
        quads: quads of the faces, from their own top left.
        labels: labels of the faces.

    Returns:
        The difference, or 0 with fewer than `FEWEST` faces.
    """
    if len(details) < FEWEST:
        return 0.0
    east, south = [], []
    for detail, (left, right, _, _), label in zip(details, quads, labels, strict=True):
        logs = [math.log(max(value, LEAST)) for value in detail]
        across, aslant = logs[0] - logs[1] - _usual(label), logs[2] - logs[3]
        twice = 2 * math.atan2(right[1] - left[1], right[0] - left[0])
        east.append(across * math.cos(twice) - aslant * math.sin(twice))
        south.append(across * math.sin(twice) + aslant * math.cos(twice))
    return math.hypot(median(east), median(south))


def _usual(label: str) -> float:
    # The 1 Bam shows a bird, not canes.
    return 0.0 if label == "1B" else USUAL.get(label[1:], 0.0)
