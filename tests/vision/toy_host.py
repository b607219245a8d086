"""Host without pixels: its pictures are lists of tiles, and it answers every request from their exact corners.

It needs the standard library alone, as the core does.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.classification.homography import FACE_IN_CROP
from vision.detection.decoding import CELL
from vision.geometry import Quad, centre, contains, hull, turned
from vision.observation import NetworkCards
from vision.requests import (
    VIEWS,
    ClassifierOutput,
    Classify,
    Compare,
    Comparison,
    Decode,
    Decoded,
    Detect,
    DetectorOutput,
    EmbedViews,
    Encode,
    Encoded,
    Homography,
    Measure,
    Measurement,
    Rectify,
    Request,
    Shrink,
)

Tile = tuple[str, Quad]

CARDS = NetworkCards.load()
MEASURED = {
    Measurement.DETAIL: (0.2, 0.2, 0.4, 0.4),
    Measurement.GLARE: (0.0,),
    Measurement.LIGHT: (180.0,),
    Measurement.SHARPNESS: (0.2,),
}
"""Measurements that the host gives for any tile: sharp, in good light."""


@dataclass(frozen=True, eq=False)
class ToyPicture:
    """A picture of tiles; their quads are in its pixels, from each face's own top left."""

    width: int
    height: int
    tiles: tuple[Tile, ...]

    @property
    def shape(self) -> tuple[int, int, int]:
        """Return the shape of the array of its pixels."""
        return self.height, self.width, 3

    def scaled(self, x0: float, y0: float, size: tuple[int, int], scale: tuple[float, float]) -> ToyPicture:
        """Return the part of this size that begins at a place, each axis scaled."""
        tiles = tuple((label, _moved(quad, x0, y0, *scale)) for label, quad in self.tiles)
        return ToyPicture(*size, tiles)


@dataclass(frozen=True, eq=False)
class ToyCrop:
    """A crop with a tile's label and its quarter turns from upright, or with nothing."""

    label: str
    turns: int
    shape: tuple[int, int, int] = (160, 128, 3)


class ToyHost:
    """Answers requests from the tiles in one picture file."""

    def __init__(self, file: ToyPicture) -> None:
        self.file = file
        self.requests: list[Request] = []

    def answer(self, request: Request) -> object:
        """Answer a request by its docstring."""
        self.requests.append(request)
        match request:
            case Decode(factor=factor):
                size = -(-self.file.width // factor), -(-self.file.height // factor)
                return Decoded(self.file.scaled(0, 0, size, (1 / factor, 1 / factor)))
            case Detect(pixels, (x0, y0, x1, y1), _, (width, height)):
                return _detected(pixels.scaled(x0, y0, (width, height), (width / (x1 - x0), height / (y1 - y0))))
            case Rectify(pixels, quads):
                return tuple(_cut(pixels, quad) for quad in quads)
            case Classify(crops):
                return _classified(crops)
            case Measure(Measurement.SHIFT):
                return [(0.0, 0.0, 1.0)] * 10
            case Measure(what, pictures):
                return [MEASURED[what] for _ in pictures]
            case Shrink(pixels):
                return pixels
            case Encode(crops):
                return Encoded(tuple(crop.label.encode() for crop in crops), crops)
            case EmbedViews(crops):
                return [array("f", [1.0] * VIEWS) for _ in crops]
            case Compare(crops, _, taught):
                alike = [[1.0 if crop.label == known.crop.label else 0.0 for known in taught] for crop in crops]
                return Comparison(alike, alike, [0.01] * len(taught))


def _moved(quad: Quad, x0: float, y0: float, across: float, down: float) -> Quad:
    one, two, three, four = (((x - x0) * across, (y - y0) * down) for x, y in quad)
    return one, two, three, four


def _detected(view: ToyPicture) -> DetectorOutput:
    """Return every tile of a view whose short side the detector knows, from its top left corner in the picture."""
    rows, columns = view.height // CELL, view.width // CELL
    scores, offsets = [0.0] * (rows * columns), [0.0] * (rows * columns * 8)
    for _, quad in view.tiles:
        x0, y0, x1, y1 = hull(quad)
        x, y = centre(quad)
        row, column = int(y // CELL), int(x // CELL)
        if not (12 <= min(x1 - x0, y1 - y0) <= 140 and 0 <= row < rows and 0 <= column < columns):
            continue
        start = min(range(4), key=lambda corner: sum(quad[corner]))
        place = row * columns + column
        scores[place] = 0.9
        middle = ((column + 0.5) * CELL, (row + 0.5) * CELL)
        offsets[8 * place : 8 * place + 8] = [
            value - middle[axis] for at in range(4) for axis, value in enumerate(quad[(start + at) % 4])
        ]
    return DetectorOutput(scores, offsets, (rows, columns), view)


def _cut(picture: ToyPicture | ToyCrop, quad: Quad) -> ToyCrop:
    """Return the crop under a quad, or a crop that is turned."""
    if isinstance(picture, ToyCrop):
        turns = [turned(FACE_IN_CROP, turns) for turns in range(4)].index(quad)
        return replace(picture, turns=(picture.turns - turns) % 4)
    for label, tile in picture.tiles:
        if contains(tile, centre(quad)):
            x, y = quad[0]
            start = min(range(4), key=lambda corner: abs(tile[corner][0] - x) + abs(tile[corner][1] - y))
            # The crop's top left is the tile's corner `start`, so it needs that number of quarter turns clockwise.
            return ToyCrop(label, start)
    return ToyCrop("NONE", 0)


def _classified(crops: Sequence[ToyCrop]) -> ClassifierOutput:
    labels = CARDS.classifier.labels
    return ClassifierOutput(
        [[12.0 if label == crop.label else 0.0 for label in labels] for crop in crops],
        [[12.0 if turn == crop.turns else 0.0 for turn in range(4)] for crop in crops],
        [(1.0,) for _ in crops],
        [[0.0] * 8 for _ in crops],
    )


def tile(label: str, x: float, y: float, height: float = 100.0, turns: int = 0) -> Tile:
    """Return an upright tile, 72 pixels wide, with its top left corner at x, y, and its face in quarter turns."""
    width = 72.0
    corners = (x, y), (x + width, y), (x + width, y + height), (x, y + height)
    return label, (corners[turns % 4], corners[(turns + 1) % 4], corners[(turns + 2) % 4], corners[(turns + 3) % 4])


def homography_fits(quad: Quad, matrix: Homography) -> bool:
    """Return whether a homography takes the unit square to a quad."""
    h0, h1, h2, h3, h4, h5, h6, h7, h8 = matrix
    for (x, y), (u, v) in zip(((0, 0), (1, 0), (1, 1), (0, 1)), quad, strict=True):
        depth = h6 * x + h7 * y + h8
        if abs((h0 * x + h1 * y + h2) / depth - u) > 0.01 or abs((h3 * x + h4 * y + h5) / depth - v) > 0.01:
            return False
    return True
