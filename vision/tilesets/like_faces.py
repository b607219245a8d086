"""Group the laid-out faces of one set: like with like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vision.classification.faces import Face
from vision.requests import VIEWS, Align, Compare, Comparison, Pixels, Steps

SAME: Final = 0.91
"""Mean likeness from which two groups are of one kind (`datasets/experiments/teaching-in-any-order.md`)."""

MOST: Final = 4
"""Faces of a group; a set holds more of flowers and jokers alone, and those may be several groups."""

CLOSE: Final = 4
"""Faces, the most similar ones, that each face is aligned with."""

Likenesses = list[list[float]]
"""N rows of N: how alike two faces are, at most 1."""


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A face to compare others with, by the one view there is of it."""

    crop: Pixels
    views: tuple[float, ...]


def compare_all(faces: Sequence[Face], *, exactly: bool) -> Steps[Likenesses]:
    """Return how alike each two faces are, half by embedding and half by template.

    The most similar ones are aligned where it must be known `exactly` which are of one kind.
    """
    if not faces:
        return []
    seen = [_Seen(face.crop, tuple(map(float, face.embedding)) * VIEWS) for face in faces]
    crops = tuple(face.crop for face in faces)
    compared: Comparison = yield Compare(crops, tuple(face.embedding for face in faces), tuple(seen))
    cosines, agreements = compared.cosines, _either_way(compared.agreements)
    found = [
        [(one + other) / 2 for one, other in zip(*rows, strict=True)] for rows in zip(cosines, agreements, strict=True)
    ]
    if not exactly:
        return found
    near: list[list[int]] = [[] for _ in faces]
    for at, likenesses in enumerate(found):
        others = (other for other in range(len(faces)) if other != at)
        order = sorted(others, key=likenesses.__getitem__, reverse=True)
        near[at] = [other for other in order[:CLOSE] if at not in near[other]]
    reached: list[list[float]] = yield Align(
        crops,
        tuple(tuple(seen[other] for other in row) for row in near),
        tuple(tuple(compared.displacements[at][other] for other in row) for at, row in enumerate(near)),
    )
    for at, (row, values) in enumerate(zip(near, reached, strict=True)):
        for other, agreement in zip(row, values, strict=True):
            both = max((cosines[at][other] + agreement) / 2, found[at][other])
            found[at][other] = found[other][at] = both
    return found


def group_alike(likenesses: Likenesses, least: float = SAME) -> list[list[int]]:
    """Join the two groups that are most alike on average, again and again, down to a likeness of `least`."""
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


def _either_way(values: Sequence[Sequence[float]]) -> Likenesses:
    """Return the larger of each two numbers that say how alike two faces are."""
    return [[max(value, values[other][at]) for other, value in enumerate(row)] for at, row in enumerate(values)]
