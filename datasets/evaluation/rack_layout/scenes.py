"""Lay racks in every arrangement people photograph, with exact truth and no pixels yet.

A scene is tiles in the world and a camera. Geometry alone gives each tile's quad and visible share, so thousands of
scenes are quick to measure.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from datasets.evaluation.rack_layout.arrangements import ASIDE, KINDS, arrange_tiles
from datasets.render.drawing.canvas import Rng
from datasets.render.faces.tile_design import BACK, Design
from datasets.render.scene.camera import Camera, CameraPose, aim
from datasets.render.scene.placement import Placement
from datasets.render.scene.solids import Panel

Quads = npt.NDArray[np.float32]

SIZE = (1280, 960)
"""Width and height of the pictures, pixels."""
LEAST_SEEN = 0.25
"""Share of a face that must show for the tile to count, 0..1."""


@dataclass(frozen=True, slots=True)
class RackScene:
    """An arrangement with its camera and truth, N tiles as the camera sees them.

    ``quads`` (N, 4, 2) float32 in pixels of a picture of ``SIZE``, clockwise from each face's own top left; ``labels``
    are kinds or BACK; ``visible`` (N,) is the share of each face that shows, 0..1. ``exposures`` and ``concealed`` hold
    indices in the order the owner sees, ``aside`` the indices of tiles outside the rack. ``kind`` names the
    arrangement.
    """

    kind: str
    placement: Placement
    pose: CameraPose
    quads: Quads
    labels: tuple[str, ...]
    visible: npt.NDArray[np.float32]
    exposures: tuple[tuple[int, ...], ...]
    concealed: tuple[int, ...]
    aside: tuple[int, ...]


def make_scene(seed: int, kind: str | None = None, design: Design | None = None) -> RackScene:
    """Make scene number ``seed``; the same arguments always give the same scene.

    Args:
        seed: any number from 0.
        kind: one of ``KINDS``, or None for each in turn.
        design: the tile set to lay out; None draws random measures and no faces.
    """
    rng = np.random.default_rng([seed, 7])
    name = kind or list(KINDS)[seed % len(KINDS)]
    shape = (rng.uniform(0.69, 0.8), rng.uniform(0.45, 0.75))
    body = design or Design(seed, {}, (0, 0, 0), (0, 0, 0), (), *shape, radius=0.08, gloss=0.0)
    made = arrange_tiles(rng, body, name)
    pose = _pose(rng, made.placement)
    camera = aim(pose, made.placement.subject, SIZE)
    quads, visible, labels = _seen(made.placement, camera)
    solids = made.placement.solids
    there = [index for index in range(len(solids)) if visible[index] >= LEAST_SEEN]
    place = {index: number for number, index in enumerate(there)}
    shown = [index for index, solid in enumerate(solids) if solid.row == 0]
    ends = np.cumsum([0, *made.sizes])
    groups = (shown[int(start) : int(end)] for start, end in pairwise(ends))
    held = sorted(
        (index for index, solid in enumerate(solids) if solid.row > 0),
        key=lambda index: (solids[index].row, solids[index].centre[0]),
    )
    return RackScene(
        kind=name,
        placement=made.placement,
        pose=pose,
        quads=quads[there].astype(np.float32),
        labels=tuple(labels[index] for index in there),
        visible=visible[there],
        exposures=tuple(kept for group in groups if (kept := tuple(place[index] for index in group if index in place))),
        concealed=tuple(place[index] for index in held if index in place),
        aside=tuple(place[index] for index in there if solids[index].row == ASIDE),
    )


def _pose(rng: Rng, placement: Placement) -> CameraPose:
    """Pick a camera pose as people hold a phone: mostly upright, sometimes tilted far, sideways or upside down."""
    manner = rng.random()
    roll = rng.normal(0, 6)
    if manner > 0.8:
        roll = rng.uniform(-90, 90)
    elif manner > 0.68:
        roll += 180.0
    return placement.pose(rng, roll, wander=0.03)


def _seen(placement: Placement, camera: Camera) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float32], list[str]]:
    """Return the quads (N, 4, 2) in pixels, the visible shares (N,) and the labels of all N tiles."""
    solids = placement.solids
    owners = np.full((SIZE[1] // 2, SIZE[0] // 2), -1, np.int16)
    quads = np.zeros((len(solids), 4, 2))
    labels = [BACK] * len(solids)
    numbers = {id(solid): index for index, solid in enumerate(solids)}
    behind = set()
    for panels, tiles in ((placement.behind, placement.far), (placement.between, placement.near)):
        for panel in sorted(panels, key=lambda p: -camera.depth(p.points.mean(axis=0))):
            _cover(owners, camera, panel)
        for solid in sorted(tiles, key=lambda b: -camera.depth(b.centre)):
            index, corners = numbers[id(solid)], solid.corners()
            front = float((camera.position - solid.corner) @ solid.normal) > 0
            # Seen from behind, the tile's own top left is the face's top right.
            quad = camera.project(corners[:4] if front else corners[[5, 4, 7, 6]])
            if front:
                labels[index] = solid.label
            if ((corners - camera.position) @ camera.rotation[2]).min() < 0.5:
                behind.add(index)
                continue
            quads[index] = camera.distort(quad)
            cv2.fillConvexPoly(owners, _fixed(cv2.convexHull(camera.project(corners).astype(np.float32))[:, 0]), 0)
            cv2.fillConvexPoly(owners, _fixed(quad), index + 1)
    counts = np.bincount(owners[owners > 0], minlength=len(solids) + 1)[1:]
    x, y = quads[..., 0], quads[..., 1]
    areas = np.abs((x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1)) / 2
    visible = np.minimum(counts * 4 / np.maximum(areas, 1.0), 1.0).astype(np.float32)
    visible[list(behind)] = 0.0
    return quads, visible, labels


def _cover(owners: npt.NDArray[np.int16], camera: Camera, panel: Panel) -> None:
    normal = np.cross(panel.points[1] - panel.points[0], panel.points[2] - panel.points[1])
    if panel.alpha > 0.6 and float((camera.position - panel.points[0]) @ normal) > 0:
        cv2.fillConvexPoly(owners, _fixed(camera.project(panel.points)), 0)


def _fixed(points: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """Return points in pixels of the half-size owner map."""
    return np.asarray(np.rint(np.clip(points / 2, -9000, 9000)), np.int32)
