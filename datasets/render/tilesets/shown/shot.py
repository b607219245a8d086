"""Render a face as in a photograph: body and sides around it, neighbours, cloth, light, glare and a poor lens."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.drawing.canvas import Rng
from datasets.render.patch_size import HEIGHT as PATCH_HEIGHT
from datasets.render.patch_size import MARGIN
from datasets.render.patch_size import WIDTH as PATCH_WIDTH
from datasets.render.tilesets.backs import back_colour
from datasets.render.tilesets.drawing.canvas import Pixels
from datasets.render.tilesets.drawing.noise import cloud
from datasets.render.tilesets.drawing.palette import Colour, hsv, mix
from datasets.render.tilesets.style import Style

_LEFT, _TOP = MARGIN * PATCH_WIDTH, MARGIN * PATCH_HEIGHT
_WIDE, _HIGH = PATCH_WIDTH - 2 * _LEFT, PATCH_HEIGHT - 2 * _TOP
_UNIT = _WIDE / 56
"""Unit of gaps, blur and loss in this module, pixels: a 56th of a face's width."""

OVEREXPOSED = 0.14
"""Probability that a flash or a window bleaches the face, so that thin pale ink nearly vanishes."""
OUT_OF_FOCUS = 0.16
"""Probability of strong defocus; small pictures lose sharpness besides."""
SMALLER, SMALLEST = 0.75, 0.18
"""Probability of fewer pixels than the patch, and the least share of pixels across."""


def _table(rng: Rng) -> Pixels:
    """Draw the ground behind the tile: plain, gradient, noise, stripes or blobs."""
    colour = hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.08, 1))
    ground = np.full((PATCH_HEIGHT, PATCH_WIDTH, 3), colour, np.float32)
    kind = int(rng.integers(4))
    if kind == 1:
        ground += cloud(rng, 6, PATCH_HEIGHT, PATCH_WIDTH)[..., None] * rng.uniform(10, 60)
    elif kind == 2:
        other = np.array(hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.2, 1)), np.float32)
        blobs = (cloud(rng, int(rng.integers(4, 12)), PATCH_HEIGHT, PATCH_WIDTH) > 0.1).astype(np.float32)
        ground += (other - ground) * cv2.GaussianBlur(blobs, (0, 0), 0.8)[..., None]
    elif kind == 3:
        ground += rng.normal(0, rng.uniform(3, 18), (PATCH_HEIGHT, PATCH_WIDTH, 1))
    return np.asarray(np.clip(ground, 0, 255), np.uint8)


def _corners(x: float, y: float, width: float, height: float) -> np.ndarray:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def _fill(picture: Pixels, points: np.ndarray, colour: Colour) -> None:
    cv2.fillConvexPoly(picture, np.round(points * 16).astype(np.int32), colour, cv2.LINE_AA, 4)


def _sides(picture: Pixels, style: Style, shift: tuple[float, float], corners: np.ndarray, light: float) -> None:
    """Draw the body below the face: layers of the set's colours, each a little farther from the viewer."""
    rng = style.rng("layers")
    body, back = style.palette.body, back_colour(style)
    layers = [body, back]
    if rng.random() < 0.4:
        layers = (
            [body, style.palette.more[1], back] if rng.random() < 0.6 else [body, back, style.palette.more[2], back]
        )
    steps = 10
    for step in range(steps, 0, -1):
        share = step / steps
        colour = mix(layers[min(int(share * len(layers) * 0.999), len(layers) - 1)], (0, 0, 0), light)
        hull = cv2.convexHull(
            np.concatenate([corners, corners + np.array(shift, np.float32) * share]).astype(np.float32)
        )
        _fill(picture, hull[:, 0], colour)


