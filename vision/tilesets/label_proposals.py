"""Labels to propose for the faces of a set that is laid out to be taught, chosen for all of them together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from rules.tiles import ALL_TILES, FLOWER, JOKER, Tile, copies
from vision.classification.faces import NONE, Faces
from vision.layout.rows import arrange_rows
from vision.observation import Observation
from vision.reading import BACK
from vision.tilesets.assignment import assign

AGAIN: Final = 4.0
"""What each further tile of a kind costs more, in units of -log probability: most kinds are laid out once."""

SURE: Final = 0.9
"""Probability from which we do not ask about a proposed label that is the classifier's own first choice too."""

WHOLE: Final = 80
"""Tiles from which a whole set was laid out, not one of each kind."""

_FLOOR: Final = 1e-6
"""Least probability of a label: what the classifier calls impossible in an unfamiliar set may still be so."""

_COPIES: Final = math.ceil(-math.log(_FLOOR) / AGAIN)
"""Tiles of a kind beyond which any open kind costs less."""

OPEN: Final = (FLOWER.code, JOKER.code, BACK)
"""Kinds of which a set may show any number of different faces."""

FEW: Final = 6
"""Kinds that are lacking, or are there twice, by mistake at most; more are on purpose."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """What one photo of laid-out faces may teach.

    Attributes:
        faces: N faces in reading order; quads in pixels of the full upright picture.
        labels: N proposed labels.
        sure: N times whether the classifier alone says the same, and surely, and the tile is not of a `crowded` kind.
        rows: N row numbers from the top of the picture.
    """

    faces: Faces
    labels: tuple[str, ...]
    sure: tuple[bool, ...]
    rows: tuple[int, ...]


def propose(seen: Sequence[Observation], known: Collection[str] = ()) -> tuple[Proposal, ...]:
    """Propose labels for the faces of one set's photos; `known` are the kinds that the set was taught before.

    Every kind is expected about once over all photos together, or as often as a set holds it where a whole set was laid
    out; flowers and jokers any number of times. No face that the
    detector found is left out: what the classifier takes for no tile may be a joker it has never seen.
    """
    ordered = [_in_order(one.faces) for one in seen]
    probabilities = [face.probabilities for faces, _ in ordered for face in faces]
    together = _together(probabilities, ordered[0][0].labels) if probabilities else []
    doubted, _ = crowded(together, known)
    chosen = iter(together)
    proposals = []
    for faces, rows in ordered:
        labels = tuple(next(chosen) for _ in range(len(faces)))
        sure = tuple(one and label not in doubted for one, label in zip(_sure(faces, labels), labels, strict=True))
        proposals.append(Proposal(faces, labels, sure, rows))
    return tuple(proposals)


def crowded(labels: Sequence[str], known: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds that are there more than once, and those that are lacking; both none where either is.

    A tile that is surely misread shows so: one of the first may be one of the second. Where more than `FEW` are lacking
    or are there more than once, the tiles were laid out so.
    """
    counts = Counter(label for label in labels if label not in OPEN)
    twice = tuple(label for label, count in counts.items() if count > 1)
    lacking = tuple(tile.code for tile in ALL_TILES if tile.code not in {*labels, *known})
    return (twice, lacking) if 0 < len(twice) <= FEW and 0 < len(lacking) <= FEW else ((), ())


def _in_order(faces: Faces) -> tuple[Faces, tuple[int, ...]]:
    layout = arrange_rows(faces.quads)
    order = [index for row in layout.rows for index in row]
    return faces.chosen(order), tuple(number for number, row in enumerate(layout.rows) for _ in row)


def _together(probabilities: Sequence[Sequence[float]], names: Sequence[str]) -> list[str]:
    """Return a label for each face, so that all together are likeliest."""
    costs: list[list[float]] = [[] for _ in probabilities]
    labels = []
    whole = len(probabilities) >= WHOLE
    for column, label in enumerate(names):
        if label == NONE:
            continue
        if label in OPEN:
            further = [0.0] * len(probabilities)
        else:
            # As many as a set holds, or one, cost nothing more.
            held = copies(Tile(label)) if whole else 1
            further = [0.0] * held + [AGAIN * more for more in range(1, _COPIES)]
        labels += [label] * len(further)
        for row, of in zip(costs, probabilities, strict=True):
            cost = -math.log(max(of[column], _FLOOR))
            row += [cost + more for more in further]
    return [labels[column] for column in assign(costs)]


def _sure(faces: Faces, labels: Sequence[str]) -> list[bool]:
    return [
        best == label and max(face.probabilities) >= SURE
        for face, best, label in zip(faces, faces.best, labels, strict=True)
    ]
