"""Faces for the reader: each patch cut a little wrong, turned, lit anew."""

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.utils.data import Dataset

from datasets.training import patches as cutting
from datasets.training.augment import photometric
from datasets.training.patches import Patches
from vision.rectify import FACE_MARGIN, FACE_SIZE

TURNED = (0.55, 0.12, 0.21, 0.12)
"""How often a face is shown needing 0, 1, 2, 3 quarter turns: most tiles stand upright, some lie upside down."""

COVERED = 0.15
"""How often something lies over a part of the face."""
MOST_COVERED = 0.6
"""Of the face, when something does."""
TOLD_BY = 0.25
"""Share of a face that may be hidden without doubt about what it is; from there on doubt grows to certain ignorance."""

TURN_TOLD = 0.5
"""Doubt from which on a face does not tell which way up it stands either."""

Floats = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]


def _face(height: int, width: int, margin: float) -> Floats:
    x, y = margin * width, margin * height
    return np.array([[x, y], [width - x, y], [width - x, height - y], [x, height - y]], np.float32)


def turned_corners(quad: Floats, turns: int) -> Floats:
    """Corners of ``quad`` (4, 2) such that the crop shows a face that needs ``turns`` quarter turns clockwise."""
    return np.roll(quad, -turns, axis=0)


def covered(face: Pixels, cover: Pixels, rng: np.random.Generator) -> tuple[Pixels, float]:
    """Lay ``cover`` over one side of ``face``, both (h, w, 3), up to a straight edge of any direction.

    Returns the picture and the share that is hidden. What lies over a tile in a photograph is mostly another tile.
    """
    height, width = face.shape[:2]
    share = float(rng.uniform(0.1, MOST_COVERED))
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.choice(4) * np.pi / 2 + rng.normal(0, 0.12)
    y, x = np.mgrid[:height, :width]
    depth = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
    hidden = depth <= np.quantile(depth, share)
    return np.where(hidden[..., None], cover, face), share


def doubt(share: float) -> float:
    """How much of the answer should be spread over all labels where ``share`` of a face is hidden, 0 to 0.9."""
    return float(np.clip((share - TOLD_BY) / (MOST_COVERED - TOLD_BY), 0.0, 1.0) * 0.9)


class Faces(Dataset[tuple[torch.Tensor, int, int, float, float]]):
    """Augmented faces: pixels (3, *FACE_SIZE) uint8, label, turns, weight of the turn and doubt.

    The weight is 0 where the turn is unknown, the doubt (``doubt``) above 0 where something covers the face.
    """

    def __init__(self, patches: Patches, *, seed: int, train: bool = True) -> None:
        """Show ``patches``; with ``train`` false each is shown as it is."""
        self.patches = patches
        self.seed = seed
        self.train = train
        self.light = photometric(0.9)
        self.face = _face(cutting.HEIGHT, cutting.WIDTH, cutting.MARGIN)
        self.crop = _face(*FACE_SIZE, FACE_MARGIN)

    def __len__(self) -> int:
        """Count faces."""
        return len(self.patches.labels)

    def _corners(self, rng: np.random.Generator) -> Floats:
        side = self.face[2] - self.face[0]
        middle = self.face.mean(axis=0)
        angle = rng.normal(0, 0.05)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        grown = (self.face - middle) * np.exp(rng.normal(0, 0.05, 2)) @ turn.T + middle
        moved = grown + rng.normal(0, 0.035, 2) * side + rng.normal(0, 0.025, (4, 2)) * side
        return np.asarray(moved, np.float32)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int, int, float, float]:
        """Return one face."""
        patch = self.patches.pixels[index]
        label = int(self.patches.labels[index])
        weight = 1.0 if self.patches.upright[index] else 0.0
        if not self.train:
            return _tensor(self._warped(patch, self.face)), label, 0, weight, 0.0
        rng = np.random.default_rng(torch.initial_seed() % 2**32 + index * 7919 + self.seed)
        turns = int(rng.choice(4, p=TURNED))
        pixels, unknown = self._warped(patch, turned_corners(self._corners(rng), turns)), 0.0
        if rng.random() < COVERED:
            other = self.patches.pixels[int(rng.integers(len(self.patches.labels)))]
            cover = np.asarray(cv2.resize(other, FACE_SIZE[::-1]), np.uint8)
            pixels, share = covered(pixels, cover, rng)
            unknown = doubt(share)
        lit = self.light(image=pixels)["image"]
        return _tensor(lit), label, turns, weight if unknown < TURN_TOLD else 0.0, unknown

    def _warped(self, patch: Pixels, corners: Floats) -> Pixels:
        """The face under ``corners`` (4, 2) of a patch."""
        matrix = cv2.getPerspectiveTransform(corners, self.crop)
        pixels = cv2.warpPerspective(
            patch, matrix, FACE_SIZE[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(pixels, np.uint8)


def _tensor(pixels: Pixels) -> torch.Tensor:
    """Channels first."""
    return torch.from_numpy(np.ascontiguousarray(pixels.transpose(2, 0, 1)))
