"""Group faces of one set, like with like: those laid out to teach it, and those of a rack that we ask about."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from operator import mul
from typing import Final

from vision.classification.faces import Face
from vision.reading import BACK, RackReading

SAME: Final = 0.5
"""Least mean likeness of two groups that we join (`datasets/experiments/teaching-in-any-order.md`)."""

READ_ALIKE: Final = 0.3
"""Likeness that we take from two faces if the classifier reads them as different kinds."""

MOST: Final = 4
"""Most faces of a group; a set holds more flowers and jokers only, and these may form several groups."""

ASKED_TOGETHER: Final = 0.7
"""Least mean likeness of two groups of a rack that we join: one answer of a player names all tiles of a group
(`datasets/experiments/one-answer-for-like-tiles.md`)."""


Likenesses = list[list[float]]
"""N rows of N: likeness of two faces, at most 1."""


def likenesses_of(faces: Sequence[Face]) -> Likenesses:
    """Return the likeness of each pair of faces: the cosine of their embeddings."""
    embeddings = [tuple(map(float, face.embedding)) for face in faces]
    return [[sum(map(mul, one, other)) for other in embeddings] for one in embeddings]


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


def group_alike(likenesses: Likenesses, least: float = SAME) -> list[list[int]]:
    """Group faces by average linkage: join the two most similar groups until no two are as similar as `least`."""
    groups = {at: [at] for at in range(len(likenesses))}
    between = {at: {other: row[other] for other in range(len(row)) if other != at} for at, row in enumerate(likenesses)}
    while True:
        best, pair = least, None
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


def with_alike(reading: RackReading, faces: Sequence[Face]) -> RackReading:
    """Return the reading with the groups of like tiles among those of the rack that we ask about.

    `faces` are the faces behind its tiles, in reading order.
    """
    beside = set(reading.aside)
    asked = [at for at in reading.unsure if at not in beside and reading.tiles[at].label != BACK]
    seen = [faces[at] for at in asked]
    groups = group_alike(less_where_read_apart(likenesses_of(seen), seen), ASKED_TOGETHER)
    return replace(reading, alike=tuple(tuple(asked[at] for at in group) for group in groups if len(group) > 1))
