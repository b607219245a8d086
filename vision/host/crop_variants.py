"""Encode the crop of a face as a picture file, and make views of it as other photos may show it.

Views are slightly displaced, in other light, less sharp; one face always gives the same views.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import VisionError
from vision.host.arrays import Floats, Pixels
from vision.host.decode import decode_file
from vision.requests import FACE_SIZE, VIEWS, Encoded
from vision.tilesets.crop_file import crop_request

QUALITY: Final = 92
"""Quality of the WebP pictures of the crops: some 5 KB each."""

_SEED: Final = 1937
_CORNER: Final = 3.2
"""Standard deviation of a corner's displacement in pixels: the usual error of the detector's corners."""


def views(crops: Pixels) -> Pixels:
    """Return `VIEWS` views of each crop, the first of them the crop itself.

    Args:
        crops: (N, 160, 128, 3) uint8 BGR, upright faces.

    Returns:
        (N, VIEWS, 160, 128, 3) uint8 BGR; the same for the same crops on every machine.
    """
    made = np.empty((len(crops), VIEWS, *FACE_SIZE, 3), np.uint8)
    made[:, 0] = crops
    # One draw a view, not a face: the views of a face do not depend on the other faces.
    for view, look in enumerate(looks(VIEWS - 1), start=1):
        for index, crop in enumerate(crops):
            made[index, view] = look.seen(crop)
    return made


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One photo's rendering of a face: displacement, light and sharpness.

    Attributes:
        matrix: (3, 3) projective map of a crop's pixels.
        gain: (3,) factors of the channels.
        slope: how much brighter the right side is than the left.
        blur: standard deviation in pixels; none below 0.6.
        shrink: the face's size in the photo, as a part of the crop's.
    """

    matrix: npt.NDArray[np.float64]
    gain: Floats
    slope: float
    blur: float
    shrink: float

    @classmethod
    def draw(cls, rng: np.random.Generator) -> Look:
        """Draw a look at random."""
        height, width = FACE_SIZE
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
        moved = corners + rng.normal(0, _CORNER, (4, 2)).astype(np.float32)
        gain = rng.uniform(0.65, 1.25) * rng.uniform(0.93, 1.07, 3)
        return cls(
            np.asarray(cv2.getPerspectiveTransform(corners, moved), np.float64),
            gain.astype(np.float32),
            slope=float(rng.uniform(-0.25, 0.25)),
            blur=float(rng.uniform(0.0, 2.2)),
            shrink=float(rng.uniform(0.45, 1.0)),
        )

    def seen(self, crop: Pixels) -> Pixels:
        """Return a crop (160, 128, 3) uint8 BGR as this photo shows it."""
        height, width = FACE_SIZE
        size = (max(8, round(width * self.shrink)), max(8, round(height * self.shrink)))
        small = cv2.resize(crop, size, interpolation=cv2.INTER_AREA)
        face = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
        face = cv2.warpPerspective(face, self.matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
        if self.blur > 0.6:
            face = cv2.GaussianBlur(face, (0, 0), self.blur)
        light = 1 + self.slope * (np.arange(width, dtype=np.float32) / width - 0.5)
        lit = np.asarray(face, np.float32) * light[None, :, None] * self.gain
        return np.clip(lit, 0, 255).astype(np.uint8)


def looks(count: int) -> list[Look]:
    """Return `count` random looks, the same on every machine."""
    rng = np.random.default_rng(_SEED)
    return [Look.draw(rng) for _ in range(count)]


def encode_crops(crops: Pixels) -> Encoded:
    """Write crops (N, 160, 128, 3) uint8 BGR as WebP files (`vision.requests.Encode`)."""
    pictures = tuple(map(_encoded, crops))
    return Encoded(pictures, tuple(decode_file(crop_request(one)).pixels for one in pictures))


def _encoded(crop: Pixels) -> bytes:
    done, data = cv2.imencode(".webp", crop, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    if not done:
        raise VisionError("bad-crop", "the crop cannot be encoded", "face.crop")
    return data.tobytes()
