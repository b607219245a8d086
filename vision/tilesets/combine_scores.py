"""Deciding by a taught set and by the network together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.classification.classifier import Classifier, Faces
from vision.errors import VisionError
from vision.tilesets.set_recognition import SetMatch, doubt_unlike, match_set
from vision.tilesets.similarity import held
from vision.tilesets.tile_set import TileSet

Floats = npt.NDArray[np.float32]

PRINT: Final = 1 / 3
"""Part of the likeness that is print over print; the rest is the cosine of the embeddings."""

HEAD_OVER: Final = 0.06
"""How much more like a taught face one must be on its head than as it was read, to be turned over."""


@dataclass(frozen=True, slots=True)
class ScoreWeights:
    """How much the network and the taught set count.

    `python -m datasets.evaluation.tilesets.score_weights` measures these and others.

    Attributes:
        network: weight of the network's log probability among the labels that were taught.
        taught: weight of the likeness to the taught face that is most like it.
        familiar: likeness at which a face is as likely one of the taught kinds as the network alone says.
        familiarity: how much each step of the likeness changes the odds of being one of the taught kinds (natural
            logarithm).
        plain: likeness from which a face may be sure by the set alone; below it the network has to agree.
    """

    network: float = 0.25
    taught: float = 36.0
    familiar: float = 0.55
    familiarity: float = 10.0
    plain: float = 0.8


BLEND: Final = ScoreWeights()


def apply_tile_set(faces: Faces, profile: TileSet, classifier: Classifier) -> tuple[Faces, SetMatch]:
    """The faces with the taught set's say in their probabilities, and whether they are faces of that set.

    Where they are of another set it has none: the network reads alone. Faces that are plainly like a taught one once
    they are turned over are turned over; those that are not like the taught face of what they are read as are not sure.

    Raises:
        VisionError: `other-reader` for a set that was taught with other weights.
    """
    if not profile.fits(classifier.card):
        message = (
            f"the set {profile.name} was taught with {profile.made_by.name}, the reader in use is {classifier.card}; "
            "renew the set from its crops first"
        )
        raise VisionError("other-reader", message, "set")
    if not profile.faces or not len(faces):
        return faces, SetMatch.OF_IT
    upright, like = _the_right_way_up(faces, profile, classifier)
    fit = match_set(upright, held(profile))
    return (faces if fit is SetMatch.OF_ANOTHER else doubt_unlike(decide(upright, like), held(profile))), fit


def likeness(faces: Faces, profile: TileSet) -> Floats:
    """(N, labels) float32, at most 1: how much each face is like the taught face of each label that is most like it.

    It is the mean of two, weighted: the cosine of the embeddings, and the agreement of the prints. Labels that were
    not taught have NaN.
    """
    known = held(profile)
    both = (1 - PRINT) * known.cosines(faces) + PRINT * known.agreements(faces)
    found = np.full((len(faces), len(faces.labels)), np.nan, np.float32)
    for label in profile.labels:
        found[:, faces.labels.index(label)] = both[:, known.labels == label].max(axis=1)
    return found


def _the_right_way_up(faces: Faces, profile: TileSet, classifier: Classifier) -> tuple[Faces, Floats]:
    """The faces, some turned over, and their likeness."""
    like = likeness(faces, profile)
    over = classifier.overturned(faces)
    other = likeness(over, profile)
    better = np.nanmax(other, axis=1) - np.nanmax(like, axis=1) > HEAD_OVER
    return faces.mixed(over, better), np.where(better[:, None], other, like)


def decide(faces: Faces, like: Floats, blend: ScoreWeights = BLEND) -> Faces:
    """The faces with probabilities by their likeness to a taught set and by the network together.

    Among the labels that were taught, the network's log probabilities and the likeness are added, each times its
    weight. Whether a face is one of these kinds at all, rather than no tile or a kind that was not taught, the network
    says, its odds moved by how much the face looks like one that was taught. A face that is not plainly like any gets
    the mean of this and of what the network says alone: it is sure only where both agree.

    Args:
        faces: N faces as the network reads them.
        like: (N, labels), as `likeness` gives it; at least one label is taught and one, no tile, is not.
        blend: the weights.
    """
    known = ~np.isnan(like[0])
    said = np.log(np.maximum(faces.probabilities, np.float32(1e-9)))
    inside = _log_softmax(blend.network * said[:, known] + blend.taught * like[:, known])
    outside = _log_softmax(said[:, ~known])
    odds = _log_sum(said[:, known]) - _log_sum(said[:, ~known])
    odds += blend.familiarity * (like[:, known].max(axis=1, keepdims=True) - blend.familiar)
    decided = np.empty_like(said)
    decided[:, known] = inside - np.logaddexp(0, -odds)
    decided[:, ~known] = outside - np.logaddexp(0, odds)
    together = np.exp(decided)
    plain = like[:, known].max(axis=1, keepdims=True) >= blend.plain
    probabilities = np.where(plain, together, (together + faces.probabilities) / 2)
    return replace(faces, probabilities=probabilities.astype(np.float32))


def _log_sum(logits: Floats) -> Floats:
    """(N, 1) logarithm of the sum of the exponentials."""
    most = logits.max(axis=1, keepdims=True)
    return np.asarray(most + np.log(np.exp(logits - most).sum(axis=1, keepdims=True)), np.float32)


def _log_softmax(logits: Floats) -> Floats:
    return np.asarray(logits - _log_sum(logits), np.float32)
