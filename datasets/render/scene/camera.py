"""Aim a pinhole camera with radial distortion so that its subject fills the picture.

World frame: right-handed, unit one tile width, the table is z = 0, z up, y away from the rack's owner. Picture frame:
pixels, x right, y down, (0, 0) the outer corner of the top-left pixel.
"""

import math
from dataclasses import dataclass

import numpy as np

from datasets.render.drawing.canvas import Floats

_NEAR = 0.05


@dataclass(frozen=True)
class Camera:
    """The position of a camera and its map from the world to pixels.

    `rotation` (3, 3) takes world to camera axes (x right, y down, z forward), `position` (3,) is in the world, `focal`
    in pixels, `centre` the principal point in pixels, `bend` the radial coefficient k of `distort`, `extent` the half
    diagonal that scales it.
    """

    rotation: Floats
    position: Floats
    focal: float
    centre: tuple[float, float]
    bend: float
    middle: tuple[float, float]
    extent: float

    def project(self, points: Floats) -> Floats:
        """Return pixels (n, 2) of world points (n, 3), before lens distortion."""
        seen = (points - self.position) @ self.rotation.T
        depth = np.maximum(seen[:, 2:3], _NEAR)
        pixels: Floats = seen[:, :2] / depth * self.focal + np.asarray(self.centre)
        return pixels

    def depth(self, point: Floats) -> float:
        """Return the distance of one world point from the camera, tile widths."""
        return float(np.linalg.norm(point - self.position))

    def plane(self) -> Floats:
        """Return the homography (3, 3) from table coordinates (x, y, 1) to pixels, before distortion."""
        inner = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])
        move = -self.rotation @ self.position
        out: Floats = inner @ np.column_stack([self.rotation[:, 0], self.rotation[:, 1], move])
        return out

    def undistort(self, pixels: Floats) -> Floats:
        """Map points (n, 2) of the distorted picture to the pinhole picture."""
        offset = (pixels - np.asarray(self.middle)) / self.extent
        square = np.sum(offset**2, axis=-1, keepdims=True)
        out: Floats = np.asarray(self.middle) + offset * (1 + self.bend * square) * self.extent
        return out

    def distort(self, pixels: Floats) -> Floats:
        """Map points (n, 2) of the pinhole picture to the distorted picture (inverse of `undistort`)."""
        if self.bend == 0.0:
            return pixels
        offset = (pixels - np.asarray(self.middle)) / self.extent
        out = offset.copy()
        # Fixed-point steps: the bend is small, so eight of them come within a hundredth of a pixel.
        for _ in range(8):
            out = offset / (1 + self.bend * np.sum(out**2, axis=-1, keepdims=True))
        moved: Floats = np.asarray(self.middle) + out * self.extent
        return moved


def look_at(position: Floats, target: Floats, roll: float) -> Floats:
    """Return the rotation (3, 3) of a camera at `position` facing `target`, rolled clockwise by `roll` radians."""
    forward = target - position
    forward = forward / np.linalg.norm(forward)
    up = np.array([0.0, 0.0, 1.0]) if abs(forward[2]) < 0.999 else np.array([0.0, 1.0, 0.0])
    right = np.cross(forward, up)
    right = right / np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = math.cos(roll), math.sin(roll)
    return np.vstack([c * right + s * down, -s * right + c * down, forward])


@dataclass(frozen=True)
class CameraPose:
    """The pose of a camera relative to its subject.

    Angles are degrees; `fill` is the share of the picture that the subject spans, `near` the distance in subject radii
    (small is strong perspective), `offset` the displacement of the subject's centre from the picture's, in shares of
    the picture, `bend` the lens distortion (see `Camera`).
    """

    azimuth: float
    elevation: float
    roll: float
    near: float
    fill: float
    offset: tuple[float, float] = (0.0, 0.0)
    bend: float = 0.0


def aim(pose: CameraPose, subject: Floats, size: tuple[int, int]) -> Camera:
    """Return the camera that shows points `subject` (n, 3) in `pose`, in a picture of `size` (width, height)."""
    target = (subject.min(axis=0) + subject.max(axis=0)) / 2
    radius = max(0.8, float(np.linalg.norm(subject - target, axis=1).max()))
    az, el = math.radians(pose.azimuth), math.radians(pose.elevation)
    toward = np.array([math.sin(az) * math.cos(el), -math.cos(az) * math.cos(el), math.sin(el)])
    position = target + toward * radius * pose.near
    position[2] = max(position[2], 0.5)
    rotation = look_at(position, target, math.radians(pose.roll))
    seen = (subject - position) @ rotation.T
    flat = seen[:, :2] / np.maximum(seen[:, 2:3], _NEAR)
    low, high = flat.min(axis=0), flat.max(axis=0)
    width, height = size
    focal = pose.fill * min(width / (high[0] - low[0]), height / (high[1] - low[1]))
    middle = (low + high) / 2 * focal
    cx = width * (0.5 + pose.offset[0]) - middle[0]
    cy = height * (0.5 + pose.offset[1]) - middle[1]
    return Camera(
        rotation=rotation,
        position=position,
        focal=float(focal),
        centre=(float(cx), float(cy)),
        bend=pose.bend,
        middle=(width / 2, height / 2),
        extent=math.hypot(width, height) / 2,
    )
