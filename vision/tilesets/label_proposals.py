"""What the faces of a set are, laid out to be taught: labels to propose, chosen for all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from rules.tiles import ALL_TILES, FLOWER, JOKER
from vision.classification.classifier import NONE, Faces
from vision.geometry import as_quads
from vision.layout.rows import arrange_rows
from vision.pipeline import Observation
from vision.reading import BACK
from vision.tilesets.assignment import assign

AGAIN: Final = 4.0
"""What a second tile of a kind costs more than the first, in units of -log probability: there is one of each kind, but
one may be laid out twice, and several photos may overlap."""

SURE: Final = 0.9
"""Probability from which a proposed label need not be asked about, when it is also the reader's own first choice."""

_FLOOR: Final = 1e-6
"""Least probability taken as said: what the reader calls impossible in a set it does not know may still be so."""

OPEN: Final = (FLOWER.code, JOKER.code, BACK)
"""Kinds of which a set may show any number of different faces."""

FEW: Final = 6
"""Up to so many kinds are lacking, or are there twice, by mistake; more are on purpose."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """What one photo of laid-out faces may teach.

    Attributes:
        faces: N faces in reading order; quads in pixels of the full upright picture.
        labels: N proposed labels.
        sure: N times whether the reader alone says the same, and surely, and the tile is not of a `crowded` kind.
        rows: N row numbers from the top of the picture.
    """

    faces: Faces
    labels: tuple[str, ...]
    sure: tuple[bool, ...]
    rows: tuple[int, ...]


def propose(seen: Sequence[Observation], known: Collection[str] = ()) -> tuple[Proposal, ...]:
    """Labels for the faces of one set's photos; `known` are the kinds that the set was taught before.

    Every kind is expected about once over all photos together, flowers and jokers any number of times. Nothing the
    finder saw is left out: what the reader takes for no tile may be a joker it has never seen.
    """
    ordered = [_in_order(one.faces) for one in seen]
    probabilities = [faces.probabilities for faces, _ in ordered if len(faces)]
    together = _together(np.concatenate(probabilities), ordered[0][0].labels) if probabilities else []
    doubted, _ = crowded(together, known)
    chosen = iter(together)
    proposals = []
    for faces, rows in ordered:
        labels = tuple(next(chosen) for _ in range(len(faces)))
        sure = tuple(one and label not in doubted for one, label in zip(_sure(faces, labels), labels, strict=True))
        proposals.append(Proposal(faces, labels, sure, rows))
    return tuple(proposals)


def crowded(labels: Sequence[str], known: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Kinds that are there more than once, and kinds that are lacking; both none where either is.

    A tile that is surely misread shows so: one of the first may be one of the second. Where more than `FEW` are lacking
    or are there more than once, the tiles were laid out so.
    """
    counts = Counter(label for label in labels if label not in OPEN)
    twice = tuple(label for label, count in counts.items() if count > 1)
    lacking = tuple(tile.code for tile in ALL_TILES if tile.code not in {*labels, *known})
    return (twice, lacking) if 0 < len(twice) <= FEW and 0 < len(lacking) <= FEW else ((), ())


def _in_order(faces: Faces) -> tuple[Faces, tuple[int, ...]]:
    layout = arrange_rows(as_quads(faces.quads))
    order = np.array([index for row in layout.rows for index in row], np.intp)
    return faces.chosen(order), tuple(number for number, row in enumerate(layout.rows) for _ in row)


def _together(probabilities: npt.NDArray[np.float32], names: Sequence[str]) -> list[str]:
    """A label for each face (N, labels), so that all together are likeliest."""
    costs, labels = [], []
    for column, label in enumerate(names):
        if label == NONE:
            continue
        cost = -np.log(np.maximum(probabilities[:, column].astype(np.float64), _FLOOR))
        for copy in range(len(probabilities)):
            costs.append(cost if copy == 0 or label in OPEN else cost + AGAIN * copy)
            labels.append(label)
    return [labels[column] for column in assign(np.stack(costs, axis=1))]


def _sure(faces: Faces, labels: Sequence[str]) -> list[bool]:
    best = faces.probabilities.max(axis=1, initial=0.0)
    first = faces.probabilities.argmax(axis=1) if len(faces) else ()
    return [
        bool(faces.labels[at] == label and probability >= SURE)
        for at, label, probability in zip(first, labels, best, strict=True)
    ]
