"""Draw one stick or one ring in many forms, for a suit to repeat."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.drawing.canvas import Pixels
from datasets.render.tilesets.drawing.palette import Colour, mix


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of a stick or a ring."""

    first: Colour
    second: Colour
    ground: Colour


def _disc(art: Pixels, r: float, colour: Colour, width: int = -1, x: float = 48, y: float = 48) -> None:
    cv2.circle(art, (int(x * 16), int(y * 16)), int(r * 16), (*colour, 255), width, cv2.LINE_AA, 4)


def _points(points: list[tuple[float, float]]) -> list[np.ndarray]:
    return [np.round(np.array(points) * 16).astype(np.int32)]


def _plain_disc(art: Pixels, _rng: Rng, inks: Inks) -> None:
    _disc(art, 46, inks.first)


def _rings(art: Pixels, rng: Rng, inks: Inks, *, double: bool) -> None:
    _disc(art, 43, inks.first, int(rng.integers(4, 12)))
    if double:
        _disc(art, 26, inks.second, int(rng.integers(3, 9)))
    if rng.random() < 0.7:
        _disc(art, rng.uniform(7, 17), inks.second)


def _petals(art: Pixels, rng: Rng, inks: Inks, *, ringed: bool) -> None:
    count = int(rng.integers(5, 13))
    if ringed:
        _disc(art, 43, inks.first, int(rng.integers(3, 8)))
    radius = 34 if ringed else 46
    for k in range(count):
        angle = 2 * math.pi * k / count
        x, y = 48 + radius * 0.62 * math.cos(angle), 48 + radius * 0.62 * math.sin(angle)
        _disc(art, radius * 0.34, inks.second if ringed else inks.first, -1, x, y)
    _disc(art, radius * 0.3, inks.ground if rng.random() < 0.5 else inks.second)


def _spokes(art: Pixels, rng: Rng, inks: Inks) -> None:
    _disc(art, 46, inks.first)
    for k in range(int(rng.integers(4, 9))):
        x, y = 46 * math.cos(math.pi * k / 4), 46 * math.sin(math.pi * k / 4)
        start, end = (int(48 - x), int(48 - y)), (int(48 + x), int(48 + y))
        cv2.line(art, start, end, (*inks.ground, 255), 3, cv2.LINE_AA)
    _disc(art, 13, inks.second)


def _target(art: Pixels, _rng: Rng, inks: Inks) -> None:
    for r, colour in ((45, inks.first), (33, inks.ground), (24, inks.second), (10, inks.ground)):
        _disc(art, r, colour)


def _polygons(art: Pixels, rng: Rng, inks: Inks) -> None:
    sides = int(rng.integers(5, 9))
    turns = [2 * math.pi * k / sides for k in range(sides)]
    colours = (inks.first, inks.ground, inks.second, inks.ground, inks.first)
    for r, colour in zip((46, 36, 28, 16, 9), colours, strict=True):
        corners = [(48 + r * math.cos(turn), 48 + r * math.sin(turn)) for turn in turns]
        cv2.fillPoly(art, _points(corners), (*colour, 255), cv2.LINE_AA, 4)


def _spiral(art: Pixels, _rng: Rng, inks: Inks) -> None:
    _disc(art, 45, inks.first)
    points = [(48 + 3.2 * t * math.cos(t), 48 + 3.2 * t * math.sin(t)) for t in np.linspace(0, 4 * math.pi, 60)]
    cv2.polylines(art, _points(points), False, (*inks.ground, 255), 4, cv2.LINE_AA, 4)


RINGS: tuple[Callable[[Pixels, Rng, Inks], None], ...] = (
    _plain_disc,
    lambda art, rng, inks: _rings(art, rng, inks, double=False),
    lambda art, rng, inks: _rings(art, rng, inks, double=True),
    lambda art, rng, inks: _petals(art, rng, inks, ringed=False),
    lambda art, rng, inks: _petals(art, rng, inks, ringed=True),
    _spokes,
    _target,
    _polygons,
    _spiral,
)


def draw_ring(rng: Rng, ink: Colour, second: Colour, ground: Colour) -> Pixels:
    """Draw one dot (96, 96, 4): a disc, rings, petals, spokes, polygons, a spiral."""
    art = np.zeros((96, 96, 4), np.uint8)
    art[..., :3] = ink
    RINGS[int(rng.integers(len(RINGS)))](art, rng, Inks(ink, second, ground))
    return art


