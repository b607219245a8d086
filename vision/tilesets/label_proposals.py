"""Propose labels for the faces that a person lays out to teach a set, for all of them together."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.tiles import ALL_TILES, FLOWER, JOKER, Tile, copies
from vision.classification.faces import NONE, Face, Faces
from vision.layout.rows import arrange_rows
from vision.observation import Observation
from vision.reading import BACK
from vision.tilesets.group_names import FLOOR, OPEN, Groups, name_groups, settled
from vision.tilesets.like_faces import Likenesses, group_alike, less_where_read_apart, likenesses_of

WHOLE_SET: Final = 80
"""Number of tiles from which we take a whole set to be laid out, not one tile of each kind."""

FEW: Final = 6
"""Most kinds that lack, or are there twice, through a mistake; more are on purpose."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """The proposed labels for one photo of laid-out faces.

    Attributes:
        faces: N faces in reading order; quads in pixels of the full upright picture.
        labels: N proposed labels; `NONE` for a face that may be no face of the set.
        sure: N flags, true if we need not ask.
        rows: N row numbers from the top of the picture.
        groups: N group numbers: faces of one group look alike, in all photos together.
        probabilities: N probabilities of the labels.
    """

    faces: Faces
    labels: tuple[str, ...]
    sure: tuple[bool, ...]
    rows: tuple[int, ...]
    groups: tuple[int, ...]
    probabilities: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LaidOutFaces:
    """The laid-out faces of one set's photos.

    Attributes:
        photos: for each photo the faces in reading order, and their row numbers.
        alike: likeness of each pair of faces, the faces of all photos one after the other.
        groups: groups of like faces, by their numbers in `alike`.
    """

    photos: tuple[tuple[Faces, tuple[int, ...]], ...]
    alike: Likenesses
    groups: tuple[tuple[int, ...], ...]


def group_faces(seen: Sequence[Observation]) -> LaidOutFaces:
    """Put the faces of one set's photos in order and group like with like.

    We keep every detected face: the classifier may take a joker that it has never seen for no tile. We group like faces
    of a whole set only: among one tile of each kind, two like faces differ in a numeral.
    """
    photos = tuple(_in_order(one.faces) for one in seen)
    each = [face for faces, _ in photos for face in faces]
    whole = len(each) >= WHOLE_SET
    alike = likenesses_of(each)
    groups = group_alike(less_where_read_apart(alike, each)) if whole else [[at] for at in range(len(each))]
    return LaidOutFaces(photos, alike, tuple(map(tuple, groups)))


def propose(
    laid_out: LaidOutFaces, known: Collection[str] = (), said: Sequence[Mapping[int, str]] = ()
) -> tuple[Proposal, ...]:
    """Propose labels for the faces of one set's photos, one label for each group of like faces.

    Args:
        laid_out: the faces.
        known: the kinds that the set already knows.
        said: a person's answers so far, for each photo: labels by the places of the faces. Faces of a group with
            different answers, or with none, form groups of their own.
    """
    sizes = [len(faces) for faces, _ in laid_out.photos]
    starts = [sum(sizes[:photo]) for photo in range(len(sizes))]
    answers = {start + at: label for start, labels in zip(starts, said, strict=False) for at, label in labels.items()}
    members = _split_by_answer(laid_out.groups, answers)
    groups, kept = _read_groups(laid_out, members, complete=not known)
    named = {at: answers[group[0]] for at, group in enumerate(members) if group[0] in answers}
    probabilities = name_groups(groups, named)
    sure = settled(groups, probabilities, named, known)
    if groups.whole:
        for at in surplus(groups, probabilities, sure, named):
            sure[at] = False
    labels, certain, numbers, values = [""] * kept, [False] * kept, [0] * kept, [0.0] * kept
    for number, (group, row) in enumerate(zip(members, probabilities, strict=True)):
        for at in group:
            labels[at] = named.get(number) or groups.kinds[row.index(max(row))]
            certain[at], numbers[at], values[at] = sure[number], number, max(row)
    doubted, _ = crowded(labels, known)
    certain = [one and (at in answers or labels[at] not in doubted) for at, one in enumerate(certain)]
    found = []
    for start, (faces, rows) in zip(starts, laid_out.photos, strict=True):
        here = slice(start, start + len(faces))
        found.append(
            Proposal(faces, tuple(labels[here]), tuple(certain[here]), rows, tuple(numbers[here]), tuple(values[here]))
        )
    return tuple(found)


def _split_by_answer(groups: Sequence[Sequence[int]], answers: Mapping[int, str]) -> list[tuple[int, ...]]:
    """Split groups by a person's answers: all faces of a group have the same answer, or none has one."""
    found: list[tuple[int, ...]] = []
    for group in groups:
        by_answer: dict[str | None, list[int]] = {}
        for at in group:
            by_answer.setdefault(answers.get(at), []).append(at)
        found += map(tuple, by_answer.values())
    return sorted(found, key=min)


