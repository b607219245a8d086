"""Draw the icons of the installed page, for systems that take no drawing, from `service/page/icons/maskable.svg`.

Only what that drawing is made of is understood: rectangles with round corners, and lines with round ends.
"""

from __future__ import annotations

import argparse
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

FOLDER = Path(__file__).resolve().parents[1] / "service" / "page" / "icons"
DRAWING = FOLDER / "maskable.svg"
ICONS = {"apple-180.png": 180, "icon-192.png": 192, "icon-512.png": 512}
"""Files beside the drawing, and their sides in pixels."""
FINE = 8
"""Sample points per pixel and direction; a pixel's colour is their mean."""


def draw(side: int) -> Pixels:
    """Draw the icon as (side, side, 3) uint8 BGR."""
    root = ET.parse(DRAWING).getroot()  # noqa: S314 - a file of our own
    units = float(root.attrib["viewBox"].split()[2]) / side
    steps = (np.arange(side * FINE) + 0.5) / FINE * units
    found = np.zeros((side, side, 3))
    for shape in root:
        is_line = shape.tag.endswith("path")
        mask = (_line if is_line else _box)(shape.attrib, steps, steps[:, None])
        cover = mask.reshape(side, FINE, side, FINE).mean((1, 3))[:, :, None]
        found = found * (1 - cover) + _colour(shape.attrib["stroke" if is_line else "fill"]) * cover
    return np.rint(found).astype(np.uint8)


def _box(shape: dict[str, str], x: Floats, y: Floats) -> Mask:
    """Return a mask of the points in a rectangle; compares squares only, because every machine rounds them alike."""
    radius = float(shape.get("rx", "0"))
    beyond = []
    for at, start, length in ((x, "x", "width"), (y, "y", "height")):
        half = float(shape[length]) / 2
        beyond.append(np.maximum(np.abs(at - float(shape.get(start, "0")) - half) - (half - radius), 0.0))
    inside: Mask = beyond[0] ** 2 + beyond[1] ** 2 <= radius**2
    return inside


def _line(shape: dict[str, str], x: Floats, y: Floats) -> Mask:
    """Return a mask of the points on a polyline."""
    found: Mask = np.zeros((y.size, x.size), np.bool_)
    for (from_x, from_y), (to_x, to_y) in pairwise(_points(shape["d"])):
        along_x, along_y = to_x - from_x, to_y - from_y
        share = ((x - from_x) * along_x + (y - from_y) * along_y) / (along_x**2 + along_y**2)
        share = np.clip(share, 0.0, 1.0)
        far = (x - from_x - share * along_x) ** 2 + (y - from_y - share * along_y) ** 2
        found |= far <= (float(shape["stroke-width"]) / 2) ** 2
    return found


def _points(path: str) -> list[tuple[float, float]]:
    """Parse a path of a start point and relative steps (`M200 244l42 44 72-92`) into its points."""
    numbers = [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", path)]
    steps = np.cumsum(np.reshape(numbers, (-1, 2)), axis=0)
    return [(float(x), float(y)) for x, y in steps]


def _colour(text: str) -> Floats:
    """Parse `#rrggbb` into BGR."""
    return np.array([int(text[at : at + 2], 16) for at in (5, 3, 1)], np.float64)


def main() -> None:
    """Read the arguments and write the icons."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER, help="where they go")
    folder: Path = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    for name, side in ICONS.items():
        done, encoded = cv2.imencode(".png", draw(side), [cv2.IMWRITE_PNG_COMPRESSION, 9])
        if not done:
            raise SystemExit(f"{name} could not be written as a PNG")
        (folder / name).write_bytes(encoded.tobytes())


if __name__ == "__main__":
    main()
