"""Render whole photographs with exact ground truth, for training."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from datasets.render.design_splits import HELD_OUT_TILE_SET_DESIGNS, TILE_SET_DESIGNS, TRAINING_DESIGNS
from datasets.render.drawing.canvas import Floats, Pixels, Rng
from datasets.render.drawing.set_style import hsv, pick
from datasets.render.faces.tile_design import Design, draw_design
from datasets.render.scene.camera import Camera, CameraPose, aim
from datasets.render.scene.clutter import scatter, smear
from datasets.render.scene.lens_and_light import blur, glare, lens, light_field, room_colour, sensor
from datasets.render.scene.other_games import PIECE, among_pieces
from datasets.render.scene.placement import Placement
from datasets.render.scene.rasterizer import Rasterizer
from datasets.render.scene.scene_kinds import PICTURES, SCENE_KINDS
from datasets.render.scene.solids import Lamp
from datasets.render.scene.textures import SIDE, TABLES, table
from datasets.render.tilesets.shown.design import tile_set_design

PIECES = "pieces"
"""The kind of scene with pieces of other games; callers get it only by name."""

# Consecutive scenes share a set, because drawing its faces for each would cost more than the scene.
_SCENES_OF_A_SET = 4

# A face with a smaller visible share is useless: a corner behind a finger.
_LEAST_SEEN = 0.12
# A piece with a smaller visible share does not count: one sees the object over it.
_PIECE_SEEN = 0.6


@dataclass(frozen=True)
class Scene:
    """One rendered photograph.

    `pixels` (H, W, 3) uint8 BGR. `quads` (N, 4, 2) float32 pixels (x right, y down), clockwise from the face's own
    top-left; corners may lie outside the picture. `labels` are kinds or BACK, `visible` (N,) float32 is the visible
    share of each face, 0..1, `rows` (N,) int the row of the placement or -1 for loose tiles. `design` names the set.
    `pieces` (M, 4, 2) float32 are the faces of mostly visible pieces of other games.
    """

    pixels: Pixels
    quads: npt.NDArray[np.float32]
    labels: tuple[str, ...]
    visible: npt.NDArray[np.float32]
    rows: npt.NDArray[np.int64]
    design: str
    pieces: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 4, 2), np.float32))

    def __post_init__(self) -> None:
        n = len(self.labels)
        if self.quads.shape != (n, 4, 2) or self.visible.shape != (n,) or self.rows.shape != (n,):
            raise ValueError(
                f"{n} labels need quads ({n}, 4, 2), visible ({n},) and rows ({n},), "
                f"got {self.quads.shape}, {self.visible.shape}, {self.rows.shape}"
            )


def render_scene(
    seed: int, size: tuple[int, int] = (640, 640), kind: str | None = None, designs: Sequence[int] = TRAINING_DESIGNS
) -> Scene:
    """Render scene number `seed`; the same arguments always give the same pixels.

    Scenes 4k to 4k + 3 show the same set, except PICTURES: rendering consecutive numbers is much faster.

    Args:
        seed: any number from 0.
        size: (width, height) of the picture in pixels.
        kind: one of SCENE_KINDS ("rack", "rows", ...), PIECES for other games, or None for any of SCENE_KINDS.
        designs: the design numbers to choose from.
    """
    rng = np.random.default_rng([seed, 2])
    if kind is None:
        kind = pick(rng, list(SCENE_KINDS), [share for _, share in SCENE_KINDS.values()])
    which = np.random.default_rng([seed if kind == PICTURES else seed // _SCENES_OF_A_SET, 8])
    number = designs[int(which.integers(len(designs)))]
    random = number in TILE_SET_DESIGNS or number in HELD_OUT_TILE_SET_DESIGNS
    design = tile_set_design(number) if random else draw_design(number)
    placement, design = among_pieces(rng, design) if kind == PIECES else (SCENE_KINDS[kind][0](rng, design), design)
    return compose(rng, placement, design, placement.pose(rng, wander=0.06), size, plain=False)


def compose(
    rng: Rng,
    placement: Placement,
    design: Design,
    pose: CameraPose,
    size: tuple[int, int],
    *,
    plain: bool,
    ground: int | None = None,
) -> Scene:
    """Photograph `placement` on the table top `ground` (None: any of TABLES).

    `plain` leaves out clutter, glare, noise, blur and uneven light: a good photograph.
    """
    camera = aim(pose, placement.subject, size)
    toward = np.array([rng.normal(0, 0.7), rng.normal(-0.1, 0.7), 1.0])
    lamp = Lamp(toward / np.linalg.norm(toward), rng.uniform(0.5, 0.88))
    pixels = _ground(rng, camera, size, int(rng.integers(TABLES)) if ground is None else ground, plain=plain)
    raster = Rasterizer(pixels, camera, lamp)
    _shadows(rng, raster, placement)
    if not plain and rng.random() < (1.0 if not placement.solids else 0.42):
        scatter(rng, raster, placement.subject, many=not placement.solids)
    for panels, solids in (
        (placement.behind, placement.far),
        (placement.between, placement.near),
        (placement.front, ()),
    ):
        for panel in sorted(panels, key=lambda p: -camera.depth(p.points.mean(axis=0))):
            raster.panel(panel)
        for solid in sorted(solids, key=lambda b: -camera.depth(b.centre)):
            raster.tile(solid, design)
    if not plain:
        smear(rng, raster)
    return _develop(rng, raster, design, plain=plain)


def _develop(rng: Rng, raster: Rasterizer, design: Design, *, plain: bool) -> Scene:
    height, width = raster.owners.shape
    visible = raster.visible()
    sample = raster.pixels[::8, ::8]
    highlight = float(np.percentile(sample.max(axis=2), 97))
    field = light_field(rng, height, width, float(sample.mean()), highlight, gentle=plain)
    pixels = np.asarray(cv2.multiply(raster.pixels, field, dtype=cv2.CV_8U), np.uint8)
    if not plain:
        pixels = glare(rng, pixels, raster.gloss)
    camera = raster.camera
    quads = np.array(raster.quads, dtype=np.float64).reshape(-1, 4, 2)
    if camera.bend:
        x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        source = camera.undistort(np.stack([x, y], axis=-1)).astype(np.float32) - 0.5
        pixels = np.asarray(
            cv2.remap(pixels, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8
        )
        quads = camera.distort(quads.reshape(-1, 2)).reshape(-1, 4, 2)
    if not plain:
        pixels = sensor(rng, blur(rng, lens(rng, pixels)))
    pieces = np.array([label == PIECE for label in raster.labels], bool)
    keep = np.flatnonzero((visible >= _LEAST_SEEN) & ~pieces)
    return Scene(
        pixels=pixels,
        quads=quads[keep].astype(np.float32),
        labels=tuple(raster.labels[i] for i in keep),
        visible=visible[keep],
        rows=np.array([raster.rows[i] for i in keep], dtype=np.int64),
        design=design.name,
        pieces=quads[pieces & (visible >= _PIECE_SEEN)].astype(np.float32),
    )


def _ground(rng: Rng, camera: Camera, size: tuple[int, int], number: int, *, plain: bool) -> Pixels:
    """Paint the table in the camera's perspective, and the room beyond its edge."""
    width, height = size
    texture = table(number)
    turn = rng.uniform(0, 2 * math.pi)
    span = float(np.exp(rng.uniform(math.log(4), math.log(30))))
    # Texels smaller than a pixel would alias, so shrink the texture first.
    zoom = camera.focal / max(1.0, float(np.linalg.norm(camera.position))) * span / SIDE
    texels = max(16, min(SIDE, round(SIDE * zoom)))
    if texels < SIDE:
        texture = np.asarray(cv2.resize(texture, (texels, texels), interpolation=cv2.INTER_AREA), np.uint8)
    c, s = math.cos(turn) * span / texels, math.sin(turn) * span / texels
    place = np.array([[c, -s, rng.uniform(-9, 9)], [s, c, rng.uniform(-9, 9)], [0, 0, 1.0]])
    matrix = camera.plane() @ place
    pixels = np.asarray(
        cv2.warpPerspective(texture, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
        np.uint8,
    )
    tint = hsv(rng.uniform(0, 360), rng.uniform(0, 0.35), 1.0)
    if not plain and rng.random() < 0.5:
        gains = (np.arange(256)[:, None] * np.array(tint) / 255).astype(np.uint8).reshape(1, 256, 3)
        pixels = np.asarray(cv2.LUT(pixels, gains), np.uint8)
    # Low-resolution table coordinates suffice to find the pixels beyond the table's edge or the horizon.
    gx, gy = np.meshgrid(np.linspace(0, width, 81), np.linspace(0, height, 81))
    back = np.linalg.inv(camera.plane()) @ np.stack([gx.ravel(), gy.ravel(), np.ones(gx.size)])
    depth = camera.rotation[2] @ (np.vstack([back[:2] / back[2], np.zeros(gx.size)]) - camera.position[:, None])
    reach = rng.uniform(9, 40)
    inside = np.where(depth > 0, reach - np.max(np.abs(back[:2] / back[2]), axis=0), -1.0)
    mask = cv2.resize(np.clip(inside, -1, 1).reshape(81, 81).astype(np.float32), (width, height))
    room = np.full_like(pixels, room_colour(rng))
    if rng.random() < 0.7:
        second = np.array(room_colour(rng), np.float32)
        step = cv2.resize(rng.random((5, 5)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        room = np.clip(room + (second - room) * np.clip(step, 0, 1)[..., None], 0, 255).astype(np.uint8)
    return np.asarray(cv2.copyTo(pixels, (mask > 0).astype(np.uint8), room), np.uint8)


def _shadows(rng: Rng, raster: Rasterizer, placement: Placement) -> None:
    """Cast soft shadows of all solids on the table."""
    solids: list[Floats] = [b.corners() for b in placement.solids]
    panels = [*placement.behind, *placement.between]
    if panels:
        solids.append(np.vstack([p.points for p in panels]))
    if not solids:
        return
    height, width = raster.owners.shape
    half = np.zeros((height // 2, width // 2), np.uint8)
    toward = raster.lamp.toward
    for solid in solids:
        fallen = solid - toward * (solid[:, 2:3] / toward[2])
        fallen[:, 2] = 0
        pixels = raster.camera.project(np.vstack([fallen, solid * [1, 1, 0]])) / 2
        hull = cv2.convexHull(np.clip(pixels, -4000, 4000).astype(np.float32))
        cv2.fillConvexPoly(half, np.rint(hull * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    sharp = rng.uniform(0.6, 6) * width / 640
    soft = cv2.GaussianBlur(half, (0, 0), sharp)
    near = cv2.GaussianBlur(half, (0, 0), 1.2)
    deep = rng.uniform(0.1, 0.55)
    gain = 1 - (deep * soft.astype(np.float32) + 0.2 * near) / 255
    full = cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR)
    raster.pixels[:] = cv2.multiply(raster.pixels, cv2.merge([full, full, full]), dtype=cv2.CV_8U)
