"""Load networks that are not in use, so that new weights are measured before they ship."""

from pathlib import Path

from models import ModelCard, ModelError, parse_model_card
from vision.classification.classifier import OUTPUTS, Classifier
from vision.detection.detector import OUTPUTS as FINDER_OUTPUTS
from vision.detection.detector import Detector
from vision.host.onnx_network import Network
from vision.pipeline import Networks


def _card(folder: Path, task: str) -> ModelCard:
    card = parse_model_card(folder)
    if card.task != task:
        raise ModelError("wrong-task", f"this is a {card.task}; name the folder of a {task} here", str(folder))
    return card


def _detector(folder: Path, threads: int) -> Detector:
    card = _card(folder, "finder")
    return Detector(card, Network(card, "image", FINDER_OUTPUTS, threads))


def _classifier(folder: Path, threads: int) -> Classifier:
    card = _card(folder, "reader")
    return Classifier(card, Network(card, "tiles", OUTPUTS, threads))


def candidate_networks(detector: Path | None = None, classifier: Path | None = None, threads: int = 2) -> Networks:
    """Load the networks of two model folders; without a folder, the network in use.

    Raises ``ModelError`` where a folder, its card or its weights do not fit.
    """
    return Networks(
        Detector.load(threads) if detector is None else _detector(detector, threads),
        Classifier.load(threads) if classifier is None else _classifier(classifier, threads),
    )
