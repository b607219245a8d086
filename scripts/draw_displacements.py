"""Write the displacements of taught faces as a JavaScript module: `python -m scripts.draw_displacements`.

The native host draws them from a seeded generator. The browser host has no such generator, so it takes the numbers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.host.crop_variants import Look, looks
from vision.host.template_match import displacements
from vision.requests import VIEWS

FILE: Final = Path(__file__).parents[1] / "service/page/js/local/host/displacements.js"

HEAD: Final = """\
// Displacements that taught faces are shown and compared in: the same numbers as the native host's.
// Written by `python -m scripts.draw_displacements`.

/** Affine maps from the compared middle of a face to a small crop, row by row; the first only shifts. */
export const WAYS = [
"""

MIDDLE: Final = """\
];

/**
 * Looks at a taught face: `inverse` takes a view's pixels to the crop's, row by row; `gain` multiplies red, green and
 * blue; `slope` says how much brighter the right side is; `blur` is a standard deviation in pixels; `shrink` is the
 * face's size in the photo, as a part of the crop's.
 */
export const LOOKS = [
"""


def module() -> str:
    """Return the text of the JavaScript module."""
    ways = "".join(f"  {way.ravel().tolist()},\n" for way in displacements())
    return f"{HEAD}{ways}{MIDDLE}{''.join(map(_look, looks(VIEWS - 1)))}];\n"


def _look(look: Look) -> str:
    numbers = {
        "inverse": np.asarray(cv2.invert(look.matrix)[1]).ravel().tolist(),
        "gain": look.gain[::-1].tolist(),
        "slope": look.slope,
        "blur": look.blur,
        "shrink": look.shrink,
    }
    return f"  {{ {', '.join(f'{name}: {value}' for name, value in numbers.items())} }},\n"


if __name__ == "__main__":
    FILE.write_text(module(), "utf-8")
