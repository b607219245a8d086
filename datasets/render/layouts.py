"""Where tiles and furniture lie: racks, rows, trays, piles, walls, single tiles, and tables without tiles."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from datasets.render.blocks import Block, Panel, prism
from datasets.render.camera import Floats
from datasets.render.canvas import Colour, Pixels
from datasets.render.designs import BACK, FACE_LABELS, Design
from datasets.render.style import hsv, pick
from datasets.render.surfaces import wood

Rng = np.random.Generator


@dataclass(frozen=True)
class Layout:
    """A scene before the camera comes.

    `behind` and `between` are furniture drawn before the tiles of `far` and `near`, `front` after all; each group of
    tiles is drawn far to near. `subject` (n, 3) are the points the camera must show. `elevation` and `azimuth` are the
    ranges, degrees, from which it may look; `fill` the share of the picture the subject may span.
    """

    subject: Floats
    behind: Sequence[Panel] = ()
    far: Sequence[Block] = ()
    between: Sequence[Panel] = ()
    near: Sequence[Block] = ()
    front: Sequence[Panel] = ()
    elevation: tuple[float, float] = (25.0, 88.0)
    azimuth: tuple[float, float] = (-30.0, 30.0)
    fill: tuple[float, float] = (0.45, 1.1)
    roll: float = 8.0
    keys: dict[str, float] = field(default_factory=dict)

    @property
    def blocks(self) -> list[Block]:
        """All tiles."""
        return [*self.far, *self.near]


def deal(rng: Rng, count: int) -> list[str]:
    """`count` labels as a player might hold them: often sorted, with pairs, kongs, flowers and jokers."""
    manner = rng.random()
    if manner < 0.35:
        # Uniform over kinds, jokers and flowers a little more often: they are many in a set.
        labels = [pick(rng, (*FACE_LABELS, "F", "F", "J", "J")) for _ in range(count)]
        return sorted(labels, key=FACE_LABELS.index) if rng.random() < 0.3 else labels
    labels = []
    while len(labels) < count:
        kind = pick(rng, (*FACE_LABELS, "F", "J"))
        repeat = int(rng.integers(1, 5))
        group = [kind] * repeat
        if repeat > 2 and kind != "J":
            group = ["J" if rng.random() < 0.2 else k for k in group]
        labels += group
    return labels[:count]


def _tone(rng: Rng) -> float:
    return float(rng.normal(1.0, 0.02))


def flat(
    rng: Rng,
    design: Design,
    label: str,
    x: float,
    y: float,
    turn: float,
    z: float = 0.0,
    row: int = -1,
) -> Block:
    """A tile lying face up on height z with its centre at (x, y), turned `turn` degrees counter-clockwise from above;
    label BACK lays it face down."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    h, t = 1 / design.aspect, design.thickness
    right, down = np.array([c, s, 0.0]), np.array([s, -c, 0.0]) * h
    top = z + t
    if label == BACK:
        # Face down: the printed side is at z and looks down, the back at the top.
        right = -right
        top = z
        label = pick(rng, FACE_LABELS)
    corner = np.array([x, y, top]) - (right + down) / 2
    return Block(label, int(rng.integers(8)), corner, right, down, t, row, _tone(rng), snug=row >= 0)


def leaning(
    rng: Rng, design: Design, label: str, x: float, foot: tuple[float, float], lean: float, row: int, yaw: float = 0.0
) -> Block:
    """A tile standing at x with the lower edge of its face at `foot` (y, z), leaning back to `lean` degrees from the
    table (90 is upright), face toward -y; `yaw` turns it a little about the vertical."""
    a = math.radians(lean)
    h = 1 / design.aspect
    up = np.array([0.0, math.cos(a), math.sin(a)])
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    right = np.array([c, s * math.cos(a), s * math.sin(a)])
    upright = rng.random() > 0.04
    down = -up * h
    down = down - right * float(right @ down)
    down *= h / np.linalg.norm(down)
    low_middle = np.array([x, foot[0], foot[1]])
    corner = low_middle - right / 2 - down
    if not upright:
        corner, right, down = corner + right + down, -right, -down
    return Block(label, int(rng.integers(8)), corner, right, down, design.thickness, row, _tone(rng), snug=row >= 0)


