"""Load networks that are not in use, so that new weights and thresholds are measured before they ship."""

from pathlib import Path

from models import ModelCard, ModelError, load_model_card, parse_model_card
from models.model_card import Task
from vision import Networks
from vision.host.networks import CLASSIFIER_OUTPUTS, DETECTOR_OUTPUTS, Classifier, Detector
from vision.host.onnx_network import Network


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


def networks_of(detector: ModelCard, classifier: ModelCard, threads: int = 2) -> Networks:
    """Load the networks of two cards; raises ``ModelError`` where card or weights do not fit."""
    return Networks(
        Detector(detector, Network(detector, "image", DETECTOR_OUTPUTS, threads)),
        Classifier(classifier, Network(classifier, "tiles", CLASSIFIER_OUTPUTS, threads)),
    )


def candidate_networks(detector: Path | None = None, classifier: Path | None = None, threads: int = 2) -> Networks:
    """Load the networks of two model folders; without a folder, the network in use. Raises ``ModelError``."""
    return networks_of(candidate_card("finder", detector), candidate_card("reader", classifier), threads)
