"""Load networks that are not in use, so that new weights and thresholds are measured before they ship."""

import hashlib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models import ModelCard, ModelError, load_model_card, parse_model_card
from models.model_card import Task
from vision import Networks
from vision.host.networks import CLASSIFIER_OUTPUTS, DETECTOR_OUTPUTS, Classifier, Detector
from vision.host.onnx_network import Network, Runs


def candidate_card(task: Task, folder: Path | None) -> ModelCard:
    """Read the card of a model folder; without a folder, that of the network in use.

    Raises ``ModelError`` where the card is missing, faulty or of another task.
    """
    if folder is None:
        return load_model_card(task)
    card = parse_model_card(folder)
    if card.task != task:
        raise ModelError("wrong-task", f"this is a {card.task}; name the folder of a {task} here", str(folder))
    return card


class Remembered:
    """A network that answers what it has been asked before out of memory: each picture or crop runs once."""

    def __init__(self, network: Runs) -> None:
        self._network = network
        self._known: dict[bytes, list[npt.NDArray[np.float32]]] = {}

    def run(self, pixels: npt.NDArray[np.uint8]) -> list[npt.NDArray[np.float32]]:
        """Pixels (N, H, W, 3) uint8 BGR to the network's outputs, each float32 with N as its first axis."""
        names = [hashlib.blake2b(repr(one.shape).encode() + one.tobytes()).digest() for one in pixels]
        new = {name: place for place, name in enumerate(names) if name not in self._known}
        if new:
            outputs = self._network.run(np.ascontiguousarray(pixels[list(new.values())]))
            for row, name in enumerate(new):
                self._known[name] = [output[row] for output in outputs]
        return [np.stack(column) for column in zip(*(self._known[name] for name in names), strict=True)]


def sessions_of(detector: ModelCard, classifier: ModelCard, threads: int = 2) -> tuple[Runs, Runs]:
    """Load the weights of two cards; raises ``ModelError`` where card or weights do not fit."""
    return (
        Network(detector, "image", DETECTOR_OUTPUTS, threads),
        Network(classifier, "tiles", CLASSIFIER_OUTPUTS, threads),
    )


def networks_of(detector: ModelCard, classifier: ModelCard, sessions: tuple[Runs, Runs]) -> Networks:
    """Put loaded weights behind two cards; raises ``ModelError`` for a card of another program version."""
    return Networks(Detector(detector, sessions[0]), Classifier(classifier, sessions[1]))


def candidate_networks(detector: Path | None = None, classifier: Path | None = None, threads: int = 2) -> Networks:
    """Load the networks of two model folders; without a folder, the network in use. Raises ``ModelError``."""
    cards = candidate_card("finder", detector), candidate_card("reader", classifier)
    return networks_of(*cards, sessions_of(*cards, threads))
