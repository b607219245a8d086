"""Tell the colours that words are printed in: the suits of a card."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import cv2
import numpy as np

from service.cards.photographed.text_recognition import PrintedWord

_PALE: Final = 18.0
"""Chroma (CIELAB) below which ink is black."""

_APART: Final = 34.0
"""Degrees of hue between two inks."""

_MOST_INKS: Final = 4

Pixels = np.ndarray[Any, Any]


def inks_of(picture: Pixels, words: list[PrintedWord]) -> list[str]:
    """Return for each word the name of its ink, all empty where the print has one colour alone.

    ``picture`` is (h, w, 3) uint8 BGR. Words of one ink have one name; black ink is ``black``.
    """
    lab = cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    colours = [_ink(lab, word) for word in words]
    hues = [float(np.degrees(np.arctan2(b, a)) % 360) for a, b in colours if np.hypot(a, b) >= _PALE]
    centres = _centres(hues)
    if len(centres) > _MOST_INKS:
        return [""] * len(words)
    names = []
    for a, b in colours:
        if np.hypot(a, b) < _PALE or not centres:
            names.append("black")
            continue
        hue = float(np.degrees(np.arctan2(b, a)) % 360)
        names.append(f"ink-{min(range(len(centres)), key=lambda at: _between(hue, centres[at]))}")
    return names if len(set(names)) > 1 else [""] * len(words)


def _ink(lab: Pixels, word: PrintedWord) -> tuple[float, float]:
    """Return the colour (a, b) of a word's ink beside that of its paper."""
    xs, ys = zip(*word.quad, strict=True)
    top, bottom = max(int(min(ys)), 0), max(int(max(ys)) + 1, 1)
    left, right = max(int(min(xs)), 0), max(int(max(xs)) + 1, 1)
    crop = lab[top:bottom, left:right].reshape(-1, 3)
    if len(crop) < 8:
        return 0.0, 0.0
    light = crop[:, 0]
    paper = crop[light >= np.quantile(light, 0.8)].mean(axis=0)
    away = np.linalg.norm(crop - paper, axis=1)
    ink = crop[away >= np.quantile(away, 0.88)].mean(axis=0) - paper
    return float(ink[1]), float(ink[2])


def _between(one: float, other: float) -> float:
    return abs((one - other + 180) % 360 - 180)


def _centres(hues: list[float]) -> list[float]:
    """Return the middles of the groups that hues fall into, around the circle."""
    if not hues:
        return []
    ordered = sorted(hues)
    gaps = [(ordered[(at + 1) % len(ordered)] - one) % 360 for at, one in enumerate(ordered)]
    first = (int(np.argmax(gaps)) + 1) % len(ordered)
    turned = ordered[first:] + ordered[:first]
    groups = [[turned[0]]]
    for before, hue in pairwise(turned):
        if (hue - before) % 360 > _APART:
            groups.append([])
        groups[-1].append(hue)
    large = [group for group in groups if len(group) * 40 >= len(hues)]
    return [float(np.degrees(np.angle(np.exp(1j * np.radians(group)).mean())) % 360) for group in large]
