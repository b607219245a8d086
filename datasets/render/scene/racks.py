"""Build racks: a sloped row of concealed tiles and a shelf of exposures, in wood, plastic or acrylic."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from datasets.render.drawing.canvas import Colour, Pixels, Rng
from datasets.render.drawing.set_style import hsv, pick
from datasets.render.faces.tile_design import BACK, FACE_LABELS, Design
from datasets.render.scene.placement import Placement, deal, flat, leaning, points_of, row_of
from datasets.render.scene.solids import Solid, prism
from datasets.render.scene.textures import WOODS, wood


@dataclass(frozen=True)
class RackShape:
    """A rack: measures in tile widths, slope in degrees from the table, and material."""

    lean: float
    lip: float
    shelf: float
    deep: float
    front: float
    spare: float
    colour: Colour
    alpha: float
    texture: Pixels | None


def random_shape(rng: Rng, design: Design) -> RackShape:
    """Pick a random rack like those that people play with."""
    h = 1 / design.aspect
    lean = rng.uniform(57, 78)
    lip = rng.uniform(0.12, 0.35)
    colour, alpha, texture = _stuff(rng)
    return RackShape(
        lean=lean,
        lip=lip,
        shelf=lip + h * math.sin(math.radians(lean)) * rng.uniform(0.45, 1.0),
        deep=rng.uniform(1.35, 1.9) * (h if rng.random() < 0.6 else 0.75),
        front=rng.uniform(0.12, 0.5),
        spare=rng.uniform(0, 1.0),
        colour=colour,
        alpha=alpha,
        texture=texture,
    )


def _stuff(rng: Rng) -> tuple[Colour, float, Pixels | None]:
    kind = pick(rng, ("wood", "plain", "acrylic", "clear"), (0.42, 0.28, 0.18, 0.12))
    if kind == "wood":
        texture = wood(int(rng.integers(WOODS)))
        b, g, r = (int(v) for v in texture.reshape(-1, 3).mean(axis=0))
        return (b, g, r), 1.0, texture
    if kind == "plain":
        return hsv(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.1, 0.95)), 1.0, None
    if kind == "acrylic":
        return hsv(rng.uniform(0, 360), rng.uniform(0.3, 0.9), rng.uniform(0.5, 1.0)), 0.55, None
    return hsv(200, 0.05, 0.95), 0.25, None


def build_rack(
    rng: Rng,
    design: Design,
    shape: RackShape,
    held: Sequence[str],
    exposures: Sequence[Sequence[str]],
    *,
    standing: bool = False,
    turned: bool = False,
    from_front: bool = True,
    bare: bool = True,
) -> Placement:
    """Build the rack with the tiles `held` on its slope and `exposures` on its shelf.

    Args:
        rng: source of small irregularities, and of the tiles around the rack if not `bare`.
        design: the tile set.
        shape: the rack.
        held: labels on the slope from left to right.
        exposures: groups of labels on the shelf from left to right.
        standing: whether exposures stand or lean on the shelf instead of lying on it.
        turned: whether exposures face the players across the table.
        from_front: whether the camera is at the owner's seat, or at the seat across.
        bare: whether nothing else lies on the table.
    """
    t = design.thickness
    a = math.radians(shape.lean)
    places = row_of(len(held), rng, tight=True)
    slope = [
        leaning(rng, design, label, x, (0.0, shape.lip), shape.lean, 1, rng.normal(0, 0.4))
        for label, x in zip(held, places, strict=True)
    ]
    # The backs of the leaning tiles rest here.
    back_y, foot_z = t * math.sin(a), shape.lip - t * math.cos(a)
    top_y = back_y + (shape.shelf - foot_z) / math.tan(a)
    end_y = top_y + shape.deep
    shown = _exposed(rng, design, exposures, (top_y, shape.deep, shape.shelf), standing=standing, turned=turned)
    xs = [abs(float(b.centre[0])) for b in (*slope, *shown)]
    half = max(7.3, max(xs, default=0.0) + 0.7) + shape.spare
    look = (shape.colour, shape.alpha, shape.texture)
    section = [(back_y, 0.0), (end_y, 0.0), (end_y, shape.shelf), (top_y, shape.shelf), (back_y, max(foot_z, 0.02))]
    body = prism(section, -half, half, *look)
    ledge = [(-shape.front, 0.0), (back_y, 0.0), (back_y, max(0.02, foot_z)), (0.0, shape.lip * 0.6)]
    floor = prism([*ledge, (-shape.front, shape.lip * 0.5 + 0.02)], -half, half, *look)
    if not bare and rng.random() < 0.15:
        # The pusher lies in front of the rack, folded out or in.
        y, left = -shape.front - rng.uniform(0.02, 0.6), rng.uniform(-half, 0)
        bar = [(y - 0.35, 0.0), (y, 0.0), (y, 0.3), (y - 0.35, 0.3)]
        floor += prism(bar, left, left + rng.uniform(4, 12), *look)
    subject = points_of([*slope, *shown])
    if rng.random() < 0.4:
        subject = np.vstack([subject, [[-half, -shape.front, 0], [half, end_y, 0]]])
    about = [] if bare else _about(rng, design, end_y)
    if from_front:
        return Placement(
            subject,
            behind=body,
            far=[*about, *shown],
            between=floor,
            near=slope,
            elevation=(18, 86),
            azimuth=(-35, 35),
            fill=(0.4, 1.15),
        )
    return Placement(
        subject,
        behind=floor,
        far=[*about, *slope],
        between=body,
        near=shown,
        elevation=(35, 88),
        azimuth=(150, 210),
        fill=(0.45, 1.12),
    )


def rack(rng: Rng, design: Design) -> Placement:
    """Deal a random hand onto a random rack."""
    total = 14 if rng.random() < 0.5 else 13
    exposed = int(pick(rng, (0, 3, 4, 5, 7, 8, 11)))
    held = deal(rng, total - exposed)
    if rng.random() < 0.14:
        # Sometimes a few tiles, or all, turn their backs to the owner.
        share = 1.0 if rng.random() < 0.1 else rng.uniform(0.05, 0.4)
        held = [BACK if rng.random() < share else label for label in held]
    return build_rack(
        rng,
        design,
        random_shape(rng, design),
        held,
        _groups(rng, exposed),
        standing=rng.random() < 0.3,
        turned=rng.random() < 0.2,
        from_front=rng.random() < 0.84,
        bare=False,
    )


def _groups(rng: Rng, count: int) -> list[list[str]]:
    """Deal `count` exposed tiles as groups of three to five, some with jokers."""
    out: list[list[str]] = []
    left = count
    while left > 0:
        size = min(left, int(rng.integers(3, 5)))
        if left - size in {1, 2}:
            size = left
        kind = pick(rng, FACE_LABELS)
        turned = 0.25 if rng.random() < 0.08 else 0.0
        group = ["J" if rng.random() < 0.2 else kind for _ in range(size)]
        if rng.random() < 0.15:
            # Hands such as NEWS or a run in three suits show other kinds in one group.
            group = [pick(rng, FACE_LABELS) for _ in range(size)]
        out.append([BACK if rng.random() < turned else label for label in group])
        left -= size
    return out


def _exposed(
    rng: Rng,
    design: Design,
    groups: Sequence[Sequence[str]],
    shelf: tuple[float, float, float],
    *,
    standing: bool,
    turned: bool,
) -> list[Solid]:
    """Lay the groups on the shelf that begins at y, is `deep`, and z high."""
    y, deep, z = shelf
    count = sum(len(g) for g in groups)
    if not count:
        return []
    # Exposures have gaps between them, or touch so that only their tiles show the boundaries.
    widest = 0.8 if rng.random() < 0.6 else 0.06
    gaps = [rng.uniform(widest * 0.1, widest) for _ in groups]
    length = count + sum(gaps[:-1])
    room = max(0.0, 6.8 - length / 2)
    at = -length / 2 + 0.5 + rng.uniform(-room, room)
    lean = float(rng.choice([90.0, 78.0]))
    out = []
    for group, gap in zip(groups, gaps, strict=True):
        for label in group:
            if standing:
                out.append(leaning(rng, design, label, at, (y + deep * 0.25, z), lean, 0))
            else:
                middle = y + min(deep * 0.5, 0.5 / design.aspect + 0.1)
                turn = (180.0 if turned else 0.0) + rng.normal(0, 1.2)
                out.append(flat(rng, design, label, at, middle, turn, z, 0))
            at += 1.01 + abs(rng.normal(0, 0.02))
        at += gap
    return out


def _about(rng: Rng, design: Design, end_y: float) -> list[Solid]:
    """Lay discards around the rack, and sometimes a wall of backs behind it."""
    out: list[Solid] = []
    h, t = 1 / design.aspect, design.thickness
    if rng.random() < 0.5:
        for x in np.arange(-8, 8, 1.6):
            for y in (-3.0, -4.6, end_y + 2.0, end_y + 3.8):
                if rng.random() < 0.1:
                    label = BACK if rng.random() < 0.3 else pick(rng, FACE_LABELS)
                    turn = rng.uniform(-12, 12) + 90 * int(rng.integers(4))
                    out.append(flat(rng, design, label, float(x), y, turn))
    elif rng.random() < 0.35:
        y = end_y + rng.uniform(0.3, 3.0) + h / 2
        shift = rng.uniform(-4, 4)
        length = int(rng.integers(5, 18))
        for level in (0.0, t):
            out += [
                flat(rng, design, BACK, k - length / 2 + shift, y + rng.normal(0, 0.02), 0, level)
                for k in range(length)
                if rng.random() < 0.96
            ]
    return out
