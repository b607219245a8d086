"""Toy world with exact truth: tiles drawn as coloured quads, and networks that see only those.

A tile's green and red encode its label. Its blue separates it from the ground and is darker in the quarter at the
face's own top left. The toy detector finds tiles of 12 to 140 pixels in its view, as the real one has a range too.
"""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models import InputSpec, ModelCard, Source, load_model_card
from rules.tiles import ALL_TILES
from vision import Networks, Photo
from vision.classification.classifier import read_faces
from vision.classification.faces import NONE, Face, Faces
from vision.detection.decoding import Detections
from vision.detection.detector import find_tiles
from vision.geometry import Quad, as_quads
from vision.host.measures import detail
from vision.host.native import drive
from vision.host.networks import Classifier, Detector
from vision.host.onnx_network import Runs
from vision.image.photo import closer_photo
from vision.requests import FACE_MARGIN

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

LABELS = (*(tile.code for tile in ALL_TILES), "BACK", NONE)
KNOWN_SIZES = (12.0, 140.0)
READER_THRESHOLDS = {**load_model_card("reader").thresholds, "sure": 0.9}
FINDER_THRESHOLDS = load_model_card("finder").thresholds


def card(task: str = "reader", **changes: object) -> ModelCard:
    """Return a model card for a toy network."""
    fields: dict[str, object] = {
        "name": f"toy-{task}",
        "version": "1",
        "task": task,
        "path": Path("toy") / "model.onnx",
        "sha256": "0" * 64,
        "input": InputSpec(0, 0, 32, 640, "bgr") if task == "finder" else InputSpec(160, 128, 1, 0, "bgr"),
        "labels": () if task == "finder" else LABELS,
        "temperature": 1.0,
        "thresholds": {"finder": FINDER_THRESHOLDS, "reader": READER_THRESHOLDS, "upright": {}}[task],
        "data": (Source("drawn", "none", "tests"),),
        "measured": {},
    }
    return ModelCard(**{**fields, **changes})  # type: ignore[arg-type]


def closer(photo: Photo) -> Photo:
    """Return the same photo with more of its file's pixels."""
    return drive(closer_photo(photo))


def detect(photo: Photo, detector: Detector) -> Detections:
    """Find every tile face in view."""
    return drive(find_tiles(photo, detector.card), detector)


def classify(pixels: Pixels, quads: Sequence[Quad], classifier: Classifier) -> Faces:
    """Read the faces under quads."""
    return drive(read_faces(pixels, quads, classifier.card), classifier=classifier)


def card_with(**changes: float) -> ModelCard:
    """Return the toy classifier's card with some of its thresholds changed."""
    return card(thresholds={**READER_THRESHOLDS, **changes})


def faces_of(
    probabilities: npt.ArrayLike,
    quads: npt.ArrayLike,
    crops: Pixels,
    embeddings: npt.ArrayLike | None = None,
) -> Faces:
    """Return faces from arrays: (N, labels), (N, 4, 2), (N, 160, 128, 3) and (N, E)."""
    rows = np.asarray(probabilities, np.float32).reshape(len(crops), len(LABELS)).tolist()
    vectors = np.ones((len(crops), 1), np.float32) if embeddings is None else np.asarray(embeddings, np.float32)
    details = detail(crops).tolist()
    corners = as_quads(np.asarray(quads, np.float32).reshape(-1, 4, 2))
    each = zip(rows, corners, vectors, crops, map(tuple, details), strict=True)
    return Faces(LABELS, tuple(Face(*one) for one in each))


