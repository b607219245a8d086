"""Take the corners of boxed photographs from an earlier detector.

A box is the hull of a tile. A quad of the detector counts only if its hull matches the box, so that no wrong quad slips
in.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import torch

from datasets.photographs.boxes import boxes_of, overlap
from datasets.photographs.index import LabelledPhoto
from datasets.photographs.open_pictures import full_pixels
from datasets.training.detector.network import DetectorExport, DetectorNet, cell_centres
from vision.host.arrays import Floats
from vision.host.face_crops import hulls

SIDES = (640, 896)
"""Long sides of a picture for the detector, pixels: the usual one, and a larger one for the corners of boxed tiles."""
ENOUGH = 0.72
"""Intersection over union of hull and box above which we accept the quad."""
SCORE = 0.15
"""Least score of a detection that counts."""
UNBOXED_OVERLAP = 0.15
"""Largest overlap with any box at which a detection counts as another tile."""


def _answers(net: DetectorExport, pixels: np.ndarray, side: int) -> Floats:
    """Detect tiles with the picture's long side scaled to ``side``; return quads (n, 4, 2) in pixels of the picture."""
    factor = side / max(pixels.shape[:2])
    h, w = (max(32, round(length * factor / 32) * 32) for length in pixels.shape[:2])
    small = cv2.cvtColor(cv2.resize(pixels, (w, h), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)
    with torch.inference_mode():
        score, offsets = net(torch.from_numpy(small)[None])
    chosen = score[0] > SCORE
    rows, columns = score.shape[1:]
    corners = offsets[0] + cell_centres(rows, columns, offsets).permute(1, 2, 0)
    quads = corners[chosen].reshape(-1, 4, 2).numpy() / np.array([w / pixels.shape[1], h / pixels.shape[0]])
    return quads.astype(np.float32)


def from_picture_top_left(quads: Floats) -> Floats:
    """Roll each quad (n, 4, 2) to start at the left end of its top side, the side that points most to the right."""
    rolled = quads.copy()
    for number, quad in enumerate(quads):
        sides = np.roll(quad, -1, axis=0) - quad
        first = int(np.argmax(sides[:, 0] / (np.linalg.norm(sides, axis=1) + 1e-6)))
        rolled[number] = np.roll(quad, -first, axis=0)
    return rolled


def corners_for_boxes(
    net: DetectorNet, photos: Iterable[LabelledPhoto], sides: Sequence[int] = SIDES
) -> Iterator[Floats]:
    """Yield for each photo quads (tiles, 4, 2) float32 in pixels, NaN for tiles without a matching detection.

    Raises ``FileNotFoundError`` for a missing picture.
    """
    graph = DetectorExport(net).eval()
    for photo in photos:
        pixels = None if photo.single_tile or not photo.tiles else full_pixels(photo)
        yield _fitting(photo, () if pixels is None else (_answers(graph, pixels, side) for side in sides))


def _fitting(photo: LabelledPhoto, detections: Iterable[Floats]) -> Floats:
    """Return for each tile the quad that fits its box best, from detections (n, 4, 2); NaN where none fits."""
    wanted = np.full((len(photo.tiles), 4, 2), np.nan, np.float32)
    boxes = boxes_of(photo.tiles)
    best = np.full(len(boxes), ENOUGH, np.float32)
    for quads in detections:
        if len(quads):
            fit = overlap(boxes, hulls(quads))
            better = fit.max(axis=1) > best
            wanted[better] = from_picture_top_left(quads[fit.argmax(axis=1)[better]])
            best[better] = fit.max(axis=1)[better]
    return wanted


def with_detector_corners(net: DetectorNet, photos: Iterable[LabelledPhoto]) -> Iterator[LabelledPhoto]:
    """Yield the photographs with the detector's corners, and with unboxed detections as ignored areas.

    A detection outside all boxes may be an unboxed tile. The rest is background.
    """
    graph = DetectorExport(net).eval()
    for photo in photos:
        if photo.single_tile:
            yield photo
            continue
        pixels = full_pixels(photo)
        detections = [_answers(graph, pixels, side) for side in (SIDES if photo.tiles else SIDES[:1])]
        tiles = tuple(
            replace(tile, quad=tuple((float(x), float(y)) for x, y in quad)) if np.isfinite(quad).all() else tile
            for tile, quad in zip(photo.tiles, _fitting(photo, detections), strict=True)
        )
        found = hulls(detections[0])
        boxes = boxes_of(photo.tiles)
        unboxed = found[overlap(found, boxes).max(axis=1, initial=0.0) < UNBOXED_OVERLAP]
        ignored = tuple((float(a), float(b), float(c), float(d)) for a, b, c, d in unboxed)
        yield replace(photo, tiles=tiles, ignored=ignored, complete=True)


def false_detections(net: DetectorNet, scenes: Iterable[LabelledPhoto]) -> Iterator[Floats]:
    """Yield for each completely labelled scene the quads (n, 4, 2) of the detector's false detections.

    These places look most like tiles, so the classifier must learn to reject them.
    """
    graph = DetectorExport(net).eval()
    for scene in scenes:
        answers = _answers(graph, full_pixels(scene), SIDES[0])
        known = np.array([*(tile.box for tile in scene.tiles), *scene.ignored], np.float32).reshape(-1, 4)
        free = overlap(hulls(answers), known).max(axis=1, initial=0.0) < UNBOXED_OVERLAP / 2
        yield from_picture_top_left(answers[free])
