"""Render the example rack, and write scenes in the form of the photo index."""

import json
import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from datasets.render.faces.tile_design import draw_design
from datasets.render.scene.camera import CameraPose
from datasets.render.scene.racks import RackShape, build_rack
from datasets.render.scene.scene import Scene, compose
from datasets.render.scene.textures import wood

EXAMPLE_SEED = 7
"""The seed of the committed example."""
EXAMPLE_DESIGN = 1_000_016
"""Design number of the example: held out of training, and read without a question."""
EXAMPLE_SIZE = (2000, 1500)
"""Size of the example, (width, height) pixels."""
EXAMPLE_EXPOSURES: tuple[tuple[str, ...], ...] = (("2C", "2C", "J", "2C"), ("3C", "3C", "3C", "3C"))
EXAMPLE_HELD: tuple[str, ...] = ("4C", "4C", "4C", "4C", "F", "F")
_EXAMPLE_TABLE = 53
EXAMPLE_RACK = "[2C 2C J 2C] [3C 3C 3C 3C] 4C 4C 4C 4C F F"
"""Hand 24 of nmjl-1976 (kongs of three in a row in one suit, a pair of flowers) with a joker in an exposure."""


def render_example(size: tuple[int, int] = EXAMPLE_SIZE) -> Scene:
    """Render the example rack, well lit, from its owner's seat; the same arguments always give the same pixels."""
    rng = np.random.default_rng([EXAMPLE_SEED, 6])
    design = draw_design(EXAMPLE_DESIGN)
    texture = wood(5)
    b, g, r = (int(v) for v in texture.reshape(-1, 3).mean(axis=0))
    lean = 64.0
    lip = 0.22
    shape = RackShape(
        lean=lean,
        lip=lip,
        shelf=lip + math.sin(math.radians(lean)) / design.aspect * 0.72,
        deep=1.9,
        front=0.4,
        spare=0.0,
        colour=(b, g, r),
        alpha=1.0,
        texture=texture,
    )
    placement = build_rack(rng, design, shape, EXAMPLE_HELD, EXAMPLE_EXPOSURES)
    pose = CameraPose(azimuth=-7.0, elevation=41.0, roll=0.6, near=3.8, fill=0.94, offset=(0.0, 0.02), bend=0.0)
    return compose(rng, placement, design, pose, size, plain=True, ground=_EXAMPLE_TABLE)


MOST_HIDDEN = 0.4
"""Largest hidden share of a face that still counts as a tile to find."""
EDGE_ON = 0.1
"""A face whose narrow extent is a smaller share of its wide one is seen from its edge: nobody can read it."""


def index_row(scene: Scene, image: str) -> dict[str, object]:
    """Return the scene as one object of the photo index, with `quads`, `visible` and `rows` beside the boxes.

    Boxes are the hulls of the quads, clipped to the picture. Faces outside the picture are omitted; faces hidden by
    more than `MOST_HIDDEN` go into `ignored`, and so do faces seen from their edge.
    """
    height, width = scene.pixels.shape[:2]
    boxes: list[list[object]] = []
    kept: list[int] = []
    ignored: list[list[float]] = []
    for i, (quad, label) in enumerate(zip(scene.quads, scene.labels, strict=True)):
        x0, y0 = np.clip(quad.min(axis=0), 0, (width, height))
        x1, y1 = np.clip(quad.max(axis=0), 0, (width, height))
        if x1 - x0 < 1 or y1 - y0 < 1:
            continue
        box = [round(float(v), 1) for v in (x0, y0, x1, y1)]
        narrow, wide = sorted(cv2.minAreaRect(quad)[1])
        if scene.visible[i] < 1 - MOST_HIDDEN or narrow < EDGE_ON * wide:
            ignored.append(box)
            continue
        kept.append(i)
        boxes.append([*box, label])
    return {
        "image": image,
        "width": width,
        "height": height,
        "group": Path(image).stem,
        "source": "rackcheck renderer",
        "design": scene.design,
        "boxes": boxes,
        "quads": [[[round(float(x), 2), round(float(y), 2)] for x, y in scene.quads[i]] for i in kept],
        "visible": [round(float(scene.visible[i]), 3) for i in kept],
        "rows": [int(scene.rows[i]) for i in kept],
        "ignored": ignored,
        "pieces": [[[round(float(x), 2), round(float(y), 2)] for x, y in quad] for quad in scene.pieces],
        "single_tile": False,
        "augmented": False,
        "mirrored_or_rotated": False,
        "all_tiles_boxed": True,
    }


def write_jpeg(path: Path, scene: Scene, quality: int) -> None:
    """Write the scene's picture to `path` as JPEG; raise OSError on failure."""
    done, data = cv2.imencode(".jpg", scene.pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise OSError(f"cannot encode {path.name} as JPEG: its picture has shape {scene.pixels.shape}")
    path.write_bytes(data.tobytes())


def write_example(path: Path) -> dict[str, object]:
    """Write the example picture to `path` and its ground truth beside it as .json; return the ground truth."""
    scene = render_example()
    write_jpeg(path, scene, 91)
    row = {**index_row(scene, path.name), "rack": EXAMPLE_RACK, "card": "nmjl-1976", "hand": "24", "seed": EXAMPLE_SEED}
    path.with_suffix(".json").write_text(json.dumps(row, indent=1) + "\n", encoding="utf-8")
    return row


def write_scenes(folder: Path, scenes: Sequence[tuple[int, Scene]]) -> None:
    """Add scenes with their seeds to `folder`: scene-SEED.jpg each, and a line of index.jsonl."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "index.jsonl").open("a", encoding="utf-8") as index:
        for seed, scene in scenes:
            name = f"scene-{seed:07d}.jpg"
            write_jpeg(folder / name, scene, 92)
            index.write(json.dumps(index_row(scene, name)) + "\n")
