"""Find blur from all faces of a picture together: a shaken hand in any direction, and tiles out of focus."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.confidence.test_tile_confidence import CARD, striped
from tests.vision.toys import LABELS, face, faces_of
from vision.classification.faces import Detail
from vision.confidence.photo_blur import FEWEST, SHAKEN, TOO_SHAKEN, Blur, blur, shake
from vision.confidence.tile_confidence import rate_tiles
from vision.geometry import as_quads
from vision.host.measures import detail

Crops = npt.NDArray[np.uint8]
STILL: Crops = striped(1.0, apart=10, count=6)
"""Six faces with equal detail in all directions, like Dots."""
LABEL = ["5D"] * 6


def measured(crops: Crops) -> list[Detail]:
    """Return the detail of crops in four directions."""
    return [(a, b, c, d) for a, b, c, d in detail(crops).tolist()]


def quads(turns: float = 0.0, count: int = 6) -> npt.NDArray[np.float32]:
    """Return faces in a row, each turned about its middle by an angle in degrees, clockwise in the picture."""
    c, s = np.cos(np.radians(turns)), np.sin(np.radians(turns))
    row = np.array([face((100 + 120 * index, 200), 100) for index in range(count)], np.float32)
    middle = row.mean(axis=1, keepdims=True)
    return np.asarray((row - middle) @ np.array([[c, s], [-s, c]]) + middle, np.float32)


def shaken(crops: Crops, degrees: float, length: int = 13) -> Crops:
    """Blur crops along a line, in pairs of pixels: 0 degrees is left to right, 90 down."""
    kernel = np.zeros((length, length), np.float32)
    reach = length // 2
    x, y = reach * np.cos(np.radians(degrees)), reach * np.sin(np.radians(degrees))
    ends = (round(reach - x), round(reach - y)), (round(reach + x), round(reach + y))
    cv2.line(kernel, *ends, 1.0)
    moved = np.stack([cv2.filter2D(crop[::2, ::2], -1, kernel / kernel.sum()) for crop in crops]).astype(np.uint8)
    return moved.repeat(2, axis=1).repeat(2, axis=2)


def believed(crops: Crops, probability: float) -> list[bool]:
    """Return which of six Dots with this probability are sure, with such crops."""
    probabilities = np.full((6, len(LABELS)), (1 - probability) / (len(LABELS) - 1), np.float32)
    for index in range(6):
        probabilities[index, LABELS.index(f"{index + 1}D")] = probability
    return [one.sure for one in rate_tiles(faces_of(probabilities, quads(), crops), CARD)]


@pytest.mark.parametrize("degrees", [0, 30, 45, 60, 90, 120, 135, 150])
def test_a_hand_that_shook_is_told_whichever_way(degrees: float) -> None:
    """Shake in any direction, diagonals included, is found, and then no label is sure."""
    assert shake(measured(STILL), as_quads(quads()), LABEL) < SHAKEN / 2
    moved = shaken(STILL, degrees)
    assert shake(measured(moved), as_quads(quads()), LABEL) > TOO_SHAKEN
    assert blur(measured(moved), as_quads(quads()), LABEL) is Blur.HEAVY
    assert not any(believed(moved, 0.9999))
    assert all(believed(STILL, 0.95))


@pytest.mark.parametrize("turn", [90, 180, 45])
def test_what_tiles_have_in_common_is_a_direction_of_the_picture(turn: float) -> None:
    """Half of the tiles lie turned, so that their upright crops blur in another direction: it is still one shake."""
    moved = np.concatenate([shaken(STILL[:3], 20), shaken(STILL[:3], 20 - turn)])
    corners = np.concatenate([quads()[:3], quads(turn)[3:]])
    assert blur(measured(moved), as_quads(corners), LABEL) is Blur.HEAVY


def test_two_of_many_ways_are_no_shake() -> None:
    """Faces drawn along different directions are not a shake."""
    drawn = np.concatenate([shaken(STILL[:2], degrees) for degrees in (0, 45, 90, 135)])
    assert shake(measured(drawn), as_quads(quads(count=8)), ["5D"] * 8) < SHAKEN


def test_canes_are_no_shake() -> None:
    """Bams have more detail across their canes, which is not a shake; the same print called Dots would be one."""
    canes = measured(striped(1.0, apart=14, count=6))
    assert shake(canes, as_quads(quads()), ["5B"] * 6) < SHAKEN / 2 < shake(canes, as_quads(quads()), LABEL)


def test_a_few_faces_tell_nothing() -> None:
    """One face may be striped by design, so that few faces show no shake; no faces show no blur."""
    moved = measured(shaken(STILL, 45))
    assert shake(moved[: FEWEST - 1], as_quads(quads()[: FEWEST - 1]), LABEL[: FEWEST - 1]) == 0.0
    assert blur([], [], []) is Blur.NONE


def test_a_blurred_picture_needs_more_certainty() -> None:
    """In an unfocused picture a label that a clear picture makes sure is asked about, a certain label is not."""
    soft = striped(2.8, apart=10, count=6)
    assert blur(measured(soft), as_quads(quads()), LABEL) is Blur.SOME
    assert not any(believed(soft, (CARD.threshold("sure") + CARD.threshold("blurred_sure")) / 2))
    assert all(believed(soft, 0.9995))
