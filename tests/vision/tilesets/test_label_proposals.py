"""Propose labels for a set that a person laid out, one tile of each kind or all of them."""

from dataclasses import replace

import numpy as np
import pytest

from rules.tiles import ALL_TILES, FLOWER, JOKER, copies
from tests.vision.toys import LABELS, face, faces_of
from vision import Photo, propose
from vision.observation import Observation
from vision.reading import Timing
from vision.tilesets.group_names import Groups, family, settled
from vision.tilesets.label_proposals import LaidOutFaces, surplus
from vision.tilesets.label_proposals import propose as propose_labels

KINDS = [tile for tile in ALL_TILES if tile not in {FLOWER, JOKER}]


@pytest.mark.parametrize("whole", [False, True], ids=["one of each", "all tiles"])
def test_as_many_of_a_kind_are_expected_as_were_laid_out(*, whole: bool) -> None:
    """A tile that may be one of two kinds gets the kind that is short, with one tile of each or all, in any order."""
    truth = [tile.code for tile in KINDS for _ in range(copies(tile) if whole else 1)]
    order = np.random.default_rng(7).permutation(len(truth))
    truth = [truth[at] for at in order]
    crops = np.stack([_picture(label) for label in truth])
    quads = [face((60 + 70 * (at % 16), 80 + 110 * (at // 16)), 90) for at in range(len(truth))]
    labels = faces_of(np.ones((len(truth), 38)) / 38, quads, crops).labels
    rows = np.full((len(truth), len(labels)), 1e-4)
    for at, label in enumerate(truth):
        rows[at, labels.index(label)] = 0.95
    # The classifier mistakes the like tiles of one kind for another kind that is already complete.
    for at in [at for at, label in enumerate(truth) if label == "3B"]:
        rows[at, labels.index("3B")], rows[at, labels.index("8B")] = 0.3, 0.6
    prints = np.stack([_print(label) for label in truth])
    faces = faces_of(rows, quads, crops, prints)
    seen = Observation(Photo.of(np.zeros((900, 1200, 3), np.uint8)), faces, (1.0,) * len(truth), Timing())
    (proposal,) = propose([seen])
    assert list(proposal.labels) == truth
    asked = {truth[at] for at, sure in enumerate(proposal.sure) if not sure}
    assert "3B" in asked
    assert len(asked) < 5
    assert len(set(zip(proposal.groups, truth, strict=True))) == len(set(proposal.groups)) == len(KINDS)


@pytest.mark.parametrize(
    ("kind", "read_as", "sure"),
    [("1B", "1B", True), ("1B", "", False), ("NONE", "NONE", False), ("J", "J", False)],
    ids=["read alike", "read differently", "no face", "a joker"],
)
def test_a_likely_name_is_sure_where_all_like_faces_are_read_so(kind: str, read_as: str, *, sure: bool) -> None:
    """A name is sure if all like faces are read so; mixed groups, possible non-faces and jokers are asked about."""
    kinds = ("1B", "2B", "J", "NONE")
    groups = Groups(kinds, [[-1.0] * 4], [read_as], [4], [[1.0]], whole=True, complete=True)
    likely = [0.999 if one == kind else 0.0005 for one in kinds]
    assert settled(groups, [likely], {}) == [sure]
    assert settled(groups, [likely], {0: kind}) == [True]
    assert settled(replace(groups, sizes=[1]), [likely], {}) == [False], "nothing is like it"


def test_like_faces_that_a_person_leaves_out_are_a_group_of_their_own() -> None:
    """If a person names two of four like faces, the other two form a group of their own."""
    quads = [face((60 + 70 * at, 80), 90) for at in range(4)]
    crops = np.stack([_picture("3B")] * 4)
    faces = faces_of(np.ones((4, 38)) / 38, quads, crops, np.stack([_print("3B")] * 4))
    laid_out = LaidOutFaces(((faces, (0, 0, 0, 0)),), [[1.0] * 4] * 4, ((0, 1, 2, 3),))
    (proposal,) = propose_labels(laid_out, said=[{1: "3B", 3: "3B"}])
    assert proposal.groups == (0, 1, 0, 1)
    assert proposal.labels[1] == proposal.labels[3] == "3B"


@pytest.mark.parametrize(
    ("laid_out", "said", "asked"),
    [
        ("F4 F4 J4 J4", {}, []),
        ("F4 F4 F4 F4", {}, [0, 1, 2, 3]),
        ("F4 F4 F4 F4", {3: "F"}, [0, 1, 2]),
        ("F4 F4 F4 J2 J2", {}, [0, 1, 2]),
        ("F4 F4 F4 F4 J4 J4", {}, []),
        ("F4 F4", {}, []),
        ("1B4 1B2 J4 J4 F4 F4", {}, [0, 1]),
        ("1B4 1B2 J4 J4 F4 F4", {0: "1B", 1: "1B"}, []),
        (" ".join(f"{number}{suit}4" for number in range(1, 10) for suit in "BB"), {}, []),
    ],
    ids=[
        "a whole set",
        "jokers read as flowers",
        "one answered",
        "some jokers read as flowers",
        "a set with more of both",
        "a set without jokers",
        "six of a kind",
        "six of a kind, answered",
        "two sets",
    ],
)
def test_more_of_a_kind_than_a_set_holds_are_asked_about(laid_out: str, said: dict[int, str], asked: list[int]) -> None:
    """If a whole set shows more of a kind than it holds, all its groups are asked about."""
    kinds = tuple(LABELS)
    best, sizes = [one[:-1] for one in laid_out.split()], [int(one[-1]) for one in laid_out.split()]
    likely = [[0.999 if one == kind else 0.0 for one in kinds] for kind in best]
    groups = Groups(kinds, [], best, sizes, [], whole=True, complete=True)
    assert surplus(groups, likely, [True] * len(best), said) == asked


def test_jokers_that_the_classifier_takes_for_flowers_are_asked_about() -> None:
    """Of a whole set laid out in order, no joker silently becomes a flower, even if every joker is read as one."""
    truth = [tile.code for tile in ALL_TILES for _ in range(copies(tile))]
    crops = np.stack([_picture("1B")] * len(truth))
    quads = [face((60 + 70 * (at % 16), 80 + 110 * (at // 16)), 90) for at in range(len(truth))]
    rows = np.full((len(truth), len(LABELS)), 1e-4)
    for at, label in enumerate(truth):
        rows[at, LABELS.index(FLOWER.code if label == JOKER.code else label)] = 0.95
    prints = np.stack([_print(label) for label in truth])
    faces = faces_of(rows, quads, crops, prints)
    fours = tuple(tuple(range(at, at + 4)) for at in range(0, len(truth), 4))
    laid_out = LaidOutFaces(((faces, (0,) * len(truth)),), (prints @ prints.T).tolist(), fours)
    (proposal,) = propose_labels(laid_out)
    silent = {(true, label) for true, label, sure in zip(truth, proposal.labels, proposal.sure, strict=True) if sure}
    assert all(true == label for true, label in silent)


def _print(label: str) -> np.ndarray:
    """Return the embedding of a kind's print, of unit length: somewhat like its family's, unlike all others."""
    of_family = np.random.default_rng([ord(letter) for letter in family(label)]).normal(size=128)
    drawn = np.random.default_rng(LABELS.index(label)).normal(size=128) + of_family
    return np.asarray(drawn / np.linalg.norm(drawn))


def _picture(label: str) -> np.ndarray:
    """Return a different face for each kind."""
    drawn = np.random.default_rng(LABELS.index(label)).integers(0, 256, (10, 8, 3), np.uint8)
    return drawn.repeat(8, axis=0).repeat(8, axis=1)
