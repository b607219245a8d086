"""Combine the scores of a taught set and of the network."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from models import ModelCard
from vision.classification.classifier import read_turned
from vision.classification.faces import NONE, Faces
from vision.errors import VisionError
from vision.reading import BACK
from vision.requests import Steps
from vision.tilesets.set_recognition import SetMatch, doubt_unlike, match_set
from vision.tilesets.taught_likeness import Likeness, likeness, the_right_way_up
from vision.tilesets.tile_set import TileSet

DENIED: Final = 0.98
"""Largest probability of no tile that we take from the network: it may never have seen such a set."""

TRUSTED: Final = 0.68
"""Median agreement of the faces' templates with the most similar taught ones from which we trust the chosen set,
whatever the network reads (`datasets/experiments/taught-faces-aligned.md`)."""


@dataclass(frozen=True, slots=True)
class ScoreWeights:
    """Weights of the network and the taught set (`python -m datasets.evaluation.tilesets.score_weights`).

    Attributes:
        network: weight of the network's log probability among the taught labels.
        taught: weight of the likeness to the most similar taught face.
        familiar: likeness that leaves the network's odds of a taught kind against no tile unchanged.
        familiarity: change of the log odds of a taught kind (natural logarithm) for each unit of likeness.
        alike, distinct: the same against a kind that the set was not taught: in one set, faces of other kinds are more
            alike than a face is with what is no tile.
        plain: likeness from which a face may be sure by the set alone; below it the network has to agree.
    """

    network: float = 0.25
    taught: float = 50.0
    familiar: float = 0.55
    familiarity: float = 20.0
    alike: float = 0.7
    distinct: float = 40.0
    plain: float = 0.7


WEIGHTS: Final = ScoreWeights()


def apply_tile_set(faces: Faces, tile_set: TileSet, card: ModelCard) -> Steps[tuple[Faces, SetMatch]]:
    """Combine the network's probabilities of the faces with a taught set, and say whether the faces are of that set.

    If they are of another set, the network reads alone. We turn faces that are clearly more like a taught face another
    way up. If the faces may be of another set, the taught set decides their labels, and the network which way up
    they lie. A face that is unlike the taught faces of its label is not sure.

    Raises:
        VisionError: `other-reader` if the set holds embeddings of other weights.
    """
    if not tile_set.fits(card):
        message = (
            f"the set {tile_set.name} was taught with {tile_set.made_by.name}, the classifier in use is {card}; "
            "renew the set from its crops first"
        )
        raise VisionError("other-reader", message, "set")
    taught = tile_set.faces
    if not taught or not len(faces):
        return faces, SetMatch.OF_IT
    overturned = yield from read_turned(faces, 2, card)
    upright, comparison = yield from the_right_way_up(faces, overturned, taught, card)
    like = likeness(taught, comparison)
    match = match_set(upright, taught, comparison, card)
    if median(map(max, comparison.agreements)) >= TRUSTED:
        match = SetMatch.OF_IT
    if match is SetMatch.OF_ANOTHER:
        return faces, match
    decided = doubt_unlike(decide(upright, like), taught, comparison)
    if match is SetMatch.IN_DOUBT:
        decided = faces.of(
            replace(face, probabilities=said.probabilities) for face, said in zip(faces, decided, strict=True)
        )
    return decided, match


def decide(faces: Faces, like: Sequence[Likeness], weights: ScoreWeights = WEIGHTS) -> Faces:
    """Return the faces with probabilities from the network and their likeness to a taught set together.

    Among the taught labels we add the network's log probabilities and the likeness, each times its weight. The network
    decides whether a face is of a taught kind at all, rather than no tile or an untaught kind; the likeness to the most
    similar taught face shifts these odds. A face that is not clearly like any taught face gets the mean of the result
    and the network's own probabilities: it is sure only if both agree.

    Args:
        faces: as the network reads them.
        like: as `likeness` gives it; at least one label is taught, and `NONE` is not.
        weights: weights of network and set.
    """
    none = faces.labels.index(NONE)
    return faces.of(
        replace(face, probabilities=_decided(_less_denied(face.probabilities, none), faces.labels, alike, weights))
        for face, alike in zip(faces, like, strict=True)
    )


def _less_denied(probabilities: Sequence[float], none: int) -> Sequence[float]:
    """Return the probabilities with no tile at `DENIED` at most."""
    if probabilities[none] <= DENIED:
        return probabilities
    factor = (1 - DENIED) / max(1 - probabilities[none], 1e-9)
    return [DENIED if column == none else factor * value for column, value in enumerate(probabilities)]


def _decided(
    probabilities: Sequence[float], labels: Sequence[str], like: Likeness, weights: ScoreWeights
) -> tuple[float, ...]:
    most = max(like.values())
    said = [math.log(max(value, 1e-9)) for value in probabilities]
    taught = [column for column, label in enumerate(labels) if label in like]
    rest = [column for column in range(len(labels)) if column not in taught]
    others = [column for column in rest if labels[column] not in {NONE, BACK}]
    no_face = [column for column in rest if column not in others]
    inside = {column: weights.network * said[column] + weights.taught * like[labels[column]] for column in taught}
    shifts = 0.0, weights.distinct * (weights.alike - most), weights.familiarity * (weights.familiar - most)
    parts = [
        (columns, shift + _log_sum([said[column] for column in columns]))
        for columns, shift in zip((taught, others, no_face), shifts, strict=True)
        if columns
    ]
    total = _log_sum([chance for _, chance in parts])
    decided = [0.0] * len(labels)
    for columns, chance in parts:
        scores = [inside.get(column, said[column]) for column in columns]
        among = _log_sum(scores)
        for column, score in zip(columns, scores, strict=True):
            decided[column] = math.exp(chance - total + score - among)
    if most < weights.plain:
        decided = [(one + other) / 2 for one, other in zip(decided, probabilities, strict=True)]
    return tuple(decided)


def _log_sum(logits: Sequence[float]) -> float:
    """Return the logarithm of the sum of the exponentials."""
    most = max(logits)
    return most + math.log(sum(math.exp(value - most) for value in logits))
