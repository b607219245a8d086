"""Feed the classifier augmented faces: each patch with displaced corners, turned, and in another light."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.utils.data import Dataset

from datasets.render.patch_size import HEIGHT, MARGIN, WIDTH
from datasets.render.tilesets.shown.shot import enlarged, sharpened
from datasets.training.classifier.labels import NONE
from datasets.training.classifier.network import GLYPH_STEP
from datasets.training.classifier.patches import Patches
from datasets.training.shared.augmentation import photometric
from vision.host.arrays import Floats, Pixels
from vision.requests import FACE_MARGIN, FACE_SIZE

Turns = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Poses:
    """The distribution of orientations and corner errors of the training faces.

    Attributes:
        turned: probabilities that a photographed face needs 0, 1, 2, 3 quarter turns.
        drawn: the same probabilities for a drawn face.
        corners_off: probability of corners as bad as a detector's worst quads, so that the network learns to correct
            them.
    """

    turned: Turns
    drawn: Turns
    corners_off: float


ANY_WAY = Poses((0.55, 0.12, 0.21, 0.12), (0.42, 0.11, 0.36, 0.11), 0.35)
"""Faces as a detector finds them: most upright, some upside down. Drawn faces are turned more often, because only
numeral and word show the orientation of unfamiliar art."""
UPRIGHT = Poses((0.9, 0.02, 0.06, 0.02), (0.9, 0.02, 0.06, 0.02), 0.1)
"""Faces after the rows have settled the orientation: seldom turned, and then mostly upside down."""

COVERED = 0.15
"""Probability that something covers a part of the face."""
MOST_COVERED = 0.6
"""Largest covered share of a face."""
DOUBT_FROM = 0.25
"""Hidden share of a face from which we spread the target over all labels."""

CORNERS_OFF_FACTOR = 2.6
"""Factor on the corner displacement for a badly cut face."""

PART_SHOWN = 0.05
"""Probability of cutting a part of a face as if it were the whole, as a detector sees two 2 Dots in a 4 Dot."""
LEAST_CUT = 0.5
MOST_CUT = 0.75
"""Smallest and largest share of the face in such a cut."""

FAR_AWAY = 0.25
"""Probability of showing a face as a far tile: few pixels, with noise and JPEG blocks."""
FAR_WIDTHS = (20.0, 90.0)
"""Range of pixels across the crop of such a face, sampled log-uniformly."""

PHOTO_CORNER_WEIGHT = 0.2
"""Weight of the corner loss for a photographed face, because a detector supplied its corners."""

TURN_UNKNOWN_FROM = 0.5
"""Doubt from which the orientation counts as unknown too."""


def _face(height: int, width: int, margin: float) -> Floats:
    x, y = margin * width, margin * height
    return np.array([[x, y], [width - x, y], [width - x, height - y], [x, height - y]], np.float32)


def turned_corners(quad: Floats, turns: int) -> Floats:
    """Roll the corners of ``quad`` (4, 2) so that its crop needs ``turns`` quarter turns clockwise to be upright."""
    return np.roll(quad, -turns, axis=0)


def covered(face: Pixels, cover: Pixels, rng: np.random.Generator) -> tuple[Pixels, float]:
    """Lay ``cover`` over one side of ``face``, both (h, w, 3), up to a straight edge of any direction.

    Returns the picture and the hidden share.
    """
    height, width = face.shape[:2]
    share = rng.uniform(0.1, MOST_COVERED)
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.choice(4) * np.pi / 2 + rng.normal(0, 0.12)
    y, x = np.mgrid[:height, :width]
    depth = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
    hidden = depth <= np.quantile(depth, share)
    return np.where(hidden[..., None], cover, face), share


def far_away(face: Pixels, rng: np.random.Generator) -> Pixels:
    """Degrade ``face`` (h, w, 3) as a camera does from afar: few pixels, noise, compression, then enlarged."""
    height, width = face.shape[:2]
    share = float(np.exp(rng.uniform(*np.log(FAR_WIDTHS)))) / width
    size = (round(width * share), round(height * share))
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    small += rng.normal(0, rng.uniform(0, 8), small.shape)
    if rng.random() < 0.5:  # cameras sharpen
        small = np.asarray(sharpened(small, rng), np.float32)
    kept: Pixels = np.asarray(np.clip(small, 0, 255), np.uint8)
    if rng.random() < 0.8:
        quality = int(rng.integers(40, 96))
        _, compressed = cv2.imencode(".jpg", kept, [cv2.IMWRITE_JPEG_QUALITY, quality])
        kept = np.asarray(cv2.imdecode(compressed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(enlarged(kept, (width, height), rng), np.uint8)


def part_of(quad: Floats, side: int, share: float) -> Floats:
    """Return the ``share`` of a face's ``quad`` (4, 2) at one of its sides: 0 above, then clockwise."""
    rolled = np.roll(quad, -side, axis=0)
    held = rolled.copy()
    held[2] = rolled[1] + share * (rolled[2] - rolled[1])
    held[3] = rolled[0] + share * (rolled[3] - rolled[0])
    return np.roll(held, side, axis=0)


