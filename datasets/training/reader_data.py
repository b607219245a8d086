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

Floats = npt.NDArray[np.float32]


def _face(height: int, width: int, margin: float) -> Floats:
    x, y = margin * width, margin * height
    return np.array([[x, y], [width - x, y], [width - x, height - y], [x, height - y]], np.float32)


def turned_corners(quad: Floats, turns: int) -> Floats:
    """Corners of ``quad`` (4, 2) such that the crop shows a face that needs ``turns`` quarter turns clockwise."""
    return np.roll(quad, -turns, axis=0)


class Faces(Dataset[tuple[torch.Tensor, int, int, float]]):
    """Augmented faces: pixels (3, *FACE_SIZE) uint8, label, turns, weight of the turn (0 where it is unknown)."""

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

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int, int, float]:
        """Return one face."""
        patch = self.patches.pixels[index]
        label = int(self.patches.labels[index])
        corners, turns = self.face, 0
        if self.train:
            rng = np.random.default_rng(torch.initial_seed() % 2**32 + index * 7919 + self.seed)
            turns = int(rng.choice(4, p=TURNED))
            corners = turned_corners(self._corners(rng), turns)
        matrix = cv2.getPerspectiveTransform(corners, self.crop)
        pixels = cv2.warpPerspective(
            patch, matrix, FACE_SIZE[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        if self.train:
            pixels = self.light(image=pixels)["image"]
        weight = 1.0 if self.patches.upright[index] else 0.0
        return torch.from_numpy(np.ascontiguousarray(pixels.transpose(2, 0, 1))), label, turns, weight
