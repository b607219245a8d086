"""Name the groups of like faces of one set, all together: the kind of each depends on the kinds of the others.

Every kind is there once, or as often as a set holds it, and every number as often as there are suits; groups that look
alike are of one suit or family; and tiles may lie in order. We compute the mean field of these terms, and scale rows
and columns to the kinds' counts (R. Sinkhorn and P. Knopp, Pacific J. Math. 21, 1967).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from rules.tiles import ALL_TILES, FLOWER, JOKER, SUITS, Tile, copies
from vision.classification.faces import NONE

OPEN: Final = (FLOWER.code, JOKER.code, NONE)
"""Kinds with any number of different faces in a set, and `NONE` for no face of the set."""

FLOOR: Final = 1e-4
"""Least probability of a kind: in an unfamiliar set a kind may be right that the classifier calls impossible."""

_READ, _ALIKE, _ORDER = 0.95, 2.2, 3.0
"""Weights of the classifier's log probabilities, of likeness in a family, and of the order."""

_CROWDED_NUMBER, _CROWDED_FAMILY = -1.5, -0.7
"""Score that each other group of one number, or of one family that is no suit, adds to a group in a complete set."""

_USUAL: Final = 44
"""Usual number of groups of a complete set; with more groups, each counts less for the others."""

_PRIOR: Final = {FLOWER.code: 2.5, JOKER.code: -1.0, NONE: -4.0}
"""Prior scores of these kinds beside the kinds that must be there, in natural logarithms."""

_AGAIN: Final = 4.0
"""Largest effect of counts for or against a kind, in natural logarithms: a kind may be there twice, or not at all."""

_ALONE: Final = 3.0
"""Score for a flower from a tile that is like no other, in natural logarithms, if a whole set is laid out."""

_ORDERED: Final = 0.2
"""Share of neighbours that the classifier reads as consecutive from which we take the tiles to lie in order."""

SURE: Final = 0.995
"""Probability from which we do not ask about a group of a complete set."""

SURE_OF_SOME: Final = 0.97
"""The same for an incomplete set."""

SURE_OF_FLOWER: Final = 0.998
"""The same for a group of flowers: they look like anything that the classifier does not know."""

_STEPS, _SCALINGS = 8, 6

_FAMILIES: Final = {"N": "wind", "E": "wind", "W": "wind", "S": "wind", "R": "dragon", "G": "dragon"}


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of like faces, in the order in which they lie.

    Attributes:
        kinds: K kinds that a face may be.
        read: G rows of K: mean log probability that the classifier gives the group's faces.
        read_as: G kinds as which the classifier reads all faces of a group, "" if it reads them differently.
        sizes: G numbers of faces in the groups.
        alike: G rows of G: likeness of two groups, at most 1.
        whole: whether all tiles of the set are laid out.
        complete: whether every kind should be there.
    """

    kinds: tuple[str, ...]
    read: Sequence[Sequence[float]]
    read_as: Sequence[str]
    sizes: Sequence[int]
    alike: Sequence[Sequence[float]]
    whole: bool
    complete: bool


def name_groups(groups: Groups, said: Mapping[int, str]) -> list[list[float]]:
    """Return G rows of K probabilities; `said` are a person's names of some groups, by their numbers."""
    if not groups.sizes:
        return []
    families = sorted({family(kind) for kind in groups.kinds})
    family_of = [families.index(family(kind)) for kind in groups.kinds]
    number_of = [int(kind[0]) if _in_suit(kind) else 0 for kind in groups.kinds]
    weights = [0.0] + [_CROWDED_NUMBER] * 9, [0.0 if one in SUITS else _CROWDED_FAMILY for one in families]
    said_less = min(1.0, _USUAL / len(groups.sizes))
    by_number, by_family = ([said_less * value * groups.complete for value in row] for row in weights)
    alike = _more_alike(groups, said_less)
    follows = _followers(groups.kinds) if _in_order(groups) else None
    own = [_own(groups, at, said) for at in range(len(groups.sizes))]
    found = _scaled(groups, own)
    for step in range(1, _STEPS + 1):
        share = min(1.0, 2 * step / _STEPS)
        in_family, in_number = _summed(found, family_of, len(families)), _summed(found, number_of, 10)
        of_number = _others(in_number, by_number)
        of_family = [
            list(map(float.__add__, *rows))
            for rows in zip(_weighed(alike, in_family), _others(in_family, by_family), strict=True)
        ]
        scores = [
            [value + share * (one[f] + other[n]) for value, f, n in zip(row, family_of, number_of, strict=True)]
            for row, one, other in zip(own, of_family, of_number, strict=True)
        ]
        if follows is not None:
            _add_order(scores, found, follows, share * _ORDER)
        after = _scaled(groups, scores)
        found = [
            [(one + other) / 2 for one, other in zip(*rows, strict=True)] for rows in zip(found, after, strict=True)
        ]
    return found


def settled(
    groups: Groups, probabilities: Sequence[Sequence[float]], said: Mapping[int, str], known: Collection[str] = ()
) -> list[bool]:
    """Say which groups need no question.

    A flower may really be a kind that is still lacking, so it needs a higher probability until none is. A joker looks
    like anything, and a face taken for one would fit any meld: we always ask about it. If the classifier reads one of
    the like faces as another kind, it may be that kind. In a whole set, a face that is like no other may be an object
    beside the tiles. Only a person can say that a face is none of the set.

    Args:
        groups: the groups.
        probabilities: as `name_groups` gives them.
        said: a person's names of some groups, by their numbers.
        known: the kinds that the set already knows.
    """
    least = SURE if groups.complete else SURE_OF_SOME
    best = [(groups.kinds[row.index(max(row))], max(row)) for row in probabilities]
    held = {kind for kind, value in best if value >= least}
    lacking = any(tile.code not in {*held, *known, *OPEN} for tile in ALL_TILES)
    found = []
    for at, (kind, value) in enumerate(best):
        plain = kind == groups.read_as[at] not in {NONE, JOKER.code} and not _alone(groups, at)
        found.append(at in said or (plain and value >= (SURE_OF_FLOWER if kind == FLOWER.code and lacking else least)))
    return found


