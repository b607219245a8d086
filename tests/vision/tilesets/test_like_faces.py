"""Group the tiles of a rack that one answer of a player may name."""

import numpy as np
import pytest

from tests.vision.toys import LABELS, face, faces_of
from vision import RackReading, TileReading
from vision.geometry import as_quads
from vision.tilesets.like_faces import with_alike

Tiles = list[tuple[str, str, bool]]
"""Tiles of a row: what is printed on it (the same letter: the same print), how it is read, whether that is sure."""


def prints(letters: str) -> list[list[float]]:
    """Return an embedding for each letter; unlike letters have a cosine of 0.5."""
    return [[0.5**0.5, *((0.5**0.5 if letter == other else 0.0) for other in "abcdefgh")] for letter in letters]


@pytest.mark.parametrize(
    ("tiles", "aside", "alike"),
    [
        ([("a", "6B", False), ("b", "1D", True), ("a", "6B", False)], (), ((0, 2),)),
        ([("a", "6B", False), ("b", "F", False), ("a", "F", False), ("b", "F", False)], (), ((0, 2), (1, 3))),
        ([("a", "6B", False), ("a", "6B", True)], (), ()),
        ([("a", "6B", False), ("a", "6B", False)], (1,), ()),
        ([("a", "BACK", False), ("a", "BACK", False)], (), ()),
        ([("a", "6B", False), ("b", "6B", False)], (), ()),
        ([("a", "6B", False)] * 5, (), ((1, 2, 3, 4),)),
        ([], (), ()),
    ],
    ids=[
        "two alike",
        "two pairs of one name",
        "only one is asked about",
        "one lies beside the rack",
        "face down",
        "one name, two prints",
        "four of five, as a set holds no more",
        "no tiles",
    ],
)
def test_tiles_that_we_ask_about_are_grouped_by_print(
    tiles: Tiles, aside: tuple[int, ...], alike: tuple[tuple[int, ...], ...]
) -> None:
    """A group holds tiles of the rack that show the same print, all of them unsure."""
    quads = [face((60 + 70 * at, 80), 90) for at in range(len(tiles))]
    rows = np.full((len(tiles), len(LABELS)), 0.5 / len(LABELS))
    for row, (_, label, _) in zip(rows, tiles, strict=True):
        row[LABELS.index(label)] += 0.5
    crops = np.zeros((len(tiles), 160, 128, 3), np.uint8)
    faces = faces_of(rows, np.array(quads), crops, np.array(prints("".join(one for one, _, _ in tiles))))
    read = tuple(
        TileReading(label, 0.5, (), quad, 0, at, sure)
        for at, (quad, (_, label, sure)) in enumerate(zip(as_quads(quads), tiles, strict=True))
    )
    reading = RackReading(900, 200, read, "", (), "toy@1", aside=aside)
    assert with_alike(reading, tuple(faces)).alike == alike
