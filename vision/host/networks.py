"""The networks, loaded once for all photos, and the detector's input view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

import cv2
import numpy as np

from models import ModelCard, ModelError, load_model_card
from rules.input.declared_types import checked_fields
from vision.classification.faces import NONE
from vision.errors import VisionError
from vision.host.arrays import Floats, Pixels
from vision.host.onnx_network import Network, Runs
from vision.observation import NetworkCards
from vision.reading import TILE_LABELS
from vision.requests import FACE_SIZE, ClassifierOutput, Detect, DetectorOutput

DETECTOR_OUTPUTS: Final = ("score", "offsets")
"""Outputs of a detector: scores (1, h, w) of the cells that are peaks, 0 elsewhere, and offsets (1, h, w, 8) of the
corners from the cell's middle, in pixels of the view."""

CLASSIFIER_OUTPUTS: Final = ("logits", "turn", "embedding", "frame")
"""Outputs of a classifier (`models/README.md`)."""

BATCH: Final = 64
"""Most crops in one run of the classifier: more need more memory and gain no time."""


class Detector:
    """The network that finds tiles."""

    def __init__(self, card: ModelCard, network: Runs) -> None:
        self.card = card
        self._network = network

    @classmethod
    def load(cls) -> Detector:
        """Load the detector in use (`models/active.toml`); raises ModelError where card or weights do not fit."""
        card = load_model_card("finder")
        return cls(card, Network(card, "image", DETECTOR_OUTPUTS))

    def detect(self, view: Pixels) -> DetectorOutput:
        """Run on a view (h, w, 3) uint8 BGR."""
        score, offsets = self._network.run(view[None])
        # The core reads few of a view's offsets: a memoryview makes plain floats of these alone.
        corners = cast("Sequence[float]", memoryview(np.ascontiguousarray(offsets, np.float32).ravel().data))
        return DetectorOutput(score.ravel().tolist(), corners, (score.shape[1], score.shape[2]), view)


class Classifier:
    """The classifier: a network for faces that may lie any way up, and one for faces that stand upright."""

    def __init__(self, card: ModelCard, network: Runs, upright_card: ModelCard, upright: Runs) -> None:
        """Take the networks and their cards.

        Raises ModelError (`wrong-alphabet`, `wrong-input`) for a card of another program version.
        """
        for one in (card, upright_card):
            one.require_labels(TILE_LABELS | {NONE})
            one.require_input(*FACE_SIZE)
        if upright_card.labels != card.labels:
            message = f"its labels stand in another order than those of {card}. Use a model made for this version."
            raise ModelError("wrong-alphabet", message, f"{upright_card.path.parent / 'card.toml'}: labels")
        self.card = card
        self.upright_card = upright_card
        self._network = network
        self._upright = upright

    @classmethod
    def load(cls) -> Classifier:
        """Load the networks in use (`models/active.toml`); raises ModelError where card or weights do not fit."""
        card, upright = load_model_card("reader"), load_model_card("upright")
        networks = [Network(one, "tiles", CLASSIFIER_OUTPUTS) for one in (card, upright)]
        return cls(card, networks[0], upright, networks[1])

    def classify(self, crops: Pixels, *, upright: bool = False) -> ClassifierOutput:
        """Run on crops (N, 160, 128, 3) uint8 BGR; `upright` chooses the network for upright faces."""
        logits, turns, embeddings, frames = self._run(self._upright if upright else self._network, crops)
        return ClassifierOutput(logits.tolist(), turns.tolist(), list(embeddings), frames.tolist())

    def embed(self, crops: Pixels) -> Floats:
        """Return embeddings (N, E) of unit length of upright crops (N, 160, 128, 3) uint8 BGR."""
        return self._run(self._network, crops)[2]

    def _run(self, network: Runs, crops: Pixels) -> tuple[Floats, Floats, Floats, Floats]:
        """Return logits (N, labels), turn logits (N, 4), embeddings (N, E) and frames (N, 8)."""
        parts = [network.run(crops[start : start + BATCH]) for start in range(0, len(crops), BATCH)]
        if not parts:
            return tuple(np.zeros((0, size), np.float32) for size in (len(self.card.labels), 4, 1, 8))  # type: ignore[return-value]
        logits, turn, embeddings, frames = (np.concatenate(outputs) for outputs in zip(*parts, strict=True))
        return logits, turn, embeddings, frames


@dataclass(frozen=True, slots=True, eq=False)
@checked_fields(VisionError)
class Networks:
    """All networks. Safe to use from several threads."""

    detector: Detector
    classifier: Classifier

    @classmethod
    def load(cls) -> Networks:
        """Load the models in use.

        Raises ModelError if a model is missing, altered or of another kind than this program needs.
        """
        return cls(Detector.load(), Classifier.load())

    @property
    def cards(self) -> NetworkCards:
        """The networks' cards, for the core."""
        return NetworkCards(self.detector.card, self.classifier.card, self.classifier.upright_card)

    @property
    def name(self) -> str:
        """The names of the networks, as every reading gives them."""
        return self.cards.name


def view_pixels(request: Detect) -> Pixels:
    """Return the pixels (h, w, 3) uint8 BGR of the view that a request asks for."""
    x0, y0, x1, y1 = request.box
    small: Pixels = np.asarray(request.pixels)[y0:y1, x0:x1]
    block = 1 << request.halvings
    small = small[: small.shape[0] // block * block, : small.shape[1] // block * block]
    for _ in range(request.halvings):
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
    if small.shape[1::-1] != request.size:
        small = np.asarray(cv2.resize(small, request.size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return small
