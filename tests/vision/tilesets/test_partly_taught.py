"""Read photos by a set of which a person has named a few kinds only."""

from array import array

import numpy as np
import pytest

from tests.vision.toy_host import CARDS
from tests.vision.toys import LABELS, face, faces_of
from vision.classification.faces import Faces
from vision.requests import VIEWS, ClassifierOutput, Classify, Compare, Comparison, Rectify, Request, run
from vision.tilesets.combine_scores import decide
from vision.tilesets.taught_likeness import CLEAR, the_right_way_up
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


class Likening:
    """A host that answers comparisons with given likenesses, one after the other."""

    def __init__(self, *looks: list[float]) -> None:
        self.looks = iter(looks)

    def answer(self, request: Request) -> object:
        """Answer a request by its docstring."""
        match request:
            case Compare(crops):
                return Comparison([[0.5]] * len(crops), [[like] for like in next(self.looks)], [0.1])
            case Rectify(crop):
                return (crop,)
            case Classify(crops):
                logits, turns, frames = [0.0] * len(LABELS), [0.0] * 4, [0.0] * 8
                each = len(crops)
                return ClassifierOutput(
                    [logits] * each, [turns] * each, [array("f", [1.0, 0.0])] * each, [frames] * each
                )
            case _:
                raise AssertionError(request)


def turned_on_sides(as_read: list[float], on_side: list[float]) -> list[bool]:
    """Say which faces of a row are turned, by their likeness to the taught face as read and on one side."""
    faces = read(len(as_read), _3D=0.9)
    unlike = [at for at, like in enumerate(as_read) if like < CLEAR]
    host = Likening(as_read, [0.2] * len(as_read), [on_side[at] for at in unlike], [0.2] * len(unlike))
    found, _ = run(the_right_way_up(faces, faces, (TAUGHT,), CARDS.classifier), host)
    return [one.quad != other.quad for one, other in zip(found, faces, strict=True)]


@pytest.mark.parametrize(
    ("as_read", "on_side", "turned"),
    [(0.30, 0.57, False), (0.30, 0.62, True), (0.60, 0.62, False), (0.71, 0.80, False)],
    ids=["like no taught face", "like one on its side alone", "as like one either way", "clearly like one as read"],
)
def test_a_face_is_turned_on_its_side_only_to_be_like_a_taught_one(
    as_read: float, on_side: float, *, turned: bool
) -> None:
    """Tiles hardly ever lie on their sides, so that likeness has to say it plainly."""
    assert turned_on_sides([as_read], [on_side]) == [turned]


def test_a_face_that_is_like_no_taught_one_is_not_turned_on_its_side_by_its_row() -> None:
    """Strewn tiles lie beside each other by chance: what one of them tells says little about the next."""
    assert turned_on_sides([0.3] * 6, [0.8] * 3 + [0.5] * 3) == [True] * 3 + [False] * 3
