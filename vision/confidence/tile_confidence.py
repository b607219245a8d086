"""Turn predictions into labels, and pick the tiles to ask the player about."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Final

from models import ModelCard
from rules.tiles import Tile, copies
from vision.classification.faces import NONE, Faces
from vision.confidence.photo_blur import Blur, blur
from vision.detection.nms import covered
from vision.geometry import Quad, area, centre, long_side
from vision.reading import BACK

ALTERNATIVES: Final = 3
"""Most labels that we offer beside the first."""

WORTH_NAMING: Final = 0.001
"""Least probability of an alternative that we offer."""

TOO_BLURRED: Final = 0.03
"""Sharpness of a face below which we ask, whatever the classifier says."""

NEIGHBOURS: Final = 5
"""Number of nearest faces whose median size a face should have."""

ODD_SIZE: Final = 1.6
"""Factor in size between a face and its neighbours above which we ask about it."""

COMPANY: Final = 2
"""Number of other sure faces of like size that a sure face needs: tiles come in racks, and a playing card or a die that
lies alone on a table passes for a Dot."""

FEW: Final = 5
"""Most faces in view for which we say that a face lies alone, or that none is a tile if none convinces; no tiles to be
among."""

SPECK: Final = 0.05
"""Share of the picture below which a face is a speck: whoever shoots a few tiles goes close to them."""

CONVINCING: Final = 2.4
"""Multiple of the threshold `joint_score` that one of a few specks must reach; dice, cards and boxes seldom do
(`datasets/experiments/edges-and-backs.md`)."""

HIDDEN: Final = 0.25
"""Share of a face that another face may cover before we ask about it."""


@dataclass(frozen=True, slots=True)
class TileConfidence:
    """The label of a face, and how certain it is.

    Attributes:
        label: the likeliest tile, or `BACK`.
        confidence: its calibrated probability.
        alternatives: the next labels with their probabilities, likeliest first.
        sure: false if we ask.
        crowded: more tiles carry this label than a set holds, and this is one of the least certain of them.
        odd_size: the face is much larger or smaller than the faces around it.
        hidden: another face covers a part of it.
        alone: it would be sure with company of its size, and few faces are in view.
    """

    label: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    sure: bool
    crowded: bool = False
    odd_size: bool = False
    hidden: bool = False
    alone: bool = False


def tiles_among(faces: Faces, scores: Sequence[float], card: ModelCard, picture_area: float) -> list[int]:
    """Return the indices of the faces that are tiles, without faces that the classifier rejects or both networks doubt.

    We keep and ask about a face that only one network doubts, unless it is face down, or all in view are a few specks
    of which none convinces. Among tiles, a rejected face stays too if the detector is sure enough of it: the classifier
    takes a print unlike all that it knows for no tile. `scores` are the detector's, `card` is the classifier's;
    `picture_area` is the area of the full upright picture in square pixels.
    """
    none, back = faces.labels.index(NONE), faces.labels.index(BACK)
    reject, least = card.threshold("reject"), card.threshold("joint_score")
    back_none, back_score = card.threshold("back_none"), card.threshold("back_score")
    found: dict[int, float] = {}
    for index, (face, score) in enumerate(zip(faces, scores, strict=True)):
        nothing = face.probabilities[none]
        best = max(max(face.probabilities[:none], default=0.0), max(face.probabilities[none + 1 :], default=0.0))
        joint_score = score * math.sqrt(best)
        down = face.probabilities[back] >= best
        doubted = down and nothing > back_none and score < back_score
        if nothing < reject and joint_score >= least and not doubted:
            found[index] = joint_score
    if len(found) > FEW:
        plain = card.threshold("plain_score")
        return [index for index, score in enumerate(scores) if index in found or score >= plain]
    specks = all(area(faces.quads[index]) < SPECK * picture_area for index in found)
    if specks and max(found.values(), default=0.0) < CONVINCING * least:
        return []
    return list(found)


def rate_tiles(faces: Faces, card: ModelCard) -> list[TileConfidence]:
    """Rate faces that are tiles, by the thresholds of the classifier's card.

    A face is `sure` if all of this holds: its probability reaches the threshold and leads every other label (`NONE`
    among them) by the margin, the set holds as many tiles of the kind as are in view, its size is that of the faces
    around it, no other face covers a part of it, it is sharp, and it has the company of others. If the whole picture is
    blurred, its probability must be higher still; if the hand shook badly, no face is sure.
    """
    quads = faces.quads
    odd = odd_sizes(quads)
    hidden = covered(quads, HIDDEN)
    none = faces.labels.index(NONE)
    ranked = [_ranked(face.probabilities, faces.labels, none) for face in faces]
    picture = blur([face.detail for face in faces], quads, [labels[0][0] for labels in ranked])
    needed, margin = card.threshold("sure"), card.threshold("margin")
    if picture is not Blur.NONE:
        needed = max(needed, card.threshold("blurred_sure"))
    found = []
    for index, (face, ((label, confidence), *others)) in enumerate(zip(faces, ranked, strict=True)):
        rival = max(others[0][1], face.probabilities[none])
        doubtful = odd[index] or hidden[index] or face.sharpness < TOO_BLURRED or picture is Blur.HEAVY
        found.append(
            TileConfidence(
                label=label,
                confidence=min(1.0, confidence),
                alternatives=tuple((other, value) for other, value in others if value >= WORTH_NAMING),
                sure=confidence >= needed and confidence - rival >= margin and not doubtful,
                odd_size=odd[index],
                hidden=hidden[index],
            )
        )
    return _without_crowds(_in_company(found, quads))


def _ranked(probabilities: Sequence[float], labels: Sequence[str], none: int) -> list[tuple[str, float]]:
    """Return the likeliest labels of tiles, likeliest first, with their probabilities."""
    order = sorted(range(len(labels)), key=probabilities.__getitem__, reverse=True)[: ALTERNATIVES + 2]
    return [(labels[column], probabilities[column]) for column in order if column != none][: ALTERNATIVES + 1]


def odd_sizes(quads: Sequence[Quad]) -> list[bool]:
    """Say whether each face is much larger or smaller than its nearest neighbours; among few faces none is."""
    if len(quads) <= NEIGHBOURS:
        return [False] * len(quads)
    sizes = [long_side(quad) for quad in quads]
    centres, least, most = [centre(quad) for quad in quads], min(sizes), max(sizes)
    odd = [False] * len(quads)
    for index, ((x, y), size) in enumerate(zip(centres, sizes, strict=True)):
        if most / ODD_SIZE <= size <= least * ODD_SIZE:
            continue  # no neighbours can make it odd
        steps = [(u - x) * (u - x) + (v - y) * (v - y) for u, v in centres]
        near = [place for place in sorted(range(len(steps)), key=steps.__getitem__) if place != index]
        usual = median(sizes[place] for place in near[:NEIGHBOURS])
        odd[index] = size > ODD_SIZE * usual or size * ODD_SIZE < usual
    return odd


def _in_company(found: Sequence[TileConfidence], quads: Sequence[Quad]) -> list[TileConfidence]:
    """Mark a sure tile as unsure if too few other sure tiles of like size are in view."""
    sizes = [long_side(quad) for quad in quads]
    sure = sorted(size for size, one in zip(sizes, found, strict=True) if one.sure)

    def alone(size: float) -> bool:
        like = bisect_right(sure, ODD_SIZE * size) - bisect_left(sure, size / ODD_SIZE)
        return like - 1 < COMPANY  # one of these is itself

    # Among many faces a tile does not lie alone: the others are only unsure.
    return [
        replace(one, sure=False, alone=len(found) <= FEW) if one.sure and alone(size) else one
        for one, size in zip(found, sizes, strict=True)
    ]


def _without_crowds(found: list[TileConfidence]) -> list[TileConfidence]:
    """Mark the least certain tiles of a kind as unsure if more are in view than a set holds.

    Of n tiles read as a kind with c copies at most c are right, so no more than c/n is a fair confidence for the
    n - c least certain ones.
    """
    held: dict[str, list[int]] = defaultdict(list)
    for index, one in enumerate(found):
        held[one.label].append(index)
    for label, indices in held.items():
        room = len(indices) if label == BACK else copies(Tile(label))
        if len(indices) <= room:
            continue
        indices.sort(key=lambda index: found[index].confidence)
        for index in indices[: len(indices) - room]:
            doubted = found[index]
            fair = min(doubted.confidence, room / len(indices))
            found[index] = replace(doubted, confidence=fair, sure=False, crowded=True)
    return found
