"""Decide whether the faces in view are of a taught set at all, from the evidence of each face and all together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from models import ModelCard
from vision.classification.classifier import read_turned
from vision.classification.faces import NONE, Faces
from vision.geometry import short_side
from vision.reading import BACK
from vision.requests import Comparison, Steps
from vision.tilesets.group_names import family
from vision.tilesets.taught_likeness import compared, the_right_way_up
from vision.tilesets.tile_set import TaughtFace, TileSet

# The weights of a logistic regression, see datasets/experiments/taught-sets.md. Some kinds are more alike
# across sets than others: the print of a Dot is weaker evidence than that of a joker.
_FAMILY: Final = {"B": -0.87, "C": -0.65, "D": -1.35, "wind": -0.28, "dragon": 1.24, "0": 1.51, "F": -0.04, "J": 1.73}
_PRINT, _PRINT_SHARP, _PRINT_LARGE = 11.66, 3.60, 0.78
_APART, _APART_SHARP, _APART_LARGE = -1.04, -0.83, -0.42
_LARGE = -0.90

_USUAL_SIDE: Final = 60.0
"""Reference short side of a face for `large`, in pixels of the picture from which we read it."""

_MOST: Final = 3.0
"""Largest evidence of one face for or against (natural logarithm of the odds): it may be misread, or half covered."""

OTHER: Final = -5.0
"""Evidence below which we say that the tiles are of another set."""

DOUBT: Final = -0.8
"""Evidence below which we say that they may be (`python -m datasets.evaluation.tilesets.wrong_set`)."""

UNLIKE: Final = -1.0
"""Evidence of a single face below which we ask about it, however confident its label is."""

STRANGE: Final = 0.2
"""Probability of no tile that we give such a face: enough that we ask about it, too little to drop it."""


OtherSets = Iterable[Steps[TileSet | None]]
"""Taught sets, each as steps that read it; None for a set that we cannot read."""


class SetMatch(StrEnum):
    """Whether tiles are of a taught set."""

    OF_IT = "of-it"
    """They are, or nothing speaks against it."""

    IN_DOUBT = "in-doubt"
    """They may be of another."""

    OF_ANOTHER = "of-another"
    """They are of another."""


def recognise(faces: Faces, taught: Sequence[TaughtFace], card: ModelCard) -> Steps[SetMatch]:
    """Say whether upright faces are of the set of these taught ones; `OF_IT` if no face gives evidence."""
    if not len(faces) or not taught:
        return SetMatch.OF_IT
    return match_set(faces, taught, (yield from compared(faces, taught)), card)


def match_set(faces: Faces, taught: Sequence[TaughtFace], comparison: Comparison, card: ModelCard) -> SetMatch:
    """Say whether upright faces are of the set of these taught ones; `OF_IT` if no face gives evidence."""
    said = evidence(faces, taught, comparison, card)
    if said is None or said >= DOUBT:
        return SetMatch.OF_IT
    return SetMatch.OF_ANOTHER if said < OTHER else SetMatch.IN_DOUBT


def better_set(faces: Faces, tile_sets: OtherSets, card: ModelCard) -> Steps[str | None]:
    """Return the name of the set that faces clearly belong to, the likeliest of several, or None.

    `faces` are as the network read them: each set may know them on their heads.
    """
    best: tuple[float, str] | None = None
    seen = set(_confident_labels(faces, card).values())
    overturned: Faces | None = None
    for reading in tile_sets:
        tile_set = yield from reading
        taught = () if tile_set is None else tile_set.of_kinds(seen)
        if tile_set is None or not taught:
            continue
        if overturned is None:
            overturned = yield from read_turned(faces, 2, card)
        upright, comparison = yield from the_right_way_up(faces, overturned, taught)
        said = evidence(upright, taught, comparison, card)
        if said is not None and said > -DOUBT and (best is None or said > best[0]):
            best = said, tile_set.name
    return None if best is None else best[1]


def evidence(faces: Faces, taught: Sequence[TaughtFace], comparison: Comparison, card: ModelCard) -> float | None:
    """Return the evidence of all upright faces for the set: below 0 is against it, None means that no face can tell.

    We compare each face that the network reads with confidence with the taught faces of its label. The agreement of the
    templates and the distance of the embeddings, relative to the spread of the taught face's own views, give the log
    odds of the face being of this set rather than another one; a sharp, large face is stronger evidence. We divide the
    sum by the root of the number of faces, since the faces of one photo share their faults. A face that is more like
    another taught kind than like its own label may be misread: it counts only if all faces are so.
    """
    kinds = {face.label for face in taught}
    seen = {at: label for at, label in _confident_labels(faces, card).items() if label in kinds}
    if not seen:
        return None
    likeliest = {at: taught[row.index(max(row))].label for at, row in enumerate(comparison.cosines) if at in seen}
    agreed = {at: label for at, label in seen.items() if likeliest[at] == label}
    said = _said(faces, agreed or seen, taught, comparison)
    return sum(min(max(value, -_MOST), _MOST) for value in said.values()) / math.sqrt(len(said))


def doubt_unlike(faces: Faces, taught: Sequence[TaughtFace], comparison: Comparison) -> Faces:
    """Lower the probabilities of faces that are unlike the taught faces of their label.

    The faces are upright, from a photo of the set. A face of an untaught kind stays as it is, and so does a back, for
    which we have no weights.
    """
    kinds, none = {face.label for face in taught} - {BACK}, faces.labels.index(NONE)
    asked = {at: label for at, label in enumerate(faces.best) if label in kinds}
    each = list(faces)
    for at, said in _said(faces, asked, taught, comparison).items():
        if said < UNLIKE:
            changed = [value * (1 - STRANGE) for value in each[at].probabilities]
            changed[none] += STRANGE
            each[at] = replace(each[at], probabilities=tuple(changed))
    return faces.of(each)


def _said(
    faces: Faces, labels: Mapping[int, str], taught: Sequence[TaughtFace], comparison: Comparison
) -> dict[int, float]:
    """Return the evidence of faces, by their numbers, for the taught face of their label: logarithm of the odds."""
    columns: dict[str, list[int]] = {}
    for column, known in enumerate(taught):
        columns.setdefault(known.label, []).append(column)
    found = {}
    for at, label in labels.items():
        same, face = columns[label], faces.each[at]
        agreement = max(comparison.agreements[at][column] for column in same) - 0.6
        apart = 1 - max(comparison.cosines[at][column] for column in same)
        usual = sum(comparison.spreads[column] for column in same) / len(same)
        apart = math.log((max(apart, 0) + 0.001) / (usual + 0.002)) - 1.5
        sharp = math.log(min(max(face.sharpness, 0.06), 0.4) / 0.2)
        large = math.log(min(max(short_side(face.quad), 30), 160) / _USUAL_SIDE)
        found[at] = (
            _FAMILY[family(label)]
            + agreement * (_PRINT + _PRINT_SHARP * sharp + _PRINT_LARGE * large)
            + apart * (_APART + _APART_SHARP * sharp + _APART_LARGE * large)
            + _LARGE * large
        )
    return found


def _confident_labels(faces: Faces, card: ModelCard) -> dict[int, str]:
    """Return the labels of the faces that the network reads with confidence, by their numbers."""
    least = card.threshold("set_evidence")
    return {
        at: label
        for at, (face, label) in enumerate(zip(faces, faces.best, strict=True))
        if max(face.probabilities) >= least and label not in {NONE, BACK}
    }
