"""Render short films of one rack from a hand-held phone, with the truth of every frame.

We render each frame from the camera's position, so perspective is exact. Then we add the faults of such films: the
camera shakes, pans and jerks, the lens hunts for focus, the exposure drifts, a lamp's reflection wanders, a hand passes
over the tiles.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.design_splits import HELD_OUT_DESIGNS
from datasets.render.drawing.canvas import Floats, Floats32, Pixels, Rng
from datasets.render.drawing.set_style import hsv, pick
from datasets.render.faces.tile_design import BACK, FACE_LABELS, draw_design
from datasets.render.scene.camera import CameraPose
from datasets.render.scene.lens_and_light import light_field
from datasets.render.scene.placement import deal
from datasets.render.scene.racks import build_rack, random_shape
from datasets.render.scene.scene import compose

RATE = 30.0
"""Frames per second."""

_NOISE_SIDE = 256


@dataclass(frozen=True)
class Frame:
    """One frame of a film.

    `pixels` (H, W, 3) uint8 BGR; `time` in seconds from the film's start; `quads` (N, 4, 2) float32 in pixels,
    clockwise from the face's own top left, in the order of `labels`, row by row; `covered` (N,) float32: the share of
    each face that a passing hand hides, 0 to 1. Covered tiles are part of the truth.
    """

    pixels: Pixels
    time: float
    quads: Floats32
    labels: tuple[str, ...]
    covered: Floats32


@dataclass(frozen=True)
class _Path:
    """The camera's poses and faults, one per frame.

    `focus` is the blur as a share of the picture's width; `hand` is the progress of the passing hand, as a share of its
    way.
    """

    poses: tuple[CameraPose, ...]
    focus: Floats
    gain: Floats
    glare: Floats
    hand: Floats


def render_film(seed: int, size: tuple[int, int] = (768, 576), frames: int = 60) -> Iterator[Frame]:
    """Render the frames of film number `seed` in order; the same arguments always give the same pixels.

    Args:
        seed: any number from 0.
        size: (width, height) in pixels.
        frames: number of frames, `RATE` per second.
    """
    rng = np.random.default_rng([seed, 12])
    design = draw_design(HELD_OUT_DESIGNS[int(rng.integers(len(HELD_OUT_DESIGNS)))])
    exposed = int(pick(rng, (0, 0, 3, 4, 7, 8)))
    total = int(pick(rng, (13, 14)))
    placement = build_rack(rng, design, random_shape(rng, design), deal(rng, total - exposed), _exposures(rng, exposed))
    pose = CameraPose(
        azimuth=rng.uniform(-18, 18),
        elevation=rng.uniform(42, 72),
        roll=rng.normal(0, 3),
        near=rng.uniform(2.5, 6),
        fill=rng.uniform(0.68, 0.88),
    )
    path = _path(rng, frames + 1, pose)
    faults = _Faults.drawn(rng, size)
    scenes = (compose(np.random.default_rng([seed, 13]), placement, design, at, size, plain=True) for at in path.poses)
    before = next(scenes)
    for index, scene in enumerate(scenes):
        if len(before.labels) != total or BACK in before.labels:
            raise ValueError(f"film {seed}: {len(before.labels)} of {total} tiles show at frame {index}")
        pixels, covered = faults.spoilt(rng, before.pixels, before.quads, scene.quads, path, index)
        order = np.lexsort((before.quads.mean(axis=1)[:, 0], before.rows))
        yield Frame(
            pixels=pixels,
            time=index / RATE,
            quads=before.quads[order],
            labels=tuple(before.labels[place] for place in order),
            covered=covered[order],
        )
        before = scene


def _exposures(rng: Rng, count: int) -> list[list[str]]:
    """Deal `count` exposed tiles (0, 3, 4, 7 or 8) as pungs and kongs, some with jokers."""
    sizes = {0: (), 3: (3,), 4: (4,), 7: (3, 4), 8: (4, 4)}[count]
    kinds = [pick(rng, FACE_LABELS) for _ in sizes]
    return [["J" if rng.random() < 0.2 else kind for _ in range(size)] for kind, size in zip(kinds, sizes, strict=True)]


def _path(rng: Rng, count: int, pose: CameraPose) -> _Path:
    """Draw the motion of a hand-held camera around `pose`."""
    time = np.arange(count) / RATE
    room = max(0.02, (1 - pose.fill) / 2 - 0.02)
    jerk = _bump(time, rng.uniform(0.2, time[-1]), rng.uniform(0.1, 0.25))
    x = _wave(rng, time, 0.3, 1.0) * 0.5 * room + _wave(rng, time, 2, 7) * 0.004
    y = _wave(rng, time, 0.3, 1.0) * 0.03 + _wave(rng, time, 2, 7) * 0.004
    x = np.clip(x + jerk * float(rng.choice([-1, 1])) * room, -room, room)
    hunts = [_bump(time, rng.uniform(-0.1, 0.3), rng.uniform(0.1, 0.3))]
    hunts += [_bump(time, rng.uniform(0.3, time[-1] + 0.2), rng.uniform(0.05, 0.2)) for _ in range(2)]
    focus = 0.0004 + sum(hunt * rng.uniform(0.001, 0.005) for hunt in hunts)
    passes = rng.uniform(0.4, time[-1]) if rng.random() < 0.5 else math.inf
    azimuth = pose.azimuth + _wave(rng, time, 0.2, 0.8) * 5
    elevation = pose.elevation + _wave(rng, time, 0.2, 0.8) * 4
    roll = pose.roll + _wave(rng, time, 0.3, 2) * 1.5
    fill = pose.fill * (1 - 0.06 * np.abs(_wave(rng, time, 0.2, 0.8)))
    ways = np.column_stack([azimuth, elevation, roll, fill, x, y]).tolist()
    return _Path(
        poses=tuple(replace(pose, azimuth=a, elevation=e, roll=r, fill=f, offset=(u, v)) for a, e, r, f, u, v in ways),
        focus=np.asarray(focus, np.float64),
        gain=np.exp(_wave(rng, time, 0.3, 2) * 0.22 + _wave(rng, time, 5, 12) * 0.05),
        glare=_wave(rng, time, 0.15, 0.6),
        hand=(time - passes) / rng.uniform(0.5, 1.0) if math.isfinite(passes) else np.full(count, -1.0),
    )


def _wave(rng: Rng, time: Floats, slow: float, fast: float) -> Floats:
    """Return a sum of three sines of frequencies between `slow` and `fast` hertz, about -1 to 1."""
    total = np.zeros_like(time)
    for _ in range(3):
        hertz, phase = rng.uniform(slow, fast), rng.uniform(0, 2 * math.pi)
        total += np.sin(2 * math.pi * hertz * time + phase) / 2
    return total


def _bump(time: Floats, middle: float, width: float) -> Floats:
    """Return a bell curve of height 1 around `middle` that falls to 1/e within `width`, both in seconds."""
    return np.asarray(np.exp(-(((time - middle) / width) ** 2)), np.float64)


@dataclass(frozen=True)
class _Faults:
    """The constant faults of a film: light, noise, the passing hand, shutter and compression."""

    field: Floats32
    noise: npt.NDArray[np.int16]
    grain: float
    shutter: float
    quality: int
    glare: tuple[float, float, float, float]
    skin: tuple[int, int, int]
    reach: float
    leftwards: bool

    @classmethod
    def drawn(cls, rng: Rng, size: tuple[int, int]) -> "_Faults":
        """Pick the faults of one film."""
        width, height = size
        return cls(
            field=light_field(rng, height, width, 125.0, 205.0),
            noise=np.rint(rng.normal(0, 16, (_NOISE_SIDE + height, _NOISE_SIDE + width, 1))).astype(np.int16),
            grain=rng.uniform(1.5, 6),
            shutter=rng.uniform(0.25, 0.7),
            quality=int(rng.integers(45, 90)),
            glare=(
                rng.uniform(0.2, 0.8),
                rng.uniform(0.3, 0.7),
                rng.uniform(0.02, 0.06),
                float(rng.choice([0, rng.uniform(60, 230)], p=[0.35, 0.65])),
            ),
            skin=hsv(rng.uniform(12, 26), rng.uniform(0.25, 0.6), rng.uniform(0.35, 0.95)),
            reach=rng.uniform(0.35, 0.6),
            leftwards=(rng.random() < 0.5),
        )

    def spoilt(
        self, rng: Rng, pixels: Pixels, quads: Floats32, after: Floats32, path: _Path, index: int
    ) -> tuple[Pixels, Floats32]:
        """Add a phone's faults to a clean frame; return it and the share (N,) of each face under the hand."""
        height, width = pixels.shape[:2]
        shot = np.asarray(cv2.multiply(pixels, self.field, dtype=cv2.CV_8U), np.uint8)
        shot = self._reflected(shot, float(path.glare[index]))
        shot, mask = self._passed_over(shot, float(path.hand[index]))
        shot = _shaken(shot, quads, after, self.shutter)
        sigma = float(path.focus[index]) * width
        if sigma > 0.3:
            shot = np.asarray(cv2.GaussianBlur(shot, (0, 0), sigma), np.uint8)
        shot = np.asarray(cv2.convertScaleAbs(shot, alpha=float(path.gain[index])), np.uint8)
        top, left = (int(value) for value in rng.integers(0, _NOISE_SIDE, 2))
        part = self.noise[top : top + height, left : left + width]
        shot = np.asarray(
            cv2.addWeighted(shot, 1.0, cv2.merge([part, part, part]), self.grain / 16, 0, dtype=cv2.CV_8U), np.uint8
        )
        _, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, self.quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), _covered(mask, quads)

    def _reflected(self, pixels: Pixels, wander: float) -> Pixels:
        """Add the reflection of a lamp; it wanders as the camera moves."""
        x, y, size, level = self.glare
        if not level:
            return pixels
        height, width = pixels.shape[:2]
        small = np.zeros((height // 4, width // 4), np.uint8)
        centre = (round((x + 0.25 * wander) * width / 4), round((y + 0.06 * wander) * height / 4))
        cv2.ellipse(small, centre, (round(size * width / 4), round(size * width / 6)), 20, 0, 360, level, -1)
        soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), 0.02 * width / 4), (width, height))
        return np.asarray(cv2.add(pixels, cv2.merge([soft, soft, soft])), np.uint8)

    def _passed_over(self, pixels: Pixels, at: float) -> tuple[Pixels, Pixels]:
        """Draw the hand at progress `at`, 0 entering to 1 gone; return the picture and the hand's mask (H, W) uint8."""
        height, width = pixels.shape[:2]
        mask = np.zeros((height, width), np.uint8)
        if not 0 < at < 1:
            return pixels, mask
        across = 1.3 * (1 - at if self.leftwards else at) - 0.15
        x, y, thick = across * width, (1 - self.reach) * height, 0.055 * width
        _stroke(mask, (x + 0.1 * width, 1.1 * height), (x, y + thick), 1.5 * thick)
        _stroke(mask, (x, y + thick), (x - 0.2 * thick, y + 0.4 * thick), 2.2 * thick)
        for finger in range(4):
            foot = x + (finger - 1.5) * 0.55 * thick
            _stroke(mask, (foot, y), (foot - 0.3 * thick, y - 1.5 * thick), 0.5 * thick)
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.5), np.uint8)
        shade = cv2.GaussianBlur(np.roll(mask, (round(0.03 * height), round(0.02 * width)), (0, 1)), (0, 0), 12)
        dark = pixels * (1 - 0.4 * shade[..., None] / 255.0)
        round_ = cv2.GaussianBlur(mask, (0, 0), 0.4 * thick)[..., None] / 255.0
        weight = mask[..., None] / 255.0
        drawn = dark * (1 - weight) + np.array(self.skin) * (0.55 + 0.45 * round_) * weight
        return np.clip(np.rint(drawn), 0, 255).astype(np.uint8), mask


