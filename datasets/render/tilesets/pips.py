"""Things that a player counts: where one to nine of them stand, and how a stick, a ring or a picture is drawn."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.tilesets.canvas import Canvas, Pixels
from datasets.render.tilesets.palette import Colour, mix

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


def arrangement(rng: np.random.Generator, count: int) -> Places:
    """Place ``count`` things in a unit square: in rows, slanted, in a ring, or strewn without touching."""
    kind = rng.choice(("rows", "slant", "ring", "strewn"), p=(0.7, 0.12, 0.1, 0.08))
    if kind == "ring" and count >= 4:
        middle = count % 2 if rng.random() < 0.7 else int(count > 5)
        around = count - middle
        start = rng.uniform(0, 2 * math.pi) if rng.random() < 0.4 else 0.0
        places = [
            (0.5 + 0.4 * math.sin(start + 2 * math.pi * k / around), 0.5 - 0.4 * math.cos(start + 2 * math.pi * k / around), 0.0)
            for k in range(around)
        ]
        return np.array(places + [(0.5, 0.5, 0.0)] * middle)
    if kind == "strewn" and count > 1:
        found: list[tuple[float, float, float]] = []
        for least in np.linspace(0.95, 0.3, 200) / math.sqrt(count):
            x, y = rng.uniform(0.08, 0.92, 2)
            if all(math.hypot(x - a, y - b) > least for a, b, _ in found):
                found.append((float(x), float(y), float(rng.uniform(-30, 30))))
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
            x = 0.5 + (k - (size - 1) / 2) / (wide if rng.random() < 2 else size)
            places.append((x, (line + 0.5) / len(rows), 0.0))
    return np.array(places)


def cell(places: Places, width: float, height: float) -> float:
    """Return how large a thing may be so that its neighbours stay free of it, in units."""
    if len(places) == 1:
        return min(width, height) * 0.95
    points = places[:, :2] * (width, height)
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    return float(np.min(apart[~np.eye(len(points), dtype=bool)]))


def draw_ring(rng: np.random.Generator, ink: Colour, second: Colour, ground: Colour) -> Pixels:
    """Draw one dot (96, 96, 4): a disc, rings, petals, spokes, a pattern of small discs."""
    art = np.zeros((96, 96, 4), np.uint8)
    art[..., :3] = ink

    def disc(r: float, colour: Colour | None, width: int = -1, x: float = 48, y: float = 48) -> None:
        value = (0, 0, 0, 0) if colour is None else (*colour, 255)
        cv2.circle(art, (int(x * 16), int(y * 16)), int(r * 16), value, width, cv2.LINE_AA, 4)

    kind = int(rng.integers(9))
    if kind == 0:
        disc(46, ink)
    elif kind in {1, 2}:
        disc(43, ink, int(rng.integers(4, 12)))
        if kind == 2:
            disc(26, second, int(rng.integers(3, 9)))
        if rng.random() < 0.7:
            disc(rng.uniform(7, 17), second)
    elif kind in {3, 4}:
        count = int(rng.integers(5, 13))
        if kind == 4:
            disc(43, ink, int(rng.integers(3, 8)))
        radius = 46 if kind == 3 else 34
        for k in range(count):
            angle = 2 * math.pi * k / count
            disc(radius * 0.34, second if kind == 4 else ink, -1, 48 + radius * 0.62 * math.cos(angle), 48 + radius * 0.62 * math.sin(angle))
        disc(radius * 0.3, ground if rng.random() < 0.5 else second)
    elif kind == 5:
        disc(46, ink)
        for k in range(int(rng.integers(4, 9))):
            angle = math.pi * k / 4
            end = (int(48 + 46 * math.cos(angle)), int(48 + 46 * math.sin(angle)))
            start = (int(48 - 46 * math.cos(angle)), int(48 - 46 * math.sin(angle)))
            cv2.line(art, start, end, (*ground, 255), 3, cv2.LINE_AA)
        disc(13, second)
    elif kind == 6:
        disc(45, ink)
        disc(33, ground)
        disc(24, second)
        disc(10, ground)
    elif kind == 7:
        sides = int(rng.integers(5, 9))
        for r, colour in ((46, ink), (36, ground), (28, second), (16, ground), (9, ink)):
            points = [(48 + r * math.cos(2 * math.pi * k / sides), 48 + r * math.sin(2 * math.pi * k / sides)) for k in range(sides)]
            cv2.fillPoly(art, [np.round(np.array(points) * 16).astype(np.int32)], (*colour, 255), cv2.LINE_AA, 4)
    else:
        disc(45, ink)
        points = []
        for t in np.linspace(0, 4 * math.pi, 60):
            points.append((48 + 3.2 * t * math.cos(t), 48 + 3.2 * t * math.sin(t)))
        cv2.polylines(art, [np.round(np.array(points) * 16).astype(np.int32)], False, (*ground, 255), 4, cv2.LINE_AA, 4)
    return art


def draw_stick(rng: np.random.Generator, ink: Colour, second: Colour, ground: Colour) -> Pixels:
    """Draw one stick (96, w, 4), upright: a rod, a bamboo with knots, a dumb-bell, a leaf, a twist, a bead string."""
    wide = int(rng.integers(14, 34))
    art = np.zeros((96, wide, 4), np.uint8)
    art[..., :3] = ink
    middle = wide // 2
    kind = int(rng.integers(8))
    if kind == 0:
        cv2.rectangle(art, (wide // 4, 2), (3 * wide // 4, 93), (*ink, 255), -1)
    elif kind in {1, 2}:
        knots = int(rng.integers(2, 5))
        step = 92 / knots
        for k in range(knots):
            y = int(2 + k * step)
            cv2.rectangle(art, (wide // 4, y), (3 * wide // 4, int(y + step - 4)), (*ink, 255), -1)
            if kind == 2:
                cv2.rectangle(art, (wide // 6, int(y + step - 8)), (5 * wide // 6, int(y + step - 2)), (*second, 255), -1)
        cv2.line(art, (middle, 6), (middle, 90), (*mix(ink, ground, 0.5), 255), 1)
    elif kind == 3:
        for y in (14, 48, 82):
            cv2.ellipse(art, (middle, y), (wide // 2 - 1, 12), 0, 0, 360, (*ink, 255), -1, cv2.LINE_AA)
        cv2.rectangle(art, (middle - wide // 6, 8), (middle + wide // 6, 88), (*second, 255), -1)
    elif kind == 4:
        cv2.ellipse(art, (middle, 48), (wide // 2 - 1, 46), 0, 0, 360, (*ink, 255), -1, cv2.LINE_AA)
        cv2.line(art, (middle, 4), (middle, 92), (*second, 255), 2, cv2.LINE_AA)
    elif kind == 5:
        y = np.linspace(2, 93, 40)
        for phase, colour in ((0.0, ink), (math.pi, second)):
            points = np.column_stack([middle + (wide / 2 - 3) * np.sin(y / 11 + phase), y])
            cv2.polylines(art, [np.round(points).astype(np.int32)], False, (*colour, 255), 4, cv2.LINE_AA)
    elif kind == 6:
        for k in range(5):
            cv2.circle(art, (middle, 10 + 19 * k), min(9, wide // 2 - 1), (*(ink, second)[k % 2], 255), -1, cv2.LINE_AA)
    else:
        cv2.line(art, (middle, 30), (middle, 94), (*ink, 255), max(3, wide // 6), cv2.LINE_AA)
        for y in (14, 34, 54):
            cv2.line(art, (middle, y + 14), (2, y), (*ink, 255), 4, cv2.LINE_AA)
            cv2.line(art, (middle, y + 14), (wide - 3, y), (*second, 255), 4, cv2.LINE_AA)
    return art


def lattice(canvas: Canvas, rng: np.random.Generator, count: int, box: tuple[float, float, float, float], ink: Colour, second: Colour) -> None:
    """Draw ``count`` long strokes that cross one another: a player counts them, or reads the numeral."""
    x0, y0, x1, y1 = box
    width = float(rng.uniform(2.5, 5))
    leaning = rng.random() < 0.5
    for k in range(count):
        colour = (ink, second)[k % 2]
        if k % 2 == 0 or leaning:
            x = x0 + (x1 - x0) * (k // (1 if leaning else 2) + 0.5) / max(math.ceil(count / (1 if leaning else 2)), 1)
            tilt = float(rng.uniform(-0.3, 0.3)) * (x1 - x0) if leaning else 0.0
            canvas.line([(x - tilt, y0), (x + tilt, y1)], colour, width)
        else:
            y = y0 + (y1 - y0) * (k // 2 + 0.5) / max(count // 2, 1)
            canvas.line([(x0, y), (x1, y)], colour, width)
