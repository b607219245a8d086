"""Describe tiles and furniture as solids in the world, and the light on them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets.render.drawing.canvas import Colour, Floats, Pixels


def unit_cross(a: Floats, b: Floats) -> Floats:
    """Return the unit vector (3,) perpendicular to `a` and `b` (3,); `numpy.cross` is slow for single vectors."""
    ax, ay, az = a.tolist()
    bx, by, bz = b.tolist()
    x, y, z = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
    return np.array([x, y, z]) / math.sqrt(x * x + y * y + z * z)


@dataclass(frozen=True)
class Solid:
    """One tile in the world.

    `corner` (3,) is the face's own top-left, `right` and `down` (3,) its edges (lengths are width and height), `thick`
    the depth of the body behind the face. `label` is the kind, `variant` the number of its picture, `row` its row or
    -1, `tone` a factor on its brightness; `snug`: close neighbours at its left and right shade its sides.
    """

    label: str
    variant: int
    corner: Floats
    right: Floats
    down: Floats
    thick: float
    row: int
    tone: float = 1.0
    snug: bool = False

    @property
    def normal(self) -> Floats:
        """Return the unit vector out of the face."""
        return unit_cross(self.down, self.right)

    @property
    def centre(self) -> Floats:
        """Return the middle of the solid."""
        out: Floats = self.corner + (self.right + self.down) / 2 - self.normal * (self.thick / 2)
        return out

    def corners(self) -> Floats:
        """Return all eight corners (8, 3): the face clockwise from its top-left, then the back under them."""
        p, r, d = self.corner, self.right, self.down
        face = np.array([p, p + r, p + r + d, p + d])
        return np.vstack([face, face - self.normal * self.thick])


@dataclass(frozen=True)
class Panel:
    """Flat convex furniture: `points` (n, 3) counter-clockwise seen from outside, `colour` BGR."""

    points: Floats
    colour: Colour
    alpha: float = 1.0
    texture: Pixels | None = None


@dataclass(frozen=True)
class Lamp:
    """The light: `toward` (3,) unit vector to the lamp, `ambient` 0..1 share of ambient light."""

    toward: Floats
    ambient: float

    def shade(self, normal: Floats) -> float:
        """Return the brightness of a surface by its normal; 1 if it faces the lamp."""
        return self.ambient + (1 - self.ambient) * max(0.0, float(normal @ self.toward))


def prism(
    section: Sequence[tuple[float, float]],
    x0: float,
    x1: float,
    colour: Colour,
    alpha: float = 1.0,
    texture: Pixels | None = None,
) -> list[Panel]:
    """Build a solid with the convex cross-section `section` (y, z), counter-clockwise from +x, between x0 and x1."""
    panels = []
    for (ya, za), (yb, zb) in zip(section, [*section[1:], section[0]], strict=True):
        points = np.array([[x0, yb, zb], [x1, yb, zb], [x1, ya, za], [x0, ya, za]])
        panels.append(Panel(points, colour, alpha, texture))
    panels.append(Panel(np.array([[x1, y, z] for y, z in section]), colour, alpha))
    panels.append(Panel(np.array([[x0, y, z] for y, z in section])[::-1], colour, alpha))
    return panels
