"""Draw peacocks: a fan or a train of feathers with eyes behind a small body."""

import numpy as np
import numpy.typing as npt

from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.drawing.canvas import Canvas, Pixels
from datasets.render.tilesets.drawing.palette import Colour, mix

Point = npt.NDArray[np.float64]
"""(2,): x and y on the face."""


def peacock(rng: Rng, inks: tuple[Colour, Colour, Colour], ground: Colour) -> Pixels:
    """Return a peacock (HEIGHT, WIDTH, 4) in three inks for a face of the colour ``ground``."""
    canvas = Canvas(ground)
    first, second, third = inks
    foot = np.array([60 + rng.normal(0, 10), rng.uniform(96, 122)])
    fan = rng.random() < 0.6
    middle, half = (0.0, rng.uniform(1.0, 1.9)) if fan else (rng.uniform(1.4, 2.6), rng.uniform(0.2, 0.6))
    count, filled = int(rng.integers(5, 14)), (rng.random() < 0.5)
    long, eye = rng.uniform(56, 84), rng.uniform(5, 11)
    for row in range(int(rng.integers(1, 4))):
        for angle in np.linspace(middle - half, middle + half, count - row):
            way = np.array([np.sin(angle), -np.cos(angle)])
            tip = foot + way * (long * (1 - 0.26 * row) + rng.normal(0, 2))
            _feather(canvas, (foot, tip), eye, inks, ground, filled=filled)
    _body(canvas, rng, foot, (first, mix(second, ground, 0.1), third))
    return canvas.cut_out(ground)


def _feather(
    canvas: Canvas,
    ends: tuple[Point, Point],
    eye: float,
    inks: tuple[Colour, Colour, Colour],
    ground: Colour,
    *,
    filled: bool,
) -> None:
    (foot, tip), (first, second, third) = ends, inks
    way = (tip - foot) / max(float(np.linalg.norm(tip - foot)), 1e-6)
    aside = np.array([-way[1], way[0]]) * eye * 1.15
    if filled:
        canvas.poly(np.array([foot, tip - way * eye + aside, tip + way * eye, tip - way * eye - aside]), first)
        canvas.line(np.array([foot, tip - way * eye + aside, tip + way * eye]), mix(first, ground, 0.5), 1)
    else:
        canvas.line(np.array([foot, tip]), first, 1.6)
    for r, colour in ((eye, second), (eye * 0.66, third), (eye * 0.36, first)):
        canvas.disc(float(tip[0]), float(tip[1]), r, colour)


def _body(canvas: Canvas, rng: Rng, foot: Point, inks: tuple[Colour, Colour, Colour]) -> None:
    """Draw body, neck, head with a crest, beak and legs, sizes in radii of the body."""
    ink, belly, beak = inks
    side = float(rng.choice((-1, 1)))
    r = rng.uniform(9, 15)

    def off(place: Point, x: float, y: float) -> Point:
        return place + np.array([x, y]) * r

    for leg in (-0.4, 0.4):
        canvas.line(np.array([off(foot, leg, 0.8), off(foot, leg + 0.15 * side, 2.4)]), beak, 2)
    canvas.poly(np.array([off(foot, 1.1 * np.cos(a), np.sin(a)) for a in np.linspace(0, 2 * np.pi, 24)]), belly)
    head = off(foot, side * rng.uniform(0.6, 1.6), -rng.uniform(1.8, 2.8))
    bend = off((foot + head) / 2, -side * rng.uniform(0, 0.5), 0)
    canvas.line(np.array([foot, bend, head]), ink, r * 0.8)
    canvas.disc(float(head[0]), float(head[1]), r * 0.5, ink)
    canvas.poly(np.array([off(head, side * 0.4, -0.2), off(head, side, 0.1), off(head, side * 0.4, 0.3)]), beak)
    for lean in (-0.4, 0.0, 0.4):
        top = off(head, lean, -1.2)
        canvas.line(np.array([head, top]), ink, 1.2)
        canvas.disc(float(top[0]), float(top[1]), 1.8, beak)
