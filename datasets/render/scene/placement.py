"""Place tiles in the world, lying flat or leaning."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.render.drawing.canvas import Floats, Rng
from datasets.render.drawing.set_style import pick
from datasets.render.faces.tile_design import BACK, FACE_LABELS, Design
from datasets.render.scene.camera import CameraPose
from datasets.render.scene.solids import Panel, Solid


@dataclass(frozen=True)
class Placement:
    """A scene without its camera.

    The renderer draws the furniture of `behind` before the tiles of `far`, that of `between` before the tiles of
    `near`, and `front` last; it draws each group of tiles far to near. `subject` (n, 3) are the points that the camera
    must show. `elevation` and `azimuth` are the ranges of the camera's direction, degrees; `fill` is the range of the
    subject's share of the picture.
    """

    subject: Floats
    behind: Sequence[Panel] = ()
    far: Sequence[Solid] = ()
    between: Sequence[Panel] = ()
    near: Sequence[Solid] = ()
    front: Sequence[Panel] = ()
    elevation: tuple[float, float] = (25.0, 88.0)
    azimuth: tuple[float, float] = (-30.0, 30.0)
    fill: tuple[float, float] = (0.45, 1.1)
    roll: float = 8.0

    @property
    def solids(self) -> list[Solid]:
        """Return all tiles."""
        return [*self.far, *self.near]

    def pose(self, rng: Rng, roll: float | None = None, nearest: float = 1.7, wander: float = 0.0) -> CameraPose:
        """Pick a camera pose, with `roll` if given, at least `nearest` subject radii away.

        `wander` is the standard deviation of the subject's offset; without it the lens does not bend the picture.
        """
        azimuth, elevation = rng.uniform(*self.azimuth), rng.uniform(*self.elevation)
        if roll is None:
            roll = rng.normal(0, self.roll / 2) if self.roll < 90 else rng.uniform(-180, 180)
        near = float(np.exp(rng.uniform(math.log(nearest), math.log(8))))
        made = CameraPose(azimuth, elevation, roll, near, rng.uniform(*self.fill))
        if not wander:
            return made
        offset = rng.normal(0, wander), rng.normal(0, wander)
        bend = float(rng.choice([0.0, rng.uniform(-0.04, 0.05)], p=[0.75, 0.25]))
        return replace(made, offset=offset, bend=bend)


def deal(rng: Rng, count: int) -> list[str]:
    """Deal `count` labels as a player might hold tiles: often sorted, with pairs, kongs, flowers and jokers."""
    manner = rng.random()
    if manner < 0.35:
        # Uniform over kinds, but jokers and flowers more often, because a set has many.
        labels = [pick(rng, (*FACE_LABELS, "F", "F", "J", "J")) for _ in range(count)]
        return sorted(labels, key=FACE_LABELS.index) if rng.random() < 0.3 else labels
    labels = []
    while len(labels) < count:
        kind = pick(rng, (*FACE_LABELS, "F", "J"))
        repeat = int(rng.integers(1, 5))
        group = [kind] * repeat
        if repeat > 2 and kind != "J":
            group = ["J" if rng.random() < 0.2 else k for k in group]
        labels += group
    return labels[:count]


def _tone(rng: Rng) -> float:
    return rng.normal(1.0, 0.02)


def flat(rng: Rng, design: Design, label: str, x: float, y: float, turn: float, z: float = 0.0, row: int = -1) -> Solid:
    """Lay a tile face up at height z with its centre at (x, y).

    `turn` is degrees counter-clockwise from above; the label BACK lays it face down.
    """
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    h, t = 1 / design.aspect, design.thickness
    right, down = np.array([c, s, 0.0]), np.array([s, -c, 0.0]) * h
    top = z + t
    if label == BACK:
        # Face down: the printed side is at z and faces down, the back is at the top.
        right = -right
        top = z
        label = pick(rng, FACE_LABELS)
    corner = np.array([x, y, top]) - (right + down) / 2
    return Solid(label, int(rng.integers(8)), corner, right, down, t, row, _tone(rng), snug=row >= 0)


def leaning(
    rng: Rng, design: Design, label: str, x: float, foot: tuple[float, float], lean: float, row: int, yaw: float = 0.0
) -> Solid:
    """Stand a tile at x with the lower edge of its face at `foot` (y, z), face toward -y.

    It leans back to `lean` degrees from the table (90 is upright); `yaw` turns it a little about the vertical. The
    label BACK turns the face away.
    """
    a = math.radians(lean)
    h = 1 / design.aspect
    up = np.array([0.0, math.cos(a), math.sin(a)])
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    right = np.array([c, s * math.cos(a), s * math.sin(a)])
    upright = rng.random() > 0.04
    down = -up * h
    down = down - right * float(right @ down)
    down *= h / np.linalg.norm(down)
    low_middle = np.array([x, foot[0], foot[1]])
    corner = low_middle - right / 2 - down
    if not upright:
        corner, right, down = corner + right + down, -right, -down
    if label == BACK:
        outward = np.cross(down, right)
        corner = corner + right - outward / np.linalg.norm(outward) * design.thickness
        right, label = -right, pick(rng, FACE_LABELS)
    return Solid(label, int(rng.integers(8)), corner, right, down, design.thickness, row, _tone(rng), snug=row >= 0)


def row_of(count: int, rng: Rng, *, tight: bool) -> list[float]:
    """Return the x of `count` tiles side by side, centred on 0, sometimes in groups with gaps."""
    gap = rng.uniform(0.0, 0.03) if tight else rng.uniform(0.0, 0.12)
    xs, at = [], 0.0
    grouped = rng.random() < 0.4
    for _ in range(count):
        xs.append(at)
        at += 1 + gap * rng.uniform(0.3, 1.7)
        if grouped and rng.random() < 0.2:
            at += rng.uniform(0.1, 0.9)
    shift = (xs[0] + xs[-1]) / 2
    return [x - shift for x in xs]


def points_of(solids: Sequence[Solid]) -> Floats:
    """Return the corners of all tiles, (8 n, 3)."""
    return np.vstack([b.corners() for b in solids])
