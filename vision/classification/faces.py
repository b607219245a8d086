"""The values `Face` and `Faces`: the classifier's results for faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.input.declared_types import checked, checked_fields
from vision.errors import VisionError
from vision.geometry import Quad
from vision.requests import Embedding, Pixels

NONE: Final = "NONE"
"""The classifier's label for anything that is no tile."""

Detail = tuple[float, float, float, float]
"""How much detail a crop has in four directions (`vision.requests.Measurement.DETAIL`)."""


@dataclass(frozen=True, slots=True, eq=False)
@checked_fields(VisionError)
class Face:
    """One face.

    Attributes:
        probabilities: calibrated, one a label of the network, 1 in sum.
        quad: in pixels of the picture read, clockwise from the face's own top left.
        embedding: the host's embedding.
        crop: the host's crop, the face upright.
        detail: detail of the crop; zeros before its measurement.
    """

    probabilities: Sequence[float]
    quad: Quad
    embedding: Embedding
    crop: Pixels
    detail: Detail = (0.0, 0.0, 0.0, 0.0)

    @property
    def best(self) -> int:
        """Index of the likeliest label, `NONE` included."""
        return self.probabilities.index(max(self.probabilities))

    @property
    def sharpness(self) -> float:
        """The smaller of the detail from left to right and the detail up and down."""
        return min(self.detail[:2])


@dataclass(frozen=True, slots=True, eq=False)
@checked_fields(VisionError)
class Faces:
    """N faces.

    Attributes:
        labels: the network's labels, in the order of each face's `probabilities`.
        each: the faces.

    Raises:
        VisionError: `bad-faces` for a face with another number of probabilities.
    """

    labels: tuple[str, ...]
    each: tuple[Face, ...]

    def __post_init__(self) -> None:
        for face in self.each:
            if len(face.probabilities) != len(self.labels):
                message = f"need {len(self.labels)} probabilities, got {len(face.probabilities)}"
                raise VisionError("bad-faces", message, "faces.probabilities")

    def __len__(self) -> int:
        return len(self.each)

    def __iter__(self) -> Iterator[Face]:
        return iter(self.each)

    @property
    def quads(self) -> tuple[Quad, ...]:
        """The quads of all faces."""
        return tuple(face.quad for face in self.each)

    @property
    def crops(self) -> tuple[Pixels, ...]:
        """The crops of all faces."""
        return tuple(face.crop for face in self.each)

    @property
    def best(self) -> list[str]:
        """The likeliest label of each face, `NONE` included."""
        return [self.labels[face.best] for face in self.each]

    @checked(VisionError)
    def chosen(self, indices: Iterable[int]) -> Faces:
        """Return the faces at these indices, in this order."""
        return Faces(self.labels, tuple(self.each[index] for index in indices))

    @checked(VisionError)
    def of(self, each: Iterable[Face]) -> Faces:
        """Return other faces with the same labels."""
        return Faces(self.labels, tuple(each))