def colour(label: str, *, corner: bool = False) -> tuple[int, int, int]:
    """Return the BGR colour of a face, or of its top left quarter."""
    index = LABELS.index(label)
    return (130 if corner else 230, 20 + index % 7 * 35, 20 + index // 7 * 35)


def label_of(green: float, red: float) -> int:
    """Return the index of the label with the nearest colour."""
    index = round((red - 20) / 35) * 7 + round((green - 20) / 35)
    return int(min(max(index, 0), len(LABELS) - 1))


def turned(quads: npt.NDArray[np.float32], degrees: float) -> npt.NDArray[np.float32]:
    """Turn the quads clockwise around their middle."""
    turn = np.deg2rad(degrees)
    middle = quads.mean(axis=(0, 1))
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray((quads - middle) @ matrix.T + middle, np.float32)


def face(centre: tuple[float, float], height: float, angle: float = 0.0) -> Floats:
    """Return corners (4, 2) of a tile 0.72 as wide as high, turned by `angle` degrees clockwise, from its top left."""
    x, y = 0.36 * height, 0.5 * height
    turn = np.deg2rad(angle)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-x, -y], [x, -y], [x, y], [-x, y]]) @ rotation.T + np.array(centre)
    return np.asarray(corners, np.float32)


def picture(width: int, height: int, tiles: Sequence[tuple[str, Floats]]) -> Pixels:
    """Return a picture (height, width, 3) BGR of the tiles on dark ground."""
    pixels = np.full((height, width, 3), (0, 60, 20), np.uint8)
    for label, quad in tiles:
        cv2.fillConvexPoly(pixels, np.round(quad * 16).astype(np.int32), colour(label), shift=4)
        quarter = np.array([quad[0], quad[[0, 1]].mean(axis=0), quad.mean(axis=0), quad[[0, 3]].mean(axis=0)])
        cv2.fillConvexPoly(pixels, np.round(quarter * 16).astype(np.int32), colour(label, corner=True), shift=4)
    # Fine print keeps faces from passing for blurred; it leaves their mean colours unchanged.
    print_ = np.random.default_rng(0).choice(np.array([-20, 20]), pixels.shape[:2])[..., None]
    return np.where(pixels[..., :1] > 90, pixels + print_, pixels).astype(np.uint8)


def from_middles(score: Floats, corners: Floats) -> list[Floats]:
    """Return the detector's outputs for scores (1, h, w) and corners (1, h, w, 8) in pixels of the view."""
    rows, columns = np.indices(score.shape[1:])
    middles = (np.stack([columns, rows], axis=-1) + 0.5) * 8
    return [score, (corners - np.tile(middles, 4)).astype(np.float32)]


class ToyFinderNetwork:
    """Outlines everything blue in a view, in the detector's output form."""

    def __init__(self) -> None:
        self.views: list[tuple[int, int]] = []

    def run(self, pixels: Pixels) -> list[Floats]:
        """Return scores (1, h, w) and offsets (1, h, w, 8) of a view (1, H, W, 3) BGR."""
        return from_middles(*self.seen(pixels))

    def seen(self, pixels: Pixels) -> tuple[Floats, Floats]:
        """Return scores (1, h, w) and corners (1, h, w, 8) in pixels of a view (1, H, W, 3) BGR."""
        view = pixels[0]
        self.views.append(view.shape[:2])
        height, width = view.shape[0] // 8, view.shape[1] // 8
        score, corners = np.zeros((1, height, width), np.float32), np.zeros((1, height, width, 8), np.float32)
        mask = (view[:, :, 0] > 90).astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            centre, sides, angle = cv2.minAreaRect(outline)
            sides = (sides[0] + 1, sides[1] + 1)  # contours run through the middle of the outermost pixels
            if not KNOWN_SIZES[0] <= min(sides) <= KNOWN_SIZES[1]:
                continue
            quad = cv2.boxPoints(((centre[0] + 0.5, centre[1] + 0.5), sides, angle))
            across = np.roll(quad, -1, axis=0) - quad
            first = int(np.argmax(across[:, 0] / np.linalg.norm(across, axis=1)))
            row, column = min(int(centre[1] / 8), height - 1), min(int(centre[0] / 8), width - 1)
            score[0, row, column] = 0.9
            corners[0, row, column] = np.roll(quad, -first, axis=0).ravel()
        return score, corners


