"""Make the kinds of scene: racks, rows, trays, piles, walls, single tiles, and tables without tiles."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from datasets.render.drawing.canvas import Rng
from datasets.render.drawing.set_style import hsv, pick
from datasets.render.faces.tile_design import BACK, FACE_LABELS, Design
from datasets.render.scene.placement import Placement, deal, flat, leaning, points_of, row_of
from datasets.render.scene.racks import rack
from datasets.render.scene.solids import Panel, Solid, prism
from datasets.render.scene.textures import WOODS, wood

PICTURES = "pictures"
"""The kind of scene with only the faces that every set draws its own way; every scene shows another set."""


def _table_edge(rng: Rng, solids: Sequence[Solid]) -> list[Panel]:
    """Return the raised rim of a mahjong table in front of the tiles, in a quarter of the scenes."""
    if rng.random() > 0.25:
        return []
    points = points_of(solids)
    y = float(points[:, 1].min()) - rng.uniform(0.02, 1.5)
    x = float(np.abs(points[:, 0]).max()) + rng.uniform(1, 6)
    wide, tall = rng.uniform(0.8, 3.5), rng.uniform(0.05, 0.6)
    texture = wood(int(rng.integers(WOODS))) if rng.random() < 0.6 else None
    colour = hsv(rng.uniform(15, 45), rng.uniform(0.05, 0.5), rng.uniform(0.3, 0.95))
    rim = prism([(y - wide, 0), (y, 0), (y, tall), (y - wide, tall)], -x, x, colour, 1.0, texture)
    if rng.random() < 0.5:
        side = float(rng.choice([-1.0, 1.0]))
        x0, x1 = sorted((side * x, side * (x + wide)))
        far = float(points[:, 1].max()) + 12
        rim += prism([(y, 0), (far, 0), (far, tall), (y, tall)], x0, x1, colour, 1.0, None)
    return rim


def rows(rng: Rng, design: Design) -> Placement:
    """Lay or stand one to four rows on the table."""
    count = int(pick(rng, (1, 2, 3, 4), (0.45, 0.3, 0.15, 0.1)))
    length = int(rng.integers(3, 19)) if rng.random() < 0.7 else int(rng.integers(13, 15))
    standing = rng.random() < 0.35
    h = 1 / design.aspect
    pitch = (design.thickness + rng.uniform(1.2, 2.5)) if standing else h + rng.uniform(0.03, 1.0)
    solids: list[Solid] = []
    lean = float(rng.choice([90.0, rng.uniform(60, 88)]))
    skew = rng.normal(0, 1.5)
    for r in range(count):
        n = max(1, length - int(rng.integers(0, 3)))
        turned = 180.0 if rng.random() < 0.12 else 0.0
        shift = rng.uniform(-0.8, 0.8)
        for label, x in zip(deal(rng, n), row_of(n, rng, tight=rng.random() < 0.7), strict=True):
            y = -r * pitch + rng.normal(0, 0.02)
            if standing:
                solids.append(leaning(rng, design, label, x + shift, (y, 0.0), lean, r, rng.normal(0, 0.8)))
            else:
                face = BACK if rng.random() < 0.03 else label
                solids.append(flat(rng, design, face, x + shift, y, turned + skew + rng.normal(0, 1.5), 0.0, r))
    low = 12 if standing else 28
    if standing and rng.random() < 0.1:
        # The player across sees the backs of the row.
        azimuth = (140.0, 220.0)
    elif not standing and rng.random() < 0.3:
        azimuth = (-180.0, 180.0)
    else:
        azimuth = (-40.0, 40.0)
    return Placement(
        points_of(solids),
        behind=_table_edge(rng, solids) if azimuth[1] == 40.0 else (),
        near=solids,
        elevation=(low, 55 if standing else 90),
        azimuth=azimuth,
        fill=(0.55, 1.2),
        roll=12 if rng.random() < 0.8 else 180,
    )


def tray(rng: Rng, design: Design) -> Placement:
    """Pack tiles in a tray or as a bare grid."""
    across, along = int(rng.integers(3, 11)), int(rng.integers(2, 7))
    h = 1 / design.aspect
    gap = rng.uniform(0.0, 0.05)
    mixed = rng.random() < 0.25
    ordered = rng.random() < 0.25
    solids = []
    for r in range(along):
        for c in range(across):
            if rng.random() < 0.02:
                continue
            label = FACE_LABELS[(r * across + c) % len(FACE_LABELS)] if ordered else pick(rng, (*FACE_LABELS, "F", "J"))
            if rng.random() < 0.03:
                label = BACK
            turn = 180.0 if mixed and rng.random() < 0.5 else 0.0
            solids.append(flat(rng, design, label, c * (1 + gap), -r * (h + gap), turn + rng.normal(0, 0.6), 0.0, r))
    panels: list[Panel] = []
    x0, x1, y1, y0 = -0.62, (across - 1) * (1 + gap) + 0.62, h / 2 + 0.15, -(along - 1) * (h + gap) - h / 2 - 0.15
    if rng.random() < 0.6:
        colour = hsv(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0.05, 0.7))
        texture = wood(int(rng.integers(WOODS))) if rng.random() < 0.4 else None
        tall, thick = rng.uniform(0.3, 1.0) * design.thickness, rng.uniform(0.1, 0.4)
        bottom = np.array([[x0, y0, 0.01], [x1, y0, 0.01], [x1, y1, 0.01], [x0, y1, 0.01]])
        panels.append(Panel(bottom, colour, 1.0, texture))
        for low, high, left, right in (
            (y1, y1 + thick, x0 - thick, x1 + thick),
            (y0 - thick, y0, x0 - thick, x1 + thick),
            (y0, y1, x0 - thick, x0),
            (y0, y1, x1, x1 + thick),
        ):
            side = [(low, 0), (high, 0), (high, tall), (low, tall)]
            panels += prism(side, left, right, colour, 1.0, texture)
    steep = 45.0 if panels else 28.0
    return Placement(
        points_of(solids),
        behind=panels,
        near=solids,
        elevation=(steep, 90),
        azimuth=(-180, 180) if rng.random() < 0.3 else (-30, 30),
        fill=(0.5, 1.25),
        roll=10 if rng.random() < 0.75 else 180,
    )


def pile(rng: Rng, design: Design) -> Placement:
    """Pile loose tiles in any orientation, some on top of others."""
    wanted = int(rng.integers(4, 45))
    spread = math.sqrt(wanted) * rng.uniform(0.7, 1.25)
    reach = math.hypot(1, 1 / design.aspect) / 2
    backs = float(rng.choice([0.05, 0.3, 0.6], p=[0.6, 0.3, 0.1]))
    placed: list[tuple[float, float, float]] = []
    solids: list[Solid] = []
    crowd = rng.uniform(1.2, 1.6)
    for _ in range(wanted * 6):
        if len(placed) >= wanted:
            break
        x, y = rng.normal(0, spread / 1.6), rng.normal(0, spread / 1.6)
        if any((x - u) ** 2 + (y - v) ** 2 < (crowd * reach) ** 2 for u, v, _ in placed):
            continue
        turn = rng.uniform(0, 360)
        placed.append((x, y, turn))
        label = BACK if rng.random() < backs else pick(rng, (*FACE_LABELS, "F", "J"))
        solids.append(flat(rng, design, label, x, y, turn))
    top = []
    if rng.random() < 0.35:
        for x, y, _ in placed:
            if rng.random() < 0.12:
                label = pick(rng, FACE_LABELS)
                at = x + rng.uniform(-0.5, 0.5), y + rng.uniform(-0.5, 0.5)
                loose = flat(rng, design, label, *at, rng.uniform(0, 360), design.thickness)
                top.append(_tipped(rng, loose))
    return Placement(
        points_of(solids), far=solids, near=top, elevation=(30, 90), azimuth=(-180, 180), fill=(0.5, 1.35), roll=180
    )


def _tipped(rng: Rng, solid: Solid) -> Solid:
    """Tilt the tile a few degrees about its lower edge, as if it rested on another."""
    tilt = math.radians(rng.uniform(0, 14))
    c, s = math.cos(tilt), math.sin(tilt)
    axis = solid.right / np.linalg.norm(solid.right)
    foot = solid.corner + solid.down
    up = np.cross(axis, -solid.down)
    up_length = float(np.linalg.norm(solid.down))
    lifted = -solid.down * c + up / max(np.linalg.norm(up), 1e-9) * up_length * s
    return Solid(solid.label, solid.variant, foot + lifted, solid.right, -lifted, solid.thick, solid.row, solid.tone)


def walls(rng: Rng, design: Design) -> Placement:
    """Build face-down walls two tiles high, with loose faces in the middle."""
    length = int(rng.integers(6, 20))
    h, t = 1 / design.aspect, design.thickness
    solids: list[Solid] = []
    tops: list[Solid] = []
    lines = int(rng.integers(1, 3))
    for line in range(lines):
        y = 2.6 + line * (h + 3.2)
        for k in range(length):
            x = k - length / 2 + rng.normal(0, 0.01)
            if rng.random() < 0.95:
                solids.append(flat(rng, design, BACK, x, y + rng.normal(0, 0.03), 0, 0.0))
                if rng.random() < 0.92:
                    tops.append(flat(rng, design, BACK, x, y + rng.normal(0, 0.03), 0, t))
    n = int(rng.integers(2, 14))
    for label, x in zip(deal(rng, n), row_of(n, rng, tight=False), strict=True):
        solids.append(flat(rng, design, label, x, 0.0, rng.normal(0, 4), 0.0, 0))
    subject = points_of(solids if rng.random() < 0.6 else solids[-n:])
    return Placement(subject, far=solids, near=tops, elevation=(22, 80), azimuth=(-40, 40), fill=(0.6, 1.3))


def line(rng: Rng, design: Design) -> Placement:
    """Lay four to fourteen tiles by hand, close to the camera, in a loose line or two."""
    n = int(rng.integers(4, 15))
    h = 1 / design.aspect
    per = n if n < 8 or rng.random() < 0.6 else (n + 1) // 2
    loose = rng.uniform(0.0, 0.12)
    bow = rng.normal(0, 0.012)
    solids = []
    for k, label in enumerate(deal(rng, n)):
        row, at = divmod(k, per)
        x = (at - per / 2) * (1.02 + loose) + rng.normal(0, loose * 0.4)
        y = -row * (h + 0.1 + 2 * loose) + bow * x * x + rng.normal(0, loose * 0.5)
        face = BACK if rng.random() < 0.03 else label
        solids.append(flat(rng, design, face, x, y, rng.normal(0, 1 + loose * 30), 0.0, row))
    return Placement(
        points_of(solids),
        near=solids,
        elevation=(26, 90),
        azimuth=(-30, 30),
        fill=(0.6, 1.08),
        roll=12 if rng.random() < 0.8 else 180,
    )


def crowd(rng: Rng, design: Design) -> Placement:
    """Show every kind once or more, so that one picture has many faces to learn from."""
    return _ranks(rng, design, (*FACE_LABELS, BACK), int(rng.integers(6, 13)), int(rng.integers(4, 8)))


def pictures(rng: Rng, design: Design) -> Placement:
    """Show only the few kinds that every set draws its own way."""
    return _ranks(rng, design, ("1B", "F", "F", "F", "J", "J", "0", "R", "G"), int(rng.integers(3, 6)), 2)


def _ranks(rng: Rng, design: Design, kinds: Sequence[str], across: int, along: int) -> Placement:
    """Lay tiles of `kinds`, each once or more, in loose rows, or stand them in ranks."""
    standing = rng.random() < 0.35
    h, t = 1 / design.aspect, design.thickness
    gap = float(rng.choice([0.0, rng.uniform(0.0, 0.06), rng.uniform(0.05, 0.5)]))
    pitch = t + rng.uniform(0.5, 1.2) * h if standing else h + gap * rng.uniform(0.5, 1.5)
    lean = rng.uniform(58, 90)
    loose = float(rng.choice([0.5, rng.uniform(0.5, 7.0)]))
    deck: list[str] = []
    while len(deck) < across * along:
        deck += [kinds[i] for i in rng.permutation(len(kinds))]
    solids = []
    for k in range(across * along):
        row, column = divmod(k, across)
        x, y = (column - across / 2) * (1 + gap), -row * pitch
        if standing:
            solids.append(leaning(rng, design, deck[k], x, (y, 0.0), lean, row, rng.normal(0, loose / 2)))
        else:
            solids.append(flat(rng, design, deck[k], x, y, rng.normal(0, loose), 0.0, row))
    return Placement(
        points_of(solids),
        near=solids,
        elevation=(35, 60) if standing else (32, 90),
        azimuth=(-25, 25),
        fill=(0.8, 1.3),
        roll=14,
    )


def single(rng: Rng, design: Design) -> Placement:
    """Show one tile, or a few, filling much of the picture."""
    n = int(pick(rng, (1, 2, 3), (0.75, 0.15, 0.1)))
    standing = rng.random() < 0.2
    solids = []
    for k in range(n):
        label = BACK if rng.random() < 0.05 else pick(rng, (*FACE_LABELS, "F", "J"))
        x = k * rng.uniform(1.02, 1.3)
        if standing and label != BACK:
            solids.append(leaning(rng, design, label, x, (0.0, 0.0), rng.uniform(70, 90), 0))
        else:
            solids.append(flat(rng, design, label, x, rng.normal(0, 0.05), rng.normal(0, 5), 0.0, 0))
    return Placement(
        points_of(solids),
        near=solids,
        elevation=(15, 60) if standing else (35, 90),
        azimuth=(-35, 35),
        fill=(0.3, 1.05),
        roll=15 if rng.random() < 0.8 else 180,
    )


def empty(rng: Rng, _design: Design) -> Placement:
    """Leave the table without tiles; rendering adds hard negatives."""
    side = rng.uniform(4, 20)
    return Placement(
        np.array([[-side, -side, 0.0], [side, side, 0.0]]),
        elevation=(20, 90),
        azimuth=(-180, 180),
        fill=(0.8, 1.5),
        roll=20,
    )


SCENE_KINDS: dict[str, tuple[Callable[[Rng, Design], Placement], float]] = {
    "rack": (rack, 0.38),
    "rows": (rows, 0.16),
    "line": (line, 0.1),
    "tray": (tray, 0.11),
    "pile": (pile, 0.1),
    "walls": (walls, 0.05),
    "single": (single, 0.05),
    "empty": (empty, 0.05),
    "crowd": (crowd, 0.03),
    PICTURES: (pictures, 0.0),
}
"""The kinds of scene by name: placing function, and probability if the caller names no kind."""