def photographed(face: Pixels, style: Style, rng: Rng, neighbour: Pixels | None) -> Pixels:
    """Render a face (HEIGHT, WIDTH, 3) into a realistic patch (PATCH_HEIGHT, PATCH_WIDTH, 3) uint8 RGB.

    ``neighbour``: another face of the set that may appear beside it.
    """
    picture = _table(rng)
    side = rng.uniform(0, 0.42)
    angle = float(rng.choice((90, 90, 90, 270, 0, 180))) + rng.normal(0, 22)
    shift = (side * _WIDE * np.cos(np.radians(angle)), side * _WIDE * np.sin(np.radians(angle)))
    dark = rng.uniform(0.02, 0.4)
    places = []
    if rng.random() < 0.62:
        gap = (rng.uniform(0, 5) if rng.random() < 0.75 else rng.uniform(0, 16)) * _UNIT
        sides = [k for k in (-1, 1) if rng.random() < 0.75]
        places = [(_LEFT + k * (_WIDE + gap), _TOP + rng.normal(0, 2.0) * _UNIT) for k in sides]
        if rng.random() < 0.3:
            k = int(rng.choice((-1, 1)))
            places.append((_LEFT + rng.normal(0, 12) * _UNIT, _TOP + k * (_HIGH + rng.uniform(0, 12) * _UNIT)))
    for x, y in places:
        corners = _corners(x, y, _WIDE, _HIGH)
        _sides(picture, style, shift, corners, dark)
        if neighbour is not None and rng.random() < 0.7:
            _paste(picture, neighbour, corners, 0.08)
        else:
            _fill(picture, corners, back_colour(style) if rng.random() < 0.4 else style.palette.body)
    corners = _corners(_LEFT, _TOP, _WIDE, _HIGH)
    if rng.random() < 0.35:
        moved = corners + np.array(shift, np.float32) + (rng.normal(0, 3, 2) * _UNIT).astype(np.float32)
        shape = np.zeros((PATCH_HEIGHT, PATCH_WIDTH), np.float32)
        cv2.fillConvexPoly(shape, np.round(moved).astype(np.int32), 1.0)
        shade = cv2.GaussianBlur(shape, (0, 0), 3.0 * _UNIT)
        picture = np.asarray(picture * (1 - 0.5 * shade[..., None]), np.uint8)
    _sides(picture, style, shift, corners, dark)
    if rng.random() < 0.5:
        face = _bevelled(face, rng)
    _paste(picture, face, corners, style.rng("radius").uniform(0.02, 0.16))
    return lit(picture, rng)


def _bevelled(face: Pixels, rng: Rng) -> Pixels:
    """Shade a face's edges as if they were round: each side brighter or darker than the rest, by the light."""
    high, wide = face.shape[:2]
    far = rng.uniform(0.03, 0.1) * wide
    x, y = np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32)
    gains = rng.normal(0, 0.22, 4)
    along = gains[0] * np.clip(1 - x / far, 0, 1) + gains[1] * np.clip(1 - (wide - 1 - x) / far, 0, 1)
    down = gains[2] * np.clip(1 - y / far, 0, 1) + gains[3] * np.clip(1 - (high - 1 - y) / far, 0, 1)
    return np.asarray(np.clip(face * (1 + along[None] + down[:, None])[..., None], 0, 255), np.uint8)


