"""Fill icons as an illustrator does: stripes, spots, scales and shade inside, lines along the edges."""

from collections.abc import Sequence

import cv2
import numpy as np

from datasets.render.drawing.canvas import Floats32, Rng
from datasets.render.tilesets.drawing.canvas import Pixels
from datasets.render.tilesets.drawing.noise import cloud
from datasets.render.tilesets.drawing.palette import Colour

LAYERS = (1, 4)
"""Range of the number of patterns in a picture; the end is exclusive."""
OUTLINED, SHADED = 0.55, 0.6
"""Probabilities of lines along a picture's edges, and of shade from one side."""


def _stripes(rng: Rng, side: int) -> Floats32:
    """Return wavering bands, like a tiger's."""
    y, x = np.mgrid[:side, :side].astype(np.float32) / side
    angle, count = rng.uniform(0, np.pi), rng.uniform(4, 14)
    across = x * np.cos(angle) + y * np.sin(angle) + rng.uniform(0, 0.25) * cloud(rng, 4, side, side)
    bands: Floats32 = np.sin(2 * np.pi * count * across) * 3 + rng.uniform(-1.5, 1)
    return bands


def _spots(rng: Rng, side: int) -> Floats32:
    blobs = cloud(rng, int(rng.integers(6, 20)), side, side)
    return (blobs - np.float32(rng.uniform(0.1, 0.4))) * 8


def _scales(rng: Rng, side: int) -> Floats32:
    """Return rows of arcs, like feathers or scales."""
    step = rng.uniform(7, 18)
    y, x = np.mgrid[:side, :side].astype(np.float32) / step
    row = np.floor(y)
    far = np.hypot((x + 0.5 * (row % 2)) % 1 - 0.5, y - row)
    arcs: Floats32 = 1 - np.abs(far - 0.45) * rng.uniform(5, 9)
    return arcs


def _gradient(rng: Rng, side: int) -> Floats32:
    y, x = np.mgrid[:side, :side].astype(np.float32) / side - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    slope: Floats32 = 0.5 + 1.2 * (x * np.cos(angle) + y * np.sin(angle))
    return slope


_PATTERNS = (_stripes, _spots, _scales, _gradient)
"""Functions that return the amount of ink at each place (side, side): none up to 0, full from 1 on."""


def illustrated(art: Pixels, rng: Rng, inks: Sequence[Colour], line: Colour) -> Pixels:
    """Return a picture (n, n, 4) filled with patterns in some of ``inks``, its edges drawn in ``line``."""
    side = art.shape[0]
    inside = (art[..., 3] > 128).astype(np.uint8)
    colours = art[..., :3].astype(np.float32)
    for _ in range(int(rng.integers(*LAYERS))):
        pattern = np.clip(_PATTERNS[int(rng.integers(len(_PATTERNS)))](rng, side), 0, 1) * rng.uniform(0.4, 1)
        ink = np.array(inks[int(rng.integers(len(inks)))], np.float32)
        colours += (ink - colours) * pattern[..., None]
    if rng.random() < SHADED:
        angle = rng.uniform(0, 2 * np.pi)
        soft = cv2.GaussianBlur(inside.astype(np.float32), (0, 0), rng.uniform(3, 8))
        slope = cv2.Sobel(soft, cv2.CV_32F, 1, 0) * np.cos(angle) + cv2.Sobel(soft, cv2.CV_32F, 0, 1) * np.sin(angle)
        colours *= 1 + (slope * rng.uniform(0.5, 1.5))[..., None]
    if rng.random() < OUTLINED:
        wide = np.ones((int(rng.integers(2, 5)),) * 2, np.uint8)
        edge = inside > cv2.erode(inside, wide, borderValue=0)
        grey = cv2.GaussianBlur(cv2.cvtColor(np.ascontiguousarray(art[..., :3]), cv2.COLOR_RGB2GRAY), (0, 0), 1)
        edge = edge | ((cv2.Canny(grey, 40, 90) > 0) & (inside > 0))
        colours[edge] = line
    return np.dstack([np.clip(colours, 0, 255).astype(np.uint8), art[..., 3]])
