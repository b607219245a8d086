"""What to believe of a reading: labels with their probabilities, and where a person should look instead."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from models import ModelCard
from rules.tiles import Tile, copies
from vision.blur import Blur, blur
from vision.halves import halves
from vision.quads import Quads, covered, short_sides
from vision.reader import NONE, Faces
from vision.reading import BACK
from vision.sharpness import detail

Floats = npt.NDArray[np.float32]

ALTERNATIVES: Final = 3
"""Most labels offered beside the first."""

WORTH_NAMING: Final = 0.001
"""A label less likely than this is no alternative."""

BELIEVED: Final = 0.3
"""Least product of the finder's score and the root of the reader's best probability. The root keeps a face that is
plainly a tile of an unfamiliar set: a person is asked about it. Chosen on 120 rendered racks; figures stand in
`datasets/experiments/tile-sets-without-limit.md`."""

PLAIN_BACK: Final = (0.1, 0.5)
"""A tile that lies face down has no print to be told by: where the reader holds it for no tile with more than the
first, the finder's score must be the second. Of 203 things that were taken for backs in 920 rendered scenes of held-out
designs (ends of racks, gaps between tiles, sides) this tells 89, of 1,840 backs it loses 24."""

TOO_BLURRED: Final = 0.03
"""Sharpness of a face below which its label is asked about, whatever the reader says. All of 2,775 faces of photographs
read for sure and right have more than 0.037; blurred by 4 pixels 2,380 of 2,876 have less than this, and 40 of the 997
labels with a probability of 0.99 are wrong (finder-3 and reader-3)."""

BLURRED_SURE: Final = 0.999
"""Probability that a label needs where the whole picture is blurred (`vision.blur`)."""

STRANGE: Final = 0.25
"""Part of a picture's faces, backs aside, that are below the card's certainty from which the set counts as one the
reader does not know: where it stumbles over many faces, it is wrong about some of those that it is sure of."""

STRANGE_SURE: Final = 0.998
"""Probability that a label needs among such faces. Of 220 rendered pictures of held-out fashion sets 3 of 1,933 sure
labels are wrong with it, 9 of 2,101 without; 4.86 in place of 4.82 % of the photographs' tiles are asked about
(reader-9). With 0.999 1 of 1,751 and 5.20 %."""

NEIGHBOURS: Final = 5
"""Faces around one that say how large it should be."""

ODD_SIZE: Final = 1.6
"""Times larger or smaller than its neighbours at which a face is doubted; along a rack seen at a steep slant the
neighbours differ by less."""


COMPANY: Final = 2
"""Other faces of like size, sure themselves, that it takes for one to be sure: tiles come in racks, and a playing card
or a die that lies alone on a table passes for a Dot."""

HIDDEN: Final = 0.25
"""Part of a face that another face covers from which it is asked about. Neighbours in a rack touch, but their quads
overlap by less than a tenth."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one face is believed to be.

    Attributes:
        label: the likeliest tile, or `BACK`.
        confidence: its calibrated probability.
        alternatives: the next labels with their probabilities, likeliest first.
        sure: false where a person should look.
        crowded: more tiles carry this label than a set holds, and this is one of the least certain of them.
        odd_size: the face is much larger or smaller than those around it, or may be half of a tile.
        hidden: another face covers a part of it.
        alone: it would be sure, had it company of its size.
    """

    label: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    sure: bool
    crowded: bool = False
    odd_size: bool = False
    hidden: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where belief ends; probabilities from the cards of the reader and the finder."""

    sure: float
    margin: float
    reject: float

    @classmethod
    def of(cls, reader: ModelCard) -> Thresholds:
        """Those of the reader's card; raises ModelError where one is missing."""
        return cls(reader.threshold("sure"), reader.threshold("margin"), reader.threshold("reject"))


def is_tile(faces: Faces, scores: Floats, thresholds: Thresholds) -> npt.NDArray[np.bool_]:
    """(N,) false for faces that the reader holds for no tile, and for those that neither network believes in.

    A face that one of the two merely doubts stays and is asked about, unless it is face down.

    Args:
        faces: N faces.
        scores: (N,) the finder's scores of them.
        thresholds: from the reader's card.
    """
    none = faces.probabilities[:, faces.labels.index(NONE)]
    tiles = np.delete(faces.probabilities, faces.labels.index(NONE), axis=1)
    best = tiles.max(axis=1, initial=0.0)
    down = faces.probabilities[:, faces.labels.index(BACK)] >= best
    doubted = down & (none > PLAIN_BACK[0]) & (scores < PLAIN_BACK[1])
    return np.asarray((none < thresholds.reject) & (scores * np.sqrt(best) >= BELIEVED) & ~doubted)