def _rod(art: Pixels, _rng: Rng, inks: Inks) -> None:
    wide = art.shape[1]
    cv2.rectangle(art, (wide // 4, 2), (3 * wide // 4, 93), (*inks.first, 255), -1)


def _bamboo(art: Pixels, rng: Rng, inks: Inks, *, knots: bool) -> None:
    wide = art.shape[1]
    count = int(rng.integers(2, 5))
    step = 92 / count
    for k in range(count):
        y = int(2 + k * step)
        cv2.rectangle(art, (wide // 4, y), (3 * wide // 4, int(y + step - 4)), (*inks.first, 255), -1)
        if knots:
            low, high = (wide // 6, int(y + step - 8)), (5 * wide // 6, int(y + step - 2))
            cv2.rectangle(art, low, high, (*inks.second, 255), -1)
    cv2.line(art, (wide // 2, 6), (wide // 2, 90), (*mix(inks.first, inks.ground, 0.5), 255), 1)


def _dumb_bell(art: Pixels, _rng: Rng, inks: Inks) -> None:
    wide = art.shape[1]
    middle = wide // 2
    for y in (14, 48, 82):
        cv2.ellipse(art, (middle, y), (wide // 2 - 1, 12), 0, 0, 360, (*inks.first, 255), -1, cv2.LINE_AA)
    cv2.rectangle(art, (middle - wide // 6, 8), (middle + wide // 6, 88), (*inks.second, 255), -1)


def _leaf(art: Pixels, _rng: Rng, inks: Inks) -> None:
    middle = art.shape[1] // 2
    cv2.ellipse(art, (middle, 48), (middle - 1, 46), 0, 0, 360, (*inks.first, 255), -1, cv2.LINE_AA)
    cv2.line(art, (middle, 4), (middle, 92), (*inks.second, 255), 2, cv2.LINE_AA)


def _twist(art: Pixels, _rng: Rng, inks: Inks) -> None:
    wide = art.shape[1]
    y = np.linspace(2, 93, 40)
    for phase, colour in ((0.0, inks.first), (math.pi, inks.second)):
        points = np.column_stack([wide // 2 + (wide / 2 - 3) * np.sin(y / 11 + phase), y])
        cv2.polylines(art, [np.round(points).astype(np.int32)], False, (*colour, 255), 4, cv2.LINE_AA)


def _beads(art: Pixels, _rng: Rng, inks: Inks) -> None:
    middle = art.shape[1] // 2
    for k in range(5):
        colour = (inks.first, inks.second)[k % 2]
        cv2.circle(art, (middle, 10 + 19 * k), min(9, middle - 1), (*colour, 255), -1, cv2.LINE_AA)


def _sprig(art: Pixels, _rng: Rng, inks: Inks) -> None:
    wide = art.shape[1]
    middle = wide // 2
    cv2.line(art, (middle, 30), (middle, 94), (*inks.first, 255), max(3, wide // 6), cv2.LINE_AA)
    for y in (14, 34, 54):
        cv2.line(art, (middle, y + 14), (2, y), (*inks.first, 255), 4, cv2.LINE_AA)
        cv2.line(art, (middle, y + 14), (wide - 3, y), (*inks.second, 255), 4, cv2.LINE_AA)


STICKS: tuple[Callable[[Pixels, Rng, Inks], None], ...] = (
    _rod,
    lambda art, rng, inks: _bamboo(art, rng, inks, knots=False),
    lambda art, rng, inks: _bamboo(art, rng, inks, knots=True),
    _dumb_bell,
    _leaf,
    _twist,
    _beads,
    _sprig,
)


def draw_stick(rng: Rng, ink: Colour, second: Colour, ground: Colour) -> Pixels:
    """Draw one stick (96, w, 4), upright: a rod, bamboo, a dumb-bell, a leaf, a twist, beads, a sprig."""
    art = np.zeros((96, int(rng.integers(14, 34)), 4), np.uint8)
    art[..., :3] = ink
    STICKS[int(rng.integers(len(STICKS)))](art, rng, Inks(ink, second, ground))
    return art