def _row_of(count: int, rng: Rng, *, tight: bool) -> list[float]:
    """x positions of `count` tiles side by side, centred on 0, sometimes in groups with gaps."""
    gap = float(rng.uniform(0.0, 0.03)) if tight else float(rng.uniform(0.0, 0.12))
    xs, at = [], 0.0
    grouped = rng.random() < 0.4
    for k in range(count):
        xs.append(at)
        at += 1 + gap * float(rng.uniform(0.3, 1.7))
        if grouped and rng.random() < 0.2:
            at += float(rng.uniform(0.1, 0.9))
        del k
    shift = (xs[0] + xs[-1]) / 2
    return [x - shift for x in xs]


def _points(blocks: Sequence[Block]) -> Floats:
    return np.vstack([b.corners() for b in blocks])


def rack(rng: Rng, design: Design) -> Layout:
    """A rack with its sloped row and the exposures on top."""
    h, t = 1 / design.aspect, design.thickness
    lean = float(rng.uniform(57, 78))
    a = math.radians(lean)
    total = 14 if rng.random() < 0.5 else 13
    exposed = int(pick(rng, (0, 3, 4, 5, 7, 8, 11)))
    held = total - exposed
    lip = float(rng.uniform(0.12, 0.35))
    shelf_z = lip + h * math.sin(a) * float(rng.uniform(0.45, 1.0))
    slope = [leaning(rng, design, label, x, (0.0, lip), lean, 1, float(rng.normal(0, 0.4))) for label, x in zip(deal(rng, held), _row_of(held, rng, tight=True), strict=True)]
    # The back of a leaning tile, where the rack holds it.
    back_y = t * math.sin(a)
    foot_z = lip - t * math.cos(a)
    top_y = back_y + (shelf_z - foot_z) / math.tan(a)
    deep = float(rng.uniform(1.35, 1.9)) * (h if rng.random() < 0.6 else 0.75)
    half = max(7.3, held / 2 + 0.8) + float(rng.uniform(0, 1.0))
    section = [(back_y, 0.0), (top_y + deep, 0.0), (top_y + deep, shelf_z), (top_y, shelf_z), (back_y, max(foot_z, 0.02))]
    colour, alpha, texture = _rack_stuff(rng)
    body = prism(section, -half, half, colour, alpha, texture)
    lip_front = -float(rng.uniform(0.12, 0.5))
    ledge = float(rng.uniform(0.3, 1.0)) * lip + 0.02
    floor = prism([(lip_front, 0), (back_y, 0), (back_y, max(0.02, foot_z)), (0.0, lip * 0.6), (lip_front, ledge)], -half, half, colour, alpha, texture)
    shown: list[Block] = []
    if exposed:
        shown = _exposures(rng, design, exposed, top_y, deep, shelf_z)
    from_front = rng.random() < 0.84
    subject = _points([*slope, *shown])
    if rng.random() < 0.4:
        subject = np.vstack([subject, [[-half, lip_front, 0], [half, top_y + deep, 0]]])
    loose = _loose(rng, design, [(x, y) for x in np.arange(-8, 8, 1.6) for y in (-3.0, -4.6, top_y + deep + 2.0, top_y + deep + 3.8)], 0.1)
    if from_front:
        return Layout(subject, behind=body, far=[*loose, *shown], between=floor, near=slope, elevation=(18, 86), azimuth=(-35, 35), fill=(0.72, 1.15))
    return Layout(subject, behind=floor, far=[*loose, *slope], between=body, near=shown, elevation=(35, 88), azimuth=(150, 210), fill=(0.72, 1.12))