class CarelessFinderNetwork(ToyFinderNetwork):
    """Finds the toy detector's tiles, displaced by a share of each tile's width and height."""

    def __init__(self, off: tuple[float, float], *, twice: bool = False) -> None:
        """Set the error; with `twice`, a weaker second detection of every tile lies as far off to the other side."""
        super().__init__()
        self._off = off
        self._twice = twice

    def seen(self, pixels: Pixels) -> tuple[Floats, Floats]:
        """As `ToyFinderNetwork.seen`."""
        score, corners = super().seen(pixels)
        for row, column in np.argwhere(score[0] > 0):
            quad = corners[0, row, column].reshape(4, 2).copy()
            step = (quad[1] - quad[0]) * self._off[0] + (quad[3] - quad[0]) * self._off[1]
            corners[0, row, column] = (quad + step).ravel()
            if self._twice and column + 1 < score.shape[2]:
                score[0, row, column + 1] = 0.6
                corners[0, row, column + 1] = (quad - step).ravel()
        return score, corners


class ToyReaderNetwork:
    """Reads label and orientation from a crop's colours, and the frame from the outline of the blue in its middle."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def run(self, pixels: Pixels) -> list[Floats]:
        """Return logits (N, 38), turn (N, 4), embedding (N, 2) and frame (N, 8) of crops (N, 160, 128, 3) BGR."""
        self.batches.append(len(pixels))
        logits = np.zeros((len(pixels), len(LABELS)), np.float32)
        turn = np.zeros((len(pixels), 4), np.float32)
        frames = np.array([_frame(crop) for crop in pixels], np.float32).reshape(-1, 8)
        for index, crop in enumerate(pixels.astype(np.float32)):
            inner = crop[24:-24, 20:-20]
            middle = inner.reshape(-1, 3).mean(axis=0)
            tile = middle[0] > 90
            logits[index, label_of(middle[1], middle[2]) if tile else LABELS.index(NONE)] = (
                12.0 - 3 * max(np.abs(frames[index]).max() - 0.1, 0.0)  # a face far off its frame is less certain
            )
            half_y, half_x = inner.shape[0] // 2, inner.shape[1] // 2
            blues = [
                float(part[..., 0].mean())
                for part in (
                    inner[:half_y, :half_x],
                    inner[:half_y, half_x:],
                    inner[half_y:, half_x:],
                    inner[half_y:, :half_x],
                )
            ]
            turn[index, (-int(np.argmin(blues))) % 4] = 12.0
        return [logits, turn, np.tile(np.array([1, 0], np.float32), (len(pixels), 1)), frames]


def _frame(crop: Pixels) -> Floats:
    """Return the offsets (8,) of the blue outline's corners in a crop (160, 128, 3) from the crop's frame."""
    height, width = crop.shape[:2]
    low, high = np.array([width, height]) * FACE_MARGIN, np.array([width, height]) * (1 - FACE_MARGIN)
    frame = np.array([[low[0], low[1]], [high[0], low[1]], high, [low[0], high[1]]])
    mask = (crop[:, :, 0] > 90).astype(np.uint8)
    for outline in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        centre, sides, angle = cv2.minAreaRect(outline)
        if cv2.pointPolygonTest(outline, (width / 2, height / 2), False) < 0 or min(sides) < width / 3:
            continue
        corners = cv2.boxPoints(((centre[0] + 0.5, centre[1] + 0.5), (sides[0] + 1, sides[1] + 1), angle))
        orders = [np.roll(corners, shift, axis=0) for shift in range(4)]
        nearest = min(orders, key=lambda order: float(np.abs(order - frame).sum()))
        return np.asarray((nearest - frame) / (high - low), np.float32).ravel()
    return np.zeros(8, np.float32)


def classifier(network: Runs, **changes: object) -> Classifier:
    """Return a classifier with one network in both roles; `changes` apply to its card."""
    return Classifier(card("reader", **changes), network, card("upright"), network)


def networks() -> Networks:
    """Return networks that see the toy world."""
    return Networks(Detector(card("finder"), ToyFinderNetwork()), classifier(ToyReaderNetwork()))
