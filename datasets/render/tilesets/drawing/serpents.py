"""Draw line dragons in one ink: a winding body with scales, claws, whiskers and a mane."""

import numpy as np
import numpy.typing as npt

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Canvas, Pixels
from datasets.render.tilesets.drawing.palette import Colour, mix

Curve = npt.NDArray[np.float64]
"""(n, 2): points from head to tail in a square of side 1 about 0."""

_STEPS = 64


def _course(rng: Rng) -> Curve:
    """Return the course of the body: a wave, a coil, or a nearly closed hoop."""
    t = np.linspace(0, 1, _STEPS)
    kind = int(rng.integers(3))
    if kind == 0:
        bends, wide = rng.uniform(1.2, 2.6), rng.uniform(0.2, 0.4)
        course = np.column_stack([wide * np.sin(bends * 2 * np.pi * t) * (1 - 0.4 * t), t - 0.5])
    elif kind == 1:
        r = 0.45 * (1 - 0.7 * t)
        angle = rng.uniform(1.2, 2.0) * 2 * np.pi * t
        course = np.column_stack([r * np.cos(angle), r * np.sin(angle)])
    else:
        angle = rng.uniform(0.7, 0.95) * 2 * np.pi * t
        r = 0.4 + 0.07 * np.sin(float(rng.integers(3, 7)) * angle)
        course = np.column_stack([r * np.cos(angle), r * np.sin(angle)])
    turn = float(rng.normal(0, 0.3) + (0 if kind == 0 else rng.uniform(0, 2 * np.pi)))
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    course = course @ matrix.T
    way: Curve = course * (float(rng.choice((-1, 1))), 1.0)
    return way


def serpent(rng: Rng, ink: Colour, ground: Colour) -> Pixels:
    """Return a dragon (HEIGHT, WIDTH, 4) in ``ink`` for a face of the colour ``ground``; most are outlines."""
    canvas = Canvas(ground)
    _draw(canvas, rng, ink, ground)
    return canvas.cut_out(ground)


def _draw(canvas: Canvas, rng: Rng, ink: Colour, ground: Colour) -> None:
    middle, size = np.array([WIDTH, HEIGHT]) / 2, np.array([WIDTH, HEIGHT]) * 0.86
    course = _course(rng) * size + middle
    along = np.gradient(course, axis=0)
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-6)
    aside = np.column_stack([-along[:, 1], along[:, 0]])
    t = np.linspace(0, 1, _STEPS)[:, None]
    half = float(size.min()) * rng.uniform(0.05, 0.1) * (0.25 + 1.2 * (1 - t) * (0.4 + t))
    line = rng.uniform(1.3, 3.0)
    left, right = course + aside * half, course - aside * half
    if rng.random() < 0.4:
        canvas.poly(np.concatenate([left, right[::-1]]), mix(ink, ground, rng.uniform(0, 0.8)))
    canvas.line(left, ink, line)
    canvas.line(right, ink, line)
    for k in range(3, _STEPS - 4, int(rng.integers(2, 5))):
        canvas.line(np.array([left[k], course[k] + along[k] * half[k] * 0.7, right[k]]), ink, line * 0.6)
    spikes = rng.random() < 0.6
    for k in range(4, _STEPS - 6, 4):
        if spikes:
            tip = left[k] + aside[k] * half[k] * 0.9 + along[k] * half[k]
            canvas.poly(np.array([left[k - 1], tip, left[k + 1]]), ink)
    for k in (int(_STEPS * 0.25), int(_STEPS * 0.6)):
        side = float(rng.choice((-1, 1)))
        knee = course[k] + side * aside[k] * half[k] * 2.2
        canvas.line(np.array([course[k] + side * aside[k] * half[k], knee]), ink, line * 1.2)
        for spread in (-0.9, 0.0, 0.9):
            canvas.line(np.array([knee, knee + (side * aside[k] + spread * along[k]) * half[k] * 0.9]), ink, line * 0.8)
    _head(canvas, rng, (ink, ground), (course[0], -along[0], aside[0]), float(half.max()) * 1.3, line)
    for _ in range(int(rng.integers(0, 5))):
        x, y = rng.uniform(-0.5, 0.5, 2) * size + middle
        canvas.disc(float(x), float(y), rng.uniform(1.5, 6), ink, line * 0.8)


def _head(
    canvas: Canvas,
    rng: Rng,
    inks: tuple[Colour, Colour],
    at: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]],
    r: float,
    line: float,
) -> None:
    """Draw jaws, eye, horns, whiskers and mane; ``at``: end of the neck, and unit vectors forward and sideways."""
    (ink, ground), (neck, ahead, aside) = inks, at
    skull = neck + ahead * r * 0.6
    canvas.poly(np.array([skull + aside * r, skull + ahead * r * 1.9 + aside * r * 0.4, skull + ahead * r * 0.7]), ink)
    canvas.poly(np.array([skull - aside * r, skull + ahead * r * 1.6 - aside * r * 0.6, skull + ahead * r * 0.5]), ink)
    canvas.disc(float(skull[0]), float(skull[1]), r, ink)
    eye = skull + aside * r * 0.3
    canvas.disc(float(eye[0]), float(eye[1]), max(r * 0.28, 1.2), ground)
    for side in (-1, 1):
        horn, lip = skull + side * aside * r * 0.8, skull + ahead * r * 1.4
        tip = horn - ahead * r * 1.2 + side * aside * r * rng.uniform(0.2, 1.2)
        canvas.line(np.array([horn, tip]), ink, line)
        whisker = lip + side * aside * r * 1.9 - ahead * r * 1.3
        canvas.line(np.array([lip, lip + side * aside * r * 1.5, whisker]), ink, line * 0.6)
    for spread in np.linspace(-1.1, 1.1, int(rng.integers(3, 7))):
        canvas.line(np.array([skull, skull - ahead * r * 1.9 + aside * spread * r * 1.3]), ink, line * 0.8)
