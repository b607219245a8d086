"""Paint solids far to near, and record the owner of every pixel."""

import math
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.drawing.canvas import Colour, Floats, Pixels
from datasets.render.faces.tile_design import BACK, Design
from datasets.render.scene.camera import Camera
from datasets.render.scene.solids import Lamp, Panel, Solid

Owners = npt.NDArray[np.int16]
_SHIFT = 4


@lru_cache(maxsize=64)
def _outline(radius: float, aspect: float) -> tuple[Floats, Floats]:
    """Return a rounded face's clockwise outline (20, 2), in shares of its size, and its outward normals (20, 2)."""
    points, directions = [], []
    rx, ry = radius, radius * aspect
    for cx, cy, start in ((rx, ry, 180), (1 - rx, ry, 270), (1 - rx, 1 - ry, 0), (rx, 1 - ry, 90)):
        for k in range(5):
            a = math.radians(start + 22.5 * k)
            points.append((cx + rx * math.cos(a), cy + ry * math.sin(a)))
            directions.append((math.cos(a), math.sin(a)))
    return np.array(points), np.array(directions)


def _fixed(points: Floats) -> npt.NDArray[np.int32]:
    # cv2 puts (0, 0) at the centre of the first pixel, our frame at its outer corner.
    return np.asarray(np.rint((np.clip(points, -20000, 20000) - 0.5) * (1 << _SHIFT)), dtype=np.int32)


def _area(quad: Floats) -> float:
    """Return the area of a quad (4, 2)."""
    (x, y), (next_x, next_y) = quad.T, np.roll(quad, -1, axis=0).T
    return 0.5 * abs(float(np.sum(x * next_y - next_x * y)))