def _own(groups: Groups, at: int, said: Mapping[int, str]) -> list[float]:
    """Return a group's own scores of the kinds, in natural logarithms."""
    if at in said:
        label = said[at] if said[at] in groups.kinds else NONE
        return [0.0 if kind == label else -60.0 for kind in groups.kinds]
    alone = _alone(groups, at)
    return [
        _READ * value
        + (_PRIOR.get(kind, 0.0) if groups.complete or kind == NONE else 0.0)
        - (_ALONE if alone and kind not in {FLOWER.code, NONE} else 0.0)
        for kind, value in zip(groups.kinds, groups.read[at], strict=True)
    ]


def _alone(groups: Groups, at: int) -> bool:
    return groups.whole and groups.sizes[at] == 1


def _more_alike(groups: Groups, weight: float) -> list[list[float]]:
    """Return the scores for two groups being of one family: their likeness above the median, weighed."""
    count = len(groups.sizes)
    pairs = [groups.alike[one][other] for one in range(count) for other in range(one)]
    usual = median(pairs) if pairs else 0.0
    return [
        [0.0 if one == other else _ALIKE * weight * (value - usual) for other, value in enumerate(row)]
        for one, row in enumerate(groups.alike)
    ]


def _others(rows: Sequence[Sequence[float]], weights: Sequence[float]) -> list[list[float]]:
    """Return for each group the weighed sum of all other groups' rows."""
    total = [sum(column) for column in zip(*rows, strict=True)]
    return [[weight * (whole - own) for weight, whole, own in zip(weights, total, row, strict=True)] for row in rows]


def _scaled(groups: Groups, scores: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return rows of probabilities with at most as many of a kind as a set has, and with all in a complete set."""
    rows = []
    for row in scores:
        most = max(row)
        rows.append([math.exp(value - most) for value in row])
    room = [_room(kind, whole=groups.whole) for kind in groups.kinds]
    least, most = math.exp(-_AGAIN), math.exp(_AGAIN)
    factors = [1.0] * len(groups.kinds)
    for _ in range(_SCALINGS):
        held = [0.0] * len(groups.kinds)
        for row, size in zip(rows, groups.sizes, strict=True):
            weight = (size if groups.whole else 1) / max(sum(map(float.__mul__, row, factors)), 1e-300)
            for k, value in enumerate(row):
                held[k] += value * factors[k] * weight
        for k, kind in enumerate(groups.kinds):
            filled = held[k] / room[k] if room[k] else 0.0
            if filled > 1 or (groups.complete and kind not in OPEN and filled > 0):
                factors[k] = min(max(factors[k] / filled, least), most)
    found = []
    for row in rows:
        values = list(map(float.__mul__, row, factors))
        total = sum(values)
        found.append([value / total for value in values])
    return found


def _room(kind: str, *, whole: bool) -> int:
    """Return how many tiles of a kind a set has (groups, if one of each is laid out); 0 for any number."""
    if kind == NONE:
        return 0
    return copies(Tile(kind)) if whole or kind in OPEN else 1


def _in_order(groups: Groups) -> bool:
    """Say whether the classifier reads many groups as the successor of the group before."""
    follows = _followers(groups.kinds)
    best = [row.index(max(row)) for row in groups.read]
    pairs = list(pairwise(best))
    return len(pairs) > 1 and sum(_in_suit(groups.kinds[one]) and two in follows[one] for one, two in pairs) >= (
        _ORDERED * len(pairs)
    )


def _followers(kinds: Sequence[str]) -> list[list[int]]:
    """Return which kinds may come next if tiles lie in order: the next of a suit, or others of an honor's family."""
    found = []
    for kind in kinds:
        if _in_suit(kind):
            follow = [f"{int(kind[0]) + 1}{kind[1]}"]
        elif kind in OPEN:
            follow = [kind]
        else:
            follow = [other for other in kinds if other != kind and family(other) == family(kind)]
        found.append([kinds.index(other) for other in follow if other in kinds])
    return found


def _add_order(
    scores: list[list[float]], found: Sequence[Sequence[float]], follows: Sequence[Sequence[int]], weight: float
) -> None:
    """Add to each group's scores the evidence of the groups before and behind it, by the order."""
    for at in range(len(scores) - 1):
        for k, after in enumerate(follows):
            for next_k in after:
                part = weight / len(after)
                scores[at + 1][next_k] += part * found[at][k]
                scores[at][k] += part * found[at + 1][next_k]


def _summed(rows: Sequence[Sequence[float]], of: Sequence[int], count: int) -> list[list[float]]:
    """Return the rows with the numbers of each class added up."""
    found = []
    for row in rows:
        total = [0.0] * count
        for value, part in zip(row, of, strict=True):
            total[part] += value
        found.append(total)
    return found


def _weighed(weights: Sequence[Sequence[float]], rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return for each group the sum of all rows, weighed by the group's coupling with theirs."""
    columns = list(zip(*rows, strict=True))
    return [[sum(map(float.__mul__, row, column)) for column in columns] for row in weights]


def family(kind: str) -> str:
    """Return the suit of a kind, winds, dragons, or the kind itself."""
    return kind[1] if _in_suit(kind) else _FAMILIES.get(kind, kind)


def _in_suit(kind: str) -> bool:
    return kind[-1] in SUITS
