"""Eyes made of model folders that are not in use, so that new weights are measured before they ship."""

from pathlib import Path

from models import ModelCard, ModelError, parse_model_card
from vision.classification.classifier import OUTPUTS, Reader
from vision.detection.detector import OUTPUTS as FINDER_OUTPUTS
from vision.detection.detector import Finder
from vision.host.onnx_network import Network
from vision.pipeline import Eyes


def _card(folder: Path, task: str) -> ModelCard:
    card = parse_model_card(folder)
    if card.task != task:
        raise ModelError("wrong-task", f"this is a {card.task}; name the folder of a {task} here", str(folder))
    return card


def _finder(folder: Path, threads: int) -> Finder:
    card = _card(folder, "finder")
    return Finder(card, Network(card, "image", FINDER_OUTPUTS, threads))


def _reader(folder: Path, threads: int) -> Reader:
    card = _card(folder, "reader")
    return Reader(card, Network(card, "tiles", OUTPUTS, threads))


def candidate_eyes(finder: Path | None = None, reader: Path | None = None, threads: int = 2) -> Eyes:
    """Load the networks of two model folders; where none is named, the network in use.

    Raises ``ModelError`` where a folder, its card or its weights do not fit.
    """
    return Eyes(
        Finder.load(threads) if finder is None else _finder(finder, threads),
        Reader.load(threads) if reader is None else _reader(reader, threads),
    )
