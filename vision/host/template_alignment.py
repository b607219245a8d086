"""Lay one face exactly over another: align them affinely and say how well they then agree.

Inverse compositional Lucas-Kanade (S. Baker and I. Matthews, IJCV 56, 2004): what a step moves depends on the taught
face alone and is worked out once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.requests import FACE_SIZE

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Matrix = npt.NDArray[np.float64]

STEPS: Final = 4
"""Steps of an alignment."""

_FINE, _COARSE = 0.8, 6.0
"""Standard deviations in pixels of two blurs whose difference is aligned: without noise, light and edges."""

_INNER: Final = (64, 51)
"""Height and width in pixels of what is compared: the middle, without the edges where neighbours show."""

_FLAT: Final = 30.0
"""Added to a template's length, so that the noise of a blank face does not pass for print."""

_DAMPING: Final = 0.03
_FARTHEST: Final = 0.2
"""Widths of a crop by which a face may be moved, and"""
_BENT: Final = 0.35
"""how much it may be stretched or sheared: what goes beyond does not lie there."""

_HIGH, _WIDE = _INNER
_TOP, _LEFT = (FACE_SIZE[0] - _HIGH) // 2, (FACE_SIZE[1] - _WIDE) // 2
_MIDDLE: Final = ((_WIDE - 1) / 2, (_HIGH - 1) / 2)


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """A taught face to align others with.

    Attributes:
        values: of its middle, D numbers about their mean, length below 1.
        moves: (6, D) how a difference of templates moves, stretches and shears.
    """

    values: Floats
    moves: Floats

    @classmethod
    def of(cls, crop: Pixels) -> Template:
        """Make one of a crop (80, 64, 3) uint8 BGR."""
        soft = softened(crop)
        inner = soft[_TOP : _TOP + _HIGH, _LEFT : _LEFT + _WIDE]
        length = np.linalg.norm(inner - inner.mean(axis=(0, 1))) + _FLAT
        right = (
            soft[_TOP : _TOP + _HIGH, _LEFT + 1 : _LEFT + 1 + _WIDE]
            - soft[_TOP : _TOP + _HIGH, _LEFT - 1 : _LEFT - 1 + _WIDE]
        ) / 2
        down = (
            soft[_TOP + 1 : _TOP + 1 + _HIGH, _LEFT : _LEFT + _WIDE]
            - soft[_TOP - 1 : _TOP - 1 + _HIGH, _LEFT : _LEFT + _WIDE]
        ) / 2
        y, x = np.mgrid[:_HIGH, :_WIDE].astype(np.float32)
        x, y = (x - _MIDDLE[0])[..., None], (y - _MIDDLE[1])[..., None]
        slopes = [each / length for each in (right, down, right * x, right * y, down * x, down * y)]
        steepest = np.stack([each - each.mean(axis=(0, 1)) for each in slopes]).reshape(6, -1)
        hessian = steepest @ steepest.T
        hessian += np.diag(np.diag(hessian)) * _DAMPING + np.eye(6) * 1e-6
        return cls(_normalised(inner), np.asarray(np.linalg.solve(hessian, steepest), np.float32))


def softened(crop: Pixels) -> Floats:
    """Return a crop (80, 64, 3) as it is aligned."""
    whole = crop.astype(np.float32)
    return np.asarray(cv2.GaussianBlur(whole, (0, 0), _FINE) - cv2.GaussianBlur(whole, (0, 0), _COARSE), np.float32)


def aligned_agreement(template: Template, soft: Floats, start: Matrix) -> float:
    """Return how well a softened crop agrees with a template at best, at most 1, from `start` on.

    `start` is a (3, 3) affine map from the template's to the crop's pixels about the middles of both.
    """
    best, lies = -1.0, start
    for step in range(STEPS + 1):
        seen = _normalised(_middle_under(soft, lies))
        best = max(best, float(seen @ template.values))
        if step == STEPS:
            break
        x, y, xx, xy, yx, yy = (float(value) for value in template.moves @ (seen - template.values))
        lies = lies @ np.linalg.inv(np.array([[1 + xx, xy, x], [yx, 1 + yy, y], [0.0, 0.0, 1.0]]))
        moved, bent = np.abs(lies[:2, 2]).max() / FACE_SIZE[1], np.abs(lies[:2, :2] - np.eye(2)).max()
        if not (moved <= _FARTHEST and bent <= _BENT):
            break
    return best


def _middle_under(soft: Floats, lies: Matrix) -> Floats:
    x, y = _MIDDLE
    shift = lies[:2, 2] - lies[:2, :2] @ (x, y) + (x + _LEFT, y + _TOP)
    matrix = np.column_stack([lies[:2, :2], shift])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(soft, matrix, (_WIDE, _HIGH), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32
    )


def _normalised(inner: Floats) -> Floats:
    centred = (inner - inner.mean(axis=(0, 1))).ravel()
    return np.asarray(centred / (np.linalg.norm(centred) + _FLAT), np.float32)
