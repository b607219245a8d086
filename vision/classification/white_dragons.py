"""A blank Soap and the blank back of a white set look the same; the tiles around tell which is likelier.

The White Dragon of many sets is a tile with nothing on it. A network that has not been taught the set may take it for a
tile that lies face down. Where such a face has the ground colour of readable faces beside it, it is one of them: backs
are mostly of another colour, and few tiles of a rack lie face down.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.classification.classifier import NONE, Faces
from vision.reading import BACK

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

SOAP: Final = "0"

AROUND: Final = 5
"""Faces nearest to a blank one that are asked."""

READABLE: Final = 2
"""Of them must show a tile: a wall of backs has no faces in it."""

SAME_COLOUR: Final = 10.0
"""Distance in a and b of 8-bit CIE Lab up to which two grounds are of one colour. Of 243 blank Soaps that a reader
which had never seen their sets took for backs, 201 were within 8 of the faces around and 60 of their light; of 280
rendered backs 43 were, those of white sets."""

SAME_LIGHT: Final = 90.0
"""Difference in L, 0 to 255, up to which two grounds may be one under uneven light: black is further from white."""

HINT: Final = 0.02
"""Least probability of a Soap, by the reader alone, for the tiles around to be asked at all."""

SHARE: Final = 0.8
"""Of what the reader gives to back and Soap together, the part a Soap gets: likely, never sure."""

_EDGE: Final = 6
"""One part in so many of a crop, at each side, is no ground: margin, bevel, the neighbour."""


def resolve_white_dragons(faces: Faces) -> Faces:
    """The faces, those backs read as Soaps that have the ground of the readable faces around them.

    Their probabilities say that either may be right, so that a person is asked. Everything else stays.
    """
    soap, back, none = (faces.labels.index(label) for label in (SOAP, BACK, NONE))
    best = faces.probabilities.argmax(axis=1) if len(faces) else np.zeros(0, np.intp)
    blank = np.flatnonzero((best == back) & (faces.probabilities[:, soap] >= HINT))
    if not len(blank):
        return faces
    readable = ~np.isin(best, (soap, back, none))
    centres, grounds = faces.quads.mean(axis=1), ground_colours(faces.crops)
    probabilities = faces.probabilities.copy()
    for index in blank:
        apart = np.linalg.norm(centres - centres[index], axis=1)
        nearest = [other for other in np.argsort(apart, kind="stable") if other != index][:AROUND]
        beside = [other for other in nearest if readable[other]]
        if len(beside) < READABLE:
            continue
        light, *colour = grounds[index] - np.median(grounds[beside], axis=0)
        if abs(light) <= SAME_LIGHT and float(np.hypot(*colour)) <= SAME_COLOUR:
            both = probabilities[index, soap] + probabilities[index, back]
            probabilities[index, [soap, back]] = SHARE * both, (1 - SHARE) * both
    return replace(faces, probabilities=probabilities)


def ground_colours(crops: Pixels) -> Floats:
    """(N, 3) float32, the median 8-bit CIE Lab of the inside of crops (N, H, W, 3) uint8 BGR."""
    y, x = crops.shape[1] // _EDGE, crops.shape[2] // _EDGE
    inside = np.ascontiguousarray(crops[:, y:-y, x:-x]).reshape(len(crops), -1, 3)
    lab = cv2.cvtColor(inside, cv2.COLOR_BGR2LAB)
    return np.asarray(np.median(lab, axis=1), np.float32)
