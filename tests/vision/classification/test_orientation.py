"""Faces of a row agree on their orientation, except a face that is certain of its own."""

import math

import pytest

from vision.classification.orientation import AT_THE_TABLE, LAID_OUT, Neighbourhood, agreed_turns
from vision.geometry import Point, Quad, turned

PLAIN = (0.9997, 0.0001, 0.0001, 0.0001)
UNDECIDED = (0.48, 0.01, 0.5, 0.01)
NOTHING_SAID = (0.25, 0.25, 0.25, 0.25)


def tile(x: float, y: float, angle: float = 0.0) -> Quad:
    """Return a face 60 x 80 about a point, turned clockwise by an angle in degrees."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def corner(u: float, v: float) -> Point:
        return x + u * c - v * s, y + u * s + v * c

    return corner(-30, -40), corner(30, -40), corner(30, 40), corner(-30, 40)


def row(count: int, y: float = 100, angle: float = 0.0) -> list[Quad]:
    """Return a row of faces side by side, in a photo taken at this angle."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return [tile(500 + (70 * i - 200) * c - y * s, 500 + (70 * i - 200) * s + y * c, angle) for i in range(count)]


def says(turn: int, strength: tuple[float, ...] = PLAIN) -> tuple[float, ...]:
    """Return the orientation probabilities `strength`, moved to this number of quarter turns."""
    return tuple(strength[(place - turn) % 4] for place in range(4))


def test_an_undecided_face_stands_as_its_row() -> None:
    """A face that looks the same on its head follows its neighbours; a certain face keeps its own orientation."""
    quads = row(10)
    assert agreed_turns(quads, [PLAIN] * 8 + [UNDECIDED, says(2)]) == [0] * 9 + [2]


def test_two_rows_face_each_other() -> None:
    """Each row decides for itself, because players sit on both sides of a table."""
    quads = [*row(8), *row(8, 300)]
    told = [says(2)] * 6 + [says(0, UNDECIDED)] * 2 + [PLAIN] * 6 + [says(2, UNDECIDED)] * 2
    assert agreed_turns(quads, told) == [2] * 8 + [0] * 8


def test_a_row_that_says_nothing_stands_as_the_other_rows() -> None:
    """A row without an opinion follows the picture's other rows."""
    quads = [*row(6), *row(6, 220), *row(3, 340)]
    assert agreed_turns(quads, [says(2)] * 12 + [NOTHING_SAID] * 3) == [2] * 15


def test_where_nobody_says_anything_tiles_stand_upright() -> None:
    """Without any opinion tiles stand upright, because most photos are taken from the player's seat."""
    assert agreed_turns(row(5), [NOTHING_SAID] * 5) == [0] * 5


@pytest.mark.parametrize("angle", [0, 20, -35, 90, 180, 250])
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_photo_turned_as_a_whole_changes_nothing(angle: int, turns: int) -> None:
    """A row agrees at any angle of the photo, whichever corner its quads begin with."""
    quads = [turned(quad, -turns) for quad in row(9, angle=angle)]
    told = [says(turns)] * 7 + [says(turns, UNDECIDED), says(turns + 2, UNDECIDED)]
    assert agreed_turns(quads, told) == [turns] * 9


def test_corners_that_begin_anywhere_are_told_in_the_frame_of_the_row() -> None:
    """Near 45 degrees the top left corner in the picture differs between tiles of one row; the row still agrees."""
    quads = [turned(quad, -(i % 2)) for i, quad in enumerate(row(8))]
    assert agreed_turns(quads, [says(i % 2) for i in range(7)] + [NOTHING_SAID]) == [i % 2 for i in range(8)]


@pytest.mark.parametrize(("expected", "turn"), [(AT_THE_TABLE, 2), (LAID_OUT, 0)], ids=["table", "laid out"])
def test_tiles_laid_out_listen_to_each_other_more(expected: Neighbourhood, turn: int) -> None:
    """A fairly certain face keeps its own orientation at a table, but follows its row among tiles laid out to teach."""
    fairly = (0.995, 0.001, 0.003, 0.001)
    assert agreed_turns(row(9), [PLAIN] * 8 + [says(2, fairly)], expected)[-1] == turn


def test_no_face_is_no_turn() -> None:
    """A picture without tiles has no rows and no orientations."""
    assert agreed_turns([], []) == []
