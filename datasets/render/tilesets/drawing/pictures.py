"""Provide pictures by category: rasterised icons from fetched art, or shapes drawn here without it."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.art.categories import categories
from datasets.render.art.manifest import read_manifest
from datasets.render.drawing.canvas import Rng
from datasets.render.tilesets.drawing.canvas import Pixels
from datasets.render.tilesets.drawing.lettering import ART
from datasets.render.tilesets.drawing.palette import Colour

_SIDE = 96


@dataclass(frozen=True, slots=True)
class Library:
    """All pictures, one array per pack: (n, 96, 96, 4) RGBA or (n, 96, 96, 1) masks, and an index by category."""

    packs: tuple[Pixels, ...]
    places: dict[str, npt.NDArray[np.int32]]
    """For each category (n, 2): pack and number."""


@lru_cache(maxsize=4)
def library(*, held_out: bool, art: Path = ART) -> Library:
    """Load the rasterised packs: the held-out packs, or the training packs."""
    known = {pack.short: pack for pack in read_manifest() if pack.kind == "icons"}
    packs: list[Pixels] = []
    places: dict[str, list[tuple[int, int]]] = {}
    for path in sorted((art / "pictures").glob("*.npz")):
        pack = known.get(path.stem)
        if pack is None or pack.held_out != held_out:
            continue
        with np.load(path) as stored:
            names, pictures = stored["names"], stored["pictures"]
        for number, name in enumerate(names):
            for category in categories(str(name), everything=True):
                places.setdefault(category, []).append((len(packs), number))
        packs.append(pictures)
    return Library(tuple(packs), {name: np.array(found, np.int32) for name, found in places.items()})


def _petals(count: int) -> Pixels:
    art = np.zeros((_SIDE, _SIDE), np.uint8)
    for k in range(count):
        angle = 2 * math.pi * k / count
        centre = (int(48 + 24 * math.sin(angle)), int(48 - 24 * math.cos(angle)))
        cv2.circle(art, centre, int(70 / count + 6), 255, -1, cv2.LINE_AA)
    cv2.circle(art, (48, 48), 9, 90, -1, cv2.LINE_AA)
    return art


def _polygon(points: list[tuple[float, float]]) -> Pixels:
    art = np.zeros((_SIDE, _SIDE), np.uint8)
    cv2.fillPoly(art, [np.round(np.array(points) * 96).astype(np.int32)], 255, cv2.LINE_AA)
    return art


def _bird() -> Pixels:
    art = np.zeros((_SIDE, _SIDE), np.uint8)
    cv2.ellipse(art, (44, 52), (30, 20), 20, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.circle(art, (70, 30), 14, 255, -1, cv2.LINE_AA)
    cv2.fillPoly(art, [np.array([(82, 26), (95, 32), (82, 36)]), np.array([(20, 50), (0, 84), (36, 66)])], 255)
    cv2.line(art, (48, 70), (50, 94), 255, 3, cv2.LINE_AA)
    cv2.circle(art, (72, 28), 3, 0, -1, cv2.LINE_AA)
    return art


def _leaf() -> Pixels:
    art = np.zeros((_SIDE, _SIDE), np.uint8)
    cv2.ellipse(art, (48, 48), (16, 46), 0, 0, 360, 255, -1, cv2.LINE_AA)
    cv2.line(art, (48, 8), (48, 92), 60, 3, cv2.LINE_AA)
    return art


def _ring() -> Pixels:
    art = np.zeros((_SIDE, _SIDE), np.uint8)
    cv2.circle(art, (48, 48), 42, 255, 9, cv2.LINE_AA)
    cv2.circle(art, (48, 48), 18, 255, -1, cv2.LINE_AA)
    return art


def _face() -> Pixels:
    art = np.zeros((_SIDE, _SIDE), np.uint8)
    cv2.circle(art, (48, 54), 34, 255, -1, cv2.LINE_AA)
    cv2.fillPoly(art, [np.array([(16, 40), (6, 4), (40, 24), (48, 2), (58, 24), (90, 4), (80, 40)])], 255)
    for x in (36, 60):
        cv2.circle(art, (x, 48), 5, 0, -1, cv2.LINE_AA)
    cv2.ellipse(art, (48, 60), (16, 12), 0, 0, 180, 0, 3, cv2.LINE_AA)
    return art


def _star() -> Pixels:
    tips = [(r, math.pi * k / 5) for k, r in enumerate((0.5, 0.2) * 5)]
    return _polygon([(0.5 + r * math.sin(turn), 0.52 - r * math.cos(turn)) for r, turn in tips])


_DRAWN: dict[str, Callable[[], Pixels]] = {
    "bird": _bird,
    "flower": lambda: _petals(6),
    "plant": _leaf,
    "stick": lambda: _polygon([(0.42, 0), (0.58, 0), (0.62, 0.9), (0.5, 1), (0.38, 0.9)]),
    "person": _face,
    "round": _ring,
    "star": _star,
    "lantern": lambda: _polygon([(0.3, 0.1), (0.7, 0.1), (0.95, 0.5), (0.7, 0.9), (0.3, 0.9), (0.05, 0.5)]),
    "soap": lambda: _polygon([(0.1, 0.3), (0.9, 0.3), (0.98, 0.5), (0.9, 0.7), (0.1, 0.7), (0.02, 0.5)]),
    "drink": lambda: _polygon([(0.05, 0.05), (0.95, 0.05), (0.55, 0.55), (0.55, 0.95), (0.45, 0.95), (0.45, 0.55)]),
    "animal": lambda: _petals(3),
    "fruit": lambda: _petals(4),
    "dragon": lambda: _polygon(
        [(0, 0.3), (0.4, 0.1), (0.5, 0.4), (1, 0.2), (0.7, 0.6), (0.9, 0.95), (0.4, 0.7), (0.1, 0.9)]
    ),
    "wind": lambda: _polygon([(0.5, 0), (0.6, 0.4), (1, 0.5), (0.6, 0.6), (0.5, 1), (0.4, 0.6), (0, 0.5), (0.4, 0.4)]),
}
"""Drawing functions for categories without fetched art."""


def choose(rng: Rng, category: str, *, held_out: bool, art: Path = ART) -> Pixels:
    """Return a picture of a category: (96, 96, 4) RGBA in its own colours or a mask (96, 96)."""
    stock = library(held_out=held_out, art=art)
    places = stock.places.get(category)
    if places is None:
        return _DRAWN.get(category, _star)()
    pack, number = places[int(rng.integers(len(places)))]
    picture = stock.packs[pack][number]
    return np.asarray(picture[..., 0] if picture.shape[-1] == 1 else picture, np.uint8)


def inked(art: Pixels, ink: Colour, ground: Colour) -> Pixels:
    """Recolour a picture (h, w, 4) in one ink: dark parts in full ink, bright parts nearer to the ground."""
    if art.ndim == 2:
        return np.dstack([np.broadcast_to(np.array(ink, np.uint8), (*art.shape, 3)), art])
    grey = art[..., :3].astype(np.float32) @ np.array([0.3, 0.59, 0.11], np.float32)
    low, high = np.percentile(grey[art[..., 3] > 60], (5, 95)) if (art[..., 3] > 60).any() else (0.0, 1.0)
    share = np.clip((grey - low) / max(high - low, 1.0), 0, 1)[..., None] * 0.75
    rgb = np.array(ink, np.float32) * (1 - share) + np.array(ground, np.float32) * share
    return np.dstack([rgb.astype(np.uint8), art[..., 3]])


def recoloured(art: Pixels, degrees: float) -> Pixels:
    """Rotate the hues of a picture (h, w, 4) by ``degrees``."""
    turned_hues = cv2.cvtColor(np.ascontiguousarray(art[..., :3]), cv2.COLOR_RGB2HSV)
    turned_hues[..., 0] = (turned_hues[..., 0].astype(np.int32) + int(degrees / 2)) % 180
    return np.dstack([cv2.cvtColor(turned_hues, cv2.COLOR_HSV2RGB), art[..., 3]])