def _loose(rng: Rng, design: Design, spots: Sequence[tuple[float, float]], share: float) -> list[Block]:
    """A few tiles lying about, some face down."""
    if rng.random() < 0.5:
        return []
    out = []
    for x, y in spots:
        if rng.random() < share:
            label = BACK if rng.random() < 0.3 else pick(rng, FACE_LABELS)
            out.append(flat(rng, design, label, x + float(rng.uniform(-0.1, 0.1)), y, float(rng.uniform(-12, 12)) + 90 * int(rng.integers(4))))
    return out


def _exposures(rng: Rng, design: Design, count: int, y: float, deep: float, z: float) -> list[Block]:
    """Groups of three to five on the shelf, lying flat or standing."""
    h, t = 1 / design.aspect, design.thickness
    standing = rng.random() < 0.3
    turned = 180.0 if rng.random() < 0.2 else 0.0
    out: list[Block] = []
    at = float(rng.uniform(-6.5, 6.5 - count))
    left = count
    while left > 0:
        size = min(left, int(rng.integers(3, 5)))
        if left - size in {1, 2}:
            size = left
        kind = pick(rng, FACE_LABELS)
        for _ in range(size):
            label = "J" if rng.random() < 0.2 else kind
            if standing:
                out.append(leaning(rng, design, label, at, (y + deep * 0.25, z), float(rng.choice([90.0, 78.0])), 0))
            else:
                middle = y + min(deep * 0.5, h / 2 + 0.1)
                out.append(flat(rng, design, label, at, middle, turned + float(rng.normal(0, 1.2)), z, 0))
            at += 1.01 + abs(float(rng.normal(0, 0.02)))
        at += float(rng.uniform(0.05, 0.8))
        left -= size
    del t
    return out


def _rack_stuff(rng: Rng) -> tuple[Colour, float, Pixels | None]:
    kind = pick(rng, ("wood", "plain", "acrylic", "clear"), (0.42, 0.28, 0.18, 0.12))
    if kind == "wood":
        texture = wood(int(rng.integers(24)))
        b, g, r = (int(v) for v in texture.reshape(-1, 3).mean(axis=0))
        return (b, g, r), 1.0, texture
    if kind == "plain":
        return hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 0.8)), float(rng.uniform(0.1, 0.95))), 1.0, None
    if kind == "acrylic":
        return hsv(float(rng.uniform(0, 360)), float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.5, 1.0))), 0.55, None
    return hsv(200, 0.05, 0.95), 0.25, None


def rows(rng: Rng, design: Design) -> Layout:
    """One to four rows on the table, lying or standing."""
    count = int(pick(rng, (1, 2, 3, 4), (0.45, 0.3, 0.15, 0.1)))
    length = int(rng.integers(3, 19)) if rng.random() < 0.7 else int(rng.integers(13, 15))
    standing = rng.random() < 0.35
    h = 1 / design.aspect
    pitch = (design.thickness + float(rng.uniform(1.2, 2.5))) if standing else h + float(rng.uniform(0.03, 1.0))
    blocks: list[Block] = []
    lean = float(rng.choice([90.0, rng.uniform(60, 88)]))
    skew = float(rng.normal(0, 1.5))
    for r in range(count):
        n = max(1, length - int(rng.integers(0, 3)))
        turned = 180.0 if rng.random() < 0.12 else 0.0
        shift = float(rng.uniform(-0.8, 0.8))
        for label, x in zip(deal(rng, n), _row_of(n, rng, tight=rng.random() < 0.7), strict=True):
            y = -r * pitch + float(rng.normal(0, 0.02))
            if standing:
                blocks.append(leaning(rng, design, label, x + shift, (y, 0.0), lean, r, float(rng.normal(0, 0.8))))
            else:
                face = BACK if rng.random() < 0.03 else label
                blocks.append(flat(rng, design, face, x + shift, y, turned + skew + float(rng.normal(0, 1.5)), 0.0, r))
    low = 12 if standing else 28
    return Layout(_points(blocks), near=blocks, elevation=(low, 55 if standing else 90), azimuth=(-180, 180) if not standing and rng.random() < 0.3 else (-40, 40), fill=(0.55, 1.2), roll=12 if rng.random() < 0.8 else 180)


