"""What the classifier says of faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from vision.errors import VisionError
from vision.geometry import Quad
from vision.requests import Embedding, Pixels

NONE: Final = "NONE"
"""The classifier's label for anything that is no tile."""

Detail = tuple[float, float, float, float]
"""How much detail a crop has in four directions (`vision.requests.Measurement.DETAIL`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One face.

    Attributes:
        probabilities: calibrated, one a label of the network, 1 in sum.
        quad: in pixels of the picture read, clockwise from the face's own top left.
        embedding: the host's.
        crop: the host's, the face upright.
        detail: of the crop; zeros where it was not measured.
    """

    probabilities: Sequence[float]
    quad: Quad
    embedding: Embedding
    crop: Pixels
    detail: Detail = (0.0, 0.0, 0.0, 0.0)

    @property
    def best(self) -> int:
        """Place of the likeliest label, no tile among them."""
        return self.probabilities.index(max(self.probabilities))

    @property
    def sharpness(self) -> float:
        """Detail from left to right or up and down, the smaller one."""
        return min(self.detail[:2])


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """N faces.

    Attributes:
        labels: the network's alphabet, in the order of each face's `probabilities`.
        each: the faces.
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
        """The likeliest label of each face, no tile among them."""
        return [self.labels[face.best] for face in self.each]

    def chosen(self, indices: Iterable[int]) -> Faces:
        """Return the faces with these numbers, in this order."""
        return Faces(self.labels, tuple(self.each[index] for index in indices))

    def of(self, each: Iterable[Face]) -> Faces:
        """Return other faces of the same alphabet."""
        return Faces(self.labels, tuple(each))
