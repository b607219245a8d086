"""Eyes made of model folders that are not in use, so that new weights are measured before they ship."""

from pathlib import Path

from models import ModelCard, ModelError, parse_model_card
from vision import Networks
from vision.host.networks import CLASSIFIER_OUTPUTS, Classifier, Detector
from vision.host.networks import DETECTOR_OUTPUTS as FINDER_OUTPUTS
from vision.host.onnx_network import Network


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
    return Classifier(card, Network(card, "tiles", CLASSIFIER_OUTPUTS, threads))


def candidate_networks(detector: Path | None = None, classifier: Path | None = None, threads: int = 2) -> Networks:
    """Load the networks of two model folders; where none is named, the network in use.

    Raises ``ModelError`` where a folder, its card or its weights do not fit.
    """
    return Networks(
        Detector.load(threads) if detector is None else _detector(detector, threads),
        Classifier.load(threads) if classifier is None else _classifier(classifier, threads),
    )
