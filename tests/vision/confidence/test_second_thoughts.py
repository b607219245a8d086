"""A face that is not plain is read by two more frames: what that changes, and what it leaves."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.toys import LABELS, card, face, picture
from vision.classification.classifier import SIZES
from vision.classification.faces import NONE, Faces
from vision.geometry import as_quads
from vision.host.networks import Classifier
from vision.host.read import classify

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Answer = Mapping[str, float]
DOUBTED = card().threshold("certain")


class ScriptedNetwork:
    """Says of upright faces what is written down for them, in the order in which they come."""

    def __init__(self, *answers: Answer) -> None:
        self._left = list(answers)
        self.crops: list[Pixels] = []

    def run(self, pixels: Pixels) -> list[Floats]:
        """As `ToyReaderNetwork.run`."""
        count = len(pixels)
        self.crops.append(pixels.copy())
        now, self._left = self._left[:count], self._left[count:]
        logits = np.log(np.stack([_row(answer) for answer in now]))
        turn = np.tile(np.array([9, 0, 0, 0], np.float32), (count, 1))
        return [logits, turn, np.tile(np.array([1, 0], np.float32), (count, 1)), np.zeros((count, 8), np.float32)]


def _row(answer: Answer) -> Floats:
    """Probabilities of all labels; what is left over is spread over those not named."""
    left = (1 - sum(answer.values())) / (len(LABELS) - len(answer))
    return np.array([answer.get(label, left) for label in LABELS], np.float32)


def _read(network: ScriptedNetwork, faces: int = 1) -> Faces:
    quads = np.array([face((60 + 80 * number, 60), 80) for number in range(faces)], np.float32)
    pixels = picture(80 * faces + 40, 120, [("1B", quad) for quad in quads])
    return classify(pixels, as_quads(quads), Classifier(card(), network))


def _said(faces: Faces, index: int = 0) -> tuple[str, float]:
    one = faces.each[index]
    return LABELS[one.best], one.probabilities[one.best]


@pytest.mark.parametrize(
    ("answers", "label", "least", "most"),
    [
        pytest.param(({"1B": 0.99}, {"1B": 0.6}, {"1B": 0.7}), "1B", 0.7, 0.98, id="not-so-sure-any-more"),
        pytest.param(({"1B": 0.99}, {"8B": 0.99}, {"1B": 0.99}), "1B", 0.5, 0.98, id="one-frame-sees-another-tile"),
        pytest.param(
            ({"1B": 0.5, "F": 0.4}, {"F": 0.9}, {"F": 0.9}), "F", 0.6, 0.95, id="two-frames-outvote-the-first"
        ),
        pytest.param(({"1B": 0.9}, {"1B": 0.995}, {"1B": 0.995}), "1B", 0.899, 0.901, id="none-becomes-surer"),
        pytest.param(({"1B": 0.9}, {"1B": 0.9}, {"1B": 0.9}), "1B", 0.899, 0.901, id="of-one-mind"),
        pytest.param(({"1B": 0.6}, {NONE: 0.9}, {NONE: 0.9}), NONE, 0.5, 0.95, id="no-tile-after-all"),
        pytest.param(({NONE: 0.6, "J": 0.3}, {"J": 0.9}, {"J": 0.9}), "J", 0.5, 0.95, id="a-tile-after-all"),
    ],
)
def test_what_three_frames_say(answers: tuple[Answer, Answer, Answer], label: str, least: float, most: float) -> None:
    """The mean of the three counts, unless it would only make surer of what was said first."""
    said, confidence = _said(_read(ScriptedNetwork(*answers)))
    assert said == label
    assert least <= confidence <= most


def test_what_is_plain_is_read_once() -> None:
    """A face above the threshold costs one run, and nothing is asked about it."""
    network = ScriptedNetwork({"1B": DOUBTED + 0.001})
    assert _said(_read(network))[0] == "1B"
    assert [len(crops) for crops in network.crops] == [1]


def test_only_the_doubted_ones_are_read_again() -> None:
    """Of three faces the middle one: one more run of two crops, which changes nothing about its neighbours."""
    network = ScriptedNetwork({"1B": 0.9995}, {"2B": 0.9}, {"3B": 0.9995}, {"2B": 0.5}, {"2B": 0.5})
    found = _read(network, faces=3)
    assert [len(crops) for crops in network.crops] == [3, len(SIZES)]
    assert [_said(found, index)[0] for index in range(3)] == ["1B", "2B", "3B"]
    assert _said(found, 0)[1] == pytest.approx(0.9995, abs=1e-4)
    assert _said(found, 1)[1] < 0.9


def test_the_frames_are_closer_and_wider() -> None:
    """The first of the two shows less of the ground around the face than its own frame, the second one more."""
    network = ScriptedNetwork({"1B": 0.9}, {"1B": 0.9}, {"1B": 0.9})
    found = _read(network)

    def ground(crop: Pixels) -> float:
        return float((crop[..., 0] < 50).mean())

    own, (closer, wider) = network.crops[0][0], network.crops[1]
    assert ground(closer) < ground(own) < ground(wider)
    assert (found.crops[0] == own).all(), "what is shown of the face, and taught of it, is its own frame"


def test_a_calibrated_temperature_is_applied_once() -> None:
    """The answer that stays is the calibrated first one, whatever the temperature."""
    quads = face((60, 60), 80)[None]
    pixels = picture(120, 120, [("1B", quads[0])])

    def read(temperature: float, *answers: Answer) -> Floats:
        network = Classifier(card(temperature=temperature), ScriptedNetwork(*answers))
        return np.array(classify(pixels, as_quads(quads), network).each[0].probabilities, np.float32)

    once, thrice = read(0.7, {"1B": 0.99}, *[{"1B": 0.999}] * 2), read(0.7, *[{"1B": 0.99}] * 3)
    assert once == pytest.approx(thrice, abs=1e-6)