def doubt(share: float) -> float:
    """Return how much of the target to spread over all labels, 0 to 0.9, if ``share`` of a face is hidden."""
    return float(np.clip((share - DOUBT_FROM) / (MOST_COVERED - DOUBT_FROM), 0.0, 1.0) * 0.9)


_UNKNOWN = torch.full((2, *(size // GLYPH_STEP for size in FACE_SIZE)), -1, dtype=torch.int8)
"""Glyph targets of a face with unknown glyphs: -1 at every place."""

GLYPH_CORE, GLYPH_EDGE = 0.28, 0.75
"""Distances from a glyph's centre, in glyph heights: a place within the first shows it, beyond the second nothing."""


def glyph_places(glyphs: Floats, matrix: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    """Return the glyph and its turn at each place of a crop, (2, rows, columns), both counted from 1.

    ``glyphs`` (n, 5) as ``Patches`` holds them; ``matrix`` maps their patch to the crop. 0 means no glyph, -1 means
    undecided. The turn is 1 plus the number of clockwise quarter turns that bring the glyph upright.
    """
    rows, columns = (size // GLYPH_STEP for size in FACE_SIZE)
    found = np.zeros((2, rows, columns), np.int8)
    middles = (np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), -1) + 0.5) * GLYPH_STEP
    for number, x, y, height, turned in glyphs[np.isfinite(glyphs[:, 0])]:
        angle = np.radians(turned)
        top = (x + height / 2 * np.sin(angle), y - height / 2 * np.cos(angle))
        middle, up = cv2.perspectiveTransform(np.array([[(x, y), top]], np.float64), matrix)[0]
        up = up - middle
        far = np.linalg.norm(middles - middle, axis=2) / max(2 * float(np.linalg.norm(up)), 1e-3)
        nearest = np.unravel_index(far.argmin(), far.shape)
        inside = bool(np.all(middle > 0) and np.all(middle < np.array(FACE_SIZE[::-1])))
        found[:, far < GLYPH_EDGE] = -1
        if inside:
            core = far < GLYPH_CORE
            core[nearest] = True
            found[0, core] = 1 + int(number)
            found[1, core] = 1 + round(-np.degrees(np.arctan2(up[0], -up[1])) / 90) % 4
    return found


class FaceDataset(Dataset[tuple[torch.Tensor, int, int, float, float, torch.Tensor, float, int, torch.Tensor]]):
    """Augmented faces: pixels (3, *FACE_SIZE) uint8, label, turns, weight, doubt, frame, its weight, texts, glyphs.

    The first weight is of the turn, 0 if the turn is unknown. The doubt (``doubt``) is above 0 if something hides part
    of the face. The frame (8,) float32 is the target of ``ClassifierNet``'s frame; its weight is 0 if no corners are
    known. Texts are those of ``Patches``; texts and glyphs (``glyph_places``) are unknown if part of the face is
    hidden.
    """

    def __init__(self, patches: Patches, *, seed: int, train: bool = True, poses: Poses = ANY_WAY) -> None:
        """Augment ``patches`` by ``poses``, or leave them as they are if ``train`` is false."""
        self.patches = patches
        self.seed = seed
        self.train = train
        self.poses = poses
        self.light = photometric(0.9, fine=2)
        self.drawn_light = photometric(0.5, fine=2)  # a drawn face already has a light and a lens
        self.face = _face(HEIGHT, WIDTH, MARGIN)
        self.crop = _face(*FACE_SIZE, FACE_MARGIN)

    def __len__(self) -> int:
        """Count faces."""
        return len(self.patches.labels)

    def spoiled(self, rng: np.random.Generator) -> Floats:
        """Return the face's corners (4, 2) in its patch, displaced like a detector's."""
        far = CORNERS_OFF_FACTOR if rng.random() < self.poses.corners_off else 1.0
        side = self.face[2] - self.face[0]
        middle = self.face.mean(axis=0)
        angle = rng.normal(0, 0.05 * far)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        grown = (self.face - middle) * np.exp(rng.normal(0, 0.05 * far, 2)) @ turn.T + middle
        moved = grown + rng.normal(0, 0.035 * far, 2) * side + rng.normal(0, 0.025 * far, (4, 2)) * side
        return np.asarray(moved, np.float32)

    def _frame(self, matrix: npt.NDArray[Any], turns: int) -> torch.Tensor:
        """Return the target offsets (8,) of the face's corners from the crop's, as ``ClassifierNet`` answers them.

        ``matrix`` maps the patch to the crop.
        """
        true = cv2.perspectiveTransform(turned_corners(self.face, turns)[None], matrix)[0]
        off = (true - self.crop) / (self.crop[2] - self.crop[0])
        return torch.from_numpy(np.clip(off, -1.0, 1.0).astype(np.float32).ravel())

    def __getitem__(
        self, index: int
    ) -> tuple[torch.Tensor, int, int, float, float, torch.Tensor, float, int, torch.Tensor]:
        """Return one face."""
        patch = self.patches.pixels[index]
        label = int(self.patches.labels[index])
        weight = 1.0 if self.patches.upright[index] else 0.0
        framed = 0.0 if label == NONE else PHOTO_CORNER_WEIGHT if self.patches.real[index] else 1.0
        if not self.train:
            straight = _tensor(self.warped(patch, self.face))
            return straight, label, 0, weight, 0.0, torch.zeros(8), framed, -1, _UNKNOWN
        rng = np.random.default_rng(torch.initial_seed() % 2**32 + index * 7919 + self.seed)
        turns = int(rng.choice(4, p=self.poses.turned if self.patches.real[index] else self.poses.drawn))
        whole, unknown = self.spoiled(rng), 0.0
        halved = rng.random() < PART_SHOWN
        if halved:
            share = rng.uniform(LEAST_CUT, MOST_CUT)
            whole, unknown = part_of(whole, int(rng.integers(4)), share), doubt(1 - share)
        shown = turned_corners(whole, turns)
        pixels = self.warped(patch, shown)
        if not halved and rng.random() < COVERED:
            other = self.patches.pixels[int(rng.integers(len(self.patches.labels)))]
            cover = np.asarray(cv2.resize(other, FACE_SIZE[::-1]), np.uint8)
            pixels, share = covered(pixels, cover, rng)
            unknown = doubt(share)
        if rng.random() < FAR_AWAY:
            pixels = far_away(pixels, rng)
        lit = (self.light if self.patches.real[index] else self.drawn_light)(image=pixels)["image"]
        told = unknown < TURN_UNKNOWN_FROM
        matrix = cv2.getPerspectiveTransform(shown, self.crop)
        frame = self._frame(matrix, turns)
        placed = framed if told or halved else 0.0
        texts = -1 if unknown > 0 or halved else int(self.patches.texts[index])
        glyphs = torch.from_numpy(glyph_places(self.patches.glyphs[index], matrix)) if texts >= 0 else _UNKNOWN
        return _tensor(lit), label, turns, weight if told else 0.0, unknown, frame, placed, texts, glyphs

    def warped(self, patch: Pixels, corners: Floats) -> Pixels:
        """Rectify the face under ``corners`` (4, 2) of a patch."""
        matrix = cv2.getPerspectiveTransform(corners, self.crop)
        pixels = cv2.warpPerspective(
            patch, matrix, FACE_SIZE[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(pixels, np.uint8)


def _tensor(pixels: Pixels) -> torch.Tensor:
    """Put the channels first."""
    return torch.from_numpy(np.ascontiguousarray(pixels.transpose(2, 0, 1)))
