"""Group the laid-out faces of one set: like with like."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vision.classification.faces import Face
from vision.requests import VIEWS, Compare, Comparison, Pixels, Steps

SAME: Final = 0.5
"""Least mean likeness of two groups that we join (`datasets/experiments/teaching-in-any-order.md`)."""

READ_ALIKE: Final = 0.3
"""Likeness that we take from two faces if the classifier reads them as different kinds."""

MOST: Final = 4
"""Most faces of a group; a set holds more flowers and jokers only, and these may form several groups."""


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A face in view in the form of a taught one, with its only view."""

    crop: Pixels
    views: tuple[float, ...]


Likenesses = list[list[float]]
"""N rows of N: likeness of two faces, at most 1."""


def compare_all(faces: Sequence[Face]) -> Steps[Likenesses]:
    """Return the likeness of each pair of faces: the cosine of their embeddings."""
    if not faces:
        return []
    seen = tuple(_Seen(face.crop, tuple(map(float, face.embedding)) * VIEWS) for face in faces)
    crops, embeddings = tuple(face.crop for face in faces), tuple(face.embedding for face in faces)
    compared: Comparison = yield Compare(crops, embeddings, seen)
    return [list(row) for row in compared.cosines]


def less_where_read_apart(likenesses: Likenesses, faces: Sequence[Face]) -> Likenesses:
    """Return the likenesses, lowered for faces that the classifier reads differently (Bhattacharyya coefficient)."""
    roots = [[math.sqrt(value) for value in face.probabilities] for face in faces]
    return [
        [
            value - READ_ALIKE * (1 - sum(map(float.__mul__, one, other)))
            for value, other in zip(row, roots, strict=True)
        ]
        for row, one in zip(likenesses, roots, strict=True)
    ]


def group_alike(likenesses: Likenesses) -> list[list[int]]:
    """Group faces by average linkage: join the two most similar groups until none has a likeness of `SAME`."""
    groups = {at: [at] for at in range(len(likenesses))}
    between = {at: {other: row[other] for other in range(len(row)) if other != at} for at, row in enumerate(likenesses)}
    while True:
        best, pair = SAME, None
        for one, row in between.items():
            for other, value in row.items():
                if one < other and value >= best and len(groups[one]) + len(groups[other]) <= MOST:
                    best, pair = value, (one, other)
        if pair is None:
            return sorted(groups.values())
        kept, gone = pair
        here, there = len(groups[kept]), len(groups[gone])
        for other in groups:
            if other not in pair:
                mean = (here * between[kept][other] + there * between[gone][other]) / (here + there)
                between[kept][other] = between[other][kept] = mean
                del between[other][gone]
        del between[gone], between[kept][gone]
        groups[kept] = sorted(groups[kept] + groups.pop(gone))
