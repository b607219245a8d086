"""Draw figures of as many straight sticks as the tile's number: polygons, fans, fences, zigzags, a heap."""

import numpy as np
import numpy.typing as npt

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.drawing.canvas import Canvas
from datasets.render.tilesets.drawing.palette import Colour, mix

Sticks = npt.NDArray[np.float64]
"""(n, 2, 2): both ends of each stick in a unit square."""


def _pairs(points: Sticks) -> Sticks:
    return np.stack([points[:-1], points[1:]], axis=1)


def _polygon(count: int, rng: Rng) -> Sticks:
    angles = 2 * np.pi * (np.arange(count + 1) / count) + float(rng.choice((0.0, np.pi / 2, np.pi / count)))
    return _pairs(0.5 + 0.46 * np.column_stack([np.sin(angles), np.cos(angles)]))


def _fan(count: int, rng: Rng) -> Sticks:
    wide = rng.uniform(0.5, 1.0)
    x = 0.5 + wide * (np.arange(count) / (count - 1) - 0.5)
    foot = 0.5 + rng.uniform(0.1, 0.4) * (x - 0.5)
    return np.stack([np.column_stack([x, np.full(count, 0.04)]), np.column_stack([foot, np.full(count, 0.96)])], axis=1)


def _star(count: int, _rng: Rng) -> Sticks:
    angles = 2 * np.pi * np.arange(count) / count
    way = np.column_stack([np.sin(angles), -np.cos(angles)])
    return np.stack([0.5 + 0.08 * way, 0.5 + 0.48 * way], axis=1)


def _fence(count: int, rng: Rng) -> Sticks:
    across = min(int(rng.integers(1, max(count // 2 + 1, 2))), count - 1)
    lean = rng.uniform(0, 0.25) if rng.random() < 0.4 else 0.0
    x, y = (np.arange(count - across) + 0.5) / (count - across), (np.arange(across) + 0.5) / across
    low, high = np.column_stack([x - lean / 2, np.ones_like(x)]), np.column_stack([x + lean / 2, np.zeros_like(x)])
    left, right = np.column_stack([np.zeros_like(y), y + lean / 2]), np.column_stack([np.ones_like(y), y - lean / 2])
    return np.concatenate([np.stack([low, high], axis=1), np.stack([left, right], axis=1)])


def _zigzag(count: int, _rng: Rng) -> Sticks:
    """Return a zigzag in one row, or in two mirrored rows: the 8 of classic sets is a W over an M."""
    rows = 2 if count >= 6 and count % 2 == 0 else 1
    each = count // rows
    found = []
    for row in range(rows):
        points = np.array([(k / each, (k + row) % 2) for k in range(each + 1)], np.float64)
        points[:, 1] = (row + 0.04 + 0.9 * points[:, 1]) / rows
        found.append(_pairs(points))
    return np.concatenate(found)


def _crossed(count: int, rng: Rng) -> Sticks:
    angles = np.pi * (np.arange(count) + 0.5) / count + rng.normal(0, 0.1, count)
    way = 0.47 * np.column_stack([np.sin(angles), np.cos(angles)])
    middle = 0.5 + rng.normal(0, 0.05, (count, 2))
    return np.stack([middle - way, middle + way], axis=1)


def _pile(count: int, rng: Rng) -> Sticks:
    angles, middle = rng.uniform(0, np.pi, count), rng.uniform(0.3, 0.7, (count, 2))
    way = rng.uniform(0.2, 0.4, (count, 1)) * np.column_stack([np.sin(angles), np.cos(angles)])
    sticks: Sticks = np.stack([middle - way, middle + way], axis=1)
    return sticks.clip(0.02, 0.98)


FIGURES = (_polygon, _fan, _star, _fence, _zigzag, _crossed, _pile)


def draw_figure(
    canvas: Canvas,
    style_rng: Rng,
    rng: Rng,
    count: int,
    box: tuple[float, float, float, float],
    inks: tuple[Colour, Colour, Colour],
) -> None:
    """Draw a figure of ``count`` sticks, 2 to 9, into a box.

    ``style_rng`` makes the choices common to the set's sticks, ``rng`` chooses this number's figure. ``inks``: two inks
    of the sticks, then the colour of the ground.
    """
    ink, second, ground = inks
    width = style_rng.uniform(1.5, 7)
    knots, beads, leaves = (bool(style_rng.random() < share) for share in (0.45, 0.3, 0.3))
    turns = style_rng.random() < 0.4
    figures = FIGURES[1:] if count == 2 else FIGURES
    sticks = figures[int(rng.integers(len(figures)))](count, rng)
    x0, y0, x1, y1 = box
    for number, stick in enumerate(sticks * (x1 - x0, y1 - y0) + (x0, y0)):
        colour = second if turns and number % 2 else ink
        canvas.line(stick, colour, width)
        along = stick[1] - stick[0]
        aside = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1.0)
        if knots:
            for share in (0.25, 0.5, 0.75):
                at = stick[0] + share * along
                canvas.line([at - aside * width * 0.8, at + aside * width * 0.8], mix(colour, ground, 0.6), width * 0.3)
        if beads:
            for x, y in stick:
                canvas.disc(float(x), float(y), width * 0.5 + 2.5, second)
        if leaves:
            at = stick[0] + rng.uniform(0.2, 0.8) * along
            tip = at + aside * float(rng.choice((-1, 1))) * 9 + along * 0.1
            canvas.poly([at, (at + tip) / 2 + along * 0.05, tip, (at + tip) / 2 - along * 0.05], second)
