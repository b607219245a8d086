"""Labels to propose for the faces of a set that is laid out to be taught, chosen for all of them together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.tiles import ALL_TILES
from vision.classification.faces import NONE, Face, Faces
from vision.layout.rows import arrange_rows
from vision.observation import Observation
from vision.reading import BACK
from vision.requests import Steps
from vision.tilesets.group_names import FLOOR, OPEN, Groups, name_groups, settled
from vision.tilesets.like_faces import Likenesses, compare_all, group_alike, less_where_read_apart

WHOLE_SET: Final = 80
"""Tiles from which a whole set was laid out, not one of each kind."""

FEW: Final = 6
"""Kinds that are lacking, or are there twice, by mistake at most; more are on purpose."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """What one photo of laid-out faces may teach.

    Attributes:
        faces: N faces in reading order; quads in pixels of the full upright picture.
        labels: N proposed labels; `NONE` of what may be no face of the set.
        sure: N times whether we need not ask.
        rows: N row numbers from the top of the picture.
        groups: N numbers: faces of one number look alike, in all photos together.
        probabilities: N probabilities of the labels.
    """

    faces: Faces
    labels: tuple[str, ...]
    sure: tuple[bool, ...]
    rows: tuple[int, ...]
    groups: tuple[int, ...]
    probabilities: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """The laid-out faces of one set's photos.

    Attributes:
        photos: of each photo the faces in reading order, and their row numbers.
        alike: how alike each two faces are, those of all photos one after the other.
        groups: numbers of like faces.
    """

    photos: tuple[tuple[Faces, tuple[int, ...]], ...]
    alike: Likenesses
    groups: tuple[tuple[int, ...], ...]


def gather(seen: Sequence[Observation]) -> Steps[Gathered]:
    """Put the faces of one set's photos in order and group like with like.

    No face that the detector found is left out: what the classifier takes for no tile may be a joker it has never seen.
    Only of a whole set are like faces grouped: beside one of each kind, likeness says that two differ in a numeral.
    """
    photos = tuple(_in_order(one.faces) for one in seen)
    each = [face for faces, _ in photos for face in faces]
    whole = len(each) >= WHOLE_SET
    alike = yield from compare_all(each)
    groups = group_alike(less_where_read_apart(alike, each)) if whole else [[at] for at in range(len(each))]
    return Gathered(photos, alike, tuple(map(tuple, groups)))


def propose(
    gathered: Gathered, known: Collection[str] = (), said: Sequence[Mapping[int, str]] = ()
) -> tuple[Proposal, ...]:
    """Propose labels for the faces of one set's photos, a group of like faces always the same.

    Args:
        gathered: the faces.
        known: the kinds that the set was taught before.
        said: of each photo what a person has named so far: labels by the places of the faces. Like faces of which
            they named others are another group from then on.
    """
    sizes = [len(faces) for faces, _ in gathered.photos]
    starts = [sum(sizes[:photo]) for photo in range(len(sizes))]
    answers = {start + at: label for start, labels in zip(starts, said, strict=False) for at, label in labels.items()}
    members = _split_by_answer(gathered.groups, answers)
    groups, kept = _read_groups(gathered, members, complete=not known)
    named = {at: answers[group[0]] for at, group in enumerate(members) if group[0] in answers}
    probabilities = name_groups(groups, named)
    sure = settled(groups, probabilities, named, known)
    labels, certain, numbers, values = [""] * kept, [False] * kept, [0] * kept, [0.0] * kept
    for number, (group, row) in enumerate(zip(members, probabilities, strict=True)):
        for at in group:
            labels[at] = named.get(number) or groups.kinds[row.index(max(row))]
            certain[at], numbers[at], values[at] = sure[number], number, max(row)
    doubted, _ = crowded(labels, known)
    certain = [one and (at in answers or labels[at] not in doubted) for at, one in enumerate(certain)]
    found = []
    for start, (faces, rows) in zip(starts, gathered.photos, strict=True):
        here = slice(start, start + len(faces))
        found.append(
            Proposal(
                faces,
                tuple(labels[here]),
                tuple(certain[here]),
                rows,
                tuple(numbers[here]),
                tuple(values[here]),
            )
        )
    return tuple(found)


def _split_by_answer(groups: Sequence[Sequence[int]], answers: Mapping[int, str]) -> list[tuple[int, ...]]:
    """Return the groups, apart what a person has named differently or left out: all of a group are named, or none."""
    found: list[tuple[int, ...]] = []
    for group in groups:
        by_answer: dict[str | None, list[int]] = {}
        for at in group:
            by_answer.setdefault(answers.get(at), []).append(at)
        found += map(tuple, by_answer.values())
    return sorted(found, key=min)


def _read_groups(gathered: Gathered, members: Sequence[Sequence[int]], *, complete: bool) -> tuple[Groups, int]:
    """Return what the classifier says of groups, and how many faces there are."""
    each = [face for faces, _ in gathered.photos for face in faces]
    names = gathered.photos[0][0].labels if gathered.photos else ()
    kinds = (*(label for label in names if label not in {BACK, NONE}), NONE)
    logs = [_logs(face, names, kinds) for face in each]
    best = [kinds[row.index(max(row))] for row in logs]
    kinds_read = [{best[at] for at in group} for group in members]
    read_as = [found.pop() if len(found) == 1 else "" for found in kinds_read]
    read = [[sum(column) / len(group) for column in zip(*(logs[at] for at in group), strict=True)] for group in members]
    alike = [[gathered.alike[one[0]][other[0]] for other in members] for one in members]
    sizes = [len(group) for group in members]
    # As many groups as there are kinds of one face each: one of each was laid out at least.
    enough = complete and len(members) >= len(ALL_TILES) - 2
    return Groups(kinds, read, read_as, sizes, alike, whole=len(each) >= WHOLE_SET, complete=enough), len(each)


def _logs(face: Face, names: Sequence[str], kinds: Sequence[str]) -> list[float]:
    """Return logarithms of a face's probabilities; faces lie up, so that what looks face down is no face either."""
    by_name = dict(zip(names, face.probabilities, strict=True))
    by_name[NONE] = by_name.get(NONE, 0.0) + by_name.get(BACK, 0.0)
    return [math.log(max(by_name[kind], FLOOR)) for kind in kinds]


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
