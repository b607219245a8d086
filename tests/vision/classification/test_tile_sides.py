"""A tile's blank side beside its face is no tile; a blank tile beside other tiles is one."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.toys import LABELS, card, faces_of
from vision.classification.faces import NONE, Faces
from vision.classification.tile_sides import blank_faces, tile_sides
from vision.host.measures import unevenness

Floats = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]
Placed = tuple[str, float, float, float, float]
"""Label, probability, and where a face lies: left, top, height; all are 60 wide and tiles 80 high."""

WIDE = 60.0
FACE = ("5C", 0.99, 0.0, 0.0, 80.0)
ABOVE = ("0", 0.6, 0.0, -40.0, 40.0)


def seen(*placed: Placed, turned: float = 0.0, first: int = 0, crops: Pixels | None = None) -> Faces:
    """Faces where they are placed, the picture turned by degrees, blank ones numbered from another corner."""
    angle = np.deg2rad(turned)
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    quads, probabilities = [], []
    for label, probability, left, top, height in placed:
        right, low = left + WIDE, top + height
        quad = np.array([[left, top], [right, top], [right, low], [left, low]]) @ rotation + 500
        quads.append(np.roll(quad, first if label in {"0", "BACK"} else 0, axis=0))
        row = np.full(len(LABELS), (1 - probability) / (len(LABELS) - 1))
        row[LABELS.index(label)] = probability
        probabilities.append(row)
    count = len(placed)
    return faces_of(probabilities, quads, np.zeros((count, 80, 64, 3), np.uint8) if crops is None else crops)


def sides(faces: Faces) -> list[int]:
    """Which faces are sides, their crops measured."""
    blank = blank_faces(faces, card().threshold("likely_blank"))
    measured = unevenness(np.array(faces.crops)[blank]).tolist() if blank else []
    return sorted(tile_sides(faces, dict(zip(blank, measured, strict=True))))


@pytest.mark.parametrize(
    ("placed", "told"),
    [
        pytest.param([FACE, ABOVE], [1], id="above-a-face"),
        pytest.param([FACE, ("BACK", 0.8, 0, 80, 45)], [1], id="below-a-face"),
        pytest.param([FACE, ("0", 0.6, 4, -43, 40)], [1], id="corners-a-little-off"),
        pytest.param([FACE, ("0", 0.6, 20, -40, 40)], [], id="shifted-by-a-third"),
        pytest.param([FACE, ("0", 0.6, 0, -60, 40)], [], id="apart"),
        pytest.param([FACE, ("0", 0.6, 0, -80, 80)], [], id="as-deep-as-a-tile"),
        pytest.param([FACE, ("0", 0.98, 0, -40, 40)], [], id="likely-a-soap"),
        pytest.param([FACE, ("2D", 0.6, 0, -40, 40)], [], id="not-blank"),
        pytest.param([FACE, ("0", 0.6, 60, 0, 50)], [], id="beside-a-face"),
        pytest.param([("0", 0.6, 0, 0, 80), ABOVE], [], id="above-a-blank-face"),
        pytest.param([(NONE, 0.9, 0, 0, 80), ABOVE], [], id="above-no-tile"),
        pytest.param([FACE, ABOVE, ("J", 0.9, 60, -40, 40)], [], id="in-a-row-with-a-joker"),
        pytest.param([FACE, ABOVE, (NONE, 0.9, 60, -40, 40)], [1], id="in-a-row-with-no-tile"),
        pytest.param(
            [FACE, ("6C", 0.99, 60, 0, 80), ABOVE, ("0", 0.5, 60, -40, 40), ("J", 0.9, 120, -40, 40)],
            [],
            id="soaps-and-a-joker-above-a-hand",
        ),
        pytest.param(
            [FACE, ("6C", 0.99, 60, 0, 80), ("7C", 0.99, 120, 0, 80)]
            + [(label, 0.5, 60.0 * number, -40.0, 40.0) for number, label in enumerate(["0", "BACK", "0"])],
            [3, 4, 5],
            id="a-row-seen-from-above",
        ),
        pytest.param([FACE], [], id="faces-alone"),
        pytest.param([ABOVE], [], id="blank-ones-alone"),
        pytest.param([], [], id="nothing"),
    ],
)
def test_which_are_sides(placed: list[Placed], told: list[int]) -> None:
    """Blank, doubtful, along a readable face's upper or lower edge, shallow, and with no readable face beside it."""
    assert sides(seen(*placed)) == told


def test_a_framed_soap_is_no_side() -> None:
    """What has a print is a tile, however it lies; light that falls off along and across a side is none."""
    crops = np.zeros((2, 80, 64, 3), np.uint8)
    light = np.linspace(120, 220, 80)[:, None] + np.linspace(-40, 30, 64)
    crops[1] = light[..., None]
    assert sides(seen(FACE, ABOVE, crops=crops)) == [1]
    cv2.rectangle(crops[1], (16, 18), (47, 61), (120, 40, 30), 3)
    assert not sides(seen(FACE, ABOVE, crops=crops))


@given(st.floats(0, 360), st.integers(0, 3))
def test_whichever_way_the_picture_lies(turned: float, first: int) -> None:
    """Neither the camera's turn nor the corner that a blank face is numbered from matters."""
    blank = ("0", 0.6, 60.0, -80.0, 80.0)
    shown = seen(FACE, ABOVE, ("6C", 0.99, 60, 0, 80), blank, turned=turned, first=first)
    assert sides(shown) == [1]
