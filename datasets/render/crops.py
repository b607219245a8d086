"""Rectified faces one by one, for the reader: the same art, light and camera faults, without a scene."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.canvas import Pixels
from datasets.render.designs import BACK, FACE_LABELS, draw_design
from datasets.render.finish import blur, glare, light_field, sensor
from datasets.render.style import hsv, pick
from datasets.render.surfaces import SIDE, TABLES, card_print, table

CROP_HEIGHT, CROP_WIDTH = 96, 80
"""The size of a rectified face here, pixels."""
_MARGIN = 0.08
"""The share of the crop left on each side of the quad, as `vision.rectify` does."""

Rng = np.random.Generator


def render_faces(seed: int, n: int, designs: range = range(400)) -> tuple[npt.NDArray[np.uint8], tuple[str, ...]]:
    """`n` rectified faces, upright, all 36 kinds and BACK equally often.

    Args:
        seed: the same seed, n and designs give the same pixels.
        n: how many.
        designs: the design numbers to choose from.

    Returns:
        crops (n, 96, 80, 3) uint8 BGR and their n labels.
    """
    rng = np.random.default_rng([seed, 3])
    crops = np.empty((n, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    labels = []
    for i in range(n):
        design = draw_design(designs[int(rng.integers(len(designs)))])
        label = pick(rng, (*FACE_LABELS, BACK))
        pictures = design.faces[label]
        face = pictures[int(rng.integers(len(pictures)))]
        crops[i] = _photographed(rng, _in_place(rng, face, design.bands[0][1]), design.gloss)
        labels.append(label)
    return crops, tuple(labels)


def _in_place(rng: Rng, face: Pixels, core: tuple[int, int, int]) -> Pixels:
    """The face as a camera might deliver it after rectifying: neighbours, table, a quad a little off."""
    scale = float(np.exp(rng.uniform(math.log(0.16), 0.0)))
    h, w = face.shape[:2]
    small = cv2.resize(face, (max(10, round(w * scale)), max(12, round(h * scale))), interpolation=cv2.INTER_AREA)
    h, w = small.shape[:2]
    around = table(int(rng.integers(TABLES)))
    oy, ox = int(rng.integers(0, SIDE - 120)), int(rng.integers(0, SIDE - 120))
    ground = cv2.resize(around[oy : oy + 96, ox : ox + 80], (CROP_WIDTH, CROP_HEIGHT))
    if rng.random() < 0.6:
        side = np.array(core, np.float32) * float(rng.uniform(0.3, 1.0))
        cut = int(rng.integers(0, 12))
        part = ground[:, :cut] if rng.random() < 0.3 else ground[CROP_HEIGHT - cut :]
        part[:] = side.astype(np.uint8)
        if rng.random() < 0.5:
            ground[:, CROP_WIDTH - int(rng.integers(1, 9)) :] = (side * 1.1).clip(0, 255).astype(np.uint8)
    mx, my = CROP_WIDTH * _MARGIN, CROP_HEIGHT * _MARGIN
    target = np.array([[mx, my], [CROP_WIDTH - mx, my], [CROP_WIDTH - mx, CROP_HEIGHT - my], [mx, CROP_HEIGHT - my]])
    target = target + rng.normal(0, float(rng.uniform(0.3, 3.2)), (4, 2))
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (target - 0.5).astype(np.float32))
    soft = cv2.INTER_LINEAR if rng.random() < 0.5 else cv2.INTER_CUBIC
    out = ground.copy()
    cv2.warpPerspective(
        small, matrix, (CROP_WIDTH, CROP_HEIGHT), dst=out, flags=soft, borderMode=cv2.BORDER_TRANSPARENT
    )
    return np.asarray(out, np.uint8)


def _photographed(rng: Rng, crop: Pixels, gloss: float) -> Pixels:
    height, width = crop.shape[:2]
    # The face is part of a larger picture, whose brightness counts too.
    field = light_field(rng, height, width, float(crop.mean()) * 0.6 + 60, float(np.percentile(crop, 90)))
    lit = np.asarray(cv2.multiply(crop, field, dtype=cv2.CV_8U), np.uint8)
    lit = glare(rng, lit, np.full((height, width), round(40 + 215 * gloss), np.uint8))
    return sensor(rng, blur(rng, lit))


def render_negatives(seed: int, n: int) -> npt.NDArray[np.uint8]:
    """`n` crops (n, 96, 80, 3) uint8 BGR that show no tile: tables, print, edges between two tiles, plain colours."""
    rng = np.random.default_rng([seed, 4])
    crops = np.empty((n, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    for i in range(n):
        kind = pick(rng, ("table", "print", "plain", "between", "table"))
        if kind == "print":
            sheet = card_print(rng)
            crop = _cut(rng, sheet)
        elif kind == "plain":
            crop = np.empty((CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
            crop[:] = hsv(float(rng.uniform(0, 360)), float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.05, 0.9)))
        elif kind == "between":
            crop = _between(rng)
        else:
            crop = _cut(rng, table(int(rng.integers(TABLES))))
        crops[i] = _photographed(rng, crop, float(rng.random()))
    return crops


def _cut(rng: Rng, picture: Pixels) -> Pixels:
    h, w = picture.shape[:2]
    k = float(rng.uniform(0.4, 1.0))
    ch, cw = min(h, round(CROP_HEIGHT * 1.6 * k)), min(w, round(CROP_WIDTH * 1.6 * k))
    y, x = int(rng.integers(0, h - ch + 1)), int(rng.integers(0, w - cw + 1))
    part = cv2.resize(picture[y : y + ch, x : x + cw], (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(part, np.uint8)


def _between(rng: Rng) -> Pixels:
    """The seam where tiles meet: halves of two faces, a side or the table between."""
    design = draw_design(int(rng.integers(400)))
    first, second = (design.faces[pick(rng, FACE_LABELS)][0] for _ in range(2))
    gap = int(rng.integers(2, 40))
    seam = np.empty((160, gap, 3), np.uint8)
    seam[:] = np.array(design.bands[0][1], np.float32) * float(rng.uniform(0.1, 0.8))
    sheet = np.hstack([first, seam, second])
    middle = 120 + gap // 2
    part = np.ascontiguousarray(sheet[:, middle - 60 : middle + 60])
    if rng.random() < 0.5:
        part = np.ascontiguousarray(np.rot90(part))
    return np.asarray(cv2.resize(part, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
