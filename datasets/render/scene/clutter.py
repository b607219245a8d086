"""Scatter objects other than tiles: cards, dice, chips, coins, scraps of print, fingers."""

import math

import cv2
import numpy as np

from datasets.render.drawing.canvas import Canvas, Floats, Pixels, Rng
from datasets.render.drawing.set_style import WORD_FONTS, hsv, pick
from datasets.render.scene.other_games import SPOTS
from datasets.render.scene.rasterizer import Rasterizer
from datasets.render.scene.solids import Panel
from datasets.render.scene.textures import card_print


def scatter(rng: Rng, raster: Rasterizer, subject: Floats, *, many: bool) -> None:
    """Lay flat objects on the table in and around the subject; later drawing covers them."""
    low, high = subject.min(axis=0), subject.max(axis=0)
    for _ in range(int(rng.integers(3, 12)) if many else int(rng.integers(1, 5))):
        x = rng.uniform(low[0] - 2, high[0] + 2)
        y = rng.uniform(low[1] - 2, high[1] + 2)
        kinds = ("card", "chip", "die", "note", "playing-card", "ring", "box")
        kind = pick(rng, kinds, (0.3, 0.15, 0.15, 0.08, 0.1, 0.1, 0.12))
        turn = rng.uniform(0, 2 * math.pi)
        if kind == "chip":
            _disc(raster, x, y, rng.uniform(0.4, 0.9), rng)
        elif kind == "die":
            _die(raster, rng, x, y, turn)
        elif kind == "ring":
            _disc(raster, x, y, rng.uniform(1.0, 2.2), rng)
        elif kind == "box":
            wide, deep = rng.uniform(0.3, 3), rng.uniform(0.3, 3)
            colour = hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.05, 1))
            raster.panel(Panel(_rectangle(x, y, wide, deep, turn), colour))
        else:
            picture = {"card": card_print, "note": _note, "playing-card": _playing_card}[kind](rng)
            h, w = picture.shape[:2]
            wide = rng.uniform(1.5, 6) if kind != "playing-card" else rng.uniform(1.6, 2.6)
            corners = _rectangle(x, y, wide, wide * h / w, turn)
            raster.panel(Panel(corners, (200, 200, 200), 1.0, np.ascontiguousarray(picture[::-1])))


def _rectangle(x: float, y: float, wide: float, deep: float, turn: float) -> Floats:
    """Return a rectangle on the table; its texture's top-left comes first, then counter-clockwise from above."""
    c, s = math.cos(turn), math.sin(turn)
    u, v = np.array([c, s, 0.0]) * wide / 2, np.array([-s, c, 0.0]) * deep / 2
    middle = np.array([x, y, 0.012])
    return np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v])


def _note(rng: Rng) -> Pixels:
    canvas = Canvas(hsv(rng.uniform(0, 360), rng.uniform(0, 0.3), 0.95), 120, 90)
    ink = hsv(rng.uniform(0, 360), 0.7, rng.uniform(0.1, 0.6))
    font = pick(rng, WORD_FONTS)
    for k in range(int(rng.integers(1, 6))):
        text = "".join(pick(rng, tuple("ABCDEFGHIJKLMNOPRSTUVW0123456789 ")) for _ in range(int(rng.integers(3, 9))))
        canvas.text(text.strip() or "OK", font, 60, 12 + 16 * k, ink, fit=(100, 12))
    return canvas.finish()


