"""Decide by a taught set and by the network together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from models import ModelCard
from vision.classification.classifier import read_overturned
from vision.classification.faces import Face, Faces
from vision.errors import VisionError
from vision.requests import Comparison, Steps
from vision.tilesets.set_recognition import SetMatch, compared, doubt_unlike, match_set
from vision.tilesets.tile_set import TaughtFace, TileSet

PRINT: Final = 1 / 3
"""Weight of the agreement of the prints in the likeness; the rest is the cosine of the embeddings."""

HEAD_OVER: Final = 0.06
"""How much more like a taught face one must be on its head than as it was read, to be turned over."""

Likeness = dict[str, float]
"""How much a face is like the most similar taught face of each taught label, at most 1."""


@dataclass(frozen=True, slots=True)
class ScoreWeights:
    """How much the network and the taught set count (`python -m datasets.evaluation.tilesets.score_weights`).

    Attributes:
        network: weight of the network's log probability among the labels that were taught.
        taught: weight of the likeness to the most similar taught face.
        familiar: likeness at which a face is as likely one of the taught kinds as the network alone says.
        familiarity: how much each step of the likeness changes the odds of being one of the taught kinds (natural
            logarithm).
        plain: likeness from which a face may be sure by the set alone; below it the network has to agree.
    """

    network: float = 0.25
    taught: float = 50.0
    familiar: float = 0.55
    familiarity: float = 20.0
    plain: float = 0.65


WEIGHTS: Final = ScoreWeights()


def apply_tile_set(faces: Faces, tile_set: TileSet, card: ModelCard) -> Steps[tuple[Faces, SetMatch]]:
    """Give the taught set its say in the faces' probabilities, and say whether they are faces of that set.

    Where they are of another set it has none: the network reads alone. Faces that are plainly like a taught one once
    they are turned over are turned over; one that is unlike the taught face of what it is read as is not sure.

    Raises:
        VisionError: `other-reader` for a set that was taught with other weights.
    """
    if not tile_set.fits(card):
        message = (
            f"the set {tile_set.name} was taught with {tile_set.made_by.name}, the reader in use is {card}; "
            "renew the set from its crops first"
        )
        raise VisionError("other-reader", message, "set")
    taught = tile_set.faces
    if not taught or not len(faces):
        return faces, SetMatch.OF_IT
    upright, comparison = yield from _the_right_way_up(faces, taught, card)
    match = match_set(upright, taught, comparison, card)
    if match is SetMatch.OF_ANOTHER:
        return faces, match
    decided = decide(upright, likeness(taught, comparison))
    return doubt_unlike(decided, taught, comparison), match


def likeness(taught: Sequence[TaughtFace], comparison: Comparison) -> list[Likeness]:
    """Return how much each face is like the most similar taught face of each taught label."""
    found: list[Likeness] = []
    for agreements, cosines in zip(comparison.agreements, comparison.cosines, strict=True):
        like: Likeness = {}
        for face, agreement, cosine in zip(taught, agreements, cosines, strict=True):
            both = (1 - PRINT) * cosine + PRINT * agreement
            like[face.label] = max(both, like.get(face.label, -math.inf))
        found.append(like)
    return found


def _the_right_way_up(faces: Faces, taught: Sequence[TaughtFace], card: ModelCard) -> Steps[tuple[Faces, Comparison]]:
    """Turn over the faces that are more like taught ones on their heads; return all with their comparison."""
    as_read = yield from compared(faces, taught)
    over = yield from read_overturned(faces, card)
    turned = yield from compared(over, taught)
    each: list[Face] = []
    agreements, cosines = [], []
    ways = zip(likeness(taught, as_read), likeness(taught, turned), strict=True)
    for at, (like, other) in enumerate(ways):
        better = max(other.values()) - max(like.values()) > HEAD_OVER
        each.append((over if better else faces).each[at])
        agreements.append((turned if better else as_read).agreements[at])
        cosines.append((turned if better else as_read).cosines[at])
    return faces.of(each), Comparison(agreements, cosines, as_read.spreads)


def decide(faces: Faces, like: Sequence[Likeness], weights: ScoreWeights = WEIGHTS) -> Faces:
    """Return the faces with probabilities by their likeness to a taught set and by the network together.

    Among the labels that were taught, the network's log probabilities and the likeness are added, each times its
    weight. Whether a face is one of these kinds at all, rather than no tile or a kind that was not taught, the network
    says, its odds moved by how much the face looks like one that was taught. A face that is not plainly like any gets
    the mean of this and of what the network says alone: it is sure only where both agree.

    Args:
        faces: as the network reads them.
        like: as `likeness` gives it; at least one label is taught and one, no tile, is not.
        weights: of network and set.
    """
    return faces.of(
        replace(face, probabilities=_decided(face.probabilities, faces.labels, alike, weights))
        for face, alike in zip(faces, like, strict=True)
    )


def _decided(
    probabilities: Sequence[float], labels: Sequence[str], like: Likeness, weights: ScoreWeights
) -> tuple[float, ...]:
    said = [math.log(max(value, 1e-9)) for value in probabilities]
    known = [column for column, label in enumerate(labels) if label in like]
    unknown = [column for column, label in enumerate(labels) if label not in like]
    most = max(like.values())
    odds = _log_sum([said[column] for column in known]) - _log_sum([said[column] for column in unknown])
    odds += weights.familiarity * (most - weights.familiar)
    inside = [weights.network * said[column] + weights.taught * like[labels[column]] for column in known]
    outside = [said[column] for column in unknown]
    decided = [0.0] * len(labels)
    for columns, scores, against in ((known, inside, -odds), (unknown, outside, odds)):
        total = _log_sum(scores) + _log_sum([0.0, against])
        for column, score in zip(columns, scores, strict=True):
            decided[column] = math.exp(score - total)
    if most < weights.plain:
        decided = [(one + other) / 2 for one, other in zip(decided, probabilities, strict=True)]
    return tuple(decided)


def _log_sum(logits: Sequence[float]) -> float:
    """Return the logarithm of the sum of the exponentials."""
    most = max(logits)
    return most + math.log(sum(math.exp(value - most) for value in logits))
