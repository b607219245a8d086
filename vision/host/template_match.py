"""Match faces in view with taught faces, by templates and by embeddings.

The embedding tells the faces of one set apart. Templates also tell whether a face is of the set at all: two sets may
have suits that look much alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.host.arrays import Floats, Pixels
from vision.requests import FACE_SIZE, VIEWS, Comparison, KnownFace

WAYS: Final = 48
"""Number of small displacements in which we lay a taught face over a face in view."""

_SEED: Final = 1920
_SMALL: Final = (40, 32)
"""Height and width in pixels at which we compare templates."""

_INNER: Final = (32, 25)
"""Height and width in pixels of the compared middle, without the edges where neighbours show."""

_FLAT: Final = 15.0
"""Added to a template's length, so that the noise of a blank face does not pass for print."""


def template_of(crops: Pixels) -> Floats:
    """Return templates (N, D) float32 of crops (N, 160, 128, 3) uint8 BGR: colours less their mean, length below 1."""
    top, left = ((whole - part) // 2 for whole, part in zip(_SMALL, _INNER, strict=True))
    middle = [_small(crop)[top : top + _INNER[0], left : left + _INNER[1]] for crop in crops]
    return _normalised(np.stack(middle) if middle else np.zeros((0, *_INNER, 3), np.float32))


def displaced_templates(crops: Pixels) -> Floats:
    """Return templates (N, WAYS, D) float32 of crops (N, 160, 128, 3) uint8 BGR, displaced; the first is in place."""
    maps = displacements()
    made = np.empty((len(crops), WAYS, *_INNER, 3), np.float32)
    for index, crop in enumerate(crops):
        small = _small(crop)
        for way, matrix in enumerate(maps):
            made[index, way] = cv2.warpAffine(
                small,
                matrix,
                _INNER[::-1],
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
    return _normalised(made.reshape(-1, *_INNER, 3)).reshape(len(crops), WAYS, -1)


def _small(crop: Pixels) -> Floats:
    return np.asarray(cv2.resize(crop, _SMALL[::-1], interpolation=cv2.INTER_AREA), np.float32)


def _normalised(pictures: Floats) -> Floats:
    """Return pictures (N, h, w, 3) less their mean colour as vectors, divided by (their length + `_FLAT`)."""
    centred = (pictures - pictures.mean(axis=(1, 2), keepdims=True)).reshape(len(pictures), int(np.prod(_INNER)) * 3)
    return np.asarray(centred / (np.linalg.norm(centred, axis=1, keepdims=True) + _FLAT), np.float32)


def displacements() -> list[npt.NDArray[np.float64]]:
    """Return `WAYS` affine maps (2, 3) from the compared middle to a small crop; the first only shifts."""
    rng = np.random.default_rng(_SEED)
    middle, centre = (np.array(size[::-1]) / 2 - 0.5 for size in (_INNER, _SMALL))
    maps = [np.column_stack([np.eye(2), centre - middle])]
    for _ in range(WAYS - 1):
        angle, shear = np.deg2rad(rng.normal(0, 3)), rng.normal(0, 0.05)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        spread = turn @ np.array([[1.0, shear], [0.0, 1.0]]) @ np.diag(rng.uniform(0.9, 1.1, 2))
        shift = rng.normal(0, 5.0 * _SMALL[0] / FACE_SIZE[0], 2)
        maps.append(np.column_stack([spread, centre + shift - spread @ middle]))
    # Sizes that differ by an odd number give a shift of half a pixel; rounding keeps the first way exact.
    maps[0][:, 2] = np.floor(maps[0][:, 2])
    return maps


def compare(crops: Pixels, embeddings: Floats, taught: tuple[KnownFace, ...]) -> Comparison:
    """Compare crops (N, 160, 128, 3) and embeddings (N, E) with taught faces (`vision.requests.Compare`)."""
    known = _references(taught)
    beside = (template_of(crops) @ known.templates.reshape(-1, known.templates.shape[2]).T).reshape(
        len(crops), -1, WAYS
    )
    cosines = np.einsum("ne,fve->nfv", embeddings, known.embeddings, optimize=True).max(axis=2)
    return Comparison(beside.max(axis=2).tolist(), cosines.tolist(), known.spreads)


@dataclass(frozen=True, slots=True, eq=False)
class _References:
    """F taught faces, ready to compare.

    Attributes:
        embeddings: (F, V, E) float32 of unit length.
        templates: (F, WAYS, D) float32.
        spreads: F numbers: mean distance (1 less the cosine) of a face's views from the nearest other view.
    """

    embeddings: Floats
    templates: Floats
    spreads: list[float]


@lru_cache(maxsize=3)
def _references(taught: tuple[KnownFace, ...]) -> _References:
    """Return the references of taught faces, cached for each tuple of face objects."""
    views = np.array([np.reshape(face.views, (VIEWS, -1)) for face in taught], np.float32)
    cosines = np.einsum("fve,fwe->fvw", views, views)
    cosines[:, np.arange(VIEWS), np.arange(VIEWS)] = -1
    spreads = (1 - cosines.max(axis=2)).mean(axis=1)
    return _References(views, displaced_templates(np.array([face.crop for face in taught], np.uint8)), spreads.tolist())
