"""What the networks say of one picture, before it is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from models import ModelCard, load_model_card
from vision.classification.faces import Faces
from vision.image.photo import Photo
from vision.reading import SetInUse, Timing


@dataclass(frozen=True, slots=True)
class NetworkCards:
    """The model cards of the networks: all that the core knows of them.

    Attributes:
        detector: of the network that finds tiles.
        classifier: of the one that reads faces lying any way up.
        upright: of the one that reads faces known to stand upright; its logits are of the classifier's labels.
    """

    detector: ModelCard
    classifier: ModelCard
    upright: ModelCard

    @classmethod
    def load(cls) -> NetworkCards:
        """Read the cards of the networks in use; raises ModelError where one is missing."""
        return cls(load_model_card("finder"), load_model_card("reader"), load_model_card("upright"))

    @property
    def name(self) -> str:
        """The networks as every reading names them."""
        return f"{self.detector}+{self.classifier}+{self.upright}"


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """What the networks say of one picture.

    Attributes:
        photo: the picture, or its closer one where that was read.
        faces: the faces found, some of them no tiles; quads in pixels of the full upright picture.
        scores: the detector's scores of them, 0 to 1.
        timing: of decoding, finding and reading; `total` is their sum.
        tile_set: the taught set that was chosen, or None.
        untaught: the same faces as the networks alone read them, where a set was chosen, else None; quads in
            `photo.pixels`.
    """

    photo: Photo
    faces: Faces
    scores: tuple[float, ...]
    timing: Timing
    tile_set: SetInUse | None = None
    untaught: Faces | None = None

    def chosen(self, indices: Iterable[int]) -> tuple[Faces, tuple[float, ...]]:
        """Return the faces with these numbers, and their scores."""
        kept = list(indices)
        return self.faces.chosen(kept), tuple(self.scores[index] for index in kept)
