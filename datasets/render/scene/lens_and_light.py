"""Add the effects of light, lens, sensor and file format to a clean picture; none of them moves a corner."""

import math
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.drawing.canvas import Floats32, Pixels, Rng
from datasets.render.drawing.set_style import hsv, pick

_NOISES = 6


@lru_cache(maxsize=_NOISES)
def _grain(number: int) -> npt.NDArray[np.int16]:
    """Return a frame of sensor noise, spread 16, some frames blotchy as on phones."""
    rng = np.random.default_rng([number, 33])
    fine = rng.normal(0, 1, (1024, 1024, 3)).astype(np.float32)
    shared = rng.normal(0, 1, (1024, 1024, 1)).astype(np.float32)
    out = 0.6 * fine + 0.8 * shared
    if number % 2:
        out = cv2.GaussianBlur(out, (0, 0), 0.8) * 2.2
    return np.asarray(np.rint(out * 16), np.int16)


def light_field(
    rng: Rng, height: int, width: int, brightness: float, highlight: float, *, gentle: bool = False
) -> Floats32:
    """Return the gain of every pixel and channel, (height, width, 3) float32.

    The gain combines exposure, gradient, soft shadows, colour cast and vignetting; `brightness` is the mean of the
    picture, `highlight` the level of its bright parts, 0..255; `gentle` makes the light even and neutral.
    """
    n = 24
    y, x = (np.mgrid[0:n, 0:n] / (n - 1) - 0.5).astype(np.float32)
    angle = rng.uniform(0, 2 * math.pi)
    slope = rng.uniform(0, 0.15 if gentle else 0.7)
    field: Floats32 = (1 + (x * math.cos(angle) + y * math.sin(angle)) * slope).astype(np.float32)
    if not gentle:
        field = _shaded(rng, field, x, y)
    warm = rng.normal(0, 0.02 if gentle else 0.045)
    tint = rng.normal(0, 0.01 if gentle else 0.02)
    cast = np.array([1 - warm, 1 + tint, 1 + warm], np.float32)
    # A camera's automatic exposure brings most pictures near a middle brightness, though not exactly.
    wanted = 135.0 if gentle else rng.normal(125, 22)
    exposure = (wanted / max(brightness * float(field.mean()), 20.0)) ** rng.uniform(0.4, 0.9)
    # It also protects the bright parts, so that white tiles burn out only sometimes.
    limit = 255.0 if gentle else 230 + float(rng.exponential(28))
    exposure = min(exposure, limit / max(highlight * float(np.percentile(field, 80)), 20.0))
    small = (field[..., None] * cast * float(np.clip(exposure, 0.45, 2.2))).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _shaded(rng: Rng, field: Floats32, x: Floats32, y: Floats32) -> Floats32:
    """Add edges of shadows, vignetting and flash."""
    gain = np.ones(field.shape)
    for _ in range(int(pick(rng, (0, 1, 2), (0.5, 0.35, 0.15)))):
        a = rng.uniform(0, 2 * math.pi)
        edge = x * math.cos(a) + y * math.sin(a) - rng.uniform(-0.4, 0.4)
        gain *= 1 - rng.uniform(0.1, 0.5) / (1 + np.exp(-edge * rng.uniform(6, 40)))
    if rng.random() < 0.5:
        gain *= 1 - rng.uniform(0, 0.5) * (x**2 + y**2) * 1.6
    if rng.random() < 0.12:
        # The flash: a bright middle that falls off.
        gain *= 0.55 + 0.9 * np.exp(-((x - rng.uniform(-0.2, 0.2)) ** 2 + y**2) * 6)
    return (field * gain).astype(np.float32)


