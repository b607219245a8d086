"""The networks' output for one picture, before interpretation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models import ModelCard, load_model_card
from rules.input.declared_types import checked, checked_fields
from vision.classification.faces import Faces
from vision.errors import VisionError
from vision.image.photo import Photo
from vision.reading import SetInUse, Timing


@dataclass(frozen=True, slots=True)
class NetworkCards:
    """The model cards of the networks: all that the core knows of them.

    Attributes:
        detector: card of the detector.
        classifier: card of the classifier for faces that lie any way up.
        upright: card of the classifier for faces known to stand upright; its logits have the labels of `classifier`.
    """

    detector: ModelCard
    classifier: ModelCard
    upright: ModelCard

    @classmethod
    def load(cls) -> NetworkCards:
        """Read the cards of the networks in use; raises ModelError if one is missing."""
        return cls(load_model_card("finder"), load_model_card("reader"), load_model_card("upright"))

    @property
    def name(self) -> str:
        """The names of the networks, as every reading gives them."""
        return f"{self.detector}+{self.classifier}+{self.upright}"


@dataclass(frozen=True, slots=True, eq=False)
@checked_fields(VisionError)
class Observation:
    """The networks' output for one picture.

    Attributes:
        photo: the picture, or its closer version if the classifier read that one.
        faces: the detected faces, some of them no tiles; quads in pixels of the full upright picture.
        scores: the detector's score of each face, 0 to 1.
        timing: time of decoding, detection and classification; `total` is their sum.
        tile_set: the chosen taught set, or None.
        untaught: the same faces as the networks alone read them, None without a taught set; quads in `photo.pixels`.
    """

    photo: Photo
    faces: Faces
    scores: tuple[float, ...]
    timing: Timing
    tile_set: SetInUse | None = None
    untaught: Faces | None = None

    @checked(VisionError)
    def chosen(self, indices: Iterable[int]) -> tuple[Faces, tuple[float, ...]]:
        """Return the faces at these indices, and their scores."""
        kept = list(indices)
        return self.faces.chosen(kept), tuple(self.scores[index] for index in kept)
