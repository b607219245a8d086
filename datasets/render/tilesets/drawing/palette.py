"""Choose the colours of a tile set: its body, its inks, and enough contrast between them."""

import colorsys
from dataclasses import dataclass

import numpy as np

from datasets.render.drawing.canvas import Rng

Colour = tuple[int, int, int]
"""RGB, 0 to 255."""


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Return the RGB colour of a hue in degrees, saturation and value 0..1."""
    r, g, b = colorsys.hsv_to_rgb((hue % 360) / 360, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return int(r * 255), int(g * 255), int(b * 255)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Mix ``share`` of ``b`` into ``a``."""
    r, g, b_ = (int(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return r, g, b_


def luminance(colour: Colour) -> float:
    """Return the perceived brightness of a colour, 0 to 255."""
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def distance(a: Colour, b: Colour) -> float:
    """Return the perceived distance of two colours: mostly brightness, a little hue."""
    hue = float(np.abs(np.subtract(a, b)).mean())
    return abs(luminance(a) - luminance(b)) + 0.4 * hue


def readable(ink: Colour, ground: Colour, least: float = 60.0) -> Colour:
    """Darken or lighten ``ink`` until it is readable on ``ground``."""
    end: Colour = (10, 10, 15) if luminance(ground) > 120 else (250, 248, 240)
    for share in (0.0, 0.25, 0.5, 0.75):
        mixed = mix(ink, end, share)
        if distance(mixed, ground) >= least:
            return mixed
    return end


@dataclass(frozen=True, slots=True)
class Palette:
    """Inks of a set. ``suits``: one for each of Bams, Craks and Dots; ``more``: inks of pictures and petals."""

    body: Colour
    red: Colour
    green: Colour
    blue: Colour
    dark: Colour
    suits: tuple[Colour, Colour, Colour]
    more: tuple[Colour, ...]


def draw_body(rng: Rng) -> Colour:
    """Return the colour of a set's faces: mostly white or cream, some pastel, some saturated, some dark."""
    kind = rng.choice(5, p=(0.56, 0.18, 0.13, 0.07, 0.06))
    if kind == 0:
        level = int(rng.integers(228, 256))
        return level, int(level - rng.integers(0, 5)), int(level - rng.integers(0, 8))
    if kind == 1:
        return hsv(rng.uniform(35, 55), rng.uniform(0.05, 0.3), rng.uniform(0.86, 1))
    if kind == 2:
        return hsv(rng.uniform(0, 360), rng.uniform(0.08, 0.35), rng.uniform(0.85, 1))
    if kind == 3:
        return hsv(rng.uniform(0, 360), rng.uniform(0.4, 0.95), rng.uniform(0.55, 0.98))
    return hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.04, 0.35))


def draw_palette(rng: Rng) -> Palette:
    """Draw the colours of a set."""
    body = draw_body(rng)
    bright = luminance(body) < 110
    value = (0.8, 1.0) if bright else (0.35, 0.9)
    clear = 60 if rng.random() < 0.75 else 30

    def ink(low: float, high: float) -> Colour:
        return readable(hsv(rng.uniform(low, high), rng.uniform(0.55, 1), rng.uniform(*value)), body, clear)

    red, green, blue = ink(-25, 18), ink(90, 172), ink(195, 265)
    dark = readable(hsv(rng.uniform(0, 360), rng.uniform(0, 0.7), rng.uniform(0.02, 0.35)), body)
    least = float(rng.choice((50, 34, 24), p=(0.52, 0.28, 0.2)))
    if rng.random() < 0.5:
        suits = (green, red, blue)
    else:
        start, step = rng.uniform(0, 360), rng.uniform(50, 150)
        a, b, c = (
            readable(hsv(start + k * step, rng.uniform(0.4, 1), rng.uniform(*value)), body, least) for k in range(3)
        )
        suits = (a, b, c)
    if rng.random() < 0.14:
        one = dark if rng.random() < 0.6 else suits[0]
        suits = (one, one, one)
    more = tuple(
        readable(hsv(rng.uniform(0, 360), rng.uniform(0.3, 1), rng.uniform(0.4, 1)), body, 28) for _ in range(4)
    )
    return Palette(body, red, green, blue, dark, suits, (*suits, *more))
