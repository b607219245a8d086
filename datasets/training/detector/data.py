"""Feed the detector augmented photographs and rendered scenes with their targets."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.utils.data import Dataset

from datasets.photographs.index import LabelledPhoto
from datasets.photographs.open_pictures import full_pixels
from datasets.training.detector.targets import STRIDE, build_targets
from datasets.training.shared.augmentation import any_colour, photometric
from vision.host.arrays import Floats, Pixels

SIZE = 512
"""Side of a training picture, pixels; the network itself takes any multiple of 32."""
SHORT_SIDE = (17.0, 130.0)
"""Range of the tiles' short side after scaling, pixels, sampled log-uniformly."""
UNBOXED_BACKGROUND_WEIGHT = 0.15
"""Weight of the background loss where a photograph may show unboxed tiles."""
GROUND_SHOWN = 0.7
"""Probability of a picture without tiles, if there is one, as the ground beyond a moved picture; else plain colour."""
RECOLOURED = 0.3
"""Probability of strong recolouring: our photographs show few tile sets, and players own tiles of any colour."""


def _motion(photo: LabelledPhoto, quads: Floats, exact: bool, rng: np.random.Generator) -> Floats:
    """Pick a homography (3, 3) from the stored picture to the training picture."""
    sides = np.ptp(quads, axis=1).min(axis=1) if len(quads) else np.array([60.0], np.float32)
    short = float(np.median(sides))
    wanted = float(np.exp(rng.uniform(*np.log(SHORT_SIDE))))
    scale = wanted / short if photo.single_tile else np.clip(wanted / short, 0.33, 2.5)
    stretch = np.exp(rng.normal(0, 0.08, 2)).clip(0.8, 1.25)
    # Upstream squeezed its photographs to squares; restore the tiles' own shape half of the time.
    if photo.tile_aspect and rng.random() < 0.5:
        stretch = stretch * np.array([(0.72 / photo.tile_aspect) ** 0.5, (photo.tile_aspect / 0.72) ** 0.5])
    if exact:
        angle = rng.uniform(-180, 180) if rng.random() < 0.25 else rng.normal(0, 8)
    else:  # a hull stays a hull only under quarter turns
        angle = float(rng.choice([0, 0, 0, 0, 0, 0, 90, -90, 180]))
    focus = quads[rng.integers(len(quads))].mean(axis=0) if len(quads) else np.array([photo.width, photo.height]) / 2
    turn = np.deg2rad(angle)
    linear = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.diag(stretch * scale)
    if rng.random() < 0.3:
        linear = linear @ np.diag([-1.0, 1.0])
    matrix = np.eye(3)
    matrix[:2, :2] = linear
    matrix[:2, 2] = rng.uniform(0.15, 0.85, 2) * SIZE - linear @ focus
    if exact and rng.random() < 0.4:
        tilt = np.eye(3)
        tilt[2, :2] = rng.normal(0, 0.25, 2) / SIZE
        matrix = tilt @ matrix
    return matrix.astype(np.float32)


def _warp(pixels: Pixels, matrix: Floats, ground: Pixels) -> Pixels:
    """Move a picture onto ``ground`` (SIZE, SIZE, 3)."""
    shrink = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2]))))
    if shrink < 0.6:  # warping samples single pixels: average first, or fine lines turn into noise
        small = cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        sx, sy = pixels.shape[1] / small.shape[1], pixels.shape[0] / small.shape[0]
        matrix = matrix @ np.diag([sx, sy, 1.0]).astype(np.float32)
        pixels = small  # type: ignore[assignment]
    warped = cv2.warpPerspective(
        pixels, matrix, (SIZE, SIZE), dst=ground.copy(), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT
    )
    return np.asarray(warped, np.uint8)


def _shown(pixels: Pixels, matrix: Floats) -> npt.NDArray[np.bool_]:
    """Return a mask of the detector's cells whose centre shows the moved picture instead of the ground."""
    cells, middle = SIZE // STRIDE, (STRIDE - 1) / 2
    to_cells = np.array([[1, 0, -middle], [0, 1, -middle], [0, 0, STRIDE]], np.float32)
    shown = cv2.warpPerspective(np.ones(pixels.shape[:2], np.uint8), to_cells @ matrix, (cells, cells))
    return np.asarray(shown > 0)