def glare(rng: Rng, pixels: Pixels, gloss: Pixels) -> Pixels:
    """Add reflections of lamps and windows, strong where `gloss` is."""
    if rng.random() < 0.58:
        return pixels
    height, width = gloss.shape
    small = np.zeros((height // 4, width // 4), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        cx, cy = rng.uniform(0, width / 4), rng.uniform(0, height / 4)
        level = int(rng.integers(70, 256))
        if rng.random() < 0.5:
            axes = (max(1, int(rng.uniform(0.006, 0.06) * width)), max(1, int(rng.uniform(0.004, 0.034) * width)))
            cv2.ellipse(small, (int(cx), int(cy)), axes, rng.uniform(0, 180), 0, 360, level, -1)
        else:
            a, long, wide = (rng.uniform(0, math.pi), rng.uniform(0.03, 0.5) * width, rng.uniform(0.003, 0.025) * width)
            u = np.array([math.cos(a), math.sin(a)]) * long
            v = np.array([-math.sin(a), math.cos(a)]) * wide
            middle = np.array([cx, cy])
            quad = np.array([middle - u - v, middle + u - v, middle + u + v, middle - u + v])
            cv2.fillConvexPoly(small, np.rint(quad).astype(np.int32), level)
    small = np.asarray(cv2.GaussianBlur(small, (0, 0), rng.uniform(0.8, 6)), np.uint8)
    field = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    weight = cv2.multiply(field, gloss, scale=1 / 255)
    return np.asarray(cv2.add(pixels, cv2.merge([weight, weight, weight])), np.uint8)


def lens(rng: Rng, pixels: Pixels) -> Pixels:
    """Add colour fringes towards the edges and a soft glow around bright parts; most pictures get neither."""
    height, width = pixels.shape[:2]
    if rng.random() < 0.12:
        blue, green, red = cv2.split(pixels)
        k = rng.uniform(0.0008, 0.003)
        for plane, zoom in ((blue, 1 + k), (red, 1 - k)):
            matrix = np.array([[zoom, 0, (1 - zoom) * width / 2], [0, zoom, (1 - zoom) * height / 2]])
            cv2.warpAffine(plane.copy(), matrix, (width, height), dst=plane, borderMode=cv2.BORDER_REFLECT)
        pixels = np.asarray(cv2.merge([blue, green, red]), np.uint8)
    if rng.random() < 0.12:
        small = cv2.resize(pixels, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(np.maximum(small, 120) - 120, (0, 0), rng.uniform(2, 7))
        glow = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
        pixels = np.asarray(cv2.addWeighted(pixels, 1.0, glow, rng.uniform(0.2, 0.6), 0), np.uint8)
    return pixels


def blur(rng: Rng, pixels: Pixels) -> Pixels:
    """Add defocus, motion blur or a soft enlargement; many pictures get none."""
    kind = pick(rng, ("none", "focus", "motion", "enlarged"), (0.5, 0.25, 0.08, 0.17))
    height, width = pixels.shape[:2]
    if kind == "focus":
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), min(0.35 + float(rng.exponential(0.4)), 2.0)), np.uint8)
    if kind == "motion":
        length = rng.uniform(1.5, 8) * width / 640
        size = int(length) * 2 + 3
        kernel = np.zeros((size, size), np.float32)
        a = rng.uniform(0, math.pi)
        dx, dy = math.cos(a) * length / 2, math.sin(a) * length / 2
        mid = size // 2
        cv2.line(kernel, (round(mid - dx), round(mid - dy)), (round(mid + dx), round(mid + dy)), 1.0, 1, cv2.LINE_AA)
        return np.asarray(cv2.filter2D(pixels, -1, kernel / kernel.sum()), np.uint8)
    if kind == "enlarged":
        k = rng.uniform(0.5, 0.95)
        small = cv2.resize(pixels, (max(8, round(width * k)), max(8, round(height * k))), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    return pixels


@lru_cache(maxsize=64)
def _curve(number: int) -> Pixels:
    """Return a tone curve (gamma and contrast) as a table of 256 values."""
    rng = np.random.default_rng([number, 21])
    x = np.linspace(0, 1, 256)
    y = x ** float(np.exp(rng.normal(0.1, 0.2)))
    # Phones deepen the shadows and lift the lights.
    s = rng.uniform(0.0, 1.4)
    y = y + s * (y - 0.5) * y * (1 - y) * 2
    # Flare and haze lift the blacks; a dull picture lacks white.
    black, white = (rng.uniform(0, 0.16), rng.uniform(0.86, 1.0)) if rng.random() < 0.14 else (0.0, 1.0)
    y = black + (white - black) * y
    return np.clip(np.rint(y * 255), 0, 255).astype(np.uint8)


def _exposed(rng: Rng, pixels: Pixels) -> Pixels:
    """Expose as a camera does: bring the bright parts near white, with some error, in any light."""
    bright = float(np.percentile(cv2.cvtColor(pixels[::4, ::4], cv2.COLOR_BGR2GRAY), 96))
    wanted = float(np.clip(rng.normal(213, 27), 110, 253))
    gain = float(np.clip(wanted / max(bright, 1.0), 0.7, 3.0))
    return np.asarray(cv2.convertScaleAbs(pixels, alpha=gain), np.uint8)


def sensor(rng: Rng, pixels: Pixels) -> Pixels:
    """Apply exposure, saturation, tone, noise, sharpening and JPEG."""
    height, width = pixels.shape[:2]
    pixels = _exposed(rng, pixels)
    if rng.random() < 0.65:
        grey = cv2.cvtColor(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        k = rng.uniform(0.4, 1.1)
        pixels = np.asarray(cv2.addWeighted(pixels, k, grey, 1 - k, 0), np.uint8)
    pixels = np.asarray(cv2.LUT(pixels, _curve(int(rng.integers(64)))), np.uint8)
    if rng.random() < 0.8 and height <= 1024 and width <= 1024:
        frame = _grain(int(rng.integers(_NOISES)))
        oy, ox = int(rng.integers(0, 1025 - height)), int(rng.integers(0, 1025 - width))
        level = float(rng.exponential(2.6)) + 0.4
        part = frame[oy : oy + height, ox : ox + width]
        pixels = np.asarray(cv2.addWeighted(pixels, 1.0, part, min(level, 18.0) / 16, 0, dtype=cv2.CV_8U), np.uint8)
    if rng.random() < 0.75:
        # Every phone sharpens, some until the edges get a halo.
        soft = cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.7, 1.4))
        k = rng.uniform(0.4, 2.2)
        pixels = np.asarray(cv2.addWeighted(pixels, 1 + k, soft, -k, 0), np.uint8)
    if rng.random() < 0.75:
        quality = int(np.clip(rng.normal(78, 16), 25, 97))
        _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        pixels = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return pixels


def room_colour(rng: Rng) -> tuple[int, int, int]:
    """Pick a dim colour for the room beyond the table."""
    return hsv(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0.05, 0.8))
