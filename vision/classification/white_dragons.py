"""A blank White Dragon and the blank back of a white set look the same; the tiles around tell which is likelier.

The White Dragon of many sets is a tile with nothing on it. A network that has not been taught the set may take it for a
tile that lies face down. Where such a face has the ground colour of readable faces beside it, it is one of them: backs
are mostly of another colour, and few tiles of a rack lie face down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Final

from vision.classification.faces import NONE, SOAP, Faces
from vision.geometry import centre, single
from vision.reading import BACK

AROUND: Final = 5
"""Faces nearest to a blank one that are compared."""

READABLE: Final = 2
"""Of them must show a tile: a wall of backs has no faces in it."""

SAME_COLOUR: Final = 10.0
"""Distance in a and b of 8-bit CIE Lab up to which two grounds are of one colour."""

SAME_LIGHT: Final = 90.0
"""Difference in L, 0 to 255, up to which two grounds may be one under uneven light."""

SHARE: Final = 0.8
"""Share of a Soap in what the classifier gives to back and Soap together: likely, never sure."""

Ground = Sequence[float]
"""L, a and b of a crop's ground (`vision.requests.Measurement.GROUND`)."""


def blank_backs(faces: Faces, hint: float) -> list[int]:
    """Return which faces are read as backs and may be Soaps, these with a probability of `hint` or more."""
    soap, back = faces.labels.index(SOAP), faces.labels.index(BACK)
    return [
        index
        for index, face in enumerate(faces)
        if face.probabilities[soap] >= hint and face.probabilities[back] == max(face.probabilities)
    ]


def resolve_white_dragons(faces: Faces, blank: Sequence[int], grounds: Sequence[Ground]) -> Faces:
    """Read backs as Soaps where they have the ground of the readable faces around them.

    Their probabilities then say that either may be right, so that we ask a person. Everything else stays.

    Args:
        faces: N faces.
        blank: as `blank_backs` gives them.
        grounds: of all N faces.
    """
    soap, back = faces.labels.index(SOAP), faces.labels.index(BACK)
    unreadable = {SOAP, BACK, NONE}
    readable = [label not in unreadable for label in faces.best]
    centres = [centre(face.quad) for face in faces]
    each = list(faces)
    for index in blank:
        others = sorted(
            (other for other in range(len(each)) if other != index),
            key=lambda other: math.dist(centres[other], centres[index]),
        )[:AROUND]
        beside = [other for other in others if readable[other]]
        if len(beside) < READABLE:
            continue
        light, *colour = (
            own - median(grounds[other][axis] for other in beside) for axis, own in enumerate(grounds[index])
        )
        if abs(light) <= SAME_LIGHT and math.hypot(*colour) <= SAME_COLOUR:
            changed = list(each[index].probabilities)
            both = changed[soap] + changed[back]
            changed[soap], changed[back] = single((SHARE * both, (1 - SHARE) * both))
            each[index] = replace(each[index], probabilities=tuple(changed))
    return faces.of(each)
