"""Read photos by a set of which a person has named a few kinds only."""

from array import array

import numpy as np
import pytest

from tests.vision.toys import LABELS, face, faces_of
from vision.classification.faces import Faces
from vision.requests import VIEWS, Comparison
from vision.tilesets.combine_scores import decide
from vision.tilesets.taught_likeness import the_right_way_up
from vision.tilesets.tile_set import TaughtFace

TAUGHT = TaughtFace("3D", b"", np.zeros((160, 128, 3), np.uint8), array("f", [1.0, 0.0] * VIEWS), "correction")


def read(count: int, **chances: float) -> Faces:
    """Return faces of a row that the network reads alike: the chances of some labels, the rest shared by the others."""
    rest = (1 - sum(chances.values())) / (len(LABELS) - len(chances))
    row = [chances.get(f"_{label}", rest) for label in LABELS]
    quads = np.array([face((60 + 70 * at, 80), 90) for at in range(count)])
    return faces_of([row] * count, quads, np.zeros((count, 160, 128, 3), np.uint8), [[1.0, 0.0]] * count)


@pytest.mark.parametrize(
    ("like", "label"), [(0.62, "4D"), (0.75, "3D")], ids=["as like as faces of one set are", "as like as one face is"]
)
def test_a_kind_that_was_not_taught_is_none_of_the_taught_ones(like: float, label: str) -> None:
    """Dots of one set are like each other: the taught 3 Dot takes no 4 Dot from the network by that."""
    (found,) = decide(read(1, _3D=0.3, _4D=0.6), [{"3D": like}]).best
    assert found == label


def test_a_face_that_the_network_takes_for_no_tile_needs_less_likeness() -> None:
    """What is no tile is hardly like a face of the set."""
    (found,) = decide(read(1, _3D=0.4, _NONE=0.6), [{"3D": 0.62}]).best
    assert found == "3D"


@pytest.mark.parametrize(
    ("upright", "on_head", "turned"),
    [(0.30, 0.36, False), (0.70, 0.80, True), (0.50, 0.62, True), (0.80, 0.70, False)],
    ids=["like no taught face", "on its head", "like one on its head alone", "upright"],
)
def test_a_row_turns_over_only_for_faces_that_are_like_a_taught_one(
    upright: float, on_head: float, *, turned: bool
) -> None:
    """Kinds that were not taught are a little more like the taught ones one way or the other, which tells nothing."""
    as_read, overturned = read(6, _3D=0.9), read(6, _4D=0.9)
    steps = the_right_way_up(as_read, overturned, (TAUGHT,))
    next(steps)
    steps.send(Comparison([[0.5]] * 6, [[upright]] * 6, [0.1]))
    with pytest.raises(StopIteration) as end:
        steps.send(Comparison([[0.5]] * 6, [[on_head]] * 6, [0.1]))
    faces, _ = end.value.value
    assert faces.best == ["4D" if turned else "3D"] * 6