def tray(rng: Rng, design: Design) -> Layout:
    """Tiles packed in a tray or as a bare grid."""
    across, along = int(rng.integers(3, 11)), int(rng.integers(2, 7))
    h = 1 / design.aspect
    gap = float(rng.uniform(0.0, 0.05))
    mixed = rng.random() < 0.25
    ordered = rng.random() < 0.25
    blocks = []
    for r in range(along):
        for c in range(across):
            if rng.random() < 0.02:
                continue
            label = FACE_LABELS[(r * across + c) % len(FACE_LABELS)] if ordered else pick(rng, (*FACE_LABELS, "F", "J"))
            if rng.random() < 0.03:
                label = BACK
            turn = 180.0 if mixed and rng.random() < 0.5 else 0.0
            blocks.append(flat(rng, design, label, c * (1 + gap), -r * (h + gap), turn + float(rng.normal(0, 0.6)), 0.0, r))
    panels: list[Panel] = []
    x0, x1, y1, y0 = -0.62, (across - 1) * (1 + gap) + 0.62, h / 2 + 0.15, -(along - 1) * (h + gap) - h / 2 - 0.15
    if rng.random() < 0.6:
        colour = hsv(float(rng.uniform(0, 360)), float(rng.uniform(0, 0.6)), float(rng.uniform(0.05, 0.7)))
        texture = wood(int(rng.integers(24))) if rng.random() < 0.4 else None
        tall, thick = float(rng.uniform(0.3, 1.0)) * design.thickness, float(rng.uniform(0.1, 0.4))
        bottom = np.array([[x0, y0, 0.01], [x1, y0, 0.01], [x1, y1, 0.01], [x0, y1, 0.01]])
        panels.append(Panel(bottom, colour, 1.0, texture))
        panels += prism([(y1, 0), (y1 + thick, 0), (y1 + thick, tall), (y1, tall)], x0 - thick, x1 + thick, colour, 1.0, texture)
        panels += prism([(y0 - thick, 0), (y0, 0), (y0, tall), (y0 - thick, tall)], x0 - thick, x1 + thick, colour, 1.0, texture)
        panels += prism([(y0, 0), (y1, 0), (y1, tall), (y0, tall)], x0 - thick, x0, colour, 1.0, texture)
        panels += prism([(y0, 0), (y1, 0), (y1, tall), (y0, tall)], x1, x1 + thick, colour, 1.0, texture)
    steep = 45.0 if panels else 28.0
    return Layout(_points(blocks), behind=panels, near=blocks, elevation=(steep, 90), azimuth=(-180, 180) if rng.random() < 0.3 else (-30, 30), fill=(0.5, 1.25), roll=10 if rng.random() < 0.75 else 180)


def pile(rng: Rng, design: Design) -> Layout:
    """Loose tiles any way up, some on top of others."""
    wanted = int(rng.integers(4, 45))
    spread = math.sqrt(wanted) * float(rng.uniform(0.75, 1.6))
    reach = math.hypot(1, 1 / design.aspect) / 2
    backs = float(rng.choice([0.05, 0.3, 0.6], p=[0.6, 0.3, 0.1]))
    placed: list[tuple[float, float, float]] = []
    blocks: list[Block] = []
    crowd = float(rng.uniform(1.25, 1.75))
    for _ in range(wanted * 6):
        if len(placed) >= wanted:
            break
        x, y = float(rng.normal(0, spread / 1.6)), float(rng.normal(0, spread / 1.6))
        if any((x - u) ** 2 + (y - v) ** 2 < (crowd * reach) ** 2 for u, v, _ in placed):
            continue
        turn = float(rng.uniform(0, 360))
        placed.append((x, y, turn))
        label = BACK if rng.random() < backs else pick(rng, (*FACE_LABELS, "F", "J"))
        blocks.append(flat(rng, design, label, x, y, turn))
    top = []
    if rng.random() < 0.35:
        for x, y, _ in placed:
            if rng.random() < 0.12:
                top.append(_tipped(rng, flat(rng, design, pick(rng, FACE_LABELS), x + float(rng.uniform(-0.5, 0.5)), y + float(rng.uniform(-0.5, 0.5)), float(rng.uniform(0, 360)), design.thickness)))
    return Layout(_points(blocks), far=blocks, near=top, elevation=(30, 90), azimuth=(-180, 180), fill=(0.5, 1.35), roll=180)