def _visible(quads: Floats) -> Floats:
    """Return the share (n,) of each quad's hull inside the picture."""
    low, high = quads.min(axis=1), quads.max(axis=1)
    whole = np.prod(np.maximum(high - low, 1e-3), axis=1)
    inside = np.prod(np.maximum(np.minimum(high, SIZE) - np.maximum(low, 0), 0), axis=1)
    return np.asarray(inside / whole, np.float32)


class DetectorDataset(Dataset[tuple[torch.Tensor, ...]]):
    """Augmented pictures with targets."""

    def __init__(self, photos: Sequence[LabelledPhoto], *, seed: int) -> None:
        """Take these pictures; the ones without tiles also serve as ground for the others."""
        self.photos = list(photos)
        self.without = [photo for photo in self.photos if photo.complete and not photo.tiles and not photo.ignored]
        self.seed = seed
        self.light = photometric(0.8)
        self.colour = any_colour()

    def __len__(self) -> int:
        """Count pictures."""
        return len(self.photos)

    def _ground(self, rng: np.random.Generator) -> Pixels:
        """Return a ground without tiles (SIZE, SIZE, 3)."""
        if not self.without or rng.random() >= GROUND_SHOWN:
            return np.full((SIZE, SIZE, 3), rng.integers(0, 256, 3), np.uint8)
        pixels = full_pixels(self.without[rng.integers(len(self.without))])
        side = round(min(pixels.shape[:2]) * rng.uniform(0.4, 1.0))
        top, left = (int(rng.integers(size - side + 1)) for size in pixels.shape[:2])
        part = np.rot90(pixels[top : top + side, left : left + side], int(rng.integers(4)))
        return np.asarray(cv2.resize(part, (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.uint8)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, ...]:
        """Return pixels (3, SIZE, SIZE) uint8 RGB, then the fields of ``DetectorTargets``."""
        rng = np.random.default_rng(torch.initial_seed() % 2**32 + index * 7919 + self.seed)
        photo = self.photos[index]
        pixels = full_pixels(photo)
        known = np.array([tile.quad is not None or photo.single_tile for tile in photo.tiles], bool)
        exact = bool(known.all())
        # A box gives the face's own corners only if the face fills the picture; otherwise it is their hull.
        quads = np.array([tile.corners for tile in photo.tiles], np.float32).reshape(-1, 4, 2)
        matrix = _motion(photo, quads, exact, rng)
        picture = _warp(pixels, matrix, self._ground(rng))
        moved = np.zeros((0, 4, 2), np.float32)
        if len(quads):
            moved = np.asarray(cv2.perspectiveTransform(quads.reshape(1, -1, 2), matrix), np.float32).reshape(-1, 4, 2)
            (ax, ay), (bx, by) = moved[0, 1] - moved[0, 0], moved[0, 2] - moved[0, 1]
            if ax * by - ay * bx < 0:  # mirrored: keep it clockwise
                moved = moved[:, [1, 0, 3, 2]]
        share = _visible(moved)
        short = np.ptp(moved, axis=1).min(axis=1) if len(moved) else np.zeros(0, np.float32)
        kept = (share > 0.7) & (short > 9)
        hidden = moved[~kept & (share > 0.02)]
        unsure = np.array(photo.ignored, np.float32).reshape(-1, 4)[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(1, -1, 2)
        if unsure.shape[1]:
            hidden = np.concatenate([hidden, cv2.perspectiveTransform(unsure, matrix).reshape(-1, 4, 2)])
        ignored = np.concatenate([hidden.min(axis=1), hidden.max(axis=1)], axis=1)
        picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)
        if rng.random() < RECOLOURED:
            picture = self.colour(image=picture)["image"]
        picture = self.light(image=picture)["image"]
        elsewhere: float | Floats = 1.0
        if not (photo.complete or photo.single_tile):
            elsewhere = np.where(_shown(pixels, matrix), UNBOXED_BACKGROUND_WEIGHT, 1.0).astype(np.float32)
        targets = build_targets(moved[kept], known[kept], ignored, (SIZE, SIZE), elsewhere)
        channels_first = np.ascontiguousarray(picture.transpose(2, 0, 1))
        return tuple(map(torch.from_numpy, (channels_first, *targets)))