def _playing_card(rng: Rng) -> Pixels:
    canvas = Canvas((250, 250, 250), 90, 126)
    red = rng.random() < 0.5
    ink = (30, 20, 190) if red else (20, 20, 20)
    if rng.random() < 0.3:
        canvas.box(8, 8, 82, 118, hsv(rng.uniform(0, 360), 0.8, 0.6))
        canvas.box(14, 14, 76, 112, (240, 240, 240), width=2)
    else:
        suit = pick(rng, ("♥", "♦") if red else ("♠", "♣"))
        canvas.text(pick(rng, tuple("A23456789JQK")), "lat-book", 12, 14, ink, size=20)
        for k in range(int(rng.integers(1, 9))):
            canvas.text(suit, "symbols", 30 + 30 * (k % 2), 24 + 22 * (k // 2), ink, size=20)
    return canvas.finish()


def _disc(raster: Rasterizer, x: float, y: float, radius: float, rng: Rng) -> None:
    t = np.linspace(0, 2 * math.pi, 28, endpoint=False)
    for share in (1.0, 0.75, 0.5)[: int(rng.integers(1, 4))]:
        points = np.column_stack([x + radius * share * np.cos(t), y + radius * share * np.sin(t), np.full(28, 0.012)])
        colour = hsv(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.1, 1))
        raster.panel(Panel(points, colour))


def _die(raster: Rasterizer, rng: Rng, x: float, y: float, turn: float) -> None:
    """Draw a small cube with pips on top and its visible sides."""
    side = rng.uniform(0.35, 0.7)
    body = pick(rng, ((245, 245, 245), (40, 30, 180), (30, 120, 30), (230, 240, 250)))
    pips = (20, 20, 20) if sum(body) > 500 else (250, 250, 250)
    top = _rectangle(x, y, side, side, turn)
    base = top.copy()
    top[:, 2], base[:, 2] = side, 0.0
    for k in range(4):
        j = (k + 1) % 4
        raster.panel(Panel(np.array([base[k], base[j], top[j], top[k]]), body))
    raster.panel(Panel(top, body))
    middle, u, v = top.mean(axis=0), (top[1] - top[0]) / 2, (top[3] - top[0]) / 2
    t = np.linspace(0, 2 * math.pi, 12, endpoint=False)[:, None]
    for a, b in SPOTS[int(rng.integers(1, 7))]:
        ring = middle + (u * a + v * b) / 2 + (u * np.cos(t) + v * np.sin(t)) * 0.18
        raster.panel(Panel(ring, pips))


def smear(rng: Rng, raster: Rasterizer) -> None:
    """Sometimes draw a finger, an arm or a dark object over the picture's edge."""
    if rng.random() > 0.18:
        return
    height, width = raster.owners.shape
    skin = hsv(rng.uniform(8, 28), rng.uniform(0.25, 0.65), rng.uniform(0.3, 0.95))
    colour = skin if rng.random() < 0.8 else hsv(rng.uniform(0, 360), 0.5, rng.uniform(0.1, 0.8))
    edge = rng.uniform(0, 4)
    x, y = edge % 1 * width, edge % 1 * height
    start = [(x, 0.0), (float(width), y), (x, float(height)), (0.0, y)][int(edge)]
    inward = [(0, 1), (-1, 0), (0, -1), (1, 0)][int(edge)]
    turn = math.atan2(inward[1], inward[0]) + rng.normal(0, 0.35)
    along_hand = np.array([math.cos(turn), math.sin(turn)])
    across = np.array([-along_hand[1], along_hand[0]])
    thick = rng.uniform(0.03, 0.075) * width
    reach = rng.uniform(0.08, 0.34) * width
    fingers = int(rng.integers(1, 6))
    mask = np.zeros((height, width), np.uint8)
    lights = np.zeros((height, width), np.uint8)
    for k in range(fingers):
        middle = k - (fingers - 1) / 2
        root = np.array(start) - along_hand * thick + across * middle * thick * 1.1
        # The middle finger is the longest, and each bends a little on its own.
        tip = np.array(start) + along_hand * reach * (1 - 0.09 * middle**2) + across * middle * thick * 1.05
        tip = tip + rng.normal(0, thick * 0.25, 2)
        joint = (root + tip) / 2 + rng.normal(0, thick * 0.2, 2)
        for first, second, share in ((root, joint, 1.0), (joint, tip, 0.86)):
            ends = [(round(float(p[0])), round(float(p[1]))) for p in (first, second)]
            cv2.line(mask, ends[0], ends[1], 255, max(2, round(thick * share)), cv2.LINE_AA)
            cv2.line(lights, ends[0], ends[1], 70, max(1, round(thick * 0.35)), cv2.LINE_AA)
    palm = np.array(start) - along_hand * (thick * 0.4) + np.outer([-1, 1, 1, -1], across) * thick * fingers * 0.55
    palm[2:] += along_hand * reach * 0.3
    cv2.fillConvexPoly(mask, np.rint(palm).astype(np.int32), 255, cv2.LINE_AA)
    found, _ = cv2.findContours((mask > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in found:
        raster.cover(np.asarray(outline[:, 0], np.int32), colour)
    soft = cv2.GaussianBlur(lights, (0, 0), thick * 0.2)
    lights = np.asarray(cv2.bitwise_and(soft, mask), np.uint8)
    raster.pixels[:] = cv2.add(raster.pixels, cv2.merge([lights // 2, lights // 2, lights]))
