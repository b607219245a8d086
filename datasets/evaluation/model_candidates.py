"""Load candidate networks, to measure new weights and thresholds before they ship."""

import argparse
import hashlib
from pathlib import Path

import numpy as np

from models import ModelCard, ModelError, load_model_card, parse_model_card
from models.model_card import TASKS, Task
from vision import Networks
from vision.host.arrays import Floats, Pixels
from vision.host.networks import CLASSIFIER_OUTPUTS, DETECTOR_OUTPUTS, Classifier, Detector
from vision.host.onnx_network import Network, Runs
from vision.observation import NetworkCards

Sessions = tuple[Runs, Runs, Runs]
"""Loaded weights of the detector, the classifier and the network for upright faces."""


def candidate_card(task: Task, folder: Path | None) -> ModelCard:
    """Read the card of a model folder, or the card of the network in use if ``folder`` is None.

    Raises ``ModelError`` if the card is missing, faulty or of another task.
    """
    if folder is None:
        return load_model_card(task)
    card = parse_model_card(folder)
    if card.task != task:
        raise ModelError("wrong-task", f"this is a {card.task}; name the folder of a {task} here", str(folder))
    return card


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """Add one option per task: the model folder to try in place of the one in use."""
    for task in TASKS:
        help_text = "model folder to try in place of the one in use"
        parser.add_argument(f"--{task}", type=Path, metavar="FOLDER", help=help_text)


def candidate_cards(options: argparse.Namespace) -> NetworkCards:
    """Read the cards that the options of ``add_model_options`` name; raises ``ModelError``."""
    return NetworkCards(*(candidate_card(task, getattr(options, task)) for task in TASKS))


class Remembered:
    """A network with a cache of its outputs: each distinct picture or crop runs once.

    With `together`, each distinct batch does: the network for upright faces reads a face in the light of the others.
    """

    def __init__(self, network: Runs, *, together: bool = False) -> None:
        self._network = network
        self._together = together
        self._known: dict[bytes, list[Floats]] = {}

    def run(self, pixels: Pixels) -> list[Floats]:
        """Return the network's outputs for pixels (N, H, W, 3) uint8 BGR, each float32 with N as its first axis."""
        names = [hashlib.blake2b(repr(one.shape).encode() + one.tobytes()).digest() for one in pixels]
        if self._together:
            batch = b"".join(names)
            names = [hashlib.blake2b(batch, salt=place.to_bytes(4, "big")).digest() for place in range(len(names))]
        new = {name: place for place, name in enumerate(names) if name not in self._known}
        if new:
            outputs = self._network.run(np.ascontiguousarray(pixels[list(new.values())]))
            for row, name in enumerate(new):
                self._known[name] = [output[row] for output in outputs]
        return [np.stack(column) for column in zip(*(self._known[name] for name in names), strict=True)]


def sessions_of(cards: NetworkCards) -> Sessions:
    """Load the weights of the cards; raises ``ModelError`` if a card and its weights do not fit."""
    return (
        Network(cards.detector, "image", DETECTOR_OUTPUTS),
        Network(cards.classifier, "tiles", CLASSIFIER_OUTPUTS),
        Network(cards.upright, "tiles", CLASSIFIER_OUTPUTS),
    )


def networks_of(cards: NetworkCards, sessions: Sessions) -> Networks:
    """Combine loaded weights with cards; raises ``ModelError`` for a card of another program version."""
    detector, classifier, upright = sessions
    return Networks(
        Detector(cards.detector, detector), Classifier(cards.classifier, classifier, cards.upright, upright)
    )
