"""Whether the faces in view are of a taught set at all: how much each speaks for it, alone and together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.classification.classifier import NONE, Faces
from vision.image.sharpness import sharpness
from vision.quads import short_sides
from vision.reading import BACK, Issue, SetInUse
from vision.tilesets.similarity import ReferenceFaces
from vision.tilesets.tile_set import TileSet

Floats = npt.NDArray[np.float32]

CLEAR: Final = 0.9
"""Probability from which the network's own label says with which taught faces a face is compared."""

# The weights of a logistic regression on the faces of held-out designs 20 to 43, photographed ten times each, decoded
# as a scan decodes them and compared with their own set and with three others; `python -m
# datasets.evaluation.tilesets.wrong_set` measures
# on the designs before these. Some kinds are more alike across sets than others: the print of a Dot says less than that
# of a joker.
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
"""below which it is said that they may be. `python -m datasets.evaluation.tilesets.wrong_set` counts how often either
is said of the right set and of another."""

UNLIKE: Final = -1.0
"""What a face says below which it is asked about, however surely it is read: a playing card or a tile of another set
among those of this one. In scenes of held-out designs 44 to 48 (`datasets/evaluation/tilesets/foreign_objects.py`,
`mixed_sets.py`) 4 things
and 27 tiles of other sets would be read surely, of which two and eight say more; of 1,205 of the set's own faces 18 say
less."""

STRANGE: Final = 0.2
"""Probability that such a face is no tile of the set at all, as far as it is believed: enough for it to be asked about,
too little for it to be left out."""


class SetMatch(StrEnum):
    """Whether tiles are of a taught set."""

    OF_IT = "of-it"
    """They are, or nothing speaks against it."""

    IN_DOUBT = "in-doubt"
    """They may be of another."""

    OF_ANOTHER = "of-another"
    """They are of another."""


def match_set(faces: Faces, known: ReferenceFaces) -> SetMatch:
    """Whether N faces, upright, are of the set whose taught faces are given; of it where no face can tell."""
    said = evidence(faces, known)
    if said is None or said >= DOUBT:
        return SetMatch.OF_IT
    return SetMatch.OF_ANOTHER if said < OTHER else SetMatch.IN_DOUBT


def better_set(faces: Faces, profiles: Iterable[TileSet]) -> str | None:
    """The name of the set that N faces plainly are of, the likeliest where that is true of several; else None."""
    best: tuple[float, str] | None = None
    seen = _read(faces)
    for profile in profiles:
        kinds = profile.labels & set(seen.values())
        if not kinds:
            continue
        said = evidence(faces, ReferenceFaces.of(profile, kinds))
        if said is not None and said > -DOUBT and (best is None or said > best[0]):
            best = said, profile.name
    return None if best is None else best[1]


def set_issues(chosen: SetInUse) -> tuple[Issue, ...]:
    """What a person is told whose tiles are not, or may not be, of the chosen set; nothing where they are."""
    if chosen.used and not chosen.doubted:
        return ()
    better = "" if chosen.better is None else f" They look like the set {chosen.better}: choose that one."
    if chosen.used:
        message = f"These tiles may not be of the set {chosen.name}, by which they were read.{better}"
        return (Issue("set-in-doubt", message if better else f"{message} Look them over, or choose another."),)
    message = f"These tiles do not look like the set {chosen.name}; they were read without it.{better}"
    return (Issue("other-set", message),)


def evidence(faces: Faces, known: ReferenceFaces) -> float | None:
    """What N faces, upright, say together for being of the set; below 0 they speak against it. None where none can.

    Each face that the network reads plainly is compared with the taught faces of that label. How well the prints agree
    and how far the embeddings lie apart, beside how far the taught face's own views lie apart, says how much more
    likely the face is one of the set than one of another set's; a sharp, large face says more. The sum is divided by
    the root of the number of faces, not left whole: faces of one photo share their faults.
    """
    seen = {at: label for at, label in _read(faces).items() if label in set(known.labels)}
    if not seen:
        return None
    said = np.clip(_said(faces.chosen(np.array([*seen])), [*seen.values()], known), -_MOST, _MOST)
    return float(said.sum() / np.sqrt(len(said)))


def doubt_unlike(faces: Faces, known: ReferenceFaces) -> Faces:
    """The faces, those that are not plainly like the taught face of what they are read as less likely to be it.

    N faces of a photo that is of the set, upright. A face read as a kind that was not taught stays as it is.
    """
    best = [faces.labels[at] for at in faces.probabilities.argmax(axis=1)]
    kinds = set(known.labels)
    asked = np.array([at for at, label in enumerate(best) if label in kinds], np.intp)
    if not len(asked):
        return faces
    strange = asked[_said(faces.chosen(asked), [best[at] for at in asked], known) < UNLIKE]
    probabilities = faces.probabilities.copy()
    probabilities[strange] *= 1 - STRANGE
    probabilities[strange, faces.labels.index(NONE)] += STRANGE
    return replace(faces, probabilities=probabilities)


def _said(faces: Faces, labels: Sequence[str], known: ReferenceFaces) -> Floats:
    """(N,) what each of N faces, one at least, says for being the taught one of its label: logarithm of the odds."""
    beside = known.chosen(set(labels))
    same = np.array([[label == other for other in beside.labels] for label in labels])
    print_ = np.where(same, beside.agreements(faces), -1).max(axis=1) - 0.6
    apart = 1 - np.where(same, beside.cosines(faces), -1).max(axis=1)
    usual = np.array([_spread(beside.embeddings[beside.labels == label]) for label in labels])
    apart = np.log((np.maximum(apart, 0) + 0.001) / (usual + 0.002)) - 1.5
    sharp = np.log(np.clip(sharpness(faces.crops), 0.06, 0.4) / 0.2)
    large = np.log(np.clip(short_sides(faces.quads), 30, 160) / _USUAL_SIDE)
    said = (
        np.array([_KIND[_kind(label)] for label in labels])
        + print_ * (_PRINT + _PRINT_SHARP * sharp + _PRINT_LARGE * large)
        + apart * (_APART + _APART_SHARP * sharp + _APART_LARGE * large)
        + _LARGE * large
    )
    return np.asarray(said, np.float32)


def _read(faces: Faces) -> dict[int, str]:
    """The faces that the network reads plainly, by their numbers."""
    best = faces.probabilities.argmax(axis=1)
    plain = np.flatnonzero(faces.probabilities.max(axis=1, initial=0) >= CLEAR)
    return {int(at): label for at in plain if (label := faces.labels[best[at]]) not in {NONE, BACK}}


def _kind(label: str) -> str:
    """The kind of face: a suit, wind or dragon, or the label itself."""
    if len(label) == 2:
        return label[1]
    return "wind" if label in "NEWS" else "dragon" if label in "RG" else label


def _spread(views: Floats) -> float:
    """How far views (F, V, E) lie from the nearest other one of their face, in the mean: 1 less the cosine."""
    cosines = np.einsum("fve,fwe->fvw", views, views)
    cosines[:, np.arange(views.shape[1]), np.arange(views.shape[1])] = -1
    return float((1 - cosines.max(axis=2)).mean())
