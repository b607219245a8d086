"""Lay foreign objects beside a taught set, and count the readings there.

We draw the objects unlike the training clutter (`datasets.render.scene.clutter`), so that a network cannot ignore them
by heart.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from datasets.evaluation.scoring import ReadingCounts, read_faces
from datasets.evaluation.tilesets.teach import scene_photo, visible_truth
from datasets.evaluation.tilesets.teaching_pictures import SIZE
from datasets.photographs.boxes import boxes_of, overlap
from datasets.render.drawing.canvas import Canvas, Colour, Pixels, Rng
from datasets.render.drawing.set_style import hsv, pick
from datasets.render.faces.tile_design import draw_design
from datasets.render.scene.camera import CameraPose
from datasets.render.scene.other_games import draw_spots
from datasets.render.scene.placement import Placement, points_of
from datasets.render.scene.scene import Scene, compose
from datasets.render.scene.scene_kinds import SCENE_KINDS
from datasets.render.scene.solids import Panel, Solid
from vision import Networks, TileSet, read_rack

TOUCHED = 0.2
"""Least intersection over union at which a reading belongs to a tile."""
_LAID: Final = ("rows", "rack")
_INK: Final[tuple[Colour, ...]] = ((30, 20, 190), (20, 20, 20), (150, 70, 20), (20, 130, 230))


@dataclass
class ForeignCounts:
    """Counts of readings on no tile (``beside``), and of tiles with their readings, hidden tiles included."""

    beside: int = 0
    beside_sure: int = 0
    tiles: ReadingCounts = field(default_factory=ReadingCounts)


def _die(rng: Rng) -> Pixels:
    dark = rng.random() < 0.4
    canvas = Canvas((40, 35, 170) if dark else (235, 245, 248), 100, 100)
    draw_spots(canvas, 50, 50, 26, int(rng.integers(1, 7)), (245, 245, 245) if dark else (25, 25, 25), 26 * 0.36)
    return canvas.finish()


def _domino(rng: Rng) -> Pixels:
    dark = rng.random() < 0.4
    ink: Colour = (235, 235, 235) if dark else (30, 30, 30)
    canvas = Canvas((35, 30, 30) if dark else (225, 240, 245), 90, 180)
    canvas.line([(8, 90), (82, 90)], ink, 3)
    for middle in (45, 135):
        draw_spots(canvas, 45, middle, 24, int(rng.integers(1, 7)), ink, 24 * 0.36)
    return canvas.finish()


def _lettered(rng: Rng) -> Pixels:
    canvas = Canvas((135, 185, 220), 100, 100)
    canvas.text(pick(rng, tuple("ENWSFRCBDJO")), "lat-roman", 46, 46, (25, 30, 40), fit=(60, 60))
    canvas.text(str(int(rng.integers(1, 9))), "lat-roman", 84, 84, (25, 30, 40), size=20)
    return canvas.finish()


def _playing_card(rng: Rng) -> Pixels:
    ink = _INK[int(rng.integers(2))]
    canvas = Canvas((250, 250, 250), 126, 176)
    if rng.random() < 0.2:
        canvas.text("JOKER", "lat-slab", 16, 60, ink, fit=(14, 80), turn=90, keep=False)
        canvas.text("★", "symbols", 68, 88, pick(rng, _INK), size=70)
        return canvas.finish()
    suit = pick(rng, "♥♦" if ink[2] > 100 else "♠♣")
    count = int(rng.integers(1, 11))
    for x, y, turn in ((14, 16, 0), (112, 160, 180)):
        canvas.text("A" if count == 1 else str(count), "lat-roman", x, y, ink, size=24, turn=turn)
    rows = max(1, math.ceil(count / 2))
    for k in range(count):
        x = 63 if count == 1 or (k == count - 1 and count % 2) else (44, 82)[k % 2]
        canvas.text(suit, "symbols", x, 88 + (k // 2 - (rows - 1) / 2) * 28, ink, size=28)
    return canvas.finish()


_FACED: Final[dict[str, tuple[Callable[[Rng], Pixels], float, float, float]]] = {
    "small card": (_playing_card, 1.0, 176 / 126, 0.02),
    "die": (_die, 0.65, 1.0, 0.65),
    "domino": (_domino, 1.0, 2.0, 0.35),
    "letter tile": (_lettered, 0.85, 1.0, 0.25),
}
"""Objects with a printed face: painter, width in tiles, height in widths, thickness in tiles."""

FOREIGN_OBJECTS: Final = {"small card": 1, "die": 2, "domino": 3, "letter tile": 5, "hand": 8}
"""Every object, with the number that seeds its scenes."""


def foreign_scene(number: int, seed: int, thing: str) -> Scene:
    """Render a good photograph of design `number` with objects beside its tiles, or a hand over them.

    An object with a printed face carries its name as label; a hand has no label.
    """
    rng = np.random.default_rng([number, seed, FOREIGN_OBJECTS[thing], 80])
    design = draw_design(number)
    placement = SCENE_KINDS[_LAID[seed % len(_LAID)]][0](rng, design)
    if thing == "hand":
        placement = replace(placement, front=(*placement.front, *_hand(rng, placement)))
    else:
        placement = _strewn(rng, placement, thing)
    faces = dict(design.faces)
    if thing in _FACED:
        faces[thing] = tuple(_FACED[thing][0](rng) for _ in range(8))
    pose = CameraPose(
        azimuth=rng.uniform(-20, 20), elevation=rng.uniform(40, 75), roll=rng.normal(0, 4), near=5.0, fill=0.9
    )
    return compose(rng, placement, replace(design, faces=faces), pose, SIZE, plain=True)


def _strewn(rng: Rng, placement: Placement, thing: str) -> Placement:
    """Add a few objects of one kind on the table in front of the tiles and beside them."""
    points = points_of(placement.solids)
    (left, front, _), (right, back, _) = points.min(axis=0), points.max(axis=0)
    _, wide, ratio, _ = _FACED[thing]
    tall = wide * ratio
    at = [(float(x), front - tall * rng.uniform(0.6, 1.0)) for x in np.arange(left + wide, right, wide * 1.5)]
    at = [at[k] for k in rng.permutation(len(at))[:3]]
    at += [(right + wide * 0.65, (front + back) / 2), (left - wide * 0.65, (front + back) / 2)]
    solids = [_placed_solid(thing, index, x, y, math.radians(rng.normal(0, 4))) for index, (x, y) in enumerate(at)]
    subject = np.vstack([points, *(solid.corners() for solid in solids)])
    return replace(placement, subject=subject, near=(*placement.near, *solids))


def _placed_solid(thing: str, index: int, x: float, y: float, turn: float) -> Solid:
    _, wide, ratio, thick = _FACED[thing]
    along, down = np.array([math.cos(turn), math.sin(turn), 0.0]), np.array([math.sin(turn), -math.cos(turn), 0.0])
    right, below = along * wide, down * wide * ratio
    corner = np.array([x, y, thick]) - (right + below) / 2
    return Solid(thing, index, corner, right, below, thick, -1)


def _hand(rng: Rng, placement: Placement) -> list[Panel]:
    """Draw fingers reaching over the nearest tiles from the front."""
    points = points_of(placement.solids)
    (left, front, _), (right, back, high) = points.min(axis=0), points.max(axis=0)
    skin = hsv(rng.uniform(12, 25), rng.uniform(0.3, 0.6), rng.uniform(0.45, 0.95))
    shade: Colour = (int(skin[0] * 0.8), int(skin[1] * 0.8), int(skin[2] * 0.82))
    x = rng.uniform(left + 1, max(left + 1.1, right - 3))
    height, panels = high + 0.15, []
    for finger in range(int(rng.integers(2, 5))):
        middle = x + finger * 0.85
        tip = front + (back - front) * rng.uniform(0.35, 0.95)
        t = np.linspace(0, math.pi, 12)
        for half, colour in ((0.42, shade), (0.36, skin)):
            end = np.column_stack([middle + half * np.cos(t), tip + half * np.sin(t)])
            flat = np.vstack([[(middle - half, front - 4.0), (middle + half, front - 4.0)], end])
            panels.append(Panel(np.column_stack([flat, np.full(len(flat), height)]), colour))
    return panels


def count_foreign(scene: Scene, networks: Networks, tile_set: TileSet | None, row: ForeignCounts) -> None:
    """Read a scene with foreign objects and count the readings beside the tiles and on them."""
    reading = read_rack(scene_photo(scene), networks, tile_set)
    tiles = np.array([label not in FOREIGN_OBJECTS for label in scene.labels], bool)
    _, boxes = visible_truth(scene)
    for _, label, answer in read_faces(np.array(scene.labels)[tiles].tolist(), boxes[tiles], reading):
        row.tiles.add(label, answer)
    apart = (overlap(boxes[tiles], boxes_of(reading.tiles)) < TOUCHED).all(axis=0)
    row.beside += int(apart.sum())
    row.beside_sure += sum(reading.tiles[at].sure for at in np.flatnonzero(apart))
