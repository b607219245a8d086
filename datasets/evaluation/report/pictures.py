"""Draw truth and reading over the worst photographs of an evaluation."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from datasets.errors import DatasetError
from datasets.evaluation.report.figures import ScoredPhoto
from datasets.evaluation.scoring import match_tiles
from datasets.photographs.open_pictures import open_picture
from vision.geometry import box_corners
from vision.host.arrays import Pixels

Colour = tuple[int, int, int]

LONG_SIDE: Final = (360, 900)
"""Least and most pixels of a thumbnail's long side."""
JPEG_QUALITY: Final = 80
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX

RIGHT: Final[Colour] = (60, 170, 40)
ASKED: Final[Colour] = (0, 140, 255)
WRONG: Final[Colour] = (40, 40, 230)
MISSING: Final[Colour] = (220, 120, 0)
STRAY: Final[Colour] = (200, 40, 180)
"""Colours of the outlines, BGR."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One outline: corners (n, 2) in pixels of the full picture, a colour, and words (may be empty)."""

    corners: npt.NDArray[np.float64]
    colour: Colour
    words: str


def marks(one: ScoredPhoto) -> Iterator[Mark]:
    """Yield the outlines to draw: right tiles without words, then asked, stray, missed and wrong ones with words."""
    found = match_tiles(one.photo, one.reading)
    marked = []
    for box, answer in found.pairs:
        tile, truth = one.reading.tiles[answer], one.photo.tiles[box].label
        corners = np.array(tile.quad, np.float64)
        if truth in {None, tile.label}:
            marked.append((0, Mark(corners, RIGHT, "")) if tile.sure else (1, Mark(corners, ASKED, f"{tile.label}?")))
        else:
            marked.append((4, Mark(corners, WRONG, f"{truth} read {tile.label}{'' if tile.sure else '?'}")))
    for box in found.missed:
        missed = one.photo.tiles[box]
        corners = np.array(box_corners(missed.box), np.float64)
        marked.append((3, Mark(corners, MISSING, f"{missed.label or 'tile'} missed")))
    for answer in found.strays:
        tile = one.reading.tiles[answer]
        marked.append((2, Mark(np.array(tile.quad, np.float64), STRAY, f"stray {tile.label}")))
    for _, mark in sorted(marked, key=lambda pair: pair[0]):
        yield mark


def drawn(pixels: Pixels, scale: float, shown: Iterator[Mark]) -> Pixels:
    """Draw marks on a copy of ``pixels`` (h, w, 3) BGR; ``scale`` is pixels per pixel of the full picture."""
    canvas = np.array(pixels)
    for mark in shown:
        corners = np.round(mark.corners * scale).astype(np.int32)
        thickness = 2 if mark.words else 1
        cv2.polylines(canvas, [corners], isClosed=True, color=mark.colour, thickness=thickness, lineType=cv2.LINE_AA)
        if mark.words:
            _words(canvas, mark.words, corners, mark.colour)
    return canvas


def _words(canvas: Pixels, words: str, corners: npt.NDArray[np.int32], colour: Colour) -> None:
    (width, height), base = cv2.getTextSize(words, _FONT, 0.42, 1)
    left = int(np.clip(corners[:, 0].mean() - width / 2, 2, max(2, canvas.shape[1] - width - 3)))
    top = int(np.clip(corners[:, 1].min() - height - 4, 2, max(2, canvas.shape[0] - height - base - 3)))
    cv2.rectangle(canvas, (left - 2, top - 2), (left + width + 2, top + height + 3), colour, cv2.FILLED)
    cv2.putText(canvas, words, (left, top + height), _FONT, 0.42, (255, 255, 255), 1, cv2.LINE_AA)


def thumbnail(one: ScoredPhoto) -> str:
    """Return the marked picture as a JPEG data address.

    Raises ``DatasetError`` if the picture cannot be opened again or encoded.
    """
    photo = open_picture(one.photo.path)
    height, width = photo.pixels.shape[:2]
    long_side = int(np.clip(max(height, width), *LONG_SIDE))
    by = long_side / max(height, width)
    size = (max(1, round(width * by)), max(1, round(height * by)))
    how = cv2.INTER_AREA if by < 1 else cv2.INTER_CUBIC
    pixels = np.asarray(cv2.resize(photo.pixels, size, interpolation=how), np.uint8)
    done, data = cv2.imencode(
        ".jpg", drawn(pixels, photo.scale * by, marks(one)), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    )
    if not done:
        raise DatasetError("bad-picture", "cannot be encoded as JPEG", one.photo.name)
    return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode("ascii")


def said(one: ScoredPhoto) -> str:
    """Describe what went wrong in a picture: mistakes, then missed tiles, strays and questions."""
    score = one.score
    parts = [
        f"{tile.truth} read as {tile.read} ({tile.confidence:.3f}{', sure' if tile.sure else ''})"
        for tile in score.wrong
    ]
    if score.missed:
        parts.append(f"not found: {', '.join(label or 'a tile' for label in score.missed)}")
    if score.strays:
        parts.append(f"{score.strays} stray")
    if score.asked:
        parts.append(f"{score.asked} of {score.known} asked about")
    return "; ".join(parts)