def _paste(picture: Pixels, face: Pixels, corners: np.ndarray, radius: float) -> None:
    """Paste a face at its top-left corner, its corners rounded by ``radius``, a share of its width."""
    x, y = corners[0]
    high, wide = round(_HIGH), round(_WIDE)
    small = cv2.resize(face, (wide, high), interpolation=cv2.INTER_AREA)
    mask = np.zeros((high, wide), np.uint8)
    r = max(int(radius * wide), 1)
    cv2.rectangle(mask, (r, 0), (wide - r - 1, high), 255, -1)
    cv2.rectangle(mask, (0, r), (wide, high - r - 1), 255, -1)
    for cx in (r, wide - r - 1):
        for cy in (r, high - r - 1):
            cv2.circle(mask, (cx, cy), r, 255, -1, cv2.LINE_AA)
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    size = (PATCH_WIDTH, PATCH_HEIGHT)
    moved = cv2.warpAffine(small, matrix, size, flags=cv2.INTER_LINEAR)
    alpha = cv2.warpAffine(mask, matrix, size, flags=cv2.INTER_LINEAR)[..., None].astype(np.uint16)
    picture[:] = ((moved * alpha + picture * (255 - alpha)) // 255).astype(np.uint8)


def sharpened(small: npt.NDArray[Any], rng: Rng) -> npt.NDArray[Any]:
    """Sharpen a small picture (h, w, 3) float32 as cameras do; values may leave 0 to 255."""
    return np.asarray(small + rng.uniform(0.3, 1.2) * (small - cv2.GaussianBlur(small, (0, 0), 1.0)))


def enlarged(small: npt.NDArray[Any], size: tuple[int, int], rng: Rng) -> npt.NDArray[Any]:
    """Enlarge a small picture to ``size`` (width, height) by a random interpolation."""
    way = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(small, size, interpolation=way))


def lit(picture: Pixels, rng: Rng) -> Pixels:
    """Apply a light gradient, a glare, a shadow's edge, blur and low resolution."""
    made = picture.astype(np.float32)
    y, x = np.mgrid[:PATCH_HEIGHT, :PATCH_WIDTH].astype(np.float32)
    x, y = x / PATCH_WIDTH - 0.5, y / PATCH_HEIGHT - 0.5
    if rng.random() < 0.7:
        angle = rng.uniform(0, 2 * np.pi)
        ramp = 1 + rng.uniform(0.05, 0.4) * (x * np.cos(angle) + y * np.sin(angle))
        made *= ramp[..., None] * rng.uniform(0.75, 1.12)
    if rng.random() < 0.3:
        cx, cy = rng.uniform(-0.5, 0.5, 2)
        tilt = rng.uniform(0, np.pi)
        u, v = (x - cx) * np.cos(tilt) + (y - cy) * np.sin(tilt), -(x - cx) * np.sin(tilt) + (y - cy) * np.cos(tilt)
        glare = np.exp(-((u / rng.uniform(0.04, 0.3)) ** 2) - (v / rng.uniform(0.1, 0.8)) ** 2)
        made += glare[..., None].astype(np.float32) * rng.uniform(15, 120)
    if rng.random() < 0.12:
        angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3)
        edge = 1 / (1 + np.exp(-(x * np.cos(angle) + y * np.sin(angle) - at) * 60))
        made *= 1 - rng.uniform(0.15, 0.5) * edge[..., None]
    if rng.random() < 0.5:
        tint = np.exp(rng.normal(0, 0.09, 3))
        made *= tint.astype(np.float32)
    if rng.random() < OVEREXPOSED:
        made = made * rng.uniform(1.15, 1.6) + rng.uniform(0, 30)
    made = np.clip(made, 0, 255)
    if rng.random() < OUT_OF_FOCUS:
        made = np.asarray(cv2.GaussianBlur(made, (0, 0), rng.uniform(0.8, 2.6) * _UNIT), np.float32)
    if rng.random() < SMALLER:
        # A tile that is far away or leans back has fewer pixels across, and fewer still along.
        across = float(np.exp(rng.uniform(np.log(SMALLEST), 0)))
        along = across * float(rng.choice((1.0, rng.uniform(0.55, 1.0), rng.uniform(0.3, 0.6)), p=(0.42, 0.42, 0.16)))
        if rng.random() < 0.15:
            across, along = along, across
        small: npt.NDArray[Any] = cv2.resize(
            made,
            (max(round(PATCH_WIDTH * across), 12), max(round(PATCH_HEIGHT * along), 14)),
            interpolation=cv2.INTER_AREA,
        )
        if rng.random() < 0.35:
            small = sharpened(small, rng)
        made = enlarged(small, (PATCH_WIDTH, PATCH_HEIGHT), rng)
    return np.asarray(np.clip(made, 0, 255), np.uint8)