def opinions(faces: Faces, thresholds: Thresholds) -> tuple[Opinion, ...]:
    """An opinion on each of N faces that are tiles.

    A face is `sure` where its probability reaches the card's threshold, stands the card's margin above every other
    label (that it is no tile among them), the set holds as many of the kind as were read, its size is that of the faces
    around it (white things of another size pass for blank tiles, half of a tile for another one), no other face covers
    a part of it, it is not so blurred that faces look alike, and it has the company of others. Where the whole picture
    is blurred, or many of its faces are doubted, its probability must be higher still; where the hand shook badly
    nothing is sure.
    """
    details = detail(faces.crops)
    odd, blurred = odd_sizes(faces.quads), details[:, :2].min(axis=1) < TOO_BLURRED
    odd[halves(faces.quads).pairs] = True
    hidden = covered(faces.quads, HIDDEN)
    doubtful = (odd | blurred | hidden).tolist()
    none = faces.labels.index(NONE)
    labels = (*faces.labels[:none], *faces.labels[none + 1 :])
    among = np.delete(faces.probabilities, none, axis=1)
    order = np.argsort(-among, axis=1, kind="stable")[:, : 1 + ALTERNATIVES]
    likeliest = np.take_along_axis(among, order, axis=1).tolist()
    picture = blur(details, faces.quads, [labels[columns[0]] for columns in order])
    if picture is Blur.HEAVY:
        doubtful = [True] * len(faces)
    needed = thresholds.sure if picture is Blur.NONE else max(thresholds.sure, BLURRED_SURE)
    if strange(among.max(axis=1, initial=0.0)[order[:, 0] != labels.index(BACK)], thresholds):
        needed = max(needed, STRANGE_SURE)
    found: list[Opinion] = []
    for index, (columns, likely) in enumerate(zip(order.tolist(), likeliest, strict=True)):
        confidence, *others = likely
        rival = max(others[0], float(faces.probabilities[index, none]))
        found.append(
            Opinion(
                label=labels[columns[0]],
                confidence=min(1.0, confidence),
                alternatives=tuple(
                    (labels[column], value)
                    for column, value in zip(columns[1:], others, strict=True)
                    if value >= WORTH_NAMING
                ),
                sure=confidence >= needed and confidence - rival >= thresholds.margin and not doubtful[index],
                odd_size=bool(odd[index]),
                hidden=bool(hidden[index]),
            )
        )
    return _counted(_accompanied(found, faces.quads))


def strange(probabilities: Floats, thresholds: Thresholds) -> bool:
    """Whether the faces of a picture are of a set that the reader does not know.

    Args:
        probabilities: (N,) of the likeliest label of each face that shows its print.
        thresholds: from the reader's card.
    """
    return len(probabilities) > COMPANY and float((probabilities < thresholds.sure).mean()) >= STRANGE


def odd_sizes(quads: Quads) -> npt.NDArray[np.bool_]:
    """(N,) whether each face is much larger or smaller than its nearest neighbours; false among few faces."""
    if len(quads) <= NEIGHBOURS:
        return np.zeros(len(quads), bool)
    centres, sizes = quads.mean(axis=1), short_sides(quads)
    apart = np.linalg.norm(centres[:, None] - centres[None, :], axis=2)
    np.fill_diagonal(apart, np.inf)
    nearest = np.argpartition(apart, NEIGHBOURS - 1, axis=1)[:, :NEIGHBOURS]
    usual = np.median(sizes[nearest], axis=1)
    return np.asarray((sizes > ODD_SIZE * usual) | (sizes * ODD_SIZE < usual))


def _accompanied(found: list[Opinion], quads: Quads) -> list[Opinion]:
    """The opinions, with those doubted that have too few sure ones of like size beside them."""
    sizes = short_sides(quads)
    sure = np.array([opinion.sure for opinion in found], bool)
    like = (sizes[:, None] <= ODD_SIZE * sizes[None, :]) & (sizes[None, :] <= ODD_SIZE * sizes[:, None])
    others = (like & sure[None, :]).sum(axis=1) - 1  # one of these is itself
    return [
        replace(opinion, sure=False, alone=True) if opinion.sure and others[index] < COMPANY else opinion
        for index, opinion in enumerate(found)
    ]


def _counted(found: list[Opinion]) -> tuple[Opinion, ...]:
    """The opinions, with those doubted that a set of tiles leaves no room for.

    Of n tiles read as a kind with c copies at most c are right, so no more than c/n is a fair confidence for the
    n - c least certain ones.
    """
    held: dict[str, list[int]] = defaultdict(list)
    for index, opinion in enumerate(found):
        held[opinion.label].append(index)
    for label, indices in held.items():
        room = len(indices) if label == BACK else copies(Tile(label))
        if len(indices) <= room:
            continue
        indices.sort(key=lambda index: found[index].confidence)
        for index in indices[: len(indices) - room]:
            doubted = found[index]
            fair = min(doubted.confidence, room / len(indices))
            found[index] = replace(doubted, confidence=fair, sure=False, crowded=True)
    return tuple(found)