def _read_groups(laid_out: LaidOutFaces, members: Sequence[Sequence[int]], *, complete: bool) -> tuple[Groups, int]:
    """Return the groups with the classifier's scores, and the number of all faces."""
    each = [face for faces, _ in laid_out.photos for face in faces]
    names = laid_out.photos[0][0].labels if laid_out.photos else ()
    kinds = (*(label for label in names if label not in {BACK, NONE}), NONE)
    logs = [_logs(face, names, kinds) for face in each]
    best = [kinds[row.index(max(row))] for row in logs]
    kinds_read = [{best[at] for at in group} for group in members]
    read_as = [found.pop() if len(found) == 1 else "" for found in kinds_read]
    read = [[sum(column) / len(group) for column in zip(*(logs[at] for at in group), strict=True)] for group in members]
    alike = [[laid_out.alike[one[0]][other[0]] for other in members] for one in members]
    sizes = [len(group) for group in members]
    # As many groups as there are kinds with one face each: at least one tile of each kind is laid out.
    enough = complete and len(members) >= len(ALL_TILES) - 2
    return Groups(kinds, read, read_as, sizes, alike, whole=len(each) >= WHOLE_SET, complete=enough), len(each)


def _logs(face: Face, names: Sequence[str], kinds: Sequence[str]) -> list[float]:
    """Return a face's log probabilities; laid-out faces lie face up, so that `BACK` counts as `NONE`."""
    by_name = dict(zip(names, face.probabilities, strict=True))
    by_name[NONE] = by_name.get(NONE, 0.0) + by_name.get(BACK, 0.0)
    return [math.log(max(by_name[kind], FLOOR)) for kind in kinds]


def crowded(labels: Sequence[str], known: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the kinds that are there more than once, and the lacking kinds; two empty tuples if either is empty.

    This reveals a misread tile: one tile of the first kinds may be of a lacking kind. If more than `FEW` kinds lack or
    are there more than once, the person has laid out the tiles so, and we return two empty tuples too. Tiles that lie
    face down are of no kind.
    """
    counts = Counter(label for label in labels if label not in {*OPEN, BACK})
    twice = tuple(label for label, count in counts.items() if count > 1)
    lacking = tuple(tile.code for tile in ALL_TILES if tile.code not in {*labels, *known})
    return (twice, lacking) if 0 < len(twice) <= FEW and 0 < len(lacking) <= FEW else ((), ())


def surplus(
    groups: Groups, probabilities: Sequence[Sequence[float]], sure: Sequence[bool], said: Mapping[int, str]
) -> list[int]:
    """Return the sure groups of a whole set that are, together, more tiles of a kind than a set holds.

    One of them is of another kind, and we cannot tell which. A set may have more flowers and more jokers, of its own
    prints. But if there are too many of one and too few of the other, the classifier may take one for the other. If
    more than `FEW` kinds are there too often, the person has laid out the tiles so. A person's answers, `said`, stand.
    """
    best = [groups.kinds[row.index(max(row))] for row in probabilities]
    tiles, certain = Counter[str](), Counter[str]()
    for kind, size, one in zip(best, groups.sizes, sure, strict=True):
        tiles[kind] += size
        certain[kind] += size if one else 0
    few = any(tiles[one.code] < copies(one) for one in (FLOWER, JOKER))
    limited = set(best) - ({NONE} if few else set(OPEN))
    over = {kind for kind in limited if certain[kind] > copies(Tile(kind))}
    if len(over) > FEW:
        return []
    return [at for at, kind in enumerate(best) if kind in over and sure[at] and at not in said]


def _in_order(faces: Faces) -> tuple[Faces, tuple[int, ...]]:
    layout = arrange_rows(faces.quads)
    order = [index for row in layout.rows for index in row]
    return faces.chosen(order), tuple(number for number, row in enumerate(layout.rows) for _ in row)