def _tipped(rng: Rng, block: Block) -> Block:
    """The block tilted a few degrees about its lower edge, as one tile resting on another is."""
    tilt = math.radians(float(rng.uniform(0, 14)))
    c, s = math.cos(tilt), math.sin(tilt)
    axis = block.right / np.linalg.norm(block.right)
    foot = block.corner + block.down
    up = np.cross(axis, -block.down)
    up_length = float(np.linalg.norm(block.down))
    lifted = -block.down * c + up / max(np.linalg.norm(up), 1e-9) * up_length * s
    return Block(block.label, block.variant, foot + lifted, block.right, -lifted, block.thick, block.row, block.tone)


def walls(rng: Rng, design: Design) -> Layout:
    """Face-down walls two tiles high, with loose faces in the middle."""
    length = int(rng.integers(6, 20))
    h, t = 1 / design.aspect, design.thickness
    blocks: list[Block] = []
    tops: list[Block] = []
    lines = int(rng.integers(1, 3))
    for line in range(lines):
        y = 2.6 + line * (h + 3.2)
        for k in range(length):
            x = k - length / 2 + float(rng.normal(0, 0.01))
            if rng.random() < 0.95:
                blocks.append(flat(rng, design, BACK, x, y + float(rng.normal(0, 0.03)), 0, 0.0))
                if rng.random() < 0.92:
                    tops.append(flat(rng, design, BACK, x, y + float(rng.normal(0, 0.03)), 0, t))
    n = int(rng.integers(2, 14))
    for label, x in zip(deal(rng, n), _row_of(n, rng, tight=False), strict=True):
        blocks.append(flat(rng, design, label, x, 0.0, float(rng.normal(0, 4)), 0.0, 0))
    subject = _points(blocks if rng.random() < 0.6 else blocks[-n:])
    return Layout(subject, far=blocks, near=tops, elevation=(22, 80), azimuth=(-40, 40), fill=(0.6, 1.3))


def single(rng: Rng, design: Design) -> Layout:
    """One tile, or a few, filling much of the picture."""
    n = int(pick(rng, (1, 2, 3), (0.75, 0.15, 0.1)))
    standing = rng.random() < 0.2
    blocks = []
    for k in range(n):
        label = BACK if rng.random() < 0.05 else pick(rng, (*FACE_LABELS, "F", "J"))
        x = k * float(rng.uniform(1.02, 1.3))
        if standing and label != BACK:
            blocks.append(leaning(rng, design, label, x, (0.0, 0.0), float(rng.uniform(70, 90)), 0))
        else:
            blocks.append(flat(rng, design, label, x, float(rng.normal(0, 0.05)), float(rng.normal(0, 5)), 0.0, 0))
    return Layout(_points(blocks), near=blocks, elevation=(15, 60) if standing else (35, 90), azimuth=(-35, 35), fill=(0.3, 1.05), roll=15 if rng.random() < 0.8 else 180)


def empty(rng: Rng, design: Design) -> Layout:
    """A table without tiles: the hard negatives are drawn onto it by the scene."""
    del design
    side = float(rng.uniform(4, 20))
    return Layout(np.array([[-side, -side, 0.0], [side, side, 0.0]]), elevation=(20, 90), azimuth=(-180, 180), fill=(0.8, 1.5), roll=20)


LAYOUTS: dict[str, tuple[Callable[[Rng, Design], Layout], float]] = {
    "rack": (rack, 0.34),
    "rows": (rows, 0.2),
    "tray": (tray, 0.12),
    "pile": (pile, 0.14),
    "walls": (walls, 0.07),
    "single": (single, 0.06),
    "empty": (empty, 0.07),
}
"""The kinds of scene with how often each comes."""
