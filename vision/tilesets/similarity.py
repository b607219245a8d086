"""Faces seen beside the taught ones: how alike they are by embedding, and by print."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.classification.classifier import Faces
from vision.tilesets.template_match import WAYS, print_of, print_ways
from vision.tilesets.tile_set import TileSet

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceFaces:
    """What is compared with: F taught faces.

    Attributes:
        labels: (F,) their labels.
        embeddings: (F, V, E) float32 of unit length.
        prints: (F, WAYS, D) float32.
    """

    labels: npt.NDArray[np.str_]
    embeddings: Floats
    prints: Floats

    @classmethod
    def of(cls, profile: TileSet, kinds: Collection[str]) -> ReferenceFaces:
        """The faces of a set that are of these kinds; at least one is."""
        faces = [face for face in profile.faces if face.label in kinds]
        return cls(
            np.array([face.label for face in faces]),
            np.stack([face.views for face in faces]),
            print_ways(np.stack([face.crop for face in faces])),
        )

    def chosen(self, kinds: Collection[str]) -> ReferenceFaces:
        """Only the faces of these kinds."""
        which = np.isin(self.labels, list(kinds))
        return ReferenceFaces(self.labels[which], self.embeddings[which], self.prints[which])

    def cosines(self, faces: Faces) -> Floats:
        """(N, F) cosine of each face's embedding and that of the taught face's view that is most like it."""
        found = np.einsum("ne,fve->nfv", faces.embeddings, self.embeddings, optimize=True).max(axis=2)
        return np.asarray(found, np.float32)

    def agreements(self, faces: Faces) -> Floats:
        """(N, F) how well the prints agree, at most 1, in the displacement in which they agree best."""
        beside = print_of(faces.crops) @ self.prints.reshape(-1, self.prints.shape[2]).T
        return np.asarray(beside.reshape(len(faces), -1, WAYS).max(axis=2), np.float32)


@lru_cache(maxsize=4)
def held(profile: TileSet) -> ReferenceFaces:
    """All taught faces of a set, made once; profiles are told apart by identity."""
    return ReferenceFaces.of(profile, profile.labels)
