"""An uncertain face is read again, upright, in three frames."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.toys import LABELS, card, classifier, classify, face, picture
from vision.classification.classifier import SIZES
from vision.classification.faces import NONE, Faces
from vision.geometry import as_quads
from vision.host.networks import Classifier

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Answer = Mapping[str, float]
DOUBTED = card().threshold("certain")


class ScriptedNetwork:
    """Predicts prepared answers for upright faces, in the order of the calls."""

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
    """Return probabilities of all labels; the rest is spread over the missing ones."""
    left = (1 - sum(answer.values())) / (len(LABELS) - len(answer))
    return np.array([answer.get(label, left) for label in LABELS], np.float32)


def _read(network: ScriptedNetwork, faces: int = 1) -> Faces:
    quads = np.array([face((60 + 80 * number, 60), 80) for number in range(faces)], np.float32)
    pixels = picture(80 * faces + 40, 120, [("1B", quad) for quad in quads])
    return classify(pixels, as_quads(quads), classifier(network))


def _said(faces: Faces, index: int = 0) -> tuple[str, float]:
    one = faces.each[index]
    return LABELS[one.best], one.probabilities[one.best]


@pytest.mark.parametrize(
    ("answers", "label", "least", "most"),
    [
        pytest.param(({"1B": 0.99}, *[{"1B": 0.6}] * 3), "1B", 0.7, 0.98, id="not-so-sure-any-more"),
        pytest.param(
            ({"1B": 0.99}, {"1B": 0.99}, {"8B": 0.99}, {"1B": 0.99}), "1B", 0.8, 0.98, id="one-frame-sees-another-tile"
        ),
        pytest.param(
            ({"1B": 0.5, "F": 0.4}, *[{"F": 0.9}] * 3), "F", 0.6, 0.95, id="the-upright-frames-outvote-the-first"
        ),
        pytest.param(({"1B": 0.9}, *[{"1B": 0.999}] * 3), "1B", 0.99, 0.999, id="surer-where-they-agree"),
        pytest.param(({"1B": 0.9},) * 4, "1B", 0.899, 0.901, id="of-one-mind"),
        pytest.param(({"1B": 0.6}, *[{NONE: 0.9}] * 3), NONE, 0.5, 0.95, id="no-tile-after-all"),
        pytest.param(({NONE: 0.6, "J": 0.3}, *[{"J": 0.9}] * 3), "J", 0.5, 0.95, id="a-tile-after-all"),
    ],
)
def test_what_all_answers_say(answers: tuple[Answer, ...], label: str, least: float, most: float) -> None:
    """The result is the geometric mean of the first prediction and the three upright ones."""
    said, confidence = _said(_read(ScriptedNetwork(*answers)))
    assert said == label
    assert least <= confidence <= most


def test_what_is_plain_is_read_once() -> None:
    """A face above the threshold costs one run."""
    network = ScriptedNetwork({"1B": DOUBTED + 0.001})
    assert _said(_read(network))[0] == "1B"
    assert [len(crops) for crops in network.crops] == [1]


def test_only_the_doubted_ones_are_read_again() -> None:
    """Only the uncertain middle one of three faces is read again, once a size; its neighbours come along and stay."""
    beside: tuple[Answer, ...] = ({"8B": 0.9}, {"8B": 0.9})
    network = ScriptedNetwork({"1B": 0.9995}, {"2B": 0.9}, {"3B": 0.9995}, *[{"2B": 0.5}, *beside] * len(SIZES))
    found = _read(network, faces=3)
    assert [len(crops) for crops in network.crops] == [3] * (1 + len(SIZES))
    for crops in network.crops[1:]:
        assert (crops[1:] == network.crops[0][[0, 2]]).all()
    assert [_said(found, index)[0] for index in range(3)] == ["1B", "2B", "3B"]
    assert _said(found, 0)[1] == pytest.approx(0.9995, abs=1e-4)
    assert _said(found, 1)[1] < 0.9


def test_of_an_unfamiliar_set_the_certain_ones_hear_a_second_answer() -> None:
    """Where as many faces are doubted as are certain, what is said of the certain ones counts too."""
    beside: Answer = {"8B": 0.9}
    network = ScriptedNetwork({"1B": 0.9995}, {"2B": 0.9}, *[{"2B": 0.9}, beside] * len(SIZES))
    found = _read(network, faces=2)
    assert [len(crops) for crops in network.crops] == [2] * (1 + len(SIZES)), "it costs no crop more"
    assert _said(found, 0)[1] < DOUBTED
    assert _said(found, 1)[1] == pytest.approx(0.9, abs=1e-4), "the doubted one has its own answers alone"


def test_the_frames_are_its_own_a_closer_and_a_wider_one() -> None:
    """Of the two extra frames, the closer one shows less ground around the face, the wider one more."""
    network = ScriptedNetwork(*[{"1B": 0.9}] * 4)
    found = _read(network)

    def ground(crop: Pixels) -> float:
        return float((crop[..., 0] < 50).mean())

    own, again, closer, wider = (crops[0] for crops in network.crops)
    assert (again == own).all()
    assert ground(closer) < ground(own) < ground(wider)
    assert (found.crops[0] == own).all(), "what is shown of the face, and taught of it, is its own frame"


def test_the_upright_network_reads_them() -> None:
    """Only the network for upright faces reads again what the any-way-up network doubts."""
    first, upright = ScriptedNetwork({"1B": 0.9}), ScriptedNetwork(*[{"8B": 0.9}] * 3)
    quads = as_quads(face((60, 60), 80)[None])
    pixels = picture(120, 120, [("1B", np.array(quads[0]))])
    found = classify(pixels, quads, Classifier(card(), first, card("upright"), upright))
    assert _said(found)[0] == "8B"
    assert [len(network.crops) for network in (first, upright)] == [1, len(SIZES)]


def test_the_temperature_is_that_of_the_classifier() -> None:
    """The classifier's one temperature calibrates the mean of all predictions."""
    quads = as_quads(face((60, 60), 80)[None])
    pixels = picture(120, 120, [("1B", np.array(quads[0]))])

    def read(temperature: float) -> float:
        network = classifier(ScriptedNetwork(*[{"1B": 0.9}] * 4), temperature=temperature)
        return classify(pixels, quads, network).each[0].probabilities[LABELS.index("1B")]

    assert read(1.0) == pytest.approx(0.9, abs=1e-4)
    assert read(2.0) < 0.9 < read(0.5)
