"""Apply a set's material to a printed face: texture of the body, engraving, wear, gloss."""

import cv2
import numpy as np

from datasets.render.drawing.canvas import Floats32, Rng
from datasets.render.tilesets.drawing.canvas import HEIGHT, WIDTH, Glyph, Pixels
from datasets.render.tilesets.drawing.noise import cloud
from datasets.render.tilesets.drawing.palette import Colour
from datasets.render.tilesets.style import Style


def textured(face: Pixels, style: Style) -> Pixels:
    """Add the body's texture under the print: marble, glitter, a gradient, a border band; most bodies are plain."""
    rng = style.rng("texture")
    kind = str(rng.choice(("plain", "gradient", "marble", "glitter", "mottled"), p=(0.66, 0.1, 0.1, 0.06, 0.08)))
    if kind == "plain":
        return face
    body = np.array(style.palette.body, np.float32)
    ground = np.exp(-np.square(face.astype(np.float32) - body).sum(2) / 900.0)[..., None]
    other = np.array(style.palette.more[-1], np.float32)
    share: Floats32
    if kind == "gradient":
        angle = rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
        share = ((x / WIDTH - 0.5) * np.cos(angle) + (y / HEIGHT - 0.5) * np.sin(angle) + 0.5).astype(np.float32) * 0.6
    elif kind == "marble":
        veins = np.abs(cloud(rng, 5, HEIGHT, WIDTH) + 0.4 * cloud(rng, 12, HEIGHT, WIDTH))
        share = np.exp(-veins * rng.uniform(6, 14)).astype(np.float32) * rng.uniform(0.2, 0.7)
    elif kind == "glitter":
        share = (rng.random((HEIGHT, WIDTH)) > 0.94).astype(np.float32) * 0.7
        other = np.array((255, 250, 235) if rng.random() < 0.6 else style.palette.more[-1], np.float32)
    else:
        share = np.clip(cloud(rng, 7, HEIGHT, WIDTH) * 0.5, 0, 1) * 0.6
    mixed = face + (other - face) * ground * np.clip(share, 0, 0.55)[..., None]
    return np.asarray(mixed, np.uint8)


def smaller(face: Pixels, style: Style) -> Pixels:
    """Shrink the print to the set's print size, with bare body around it."""
    if style.print_size >= 1.0:
        return face
    high, wide = round(HEIGHT * style.print_size), round(WIDTH * style.print_size)
    made = np.full_like(face, style.palette.body)
    top, left = (HEIGHT - high) // 2, (WIDTH - wide) // 2
    made[top : top + high, left : left + wide] = cv2.resize(face, (wide, high), interpolation=cv2.INTER_AREA)
    return made


def moved(glyph: Glyph, style: Style) -> Glyph:
    """Return the glyph at its place after ``smaller``."""
    size = min(style.print_size, 1.0)
    x, y = WIDTH / 2 + (glyph.x - WIDTH / 2) * size, HEIGHT / 2 + (glyph.y - HEIGHT / 2) * size
    return Glyph(glyph.text, x, y, glyph.height * size, glyph.turned)


def engraved(face: Pixels, body: Colour, depth: float, rng: Rng) -> Pixels:
    """Shade the edges of the print as cut grooves under light from one side."""
    off = np.abs(face.astype(np.int16) - np.array(body, np.int16)).max(2)
    ink = cv2.GaussianBlur((off > 40).astype(np.float32), (0, 0), 1.0)
    angle = rng.uniform(0, 2 * np.pi)
    slope = cv2.Sobel(ink, cv2.CV_32F, 1, 0) * np.cos(angle) + cv2.Sobel(ink, cv2.CV_32F, 0, 1) * np.sin(angle)
    return np.asarray(np.clip(face + slope[..., None] * 60 * depth, 0, 255), np.uint8)


def worn(face: Pixels, body: Colour, rng: Rng) -> Pixels:
    """Rub off part of the print."""
    gone = np.clip(cloud(rng, 8, HEIGHT, WIDTH) * 1.6 + 0.1, 0, 1)[..., None] * rng.uniform(0.2, 0.65)
    return np.asarray(face + (np.array(body, np.float32) - face) * gone, np.uint8)


def finished(face: Pixels, style: Style, rng: Rng) -> Pixels:
    """Apply the set's material to a printed face (HEIGHT, WIDTH, 3)."""
    shared = style.rng("finish")
    made = textured(face, style)
    if shared.random() < 0.5:
        made = engraved(made, style.palette.body, shared.uniform(0.3, 1.6), rng)
    if shared.random() < 0.12:
        made = worn(made, style.palette.body, rng)
    if shared.random() < 0.07:
        grey = np.array(style.palette.body, np.float32)
        made = np.asarray(made + (grey - made) * shared.uniform(0.2, 0.5), np.uint8)
    return made
