"""Test what is said about the photos of a lesson before it is taught: faces of another set, and kinds read wrongly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from rules.tiles import ALL_TILES
from service.shared.networks import drive_with
from service.tilesets.layout_checks import oddities
from tests.vision import toys
from tests.vision.tilesets.test_tile_set import classifier, seen, with_probabilities
from vision import Networks
from vision.classification.faces import NONE
from vision.reading import Issue, SetInUse
from vision.tilesets.label_proposals import Proposal

NETWORKS = Networks(toys.networks().detector, classifier())
ALL = [tile.code for tile in ALL_TILES]

MARKS = dict(zip((*ALL, NONE), (one for one in range(256) if 2 <= one.bit_count() <= 4), strict=False))
"""A pattern of bands for each kind, no two alike."""

Tile = tuple[str, int]
"""The label of a tile, and the pattern of its face."""


def _tiles(*labels: str) -> list[Tile]:
    """Return tiles whose faces look as their labels say."""
    return [(label, MARKS[label]) for label in labels]


def _strange(*labels: str) -> list[Tile]:
    """Return tiles whose faces do not look like those of their kinds."""
    return [(label, ~MARKS[label] & 0b11111111) for label in labels]


def _proposal(tiles: Sequence[Tile]) -> Proposal:
    """Return a photo's proposal, with every face read with confidence."""
    count = len(tiles)
    rows = np.full((count, len(toys.LABELS)), 0.0001, np.float32)
    for at, (label, _) in enumerate(tiles):
        rows[at, toys.LABELS.index(label)] = 1 - 0.0001 * (len(toys.LABELS) - 1)
    faces = with_probabilities(seen([pattern for _, pattern in tiles]), rows)
    labels = tuple(label for label, _ in tiles)
    return Proposal(faces, labels, (True,) * count, (0,) * count, tuple(range(count)), (0.99,) * count)


def _odd(*photos: Sequence[Tile], known: Sequence[str] = ()) -> list[list[Issue]]:
    """Return the issues of each photo, taught to a set that knows those kinds."""
    proposals = [_proposal(tiles) for tiles in photos]
    steps = oddities([None] * len(photos), proposals, known, NETWORKS.cards.classifier)
    return [list(found) for found in drive_with(NETWORKS, steps)]


USED = {
    "no set yet": (None, []),
    "the set": (SetInUse("Club", used=True), []),
    "perhaps another one": (SetInUse("Club", used=True, doubted=True), ["set-in-doubt"]),
    "another one": (SetInUse("Club", used=False), ["other-set"]),
}


@pytest.mark.parametrize(("chosen", "codes"), USED.values(), ids=USED)
def test_faces_of_another_set_are_told(chosen: SetInUse | None, codes: list[str]) -> None:
    """A photo whose faces are not, or may not be, of the set to teach says so by the set's name."""
    proposals = [_proposal(_tiles("1B"))]
    ((*found,),) = drive_with(NETWORKS, oddities([chosen], proposals, (), NETWORKS.cards.classifier))
    assert [one.code for one in found] == codes
    assert all("the set Club" in one.message for one in found)


TWINS = ("1B", "2B", "3B")

ALIKE: dict[str, tuple[list[list[Tile]], list[tuple[int, ...]]]] = {
    "each kind once": ([_tiles(*TWINS)], [()]),
    "twins alike": ([_tiles(*TWINS, *TWINS)], [()]),
    "twins unlike": ([[*_tiles(*TWINS), *_strange(*TWINS)]], [(3, 4, 5)]),
    "too few to tell": ([[*_tiles(*TWINS), *_strange(*TWINS[:2])]], [()]),
    "one kind four times": ([[*_tiles("1B"), *_strange("1B", "1B", "1B")]], [(1, 2, 3)]),
    "in the second photo": ([_tiles(*TWINS), _strange(*reversed(TWINS))], [(), (0, 1, 2)]),
    "the second photo alike": ([_tiles(*TWINS), _tiles(*TWINS)], [(), ()]),
    "too few in each photo": ([_tiles(*TWINS), _strange("1B"), _strange("2B", "3B")], [(), (), ()]),
    "flowers of many prints": ([[*_tiles("F"), *_strange("F", "F", "F")]], [()]),
    "no faces of the set": ([[*_tiles(NONE), *_strange(NONE, NONE, NONE)]], [()]),
}
"""Photos of a lesson, and the tiles of each that are told to be of a second set."""


@pytest.mark.parametrize(("photos", "told"), ALIKE.values(), ids=ALIKE)
def test_two_sets_in_one_lesson_are_told(photos: list[list[Tile]], told: list[tuple[int, ...]]) -> None:
    """Three tiles or more that do not look like the first of their kinds may be of two sets; flowers always differ."""
    found = [[one for one in issues if one.code == "two-sets"] for issues in _odd(*photos)]
    assert [one.tiles for issues in found for one in issues] == [one for one in told if one]
    assert [len(issues) for issues in found] == [bool(one) for one in told]


LACKING: dict[str, tuple[list[list[str]], tuple[str, ...], list[tuple[int, ...]]]] = {
    "one of each": ([["7D", "8D", "9D"]], (), [()]),
    "one twice": ([["7D", "9D", "7D"]], (), [(0, 2)]),
    "one twice, the other known": ([["7D", "9D", "7D"]], ("8D",), [()]),
    "one in each photo": ([["9D", "7D"], ["7D"]], (), [(1,), (0,)]),
    "both in the second photo": ([["9D"], ["7D", "7D"]], (), [(), (0, 1)]),
}
"""Labels of dots in each photo, kinds that the set knows, and the tiles of each photo that are told."""


@pytest.mark.parametrize(("labels", "known", "told"), LACKING.values(), ids=LACKING)
def test_a_lacking_kind_is_told(labels: list[list[str]], known: tuple[str, ...], told: list[tuple[int, ...]]) -> None:
    """If one kind lacks and another is there twice, each photo with a tile of that names both kinds and its tiles."""
    others = [code for code in ALL if code not in {"7D", "8D", "9D"}]
    found = _odd(*(_tiles(*one) for one in labels), known=[*others, *known])
    assert [issues[0].tiles if issues else () for issues in found] == told
    said = {(one.code, one.message) for issues in found for one in issues}
    message = "No face is 8 Dot, but 2 are 7 Dot: is one of them read wrongly?"
    assert said == ({("kinds-lacking", message)} if any(told) else set())
