"""Arrange one to nine pips for a player to count."""

import math

import numpy as np
import numpy.typing as npt

from datasets.render.drawing.canvas import Rng

Places = npt.NDArray[np.float64]
"""(n, 3): x and y in a unit square, and a turn in degrees."""

_ROWS: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((1,),),
    2: ((1, 1), (2,)),
    3: ((1, 1, 1), (1, 2), (2, 1), (3,)),
    4: ((2, 2), (1, 2, 1), (2, 2), (4,)),
    5: ((2, 1, 2), (3, 2), (2, 3), (1, 3, 1)),
    6: ((2, 2, 2), (3, 3), (1, 2, 3), (3, 3)),
    7: ((1, 3, 3), (3, 4), (2, 3, 2), (3, 1, 3), (1, 2, 2, 2), (2, 1, 2, 2)),
    8: ((2, 2, 2, 2), (3, 2, 3), (4, 4), (2, 4, 2)),
    9: ((3, 3, 3), (4, 5), (2, 2, 1, 2, 2), (5, 4)),
}


def arrangement(rng: Rng, count: int) -> Places:
    """Place ``count`` pips in a unit square: in rows, slanted, in a ring, or scattered without touching."""
    kind = rng.choice(("rows", "slant", "ring", "strewn"), p=(0.7, 0.12, 0.1, 0.08))
    if kind == "ring" and count >= 4:
        middle = count % 2 if rng.random() < 0.7 else int(count > 5)
        around = count - middle
        start = rng.uniform(0, 2 * math.pi) if rng.random() < 0.4 else 0.0
        angles = [start + 2 * math.pi * k / around for k in range(around)]
        places = [(0.5 + 0.4 * math.sin(angle), 0.5 - 0.4 * math.cos(angle), 0.0) for angle in angles]
        return np.array(places + [(0.5, 0.5, 0.0)] * middle)
    if kind == "strewn" and count > 1:
        found: list[tuple[float, float, float]] = []
        for least in np.linspace(0.95, 0.3, 200) / math.sqrt(count):
            x, y = rng.uniform(0.08, 0.92, 2)
            if all(math.hypot(x - a, y - b) > least for a, b, _ in found):
                found.append((float(x), float(y), rng.uniform(-30, 30)))
            if len(found) == count:
                return np.array(found)
    if kind == "slant" and count in {2, 3}:
        along = np.linspace(0.18, 0.82, count)
        return np.column_stack([along if rng.random() < 0.7 else 1 - along, along, np.zeros(count)])
    if kind == "slant" and count == 7:
        three = [(0.15 + 0.3 * k, 0.08 + 0.13 * k, 0.0) for k in range(3)]
        return np.array([*three, (0.3, 0.62, 0), (0.7, 0.62, 0), (0.3, 0.92, 0), (0.7, 0.92, 0)])
    choices = _ROWS[count]
    rows = choices[int(rng.integers(len(choices)))]
    if rng.random() < 0.12 and len(rows) > 1:
        rows = rows[::-1]
    places = []
    for line, size in enumerate(rows):
        for k in range(size):
            wide = max(*rows, 2)
            places.append((0.5 + (k - (size - 1) / 2) / wide, (line + 0.5) / len(rows), 0.0))
    rng.random(len(places))  # Nothing uses these numbers, but without them all later ones of a design would change.
    return np.array(places)


def cell(places: Places, width: float, height: float) -> float:
    """Return the largest size of a pip at which neighbours do not touch, in units."""
    if len(places) == 1:
        return min(width, height) * 0.95
    points = places[:, :2] * (width, height)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    return float(np.min(apart[~np.eye(len(points), dtype=bool)]))