def _laid(picture: Pixels, quad: Floats, size: tuple[int, int], light: float) -> Pixels:
    """Return a lit picture in the perspective of `quad` (4, 2), in an image of `size` (width, height)."""
    h, w = picture.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (quad - 0.5).astype(np.float32))
    lit = cv2.convertScaleAbs(picture, alpha=light)
    warped = cv2.warpPerspective(lit, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


class Rasterizer:
    """A picture painted far to near, with the owner of every pixel.

    `pixels` (H, W, 3) uint8 BGR; `owners` (H, W) int16: -1 nothing, 0 an object without a face, k + 1 face k; `gloss`
    (H, W) uint8: reflectivity of each pixel.
    """

    def __init__(self, pixels: Pixels, camera: Camera, lamp: Lamp) -> None:
        self.pixels = pixels
        self.camera = camera
        self.lamp = lamp
        self.owners: Owners = np.full(pixels.shape[:2], -1, np.int16)
        self.gloss: Pixels = np.zeros(pixels.shape[:2], np.uint8)
        self.quads: list[Floats] = []
        self.labels: list[str] = []
        self.rows: list[int] = []

    def tile(self, solid: Solid, design: Design) -> None:
        """Paint a tile; the side towards the camera, face or back, becomes the next quad."""
        camera, normal = self.camera, solid.normal
        front = float((camera.position - solid.corner) @ normal) > 0
        shares, directions = _outline(design.radius, design.aspect)
        ring = solid.corner + shares[:, :1] * solid.right + shares[:, 1:] * solid.down
        unit_r = solid.right / np.linalg.norm(solid.right)
        unit_d = solid.down / np.linalg.norm(solid.down)
        outward = directions[:, :1] * unit_r + directions[:, 1:] * unit_d
        depths = [solid.thick * share for share, _ in design.bands] + [solid.thick]
        levels = camera.project(np.vstack([ring - normal * d for d in depths])).reshape(len(depths), len(ring), 2)
        self._contact(solid, levels[-1] if front else levels[0])
        below = self.pixels.copy() if design.clear else None
        self._sides(solid, design, levels, ring, outward, unit_r, front=front)
        if below is not None:
            self._let_through(levels, below, design.clear)
        corners = solid.corners()
        if front:
            quad3, outline, label = corners[:4], levels[0], solid.label
            picture = design.faces[label][solid.variant % len(design.faces[label])]
            light = self.lamp.shade(normal)
        else:
            # Seen from behind, the tile's own top-left is the face's top-right.
            quad3, outline, label = corners[[5, 4, 7, 6]], levels[-1], BACK
            picture = design.faces[BACK][0]
            light = self.lamp.shade(-normal)
        quad2 = camera.project(quad3)
        index = len(self.quads)
        self.quads.append(quad2)
        self.labels.append(label)
        self.rows.append(solid.row)
        self._face(picture, quad2, outline, light * solid.tone, index, design)
        self._rim(solid, design, outward, front=front)

    def _contact(self, solid: Solid, base: Floats) -> None:
        """Darken the contact line between a flat tile and the surface below it."""
        if abs(float(solid.normal[2])) < 0.97:
            return
        middle = base.mean(axis=0)
        grown = middle + (base - middle) * 1.07
        x0, y0 = (max(0, int(v)) for v in np.floor(grown.min(axis=0)) - 3)
        height, width = self.owners.shape
        x1, y1 = min(width, int(grown[:, 0].max()) + 4), min(height, int(grown[:, 1].max()) + 4)
        if x1 <= x0 or y1 <= y0:
            return
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [_fixed(grown - (x0, y0))], 120, cv2.LINE_AA, _SHIFT)
        size = max(1, round((x1 - x0) * 0.035)) * 2 + 1
        mask = np.asarray(cv2.blur(mask, (size, size)), np.uint8)
        region = self.pixels[y0:y1, x0:x1]
        dark = 255 - mask
        region[:] = cv2.multiply(region, cv2.merge([dark, dark, dark]), scale=1 / 255)

    def _sides(
        self,
        solid: Solid,
        design: Design,
        levels: Floats,
        ring: Floats,
        outward: Floats,
        unit_r: Floats,
        *,
        front: bool,
    ) -> None:
        side = outward + np.roll(outward, -1, axis=0)
        side /= np.linalg.norm(side, axis=1, keepdims=True)
        facing = np.flatnonzero(np.einsum("ij,ij->i", self.camera.position - ring, side) > 0)
        light = self.lamp.ambient + (1 - self.lamp.ambient) * np.maximum(side @ self.lamp.toward, 0)
        light = light * solid.tone * np.where(solid.snug & (np.abs(side @ unit_r) > 0.8), 0.5, 1.0)
        fixed = _fixed(levels)
        order = range(len(design.bands))
        for level in reversed(order) if front else order:
            b, g, r = design.bands[level][1]
            for i in facing:
                j = (i + 1) % len(ring)
                quad = np.array([fixed[level, i], fixed[level, j], fixed[level + 1, j], fixed[level + 1, i]])
                shade = float(light[i])
                cv2.fillConvexPoly(self.pixels, quad, (b * shade, g * shade, r * shade), cv2.LINE_AA, _SHIFT)
        hull = cv2.convexHull(fixed[[0, -1]].reshape(-1, 2))
        cv2.fillConvexPoly(self.owners, hull, 0, cv2.LINE_8, _SHIFT)
        cv2.fillConvexPoly(self.gloss, hull, round(60 * design.gloss), cv2.LINE_8, _SHIFT)

    def _let_through(self, levels: Floats, below: Pixels, share: float) -> None:
        """Blend the picture below into the sides of a translucent tile; the place of the face gets a blurred copy."""
        hull = cv2.convexHull(_fixed(levels).reshape(-1, 2))
        mask = np.zeros(self.owners.shape, np.uint8)
        cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_8, _SHIFT)
        x, y, width, height = cv2.boundingRect(mask)
        part = (slice(y, y + height), slice(x, x + width))
        if not width:
            return
        soft = cv2.GaussianBlur(below[part], (0, 0), max(0.5, 0.06 * min(width, height)))
        painted = (self.pixels[part] != below[part]).any(axis=2, keepdims=True)
        mixed = np.where(painted, cv2.addWeighted(self.pixels[part], 1 - share, soft, share, 0), soft)
        self.pixels[part] = np.where(mask[part][..., None] > 0, mixed, self.pixels[part])

    def _face(self, picture: Pixels, quad: Floats, outline: Floats, light: float, index: int, design: Design) -> None:
        height, width = self.owners.shape
        x0, y0 = (max(0, int(v)) for v in np.floor(outline.min(axis=0)))
        x1, y1 = min(width, int(np.ceil(outline[:, 0].max())) + 1), min(height, int(np.ceil(outline[:, 1].max())) + 1)
        if x1 <= x0 or y1 <= y0:
            return
        h, w = picture.shape[:2]
        scale = math.sqrt(max(_area(quad), 1.0) / (h * w))
        if scale < 0.65:
            w, h = max(4, math.ceil(w * scale * 1.4)), max(4, math.ceil(h * scale * 1.4))
            picture = np.asarray(cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA), np.uint8)
        warped = _laid(picture, quad - (x0, y0), (x1 - x0, y1 - y0), light)
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [_fixed(outline - (x0, y0))], 255, cv2.LINE_AA, _SHIFT)
        region = self.pixels[y0:y1, x0:x1]
        weight = mask[..., None].astype(np.uint16)
        if design.clear:
            # Paint is opaque; only the bare body is translucent.
            ground = np.array(design.body if self.labels[index] != BACK else design.back, np.float32) * light
            paint = np.abs(warped.astype(np.float32) - ground).max(axis=2, keepdims=True) / 80
            opaque = 1 - design.clear * np.clip(1 - paint, 0, 1)
            weight = (weight * opaque).astype(np.uint16)
        region[:] = ((region * (256 - weight) + warped * weight) >> 8).astype(np.uint8)
        cv2.fillPoly(self.owners, [_fixed(outline)], index + 1, cv2.LINE_8, _SHIFT)
        cv2.fillPoly(self.gloss, [_fixed(outline)], round(40 + 215 * design.gloss), cv2.LINE_8, _SHIFT)

    def _rim(self, solid: Solid, design: Design, outward: Floats, *, front: bool) -> None:
        """Round the edge of the face: bright towards the lamp, dark away from it."""
        inset = 0.018
        shares, _ = _outline(design.radius, design.aspect)
        inner = 0.5 + (shares - 0.5) * (1 - 2 * inset * np.array([1.0, design.aspect]))
        ring = solid.corner + inner[:, :1] * solid.right + inner[:, 1:] * solid.down
        if not front:
            ring = ring - solid.normal * solid.thick
        points = self.camera.project(ring)
        width = 2 * inset * float(np.linalg.norm(points[12] - points[2])) / 1.5
        if width < 0.45:
            return
        base = design.body if front else design.back
        face = self.lamp.shade(solid.normal if front else -solid.normal)
        count = len(points)
        for k in range(0, count, 5):
            # Five points a corner: the side runs from this corner's last point to the next corner's first.
            middle = outward[(k + 4) % count] + outward[(k + 5) % count]
            tilt = float(middle @ self.lamp.toward) / float(np.linalg.norm(middle))
            gain = face * (1 + (0.22 if tilt > 0 else 0.4) * tilt * (0.5 + design.gloss)) * solid.tone
            b, g, r = (min(255.0, c * gain + max(0.0, tilt) * 25 * design.gloss) for c in base)
            run = _fixed(points[[k + 2, k + 3, k + 4, (k + 5) % count, (k + 6) % count, (k + 7) % count]])
            cv2.polylines(self.pixels, [run], False, (b, g, r), max(1, round(width)), cv2.LINE_AA, _SHIFT)

    def panel(self, panel: Panel) -> None:
        """Paint a flat piece of furniture if it faces the camera."""
        n = np.cross(panel.points[1] - panel.points[0], panel.points[2] - panel.points[1])
        size = float(np.linalg.norm(n))
        if size == 0 or float((self.camera.position - panel.points[0]) @ n) <= 0:
            return
        light = self.lamp.shade(n / size)
        points = _fixed(self.camera.project(panel.points))
        b, g, r = panel.colour
        if panel.alpha >= 1:
            cv2.fillConvexPoly(self.pixels, points, (b * light, g * light, r * light), cv2.LINE_AA, _SHIFT)
            if panel.texture is not None and len(panel.points) == 4:
                self._texture(panel, light)
        else:
            self._glaze(points, (b * light, g * light, r * light), panel.alpha)
        if panel.alpha > 0.6:
            cv2.fillConvexPoly(self.owners, points, 0, cv2.LINE_8, _SHIFT)
        cv2.fillConvexPoly(self.gloss, points, 90 if panel.alpha < 1 else 25, cv2.LINE_8, _SHIFT)

    def _glaze(self, points: npt.NDArray[np.int32], colour: tuple[float, float, float], alpha: float) -> None:
        """Tint the picture behind, as acrylic does."""
        height, width = self.owners.shape
        x0, y0 = np.clip(points.min(axis=0) >> _SHIFT, 0, (width, height))
        x1, y1 = np.clip((points.max(axis=0) >> _SHIFT) + 2, 0, (width, height))
        if x1 <= x0 or y1 <= y0:
            return
        region = self.pixels[y0:y1, x0:x1]
        cover = region.copy()
        cv2.fillConvexPoly(cover, points - (np.array([x0, y0]) << _SHIFT), colour, cv2.LINE_AA, _SHIFT)
        region[:] = cv2.addWeighted(cover, alpha, region, 1 - alpha, 0)

    def _texture(self, panel: Panel, light: float) -> None:
        assert panel.texture is not None
        height, width = self.owners.shape
        quad = self.camera.project(panel.points)
        x0, y0 = (max(0, int(v)) for v in np.floor(quad.min(axis=0)))
        x1, y1 = min(width, int(np.ceil(quad[:, 0].max())) + 1), min(height, int(np.ceil(quad[:, 1].max())) + 1)
        if x1 <= x0 or y1 <= y0:
            return
        h, w = panel.texture.shape[:2]
        along = float(np.linalg.norm(panel.points[1] - panel.points[0]))
        across = float(np.linalg.norm(panel.points[3] - panel.points[0]))
        used = max(8, min(h, round(w * across / max(along, 1e-6))))
        warped = _laid(panel.texture[:used], quad - (x0, y0), (x1 - x0, y1 - y0), light)
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, _fixed(quad - (x0, y0)), 255, cv2.LINE_8, _SHIFT)
        cv2.copyTo(warped, mask, self.pixels[y0:y1, x0:x1])

    def cover(self, outline: npt.NDArray[np.int32], colour: Colour) -> None:
        """Paint a flat near object, such as a finger or a card, over all pixels inside `outline` (n, 2)."""
        cv2.fillPoly(self.pixels, [outline], colour, cv2.LINE_AA)
        cv2.fillPoly(self.owners, [outline], 0)
        cv2.fillPoly(self.gloss, [outline], 20)

    def visible(self) -> npt.NDArray[np.float32]:
        """Return the visible share of each quad's face, (N,) float32, 0..1."""
        seen = np.bincount(np.maximum(self.owners, 0).ravel(), minlength=len(self.quads) + 1)[1:]
        whole = np.array([_area(quad) for quad in self.quads])
        return np.clip(seen / np.maximum(whole * 0.985, 1.0), 0, 1).astype(np.float32)
