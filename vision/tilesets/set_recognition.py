"""Whether the faces in view are of a taught set at all: how much each speaks for it, alone and together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

from models import ModelCard
from vision.classification.classifier import read_overturned
from vision.classification.faces import NONE, Faces
from vision.geometry import short_side
from vision.reading import BACK
from vision.requests import Comparison, Steps
from vision.tilesets.taught_likeness import compared, the_right_way_up
from vision.tilesets.tile_set import TaughtFace, TileSet

# The weights of a logistic regression, see datasets/experiments/taught-sets.md. Some kinds are more alike
# across sets than others: the print of a Dot says less than that of a joker.
_KIND: Final = {"B": -0.87, "C": -0.65, "D": -1.35, "wind": -0.28, "dragon": 1.24, "0": 1.51, "F": -0.04, "J": 1.73}
_PRINT, _PRINT_SHARP, _PRINT_LARGE = 11.66, 3.60, 0.78
_APART, _APART_SHARP, _APART_LARGE = -1.04, -0.83, -0.42
_LARGE = -0.90

_USUAL_SIDE: Final = 60.0
"""Short side of a face in pixels of the picture it was read in, beside which `large` counts."""

_MOST: Final = 3.0
"""Most that one face says for or against (natural logarithm of the odds): it may be misread, or half covered."""

OTHER: Final = -5.0
"""Evidence below which the tiles are of another set, and"""

DOUBT: Final = -0.8
"""below which they may be (`python -m datasets.evaluation.tilesets.wrong_set`)."""

UNLIKE: Final = -1.0
"""What a face says below which we ask about it, however surely it is read."""

STRANGE: Final = 0.2
"""Probability that such a face is no tile: enough for it to be asked about, too little for it to be left out."""


OtherSets = Iterable[Steps[TileSet | None]]
"""Taught sets, each read when it is its turn; None for one that cannot be read."""


class SetMatch(StrEnum):
    """Whether tiles are of a taught set."""

    OF_IT = "of-it"
    """They are, or nothing speaks against it."""

    IN_DOUBT = "in-doubt"
    """They may be of another."""

    OF_ANOTHER = "of-another"
    """They are of another."""


def recognise(faces: Faces, taught: Sequence[TaughtFace], card: ModelCard) -> Steps[SetMatch]:
    """Say whether faces, upright, are of the set of these taught ones; of it where no face can tell."""
    if not len(faces) or not taught:
        return SetMatch.OF_IT
    return match_set(faces, taught, (yield from compared(faces, taught)), card)


def match_set(faces: Faces, taught: Sequence[TaughtFace], comparison: Comparison, card: ModelCard) -> SetMatch:
    """Say whether faces, upright, are of the set of these taught ones; of it where no face can tell."""
    said = evidence(faces, taught, comparison, card)
    if said is None or said >= DOUBT:
        return SetMatch.OF_IT
    return SetMatch.OF_ANOTHER if said < OTHER else SetMatch.IN_DOUBT


def better_set(faces: Faces, tile_sets: OtherSets, card: ModelCard) -> Steps[str | None]:
    """Return the name of the set that faces plainly are of, the likeliest where that is true of several; else None.

    `faces` are as the network read them: each set may know them on their heads.
    """
    best: tuple[float, str] | None = None
    seen = set(_plainly_read(faces, card).values())
    overturned: Faces | None = None
    for reading in tile_sets:
        tile_set = yield from reading
        taught = () if tile_set is None else tile_set.of_kinds(seen)
        if tile_set is None or not taught:
            continue
        if overturned is None:
            overturned = yield from read_overturned(faces, card)
        upright, comparison = yield from the_right_way_up(faces, overturned, taught)
        said = evidence(upright, taught, comparison, card)
        if said is not None and said > -DOUBT and (best is None or said > best[0]):
            best = said, tile_set.name
    return None if best is None else best[1]


def evidence(faces: Faces, taught: Sequence[TaughtFace], comparison: Comparison, card: ModelCard) -> float | None:
    """Return what faces, upright, say together for being of the set: below 0 against it, None where none can tell.

    Each face that the network reads plainly is compared with the taught faces of that label. How well the templates
    agree and how far the embeddings lie apart, beside how far the taught face's own views lie apart, says how much more
    likely the face is one of the set than one of another set's; a sharp, large face says more. The sum is divided by
    the root of the number of faces: faces of one photo share their faults. A face that is more like another taught kind
    than like what the network reads may be misread: it counts only where that is so of all.
    """
    kinds = {face.label for face in taught}
    seen = {at: label for at, label in _plainly_read(faces, card).items() if label in kinds}
    if not seen:
        return None
    likeliest = {at: taught[row.index(max(row))].label for at, row in enumerate(comparison.cosines) if at in seen}
    agreed = {at: label for at, label in seen.items() if likeliest[at] == label}
    said = _said(faces, agreed or seen, taught, comparison)
    return sum(min(max(value, -_MOST), _MOST) for value in said.values()) / math.sqrt(len(said))


def doubt_unlike(faces: Faces, taught: Sequence[TaughtFace], comparison: Comparison) -> Faces:
    """Make faces that are unlike the taught face of what they are read as less likely to be it.

    The faces are those of a photo that is of the set, upright. One read as a kind that was not taught stays as it is.
    """
    kinds, none = {face.label for face in taught}, faces.labels.index(NONE)
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
    """Return what faces, by their numbers, say for being the taught one of their label: logarithm of the odds."""
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
            _KIND[_kind(label)]
            + agreement * (_PRINT + _PRINT_SHARP * sharp + _PRINT_LARGE * large)
            + apart * (_APART + _APART_SHARP * sharp + _APART_LARGE * large)
            + _LARGE * large
        )
    return found


def _plainly_read(faces: Faces, card: ModelCard) -> dict[int, str]:
    """Return the labels of the faces that the network reads plainly, by their numbers."""
    least = card.threshold("set_evidence")
    return {
        at: label
        for at, (face, label) in enumerate(zip(faces, faces.best, strict=True))
        if max(face.probabilities) >= least and label not in {NONE, BACK}
    }


def _kind(label: str) -> str:
    """Return the kind of face: a suit, wind or dragon, or the label itself."""
    if len(label) == 2:
        return label[1]
    return "wind" if label in "NEWS" else "dragon" if label in "RG" else label