def _stroke(mask: Pixels, start: tuple[float, float], end: tuple[float, float], thick: float) -> None:
    one, other = (round(start[0]), round(start[1])), (round(end[0]), round(end[1]))
    cv2.line(mask, one, other, 255, max(1, round(thick)), cv2.LINE_AA)


def _shaken(pixels: Pixels, quads: Floats32, after: Floats32, shutter: float) -> Pixels:
    """Add motion blur: average the picture over the open shutter, as faces move from `quads` to `after` (N, 4, 2)."""
    height, width = pixels.shape[:2]
    moved = float(np.linalg.norm(after - quads, axis=2).mean()) * shutter
    steps = min(12, math.ceil(moved))
    if steps < 2:
        return pixels
    # Rows at two slants share no homography; for such a short move an affine map suffices.
    points = np.column_stack([quads.reshape(-1, 2), np.ones(4 * len(quads))])
    matrix = np.linalg.lstsq(points, after.reshape(-1, 2), rcond=None)[0].T
    still = np.eye(2, 3)
    total = np.zeros(pixels.shape, np.float32)
    for step in range(steps):
        part = still + (matrix - still) * (shutter * step / (steps - 1))
        cv2.accumulate(cv2.warpAffine(pixels, part, (width, height), borderMode=cv2.BORDER_REPLICATE), total)
    return np.asarray(np.rint(total / steps), np.uint8)


def _covered(mask: Pixels, quads: Floats32) -> Floats32:
    """Return the mean (N,) of a mask (H, W) uint8 over 7 x 7 points of each quad, 0 to 1."""
    across = (np.arange(7) + 0.5) / 7
    u, v = np.meshgrid(across, across)
    weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1).reshape(-1, 4)
    points = np.einsum("pc,nck->npk", weights, quads)
    x = np.clip(points[..., 0].astype(int), 0, mask.shape[1] - 1)
    y = np.clip(points[..., 1].astype(int), 0, mask.shape[0] - 1)
    return np.asarray(mask[y, x].mean(axis=1) / 255, np.float32)
