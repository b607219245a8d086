"""Cut faces for the classifier out of crowded pictures, with their neighbours, light and blur."""

import numpy as np
import numpy.typing as npt

from datasets.render.design_splits import TRAINING_DESIGNS
from datasets.render.drawing.canvas import Pixels
from datasets.render.scene.scene import render_scene
from vision.host.face_crops import rectify
from vision.requests import FACE_MARGIN, FACE_SIZE

_PICTURE = (480, 480)
_LEAST_VISIBLE = 0.75
_LEAST_PIXELS = 13.0
"""Square root of the least area of a legible face, pixels."""


def render_faces(
    seed: int,
    n: int,
    designs: range = TRAINING_DESIGNS,
    size: tuple[int, int] = FACE_SIZE,
    margin: float = FACE_MARGIN,
) -> tuple[Pixels, tuple[str, ...]]:
    """Return `n` rectified upright faces in random order, every kind and BACK about equally often.

    They come from rendered pictures full of tiles ("crowd" of `SCENE_KINDS`), four pictures per set, so ask for
    thousands at a time.

    Args:
        seed: the same arguments give the same pixels.
        n: number of faces.
        designs: the design numbers to choose from.
        size: (height, width) of a crop, pixels.
        margin: share of the crop around the face on each side, see `rectify`.

    Returns:
        crops (n, *size, 3) uint8 BGR and their n labels.
    """
    crops: list[Pixels] = []
    labels: list[str] = []
    number = seed * 1_000_000
    while len(labels) < n:
        scene = render_scene(number, _PICTURE, "crowd", designs)
        number += 1
        kept = _legible(scene.quads, scene.visible)
        if kept.size:
            crops.append(rectify(scene.pixels, scene.quads[kept], size, margin))
            labels += [scene.labels[i] for i in kept]
    order = np.random.default_rng([seed, 3]).permutation(len(labels))[:n]
    return np.concatenate(crops)[order] if crops else np.zeros((0, *size, 3), np.uint8), tuple(labels[i] for i in order)


def _legible(quads: npt.NDArray[np.float32], visible: npt.NDArray[np.float32]) -> npt.NDArray[np.intp]:
    """Return the indices of the quads (n, 4, 2), pixels, that are large enough, mostly visible and in the picture."""
    after = np.roll(quads, -1, axis=1)
    area = 0.5 * np.abs(np.sum(quads[..., 0] * after[..., 1] - after[..., 0] * quads[..., 1], axis=1))
    middle = quads.mean(axis=1)
    inside = ((middle > 0) & (middle < _PICTURE)).all(axis=1)
    return np.flatnonzero((area > _LEAST_PIXELS**2) & (visible > _LEAST_VISIBLE) & inside)
