"""Measure how much faces are like taught ones, and which way up they are more alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from vision.classification.faces import Face, Faces
from vision.classification.orientation import agreed_overturned
from vision.errors import VisionError
from vision.requests import VIEWS, Compare, Comparison, Steps
from vision.tilesets.tile_set import TAKE_SAVED, TaughtFace

OVERTURNED: Final = 50.0
"""Change of the log odds (natural logarithm) that a face stands on its head, for each unit of likeness gained so."""

AS_READ: Final = 0.01
"""Gain of likeness on its head at which a face is as likely on its head as upright."""

LIKE_ONE: Final = 0.6
"""Likeness to the most similar taught face from which a face tells which way up it lies: of a set that was taught a few
kinds, the others are like none of these either way (`datasets/experiments/corrected-racks.md`)."""

Likeness = dict[str, float]
"""Likeness of a face to the most similar taught face of each taught label: the cosine of their embeddings."""


def compared(faces: Faces, taught: Sequence[TaughtFace]) -> Steps[Comparison]:
    """Compare one or more faces with one or more taught ones.

    Raises:
        VisionError: `bad-embedding` for embeddings of another size, which a changed file may hold.
    """
    if VIEWS * len(tuple(faces.each[0].embedding)) != len(taught[0].views):
        raise VisionError("bad-embedding", f"the file of the set was changed: {TAKE_SAVED}", "set")
    comparison: Comparison = yield Compare(faces.crops, tuple(face.embedding for face in faces), tuple(taught))
    return comparison


def likeness(taught: Sequence[TaughtFace], comparison: Comparison) -> list[Likeness]:
    """Return the likeness of each face to the most similar taught face of each taught label."""
    found: list[Likeness] = []
    for cosines in comparison.cosines:
        like: Likeness = {}
        for face, cosine in zip(taught, cosines, strict=True):
            like[face.label] = max(cosine, like.get(face.label, -math.inf))
        found.append(like)
    return found


def the_right_way_up(faces: Faces, overturned: Faces, taught: Sequence[TaughtFace]) -> Steps[tuple[Faces, Comparison]]:
    """Turn over the faces that are more like taught ones on their heads; return all with their comparison.

    `overturned` are the same faces, read after turning them by 180 degrees.
    """
    as_read = yield from compared(faces, taught)
    turned = yield from compared(overturned, taught)
    most = [
        (max(like.values()), max(other.values()))
        for like, other in zip(likeness(taught, as_read), likeness(taught, turned), strict=True)
    ]
    gains = [other - like if max(like, other) >= LIKE_ONE else 0.0 for like, other in most]
    heads = agreed_overturned(faces.quads, [1 / (1 + math.exp(-OVERTURNED * (gain - AS_READ))) for gain in gains])
    each: list[Face] = []
    rows = []
    for at, head in enumerate(heads):
        each.append((overturned if head else faces).each[at])
        best = turned if head else as_read
        rows.append((best.agreements[at], best.cosines[at]))
    agreements, cosines = zip(*rows, strict=True)
    return faces.of(each), Comparison(agreements, cosines, as_read.spreads)
